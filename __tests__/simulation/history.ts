import fc from 'fast-check';
import { MANNERS, PLACES } from './faults.ts';

/**
 * Histories as data: the same one always ends the same way. Each type is what its arbitrary draws.
 */
type Drawn<A> = A extends fc.Arbitrary<infer T> ? Fields<T> : never;
/** Of each member of a union: what may be undefined may also be missing. */
type Fields<T> = T extends object
  ? { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
      readonly [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
    }
  : T;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const between = (min: number, max: number) => fc.integer({ min, max });
/** One of these names, so many times more often than one of weight 1. */
function among<K extends string>(weights: Readonly<Record<K, number>>): fc.Arbitrary<K> {
  const names = Object.keys(weights).filter((name): name is K => name in weights);
  return fc.constantFrom(...names.flatMap((name) => Array<K>(weights[name]).fill(name)));
}
const is = <const K extends string | number | boolean>(...kinds: K[]) => fc.constantFrom(...kinds);
const either = <T>(...choices: (readonly [weight: number, value: fc.Arbitrary<T>])[]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
/** Undefined so many times more often than one of the values. */
const rarely = <const T>(weight: number, ...values: T[]) =>
  either<T | undefined>([weight, fc.constant(undefined)], [1, fc.constantFrom(...values)]);

/** Pauses between two things that happen: at once, while a run works, after it, weeks later. */
const AFTER = either(
  [4, between(0, 4 * SECOND)],
  [5, between(0, 60 * SECOND)],
  [5, between(MINUTE, 20 * MINUTE)],
  [2, between(20 * MINUTE, 3 * HOUR)],
  [1, between(3 * HOUR, 30 * HOUR)],
  [1, between(30 * HOUR, 20 * 24 * HOUR)],
);

const WHEN = is('before', 'after');
/**
 * At the n-th request, or at the n-th that is no GET, before or after the server carried it out; or
 * after so many milliseconds.
 */
const KILL = fc.oneof(
  fc.record({ request: between(1, 16), when: WHEN }),
  // The writes around the end come more often: after them, the post step may say something twice.
  {
    weight: 2,
    arbitrary: fc.record({ write: is<number>(1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 8, 8, 9), when: WHEN }),
  },
  fc.record({ ms: between(0, 4 * MINUTE) }),
);
export type KillPoint = Drawn<typeof KILL>;

/** How the process of one run ends before its time. */
export interface Fate {
  /** Milliseconds after which the run is cancelled. */
  readonly cancelAfter?: number | undefined;
  /** The run is cancelled as it sends its n-th request that is no GET. */
  readonly cancelAtWrite?: number | undefined;
  readonly kill?: KillPoint | undefined;
  /** Whether the post step runs after that, and at which request it is killed too. */
  readonly post?: 'runs' | 'lost' | { readonly killedAt: number } | undefined;
}
const POST = either<NonNullable<Fate['post']>>(
  [4, is('runs')],
  [3, is('lost')],
  [1, fc.record({ killedAt: between(1, 4) })],
);
const FATE = either<Fate>(
  [8, fc.constant({})],
  [2, fc.record({ kill: KILL, post: POST })],
  [1, fc.record({ cancelAfter: between(0, 3 * MINUTE) })],
  [1, fc.record({ cancelAfter: between(0, 10 * SECOND) })],
  [1, fc.record({ cancelAtWrite: between(1, 6) })],
);

/**
 * `dora` and `agent[bot]`: the accounts that an agent may use. `labeler[bot]`: an automation with
 * write permission.
 */
export type Person = 'alice' | 'bob' | 'tom' | 'mallory' | 'dora' | 'agent[bot]' | 'labeler[bot]';
const WRITER = is<Person>('alice', 'alice', 'bob');
const PERSON = either([9, WRITER], [1, is<Person>('tom', 'mallory')]);
const PERSON_OR_AGENT = either([6, PERSON], [1, is<Person>('dora')]);

/** Issues and pull requests in which people make requests: 40 is a pull request. */
export const THREADS = [31, 32, 40] as const;
const THREAD = is<number>(...THREADS, 31, 31);
const TEXT = is('/docs explain it', '/docs shorter, please', '/docs new explain it again');

const places = Object.keys(PLACES).filter((name): name is keyof typeof PLACES => name in PLACES);
const FAULT = fc
  .record({
    at: is(...places, 'create', 'status'),
    how: is(...MANNERS),
    // the last: until the faults stop
    times: either([8, between(1, 3)], [2, between(4, 40)], [1, is(1_000)]),
    skip: is<number>(0, 0, 0, 1, 2, 3),
  })
  // A list may lack a comment for 2 s, which one read shows.
  .filter(({ how, times }) => how !== 'incomplete list' || times === 1);
/**
 * So many requests of a process at a place go wrong, after so many that go well. A short fault is
 * over with the first process that met it; a long one hits each.
 */
export type Fault = Drawn<typeof FAULT>;

const PEOPLE_ACT = fc.oneof(
  among({
    'edit prose': 1,
    'break marker': 1,
    'delete comment': 1,
    'copy comment': 2,
    'rename requester': 1,
  }),
  is('lock thread', 'unlock thread', 'rename repository', 'transfer issue'),
);
export type PeopleAct = Drawn<typeof PEOPLE_ACT>;
/** `command at origin`: where the job was asked for that opened it. */
const AGENT_PULL = fc.oneof(
  {
    weight: 7,
    arbitrary: among({ labeled: 2, merged: 2, closed: 1, reopened: 1, synchronize: 1 }),
  },
  { weight: 4, arbitrary: among({ command: 2, 'new command': 1, 'command at origin': 1 }) },
);
/** `opened`: a person opens one of their own. */
const OWN_PULL = among({ opened: 2, synchronize: 1, merged: 2, labeled: 1, command: 1 });

/**
 * A run by its number, counted from the last one if it is negative, or a job by that of the run
 * that created it.
 */
const NUMBER = fc.nat({ max: 7 });
const BY_HAND = is('dispatch', 'workflow run', 'workflow run', 'without comments');

/** So many times more often than a step of weight 1. */
const often = <T>(weight: number, fields: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) => ({
  weight,
  arbitrary: fc.record<T>(fields),
});
const RUN = { after: AFTER, fate: FATE };
const STEP = fc.oneof(
  // Something that a person does to a pull request that a job opened in the repository, or to one
  // of a person.
  often(4, { kind: is('agent pull'), act: AGENT_PULL, of: NUMBER, by: PERSON_OR_AGENT, ...RUN }),
  often(4, {
    kind: is('own pull'),
    act: OWN_PULL,
    of: NUMBER,
    by: is<Person>('alice', 'bob', 'dora', 'dora'),
    ...RUN,
  }),
  // `hasOneKey`: the legs of the matrix have the same `key`; else each has its own.
  often(6, {
    kind: is('label'),
    thread: THREAD,
    by: PERSON,
    legs: is(1, 1, 2),
    hasOneKey: fc.boolean(),
    ...RUN,
  }),
  often(6, { kind: is('command'), thread: THREAD, by: PERSON, text: TEXT, ...RUN }),
  often(1, { kind: is('review'), thread: is<number>(40), by: PERSON, ...RUN }),
  // `isForced`: the commit of a push replaces the newest one.
  often(3, {
    kind: is('push', 'release', 'schedule'),
    isForced: rarely(9, true),
    by: WRITER,
    ...RUN,
  }),
  // `workflow run`: a deployment of the newest commit ended.
  often(3, { kind: BY_HAND, by: WRITER, ...RUN }),
  // A person pushes a commit of their own and the merge of a pull request that a job opened.
  often(1, { kind: is('mixed push'), of: NUMBER, isMergeLast: fc.boolean(), by: WRITER, ...RUN }),
  // A run sends a follow-up to the newest job of its thread, or to one that another run created.
  often(1, {
    kind: is('follow-up'),
    of: fc.option(NUMBER, { nil: undefined }),
    by: WRITER,
    ...RUN,
  }),
  // A run waits for a job that another run created.
  often(1, { kind: is('attach'), of: NUMBER, by: WRITER, ...RUN }),
  // The event of an earlier run is delivered again, to another run.
  often(3, { kind: is('repeat'), of: NUMBER, ...RUN }),
  often(5, { kind: is('re-run'), of: NUMBER, only: is('all', 'failed'), by: WRITER, ...RUN }),
  often(2, { kind: is('sweep'), ...RUN }),
  // From now on.
  often(20, { kind: is('fault'), after: AFTER, fault: FAULT }),
  often(2, { kind: is('people'), after: AFTER, act: PEOPLE_ACT, of: NUMBER }),
  // The API key is replaced.
  often(1, { kind: is('key'), after: AFTER }),
);
/** What happens, so many milliseconds after what happened before. */
export type Step = Drawn<typeof STEP>;

/**
 * Two or three requests for one job in several threads, at the same time or soon one after the
 * other, and perhaps long after it was made.
 */
const CONVERSATION: fc.Arbitrary<Step[]> = fc
  .record({
    of: NUMBER,
    first: either([3, AFTER], [1, is(26 * HOUR)]),
    pause: is(0, 0, 700, 5 * SECOND, 15 * SECOND),
    killed: rarely(2, 0, 0, 1),
    sweep: rarely(2, 0, 5 * SECOND),
  })
  .chain(({ of, first, pause, killed, sweep }) => {
    const common = { by: 'alice', fate: {}, after: pause } as const;
    const requests: Step[] = [
      { kind: 'agent pull', act: 'command', of, ...common },
      { kind: 'agent pull', act: 'command at origin', of, ...common },
      { kind: 'agent pull', act: 'new command', of, ...common },
      { kind: 'push', ...common },
      { kind: 'follow-up', of, ...common },
      { kind: 're-run', of, only: 'all', ...common },
    ];
    const fate: Fate = { kill: { ms: 20 * SECOND }, post: 'lost' };
    return fc.shuffledSubarray(requests, { minLength: 2, maxLength: 3 }).map((chosen) => [
      ...chosen.map((each, at) => ({
        ...each,
        ...(at === 0 && { after: first }),
        ...(at === killed && { fate }),
      })),
      ...(sweep === undefined ? [] : [{ kind: 'sweep' as const, after: sweep, fate: {} }]),
    ]);
  });

/**
 * A request, and the same one again: the event is delivered twice, or the label is set again,
 * within the two seconds of the first run, while that works, or later. The answer to the first one
 * may be lost, and the first run may be run again at last.
 */
const AGAIN: fc.Arbitrary<Step[]> = fc
  .record({
    ...{
      first: AFTER,
      thread: THREAD,
      kind: is('label', 'label', 'label', 'push', 'schedule'),
      isDelivery: fc.boolean(),
    },
    pause: either([2, between(0, 4 * SECOND)], [1, between(5 * SECOND, 3 * MINUTE)], [1, AFTER]),
    lost: rarely<string>(1, '502 after', 'lost after'),
    rerun: fc.option(AFTER, { nil: undefined }),
  })
  .map(({ first, thread, kind, isDelivery, pause, lost, rerun }) => {
    const common = { by: 'alice', fate: {} } as const;
    const asked = (after: number): Step =>
      kind === 'label'
        ? { kind, thread, legs: 1, hasOneKey: false, after, ...common }
        : { kind, isForced: undefined, after, ...common };
    return [
      ...(lost === undefined
        ? []
        : [{ kind: 'fault', after: 0, fault: { ...LOST, how: lost } } as const]),
      asked(first),
      isDelivery ? { kind: 'repeat', of: -1, after: pause, fate: {} } : asked(pause),
      ...(rerun === undefined
        ? []
        : [{ kind: 're-run', of: -2, only: 'all', after: rerun, ...common } as const]),
    ];
  });
const LOST = { at: 'create', times: 1, skip: 0 } as const;
const STEPS = either<Step[]>([20, STEP.map((each) => [each])], [4, CONVERSATION], [3, AGAIN]);

/** How a job goes after a prompt. */
const JOB = fc.record({
  /** For how long the agent works. A stuck job never ends. */
  seconds: either([3, between(0, 180)], [1, between(180, 4_000)]),
  end: fc.oneof(
    // `pushed`: the agent pushes to `main`, and opens no pull request.
    {
      weight: 7,
      arbitrary: among({
        'pull-request': 3,
        pushed: 1,
        'no-changes': 1,
        failed: 1,
        'failed-with-link': 1,
      }),
    },
    { weight: 3, arbitrary: is('archived', 'archived-with-link', 'stuck') },
  ),
  /** The pull request is in the repository of the workflow. */
  isHere: fc.boolean(),
  /** For so many seconds after the end, the job shows no link yet. */
  linkAfter: is<number>(0, 0, 0, 5, 20, 45, 400, 400),
  /** For so many seconds after a follow-up, the job still shows its former end. */
  idleFirst: is<number>(0, 0, 4, 20, 25),
  /** For so many seconds after its creation, reads answer 404. */
  unknownFor: is<number>(0, 0, 0, 3, 20),
  /**
   * So many seconds after the prompt, the agent opens its pull request, and pushes to it later.
   * Undefined: at the end.
   */
  opensAfter: rarely<number>(2, 10, 15, 90),
  /** It is a draft then, and made ready while the agent works. */
  isDraft: fc.boolean(),
  /**
   * So many seconds after the end, or before it, its pull request is merged. Undefined: only if a
   * step says so.
   */
  mergesAfter: rarely<number>(1, -5, 20, 300),
  /** Who does that: the agent, or GitHub in its name (auto-merge), or a person. */
  mergedBy: is('agent', 'bob'),
  /** Who sets the label as soon as the pull request is opened. */
  labeledBy: rarely<Person>(3, 'bob', 'labeler[bot]'),
  /** Some time after the end, reads of the job are answered with this status for good. */
  refusedAs: rarely(20, 403, 410, 500),
});
export type JobPlan = Drawn<typeof JOB>;

/**
 * What is left of a plan when nothing about it matters; also the plan of prompts after the last
 * one.
 */
export const PLAIN_JOB: JobPlan = {
  seconds: 120,
  end: 'pull-request',
  isHere: false,
  linkAfter: 0,
  idleFirst: 0,
  unknownFor: 0,
  isDraft: false,
  mergedBy: 'agent',
  ...{ opensAfter: undefined, mergesAfter: undefined, labeledBy: undefined, refusedAs: undefined },
};

interface Limits {
  readonly openPulls?: number;
  readonly jobsPerDay?: number;
}

const SETUP = fc
  .record({
    /** Of latencies, ids and jitter. */
    seed: fc.nat(),
    /** Nothing goes wrong, and no two runs overlap. */
    isQuiet: fc.constant<boolean>(false),
    /**
     * Whose account the agent uses: that of a GitHub App, or that of a person, who opens pull
     * requests too. The workflow may not declare it.
     */
    account: is('bot', 'bot', 'person', 'undeclared bot', 'undeclared person'),
    /** Who copies each announcement at once: an automation, or another workflow. */
    copier: rarely<Person | 'github-actions[bot]'>(7, 'labeler[bot]', 'github-actions[bot]'),
    /** Pushes, releases and schedules are reported in no issue. */
    isWithoutIssue: is(false, false, false, true),
    /**
     * `concurrency` per thread: with `queue: max`, all runs wait; without, GitHub drops the run
     * that waits when another one comes.
     */
    concurrency: is('none', 'all wait', 'all wait', 'one waits'),
    /** Milliseconds after which a list shows each new comment and each edit at the latest. */
    lag: fc.record({
      created: is<number>(0, 0, 500, 1_500, 8_000),
      edited: is<number>(0, 0, 500, 1_500),
    }),
    /** Runners pick up a job within so many milliseconds: the shorter, the more runs race. */
    pickUp: is<number>(6_000, 6_000, 300),
    /** How many times longer than usual a request takes. */
    slowness: is<number>(1, 1, 1, 3, 5),
    wait: is(true, true, true, false),
    pullRequest: is('new', 'reuse'),
    /** So many comments of people are in each thread before the history begins. */
    crowd: rarely<number>(8, 110, 190),
    /** Requests per hour that GitHub accepts until the faults stop. */
    rateLimit: rarely<number>(12, 30, 90, 250),
    /**
     * Milliseconds by which the clocks of runners and of the service differ from GitHub's at most,
     * fast or slow.
     */
    clocks: rarely<number>(1, 240_000),
    /** Each event starts runs of a second workflow too, of the same project or of another one. */
    second: rarely(6, 'workflow', 'project'),
    /** The limits that the workflows set. */
    limits: rarely<Limits>(
      2,
      { openPulls: 1 },
      { openPulls: 2 },
      { jobsPerDay: 2 },
      { openPulls: 3, jobsPerDay: 4 },
    ),
    /** Seconds. */
    timeout: is<number>(20, 60, 300, 1_800, 1_800),
    /** The plans of the prompts, in the order in which the service accepts them. */
    jobs: fc.array(JOB, { maxLength: 6 }),
    home: is('here', 'here', 'here', 'elsewhere'),
  })
  /** The agent of a project works in one repository. */
  .map(({ home, jobs, limits, ...setup }) => ({
    ...setup,
    // Only a limit bounds what the account of a person causes.
    limits: setup.account.includes('person') ? { jobsPerDay: 4, ...limits } : limits,
    jobs: jobs.map((job): JobPlan => ({ ...job, isHere: home === 'here' })),
  }))
  // Without `concurrency`, the guarantee holds if each list shows a comment within 2 s of its
  // creation.
  .filter(({ concurrency, lag }) => concurrency !== 'none' || lag.created <= 1_500);
/** Saved histories may lack what was added later. */
export type Setup = Drawn<typeof SETUP>;

/** What is left of a setup when nothing about it matters. */
export const PLAIN_SETUP: Omit<Setup, 'isQuiet' | 'concurrency'> = {
  seed: 1,
  account: 'bot',
  isWithoutIssue: false,
  lag: { created: 0, edited: 0 },
  pickUp: 300,
  slowness: 1,
  wait: true,
  pullRequest: 'new',
  timeout: 1_800,
  jobs: [],
  ...{
    limits: undefined,
    crowd: undefined,
    rateLimit: undefined,
    clocks: undefined,
    second: undefined,
    copier: undefined,
  },
};

/** A sequence of what happens in a repository. */
export interface History {
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

/** All histories with so many steps. */
export const histories = (minLength: number, maxLength: number): fc.Arbitrary<History> =>
  fc.record({
    setup: SETUP,
    steps: fc
      .array(STEPS, { minLength, maxLength, size: 'max' })
      .map((steps) => steps.flat().slice(0, maxLength)),
  });

/**
 * Histories in which nothing goes wrong and no two runs overlap, so that everything that happens
 * can be counted in advance.
 */
export const quietHistories = (minLength: number, maxLength: number): fc.Arbitrary<History> =>
  histories(2 * minLength, 2 * maxLength).map(({ setup, steps }) => ({
    setup: quietSetup(setup),
    steps: steps.flatMap(quietStep),
  }));

const quietSetup = ({ seed, pullRequest, limits, jobs }: Setup): Setup => ({
  ...{ ...PLAIN_SETUP, isQuiet: true, concurrency: 'all wait', pickUp: 6_000 },
  ...{ seed, pullRequest, limits, jobs: jobs.map(quietJob) },
});

/** It ends while the run waits, and as the service says at once. */
const quietJob = (plan: JobPlan): JobPlan => ({
  ...plan,
  seconds: Math.min(plan.seconds, 600),
  end: /^archived|^stuck/.test(plan.end) ? 'pull-request' : plan.end,
  linkAfter: Math.min(plan.linkAfter, 5),
  idleFirst: Math.min(plan.idleFirst, 4),
  unknownFor: Math.min(plan.unknownFor, 3),
  opensAfter: plan.opensAfter && 10,
  mergesAfter: undefined,
  labeledBy: undefined,
  refusedAs: undefined,
});

const UNQUIET: readonly Step['kind'][] = [
  'fault',
  'people',
  'key',
  'attach',
  'follow-up',
  'without comments',
];

/** There is time enough for a request to be reported. */
function quietStep(step: Step): Step[] {
  if (UNQUIET.includes(step.kind)) return [];
  const quiet = { after: 2 * HOUR + (step.after % (8 * HOUR)), fate: {} };
  switch (step.kind) {
    case 'label':
      return [{ ...step, ...quiet, hasOneKey: false }];
    case 'own pull':
      return [{ ...step, ...quiet, act: 'opened', by: 'alice' }];
    case 'agent pull':
      return [{ ...step, ...quiet, by: 'alice' }];
    default:
      return [{ ...step, ...quiet }];
  }
}
