import { expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import type { Outcome } from '../../../src/outcome.ts';
import { messageFor } from '../../../src/render/message.ts';
import { toPlain } from '../../../src/render/to-markdown.ts';
import type { Job } from '../../../src/service/job.ts';
import { PULL_REQUEST, sampleJob } from '../../support/sample-job.ts';

const context = {
  retryHints: undefined,
  runUrl: undefined,
  elapsed: 0,
  isRemembered: false,
  isFollowUp: false,
  wasSent: false,
};
const wordingOf = (outcome: Outcome) => messageFor(outcome, context);
const timedOut = (job: Job, failures = 0) =>
  toPlain(wordingOf({ verdict: 'timed-out', job, problem: undefined, failures }).detail);

test('a job that is active at the timeout keeps running', () => {
  expect(timedOut(sampleJob('active'))).toBe('nobody is watching now; the job goes on');
});

test.each(['completed', 'failed', 'archived'] as const)(
  'a job that is %s at the timeout, unconfirmed by a second look, is not said to keep running',
  (status) => {
    const said = timedOut(sampleJob(status, PULL_REQUEST));
    expect(said).toContain(`reads as ${status}`);
    expect(said).not.toContain('goes on');
  },
);

test.each([
  [1, 'job status unknown: the last status request failed'],
  [9, 'job status unknown: the last 9 status requests failed'],
])('a timeout after %d failed status requests says that the status is unknown', (failures, detail) => {
  const outcome = { verdict: 'timed-out', job: sampleJob('active'), problem: undefined, failures } as const;
  const { headline, detail: said } = wordingOf(outcome);
  expect(toPlain(said)).toBe(detail);
  expect(toPlain(headline)).toMatch(/^Timed out/);
});

test.each<[string, (job: Job) => Outcome]>([
  ['failed', (job) => ({ verdict: 'failed', job })],
  ['was not waited for any longer', (job) => ({ verdict: 'timed-out', job, problem: undefined, failures: 0 })],
  ['could not be read', (job) => ({ verdict: 'timed-out', job, problem: undefined, failures: 3 })],
  ['keeps running after a cancel', (job) => ({ verdict: 'cancelled', job })],
])('the pull request of a job that %s is named if it is known', (_, outcomeOf) => {
  const adviceOf = (link: string) =>
    wordingOf(outcomeOf(sampleJob('failed', link)))
      .advice.map(toPlain)
      .join('\n');
  expect(adviceOf(PULL_REQUEST)).toMatch(/It had opened .*pull\/412/);
  expect(adviceOf('')).not.toContain('It had opened');
});

test('a job that completed without a pull request is not said to have edited nothing', () => {
  const { headline, detail } = wordingOf({ verdict: 'no-changes', job: sampleJob('completed') });
  expect(`${toPlain(headline)} · ${toPlain(detail)}`).toMatch(/^No pull request · the job completed .*without one$/);
});

test('the text of the service is apart from the advice, so that no comment shows it', () => {
  const problem = new ServiceError('The service answered 401.', 'Check the key.', { quote: '“Key expired”' });
  const { advice, quote } = wordingOf({ verdict: 'error', problem, job: undefined });
  expect(toPlain(quote)).toBe('The service says: “Key expired”');
  expect(advice.map(toPlain).join()).not.toContain('expired');
});
