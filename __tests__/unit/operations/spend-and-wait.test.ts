import { describe, expect, test } from '@jest/globals';
import type { Reading, Spending } from '../../../src/agent/client.ts';
import { snapshotOf } from '../../../src/agent/job.ts';
import type { Since } from '../../../src/agent/watch.ts';
import { ServiceError } from '../../../src/errors.ts';
import { join, spendAndWait, type WaitEffects } from '../../../src/operations/spend-and-wait.ts';
import type { Outcome, Superseded } from '../../../src/report/outcome.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST, read, sampleJob } from '../../support/sample-job.ts';
import { inTime } from '../../support/sample-outcomes.ts';

const DEADLINE = 600_000;
const error = new ServiceError('No.', 'Check it.');
const CREATE = { kind: 'create', placing: {} } as const;

interface Script {
  /** What the service answers to what is sent. */
  readonly spending?: Spending;
  readonly says?: Reading;
  readonly cancel?: AbortController;
  /** Happens while the service is asked. */
  readonly during?: () => void;
  /** When the wait begins, in milliseconds. */
  readonly began?: number;
  readonly waits?: boolean;
  /** Who has the request now, from so many milliseconds on. */
  readonly takenAt?: readonly [elapsed: number, by: Superseded];
}

/** A scripted service and a reporter, with what they were told. */
function scene({ spending = accepted, says = read('failed'), during = () => {}, ...script }: Script) {
  const { cancel = new AbortController(), began = 0, waits = true, takenAt } = script;
  const clock = createFakeClock();
  clock.pass(began);
  const log: string[] = [];
  const started: (Date | undefined)[] = [];
  const spend = (what: string): Promise<Spending> => {
    log.push(what);
    during();
    return Promise.resolve(spending);
  };
  const notItsBusiness = () => Promise.reject(new Error('not its business'));
  const effects: WaitEffects = {
    ...{ clock, waits, deadline: DEADLINE, signal: cancel.signal },
    service: {
      createJob: (prompt) => spend(`create ${prompt}`),
      sendFollowUp: (id, prompt) => spend(`follow-up to ${id} ${prompt}`),
      async readJob(id) {
        log.push(`read ${id}`);
        return says;
      },
    },
    reporter: {
      ...{ asked: () => {}, attaching: () => {}, sent: () => {}, rehearsed: notItsBusiness },
      ...{ asking: notItsBusiness, ended: notItsBusiness },
      async started(job, until) {
        log.push(`started ${job.id}`);
        started.push(until);
      },
      read: ({ kind }) => void log.push(`told ${kind}`),
      ...{ pausing: () => {}, surveying: () => {}, postponed: () => {} },
      joined: () => void log.push('joined'),
      superseded: async (elapsed) => (takenAt && elapsed >= takenAt[0] ? takenAt[1] : undefined),
    },
    onStarted: async () => void log.push('on'),
  };
  return { log, started, clock, effects };
}

/** Asks for a job, and waits. */
async function play(script: Script, claim: Parameters<typeof spendAndWait>[1] = CREATE) {
  const { effects, ...told } = scene(script);
  return { outcome: await spendAndWait('Do it', claim, effects), ...told };
}

/** Waits for a job that is there. */
async function joining(script: Script, job = sampleJob(), since: Since = { kind: 'create' }) {
  const { effects, ...told } = scene(script);
  return { outcome: await join(job, since, effects), ...told };
}

const accepted: Spending = { kind: 'accepted', job: sampleJob() };

test('creates, tells the name, waits, and judges', async () => {
  const { outcome, log, started } = await play({ says: read('completed', PULL_REQUEST) });
  expect(outcome).toEqual({ verdict: 'pull-request', job: sampleJob('completed', PULL_REQUEST) });
  expect(log).toEqual(['create Do it', 'started j_8fk2', 'on', 'read j_8fk2', 'told job']);
  expect(started).toEqual([inTime(DEADLINE)]);
});

describe('a follow-up', () => {
  const done = sampleJob('completed', PULL_REQUEST);
  const claim = { kind: 'follow-up', job: done, placing: { before: snapshotOf(done) } } as const;

  test('goes to the job that is there, whose end before it is not believed at once', async () => {
    const spending: Spending = { kind: 'accepted', job: done };
    const { outcome, log, clock } = await play({ spending, says: read('completed', PULL_REQUEST) }, claim);
    expect(log.slice(0, 3)).toEqual(['follow-up to j_8fk2 Do it', 'started j_8fk2', 'on']);
    expect(outcome).toEqual({ verdict: 'pull-request', job: done });
    expect(clock.now()).toBeGreaterThanOrEqual(30_000);
  });

  test('is not told as over because the job had ended before it', async () => {
    const { started } = await play({ spending: { kind: 'accepted', job: done } }, claim);
    expect(started).toEqual([inTime(DEADLINE)]);
  });
});

test.each<[Spending, Partial<Outcome>]>([
  [
    { kind: 'unsent', error, repeatable: true },
    { verdict: 'error', isSpent: false },
  ],
  [
    { kind: 'rejected', error },
    { verdict: 'error', isSpent: false },
  ],
  [
    { kind: 'unusable', error },
    { verdict: 'error', isSpent: true },
  ],
  [{ kind: 'unconfirmed', error }, { verdict: 'unconfirmed' }],
  [{ kind: 'quota-exhausted', retryIn: 1 }, { verdict: 'quota-exhausted' }],
])('%j is %j, and nothing is waited for', async (spending, meant) => {
  const { outcome, log } = await play({ spending });
  expect(outcome).toMatchObject(meant);
  expect(log).toEqual(['create Do it']);
});

describe('a cancel', () => {
  test('before: nothing is created', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { outcome, log } = await play({ cancel });
    expect(outcome).toEqual({ verdict: 'cancelled', job: undefined });
    expect(log).toEqual([]);
  });

  test.each<[Spending, Outcome['verdict']]>([
    [{ kind: 'unsent', error, repeatable: true }, 'cancelled'],
    [{ kind: 'quota-exhausted', retryIn: 1 }, 'cancelled'],
    [{ kind: 'unconfirmed', error }, 'unconfirmed'],
    [{ kind: 'unusable', error }, 'error'],
    [accepted, 'cancelled'],
  ])('during the create that ends %j: %s', async (spending, verdict) => {
    const cancel = new AbortController();
    const { outcome, log, started } = await play({ spending, cancel, during: () => cancel.abort() });
    expect(outcome.verdict).toBe(verdict);
    expect(log.filter((line) => line.startsWith('read'))).toEqual([]);
    expect(started.every((until) => until === undefined)).toBe(true);
  });

  test('of a run that would not wait: it was cancelled all the same', async () => {
    const cancel = new AbortController();
    const { outcome } = await play({ cancel, waits: false, during: () => cancel.abort() });
    expect(outcome).toEqual({ verdict: 'cancelled', job: sampleJob() });
  });
});

test('once the budget is over, nothing is spent', async () => {
  const { outcome, log } = await play({ began: DEADLINE });
  expect(outcome).toMatchObject({ verdict: 'error', problem: { remedy: expect.stringContaining('longer `timeout`') } });
  expect(log).toEqual([]);
});

describe('`wait: false`', () => {
  test('starts the job, tells its name, and lets the runner go', async () => {
    const { outcome, log, started, clock } = await play({ waits: false });
    expect(outcome).toEqual({ verdict: 'started', job: sampleJob(), why: { kind: 'not-asked' } });
    expect(log).toEqual(['create Do it', 'started j_8fk2', 'on']);
    expect(started).toEqual([undefined]);
    expect(clock.now()).toBe(0);
  });

  test('a job that had ended in the answer has its verdict', async () => {
    const { outcome, log } = await play({ waits: false, spending: { kind: 'accepted', job: sampleJob('failed') } });
    expect(outcome).toEqual({ verdict: 'failed', job: sampleJob('failed') });
    expect(log).toEqual(['create Do it', 'started j_8fk2', 'on']);
  });

  test.each<[Spending, Outcome['verdict']]>([
    [{ kind: 'unconfirmed', error }, 'unconfirmed'],
    [{ kind: 'rejected', error }, 'error'],
  ])('%j is %s', async (spending, verdict) => {
    expect((await play({ waits: false, spending })).outcome.verdict).toBe(verdict);
  });
});

describe('a job that is there', () => {
  test('is waited for, nothing is sent, and nobody says how long it took', async () => {
    const { outcome, log, started } = await joining({ says: read('completed', PULL_REQUEST) });
    expect(outcome).toEqual({ verdict: 'pull-request', job: sampleJob('completed', PULL_REQUEST) });
    expect(log).toEqual(['started j_8fk2', 'joined', 'read j_8fk2', 'told job']);
    expect(started).toEqual([inTime(DEADLINE)]);
  });

  test('and has ended: that is told, and nobody is said to wait for it', async () => {
    const { outcome, log, started } = await joining({}, sampleJob('archived'));
    expect(outcome).toEqual({ verdict: 'archived', job: sampleJob('archived') });
    expect(log).toEqual(['started j_8fk2', 'joined']);
    expect(started).toEqual([undefined]);
  });

  test('the time by which its end is told is that of the wall clock', async () => {
    const { started } = await joining({ began: 60_000 });
    expect(started).toEqual([inTime(DEADLINE)]);
  });
});

describe('another run that took the request over', () => {
  test.each<Superseded>([
    { kind: 'taken-over' },
    { kind: 'continued', url: 'https://github.com/acme/app/issues/31#issuecomment-9' },
  ])('%j: the wait ends, the job goes on', async (why) => {
    const { outcome, log, clock } = await play({ says: read('active'), takenAt: [60_000, why] });
    expect(outcome).toEqual({ verdict: 'started', job: sampleJob(), why });
    expect(log.at(-1)).toBe('told job');
    expect(clock.now()).toBeLessThan(90_000);
  });
});
