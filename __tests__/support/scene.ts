import { afterAll } from '@jest/globals';
import { createGitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { Step, StepOptions, StepResult } from '../../sandbox/runner/step.ts';
import { runPost } from '../../sandbox/runner/step.ts';
import type { JobScript } from '../../sandbox/service/job-script.ts';
import type { ServiceFault } from '../../sandbox/service/service.ts';
import type { VirtualClock } from '../../sandbox/virtual-clock.ts';
import { createWorld, type World } from '../../sandbox/world.ts';
import { expectOfEveryStep } from './expectations.ts';
import { createGitHubPool } from './github-pool.ts';
import { proseOf } from './markers.ts';
import { until } from './until.ts';
import { startPost, startStep } from './virtual-step.ts';

export const ISSUE = {
  title: 'Explain the new `--json` flag',
  body: 'Since 2.4 `acme list --json` prints one object per line.',
};

/** How long a run waits after its announcement, in milliseconds. */
export const PAUSE_MS = 2_000;

export interface Comment {
  readonly author: string;
  readonly body: string;
  readonly url: string;
}

/** Options that may differ from those of a run on the labeled issue. */
export type Changes = Partial<Omit<StepOptions, 'actionDir'>>;

/** A scene on a virtual clock, in which time passes only while a test waits for something. */
export interface Scene extends BundleScene {
  readonly clock: VirtualClock;
}

/** A new world in which alice has labeled an issue, and the action's step. */
export interface BundleScene extends AsyncDisposable, Pick<World, 'service' | 'github'> {
  readonly issue: { readonly number: number; readonly url: string };
  /** The event of the label, as delivered. */
  readonly event: GitHubEvent;
  /** Runs `main` on the event. */
  start(changes?: Changes): Step;
  /** Runs `main` on the event and waits for its result. */
  run(changes?: Changes): Promise<StepResult>;
  /** Runs `post` with the state that `main` saved. */
  runPost(main: StepResult, changes?: Changes): Promise<StepResult>;
  comments(): Promise<Comment[]>;
  /** The number of requests to the service for an operation. */
  sent(operation: 'create' | 'follow-up' | 'get'): number;
  /** Lets time pass until the condition holds. @throws if it never does. */
  until(what: string, isSo: () => boolean): Promise<void>;
  /** Requests that write comments, successful or not: `POST` and `PATCH`. */
  commentWrites(): { method: string; body: string }[];
}

export interface SceneOptions {
  readonly job?: Partial<JobScript>;
  readonly faults?: readonly ServiceFault[];
  readonly issue?: { readonly title: string; readonly body: string };
  readonly label?: string;
  /** Another repository of the same owner, in which the agent opens its pull requests. */
  readonly agentRepository?: string;
  /** Milliseconds by which the clock of the runner is ahead of GitHub's. */
  readonly lead?: number;
}

const pool = createGitHubPool();
afterAll(() => pool.close());

/**
 * A scene in this process, on a virtual clock: the step is `main()`, and time passes only while a
 * test waits.
 */
export async function createScene(given: SceneOptions = {}): Promise<Scene> {
  const { job = {}, agentRepository, lead, ...options } = given;
  const { github, clock, giveBack } = await pool.lend();
  const world = await createWorld({ github, clock, job: { seconds: 0, ...job }, agentRepository });
  const scene = await prepare({ ...world, close: () => world.close().finally(giveBack) }, options, {
    start: (step) => startStep(step, clock, lead),
    runPost: (step, main) => startPost(step, main, clock).result,
    until: clock.until,
  });
  return { ...scene, clock };
}

/** A scene in real time, in which the step is a process that runs `dist`. */
export async function createBundleScene({
  job = {},
  agentRepository,
  ...options
}: SceneOptions = {}): Promise<BundleScene> {
  const github = await createGitHub();
  const world = await createWorld({ github, job: { seconds: 0, ...job }, agentRepository });
  const close = async () => void (await Promise.all([world.close(), github.close()]));
  return prepare({ ...world, close }, options, {
    start: world.run,
    runPost: (step, main) => runPost(step, main).result,
    until,
  });
}

interface Steps {
  start(step: StepOptions): Step;
  runPost(step: StepOptions, main: StepResult): Promise<StepResult>;
  readonly until: BundleScene['until'];
}

async function prepare(world: World, options: SceneOptions, steps: Steps): Promise<BundleScene> {
  try {
    return await describeScene(world, options, steps);
  } catch (error) {
    await world.close(); // otherwise, Jest would wait for it
    throw error;
  }
}

async function describeScene(
  world: World,
  { faults = [], ...options }: SceneOptions,
  steps: Steps,
): Promise<BundleScene> {
  const { service, github } = world;
  for (const fault of faults) service.faults.add(fault);
  const alice = createPerson(github, 'alice');
  const { title, body } = options.issue ?? ISSUE;
  const issue = await alice.openIssue(title, body);
  await alice.addLabel(issue.number, options.label ?? 'docs');
  const event = await github.events.waitFor('issues', 'labeled');
  // from here on, the log has only requests of the action and the service's agent
  github.requests.length = 0;

  const stepOf = ({ inputs, ...changes }: Changes = {}) =>
    world.step({ event, ...changes, inputs: { timeout: '60s', notify: 'false', ...inputs } });
  function start(changes?: Changes): Step {
    const options = stepOf(changes);
    const step = steps.start(options);
    return {
      kill: step.kill,
      get result() {
        return step.result.then((result) => {
          expectOfEveryStep(world, options, result);
          return result;
        });
      },
    };
  }
  return {
    service,
    github,
    issue,
    event,
    until: steps.until,
    start,
    run: (changes) => start(changes).result,
    async runPost(main, changes) {
      const options = stepOf(changes);
      const result = await steps.runPost(options, main);
      expectOfEveryStep(world, options, result);
      return result;
    },
    comments: () => alice.readComments(issue.number),
    sent: (operation) =>
      service.requests.filter((request) => request.operation === operation).length,
    commentWrites: () =>
      github.requests
        .filter(
          ({ method, path }) => /^(POST|PATCH)$/.test(method) && /\/issues\/.*comments/.test(path),
        )
        .map(({ method, body: text }) => ({ method, body: String(Object(JSON.parse(text)).body) })),
    [Symbol.asyncDispose]: () => world.close(),
  };
}

/** Starts the step and waits until it polls its job. */
export async function startPolling(scene: BundleScene, changes: Changes = {}): Promise<Step> {
  const step = scene.start(changes);
  await scene.until('the status was read', () => scene.sent('get') > 0);
  return step;
}

/** Starts the step, and kills it while it polls its job. */
export async function killWhilePolling(scene: BundleScene, changes?: Changes): Promise<StepResult> {
  const step = await startPolling(scene, changes);
  step.kill('SIGKILL');
  return step.result;
}

/** An event without a thread. */
export const dispatch = (): GitHubEvent => ({
  name: 'workflow_dispatch',
  payload: { inputs: {}, ref: 'refs/heads/main', sender: { login: 'alice' } },
});

/**
 * Everything that a step shows to people: log, annotations, summary, outputs and comments, without
 * their markers.
 */
export async function shown(scene: BundleScene, result: StepResult): Promise<string> {
  const comments = (await scene.comments()).map(({ body }) => proseOf(body));
  const annotations = result.annotations.map(({ message }) => message);
  return [
    result.log,
    ...annotations,
    result.summary,
    ...Object.values(result.outputs),
    ...comments,
  ].join('\n');
}

/** The warnings on the run's page. */
export const warnings = ({ annotations }: StepResult): string[] =>
  annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);
