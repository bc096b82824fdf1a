import type { PullState } from '../github/pulls.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../ledger/limits.ts';
import type { MissedChanges, Outcome } from '../outcome.ts';
import type { FetchedJob } from '../service/agent-service.ts';
import type { Job } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import type { RequestIdentity } from '../thread/earlier-requests.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { PullOrigin } from './agent-pulls.ts';

/** Which job a request continues. */
export type FollowUpTarget = Readonly<
  /** The one that `job-id` names. */
  | { kind: 'by-id'; jobId: string }
  /**
   * The job that opened the pull request in which the request is made, while that is open, or else the newest job of the thread.
   * `orElse`: what to do if there is no job to continue. `onlyOpener`: no other job counts.
   */
  | { kind: 'newest-in-thread'; orElse: 'create' | 'skip'; onlyOpener?: boolean }
  /** The newest job of the same step and cause (`pull-request: reuse`). */
  | { kind: 'newest-of-cause' }
>;

/** What a run is asked to do, and where. */
export interface Ask {
  readonly identity: RequestIdentity;
  /** Undefined if the request creates its own job. */
  readonly wanted: FollowUpTarget | undefined;
  readonly prompt: string;
  /** Why no job may be created. The run still waits for an existing one. */
  readonly mayNotSend: Outcome | undefined;
  /** Limits for new jobs; undefined if the workflow sets none. */
  readonly limits: AskedLimits | undefined;
  /** The number of the pull request in which it was made; undefined if it was made elsewhere. */
  readonly pull: number | undefined;
  /** Whose pull request that is. */
  readonly origin: PullOrigin;
  /** The number of the thread that the request is reported in. */
  readonly thread: number;
}

export interface AskedLimits extends Limits {
  /** What becomes of the changes that the request describes, if a limit stops it. */
  readonly missed: MissedChanges | undefined;
}

/** A request, as the workflow makes it: the rest is read in its thread. */
export type Asked = Omit<Ask, 'origin' | 'thread'>;

/** What a run knows so far. A value that is missing is asked for as a step. */
export interface Known {
  /** The requests of the thread before this one was announced. */
  readonly first: readonly StatusRecord[];
  /** Those of other threads: with the same cause, and edited in the last 24 h. */
  readonly elsewhere: { readonly ofCause?: readonly StatusRecord[]; readonly edited?: readonly StatusRecord[] };
  readonly announced?: Announced;
  /** Whether the job that may have opened the pull request did. */
  readonly isOpener?: boolean;
  /** Why the job that opened the pull request is not continued. */
  readonly openerNote?: RichText;
  readonly queue?: Queue;
  /** What the limits count, since the status comment says that a job is about to be created. */
  readonly ledger?: CountedLedger | undefined;
  /** Readings since the requests were read. */
  readonly jobs: ReadonlyMap<string, FetchedJob>;
  readonly pulls: ReadonlyMap<string, PullState | undefined>;
}

export interface Announced {
  /** The id of its status comment. */
  readonly commentId: number;
  /** The job that the comment says it waits for: null before that has an id, undefined if it does not wait. */
  readonly behind: string | null | undefined;
  /** The requests of its thread, as they were last read. */
  readonly inThread: readonly StatusRecord[];
}

interface CountedLedger extends Ledger {
  /** Of others that are about to create a job, those with an older status comment than this count. */
  readonly before: number;
}

/** What a run knows while it waits for its turn. */
interface Queue {
  /** All other requests, in whichever thread; undefined if they must be read again, as the run waited. */
  readonly records: readonly StatusRecord[] | undefined;
  /** When the run began to wait, on the clock's `now`, or when the job that it waits for last ended its work. */
  readonly began: number;
  /** When the run last began to read them. */
  readonly readAt: number;
}

/** What a run does next. */
export type Step = Readonly<
  | { do: 'read-job'; job: string }
  | { do: 'read-pull'; job: Job }
  | { do: 'read-elsewhere'; what: keyof Known['elsewhere'] }
  | { do: 'read-queue' }
  | { do: 'read-ledger' }
  /** `replaced`: the status comments of earlier attempts. */
  | { do: 'announce'; behind: string | null | undefined; note: RichText | undefined; replaced: readonly StatusRecord[] }
  /** The comment must say which job the request waits for, so that the others in its queue see that first. */
  | { do: 'announce-again'; behind: string }
  /** `link`: of the pull request that the job may have opened. */
  | { do: 'wait-for-opener'; job: string; link: string }
  /** An earlier request is not reported yet. `job`: undefined before its job has an id. */
  | { do: 'wait-for-request'; record: StatusRecord; job: string | undefined }
  /** The job works, or `settleMs` must pass until its end counts. */
  | { do: 'wait-for-job'; job: Job; settleMs: number }
  /** The job that opened the pull request is not continued. */
  | { do: 'pass-over-opener'; note: RichText }
  /** Wait for the job of an earlier request, in its status comment. */
  | { do: 'join'; because: StatusRecord; job: Job; reportsAs: ReportsAs }
  /** `to`: the job that gets a follow-up. `after`: the previous request to it. */
  | { do: 'submit'; to?: Job; after?: StatusRecord | undefined; note?: RichText | undefined }
  /** `because`: of this earlier request, whose status comment reports the outcome if `reportsAs` says so. */
  | { do: 'stop'; outcome: Outcome; because?: StatusRecord; reportsAs?: ReportsAs }
>;

/** The request that the status comment of the earlier one reports from now on: this one, if an earlier attempt of the run made that. */
type ReportsAs = 'this-request' | 'earlier-request';

export type Doing<D extends Step['do']> = Extract<Step, { do: D }>;
