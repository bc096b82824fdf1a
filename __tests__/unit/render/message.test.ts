import { expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import type { Outcome } from '../../../src/outcome.ts';
import { renderEnded } from '../../../src/render/comment.ts';
import { messageFor } from '../../../src/render/message.ts';
import { logLines } from '../../../src/render/outputs.ts';
import { renderSummary } from '../../../src/render/summary.ts';
import { toPlain } from '../../../src/render/to-markdown.ts';
import type { Job } from '../../../src/service/job.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, BEFORE_REQUEST, CARD, OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';

const wordingOf = (outcome: Outcome) => messageFor(outcome, BEFORE_REQUEST);
const timedOut = (job: Job, failures = 0) =>
  toPlain(wordingOf({ verdict: 'timed-out', job, problem: undefined, failures }).detail);

test('a job that is active at the timeout keeps running', () => {
  expect(timedOut(sampleJob('active'))).toBe('the job was still running at 12:05 UTC');
});

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

test('a job that completed without a pull request is not said to have edited nothing', () => {
  const { headline, detail } = wordingOf({ verdict: 'no-changes', job: sampleJob('completed') });
  expect(`${toPlain(headline)} · ${toPlain(detail)}`).toMatch(/^No pull request · the job completed .*without one$/);
});

test('the text of the service is apart from the advice, so that no comment shows it', () => {
  const problem = new ServiceError('The service answered 401.', 'Check the key.', { quote: '“Key expired”' });
  const { advice, evidence } = wordingOf({ verdict: 'error', problem, job: undefined });
  expect(evidence.map(toPlain)).toContain('The service answered: “Key expired”');
  expect(advice.map(toPlain).join()).not.toContain('expired');
});

test.each<[string, Outcome, Parameters<typeof around>[1], string]>([
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
  expect(toPlain(messageFor(outcome, around(REQUEST, more)).detail)).toBe(detail);
});

test('an unconfirmed follow-up is not said to have created a job', () => {
  const { detail, advice } = messageFor(OUTCOMES.unconfirmed, around(REQUEST, { isFollowUp: true }));
  expect(toPlain(detail)).toBe('the service may have accepted the follow-up');
  expect(advice.map(toPlain).join()).toContain(
    'A re-run does not send the follow-up again, as the job might get it twice.',
  );
});

test('a follow-up without quota is to be sent again, not to be made a new job', () => {
  const { advice } = messageFor(OUTCOMES['quota exhausted'], around(REQUEST, { isFollowUp: true }));
  expect(advice.map(toPlain)).toEqual(['Later, remove the label `docs` and set it again.']);
});

test('the comment links the run that shows the text of the service, which log and summary quote', () => {
  const problem = new ServiceError('The service answered 401.', 'Check the key.', { quote: '“Key expired”' });
  const outcome = { verdict: 'error', problem, job: undefined } as const;
  expect(messageFor(outcome, around()).fix.map(toPlain)).toEqual(['Check the key.']);
  const comment = renderEnded(outcome, CARD, around());
  expect(comment).toContain(
    '\nA maintainer can see what to change in the [run](https://github.com/acme/app/actions/runs/77).',
  );
  expect(comment).not.toMatch(/Key expired|Check the key/);
});

const TRAFFIC = { create: 1, 'follow-up': 0, status: 0, analytics: 0 };

test('log and summary quote the text of the service before they say what to do', () => {
  const problem = new ServiceError('The service answered 401.', 'Check the key.', { quote: '“Key expired”' });
  const outcome = { verdict: 'error', problem, job: undefined } as const;
  const lines = logLines(outcome, messageFor(outcome, around()));
  expect(lines.slice(1)).toEqual(['The service answered: “Key expired”', 'Check the key.']);
  expect(renderSummary(outcome, { ...around(), traffic: TRAFFIC, asked: undefined })).toMatch(
    /Key expired[\s\S]*Check the key/,
  );
});

test('log and summary name the request that failed, and the comment does not', () => {
  const problem = new ServiceError('The service answered 404.', 'Check it.', { asked: 'POST /v2/agent/p1/job' });
  const outcome = { verdict: 'error', problem, job: undefined } as const;
  const lines = logLines(outcome, messageFor(outcome, around()));
  expect(lines.slice(1)).toEqual(['The request was `POST /v2/agent/p1/job` below `base-url`.', 'Check it.']);
  expect(renderSummary(outcome, { ...around(), traffic: TRAFFIC, asked: undefined })).toContain(
    '`POST /v2/agent/p1/job`',
  );
  expect(renderEnded(outcome, CARD, around())).not.toContain('POST');
});

test('a used-up quota quotes the service, and names the time', () => {
  const problem = new ServiceError('The service answered 429: “100 jobs per hour.”', 'Later.');
  const { advice } = messageFor({ ...OUTCOMES['quota exhausted until'], problem }, around(REQUEST));
  expect(advice.map(toPlain)).toEqual([
    'The service answered 429: “100 jobs per hour.”',
    'After 2026-03-02 12:42 UTC, remove the label `docs` and set it again.',
  ]);
});

test('notes about the workflow are in the summary', () => {
  const traffic = { create: 0, 'follow-up': 0, status: 0, analytics: 0 };
  const notes = ['The input `dryrun` is unknown <b>.'];
  expect(renderSummary(OUTCOMES.failed, { ...around(), traffic, notes, asked: undefined })).toContain(
    'ℹ️ The input `dryrun` is unknown &lt;b&gt;.',
  );
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
