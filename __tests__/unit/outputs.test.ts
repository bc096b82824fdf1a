import { describe, expect, test } from '@jest/globals';
import type { Spending } from '../../src/agent/service.ts';
import type { WaitResult } from '../../src/agent/wait.ts';
import { InputError, ServiceError } from '../../src/errors.ts';
import { failsStep, judge, judgeSpending, type Outcome, toOutcome } from '../../src/report/outcome.ts';
import { renderOutputs } from '../../src/report/outputs.ts';
import { NOON } from './fake-clock.ts';
import { PULL_REQUEST, sampleJob } from './sample-job.ts';
import { inTime, OUTCOMES, REQUEST } from './sample-outcomes.ts';

const outputs = (outcome: Outcome) =>
  renderOutputs(outcome, { request: REQUEST, elapsed: 372_000 }, 'https://x.example/c');

describe('the outputs', () => {
  test('of a pull request', () => {
    expect(outputs(OUTCOMES['pull request'])).toMatchInlineSnapshot(`
{
  "commentUrl": "https://x.example/c",
  "job": "{"id":"j_8fk2","status":"completed","source":{"repository":"acme/docs","ref":"main"},"model":"writer-2","prLink":"https://github.com/acme/docs/pull/412","createdAt":"2026-03-02T12:00:00Z","archivedAt":null}",
  "jobId": "j_8fk2",
  "prLink": "https://github.com/acme/docs/pull/412",
  "status": "completed",
  "summary": "> Explain the new \`--json\` flag

**✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412)** · 6 min",
  "verdict": "pull-request",
}
`);
  });

  test('of an error before any job', () => {
    expect(renderOutputs(OUTCOMES.error, { request: undefined, elapsed: 0 }, '')).toMatchInlineSnapshot(`
{
  "commentUrl": "",
  "job": "",
  "jobId": "",
  "prLink": "",
  "status": "",
  "summary": "**⛔ This did not work**
The service answered 502: “Bad gateway”.
The fault is at the service; try again later.",
  "verdict": "error",
}
`);
  });

  test.each(Object.entries(OUTCOMES))('%s: all are there, none is odd', (_, outcome) => {
    const all = outputs(outcome);
    expect(Object.keys(all)).toEqual(['verdict', 'status', 'prLink', 'jobId', 'job', 'summary', 'commentUrl']);
    for (const value of Object.values(all)) expect(value).not.toMatch(/undefined|NaN|\[object/);
    expect(all.verdict).toBe(outcome.verdict);
    expect(all.summary.length).toBeGreaterThan(10);
    if (all.job) expect(JSON.parse(all.job)).toMatchObject({ id: all.jobId, status: all.status });
  });

  test('hold no link that is not safe', () => {
    expect(outputs(OUTCOMES['pull request without a usable link'])).toMatchObject({
      prLink: '',
      verdict: 'pull-request',
    });
  });
});

describe('the verdict', () => {
  const error = new ServiceError('No.', 'Check it.');
  const active = sampleJob('active');
  const ended = (...job: Parameters<typeof sampleJob>): WaitResult => ({ kind: 'ended', job: sampleJob(...job) });

  test.each<[string, WaitResult, Outcome['verdict']]>([
    ['completed with a link', ended('completed', PULL_REQUEST), 'pull-request'],
    ['completed without', ended('completed'), 'no-changes'],
    ['failed', ended('failed'), 'failed'],
    ['failed with a link', ended('failed', PULL_REQUEST), 'failed'],
    ['archived with a link', ended('archived', PULL_REQUEST), 'pull-request'],
    ['archived without', ended('archived'), 'archived'],
    ['the budget is over', { kind: 'timed-out', job: active, lastProblem: undefined }, 'timed-out'],
    ['cancelled', { kind: 'cancelled', job: active }, 'cancelled'],
    ['lost', { kind: 'lost', job: active, error }, 'error'],
  ])('%s', (_, result, verdict) => {
    expect(judge(result)).toMatchObject({ verdict, job: result.job });
  });

  test.each<[Exclude<Spending, { kind: 'accepted' }>, Outcome]>([
    [
      { kind: 'unsent', error, repeatable: true },
      { verdict: 'error', problem: error, job: undefined },
    ],
    [
      { kind: 'rejected', error },
      { verdict: 'error', problem: error, job: undefined },
    ],
    [
      { kind: 'unusable', error },
      { verdict: 'error', problem: error, job: undefined },
    ],
    [
      { kind: 'unconfirmed', error },
      { verdict: 'unconfirmed', problem: error },
    ],
    [
      { kind: 'quota-exhausted', retryIn: undefined },
      { verdict: 'quota-exhausted', tryAgainAt: undefined },
    ],
    [
      { kind: 'quota-exhausted', retryIn: 60_000 },
      { verdict: 'quota-exhausted', tryAgainAt: inTime(60_000) },
    ],
    [
      { kind: 'quota-exhausted', retryIn: 1e300 },
      { verdict: 'quota-exhausted', tryAgainAt: undefined },
    ],
    [
      { kind: 'quota-exhausted', retryIn: Infinity },
      { verdict: 'quota-exhausted', tryAgainAt: undefined },
    ],
  ])('%j', (spending, outcome) => {
    expect(judgeSpending(spending, new Date(NOON))).toEqual(outcome);
  });

  test('of what is thrown: our own errors in their words, all else by its kind only', () => {
    const own = new InputError('`x` is empty.', 'Set it.');
    expect(toOutcome(own)).toEqual({ verdict: 'error', problem: own, job: undefined });
    for (const thrown of [new TypeError('foreign: ::x::'), 'foreign', { foreign: 1 }, undefined]) {
      const outcome = toOutcome(thrown);
      expect(outcome).toMatchObject({
        verdict: 'error',
        problem: { message: expect.stringMatching(/did not foresee/) },
      });
      expect(JSON.stringify(outputs(outcome))).not.toContain('foreign');
    }
  });

  test.each(Object.values(OUTCOMES))('$verdict fails the step where the workflow says so', (outcome) => {
    expect(failsStep(outcome, new Set([outcome.verdict]))).toBe(true);
    expect(failsStep(outcome, new Set())).toBe(outcome.verdict === 'error');
  });
});
