import { expect, test } from '@jest/globals';
import { InputError, ServiceError } from '../../src/errors.ts';
import { notSent, type Outcome, outcomeOfPoll, outcomeOfSubmit, toOutcome } from '../../src/outcome.ts';
import type { SubmitResult } from '../../src/service/agent-service.ts';
import { NOON } from '../support/fake-clock.ts';
import { PULL_REQUEST } from '../support/job-body.ts';
import { sampleJob } from '../support/sample-job.ts';
import { inTime, resultsOf } from '../support/sample-outcomes.ts';

const error = new ServiceError('No.', 'Check it.');

test('a job that failed with a pull request has failed', () => {
  const result = { kind: 'ended', isProven: true, job: sampleJob('failed', PULL_REQUEST) } as const;
  expect(outcomeOfPoll(result)).toMatchObject({ verdict: 'failed', job: result.job });
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
])('the outcome of %j', (result, outcome) => {
  expect(outcomeOfSubmit(result, new Date(NOON))).toEqual(outcome);
});

test('a thrown error quotes only messages of the action itself', () => {
  const own = new InputError('`x` is empty.', 'Set it.');
  expect(toOutcome(own)).toEqual({ verdict: 'error', problem: own, job: undefined });
  for (const thrown of [new TypeError('untrusted: ::x::'), 'untrusted', { untrusted: 1 }, undefined]) {
    const outcome = toOutcome(thrown);
    const message = expect.stringMatching(/failed with an unexpected error/);
    expect(outcome).toMatchObject({ verdict: 'error', problem: { message } });
    expect(JSON.stringify(resultsOf(outcome))).not.toContain('untrusted');
  }
});
