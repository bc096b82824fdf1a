import { expect, test } from '@jest/globals';
import { InputError } from '../../src/errors.ts';
import { outcomeOfError, outcomeOfPoll } from '../../src/outcome.ts';
import { PULL_REQUEST } from '../support/job-body.ts';
import { sampleJob } from '../support/sample-job.ts';
import { resultsOf } from '../support/sample-outcomes.ts';

test('a job that failed with a pull request has failed', () => {
  const job = sampleJob('failed', PULL_REQUEST);
  expect(outcomeOfPoll({ kind: 'ended', isProven: true, job })).toMatchObject({
    verdict: 'failed',
    job,
  });
});

test('a thrown error quotes only messages of the action itself', () => {
  const own = new InputError('`x` is empty.', 'Set it.');
  expect(outcomeOfError(own, { aborted: false })).toEqual({
    verdict: 'error',
    problem: own,
    job: undefined,
  });
  for (const thrown of [
    new TypeError('untrusted: ::x::'),
    'untrusted',
    { untrusted: 1 },
    undefined,
  ]) {
    const outcome = outcomeOfError(thrown, { aborted: false });
    const message = expect.stringMatching(/failed with an unexpected error/);
    expect(outcome).toMatchObject({ verdict: 'error', problem: { message } });
    expect(JSON.stringify(resultsOf(outcome))).not.toContain('untrusted');
  }
});
