import type { PullState } from '../github/pulls.ts';
import type { Outcome } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import type { RequestIdentity } from '../thread/earlier-requests.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { PullOrigin } from './agent-pulls.ts';

/** Which job a request continues. */
export type FollowUpTarget =
  /** The one that `job-id` names. */
  | { readonly kind: 'named'; readonly jobId: string }
  /**
   * The job that opened the pull request in which the request is made, while that is open, or else the newest job of the thread.
   * `orElse`: what to do if there is no job to continue. `onlyOpener`: no other job counts.
   */
  | { readonly kind: 'thread'; readonly orElse: 'create' | 'skip'; readonly onlyOpener?: boolean }
  /** The newest job of the same step and cause (`pull-request: reuse`). */
  | { readonly kind: 'reuse' };

/** A request, as the workflow makes it. */
export interface Asked {
  readonly identity: RequestIdentity;
  /** Undefined if the request creates its own job. */
  readonly wanted: FollowUpTarget | undefined;
  readonly prompt: string;
  /** Why no job may be created. The run still waits for an existing one. */
  readonly mayNotSend: Outcome | undefined;
  /** The number of the pull request in which it was made; undefined if it was made elsewhere. */
  readonly pull: number | undefined;
}

/** What a run is asked to do, and where. */
export interface Ask extends Asked {
  /** Whose pull request the request was made in. */
  readonly origin: PullOrigin;
  /** The number of the thread that the request is reported in. */
  readonly thread: number;
}

/** What a run knows so far. A value that is missing is asked for as a step. */
export interface Known {
  /** The requests of the thread before this one was announced. */
  readonly first: readonly StatusRecord[];
  /** Those with the same cause, in whichever thread. */
  readonly ofCause?: readonly StatusRecord[];
  readonly announced?: Announced;
  /** Whether the job that may have opened the pull request did. */
  readonly isOpener?: boolean;
  /** Why the job that opened the pull request is not continued. */
  readonly openerNote?: RichText;
  readonly queue?: Queue;
  /** Readings since the requests were read. */
  readonly jobs: ReadonlyMap<string, EarlierJob>;
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

/** What a run knows while it waits for its turn. */
export interface Queue {
  /** All other requests, in whichever thread; undefined if they must be read again, as the run waited. */
  readonly records: readonly StatusRecord[] | undefined;
  /** When the run first and last began to read them, on the clock's `now`. */
  readonly began: number;
  readonly readAt: number;
}

/** The job of an earlier request. */
export type EarlierJob =
  | { readonly kind: 'usable'; readonly job: Job }
  /** The job has been active for more than 24 h, or the service no longer knows it. `why`: the end of a sentence. */
  | { readonly kind: 'lost'; readonly why: string; readonly outcome: Outcome }
  /** Nothing may be submitted: it could create a second job for the same request. */
  | { readonly kind: 'unreadable'; readonly outcome: Outcome };

/** What a run does next. */
export type Step =
  /** The job of an earlier request, which may answer this one; or the job to continue. */
  | { readonly do: 'read-earlier-job' | 'read-job'; readonly job: string }
  | { readonly do: 'read-pull'; readonly job: Job }
  | { readonly do: 'read-cause' | 'read-queue' }
  /** `replaced`: the status comments of earlier attempts. */
  | {
      readonly do: 'announce';
      readonly behind: string | null | undefined;
      readonly note: RichText | undefined;
      readonly replaced: readonly StatusRecord[];
    }
  /** The comment must say which job the request waits for, so that the others in its queue see that first. */
  | { readonly do: 'announce-again'; readonly behind: string }
  /** `link`: of the pull request that the job may have opened. */
  | { readonly do: 'wait-for-opener'; readonly job: string; readonly link: string }
  /** An earlier request is not reported yet. `job`: undefined before its job has an id. */
  | { readonly do: 'wait-behind'; readonly record: StatusRecord; readonly job: string | undefined }
  /** The job works, or `settleMs` must pass until its end counts. */
  | { readonly do: 'wait-for-job'; readonly job: Job; readonly settleMs: number }
  /** The job that opened the pull request is not continued. */
  | { readonly do: 'pass-over-opener'; readonly note: RichText }
  /** Wait for the job of an earlier request, in its status comment. */
  | { readonly do: 'join'; readonly record: StatusRecord; readonly job: Job; readonly adopts: Adopts }
  /** `to`: the job that gets a follow-up. `after`: the previous request to it. */
  | {
      readonly do: 'submit';
      readonly to?: Job;
      readonly after?: StatusRecord | undefined;
      readonly note?: RichText | undefined;
    }
  /** `because`: of this earlier request. `adopts`: its status comment reports the outcome. */
  | { readonly do: 'stop'; readonly outcome: Outcome; readonly because?: StatusRecord; readonly adopts?: Adopts };

/** `comment`: as the comment of this request, which an earlier attempt of the run made. `request`: as that request, which goes on. */
type Adopts = 'comment' | 'request';

export type Doing<D extends Step['do']> = Extract<Step, { do: D }>;
