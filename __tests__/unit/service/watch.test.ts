import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { type JobReading, snapshotOf } from '../../../src/service/job.ts';
import { type Aim, advance, type End, newWatch } from '../../../src/service/watch.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { read, refused, sampleJob, transient } from '../../support/sample-job.ts';

const OTHER_LINK = 'https://github.com/acme/docs/pull/413';

const NEW: Aim = { until: 'done', before: null };
const IDLE: Aim = { until: 'idle' };
const ONCE: Aim = { until: 'read' };
const SWEPT: Aim = { until: 'swept', before: null };
/** A follow-up to a job whose pull request was this one. */
const after = (link: string, until: 'done' | 'swept' = 'done'): Aim => ({
  until,
  before: snapshotOf(sampleJob('completed', link)),
});

const ACTIVE = read('active');
const DONE = read('completed', PULL_REQUEST);
const WITHOUT_LINK = read('completed');
const BAD = transient('The service answered 502.');
const DENIED = refused('The service answered 403.');
const OFTEN_DENIED: JobReading = {
  kind: 'refused',
  error: new ServiceError('The service answered 410.', ''),
  isFinal: false,
};
const absent = (seconds: number): JobReading => ({ kind: 'not-found', forMs: seconds * 1_000 });
const busy = (seconds?: number): JobReading => ({
  kind: 'throttled',
  retryIn: seconds === undefined ? undefined : seconds * 1_000,
});

/** Readings at so many seconds after the watch began. */
type Readings = readonly (readonly [seconds: number, reading: JobReading])[];
/** Why the job is not read again after the last of them, or in how many seconds it is. */
type Result = End['kind'] | 'not proven' | number;

/** Judges these readings, with the middle of the jitter. */
function judge(aim: Aim, readings: Readings, deadline = 3_600) {
  const start = { watch: newWatch(aim, 0, deadline * 1_000), readAgainIn: 0 };
  return readings.reduce<ReturnType<typeof advance>>(({ watch, end }, [seconds, reading]) => {
    expect(end).toBeUndefined();
    return advance(watch, reading, seconds * 1_000, 0.5);
  }, start);
}

function resultOf(aim: Aim, readings: Readings, deadline?: number): Result {
  const { end, readAgainIn } = judge(aim, readings, deadline);
  if (!end) return Math.round(readAgainIn) / 1_000;
  return end.kind === 'ended' && !end.isProven ? 'not proven' : end.kind;
}

type Row = readonly [what: string, aim: Aim, readings: Readings, result: Result, deadline?: number];
const readingsFrom = (count: number, reading: JobReading): Readings =>
  Array.from({ length: count }, (_, index) => [index, reading] as const);

const ENDS: readonly Row[] = [
  ['an active job is read again after 2 s', NEW, [[0, ACTIVE]], 2.062],
  ['after 5 % of the time waited', NEW, [[100, ACTIVE]], 5],
  ['after 15 s, jitter included', NEW, [[2_000, ACTIVE]], 14.563],
  ['an unknown status is active', NEW, [[100, read({ unknown: 'paused' })]], 5],
  ['a failed job has ended', NEW, [[9, read('failed')]], 'ended'],
  ['an archived job has ended', NEW, [[9, read('archived')]], 'ended'],
  ['a completed job with a link has ended', NEW, [[9, DONE]], 'ended'],
  ['one without a link is read again', NEW, [[9, WITHOUT_LINK]], 2],
  [
    'more and more rarely',
    NEW,
    [
      [9, WITHOUT_LINK],
      [17, WITHOUT_LINK],
    ],
    8,
  ],
  [
    'so that a reading comes after 30 s',
    NEW,
    [
      [9, WITHOUT_LINK],
      [34, WITHOUT_LINK],
    ],
    5,
  ],
  [
    'and has ended if no other reading fits into 30 s',
    NEW,
    [
      [9, WITHOUT_LINK],
      [37.001, WITHOUT_LINK],
    ],
    'ended',
  ],
  [
    'but not before',
    NEW,
    [
      [9, WITHOUT_LINK],
      [37, WITHOUT_LINK],
    ],
    2,
  ],
  [
    'a later link ends it',
    NEW,
    [
      [9, WITHOUT_LINK],
      [11, DONE],
    ],
    'ended',
  ],
  [
    'one that is active again has not ended',
    NEW,
    [
      [9, WITHOUT_LINK],
      [12, ACTIVE],
    ],
    2.062,
  ],
  [
    'and its second end is not read more often',
    NEW,
    [
      [9, WITHOUT_LINK],
      [90, ACTIVE],
      [100, WITHOUT_LINK],
    ],
    5,
  ],
  ['at the deadline, an end without a link counts', NEW, [[9, WITHOUT_LINK]], 'ended', 9.4],
  [
    'also if a fault comes after it',
    NEW,
    [
      [9, WITHOUT_LINK],
      [11, BAD],
    ],
    'ended',
    11.4,
  ],
  ['a job that is still active is timed out', NEW, [[9, ACTIVE]], 'timed-out', 9.5],
  ['the last reading is 500 ms before the deadline', NEW, [[100, ACTIVE]], 3, 103.5],
];

const FOLLOW_UPS: readonly Row[] = [
  ['the end before it does not count', after(PULL_REQUEST), [[0, DONE]], 2],
  [
    'the end before it does not count after 29 s',
    after(PULL_REQUEST),
    [
      [0, DONE],
      [29.9, DONE],
    ],
    2,
  ],
  [
    'the end before it counts after 30 s, without proof',
    after(PULL_REQUEST),
    [
      [0, DONE],
      [30, DONE],
    ],
    'not proven',
  ],
  ['not at the deadline before', after(PULL_REQUEST), [[0, DONE]], 'timed-out', 0.4],
  [
    'an end after work counts',
    after(PULL_REQUEST),
    [
      [3, ACTIVE],
      [5, DONE],
    ],
    'ended',
  ],
  ['another link counts', after(PULL_REQUEST), [[3, read('completed', OTHER_LINK)]], 'ended'],
  ['the first link may be late', after(''), [[3, DONE]], 2],
  [
    'the first link counts after work',
    after(''),
    [
      [3, ACTIVE],
      [5, DONE],
    ],
    'ended',
  ],
  [
    'the first link counts after 30 s',
    after(''),
    [
      [3, DONE],
      [30, DONE],
    ],
    'ended',
  ],
  ['an earlier failure does not count', after(''), [[3, read('failed')]], 2],
  [
    'a fault is no work',
    after(PULL_REQUEST),
    [
      [3, BAD],
      [5, DONE],
    ],
    2,
  ],
];

const FAULTS: readonly Row[] = [
  ['a fault never ends the wait', NEW, readingsFrom(60, BAD), 2.95],
  ['the deadline does', NEW, [[9, BAD]], 'timed-out', 9.5],
  [
    'a denial ends it',
    NEW,
    [
      [9, ACTIVE],
      [11, DENIED],
    ],
    'unreadable',
  ],
  ['another client error does not', NEW, [[100, OFTEN_DENIED]], 5],
  ['a 404 is not believed at once', NEW, [[100, absent(29.999)]], 5],
  ['a 404 is believed after 30 s', NEW, [[100, absent(30)]], 'gone'],
  [
    'also for a single read',
    ONCE,
    [
      [0, absent(0)],
      [31, absent(31)],
    ],
    'gone',
  ],
  ['also while another request is ahead', IDLE, [[100, absent(30)]], 'gone'],
  ['also in a sweep', SWEPT, [[100, absent(30)]], 'gone'],
  ['a 429 is read again after the usual pause', NEW, [[100, busy()]], 5],
  ['never before the time that it names', NEW, [[100, busy(240)]], 240],
  ['not at all if that is after the deadline', NEW, [[100, busy(240)]], 'timed-out', 340.4],
  ['the last reading comes at that time', NEW, [[100, busy(240)]], 240, 340.5],
];

const AIMS: readonly Row[] = [
  ['a wait for the end of the work ends with any end', IDLE, [[9, WITHOUT_LINK]], 'ended'],
  ['but not with an active job', IDLE, [[100, ACTIVE]], 5],
  ['a single read ends with any job', ONCE, [[0, ACTIVE]], 'ended'],
  ['with a denial', ONCE, [[0, DENIED]], 'unreadable'],
  ['a fault is retried after 1 s', ONCE, readingsFrom(1, BAD), 1],
  ['after 3 s', ONCE, readingsFrom(2, BAD), 3],
  ['after 6 s', ONCE, readingsFrom(3, OFTEN_DENIED), 6],
  ['after 10 s', ONCE, readingsFrom(5, busy()), 10],
  ['not a sixth time', ONCE, readingsFrom(6, BAD), 'unreadable'],
  ['not before the time that a 429 names', ONCE, [[0, busy(20)]], 20],
  ['not after the deadline', ONCE, [[0, BAD]], 'unreadable', 1],
  ['not if a 429 names a time after it', ONCE, [[0, busy(20)]], 'unreadable', 20],
  [
    'after a 404, it is retried until the deadline',
    ONCE,
    [...readingsFrom(8, BAD).slice(0, 5), [30, absent(0)], [40, BAD]],
    10,
  ],
  [
    'and then was not answered',
    ONCE,
    [
      [0, absent(0)],
      [1, BAD],
    ],
    'unreadable',
    4,
  ],
  ['a sweep does not wait for an active job', SWEPT, [[100, ACTIVE]], 'timed-out'],
  ['nor for a service that fails', SWEPT, [[100, BAD]], 'timed-out'],
  ['nor for one that answers 429', SWEPT, [[100, busy(1)]], 'timed-out'],
  ['it reads a job without a link again after 10 s', SWEPT, [[100, WITHOUT_LINK]], 10],
  ['and takes that as its end if it reads no more', SWEPT, [[100, WITHOUT_LINK]], 'ended', 100],
  ['it reads a job again that is not known, after 30 s', SWEPT, [[100, absent(0)]], 30],
  ['and does not believe that if it reads no more', SWEPT, [[100, absent(29)]], 'timed-out', 100],
  ['it reports an end', SWEPT, [[100, DONE]], 'ended'],
  ['but not the one before a follow-up', after(PULL_REQUEST, 'swept'), [[29, DONE]], 'timed-out'],
  ['unless that was 30 s ago', after(PULL_REQUEST, 'swept'), [[30, DONE]], 'not proven'],
  ['it takes the first link as its end', after('', 'swept'), [[0, DONE]], 'ended'],
];

describe.each([
  ['the end of a new job', ENDS],
  ['the end after a follow-up', FOLLOW_UPS],
  ['a service with faults', FAULTS],
  ['what a job is read for', AIMS],
])('%s:', (_, rows) => {
  test.each(rows.map(([what, aim, readings, result, deadline]) => ({ what, aim, readings, result, deadline })))(
    '$what',
    ({ aim, readings, result, deadline }) => {
      expect(resultOf(aim, readings, deadline)).toBe(result);
    },
  );
});

describe('a 404 is explained', () => {
  test.each<[string, Aim, Readings, string]>([
    ['as a wrong id, if the job was never seen', ONCE, [[0, absent(30)]], '`job-id`'],
    [
      'as a wrong address, if only the answer to the create showed it',
      NEW,
      [
        [0, ACTIVE],
        [40, absent(30)],
      ],
      '`job-path`',
    ],
    [
      'as a deletion, if it was read',
      NEW,
      [
        [0, ACTIVE],
        [2, ACTIVE],
        [40, absent(30)],
      ],
      'deleted',
    ],
    [
      'as a deletion, if it got a follow-up',
      after(''),
      [
        [0, ACTIVE],
        [40, absent(30)],
      ],
      'deleted',
    ],
  ])('%s', (_, aim, readings, remedy) => {
    expect(judge(aim, readings).end).toMatchObject({ error: { remedy: expect.stringContaining(remedy) } });
  });
});

describe('a timeout', () => {
  test('says why the last requests failed, and how many', () => {
    const { end } = judge(
      NEW,
      [
        [0, ACTIVE],
        [2, BAD],
        [4, absent(0)],
        [6, busy()],
      ],
      6.5,
    );
    expect(end).toMatchObject({ failures: 3, lastProblem: { message: expect.stringContaining('429') } });
  });

  test('has no problem if the last request was answered', () => {
    const { end } = judge(
      NEW,
      [
        [0, BAD],
        [2, ACTIVE],
      ],
      2.5,
    );
    expect(end).toEqual({ kind: 'timed-out', failures: 0, lastProblem: undefined });
  });
});
