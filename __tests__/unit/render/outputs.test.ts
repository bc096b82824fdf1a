import { describe, expect, test } from '@jest/globals';
import { InputError, ServiceError } from '../../../src/errors.ts';
import { failsStep, notSent, type Outcome, outcomeOfPoll, outcomeOfSubmit, toOutcome } from '../../../src/outcome.ts';
import { renderOutputs } from '../../../src/render/outputs.ts';
import type { SubmitResult } from '../../../src/service/submit.ts';
import type { PollResult } from '../../../src/service/watch-job.ts';
import { VERDICTS } from '../../../src/verdicts.ts';
import { NOON } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, inTime, OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';

const outputs = (outcome: Outcome) =>
  renderOutputs(outcome, around(), {
    request: REQUEST,
    commentUrl: 'https://x.example/c',
    serverUrl: 'https://github.com',
  });

describe('the outputs', () => {
  test('mark pages that were ranked by a part only', () => {
    const request = { ...REQUEST, short: 'partial: ranked by the first 250 pages only, as the timeout came' };
    const { summary } = renderOutputs(OUTCOMES.failed, around(), {
      request,
      commentUrl: '',
      serverUrl: 'https://github.com',
    });
    expect(summary.split('\n').at(-1)).toBe(
      'The pages are partial: ranked by the first 250 pages only, as the timeout came.',
    );
    expect(outputs(OUTCOMES.failed).summary).not.toContain('partial');
  });

  test.each(Object.entries(OUTCOMES))('of the outcome "%s" are all set, without placeholders', (_, outcome) => {
    const all = outputs(outcome);
    expect(Object.keys(all)).toEqual([
      ...['verdict', 'status', 'prLink', 'prNumber', 'prRepository', 'jobId', 'job', 'summary', 'message'],
      ...['commentUrl', 'swept'],
      ...['visitors', 'visitorsFile', 'pages', 'report', 'gaps'],
    ]);
    for (const value of Object.values(all)) expect(value).not.toMatch(/undefined|NaN|\[object/);
    expect(all.verdict).toBe(outcome.verdict);
    expect(all.summary.length).toBeGreaterThan(10);
    if (all.job) expect(JSON.parse(all.job)).toMatchObject({ id: all.jobId, status: all.status });
  });

  test('of a job whose status was never read are its id only', () => {
    expect(outputs(OUTCOMES['error with a job that was never read'])).toMatchObject({
      verdict: 'error',
      jobId: 'j_8fk2',
      job: '',
      status: '',
      prLink: '',
    });
  });

  test('of a sweep list every job', () => {
    expect(JSON.parse(outputs(OUTCOMES.swept).swept)).toEqual(OUTCOMES.swept.swept);
    expect(outputs(OUTCOMES['swept of nothing']).swept).toBe('[]');
    expect(outputs(OUTCOMES.failed).swept).toBe('');
  });

  test('leave out number and repository of a pull request elsewhere, and an unsafe link', () => {
    const prLink = 'https://git.example/acme/docs/-/merge_requests/9';
    expect(outputs(OUTCOMES['pull request elsewhere'])).toMatchObject({ prLink, prNumber: '', prRepository: '' });
    expect(outputs(OUTCOMES['pull request without a usable link'])).toMatchObject({ prLink: '', prNumber: '' });
  });
});

describe('the output `message`', () => {
  const messageOf = (outcome: Outcome, more: Parameters<typeof around>[0] = {}) =>
    renderOutputs(outcome, around(more), { request: REQUEST, commentUrl: '', serverUrl: '' }).message;

  test('names a follow-up, and no duration that is not known', () => {
    expect(messageOf(OUTCOMES['pull request'], { isFollowUp: true, elapsed: undefined })).toBe(
      `Follow-up done: ${PULL_REQUEST}`,
    );
  });

  test('contains no text that people or the service wrote', () => {
    const text = '<b>@everyone</b>\n::error::';
    const problem = new ServiceError(text, text, { quote: text });
    const job = { ...sampleJob({ unknown: text }), id: text };
    const outcomes: Outcome[] = [
      { verdict: 'pull-request', job },
      { verdict: 'failed', job },
      { verdict: 'timed-out', job, problem, failures: 0 },
      { verdict: 'timed-out', unsent: true, behind: text },
      { verdict: 'started', job, continuedBy: text },
      { verdict: 'cancelled', job },
      { verdict: 'unconfirmed', problem },
      { verdict: 'skipped', reason: text },
      { verdict: 'denied', reason: text },
      { verdict: 'error', problem, job },
    ];
    for (const outcome of outcomes) expect(messageOf(outcome)).toMatch(/^[\w ,;:()-]+$/);
  });
});

test('every verdict has a sample outcome', () => {
  const verdicts = new Set<string>(Object.values(OUTCOMES).map(({ verdict }) => verdict));
  expect([...verdicts].sort()).toEqual(Object.keys(VERDICTS).sort());
});

describe('the verdict of', () => {
  const error = new ServiceError('No.', 'Check it.');
  const active = sampleJob('active');
  const ended = (...job: Parameters<typeof sampleJob>): PollResult => ({
    kind: 'ended',
    isProven: true,
    job: sampleJob(...job),
  });

  test.each<[string, PollResult, Outcome['verdict']]>([
    ['a completed job with a pull request', ended('completed', PULL_REQUEST), 'pull-request'],
    ['a completed job without a pull request', ended('completed'), 'no-changes'],
    ['a failed job', ended('failed'), 'failed'],
    ['a failed job with a pull request', ended('failed', PULL_REQUEST), 'failed'],
    ['an archived job with a pull request', ended('archived', PULL_REQUEST), 'pull-request'],
    ['an archived job without a pull request', ended('archived'), 'archived'],
    [
      'a wait that reached the timeout',
      { kind: 'timed-out', job: active, lastProblem: undefined, failures: 0 },
      'timed-out',
    ],
    ['a cancelled wait', { kind: 'cancelled', job: active }, 'cancelled'],
    ['a job that cannot be read any more', { kind: 'unreadable', job: active, error }, 'error'],
  ])('%s', (_, result, verdict) => {
    expect(outcomeOfPoll(result)).toMatchObject({ verdict, job: result.job });
  });

  test.each<[Exclude<SubmitResult, { kind: 'accepted' }>, Outcome]>([
    [{ kind: 'unsent', error, repeatable: true }, notSent(error)],
    [{ kind: 'rejected', error }, notSent(error)],
    [
      { kind: 'unconfirmed', error },
      { verdict: 'unconfirmed', problem: error },
    ],
    ...[undefined, 1e300, Infinity].map((retryIn): [Exclude<SubmitResult, { kind: 'accepted' }>, Outcome] => [
      { kind: 'quota-exhausted', retryIn },
      { verdict: 'quota-exhausted', tryAgainAt: undefined },
    ]),
    [
      { kind: 'quota-exhausted', retryIn: 60_000 },
      { verdict: 'quota-exhausted', tryAgainAt: inTime(60_000) },
    ],
  ])('%j', (result, outcome) => {
    expect(outcomeOfSubmit(result, new Date(NOON))).toEqual(outcome);
  });

  test('a thrown error quotes only messages of the action itself', () => {
    const own = new InputError('`x` is empty.', 'Set it.');
    expect(toOutcome(own)).toEqual({ verdict: 'error', problem: own, job: undefined });
    for (const thrown of [new TypeError('untrusted: ::x::'), 'untrusted', { untrusted: 1 }, undefined]) {
      const outcome = toOutcome(thrown);
      expect(outcome).toMatchObject({
        verdict: 'error',
        problem: { message: expect.stringMatching(/failed with an unexpected error/) },
      });
      expect(JSON.stringify(outputs(outcome))).not.toContain('untrusted');
    }
  });

  test.each(Object.entries(OUTCOMES))(
    'the outcome "%s" decides with `fail-on` whether the step fails',
    (_, outcome) => {
      expect(failsStep(outcome, new Set([outcome.verdict]))).toBe(true);
      expect(failsStep(outcome, new Set())).toBe(outcome.verdict === 'error');
    },
  );
});
