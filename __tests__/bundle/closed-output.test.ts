import { expect } from '@jest/globals';
import type { JobScript } from '../../sandbox/service/job-script.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { createBundleScene } from '../support/scene.ts';

const together = concurrentTests();

together.each<{ job: Partial<JobScript>; verdict: string; says: string }>([
  { job: { seconds: 0 }, verdict: 'pull-request', says: 'Pull request ready' },
  { job: { seconds: 0, end: 'failed' }, verdict: 'failed', says: 'Job failed' },
])(
  'a run whose standard output is closed reports `$verdict` in comment, outputs and summary',
  async ({ job, verdict, says }) => {
    await using scene = await createBundleScene({ job });
    const result = await scene.run({ hasClosedOutput: true, inputs: { timeout: '1m' } });
    const [comment, ...others] = await scene.comments();
    const jobId = scene.service.jobs[0]?.id;
    expect(result).toMatchObject({
      signal: null,
      outputs: { verdict, jobId, commentUrl: comment?.url },
    });
    for (const place of [result.summary, comment?.body]) expect(place).toContain(says);
    expect(others).toEqual([]);
    expect(result.rawLog).toBe(''); // and no stack on standard error
  },
);
