import fc from 'fast-check';
import { draw } from './draws.ts';
import { type Fault, MANNERS, type Place } from './faults.ts';
import type { Fate, History, PeopleAct, Person, PullAct, Setup, Step } from './history.ts';
import { THREADS } from './history.ts';
import type { JobPlan } from './service.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const between = (min: number, max: number) => fc.integer({ min, max });
const is = <const K extends string>(...kinds: K[]) => fc.constantFrom(...kinds);
/** So many times more often than a step of weight 1. */
const often = <T>(weight: number, fields: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) => ({
  weight,
  arbitrary: fc.record<T>(fields),
});
const either = <T>(...choices: (readonly [weight: number, value: fc.Arbitrary<T>])[]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Pauses between two things that happen: at once, while a run works, after it, weeks later. */
const AFTER = either(
  [4, between(0, 4 * SECOND)],
  [5, between(0, 60 * SECOND)],
  [5, between(MINUTE, 20 * MINUTE)],
  [2, between(20 * MINUTE, 3 * HOUR)],
  [1, between(3 * HOUR, 30 * HOUR)],
  [1, between(30 * HOUR, 20 * 24 * HOUR)],
);

/** Undefined so many times more often than one of the values. */
const rarely = <T>(weight: number, ...values: T[]) =>
  either<T | undefined>([weight, fc.constant(undefined)], [1, fc.constantFrom(...values)]);

const WHEN = is('before', 'after');
const KILL: fc.Arbitrary<NonNullable<Fate['kill']>> = fc.oneof(
  fc.record({ request: between(1, 16), when: WHEN }),
  fc.record({ write: between(1, 9), when: WHEN }),
  fc.record({ ms: between(0, 4 * MINUTE) }),
);
const POST = either<NonNullable<Fate['post']>>(
  [3, is('runs')],
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

const WRITER = is('alice', 'alice', 'bob');
const PERSON = either<Person>([9, WRITER], [1, is('tom', 'mallory')]);
const THREAD = fc.constantFrom(...THREADS, 31, 31);
const TEXT = fc.constantFrom('/docs explain it', '/docs shorter, please', '/docs new explain it again');

const PLACE = fc.constantFrom<Place>(
  'list of a thread',
  'list of the repository',
  'new comment',
  'edit',
  'deletion',
  'read of a comment',
  'permission',
  'reaction',
  'pull request',
  'comparison',
  'account',
  'any request to GitHub',
  'create',
  'create',
  'follow-up',
  'status',
  'status',
  'any request to the service',
);

const FAULT: fc.Arbitrary<Fault> = fc
  .record({
    at: PLACE,
    how: fc.constantFrom(...MANNERS),
    times: either([8, between(1, 3)], [2, between(4, 40)], [1, fc.constant(1_000)]), // the last: until the faults stop
    skip: fc.constantFrom(0, 0, 0, 1, 2, 3),
  })
  // A list may lack a comment for 2 s, which one read shows.
  .filter(({ how, times }) => how !== 'incomplete list' || times === 1);

const ACT = fc.constantFrom<PeopleAct>(
  'edit prose',
  'break marker',
  'delete comment',
  'copy comment',
  'copy comment',
  'lock thread',
  'unlock thread',
  'rename repository',
  'rename requester',
  'transfer issue',
);

const RUN_NUMBER = fc.nat({ max: 7 });
const AGENT_PULL = fc.constantFrom<PullAct>(
  'labeled',
  'labeled',
  'merged',
  'merged',
  'closed',
  'reopened',
  'synchronize',
  'command',
  'command',
  'new command',
  'command at origin',
);
const OWN_PULL = fc.constantFrom<PullAct>('opened', 'opened', 'synchronize', 'merged', 'merged', 'labeled', 'command');
/** An account that an agent may use makes requests too. */
const AUTHOR = is('alice', 'bob', 'dora', 'dora');

const MIXED_PUSH = { kind: is('mixed push'), of: RUN_NUMBER, isMergeLast: fc.boolean(), by: WRITER };
const PERSON_OR_AGENT = either<Person>([6, PERSON], [1, is('dora')]);
const OTHER_JOB = fc.option(RUN_NUMBER, { nil: undefined });
const LABEL = { kind: is('label'), after: AFTER, thread: THREAD, by: PERSON, legs: fc.constantFrom(1, 1, 2) };
const RERUN = { kind: is('re-run'), after: AFTER, of: RUN_NUMBER, only: is('all', 'failed'), by: WRITER };
const BY_HAND = is('dispatch', 'workflow run', 'workflow run', 'without comments');

const STEP: fc.Arbitrary<Step> = fc.oneof(
  often(4, { kind: is('agent pull'), after: AFTER, act: AGENT_PULL, of: RUN_NUMBER, by: PERSON_OR_AGENT, fate: FATE }),
  often(4, { kind: is('own pull'), after: AFTER, act: OWN_PULL, of: RUN_NUMBER, by: AUTHOR, fate: FATE }),
  often(6, { ...LABEL, hasOneKey: fc.boolean(), fate: FATE }),
  often(6, { kind: is('command'), after: AFTER, thread: THREAD, by: PERSON, text: TEXT, fate: FATE }),
  often(1, { kind: is('review'), after: AFTER, thread: fc.constant(40), by: PERSON, fate: FATE }),
  often(3, {
    kind: is('push', 'release', 'schedule'),
    isForced: rarely(9, true),
    after: AFTER,
    by: WRITER,
    fate: FATE,
  }),
  often(3, { kind: BY_HAND, after: AFTER, by: WRITER, fate: FATE }),
  often(1, { ...MIXED_PUSH, after: AFTER, fate: FATE }),
  often(1, { kind: is('follow-up'), after: AFTER, of: OTHER_JOB, by: WRITER, fate: FATE }),
  often(1, { kind: is('attach'), after: AFTER, of: RUN_NUMBER, by: WRITER, fate: FATE }),
  often(3, { kind: is('repeat'), after: AFTER, of: RUN_NUMBER, fate: FATE }),
  often(5, { ...RERUN, fate: FATE }),
  often(2, { kind: is('sweep'), after: AFTER, fate: FATE }),
  often(20, { kind: is('fault'), after: AFTER, fault: FAULT }),
  often(2, { kind: is('people'), after: AFTER, act: ACT, of: RUN_NUMBER }),
  often(1, { kind: is('key'), after: AFTER, keepsOld: fc.boolean() }),
);

/** Two or three requests for one job in several threads, at the same time or soon one after the other, and perhaps long after it was made. */
const CONVERSATION: fc.Arbitrary<Step[]> = fc
  .record({
    of: RUN_NUMBER,
    first: either([3, AFTER], [1, fc.constant(26 * HOUR)]),
    pause: fc.constantFrom(0, 0, 700, 5 * SECOND, 15 * SECOND),
    killed: rarely(2, 0, 0, 1),
    sweep: rarely(2, 0, 5 * SECOND),
  })
  .chain(({ of, first, pause, killed, sweep }) => {
    const common = { by: 'alice', fate: {} } as const;
    const requests: Step[] = [
      { kind: 'agent pull', act: 'command', of, after: pause, ...common },
      { kind: 'agent pull', act: 'command at origin', of, after: pause, ...common },
      { kind: 'agent pull', act: 'new command', of, after: pause, ...common },
      { kind: 'push', after: pause, ...common },
      { kind: 'follow-up', of, after: pause, ...common },
      { kind: 're-run', of, only: 'all', after: pause, ...common },
    ];
    const fate: Fate = { kill: { ms: 20 * SECOND }, post: 'lost' };
    return fc
      .shuffledSubarray(requests, { minLength: 2, maxLength: 3 })
      .map((chosen) => [
        ...chosen.map((step, at) => ({ ...step, ...(at === 0 && { after: first }), ...(at === killed && { fate }) })),
        ...(sweep === undefined ? [] : [{ kind: 'sweep' as const, after: sweep, fate: {} }]),
      ]);
  });

/** The same label twice, the second time perhaps while the first run works. */
const TWICE: fc.Arbitrary<Step[]> = fc
  .record({ first: AFTER, second: between(5 * SECOND, 3 * MINUTE), thread: THREAD })
  .map(({ first, second, thread }) =>
    [first, second].map((after) => ({ kind: 'label', after, thread, by: 'alice', legs: 1, fate: {} })),
  );

/** A label, and a copy of the status comment a few seconds later. */
const COPIED: fc.Arbitrary<Step[]> = fc
  .record({ first: AFTER, second: between(2 * SECOND, 10 * SECOND), thread: THREAD, of: RUN_NUMBER })
  .map(({ first, second, thread, of }) => [
    { kind: 'label', after: first, thread, by: 'alice', legs: 1, fate: {} },
    { kind: 'people', after: second, act: 'copy comment', of },
  ]);

const STEPS = either<Step[]>([20, STEP.map((step) => [step])], [4, CONVERSATION], [1, TWICE], [1, COPIED]);

/** Each one is as likely as the others; a pull request is the most frequent. */
const ENDS = ['pull-request', 'pull-request', 'pull-request', 'no-changes', 'failed', 'failed-with-link'] as const;

const JOB: fc.Arbitrary<JobPlan> = fc.record({
  seconds: either([3, between(0, 180)], [1, between(180, 4_000)]),
  end: fc.constantFrom(...ENDS, 'archived', 'archived-with-link', 'stuck'),
  isHere: fc.boolean(),
  linkAfter: fc.constantFrom(0, 0, 0, 5, 20, 45, 400, 400),
  idleFirst: fc.constantFrom(0, 0, 4, 20, 25),
  unknownFor: fc.constantFrom(0, 0, 0, 3, 20),
  opensAfter: fc.constantFrom(undefined, undefined, 10, 15, 90),
  isDraft: fc.boolean(),
  mergesAfter: fc.constantFrom(undefined, undefined, undefined, undefined, -5, 20, 300),
  refusedAs: rarely(20, 403, 410, 500),
});

/** The repository that a project's agent works in. */
const HOME = is('here', 'here', 'here', 'elsewhere');
const withHome = ({ home, jobs, ...setup }: Setup & { readonly home: string }): Setup => ({
  ...setup,
  jobs: jobs.map((job) => ({ ...job, isHere: home === 'here' })),
});

/** Limits in a third of the histories, drawn from the seed, so that all else is drawn as without them. */
const withLimits = (setup: Setup): Setup => ({
  ...setup,
  limits: LIMITS[Math.floor(draw(setup.seed, 'limits') * LIMITS.length)],
});
const LIMITS: readonly Setup['limits'][] = [
  ...Array(8).fill(undefined),
  { openPulls: 1 },
  { openPulls: 2 },
  { jobsPerDay: 2 },
  { openPulls: 3, jobsPerDay: 4 },
];

const SETUP: fc.Arbitrary<Setup> = fc
  .record({
    seed: fc.nat(),
    home: HOME,
    account: is('bot', 'person'),
    isWithoutIssue: fc.constantFrom(false, false, false, true),
    isQuiet: fc.constant(false),
    concurrency: is('none', 'all wait', 'all wait', 'one waits'),
    lag: fc.record({ created: fc.constantFrom(0, 0, 500, 1_500, 8_000), edited: fc.constantFrom(0, 0, 500, 1_500) }),
    pickUp: fc.constantFrom(6_000, 6_000, 300),
    slowness: fc.constantFrom(1, 1, 1, 3, 5),
    wait: fc.constantFrom(true, true, true, false),
    pullRequest: is('new', 'reuse'),
    timeout: fc.constantFrom(20, 60, 300, 1_800, 1_800),
    crowd: rarely(8, 110, 190),
    rateLimit: rarely(12, 30, 90, 250),
    clocks: rarely(1, 240_000),
    second: rarely(6, 'workflow' as const, 'project' as const),
    jobs: fc.array(JOB, { maxLength: 6 }),
  })
  .map(withHome)
  .map(withLimits)
  // Without `concurrency`, the guarantee holds if each list shows a comment within 2 s of its creation.
  .filter(({ concurrency, lag }) => concurrency !== 'none' || lag.created <= 1_500);

/** Time enough for a request to be reported, and for a late link. */
const LONG_AFTER = between(2 * HOUR, 10 * HOUR);
const UNHINDERED = { after: LONG_AFTER, fate: fc.constant<Fate>({}) };

const QUIET_STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: is('label'), thread: THREAD, by: PERSON, legs: fc.constantFrom(1, 1, 2), ...UNHINDERED }),
  fc.record({ kind: is('command'), thread: THREAD, by: PERSON, text: TEXT, ...UNHINDERED }),
  fc.record({ kind: is('review'), thread: fc.constant(40), by: PERSON, ...UNHINDERED }),
  fc.record({
    kind: is('push', 'push', 'push', 'release', 'schedule', 'workflow run'),
    isForced: rarely(4, true),
    by: WRITER,
    ...UNHINDERED,
  }),
  fc.record({ kind: is('dispatch'), by: WRITER, ...UNHINDERED }),
  fc.record({ ...MIXED_PUSH, ...UNHINDERED }),
  fc.record({ kind: is('repeat'), of: RUN_NUMBER, ...UNHINDERED }),
  fc.record({ kind: is('re-run'), of: RUN_NUMBER, only: is('all', 'failed'), by: WRITER, ...UNHINDERED }),
  fc.record({ kind: is('agent pull'), act: AGENT_PULL, of: RUN_NUMBER, by: WRITER, ...UNHINDERED }),
  fc.record({ kind: is('own pull'), act: is('opened'), of: RUN_NUMBER, by: WRITER, ...UNHINDERED }),
  fc.record({ kind: is('sweep'), ...UNHINDERED }),
);

const QUIET_SETUP: fc.Arbitrary<Setup> = fc
  .record({
    seed: fc.nat(),
    home: HOME,
    isQuiet: fc.constant(true),
    concurrency: is('all wait'),
    lag: fc.constant({ created: 0, edited: 0 }),
    pickUp: fc.constant(6_000),
    slowness: fc.constant(1),
    wait: fc.constant(true),
    pullRequest: is('new', 'reuse'),
    timeout: fc.constant(1_800),
    jobs: fc.array(
      fc.record({
        seconds: between(0, 600),
        end: fc.constantFrom(...ENDS),
        isHere: fc.boolean(),
        linkAfter: fc.constantFrom(0, 5),
        idleFirst: fc.constantFrom(0, 4),
        unknownFor: fc.constantFrom(0, 3),
        opensAfter: fc.constantFrom(undefined, 10),
        isDraft: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
  })
  .map(withHome)
  .map(withLimits);

/** Histories in which everything that happens can be counted in advance. */
export const quietHistories = (minLength: number, maxLength: number): fc.Arbitrary<History> =>
  fc.record({ setup: QUIET_SETUP, steps: fc.array(QUIET_STEP, { minLength, maxLength, size: 'max' }) });

/** All histories with so many steps. */
export const histories = (minLength: number, maxLength: number): fc.Arbitrary<History> =>
  fc.record({
    setup: SETUP,
    steps: fc.array(STEPS, { minLength, maxLength, size: 'max' }).map((steps) => steps.flat().slice(0, maxLength)),
  });
