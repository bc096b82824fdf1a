import { ActionError, ServiceError } from './errors.ts';
import { after } from './runtime/clock.ts';
import type { Job } from './service/job.ts';
import type { SubmitResult } from './service/jobs.ts';
import type { PollResult } from './service/poll.ts';
import type { Verdict } from './verdict.ts';
import type { VisitorReport } from './visitors/collect.ts';
import type { StopReason } from './visitors/paginate.ts';

/** How a run ended: the one value that log, outputs, summary and comment are rendered from. */
export type Outcome =
  /** `isProven`: false where a follow-up showed no sign that the job worked on it; undefined where nobody waited. */
  | {
      readonly verdict: 'pull-request' | 'no-changes' | 'failed' | 'archived';
      readonly job: Job;
      readonly isProven?: boolean;
    }
  /** `failures`: how many status requests failed at the end. */
  | {
      readonly verdict: 'timed-out';
      readonly job: Job;
      readonly problem: ActionError | undefined;
      readonly failures: number;
    }
  /** A follow-up whose turn did not come: nothing was sent. `behind`: the job that it waited for, where that has a name. */
  | { readonly verdict: 'timed-out'; readonly unsent: true; readonly behind: string | undefined }
  /** The job goes on without this run. */
  | { readonly verdict: 'started'; readonly job: Job; readonly why: NotWaited }
  | { readonly verdict: 'cancelled'; readonly job: Job | undefined }
  | { readonly verdict: 'quota-exhausted'; readonly tryAgainAt: Date | undefined; readonly of?: 'analytics' }
  | { readonly verdict: 'unconfirmed'; readonly problem: ActionError }
  | SkipReason
  | { readonly verdict: 'skipped'; readonly duplicate: Duplicate }
  /** A dry run: it showed what it would have done. */
  | { readonly verdict: 'skipped'; readonly dryRun: true; readonly skipReason: SkipReason | undefined }
  | { readonly verdict: 'swept'; readonly swept: readonly Swept[] }
  /** Cancelled: what was read until then is kept. */
  | { readonly verdict: 'exported' | 'cancelled'; readonly exported: Exported }
  | {
      readonly verdict: 'error';
      readonly problem: ActionError;
      readonly job: Job | undefined;
      /** Of a job that was never read. */
      readonly jobId?: string;
      /** Whether the service took the request all the same; undefined where nobody judged that. */
      readonly isSpent?: boolean;
    };

/** Why a run does not wait for its job: `wait: false`; or a later request continued it, told in the comment at `url`. */
export type NotWaited = { readonly kind: 'not-asked' } | { readonly kind: 'continued'; readonly url: string };

/** Another run that is handling the same request. */
export interface Duplicate {
  /** The id of that workflow run. */
  readonly run: number;
  /** When its lease ends, by GitHub's clock: if it was lost, the request may be repeated then. */
  readonly until: Date;
  readonly jobId: string | undefined;
  /** Its status comment. */
  readonly url: string;
}

/** What a sweep found out about one job. */
export interface Swept {
  readonly jobId: string | null;
  readonly issueNumber: number;
  readonly commentUrl: string;
  /** `active`: it goes on. `left`: for the next sweep. `given-up`: still active after 24 h. */
  readonly verdict: Verdict | 'active' | 'left' | 'given-up';
}

/** An export of the visitor analytics. */
export interface Exported {
  readonly survey: VisitorReport;
  /** Where it was written, if it was. */
  readonly file: string | undefined;
}

/** Why nothing is asked of the service. */
export interface SkipReason {
  readonly verdict: 'skipped' | 'denied';
  readonly reason: string;
}

/** The job that an outcome speaks of. */
export const jobOf = (outcome: Outcome): Job | undefined => ('job' in outcome ? outcome.job : undefined);

export const jobIdOf = (outcome: Outcome): string | undefined =>
  jobOf(outcome)?.id ?? ('jobId' in outcome ? outcome.jobId : undefined);

/** Whether this run sent nothing, as another one is handling the request. */
export const duplicateOf = (outcome: Outcome): Duplicate | undefined =>
  'duplicate' in outcome ? outcome.duplicate : undefined;

/** `error` always fails the step; the rest as the workflow wishes. */
export const failsStep = ({ verdict }: Outcome, failOn: ReadonlySet<Verdict>): boolean =>
  verdict === 'error' || failOn.has(verdict);

/** What it means that a job was waited for. */
export function outcomeOfPoll(result: PollResult): Outcome {
  const { job } = result;
  switch (result.kind) {
    case 'timed-out':
      return { verdict: 'timed-out', job, problem: result.lastProblem, failures: result.failures };
    case 'cancelled':
      return { verdict: 'cancelled', job };
    case 'lost':
      return { verdict: 'error', problem: result.error, job };
    case 'ended':
      return { verdict: verdictOf(job), job, isProven: result.isProven };
  }
}

function verdictOf({ status, pullRequest }: Job): 'pull-request' | 'no-changes' | 'failed' | 'archived' {
  if (status === 'failed') return 'failed';
  if (pullRequest.kind !== 'none') return 'pull-request';
  return status === 'archived' ? 'archived' : 'no-changes';
}

/** What it means that a spending request named no job. @param now the wall clock. */
export function outcomeOfSubmit(result: Exclude<SubmitResult, { kind: 'accepted' }>, now: Date): Outcome {
  switch (result.kind) {
    case 'quota-exhausted':
      return { verdict: 'quota-exhausted', tryAgainAt: after(now, result.retryIn) };
    case 'unconfirmed':
      return { verdict: 'unconfirmed', problem: result.error };
    case 'unsent':
    case 'rejected':
      return { verdict: 'error', problem: result.error, job: undefined, isSpent: false };
  }
}

/** What it means that the analytics brought nothing at all. */
export function outcomeOfEmptyExport(why: StopReason): Outcome {
  switch (why.kind) {
    case 'cancelled':
      return { verdict: 'cancelled', job: undefined };
    case 'throttled':
      return { verdict: 'quota-exhausted', tryAgainAt: why.tryAgainAt, of: 'analytics' };
    case 'problem':
      return { verdict: 'error', problem: why.problem, job: undefined };
    case 'timeout':
      return { verdict: 'error', problem: why.problem ?? tooShort(), job: undefined };
  }
}

const tooShort = () =>
  new ServiceError('The budget ended before the service told anything.', 'Give `timeout` more time.');

/** Anything thrown, as an error for people. What we did not foresee is named by its kind only: its text may be foreign. */
export function toOutcome(error: unknown): Outcome {
  return { verdict: 'error', job: undefined, problem: error instanceof ActionError ? error : new Unforeseen(error) };
}

class Unforeseen extends ActionError {
  constructor(cause: unknown) {
    const kind = cause instanceof Error ? cause.name : typeof cause;
    super(`The action met something that it did not foresee (${kind}).`, 'Please report it, with the log.', { cause });
  }
}

/** What is known of a run that ended between sending a request and reporting what came of it. */
export const interrupted = (): Outcome => ({
  verdict: 'unconfirmed',
  problem: new ServiceError(
    'The run ended before it could report the answer of the service.',
    'Look for a pull request.',
  ),
});
