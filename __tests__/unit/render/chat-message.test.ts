import { describe, expect, test } from '@jest/globals';
import { type ActionError, ExportError, InputError, ServiceError } from '../../../src/errors.ts';
import { type Outcome, toOutcome, VERDICTS } from '../../../src/outcome.ts';
import { chatMessage } from '../../../src/render/outputs.ts';
import { errorFromResponse } from '../../../src/service/errors.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';

const MINUTES = 60_000;
const { retryHints } = REQUEST;
const context = { elapsed: 6 * MINUTES, isFollowUp: false, retryHints, serverUrl: 'https://github.com' };
const messageOf = (outcome: Outcome, more: Partial<Parameters<typeof chatMessage>[1]> = {}) =>
  chatMessage(outcome, { ...context, ...more });

test('there is one line per outcome', () => {
  const messages = Object.entries(OUTCOMES).map(([name, outcome]) => [name, messageOf(outcome)] as const);
  expect(Object.fromEntries(messages)).toMatchInlineSnapshot(`
{
  "already requested": "Skipped: run 4711 is working on this request",
  "archived": "Job archived without a pull request (6 min)",
  "cancelled before": "Cancelled: no job was created",
  "cancelled while waiting": "Cancelled: the job was still running at 12:05 UTC",
  "cancelled with an export": "Cancelled: the visitor analytics were exported in part",
  "continued by a later request": "Continued: a later request went to the same job",
  "denied": "Denied: the requester is not authorized",
  "error": "Service error (502)",
  "error of an answer without a job": "Service error (502)",
  "error with a job": "Service error (502); the result of the job is unknown",
  "error with a job that was never read": "Service error (502); the result of the job is unknown",
  "exported": "Visitor analytics exported",
  "exported in part, by a problem": "Visitor analytics exported in part",
  "exported in part, by the quota": "Visitor analytics exported in part",
  "exported in part, by the quota until": "Visitor analytics exported in part",
  "exported in part, by the timeout": "Visitor analytics exported in part",
  "exported of nothing": "Visitor analytics exported",
  "exported of nothing that is left": "Visitor analytics exported",
  "exported, of pages with nasty paths": "Visitor analytics exported",
  "exported, with doubts": "Visitor analytics exported",
  "failed": "Job failed (6 min)",
  "follow-up without a sign of work": "Pull request ready: acme/docs#412 (6 min)",
  "no changes": "No pull request: the job completed (6 min)",
  "not sent": "Timed out: the follow-up was not sent",
  "not sent although nothing was ahead": "Timed out: the follow-up was not sent",
  "not sent behind a request without a job": "Timed out: the follow-up was not sent",
  "pull request": "Pull request ready: acme/docs#412 (6 min)",
  "pull request elsewhere": "Pull request ready (6 min)",
  "pull request without a usable link": "Pull request ready (6 min)",
  "quota exhausted": "Quota of the service used up: no job was created",
  "quota exhausted until": "Quota of the service used up: no job was created; try again after 2026-03-02 12:42 UTC",
  "quota of the analytics exhausted until": "Analytics quota used up; try again after 2026-03-02 12:42 UTC",
  "skipped": "Skipped: nothing to do",
  "started and not waited for": "Job started",
  "swept": "Swept: 1 open, 1 ended, 1 left for the next sweep",
  "swept in part": "Swept: 0 open, 1 ended, 1 left for the next sweep",
  "swept of nothing": "Swept: 0 open, 0 ended",
  "timed out": "Timed out after 6 min: the job was still running at 12:05 UTC",
  "timed out in trouble": "Timed out after 6 min: the status of the job is unknown",
  "unconfirmed": "Unconfirmed: the service may have accepted the request",
}
`);
});

test('a dry run says that nothing was sent', () => {
  const dry = { verdict: 'skipped', dryRun: true, skipReason: undefined } as const;
  expect(messageOf(dry)).toBe('Dry run: nothing was sent to the service');
});

test.each<[keyof typeof OUTCOMES, string]>([
  ['cancelled before', 'Cancelled'],
  ['quota exhausted', 'Quota of the service used up'],
])(
  'of a follow-up, the outcome "%s" says that it was not sent, and of an export neither that nor a job',
  (name, message) => {
    expect(messageOf(OUTCOMES[name], { isFollowUp: true })).toBe(`${message}: the follow-up was not sent`);
    expect(messageOf(OUTCOMES[name], { retryHints: undefined })).toBe(message);
  },
);

test('every verdict has a sample outcome', () => {
  const verdicts = Object.values(OUTCOMES).map(({ verdict }) => verdict);
  expect([...new Set<string>(verdicts)].sort()).toEqual(Object.keys(VERDICTS).sort());
});

const job = (link: string) => sampleJob('completed', link);

describe('a pull request', () => {
  test.each([
    ['https://github.com/Acme/Docs/pull/7', 'Pull request ready: Acme/Docs#7 (6 min)'],
    ['https://github.com/acme/docs/pull/7/files', 'Pull request ready (6 min)'],
    ['https://github.com/acme/%3Cb%3E/pull/7', 'Pull request ready (6 min)'],
    ['https://evil.example/acme/docs/pull/7', 'Pull request ready (6 min)'],
    ['', 'Pull request ready (6 min)'],
  ])('with the link %j has the message “%s”', (link, message) => {
    expect(messageOf({ verdict: 'pull-request', job: job(link) })).toBe(message);
  });

  test('of a follow-up says so', () => {
    const outcome: Outcome = { verdict: 'pull-request', job: job('https://github.com/acme/docs/pull/7') };
    expect(messageOf(outcome, { isFollowUp: true })).toBe('Follow-up done: acme/docs#7 (6 min)');
  });

  test('is named for other verdicts too', () => {
    const failed = sampleJob('failed', 'https://github.com/acme/docs/pull/7');
    expect(messageOf({ verdict: 'failed', job: failed })).toBe('Job failed (6 min), pull request acme/docs#7');
  });
});

test('a job whose duration is unknown has a message without one', () => {
  const unknown = { ...context, elapsed: undefined };
  expect(chatMessage({ verdict: 'failed', job: sampleJob('failed') }, unknown)).toBe('Job failed');
  const outcome = { verdict: 'timed-out', job: sampleJob('active'), problem: undefined, failures: 0 } as const;
  expect(chatMessage(outcome, unknown)).toBe('Timed out: the job was still running at 12:05 UTC');
});

describe('an error', () => {
  const answered = (status: number) =>
    errorFromResponse(
      { status, headers: new Map(), body: Buffer.from('{"error":"<b>No"}') },
      { purpose: 'create', method: 'POST', url: new URL('https://agent.example/job') },
      { baseUrl: new URL('https://agent.example') },
    );

  test.each<[ActionError, string]>([
    [answered(401), 'API key rejected (401)'],
    [answered(403), 'Access denied by the service (403)'],
    [answered(502), 'Service error (502)'],
    [new ServiceError('x', 'y'), 'Service error'],
    [new InputError('`<b>`', 'y'), 'Invalid inputs'],
    [new ExportError('x', 'y'), 'Export file not written'],
  ])('%j is named by fixed words', (problem, message) => {
    expect(messageOf({ verdict: 'error', problem, job: undefined })).toBe(message);
  });

  test('that was not foreseen is named by fixed words', () => {
    expect(messageOf(toOutcome(new TypeError('secret')))).toBe('Unexpected error');
  });

  test('of a job says that its result is unknown', () => {
    const outcome: Outcome = { verdict: 'error', problem: answered(401), job: sampleJob('active') };
    expect(messageOf(outcome)).toBe('API key rejected (401); the result of the job is unknown');
  });
});

test('no message contains text that people or the service wrote', () => {
  const text = '<b>@everyone</b>\n::error::';
  const problem = new ServiceError(text, text, { quote: text });
  const unknown = {
    ...sampleJob({ unknown: text }, `https://github.com/acme/${encodeURIComponent(text)}/pull/1`),
    id: text,
  };
  const outcomes: Outcome[] = [
    { verdict: 'pull-request', job: unknown },
    { verdict: 'failed', job: unknown },
    { verdict: 'timed-out', job: unknown, problem, failures: 0 },
    { verdict: 'timed-out', unsent: true, behind: text },
    { verdict: 'started', job: unknown, why: { kind: 'continued', url: text } },
    { verdict: 'cancelled', job: unknown },
    { verdict: 'unconfirmed', problem },
    { verdict: 'skipped', reason: text },
    { verdict: 'denied', reason: text },
    { verdict: 'error', problem, job: unknown },
  ];
  for (const outcome of outcomes) expect(messageOf(outcome)).toMatch(/^[\w ,;:()-]+$/);
});
