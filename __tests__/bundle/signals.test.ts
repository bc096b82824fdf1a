import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import type { ServiceFault as Fault } from '../../sandbox/service/service.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { onGitHub } from '../support/faults.ts';
import { type BundleScene, createBundleScene, shown, warnings } from '../support/scene.ts';
import { exactly } from '../support/scene-test.ts';

const together = concurrentTests();

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds after a signal in which everything is reported, and the process has ended. */
const GRACE = 5_000;

interface Moment {
  readonly while: string;
  readonly fault?: Fault;
  readonly hasCome: (scene: BundleScene) => boolean;
  readonly verdict: string;
  readonly says: string;
  /** The job is known, and reported. */
  readonly hasJob: boolean;
}

const CANCELLED = {
  verdict: 'cancelled',
  says: 'the job was still running at',
  hasJob: true,
} as const;
const HANGING: Fault = { operation: 'get', kind: 'hang' };
const MOMENTS: readonly Moment[] = [
  {
    while: 'it creates a job',
    fault: { operation: 'create', kind: 'hang' },
    hasCome: (scene) => scene.sent('create') > 0,
    verdict: 'unconfirmed',
    says: 'the service may have accepted the request',
    hasJob: false,
  },
  { while: 'it pauses between two polls', hasCome: (scene) => scene.sent('get') > 0, ...CANCELLED },
  { while: 'it polls', hasCome: (scene) => scene.sent('get') > 0, fault: HANGING, ...CANCELLED },
];

/** Starts a run that has a minute, and resolves when it has come there. */
async function startUntil(
  scene: BundleScene,
  hasCome: (scene: BundleScene) => boolean,
): Promise<Step> {
  const step = scene.start({ inputs: { timeout: '1m' } });
  await scene.until('the run has come there', () => hasCome(scene));
  return step;
}

/**
 * Sends the signal. @returns the step's result and how long the step took to end, in milliseconds.
 */
async function signal(
  step: Step,
  name: NodeJS.Signals,
): Promise<{ result: StepResult; took: number }> {
  const began = performance.now();
  step.kill(name);
  const result = await step.result;
  return { result, took: performance.now() - began };
}

together.each(MOMENTS.flatMap((moment) => SIGNALS.map((name) => ({ ...moment, name }))))(
  'a $name while $while ends the process within 5 s with `$verdict` in outputs, log, summary and comment',
  async ({ name, fault, hasCome, verdict, says, hasJob }) => {
    await using scene = await createBundleScene({
      job: { seconds: 60 },
      faults: fault ? [fault] : [],
    });
    const { result, took } = await signal(await startUntil(scene, hasCome), name);
    const [comment] = exactly(1, await scene.comments());
    const jobId = (hasJob && scene.service.jobs[0]?.id) || '';
    expect(took).toBeLessThan(GRACE);
    expect(result).toMatchObject({
      signal: null,
      outputs: { verdict, jobId, commentUrl: comment?.url },
    });
    for (const place of [result.log, result.summary, comment?.body]) {
      expect(place).toContain(says);
      expect(place).toContain(jobId);
    }
    expect(scene.sent('create')).toBeLessThanOrEqual(1);
  },
);

together(
  'a signal while the last edit hangs ends the process within 5 s with the verdict of the job',
  async () => {
    await using scene = await createBundleScene({ job: { seconds: 0 } });
    onGitHub(scene, 'PATCH comments', { kind: 'hang' });
    const step = await startUntil(scene, ({ commentWrites }) =>
      commentWrites().some(({ method }) => method === 'PATCH'),
    );
    const { result, took } = await signal(step, 'SIGTERM');
    expect(took).toBeLessThan(GRACE);
    expect(result).toMatchObject({ signal: null, outputs: { verdict: 'pull-request' } });
    expect(warnings(result)).toContainEqual(
      expect.stringContaining('The status comment could not be written'),
    );
  },
);

together.each([
  { first: 'SIGINT', second: 'SIGTERM' },
  { first: 'SIGTERM', second: 'SIGTERM' },
] as const)('a $second after a $first ends the process at once', async ({ first, second }) => {
  await using scene = await createBundleScene({ faults: [{ operation: 'create', kind: 'hang' }] });
  const step = await startUntil(scene, ({ sent }) => sent('create') > 0);
  step.kill(first);
  await pause(100); // or the two may come as one
  const { result, took } = await signal(step, second);
  expect(took).toBeLessThan(1_000);
  expect(result).toMatchObject({ exitCode: null, signal: second });
  expect(await shown(scene, result)).not.toContain('undefined');
});

together(
  'a run whose timeout ends while the service and GitHub hang still ends by itself',
  async () => {
    await using scene = await createBundleScene({
      faults: [{ operation: 'get', kind: 'hang', times: Infinity }],
    });
    scene.service.script({ seconds: 60 });
    onGitHub(scene, 'PATCH comments', { kind: 'hang' });
    const result = await scene.run({ inputs: { timeout: '12s' } });
    expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict: 'timed-out' } });
    expect(result.duration).toBeLessThan(12_000 + 15_000);
  },
);
