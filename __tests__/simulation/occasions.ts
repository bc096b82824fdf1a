import { submitReview } from '../../sandbox/github/model/pulls.ts';
import { publish } from '../../sandbox/github/model/pushes.ts';
import { markReady, setOpen } from '../../sandbox/github/model/threads.ts';
import {
  amend,
  commitOnto,
  deployed,
  dispatched,
  type Event,
  type GitHub,
  labeled,
  mergeOnto,
  type OpenedPull,
  openOwnPull,
  pushMain,
  say,
  scheduled,
  stateOf,
  tipOf,
} from './github.ts';
import type { Person, Step } from './history.ts';
import { TOKEN, type World } from './world.ts';

/** A file in each workspace, which has the API key in it. */
export const CONTEXT_FILE = 'report.txt';

type Given = Pick<Occasion, 'kind' | 'event'> & Partial<Occasion>;

/** Something that happens now. */
export function occasion({ time, nextId }: World, given: Given): Occasion {
  const common = { by: 'alice', job: 'ask', legs: 1, inputs: {}, thread: undefined } as const;
  return { id: nextId(), at: time.now(), ...common, ...given };
}

type Asking = Exclude<
  Step,
  {
    kind:
      | 'repeat'
      | 're-run'
      | 'mixed push'
      | 'agent pull'
      | 'own pull'
      | 'fault'
      | 'people'
      | 'key';
  }
>;

export function sweepOf(world: World): Occasion {
  const inputs = { operation: 'sweep', window: '365d', timeout: '600s', wait: '', key: '' };
  return occasion(world, { kind: 'sweep', event: scheduled(world.github), job: 'sweep', inputs });
}

/** Pushes, releases and schedules are reported here. */
const DOCS_THREAD = 32;

export function occasionOf(step: Asking, world: World): Occasion {
  const { github } = world;
  const { kind } = step;
  switch (step.kind) {
    case 'label': {
      const { thread, by, legs } = step;
      const hasOneKey = legs > 1 && step.hasOneKey === true;
      const job = hasOneKey ? 'same' : legs > 1 ? 'matrix' : 'ask';
      const event = labeled(github, thread, by);
      return occasion(world, { kind: 'label', event, by, thread, legs, hasOneKey, job });
    }
    case 'command': {
      const { thread, by, text } = step;
      return occasion(world, {
        kind: 'command',
        event: commented(github, thread, by, text),
        by,
        thread,
      });
    }
    case 'review': {
      const { thread, by } = step;
      const body = `/docs explain this, ${5_000 + world.nextId()}`;
      const submit = () => submitReview(github.thread(thread), github.account(by), body, []);
      return occasion(world, {
        kind,
        event: github.deliveryOf('pull_request_review', submit),
        by,
        thread,
      });
    }
    case 'push':
      return reported(world, { kind, event: push(step, world), by: step.by, job: 'push' });
    case 'release': {
      const number = world.nextId();
      const release = { tag: `v1.${number}-${TOKEN}`, notes: `New flag ${number}` };
      const act = () => publish(github.repository, github.account(step.by), release);
      return reported(world, {
        kind,
        event: github.deliveryOf('release', act),
        by: step.by,
        job: 'release',
      });
    }
    case 'schedule':
      return reported(world, { kind, event: scheduled(github), job: kind });
    case 'dispatch': {
      const event = dispatched(github, step.by);
      return reported(world, { kind, event, by: step.by, job: kind });
    }
    case 'workflow run': {
      const { sha } = tipOf(github);
      // whoever pushed caused the deployment
      const by = github.commits.find((each) => each.sha === sha)?.by ?? step.by;
      return reported(world, { kind, event: deployed(github, sha, by), by, job: 'deployed' });
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
      const inputs = {
        operation: 'attach',
        wait: '',
        'job-id': job,
        'issue-number': String(thread),
      };
      return { ...byDispatch(step.by, world, { kind, inputs }), thread };
    }
    case 'without comments': {
      const inputs = {
        comment: 'false',
        prompt: 'Refresh the pages',
        'issue-number': '',
        'pull-request': 'new',
      };
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

/**
 * Takes away the newest commit of `main`, unless that merged a pull request. @returns the tip that
 * is left.
 */
function replaceTip(github: GitHub): string {
  const { commits, replaced, pulls } = github;
  const { sha, parents } = tipOf(github);
  const [parent = ''] = parents;
  if (
    commits.at(-1)?.sha !== sha ||
    [...pulls.values()].some(({ pull }) => pull.merge?.sha === sha)
  )
    return sha;
  commits.pop();
  replaced.set(sha, parent);
  return parent;
}

/** A person comments: no two comments have the same words, and some have a secret. */
function commented(github: GitHub, thread: number, by: Person, text: string): Event {
  const count = github.repository.comments.length;
  const body = `${text} (${count})${count % 3 === 0 ? `; my token is ${TOKEN}` : ''}`;
  return github.deliveryOf('issue_comment', () => say(github, github.thread(thread), by, body));
}

function jobNamed(of: number, { service }: World): string {
  const jobs = [...service.jobs.keys()];
  return jobs[of % Math.max(1, jobs.length)] ?? 'none';
}

/**
 * A request without a thread of its own. @param merged the pull request of its commit, where it is
 * reported without an issue.
 */
function reported(
  world: World,
  given: Given & { readonly by?: Person },
  merged?: number,
): Occasion {
  const { pullRequest, isWithoutIssue } = world.setup;
  const inputs = {
    'issue-number': isWithoutIssue ? '' : String(DOCS_THREAD),
    'pull-request': pullRequest,
    'context-file': given.kind === 'dispatch' ? CONTEXT_FILE : '',
    prompt: given.kind === 'schedule' || given.kind === 'dispatch' ? 'Refresh the pages' : '',
  };
  return occasion(world, { ...given, thread: isWithoutIssue ? merged : DOCS_THREAD, inputs });
}

/** A request by hand, which is reported in {@link DOCS_THREAD}. */
function byDispatch(
  by: Person,
  world: World,
  { kind, inputs }: Pick<Occasion, 'kind' | 'inputs'>,
): Occasion {
  const request = { kind, job: kind, by, thread: DOCS_THREAD };
  const given = { 'issue-number': String(DOCS_THREAD), ...inputs };
  return occasion(world, { ...request, event: dispatched(world.github, by), inputs: given });
}

type OnPull = Extract<Step, { readonly act: unknown; readonly by: unknown }>;

/** What a person does to a pull request, and which runs that starts; empty if there is none. */
export function pullOccasions({ kind, act, of, by }: OnPull, world: World): Occasion[] {
  const { github } = world;
  const pulls = [...github.pulls.values()].filter(
    ({ job }) => (job !== undefined) === (kind === 'agent pull'),
  );
  const opened = pulls[of % Math.max(1, pulls.length)];
  if (kind === 'own pull' && (act === 'opened' || !opened)) {
    const own = openOwnPull(github, { author: by, job: undefined, isDraft: false });
    return [pullOccasion(own.event, own.opened, by, world)];
  }
  if (!opened) return [];
  const { thread } = opened;
  const state = stateOf(opened);
  const command = (text: string, where = thread.number) => [
    occasion(world, {
      kind: 'command',
      event: commented(github, where, by, text),
      by,
      thread: where,
    }),
  ];
  const happening = (event: Event) => [pullOccasion(event, opened, by, world)];
  const setState = (isOpen: boolean) =>
    happening(github.deliveryOf('pull_request', () => setOpen(thread, github.account(by), isOpen)));
  switch (act) {
    case 'command':
      return command('/docs shorter, please');
    case 'new command':
      return command('/docs new explain it');
    case 'command at origin':
      return command('/docs shorter, please', originOf(opened, world));
    case 'reopened':
      return state === 'closed' ? setState(true) : [];
  }
  if (state !== 'open') return [];
  switch (act) {
    case 'opened':
      return [];
    case 'merged':
      markReady(thread, github.account(by));
      return mergeOccasions(opened, by, world);
    case 'closed':
      return setState(false);
    case 'synchronize':
      return happening(amend(github, opened, by));
    case 'labeled':
      return happening(labeled(github, thread.number, by));
  }
}

/** The thread in which the job was asked for that opened the pull request. */
const originOf = ({ job }: OpenedPull, { senders }: World) =>
  senders.get(job ?? '')?.[0]?.occasion.thread;

/** An event of a pull request: of a person, or of the agent. */
export function pullOccasion(
  event: Event,
  { thread: { number: thread }, job }: OpenedPull,
  by: Person,
  world: World,
) {
  const isLabel = Object(event.payload).action === 'labeled';
  const kind = job !== undefined ? 'agent' : isLabel ? 'label' : 'pull request';
  const inputs = { 'pull-request': world.setup.pullRequest };
  return occasion(world, { kind, event, by, thread, inputs });
}

/**
 * A person merges an open pull request of the agent on their machine, and pushes that with a commit
 * of their own.
 */
export function mixedPush(
  { of, isMergeLast, by }: Extract<Step, { kind: 'mixed push' }>,
  world: World,
): Occasion[] {
  const { github } = world;
  const open = [...github.pulls.values()].filter(
    (each) => each.job !== undefined && stateOf(each) === 'open',
  );
  const opened = open[of % Math.max(1, open.length)];
  const events: Event[] = [];
  const merge = (base: string) => {
    if (!opened) return commitOnto(github, base, by);
    markReady(opened.thread, github.account(by));
    const { closed, sha } = mergeOnto(github, base, opened, by);
    events.push(closed);
    return sha;
  };
  const own = (base: string) => commitOnto(github, base, by);
  const [first, last] = isMergeLast ? [own, merge] : [merge, own];
  const event = pushMain(github, by, last(first(tipOf(github).sha)));
  const merged = isMergeLast ? opened?.thread.number : undefined;
  return [
    ...events.flatMap((closed) => (opened ? [pullOccasion(closed, opened, by, world)] : [])),
    reported(world, { kind: 'push', event, by, job: 'push' }, merged),
  ];
}

/** The agent pushes a commit to `main`, which is deployed. */
export function pushDirectly(by: Person, world: World): Occasion[] {
  const { github } = world;
  const event = push({ by }, world);
  const given = { kind: 'agent', by } as const;
  const deployment = deployed(github, tipOf(github).sha, by);
  return [
    reported(world, { ...given, event, job: 'push' }),
    reported(world, { ...given, event: deployment, job: 'deployed' }),
  ];
}

/**
 * A merge is three events: the pull request is closed, its merge commit is pushed, and that is
 * deployed.
 */
export function mergeOccasions(opened: OpenedPull, by: Person, world: World): Occasion[] {
  const { github } = world;
  const { number } = opened.thread;
  const { closed, sha } = mergeOnto(github, tipOf(github).sha, opened, by);
  const event = pushMain(github, by, sha);
  const push = reported(world, { kind: 'push', event, by, job: 'push' }, number);
  const deployment = {
    kind: 'workflow run',
    event: deployed(github, sha, by),
    by,
    job: 'deployed',
  } as const;
  const byMerge = (each: Occasion): Occasion =>
    opened.job === undefined ? each : { ...each, kind: 'agent' };
  return [
    pullOccasion(closed, opened, by, world),
    byMerge(push),
    byMerge(reported(world, deployment, number)),
  ];
}

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
}
