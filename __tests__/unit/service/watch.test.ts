import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { type JobReading, snapshotOf } from '../../../src/service/job.ts';
import { type Aim, advance, type End, newWatch } from '../../../src/service/watch.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { read, sampleJob, transient } from '../../support/sample-job.ts';

const OTHER_LINK = 'https://github.com/acme/docs/pull/413';

const NEW: Aim = { until: 'done', before: null };
const IDLE: Aim = { until: 'idle' };
const ONCE: Aim = { until: 'read' };
/** A follow-up to a job whose pull request was this one. */
const after = (link: string): Aim => ({
  until: 'done',
  before: snapshotOf(sampleJob('completed', link)),
});

const denied = (isLasting: boolean, seconds = 0): JobReading => ({
  kind: 'refused',
  error: new ServiceError('Denied.', ''),
  isLasting,
  forMs: seconds * 1_000,
});

/**
 * By word. The number in parentheses is in seconds: for how long the service refused to show the
 * job, or the time that a 429 names.
 */
const READINGS: Readonly<Record<string, (seconds?: number) => JobReading>> = {
  active: () => read('active'),
  paused: () => read({ unknown: 'paused' }),
  failed: () => read('failed'),
  archived: () => read('archived'),
  done: () => read('completed', PULL_REQUEST),
  'other-link': () => read('completed', OTHER_LINK),
  'no-link': () => read('completed'),
  bad: () => transient('The service answered 502.'),
  denied: (seconds) => denied(true, seconds),
  'often-denied': () => denied(false),
  absent: (seconds = 0) => ({ kind: 'not-found', forMs: seconds * 1_000 }),
  busy: (seconds) => ({
    kind: 'throttled',
    retryIn: seconds === undefined ? undefined : seconds * 1_000,
  }),
};

/** `9:active 11:absent(30)`: readings at so many seconds after the watch began. */
function parseReadings(text: string) {
  return text.split(' ').map((part) => {
    const [, at, word = '', seconds] = /^([\d.]+):([a-z-]+)(?:\(([\d.]+)\))?$/.exec(part) ?? [];
    const reading = READINGS[word]?.(seconds === undefined ? undefined : Number(seconds));
    if (!reading) throw new Error(`unknown reading: ${part}`);
    return { at: Number(at) * 1_000, reading };
  });
}

/** Why the job is not read again after the last of them, or in how many seconds it is. */
type Result = End['kind'] | 'not proven' | number;

/** Judges these readings, with the middle of the jitter. */
function judge(aim: Aim, readings: string, deadline = 3_600) {
  const start = { watch: newWatch(aim, 0, deadline * 1_000), readAgainIn: 0 };
  return parseReadings(readings).reduce<ReturnType<typeof advance>>(
    ({ watch, end }, { at, reading }) => {
      expect(end).toBeUndefined();
      return advance(watch, reading, at, 0.5);
    },
    start,
  );
}

function resultOf(aim: Aim, readings: string, deadline?: number): Result {
  const { end, readAgainIn } = judge(aim, readings, deadline);
  if (!end) return Math.round(readAgainIn) / 1_000;
  return end.kind === 'ended' && !end.isProven ? 'not proven' : end.kind;
}

type Row = readonly [what: string, aim: Aim, readings: string, result: Result, deadline?: number];
/** A reading at each second. */
const readingsFrom = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `${at}:${word}`).join(' ');

const ENDS: readonly Row[] = [
  ['an active job is read again after 2 s', NEW, '0:active', 2.062],
  ['after 5 % of the time waited', NEW, '100:active', 5],
  ['after 15 s, jitter included', NEW, '2000:active', 14.563],
  ['an unknown status is active', NEW, '100:paused', 5],
  ['a failed job has ended', NEW, '9:failed', 'ended'],
  ['an archived job has ended', NEW, '9:archived', 'ended'],
  ['a completed job with a link has ended', NEW, '9:done', 'ended'],
  ['one without a link is read again', NEW, '9:no-link', 2],
  ['more and more rarely', NEW, '9:no-link 17:no-link', 8],
  ['so that a reading comes after 30 s', NEW, '9:no-link 34:no-link', 5],
  ['and has ended if no other reading fits into 30 s', NEW, '9:no-link 37.001:no-link', 'ended'],
  ['but not before', NEW, '9:no-link 37:no-link', 2],
  ['a later link ends it', NEW, '9:no-link 11:done', 'ended'],
  ['one that is active again has not ended', NEW, '9:no-link 12:active', 2.062],
  ['and its second end is not read more often', NEW, '9:no-link 90:active 100:no-link', 5],
  ['at the deadline, an end without a link counts', NEW, '9:no-link', 'ended', 9.4],
  ['also if a fault comes after it', NEW, '9:no-link 11:bad', 'ended', 11.4],
  ['a job that is still active is timed out', NEW, '9:active', 'timed-out', 9.5],
  ['the last reading is 500 ms before the deadline', NEW, '100:active', 3, 103.5],
];

const FOLLOW_UPS: readonly Row[] = [
  ['the end before it does not count', after(PULL_REQUEST), '0:done', 2],
  ['the end before it does not count after 29 s', after(PULL_REQUEST), '0:done 29.9:done', 2],
  [
    'the end before it counts after 30 s, without proof',
    after(PULL_REQUEST),
    '0:done 30:done',
    'not proven',
  ],
  ['not at the deadline before', after(PULL_REQUEST), '0:done', 'timed-out', 0.4],
  ['an end after work counts', after(PULL_REQUEST), '3:active 5:done', 'ended'],
  ['that the answer says so is no work', after(PULL_REQUEST), '0:active 2:done', 2],
  ['another link counts', after(PULL_REQUEST), '3:other-link', 'ended'],
  ['the first link may be late', after(''), '3:done', 2],
  ['the first link counts after work', after(''), '3:active 5:done', 'ended'],
  ['the first link counts after 30 s', after(''), '3:done 30:done', 'ended'],
  ['an earlier failure does not count', after(''), '3:failed', 2],
  ['a fault is no work', after(PULL_REQUEST), '3:bad 5:done', 2],
];

const FAULTS: readonly Row[] = [
  ['a fault never ends the wait', NEW, readingsFrom(60, 'bad'), 2.95],
  ['the deadline does', NEW, '9:bad', 'timed-out', 9.5],
  ['a denial is not believed at once', NEW, '9:active 11:denied', 2.062],
  ['nor after 29.999 s', NEW, '100:denied(29.999)', 5],
  ['a denial is believed after 30 s', NEW, '100:denied(30)', 'unreadable'],
  ['another client error does not', NEW, '100:often-denied', 5],
  ['a 404 is not believed at once', NEW, '100:absent(29.999)', 5],
  ['a 404 is believed after 30 s', NEW, '100:absent(30)', 'gone'],
  [
    'a first one at once if only `job-id` names the job',
    { ...ONCE, isOnlyGiven: true },
    '0:absent',
    'gone',
  ],
  ['a first denial too', { ...ONCE, isOnlyGiven: true }, '0:denied', 'unreadable'],
  [
    'but not if the service has shown it',
    { ...IDLE, isOnlyGiven: true },
    '0:active 9:absent',
    2.062,
  ],
  ['also for a single read', ONCE, '0:absent 31:absent(31)', 'gone'],
  ['also while another request is ahead', IDLE, '100:absent(30)', 'gone'],
  ['a 429 is read again after the usual pause', NEW, '100:busy', 5],
  ['never before the time that it names', NEW, '100:busy(240)', 240],
  ['not at all if that is after the deadline', NEW, '100:busy(240)', 'timed-out', 340.4],
  ['the last reading comes at that time', NEW, '100:busy(240)', 240, 340.5],
];

const AIMS: readonly Row[] = [
  ['a wait for the end of the work ends with any end', IDLE, '9:no-link', 'ended'],
  ['but not with an active job', IDLE, '100:active', 5],
  ['a single read ends with any job', ONCE, '0:active', 'ended'],
  ['not with a denial', ONCE, '0:denied', 1],
  ['unless that has stood for 30 s', ONCE, '0:denied 31:denied(31)', 'unreadable'],
  ['a fault is retried after 1 s', ONCE, readingsFrom(1, 'bad'), 1],
  ['after 3 s', ONCE, readingsFrom(2, 'bad'), 3],
  ['after 6 s', ONCE, readingsFrom(3, 'often-denied'), 6],
  ['after 10 s', ONCE, readingsFrom(5, 'busy'), 10],
  ['not a sixth time', ONCE, readingsFrom(6, 'bad'), 'unreadable'],
  ['not before the time that a 429 names', ONCE, '0:busy(20)', 20],
  ['not after the deadline', ONCE, '0:bad', 'unreadable', 1],
  ['not if a 429 names a time after it', ONCE, '0:busy(20)', 'unreadable', 20],
  [
    'after a 404, it is retried until the deadline',
    ONCE,
    `${readingsFrom(5, 'bad')} 30:absent 40:bad`,
    10,
  ],
  ['and then was not answered', ONCE, '0:absent 1:bad', 'unreadable', 4],
];

describe.each([
  ['the end of a new job', ENDS],
  ['the end after a follow-up', FOLLOW_UPS],
  ['a service with faults', FAULTS],
  ['what a job is read for', AIMS],
])('%s:', (_, rows) => {
  test.each(
    rows.map(([what, aim, readings, result, deadline]) => ({
      what,
      aim,
      readings,
      result,
      deadline,
    })),
  )('$what', ({ aim, readings, result, deadline }) => {
    expect(resultOf(aim, readings, deadline)).toBe(result);
  });
});

describe('a 404 is explained', () => {
  test.each<[string, Aim, string, string]>([
    ['as a wrong id, if the job was never seen', ONCE, '0:absent(30)', '`job-id`'],
    [
      'as a wrong address, if only the answer to the create showed it',
      NEW,
      '0:active 40:absent(30)',
      'operator of the service',
    ],
    ['as a deletion, if it was read', NEW, '0:active 2:active 40:absent(30)', 'deleted'],
    ['as a deletion, if it got a follow-up', after(''), '0:active 40:absent(30)', 'deleted'],
  ])('%s', (_, aim, readings, remedy) => {
    expect(judge(aim, readings).end).toMatchObject({
      error: { remedy: expect.stringContaining(remedy) },
    });
  });
});

test('a timeout says why the last requests failed, and how many; nothing if the last one was answered', () => {
  const lastProblem = { message: expect.stringContaining('429') };
  expect(judge(NEW, '0:active 2:bad 4:absent 6:busy', 6.5).end).toMatchObject({
    failures: 3,
    lastProblem,
  });
  const answered = { kind: 'timed-out', failures: 0, lastProblem: undefined };
  expect(judge(NEW, '0:bad 2:active', 2.5).end).toEqual(answered);
});
