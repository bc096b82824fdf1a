import { ServiceError } from '../errors.ts';
import { shareOf } from '../runtime/clock.ts';
import { hasEnded, type Job, type JobReading, type Snapshot, snapshotOf } from './job.ts';

/** For what a job is read. */
export interface Aim {
  /**
   * `done`: until the end of what was sent is confirmed. `idle`: until the job works on nothing,
   * with any result. `read`: until one answer shows whether the job exists.
   */
  readonly until: 'done' | 'idle' | 'read';
  /**
   * Only the input `job-id` names the job: the first refusal is believed, as the id or the key is
   * probably wrong.
   */
  readonly isOnlyGiven?: boolean;
  /** The job when a follow-up was sent to it. */
  readonly before?: Snapshot | null;
}

/**
 * Why a job is not read again. Timeouts and failures are values: the caller decides what they mean.
 */
export type End =
  /** The aim is reached. `isProven`: false if nothing shows that the job worked on a follow-up. */
  | { kind: 'ended'; isProven: boolean }
  /**
   * The timeout came first; the job keeps running. `lastProblem`: why the last `failures` status
   * requests failed.
   */
  | { kind: 'timed-out'; lastProblem: ServiceError | undefined; failures: number }
  /** The service does not know the job. */
  | { kind: 'gone'; error: ServiceError }
  /** The service denies status requests, or answered none of those that read a job once. */
  | { kind: 'unreadable'; error: ServiceError };

/** What is known about a job that a run reads. Times are milliseconds on the clock's `now`. */
interface Watch {
  readonly aim: Aim;
  readonly began: number;
  readonly deadline: number;
  /** How often the service showed the job, the answer to what was sent included. */
  readonly shown: number;
  /** Whether a reading showed the job active after the answer to what was sent. */
  readonly activeSeen: boolean;
  /**
   * The last readings show the job ended since `at`. `isConfirmed`: this is the end of what was
   * sent, not an earlier end.
   */
  readonly ended?:
    | { readonly at: number; readonly isConfirmed: boolean; readonly isProven: boolean }
    | undefined;
  /** How often the readings changed from not ended to ended. */
  readonly ends: number;
  /** Why the last status request failed, if it did. */
  readonly problem?: ServiceError | undefined;
  /**
   * How many failed since the last successful one, and whether one of them was refused for good, if
   * that stands.
   */
  readonly failures: number;
  readonly isInDoubt: boolean;
}

/**
 * How long a reading must persist if it may be premature: a refusal, an end without a link, an end
 * soon after a follow-up.
 */
export const SETTLE_MS = 30_000;
/** The shortest pause between two polls. */
const MIN_PAUSE_MS = 2_000;
/**
 * The pause between two polls is a share of the time waited. `min` and `max` include the jitter:
 * under 300 requests per hour.
 */
const PACE = { share: 0.05, min: MIN_PAUSE_MS, max: 15_000, jitter: 0.03 } as const;
/** The last poll begins this long before the timeout. */
const LAST_POLL_MS = 500;
/**
 * Pauses of a reader that needs one answer; the last one repeats while a refusal is neither
 * believed nor disproved.
 */
const RETRIES_MS = [1_000, 3_000, 6_000, 10_000, 10_000];

/** A watch before the first reading. */
export const newWatch = (aim: Aim, began: number, deadline: number): Watch => ({
  aim,
  began,
  deadline,
  ...UNREAD,
});
const UNREAD = { shown: 0, activeSeen: false, ends: 0, failures: 0, isInDoubt: false };

/** What follows from one more reading. `readAgainIn`: milliseconds; 0 at the end. */
export interface Advanced {
  readonly watch: Watch;
  readonly end?: End;
  readonly readAgainIn: number;
}

/**
 * Judges a reading, for all who read jobs: whether an end counts, whether a 404 is believed, and
 * when to read again.
 */
export function advance(before: Watch, reading: JobReading, now: number, random = 0): Advanced {
  const watch =
    reading.kind === 'job' ? withJob(before, reading.job, now) : withFailure(before, reading);
  const end =
    reading.kind === 'job' ? endOfJob(watch, reading.job, now) : endOfFailure(before, reading);
  const readAgainIn = end ? undefined : pauseAfter(watch, reading, now, random);
  return readAgainIn === undefined
    ? { watch, end: end ?? lastEnd(watch), readAgainIn: 0 }
    : { watch, readAgainIn };
}

/** What the answer to what was sent shows, however much time is left. */
export const firstLook = (job: Job, before: Snapshot | null): Advanced =>
  advance(
    newWatch({ until: 'done', before }, 0, Number.POSITIVE_INFINITY),
    { kind: 'job', job },
    0,
  );

function withJob(before: Watch, job: Job, now: number): Watch {
  const { ended, ends, shown } = before;
  const watch = { ...before, shown: shown + 1, problem: undefined, failures: 0, isInDoubt: false };
  // The answer to what was sent, at once, does not count: readings after it may still show the end
  // before.
  const activeSeen = before.activeSeen || now > before.began;
  if (!hasEnded(job)) return { ...watch, activeSeen, ended: undefined };
  return {
    ...watch,
    ended: { at: ended?.at ?? now, ...proofOfEnd(before, job, now) },
    ends: ends + (ended ? 0 : 1),
  };
}

const withFailure = (before: Watch, reading: Failure): Watch => ({
  ...before,
  problem: problemOf(before, reading),
  failures: before.failures + 1,
  isInDoubt: before.isInDoubt || isRefusal(reading),
});

/**
 * Whether the job provably worked on what was sent: it was active, or its pull request changed.
 * After a follow-up, an end is confirmed by that proof, or after {@link SETTLE_MS}. The first link
 * of a job may be the late result of the work before.
 */
function proofOfEnd({ aim: { before }, activeSeen, began }: Watch, job: Job, now: number) {
  if (!before || activeSeen) return { isProven: true, isConfirmed: true };
  const isProven = before.link !== snapshotOf(job).link;
  return { isProven, isConfirmed: (isProven && before.link !== '') || now - began >= SETTLE_MS };
}

/**
 * A job that completed without a link is read until another poll does not fit into the time in
 * which the link may appear.
 */
function endOfJob({ aim, ended }: Watch, job: Job, now: number): End | undefined {
  if (aim.until === 'read') return { kind: 'ended', isProven: true };
  if (!ended) return undefined;
  const lacksLink = job.status === 'completed' && job.pullRequest.kind === 'none';
  const isSettled = !lacksLink || now + MIN_PAUSE_MS > ended.at + SETTLE_MS;
  const isOver = aim.until === 'idle' || (ended.isConfirmed && isSettled);
  return isOver ? { kind: 'ended', isProven: ended.isProven } : undefined;
}

/** A 404, or an answer that a retry would probably meet again also much later. */
const isRefusal = (reading: Failure): reading is Refusal =>
  reading.kind === 'not-found' || (reading.kind === 'refused' && reading.isLasting);

/**
 * During a deployment, a service or router may refuse every status request: of a job that exists, a
 * refusal is believed after {@link SETTLE_MS}.
 */
function endOfFailure(watch: Watch, reading: Failure): End | undefined {
  if (!isRefusal(reading)) return undefined;
  const mayBeWrong = watch.aim.isOnlyGiven === true && watch.shown === 0;
  if (!mayBeWrong && reading.forMs < SETTLE_MS) return undefined;
  return {
    kind: reading.kind === 'not-found' ? 'gone' : 'unreadable',
    error: problemOf(watch, reading),
  };
}

/**
 * The end if there is no time for another reading. A confirmed end counts even if its link is
 * missing.
 */
function lastEnd({ aim, ended, problem, failures }: Watch): End {
  if (ended?.isConfirmed) return { kind: 'ended', isProven: ended.isProven };
  if (problem && aim.until === 'read') return { kind: 'unreadable', error: problem };
  return { kind: 'timed-out', lastProblem: problem, failures };
}

/**
 * Milliseconds until the next reading; undefined if there is none, or none fits into the timeout.
 */
function pauseAfter(
  watch: Watch,
  reading: JobReading,
  now: number,
  random: number,
): number | undefined {
  const { aim, deadline } = watch;
  const pause = wantedPause(watch, now, random);
  if (pause === undefined) return undefined;
  const asked = reading.kind === 'throttled' ? (reading.retryIn ?? 0) : 0;
  const wanted = Math.max(pause, asked);
  const left = deadline - now;
  if (aim.until === 'read') return wanted < left ? wanted : undefined;
  const untilLast = left - LAST_POLL_MS;
  return untilLast > 0 && asked <= untilLast ? Math.min(wanted, untilLast) : undefined;
}

function wantedPause(watch: Watch, now: number, random: number): number | undefined {
  const { aim, failures, isInDoubt } = watch;
  if (aim.until !== 'read') return pollPause(watch, now, random);
  return RETRIES_MS[isInDoubt ? Math.min(failures, RETRIES_MS.length) - 1 : failures - 1];
}

function pollPause({ began, ended, ends }: Watch, now: number, random: number): number {
  const { share, min, max, jitter } = PACE;
  const settling = ended ? now - ended.at : SETTLE_MS;
  // An unconfirmed first end is polled more often; a job that ends repeatedly is not.
  if (ends === 1 && settling < SETTLE_MS)
    return Math.max(min, Math.min(settling, SETTLE_MS - settling));
  const base = shareOf(now - began, { share, min: min / (1 - jitter), max: max / (1 + jitter) });
  return base * (1 + jitter * (2 * random - 1));
}

type Failure = Exclude<JobReading, { kind: 'job' }>;
type Refusal = Extract<Failure, { kind: 'not-found' | 'refused' }>;

/** Why a status request failed. */
function problemOf({ aim, shown }: Watch, reading: Failure): ServiceError {
  if (reading.kind === 'throttled') return THROTTLED;
  if (reading.kind !== 'not-found') return reading.error;
  if (shown === 0) return UNKNOWN_JOB;
  return shown > 1 || aim.before ? GONE_JOB : UNREADABLE_JOB;
}

const NOT_FOUND = { headline: 'Job not found (404)' };
const GONE = { ...NOT_FOUND, needsNewJob: true };
const UNKNOWN_JOB = new ServiceError(
  'The service does not know the job (404).',
  'Check that `job-id` is the whole id of a job of `project-id`. If it is, the job was probably deleted.',
  NOT_FOUND,
);
const GONE_JOB = new ServiceError(
  'The service no longer knows the job (404).',
  'It answered before, so the job was probably deleted.',
  GONE,
);
const UNREADABLE_JOB = new ServiceError(
  'The service created the job, but answers 404 when asked for it.',
  'Report this to the operator of the service, with the id of the job.',
  NOT_FOUND,
);
const THROTTLED = new ServiceError(
  'The service answered 429: too many requests.',
  'Re-run the workflow later.',
);
