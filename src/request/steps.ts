import { InputError, ServiceError } from '../errors.ts';
import type { PullState } from '../github/pulls.ts';
import { type MissedChanges, notSent, type Outcome, type WaitsFor } from '../outcome.ts';
import type { FetchedJob } from '../service/agent-service.ts';
import type { Job } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import type { Request } from '../thread/request.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { type Counted, type Limits, limitReached } from './limits.ts';
import type { PullOrigin } from './pull-origin.ts';

/** Which job a request continues. */
export type FollowUpTarget = Readonly<
  /** The one that `job-id` names. */
  | { kind: 'by-id'; jobId: string }
  /** The newest job of the thread. `orElse`: what to do if there is none. */
  | { kind: 'newest-in-thread'; orElse: 'create' | 'skip' }
  /** The newest job of the same step and cause in the thread (`pull-request: reuse`). */
  | { kind: 'newest-of-cause' }
>;

/** Whether nothing is sent without a job to continue (`job-id`, `follow-up`). */
export const mustContinue = (target: FollowUpTarget | undefined): boolean =>
  target?.kind === 'by-id' || (target?.kind === 'newest-in-thread' && target.orElse === 'skip');

/** What is asked, and of which job. */
export interface Ask {
  /** As it is announced. */
  readonly request: Request;
  /**
   * When the event happened, in milliseconds since the epoch by GitHub's clock, if it carries no
   * text: a label, or the opening of an issue.
   */
  readonly askedAt: number | undefined;
  /** Undefined if the request creates its own job. */
  readonly target: FollowUpTarget | undefined;
  readonly prompt: string;
  /** Why no job may be created. The run still waits for an existing one. */
  readonly mayNotSend: Outcome | undefined;
  /**
   * Limits for new jobs, and what becomes of the changes that the request describes if it reaches
   * one; undefined if there are none.
   */
  readonly limits: (Limits & { readonly missed: MissedChanges | undefined }) | undefined;
  /** The number of the pull request in which it was made; undefined if it was made in none. */
  readonly pull: number | undefined;
  /** The kind and the id of the comment, if the request is a command. */
  readonly command: readonly string[] | undefined;
}

/**
 * A request to the job that opened the pull request in which this one was made; undefined if none
 * is recorded.
 */
export const openerOf = ({ origin }: Pick<Known, 'origin'>): StatusRecord | undefined =>
  origin.kind === 'agent' ? origin.opener : undefined;

/** What a run knows so far. A value that is missing is asked for as a step. */
export interface Known {
  /** The number of the thread that the request is reported in. */
  readonly thread: number;
  /** Whose pull request it was made in. */
  readonly origin: PullOrigin;
  /**
   * Of a command on a pull request whose job no record names: the open request whose job may have
   * opened it.
   */
  readonly possibleOpener: StatusRecord | undefined;
  /** The requests of the thread, as they were last read, the oldest first. */
  readonly inThread: readonly StatusRecord[];
  readonly announced?: Announced;
  /** What a run that continues a job knows while it waits for its turn. */
  readonly queue?: Queue;
  /**
   * What the limits count. `ownId`: of others that are about to create a job, those whose comment
   * has a lower id count.
   */
  readonly counted?: (Counted & { readonly ownId: number }) | undefined;
  /** Jobs and their pull requests, by the id of the job, as last read. The queue forgets them. */
  readonly jobs: ReadonlyMap<string, FetchedJob>;
  readonly pulls: ReadonlyMap<string, PullState | undefined>;
}

interface Announced {
  /** The id of its status comment. */
  readonly commentId: number;
  /** The status comments of earlier attempts that this one replaces, until they say so. */
  readonly toReplace: readonly StatusRecord[];
}

interface Queue {
  /** The job whose threads were read; undefined if none was known. */
  readonly job: string | undefined;
  /**
   * The requests of these threads, the oldest first; undefined if they must be read again, as the
   * run waited.
   */
  readonly records: readonly StatusRecord[] | undefined;
  /**
   * When the run began to wait, on the clock's `now`, or when the job that it waits for last ended
   * its work.
   */
  readonly began: number;
}

/** What a run does next. */
export type Step = Readonly<
  | { do: 'read-job'; job: string }
  | { do: 'read-pull'; job: Job }
  /** Read the threads in which requests to this job stand. `job`: undefined if none is known. */
  | { do: 'read-queue'; job: string | undefined }
  | { do: 'count' }
  /** `waitsFor`: undefined if the request creates its own job at once. */
  | {
      do: 'announce';
      waitsFor: WaitsFor | undefined;
      note: RichText | undefined;
      toReplace: readonly StatusRecord[];
    }
  /** Say in the status comments of earlier attempts that this one replaces them. */
  | { do: 'replace'; records: readonly StatusRecord[] }
  /** An earlier request is not reported yet. `job`: undefined before its job has an id. */
  | { do: 'wait-for-request'; record: StatusRecord; job: string | undefined }
  /** The job works, or `settleMs` must pass until its end counts. */
  | { do: 'wait-for-job'; job: Job; settleMs: number }
  /** Wait for the job of an earlier request. */
  | ({ do: 'join'; job: Job } & Earlier)
  /** `to`: the job that gets a follow-up. */
  | { do: 'submit'; to?: Job; note?: RichText | undefined }
  /** `earlier`: if that request answers this one. */
  | ({ do: 'stop'; outcome: Outcome } & (Earlier | { earlier?: never; comment?: never }))
>;

/** An earlier request, and what this run does with its status comment. */
interface Earlier {
  readonly earlier: StatusRecord;
  /**
   * `leave`: another run reports there. `adopt`: go on reporting that request there. `resume`:
   * report this request there, as an earlier attempt of this run made the comment.
   */
  readonly comment: 'leave' | 'adopt' | 'resume';
}

export type Doing<D extends Step['do']> = Extract<Step, { do: D }>;

/** What follows a step that was taken. */
export type Taken = Readonly<
  /** The next decision, from what is known now. */
  | { next: 'decide'; known: Known }
  /** The one request. `to`: the job that gets a follow-up; undefined to create one. */
  | { next: 'submit'; to: Job | undefined }
  | { next: 'end'; outcome: Outcome }
>;

export const decideOn = (known: Known): Taken => ({ next: 'decide', known });
export const endWith = (outcome: Outcome): Taken => ({ next: 'end', outcome });

/** Without a thread and without `job-id`, no job can ever be found. */
export const withoutJob = (operation: 'follow-up' | 'attach'): InputError =>
  new InputError(
    `\`operation: ${operation}\` needs a job: \`job-id\` is empty, and there is no thread whose status comments could name one.`,
    'Set `job-id` (an earlier step with an `id` has it in its output `jobId`), or set `issue-number` to the issue or pull request whose job is meant.',
    { headline: 'Invalid inputs: job-id' },
  );

/** The outcome of `follow-up` and `attach` without `job-id`, if the thread has no job. */
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

/** The outcome if the timeout ends before the turn of a request. */
export const timedOutBeforeTurn = (waitsFor: WaitsFor | undefined): Outcome => ({
  verdict: 'timed-out',
  why: 'unsent',
  waitsFor,
});

/**
 * What a request waits for, if an earlier one must be reported first. @param job of that one, if it
 * is known.
 */
export const waitsForJob = (job: string | undefined): WaitsFor =>
  job === undefined ? 'an earlier request' : { job };

/**
 * Nothing was sent to a job that could not be read, and no other one was created: it could be a
 * second one for the same request.
 */
export function unreadable(id: string, cause: ServiceError): Outcome {
  const { message, remedy, quote, headline, needsNewJob } = cause;
  const what = `Nothing was sent, as job \`${id}\` could not be read. ${message}`;
  return notSent(new ServiceError(what, remedy, { cause, quote, headline, needsNewJob }));
}

/**
 * The outcome of a request that would create a job; undefined below the limits. @param ownId as in
 * {@link limitReached}.
 */
export function outcomeAtLimit(
  { limits }: Ask,
  counted: Counted,
  ownId: number,
): Outcome | undefined {
  const reached = limits && limitReached(limits, counted, ownId);
  return reached && { verdict: 'limit-reached', reached, missed: limits.missed };
}
