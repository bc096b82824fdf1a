import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import { stopAt } from '../../sandbox/stop.ts';
import { type BundleScene, createScene, type Scene, type SceneOptions } from './scene.ts';

/** The moment at which a run is killed. */
export interface KillPoint {
  readonly while: string;
  readonly point: Parameters<typeof stopAt>[1];
  /** The job ends by itself, so that the run reaches its final report. */
  readonly ends?: boolean;
  /** The verdict of a re-run after the first attempt was killed without a post step. */
  readonly rerun: 'pull-request' | 'unconfirmed';
  /** GitHub and the service are in the same state as after the previous kill point. */
  readonly leavesAsBefore?: boolean;
}

export const LISTING = { at: 'github', method: 'GET', path: /\/issues\/\d+\/comments/ } as const;
/** In the scene's issue, the first thing in its repository. */
export const COMMENT = { at: 'github', method: 'POST', path: /\/issues\/1\/comments$/ } as const;
/** On the pull request that the scene's job opens. */
export const PULL_COMMENT = {
  at: 'github',
  method: 'POST',
  path: /\/issues\/2\/comments$/,
} as const;
export const EDIT = { at: 'github', method: 'PATCH', path: /\/issues\/comments\/\d+$/ } as const;
export const CREATE = { at: 'service', operation: 'create' } as const;
export const STATUS = { at: 'service', operation: 'get' } as const;
const [NOT_DONE, DONE] = [{ when: 'before' }, { when: 'after' }] as const;
const SECOND = { nth: 2 } as const;
const SAME = { leavesAsBefore: true } as const;
const KNOWN = { rerun: 'pull-request' } as const;
const UNCLEAR = { rerun: 'unconfirmed' } as const;
const ENDS = { ...KNOWN, ends: true } as const;

export const KILL_POINTS: readonly [KillPoint, ...KillPoint[]] = [
  { while: 'it reads the thread', point: { ...LISTING, ...NOT_DONE }, ...KNOWN },
  {
    while: 'its first comment is on the way',
    point: { ...COMMENT, ...NOT_DONE },
    ...SAME,
    ...KNOWN,
  },
  { while: 'its first comment is there, unanswered', point: { ...COMMENT, ...DONE }, ...UNCLEAR },
  {
    while: 'it reads the thread again',
    point: { ...LISTING, ...NOT_DONE, ...SECOND },
    ...SAME,
    ...UNCLEAR,
  },
  { while: 'the create is on the way', point: { ...CREATE, ...NOT_DONE }, ...SAME, ...UNCLEAR },
  { while: 'the create is done, unanswered', point: { ...CREATE, ...DONE }, ...UNCLEAR },
  {
    while: 'the edit that names the job is on the way',
    point: { ...EDIT, ...NOT_DONE },
    ...SAME,
    ...UNCLEAR,
  },
  { while: 'the edit that names the job is done', point: { ...EDIT, ...DONE }, ...KNOWN },
  { while: 'it asks for the status', point: { ...STATUS, ...NOT_DONE }, ...SAME, ...KNOWN },
  {
    while: 'the comment on the pull request is on the way',
    point: { ...PULL_COMMENT, ...NOT_DONE },
    ...ENDS,
  },
  {
    while: 'the comment on the pull request is there',
    point: { ...PULL_COMMENT, ...DONE },
    ...ENDS,
  },
  {
    while: 'the last edit is on the way',
    point: { ...EDIT, ...SECOND, ...NOT_DONE },
    ...ENDS,
    ...SAME,
  },
  { while: 'the last edit is done', point: { ...EDIT, ...SECOND, ...DONE }, ...ENDS },
  {
    while: 'the mention is on the way',
    point: { ...COMMENT, ...SECOND, ...NOT_DONE },
    ...ENDS,
    ...SAME,
  },
  { while: 'the mention is there', point: { ...COMMENT, ...SECOND, ...DONE }, ...ENDS },
];

/** The timeout of the run that is killed, in seconds. */
export const TIMEOUT_SECONDS = 6;

type Killed<S extends BundleScene> = S & { readonly main: StepResult };

/** Runs the step on the labeled issue and kills it at `killPoint`. */
export const killedAt = (killPoint: KillPoint): Promise<Killed<Scene>> =>
  killedIn(createScene, killPoint);

/** Does the same in a scene of this kind. */
export async function killedIn<S extends BundleScene>(
  create: (options: SceneOptions) => Promise<S>,
  { point, ends = false }: KillPoint,
  timeoutSeconds = TIMEOUT_SECONDS,
): Promise<Killed<S>> {
  const scene = await create({ job: { seconds: ends ? 1 : 600 } });
  const { reached } = stopAt(scene, point);
  const step = scene.start({ inputs: { timeout: `${timeoutSeconds}s`, notify: 'true' } });
  return { ...scene, main: await killedOnce(reached, step) };
}

/** Kills a step at a moment. @throws if the step ended earlier. */
export async function killedOnce(reached: Promise<void>, step: Step): Promise<StepResult> {
  const tooEarly = step.result.then(({ log }) => {
    throw new Error(`It ended before it came there:\n${log}`);
  });
  await Promise.race([reached, tooEarly]);
  step.kill('SIGKILL');
  return step.result;
}

/** Ends all jobs, and lets new jobs end immediately. */
export function finishJobs({ service }: BundleScene): void {
  service.script({ seconds: 0 });
  for (const { id } of service.jobs) service.script({ seconds: 0 }, id);
}

/** Re-runs the run. */
export const rerun = (scene: BundleScene): Promise<StepResult> =>
  scene.run({ run: { attempt: 2 }, inputs: { timeout: '20s', notify: 'true' } });
