import { expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import type { Outcome } from '../../../src/outcome.ts';
import { messageFor } from '../../../src/render/message.ts';
import { logLines } from '../../../src/render/outputs.ts';
import { renderSummary } from '../../../src/render/summary.ts';
import { toPlain } from '../../../src/render/to-markdown.ts';
import type { Job } from '../../../src/service/job.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, BEFORE_REQUEST, OUTCOMES } from '../../support/sample-outcomes.ts';

const wordingOf = (outcome: Outcome) => messageFor(outcome, BEFORE_REQUEST);
const timedOut = (job: Job, failures = 0) =>
  toPlain(wordingOf({ verdict: 'timed-out', job, problem: undefined, failures }).detail);

test.each(['completed', 'failed', 'archived'] as const)(
  'a job that is %s at the timeout, unconfirmed by a second look, is not said to keep running',
  (status) => {
    const said = timedOut(sampleJob(status, PULL_REQUEST));
    expect(said).toContain(`is reported as ${status}`);
    expect(said).not.toContain('running');
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
  expect(adviceOf(PULL_REQUEST)).toMatch(/The job had opened .*pull\/412/);
  expect(adviceOf('')).not.toContain('had opened');
});

test.each<[string, Outcome, Parameters<typeof around>[0], string]>([
  ['an error before anything was sent', OUTCOMES.error, {}, 'no job was created'],
  ['an error of a follow-up that was not sent', OUTCOMES.error, { isFollowUp: true }, 'the follow-up was not sent'],
  ['an error after the request was sent', OUTCOMES.error, { wasSent: true }, ''],
  ['a rejected request', { ...OUTCOMES.error, wasAccepted: false }, { wasSent: true }, 'no job was created'],
  ['an answer without a job', OUTCOMES['error of an answer without a job'], {}, ''],
  ['an error during the wait', OUTCOMES['error with a job'], {}, 'the result of the job is unknown'],
  ['an error of an export', OUTCOMES.error, { retryHints: undefined }, ''],
  ['an early cancel', OUTCOMES['cancelled before'], {}, 'no job was created'],
  ['an early cancel of a follow-up', OUTCOMES['cancelled before'], { isFollowUp: true }, 'the follow-up was not sent'],
  ['an early cancel of an export', OUTCOMES['cancelled before'], { retryHints: undefined }, ''],
  ['an exhausted quota', OUTCOMES['quota exhausted'], {}, 'no job was created'],
  [
    'an exhausted quota, for a follow-up',
    OUTCOMES['quota exhausted'],
    { isFollowUp: true },
    'the follow-up was not sent',
  ],
  ['an exhausted quota of the analytics', OUTCOMES['quota of the analytics exhausted until'], {}, 'no job was created'],
  [
    'an exhausted quota of the analytics, for an export',
    OUTCOMES['quota of the analytics exhausted until'],
    { retryHints: undefined },
    'no page was read',
  ],
])('the message for %s says what became of the request', (_, outcome, more, detail) => {
  expect(toPlain(messageFor(outcome, around(more)).detail)).toBe(detail);
});

test('an unconfirmed follow-up is not said to have created a job', () => {
  const { detail, advice } = messageFor(OUTCOMES.unconfirmed, around({ isFollowUp: true }));
  expect(toPlain(detail)).toBe('the service may have accepted the follow-up');
  expect(advice.map(toPlain).join()).toContain(
    'A re-run does not send the follow-up again, as the job might get it twice.',
  );
});

test('a follow-up without quota is to be sent again, not to be made a new job', () => {
  const { advice } = messageFor(OUTCOMES['quota exhausted'], around({ isFollowUp: true }));
  expect(advice.map(toPlain)).toEqual(['Later, remove the label `docs` and set it again.']);
});

const TRAFFIC = { create: 1, 'follow-up': 0, status: 0, analytics: 0 };

test('log and summary quote the service and name the request that failed, before they say what to do', () => {
  const options = { quote: '“Key expired”', asked: 'POST /v2/agent/p1/job' };
  const problem = new ServiceError('The service answered 401.', 'Check the key.', options);
  const outcome = { verdict: 'error', problem, job: undefined } as const;
  expect(logLines(outcome, messageFor(outcome, around())).slice(1)).toEqual([
    'The service answered: “Key expired”',
    'The request was `POST /v2/agent/p1/job` below `base-url`.',
    'Check the key.',
  ]);
  expect(
    renderSummary(outcome, { ...around(), traffic: TRAFFIC, notes: ['A <b>note</b>.'], asked: undefined }),
  ).toMatch(/Key expired[\s\S]*`POST \/v2[\s\S]*Check the key[\s\S]*ℹ️ A &lt;b&gt;note&lt;\/b&gt;\./);
});

test('a used-up quota quotes the service, and names the time', () => {
  const problem = new ServiceError('The service answered 429: “100 jobs per hour.”', 'Later.');
  const { advice } = messageFor({ ...OUTCOMES['quota exhausted until'], problem }, around());
  expect(advice.map(toPlain)).toEqual([
    'The service answered 429: “100 jobs per hour.”',
    'After 2026-03-02 12:42 UTC, remove the label `docs` and set it again.',
  ]);
});

test.each(Object.entries(OUTCOMES))(
  'the first line of the log begins with icon and verdict, for "%s"',
  (_, outcome) => {
    const message = messageFor(outcome, around());
    const [first] = logLines(outcome, message);
    expect(first?.startsWith(`${message.icon} ${outcome.verdict}: `)).toBe(true);
    expect(first).not.toMatch(/: $|: ·| · $/);
  },
);
