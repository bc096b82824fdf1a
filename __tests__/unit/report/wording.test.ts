import { expect, test } from '@jest/globals';
import type { Job } from '../../../src/agent/job.ts';
import { toPlain } from '../../../src/report/phrase.ts';
import { word } from '../../../src/report/wording.ts';
import { PULL_REQUEST, sampleJob } from '../../support/sample-job.ts';

const timedOut = (job: Job) => {
  const circumstances = { ways: undefined, runUrl: undefined, elapsed: 0, isRemembered: false, isFollowUp: false };
  return toPlain(word({ verdict: 'timed-out', job, problem: undefined }, circumstances).detail);
};

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
