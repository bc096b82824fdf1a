import { expect, test } from '@jest/globals';
import { createJobReader } from '../../../src/operations/sweep-check.ts';
import type { JobReading } from '../../../src/service/job.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { NOT_FOUND, read, refused, transient } from '../../support/sample-job.ts';

const BUSY: JobReading = { kind: 'throttled', retryIn: 20_000 };

/** Reads jobs `in passes`, and returns the ids that the service was asked for. @param says its answers in order; the last one is repeated. */
async function reading(says: readonly JobReading[], ...passes: readonly string[][]) {
  const asked: string[] = [];
  const readJob = async (id: string) => says[Math.min(asked.push(id), says.length) - 1] ?? NOT_FOUND;
  const clock = createFakeClock();
  const jobs = createJobReader(readJob, 600_000, { clock, signal: new AbortController().signal });
  for (const pass of passes) {
    const readings = new Map<string, JobReading>();
    for (const id of pass) await jobs.read(id, readings);
  }
  return { asked: asked.join(' '), refusal: jobs.refusal()?.message };
}

test('two comments about one job take one status request per pass, also if it is refused', async () => {
  const { asked } = await reading([refused('403'), read('active')], ['j1', 'j1', 'j2'], ['j1', 'j1']);
  expect(asked).toBe('j1 j2 j1');
});

test('after a 429, the same job is read once more, and its next comment tries again', async () => {
  expect((await reading([BUSY, BUSY, read('failed')], ['j1', 'j1'])).asked).toBe('j1 j1 j1');
});

test.each<[string, JobReading, string | undefined]>([
  ['refuses', refused('403'), '403'],
  ['answers 429 to', BUSY, '401'],
  ['does not answer', transient('502'), '401'],
  ['knows', read('active'), undefined],
  ['does not know', NOT_FOUND, undefined],
])('a service that %s one job and refuses others has this refusal as error: %j', async (_, first, refusal) => {
  expect((await reading([first, first, refused('401')], ['j1', 'j2', 'j3'])).refusal).toBe(refusal);
});
