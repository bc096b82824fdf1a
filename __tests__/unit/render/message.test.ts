import { expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import type { Outcome } from '../../../src/outcome.ts';
import { messageFor } from '../../../src/render/message.ts';
import { toPlain } from '../../../src/render/to-markdown.ts';
import type { Job } from '../../../src/service/job.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, OUTCOMES } from '../../support/sample-outcomes.ts';

/** The texts of all verdicts are in docs/engineering/messages.md. */
const timedOut = (job: Job, failures = 0): Outcome => ({ verdict: 'timed-out', job, problem: undefined, failures });

const NO_JOB = 'no job was created';
const UNSURE = 'but not for long enough to be sure';
const EXPORT = { retryHints: undefined };

test.each<[string, Outcome, Parameters<typeof around>[0], string]>([
  ['a job that completed at the timeout', timedOut(sampleJob('completed')), {}, `reported as completed, ${UNSURE}`],
  ['a job that failed at the timeout', timedOut(sampleJob('failed')), {}, `reported as failed, ${UNSURE}`],
  ['a failed status request', timedOut(sampleJob('active'), 1), {}, 'unknown: the last status request failed'],
  ['an error before anything was sent', OUTCOMES.error, {}, NO_JOB],
  ['an error after the request was sent', OUTCOMES.error, { wasSent: true }, ''],
  ['a rejected request', { ...OUTCOMES.error, wasAccepted: false }, { wasSent: true }, NO_JOB],
  [
    'a rejected follow-up',
    { ...OUTCOMES.error, wasAccepted: false },
    { wasSent: true, isFollowUp: true },
    'the job did not get the follow-up',
  ],
  ['an answer without a job', OUTCOMES['error of an answer without a job'], {}, ''],
  ['an error of an export', OUTCOMES.error, EXPORT, ''],
  ['an early cancel of an export', OUTCOMES['cancelled before'], EXPORT, ''],
  ['a quota of the analytics, of a request', OUTCOMES['quota of the analytics exhausted until'], {}, NO_JOB],
  [
    'a quota of the analytics, of an export',
    OUTCOMES['quota of the analytics exhausted until'],
    EXPORT,
    'no page was read',
  ],
])('the message for %s says what became of it', (_, outcome, more, detail) => {
  const said = toPlain(messageFor(outcome, around(more)).detail);
  expect(detail === '' ? said : said.slice(-detail.length)).toBe(detail);
});

test.each<[string, (job: Job) => Outcome]>([
  ['failed', (job) => ({ verdict: 'failed', job })],
  ['was not waited for any longer', (job) => timedOut(job)],
  ['keeps running after a cancel', (job) => ({ verdict: 'cancelled', job })],
])('the pull request of a job that %s is named if it is known', (_, outcomeOf) => {
  const adviceOf = (link: string) =>
    messageFor(outcomeOf(sampleJob('failed', link)), around())
      .advice.map(toPlain)
      .join('\n');
  expect(adviceOf(PULL_REQUEST)).toMatch(/The job had opened .*pull\/412/);
  expect(adviceOf('')).not.toContain('had opened');
});

test('a used-up quota quotes the service, and names the time', () => {
  const problem = new ServiceError('The service answered 429: “100 jobs per hour.”', 'Later.');
  const { advice } = messageFor({ ...OUTCOMES['quota exhausted until'], problem }, around());
  expect(advice.map(toPlain)).toEqual([
    'The service answered 429: “100 jobs per hour.”',
    'After 2026-03-02 12:42 UTC, remove the label `docs` and set it again.',
  ]);
});
