import { submitReview } from '../../sandbox/github/model/pulls.ts';
import { publish } from '../../sandbox/github/model/pushes.ts';
import {
  commitOnto,
  deployed,
  dispatched,
  type Event,
  type GitHub,
  labeled,
  pushMain,
  say,
  scheduled,
  tipOf,
} from './github.ts';
import type { Person, Step } from './history.ts';
import { CONTEXT_FILE } from './input-files.ts';
import { TOKEN, type World } from './world.ts';

const SWEEP = { operation: 'sweep', window: '365d', timeout: '600s', wait: '', key: '' };

type Given = Pick<Occasion, 'kind' | 'event'> & Partial<Occasion>;

/** Something that happens now. */
export function occasion({ time, nextId }: World, given: Given): Occasion {
  const common = { by: 'alice', job: 'ask', legs: 1, inputs: {}, subject: '', thread: undefined } as const;
  return { id: nextId(), at: time.now(), ...common, ...given };
}

type Asking = Exclude<
  Step,
  { kind: 'repeat' | 're-run' | 'mixed push' | 'agent pull' | 'own pull' | 'fault' | 'people' | 'key' }
>;

export const sweepOf = (world: World): Occasion =>
  occasion(world, { kind: 'sweep', event: scheduled(world.github), job: 'sweep', inputs: SWEEP });

const REPORT = { operation: 'report', window: '366d', timeout: '600s', wait: '', key: '' };

/** A report, which writes no comment. */
export const reportOf = (world: World): Occasion =>
  occasion(world, { kind: 'sweep', event: scheduled(world.github), job: 'report', inputs: REPORT });

/** Pushes, releases and schedules are reported here. */
const DOCS_THREAD = 32;

export function occasionOf(step: Asking, world: World): Occasion {
  const { github } = world;
  const { kind } = step;
  switch (step.kind) {
    case 'label': {
      const { thread, by, legs } = step;
      const hasOneKey = legs > 1 && step.hasOneKey === true;
      const subject = `label ${thread} ${hasOneKey ? 'one' : legs}`;
      const job = hasOneKey ? 'same' : legs > 1 ? 'matrix' : 'ask';
      const event = labeled(github, thread, by);
      return occasion(world, { kind: 'label', event, by, thread, legs, hasOneKey, job, subject });
    }
    case 'command': {
      const { thread, by, text } = step;
      return occasion(world, { kind: 'command', event: commented(github, thread, by, text), by, thread });
    }
    case 'review': {
      const { thread, by } = step;
      const body = `/docs explain this, ${5_000 + world.nextId()}`;
      const submit = () => submitReview(github.thread(thread), github.account(by), body, []);
      return occasion(world, { kind, event: github.deliveryOf('pull_request_review', submit), by, thread });
    }
    case 'push':
      return reported(world, { kind, event: push(step, world), by: step.by, job: 'push' });
    case 'release': {
      const number = world.nextId();
      const release = { tag: `v1.${number}-${TOKEN}`, notes: `New flag ${number}` };
      const act = () => publish(github.repository, github.account(step.by), release);
      return reported(world, { kind, event: github.deliveryOf('release', act), by: step.by, job: 'release' });
    }
    case 'schedule':
      return reported(world, { kind, event: scheduled(github), job: kind, subject: kind });
    case 'dispatch': {
      const event = dispatched(github, step.by);
      return reported(world, { kind, event, by: step.by, job: kind, subject: kind });
    }
    case 'workflow run': {
      const event = deployed(github, tipOf(github).sha, step.by);
      return reported(world, { kind, event, by: step.by, job: 'deployed' });
    }
    case 'follow-up': {
      const job = step.of === undefined ? {} : { 'job-id': jobNamed(step.of, world) };
      const inputs = { operation: 'follow-up', prompt: 'Add an example', ...job };
      return byDispatch(step.by, world, { kind, inputs });
    }
    case 'attach': {
      const job = jobNamed(step.of, world);
      const pull = [...world.github.pulls.values()].findLast((each) => each.job === job);
      const thread = step.of % 2 === 1 && pull ? pull.thread.number : DOCS_THREAD;
      const inputs = { operation: 'attach', wait: '', 'job-id': job, 'issue-number': String(thread) };
      return { ...byDispatch(step.by, world, { kind, inputs }), thread };
    }
    case 'without comments': {
      const inputs = { comment: 'false', prompt: 'Refresh the pages', 'issue-number': '', 'pull-request': 'new' };
      return { ...byDispatch(step.by, world, { kind, inputs }), thread: undefined };
    }
    case 'sweep':
      return sweepOf(world);
  }
}

function push(
  { by, isForced = false }: { readonly by: Person; readonly isForced?: boolean | undefined },
  { github }: World,
): Event {
  const base = isForced ? replaceTip(github) : tipOf(github).sha;
  return pushMain(github, by, commitOnto(github, base, by));
}

/** Takes away the newest commit of `main`, unless that merged a pull request. @returns the tip that is left. */
function replaceTip(github: GitHub): string {
  const { commits, replaced, pulls } = github;
  const { sha, parents } = tipOf(github);
  const [parent = ''] = parents;
  if (commits.at(-1)?.sha !== sha || [...pulls.values()].some(({ pull }) => pull.merge?.sha === sha)) return sha;
  commits.pop();
  replaced.set(sha, parent);
  return parent;
}

/** A person comments: no two comments have the same words, and some have a secret. */
export function commented(github: GitHub, thread: number, by: Person, text: string): Event {
  const count = github.repository.comments.length;
  const body = `${text} (${count})${count % 3 === 0 ? `; my token is ${TOKEN}` : ''}`;
  return github.deliveryOf('issue_comment', () => say(github, github.thread(thread), by, body));
}

function jobNamed(of: number, { service }: World): string {
  const jobs = [...service.jobs.keys()];
  return jobs[of % Math.max(1, jobs.length)] ?? 'none';
}

/** A request without a thread of its own. @param merged the pull request of its commit, where it is reported without an issue. */
export function reported(world: World, given: Given & { readonly by?: Person }, merged?: number): Occasion {
  const { pullRequest, isWithoutIssue } = world.setup;
  const inputs = {
    'issue-number': isWithoutIssue ? '' : String(DOCS_THREAD),
    'pull-request': pullRequest,
    'context-file': given.kind === 'dispatch' ? CONTEXT_FILE : '',
    prompt: given.kind === 'schedule' || given.kind === 'dispatch' ? 'Refresh the pages' : '',
  };
  return occasion(world, { ...given, thread: isWithoutIssue ? merged : DOCS_THREAD, inputs });
}

/** A request by hand, which is reported in {@link DOCS_THREAD}; asking again is meant. */
function byDispatch(by: Person, world: World, { kind, inputs }: Pick<Occasion, 'kind' | 'inputs'>): Occasion {
  const request = { kind, job: kind, by, thread: DOCS_THREAD, subject: `${kind} ${world.nextId()}` };
  const given = { 'issue-number': String(DOCS_THREAD), ...inputs };
  return occasion(world, { ...request, event: dispatched(world.github, by), inputs: given });
}

/** The commit whose deployment ended. */
export const deployedIn = ({ event }: Occasion): unknown => Object(Object(event.payload).workflow_run).head_sha;

/** Something that happened on GitHub and started a run: the model's idea of a request. */
export interface Occasion {
  readonly id: number;
  /** `pull request`: of a person's own one, unless it is a label. */
  readonly kind: Asking['kind'] | 'pull request' | 'agent';
  readonly event: Event;
  readonly by: Person;
  /** When it happened, in milliseconds since the history began. */
  readonly at: number;
  /** Where the request is reported. */
  readonly thread: number | undefined;
  /** Names the job of the workflow, which is part of the step's identity. */
  readonly job: string;
  /** The file of the second workflow; undefined for the first one. */
  readonly workflow?: string;
  /** The legs of the matrix. */
  readonly legs: number;
  /** The legs have the same `key`, so that they make one request. Default: each has its own. */
  readonly hasOneKey?: boolean;
  readonly inputs: Readonly<Record<string, string>>;
  /**
   * What distinguishes a request from another one of the same kind, if asking again is meant: a label set again after the end is a new
   * request. Else empty.
   */
  readonly subject: string;
}
