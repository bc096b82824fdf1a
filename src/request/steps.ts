import type { PullState } from '../github/pulls.ts';
import type { Outcome } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import type { Instead, RequestIdentity } from '../thread/earlier-requests.ts';
import type { FollowUpTarget } from '../thread/job-to-continue.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { PullOrigin } from './agent-pulls.ts';
import type { EarlierJob } from './read-earlier.ts';

/** What a run is asked to do, and where. */
export interface Ask {
  readonly identity: RequestIdentity;
  /** How to find the job to continue; undefined if the request creates its own. */
  readonly wanted: FollowUpTarget | undefined;
  /** Whose pull request the request was made in. */
  readonly origin: PullOrigin;
  /** The number of the thread that the request is reported in, and whether it was made there. */
  readonly thread: number;
  readonly isMadeHere: boolean;
  /** Why no job may be created. The run still waits for an existing one. */
  readonly mayNotSend: Outcome | undefined;
}

/** What a run knows so far. A value that is missing is asked for as a step. */
export interface Known {
  /** The requests of the thread before this one was announced. */
  readonly first: readonly StatusRecord[];
  /** Those with the same cause, in whichever thread. */
  readonly cause?: readonly StatusRecord[];
  readonly announced?: Announced;
  /** Whether the job that may have opened the pull request did, once that is known. */
  readonly suspect?: 'opener' | 'other';
  /** All requests before this one, in whichever thread, while it waits for its turn. */
  readonly queue?: readonly StatusRecord[] | 'outdated';
  /** Readings since the requests were read. */
  readonly jobs: ReadonlyMap<string, EarlierJob>;
  readonly pulls: ReadonlyMap<string, PullState | undefined>;
  /** The jobs that cannot be continued. */
  readonly dismissed: ReadonlyMap<string, Instead>;
}

export interface Announced {
  /** The id of its status comment. */
  readonly own: number;
  /** The job that the comment says it waits for: null before that has an id, undefined if it does not wait. */
  readonly behind: string | null | undefined;
  /** The requests of the thread, read after the announcement, and those that are new or changed. */
  readonly second: readonly StatusRecord[];
  readonly changed: readonly StatusRecord[];
}

/** What a run does next. */
export type Step =
  /** `isEarlier`: of an earlier request that may answer this one. Otherwise of the job to continue. */
  | { readonly do: 'read-job'; readonly job: string; readonly isEarlier: boolean }
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
  | { readonly do: 'wait-for-suspect'; readonly job: string; readonly link: string }
  /** An earlier request is not reported yet. `job`: undefined before its job has an id. */
  | { readonly do: 'wait-behind'; readonly record: StatusRecord; readonly job: string | undefined }
  /** The job works, or `settleMs` must pass until its end counts. */
  | { readonly do: 'wait-for-job'; readonly job: Job; readonly settleMs: number }
  | { readonly do: 'dismiss'; readonly job: string; readonly instead: Instead }
  /** Wait for the job of an earlier request, in its status comment. */
  | { readonly do: 'join'; readonly record: StatusRecord; readonly job: Job; readonly isOwn: boolean }
  /** `to`: the job that gets a follow-up. `after`: the previous request to it. */
  | {
      readonly do: 'submit';
      readonly to?: Job;
      readonly after?: StatusRecord | undefined;
      readonly note?: RichText | undefined;
    }
  /** `because`: of this earlier request. `continues`: the report continues its status comment. */
  | {
      readonly do: 'stop';
      readonly outcome: Outcome;
      readonly because?: StatusRecord;
      readonly continues?: 'own' | 'other';
    };
