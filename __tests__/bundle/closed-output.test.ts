import { expect } from '@jest/globals';
import type { JobScript } from '../../sandbox/service/job-script.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { createBundleScene } from '../support/scene.ts';

const together = concurrentTests();

interface Ending {
  readonly job: Partial<JobScript>;
  readonly exitCode: 0 | 1;
  readonly verdict: string;
  readonly says: string;
}

together.each<Ending>([
  { job: { seconds: 0 }, exitCode: 0, verdict: 'pull-request', says: 'Pull request ready' },
  { job: { seconds: 0, end: 'failed' }, exitCode: 1, verdict: 'failed', says: 'Job failed' },
])(
  'a run whose standard output is closed reports `$verdict` in comment, outputs and summary, with exit code $exitCode',
  async ({ job, exitCode, verdict, says }) => {
    await using scene = await createBundleScene({ job });
    const result = await scene.run({ hasClosedOutput: true, inputs: { timeout: '1m' } });
    const [comment, ...others] = await scene.comments();
    const jobId = scene.service.jobs[0]?.id;
    expect(result).toMatchObject({ exitCode, signal: null, outputs: { verdict, jobId, commentUrl: comment?.url } });
    for (const place of [result.summary, comment?.body]) expect(place).toContain(says);
    expect(others).toEqual([]);
    expect(result.rawLog).toBe(''); // and no stack on standard error
  },
);
