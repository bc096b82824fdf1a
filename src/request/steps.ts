import { InputError, ServiceError } from '../errors.ts';
import type { PullState } from '../github/pulls.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Limits, limitReached } from '../ledger/limits.ts';
import { type MissedChanges, notSent, type Outcome } from '../outcome.ts';
import type { FetchedJob } from '../service/agent-service.ts';
import { hasEnded, type Job } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import type { RequestIdentity } from '../thread/earlier-requests.ts';
import { LOST_AFTER_MS, leaseEnd, openForMs, type StatusRecord } from '../thread/status-records.ts';
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

/** Whether nothing is sent without a job to continue (`job-id`, `follow-up`). */
export const mustContinue = (wanted: FollowUpTarget | undefined): boolean =>
  wanted?.kind === 'by-id' || (wanted?.kind === 'newest-in-thread' && wanted.orElse === 'skip');

/** A request, as the workflow makes it. */
export interface Asked {
  readonly identity: RequestIdentity;
  /** Undefined if the request creates its own job. */
  readonly wanted: FollowUpTarget | undefined;
  readonly prompt: string;
  /** Why no job may be created. The run still waits for an existing one. */
  readonly mayNotSend: Outcome | undefined;
  /** Limits for new jobs, and what becomes of the changes that the request describes if it reaches one; undefined if there are none. */
  readonly limits: (Limits & { readonly missed: MissedChanges | undefined }) | undefined;
  /** The number of the pull request in which it was made; undefined if it was made elsewhere. */
  readonly pull: number | undefined;
}

/** A request in its thread. */
export interface Ask extends Asked {
  /** Whose pull request it was made in. */
  readonly origin: PullOrigin;
  /** The number of the thread that it is reported in. */
  readonly thread: number;
}

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
  /** What a run knows while it waits for its turn. */
  readonly queue?: {
    /** All other requests, in whichever thread; undefined if they must be read again, as the run waited. */
    readonly records: readonly StatusRecord[] | undefined;
    /** When the run began to wait, on the clock's `now`, or when the job that it waits for last ended its work. */
    readonly began: number;
    /** When the run last began to read them. */
    readonly readAt: number;
  };
  /** What the limits count. `before`: of others that are about to create a job, those with an older comment than this count. */
  readonly ledger?: (Ledger & { readonly before: number }) | undefined;
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

/** The outcome of `follow-up` and `attach` without `job-id`, if there is no thread, or no job in it. */
export const NO_JOB: Outcome = {
  verdict: 'skipped',
  reason: 'no job of this project was found in the thread; `job-id` can name one',
};

/** The outcome if the timeout ends before a request is sent to the service. */
export const tooLate = (): Outcome => ({
  verdict: 'error',
  job: undefined,
  problem: new InputError(
    'The timeout came before a request could be sent to the service.',
    'Set a longer `timeout`.',
    { headline: 'Timeout too short' },
  ),
});

/** The outcome if it comes before the turn of a request. @param behind the job that it waits for, null before that has an id. */
export const unsent = (behind: string | null | undefined): Outcome => ({ verdict: 'timed-out', unsent: true, behind });

/** Nothing was sent to a job that could not be read, and no other one was created: it could be a second one for the same request. */
export function unreadable(id: string, cause: ServiceError): Outcome {
  const { message, remedy, quote, headline, needsNewJob } = cause;
  const what = `Nothing was sent, as job \`${id}\` could not be read. ${message}`;
  return notSent(new ServiceError(what, remedy, { cause, quote, headline, needsNewJob }));
}

/** The outcome of a request that would create a job; undefined below the limits. @param before as in {@link limitReached}. */
export function outcomeAtLimit({ limits }: Asked, ledger: Ledger, before: number): Outcome | undefined {
  const reached = limits && limitReached(limits, ledger, before);
  return reached && { verdict: 'limit-reached', reached, missed: limits.missed };
}

/** The request is being handled by another run. */
export function stopAsDuplicate(record: StatusRecord): Step {
  const { marker, facts, comment } = record;
  const duplicate = { run: marker.run, until: leaseEnd(record), jobId: facts.job, url: comment.url };
  return { do: 'stop', because: record, outcome: { verdict: 'skipped', duplicate } };
}

/** Why the job of an earlier request is not waited for or continued: the end of a sentence. */
export const WHY = {
  lost: 'its job was still active after 24 h',
  gone: 'the service no longer knows its job',
  unknown: 'it is not known to have a job',
} as const;

/** Whether a job is active for too long. @param records show for how long it has been open. */
export const isLost = (job: Job, records: readonly StatusRecord[]): boolean =>
  !hasEnded(job) && openForMs(job.id, records) > LOST_AFTER_MS;

/** Why a job that ended is no result of the request; undefined if it is one, or if the job is active. */
export function failureOf({ status, pullRequest }: Job): string | undefined {
  if (status === 'failed') return 'its job failed';
  return status === 'archived' && pullRequest.kind === 'none' ? 'its job was archived' : undefined;
}

/** @param record the earlier request; undefined if none is known. @param why the end of a sentence. */
export const newJobBecause = (record: StatusRecord | undefined, why: string): RichText =>
  record
    ? ['New job, because of ', { link: 'an earlier request', to: record.comment.url }, `: ${why}.`]
    : [`New job: ${why}.`];
