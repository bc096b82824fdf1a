import fc from 'fast-check';
import { type Fault, MANNERS, type Place } from './faults.ts';
import type { Fate, History, PeopleAct, PullAct, Setup, Step } from './history.ts';
import { THREADS } from './history.ts';
import type { JobPlan } from './service.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses between two things that happen: at once, while a run works, after it, weeks later. */
const AFTER = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 4 * SECOND }) },
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 60 * SECOND }) },
  { weight: 5, arbitrary: fc.integer({ min: MINUTE, max: 20 * MINUTE }) },
  { weight: 2, arbitrary: fc.integer({ min: 20 * MINUTE, max: 3 * HOUR }) },
  { weight: 1, arbitrary: fc.integer({ min: 3 * HOUR, max: 30 * HOUR }) },
  { weight: 1, arbitrary: fc.integer({ min: 30 * HOUR, max: 20 * 24 * HOUR }) },
);

/** Undefined so many times more often than one of the values. */
const rarely = <T>(weight: number, ...values: T[]) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });

const KILL: fc.Arbitrary<NonNullable<Fate['kill']>> = fc.oneof(
  fc.record({ request: fc.integer({ min: 1, max: 16 }), when: fc.constantFrom('before' as const, 'after' as const) }),
  fc.record({
    write: fc.integer({ min: 1, max: 9 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({ ms: fc.integer({ min: 0, max: 4 * MINUTE }) }),
);
const POST: fc.Arbitrary<NonNullable<Fate['post']>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('runs') },
  { weight: 3, arbitrary: fc.constant('lost') },
  { weight: 1, arbitrary: fc.record({ killedAt: fc.integer({ min: 1, max: 4 }) }) },
);
const FATE: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ kill: KILL, post: POST }) },
  { weight: 1, arbitrary: fc.record({ cancelAfter: fc.integer({ min: 0, max: 3 * MINUTE }) }) },
  { weight: 1, arbitrary: fc.record({ cancelAfter: fc.integer({ min: 0, max: 10 * SECOND }) }) },
  { weight: 1, arbitrary: fc.record({ cancelAtWrite: fc.integer({ min: 1, max: 6 }) }) },
);

const WRITER = fc.constantFrom('alice', 'alice', 'bob');
const PERSON = fc.oneof({ weight: 9, arbitrary: WRITER }, { weight: 1, arbitrary: fc.constantFrom('tom', 'mallory') });
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
    times: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
      { weight: 2, arbitrary: fc.integer({ min: 4, max: 40 }) },
      { weight: 1, arbitrary: fc.constant(1_000) }, // until the faults stop
    ),
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
const AUTHOR = fc.constantFrom('alice', 'bob', 'dora', 'dora');

const MIXED_PUSH = {
  kind: fc.constant('mixed push' as const),
  of: RUN_NUMBER,
  isMergeLast: fc.boolean(),
  by: WRITER,
};

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('agent pull' as const),
      after: AFTER,
      act: AGENT_PULL,
      of: RUN_NUMBER,
      by: fc.oneof({ weight: 6, arbitrary: PERSON }, { weight: 1, arbitrary: fc.constant('dora' as const) }),
      fate: FATE,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('own pull' as const),
      after: AFTER,
      act: OWN_PULL,
      of: RUN_NUMBER,
      by: AUTHOR,
      fate: FATE,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('label' as const),
      after: AFTER,
      thread: THREAD,
      by: PERSON,
      legs: fc.constantFrom(1, 1, 2),
      hasOneKey: fc.boolean(),
      fate: FATE,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      after: AFTER,
      thread: THREAD,
      by: PERSON,
      text: TEXT,
      fate: FATE,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('review' as const),
      after: AFTER,
      thread: fc.constant(40),
      by: PERSON,
      fate: FATE,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('push' as const, 'release' as const, 'schedule' as const),
      isForced: rarely(9, true),
      after: AFTER,
      by: WRITER,
      fate: FATE,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'dispatch' as const,
        'workflow run' as const,
        'workflow run' as const,
        'without comments' as const,
      ),
      after: AFTER,
      by: WRITER,
      fate: FATE,
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...MIXED_PUSH, after: AFTER, fate: FATE }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('follow-up' as const),
      after: AFTER,
      of: fc.option(RUN_NUMBER, { nil: undefined }),
      by: WRITER,
      fate: FATE,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('attach' as const),
      after: AFTER,
      of: RUN_NUMBER,
      by: WRITER,
      fate: FATE,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('repeat' as const), after: AFTER, of: RUN_NUMBER, fate: FATE }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('re-run' as const),
      after: AFTER,
      of: RUN_NUMBER,
      only: fc.constantFrom('all', 'failed'),
      by: WRITER,
      fate: FATE,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const), after: AFTER, fate: FATE }) },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('fault' as const), after: AFTER, fault: FAULT }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('people' as const), after: AFTER, act: ACT, of: RUN_NUMBER }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('key' as const), after: AFTER, keepsOld: fc.boolean() }) },
);

/** Two or three requests for one job in several threads, at the same time or soon one after the other, and perhaps long after it was made. */
const CONVERSATION: fc.Arbitrary<Step[]> = fc
  .record({
    of: RUN_NUMBER,
    first: fc.oneof({ weight: 3, arbitrary: AFTER }, { weight: 1, arbitrary: fc.constant(26 * HOUR) }),
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
  .record({ first: AFTER, second: fc.integer({ min: 5 * SECOND, max: 3 * MINUTE }), thread: THREAD })
  .map(({ first, second, thread }) =>
    [first, second].map((after) => ({ kind: 'label', after, thread, by: 'alice', legs: 1, fate: {} })),
  );

/** A label, and a copy of the status comment a few seconds later. */
const COPIED: fc.Arbitrary<Step[]> = fc
  .record({ first: AFTER, second: fc.integer({ min: 2 * SECOND, max: 10 * SECOND }), thread: THREAD, of: RUN_NUMBER })
  .map(({ first, second, thread, of }) => [
    { kind: 'label', after: first, thread, by: 'alice', legs: 1, fate: {} },
    { kind: 'people', after: second, act: 'copy comment', of },
  ]);

const STEPS: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 20, arbitrary: STEP.map((step) => [step]) },
  { weight: 4, arbitrary: CONVERSATION },
  { weight: 1, arbitrary: TWICE },
  { weight: 1, arbitrary: COPIED },
);

const JOB: fc.Arbitrary<JobPlan> = fc.record({
  seconds: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 180 }) },
    { weight: 1, arbitrary: fc.integer({ min: 180, max: 4_000 }) },
  ),
  end: fc.constantFrom(
    'pull-request',
    'pull-request',
    'pull-request',
    'no-changes',
    'failed',
    'failed-with-link',
    'archived',
    'archived-with-link',
    'stuck',
  ),
  isHere: fc.boolean(),
  linkAfter: fc.constantFrom(0, 0, 0, 5, 20, 45, 400, 400),
  idleFirst: fc.constantFrom(0, 0, 4, 20, 25),
  unknownFor: fc.constantFrom(0, 0, 0, 3, 20),
  opensAfter: fc.constantFrom(undefined, undefined, 10, 15, 90),
  isDraft: fc.boolean(),
  mergesAfter: fc.constantFrom(undefined, undefined, undefined, undefined, -5, 20, 300),
  refusedAs: fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(403, 410, 500) },
  ),
});

/** The repository that a project's agent works in. */
const HOME = fc.constantFrom('here', 'here', 'here', 'elsewhere');
const withHome = ({ home, jobs, ...setup }: Setup & { readonly home: string }): Setup => ({
  ...setup,
  jobs: jobs.map((job) => ({ ...job, isHere: home === 'here' })),
});

const SETUP: fc.Arbitrary<Setup> = fc
  .record({
    seed: fc.nat(),
    home: HOME,
    account: fc.constantFrom('bot' as const, 'person' as const),
    isWithoutIssue: fc.constantFrom(false, false, false, true),
    isQuiet: fc.constant(false),
    concurrency: fc.constantFrom('none' as const, 'all wait' as const, 'all wait' as const, 'one waits' as const),
    lag: fc.record({ created: fc.constantFrom(0, 0, 500, 1_500, 8_000), edited: fc.constantFrom(0, 0, 500, 1_500) }),
    pickUp: fc.constantFrom(6_000, 6_000, 300),
    slowness: fc.constantFrom(1, 1, 1, 3, 5),
    wait: fc.constantFrom(true, true, true, false),
    pullRequest: fc.constantFrom('new', 'reuse'),
    timeout: fc.constantFrom(20, 60, 300, 1_800, 1_800),
    crowd: rarely(8, 110, 190),
    rateLimit: rarely(12, 30, 90, 250),
    clocks: rarely(1, 240_000),
    second: rarely(6, 'workflow' as const, 'project' as const),
    jobs: fc.array(JOB, { maxLength: 6 }),
  })
  .map(withHome)
  // Without `concurrency`, the guarantee holds if each list shows a comment within 2 s of its creation.
  .filter(({ concurrency, lag }) => concurrency !== 'none' || lag.created <= 1_500);

/** Time enough for a request to be reported, and for a late link. */
const LONG_AFTER = fc.integer({ min: 2 * HOUR, max: 10 * HOUR });
const UNHINDERED = { after: LONG_AFTER, fate: fc.constant<Fate>({}) };

const QUIET_STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('label' as const),
    thread: THREAD,
    by: PERSON,
    legs: fc.constantFrom(1, 1, 2),
    ...UNHINDERED,
  }),
  fc.record({ kind: fc.constant('command' as const), thread: THREAD, by: PERSON, text: TEXT, ...UNHINDERED }),
  fc.record({ kind: fc.constant('review' as const), thread: fc.constant(40), by: PERSON, ...UNHINDERED }),
  fc.record({
    kind: fc.constantFrom(
      'push' as const,
      'push' as const,
      'push' as const,
      'release' as const,
      'schedule' as const,
      'workflow run' as const,
    ),
    isForced: rarely(4, true),
    by: WRITER,
    ...UNHINDERED,
  }),
  fc.record({ kind: fc.constant('dispatch' as const), by: WRITER, ...UNHINDERED }),
  fc.record({ ...MIXED_PUSH, ...UNHINDERED }),
  fc.record({ kind: fc.constant('repeat' as const), of: RUN_NUMBER, ...UNHINDERED }),
  fc.record({
    kind: fc.constant('re-run' as const),
    of: RUN_NUMBER,
    only: fc.constantFrom('all' as const, 'failed' as const),
    by: WRITER,
    ...UNHINDERED,
  }),
  fc.record({
    kind: fc.constant('agent pull' as const),
    act: AGENT_PULL,
    of: RUN_NUMBER,
    by: WRITER,
    ...UNHINDERED,
  }),
  fc.record({
    kind: fc.constant('own pull' as const),
    act: fc.constant('opened' as const),
    of: RUN_NUMBER,
    by: WRITER,
    ...UNHINDERED,
  }),
  fc.record({ kind: fc.constant('sweep' as const), ...UNHINDERED }),
);

const QUIET_SETUP: fc.Arbitrary<Setup> = fc
  .record({
    seed: fc.nat(),
    home: HOME,
    isQuiet: fc.constant(true),
    concurrency: fc.constant('all wait' as const),
    lag: fc.constant({ created: 0, edited: 0 }),
    pickUp: fc.constant(6_000),
    slowness: fc.constant(1),
    wait: fc.constant(true),
    pullRequest: fc.constantFrom('new' as const, 'reuse' as const),
    timeout: fc.constant(1_800),
    jobs: fc.array(
      fc.record({
        seconds: fc.integer({ min: 0, max: 600 }),
        end: fc.constantFrom(
          'pull-request' as const,
          'pull-request' as const,
          'pull-request' as const,
          'no-changes' as const,
          'failed' as const,
          'failed-with-link' as const,
        ),
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
  .map(withHome);

/** Histories in which everything that happens can be counted in advance. */
export const quietHistories = (minLength: number, maxLength: number): fc.Arbitrary<History> =>
  fc.record({ setup: QUIET_SETUP, steps: fc.array(QUIET_STEP, { minLength, maxLength, size: 'max' }) });

/** All histories with so many steps. */
export const histories = (minLength: number, maxLength: number): fc.Arbitrary<History> =>
  fc.record({
    setup: SETUP,
    steps: fc.array(STEPS, { minLength, maxLength, size: 'max' }).map((steps) => steps.flat().slice(0, maxLength)),
  });
