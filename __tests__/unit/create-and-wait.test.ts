import { expect, test } from '@jest/globals';
import type { AgentService, Reading, Spending } from '../../src/agent/service.ts';
import { ServiceError } from '../../src/errors.ts';
import { createAndWait } from '../../src/operations/create-and-wait.ts';
import type { Outcome } from '../../src/report/outcome.ts';
import type { Reporter } from '../../src/reporter.ts';
import { createFakeClock } from './fake-clock.ts';
import { PULL_REQUEST, read, sampleJob } from './sample-job.ts';
import { inTime } from './sample-outcomes.ts';

const DEADLINE = 600_000;
const error = new ServiceError('No.', 'Check it.');

/** Runs with a scripted service; `cancel` may be used by it. */
async function play(
  created: Spending,
  says: Reading = read('failed'),
  cancel = new AbortController(),
  during = () => {},
  began = 0,
) {
  const clock = createFakeClock();
  clock.pass(began);
  const log: string[] = [];
  const started: (Date | undefined)[] = [];
  const service: AgentService = {
    async createJob(prompt) {
      log.push(`create ${prompt}`);
      during();
      return created;
    },
    sendFollowUp: () => Promise.reject(new Error('not asked for')),
    async readJob(id) {
      log.push(`read ${id}`);
      return says;
    },
  };
  const reporter: Reporter = {
    asked: () => {},
    rehearsed: () => Promise.reject(new Error('not its business')),
    sent: () => {},
    async started(job, until) {
      log.push(`started ${job.id}`);
      started.push(until);
    },
    read: ({ kind }) => void log.push(`told ${kind}`),
    ended: () => Promise.reject(new Error('not its business')),
  };
  const outcome = await createAndWait('Do it', { service, reporter, clock, deadline: DEADLINE, signal: cancel.signal });
  return { outcome, log, started };
}

const accepted: Spending = { kind: 'accepted', job: sampleJob() };

test('creates, tells the name, waits, and judges', async () => {
  const { outcome, log, started } = await play(accepted, read('completed', PULL_REQUEST));
  expect(outcome).toEqual({ verdict: 'pull-request', job: sampleJob('completed', PULL_REQUEST) });
  expect(log).toEqual(['create Do it', 'started j_8fk2', 'read j_8fk2', 'told job']);
  expect(started).toEqual([inTime(DEADLINE)]);
});

test.each<[Spending, Outcome['verdict']]>([
  [{ kind: 'unsent', error, repeatable: true }, 'error'],
  [{ kind: 'rejected', error }, 'error'],
  [{ kind: 'unusable', error }, 'error'],
  [{ kind: 'unconfirmed', error }, 'unconfirmed'],
  [{ kind: 'quota-exhausted', retryIn: 1 }, 'quota-exhausted'],
])('%j is %s, and nothing is waited for', async (spending, verdict) => {
  const { outcome, log } = await play(spending);
  expect(outcome.verdict).toBe(verdict);
  expect(log).toEqual(['create Do it']);
});

test('cancelled before: nothing is created', async () => {
  const cancel = new AbortController();
  cancel.abort();
  const { outcome, log } = await play(accepted, undefined, cancel);
  expect(outcome).toEqual({ verdict: 'cancelled', job: undefined });
  expect(log).toEqual([]);
});

test.each<[Spending, Outcome['verdict']]>([
  [{ kind: 'unsent', error, repeatable: true }, 'cancelled'],
  [{ kind: 'quota-exhausted', retryIn: 1 }, 'cancelled'],
  [{ kind: 'unconfirmed', error }, 'unconfirmed'],
  [{ kind: 'unusable', error }, 'error'],
  [accepted, 'cancelled'],
])('cancelled during the create that ends %j: %s', async (spending, verdict) => {
  const cancel = new AbortController();
  const { outcome, log } = await play(spending, undefined, cancel, () => cancel.abort());
  expect(outcome.verdict).toBe(verdict);
  expect(log.filter((line) => line.startsWith('read'))).toEqual([]);
});

test('once the budget is over, nothing is spent', async () => {
  const { outcome, log } = await play(accepted, read('active'), new AbortController(), () => {}, DEADLINE);
  expect(outcome).toMatchObject({ verdict: 'error', problem: { remedy: expect.stringContaining('longer `timeout`') } });
  expect(log).toEqual([]);
});
