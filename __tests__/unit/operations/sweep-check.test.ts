import { expect, test } from '@jest/globals';
import { createJobReader, findingOf } from '../../../src/operations/sweep-check.ts';
import type { Verdict } from '../../../src/outcome.ts';
import { type JobReading, snapshotOf } from '../../../src/service/job.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { NOT_FOUND, read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { type RecordFields, sampleRecord } from '../../support/sample-records.ts';

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

const DAY = 24 * 3_600_000;
const LIVE = { leaseSeconds: 600, isAlive: true };
const ABANDONED = { leaseSeconds: 600, isAlive: false };
const FOLLOW_UP = { before: snapshotOf(sampleJob('completed', PULL_REQUEST)) };
const LAST = { isLast: true };
const active = read('active');
const completed = read('completed');
const withPull = read('completed', PULL_REQUEST);
const ACTIVE = { kind: 'active' };
const LEFT = { kind: 'left' };
const LOST = { kind: 'lost', job: 'j_8fk2' };
const again = (after: number) => ({ kind: 'recheck', after });
const ended = (verdict: Verdict, more = {}) => ({ kind: 'ended', outcome: { verdict, ...more } });

type Fields = RecordFields & { readonly isLast?: boolean };

test.each<[string, JobReading, Fields, object]>([
  ['active, with a lease', active, LIVE, ACTIVE],
  ['active, without a lease', active, {}, ACTIVE],
  ['active, after the lease', active, ABANDONED, ended('timed-out')],
  ['of an unknown status', read({ unknown: 'paused' }), {}, ACTIVE],
  ['active for a day', active, { openFor: DAY }, ACTIVE],
  ['active for more than a day', active, { openFor: DAY + 1 }, LOST],
  ['active for more than a day, with a lease', active, { ...LIVE, openFor: DAY + 1 }, ACTIVE],
  ['completed', withPull, {}, ended('pull-request')],
  ['failed', read('failed'), {}, ended('failed')],
  ['archived', read('archived'), {}, ended('archived')],
  ['archived with a link', read('archived', PULL_REQUEST), {}, ended('pull-request')],
  ['completed without a link', completed, {}, again(10_000)],
  ['completed without a link, read again', completed, LAST, ended('no-changes')],
  ['as before a follow-up, 29 s after it', withPull, { ...FOLLOW_UP, age: 29_999 }, ACTIVE],
  ['as before a follow-up, 30 s after it', withPull, { ...FOLLOW_UP, age: 30_000 }, ended('pull-request')],
  [
    'with another link than before a follow-up',
    read('completed', `${PULL_REQUEST}3`),
    FOLLOW_UP,
    ended('pull-request'),
  ],
  ['unknown to the service', NOT_FOUND, {}, again(30_000)],
  ['unknown, read again', NOT_FOUND, LAST, LEFT],
  ['unknown for 30 s', { kind: 'not-found', forMs: 30_000 }, {}, ended('error', { jobId: 'j_8fk2', job: undefined })],
  ['unknown, with a comment of the last 30 s', NOT_FOUND, { age: 29_999 }, ACTIVE],
  ['unknown, with a lease', NOT_FOUND, { ...LIVE, age: 60_000 }, ACTIVE],
  ['refused', refused('401'), ABANDONED, LEFT],
  ['not answered', transient('502'), ABANDONED, LEFT],
  ['throttled', { kind: 'throttled', retryIn: 5 }, ABANDONED, LEFT],
])('a job that is %s', (_, reading, { isLast = false, ...fields }, expected) => {
  const record = sampleRecord({ openFor: 0, ...fields });
  expect(findingOf('j_8fk2', reading, record, [record], isLast)).toMatchObject(expected);
});
