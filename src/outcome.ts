import { ActionError, GitHubError, ServiceError, UnexpectedError } from './errors.ts';
import type { Pull, PullChanges } from './github/pulls.ts';
import { timeAfter } from './runtime/clock.ts';
import type { PollResult, SubmitResult } from './service/agent-service.ts';
import type { StopReason } from './service/analytics.ts';
import type { Job } from './service/job.ts';
import type { RichText } from './text/format.ts';

/** What all outcomes of a verdict have in common. */
interface VerdictFacts {
  readonly icon: string;
  /** The level of the log line. All but `log` become annotations, which the run's page shows. */
  readonly level: 'log' | 'notice' | 'warn' | 'error';
  /**
   * For the comment or thread of the request; none if the job keeps running, and if the run sent no
   * request.
   */
  readonly reaction?: 'rocket' | 'confused' | '-1';
}

const TABLE = {
  'pull-request': { icon: '✅', level: 'log', reaction: 'rocket' },
  'no-changes': { icon: '➖', level: 'log', reaction: 'rocket' },
  failed: { icon: '❌', level: 'error', reaction: '-1' },
  archived: { icon: '🗄️', level: 'warn', reaction: 'confused' },
  'timed-out': { icon: '⌛', level: 'warn', reaction: 'confused' },
  started: { icon: '🚀', level: 'log' },
  skipped: { icon: '⏭️', level: 'notice' },
  denied: { icon: '🚫', level: 'notice' },
  'quota-exhausted': { icon: '🚦', level: 'warn', reaction: 'confused' },
  unconfirmed: { icon: '❓', level: 'warn', reaction: 'confused' },
  cancelled: { icon: '⏹️', level: 'warn', reaction: 'confused' },
  'limit-reached': { icon: '⏸️', level: 'warn', reaction: 'confused' },
  swept: { icon: '🧹', level: 'log' },
  exported: { icon: '📊', level: 'log' },
  error: { icon: '⛔', level: 'error', reaction: '-1' },
} satisfies Readonly<Record<string, VerdictFacts>>;

export type Verdict = keyof typeof TABLE;

/** The action's one-word results (output `verdict`). Their texts are in `render/message.ts`. */
export const VERDICTS: Readonly<Record<Verdict, VerdictFacts>> = TABLE;

export const isVerdict = (word: unknown): word is Verdict =>
  typeof word === 'string' && Object.hasOwn(VERDICTS, word);

/** The job ended. */
interface Ended {
  readonly verdict: 'pull-request' | 'no-changes' | 'failed' | 'archived';
  readonly job: Job;
  /** False if nothing shows that the job worked on a follow-up; undefined if the run did not poll. */
  readonly isProven?: boolean;
  /** Its pull request, if GitHub shows it. */
  readonly pull?: Pull;
  readonly changes?: PullChanges | undefined;
  /** The pull request of a follow-up is not open any longer. */
  readonly pullEnd?: 'merged' | 'closed';
}

/**
 * What a request waits for before it is sent: the end of a job's work, or an earlier request whose
 * job has no id yet.
 */
export type WaitsFor = { readonly job: string } | 'an earlier request';

/** How a run ended: log, outputs, summary and comment are rendered from this value. */
export type Outcome = Readonly<
  | Ended
  /** `failures`: how many status requests failed at the end. */
  | {
      verdict: 'timed-out';
      why?: never;
      job: Job;
      problem: ActionError | undefined;
      failures: number;
    }
  /** It came before the request was sent. `waitsFor`: undefined if it waited for nothing. */
  | { verdict: 'timed-out'; why: 'unsent'; waitsFor: WaitsFor | undefined }
  /** With `wait: false`, this run does not wait. */
  | { verdict: 'started'; job: Job }
  | { verdict: 'cancelled'; job: Job | undefined }
  /** `problem`: what the service answered. */
  | {
      verdict: 'quota-exhausted';
      tryAgainAt: Date | undefined;
      of?: 'analytics';
      problem?: ActionError | undefined;
    }
  /**
   * `earlier`: the status comment of the attempt that sent the request, if this run did not send
   * it.
   */
  | { verdict: 'unconfirmed'; problem: ActionError; earlier?: string }
  | SkipReason
  /**
   * Another workflow `run` is handling the same request, with the status comment `url`. `until`: if
   * it was killed, the request may be repeated.
   */
  | {
      verdict: 'skipped';
      why: 'duplicate';
      duplicate: { run: number; until: Date; jobId: string | undefined; url: string };
    }
  /** A dry run, which showed what it would have sent. */
  | { verdict: 'skipped'; why: 'dry-run' }
  /**
   * `missed`: what becomes of the changes that the request was to describe; undefined if it
   * describes none.
   */
  | { verdict: 'limit-reached'; reached: LimitReached; missed?: MissedChanges | undefined }
  | { verdict: 'swept'; swept: readonly Swept[] }
  | { verdict: 'exported'; exported: Exported }
  /**
   * `jobId`: of a job that could not be read. `wasAccepted`: by the service; undefined if that does
   * not apply.
   */
  | {
      verdict: 'error';
      problem: ActionError;
      job: Job | undefined;
      jobId?: string;
      wasAccepted?: boolean;
    }
>;

export const CANCELLED: Outcome = { verdict: 'cancelled', job: undefined };

/** A limit that the workflow sets, and what has reached it. */
export type LimitReached = Readonly<
  /** `open`: pull requests of jobs, the oldest first. `active`: jobs that may still open one. */
  | {
      limit: 'max-open-pulls';
      max: number;
      open: readonly OpenPull[];
      active: number;
      isIncomplete?: never;
    }
  /** There are too many comments to count. */
  | { limit: 'max-open-pulls' | 'max-jobs-per-day'; max: number; isIncomplete: true }
  /**
   * `jobs`: created in the last 24 h. `freeAt`: when there are fewer than `max`, by GitHub's clock.
   */
  | { limit: 'max-jobs-per-day'; max: number; jobs: number; freeAt: Date; isIncomplete?: never }
>;

/** A pull request of a job that waits for a review. */
export interface OpenPull {
  /** As `acme/docs#391`. */
  readonly name: string;
  readonly url: string;
  /** Milliseconds since it was opened. */
  readonly ageMs: number;
  /** It is in this repository or a public one: readers of a thread here may not know of others. */
  readonly isNamed: boolean;
}

/**
 * With `pull-request: reuse`, the next request describes them too. Otherwise, no other one does:
 * `compare` names them, as `base...head`.
 */
export type MissedChanges =
  | { readonly by: 'next request' }
  | { readonly by: 'no request'; readonly compare: string };

/** The result of an export of the visitor analytics. */
export interface Exported {
  readonly headline: string;
  /** On the same line. */
  readonly detail: RichText;
  /** What a reader should know of the result, one line per item. */
  readonly lines: readonly RichText[];
  /** The export lacks a part, or a reader should doubt it. */
  readonly isDoubtful: boolean;
  /** Blocks of Markdown for the job summary. Untrusted text in them is escaped. */
  readonly blocks: readonly string[];
  /** The outputs beside those of all operations. */
  readonly outputs: Readonly<Record<'visitors' | 'visitorsFile' | 'pages', string>>;
}

/** The result of a sweep for one job. */
export interface Swept {
  readonly jobId: string | null;
  readonly issueNumber: number;
  readonly commentUrl: string;
  /** `active`: still running. `left`: left for the next sweep. */
  readonly verdict: Verdict | 'active' | 'left';
}

/** Why no request is sent to the service. */
export interface SkipReason {
  readonly verdict: 'skipped' | 'denied';
  readonly why?: never;
  readonly reason: string;
  /** The run would have been a request, so the log shows the reason as a warning. */
  readonly isWarning?: boolean;
}

/** The job of an outcome, if there is one. */
export function jobOf(outcome: Outcome): Job | undefined {
  switch (outcome.verdict) {
    case 'pull-request':
    case 'no-changes':
    case 'failed':
    case 'archived':
    case 'started':
    case 'cancelled':
    case 'error':
      return outcome.job;
    case 'timed-out':
      return outcome.why === 'unsent' ? undefined : outcome.job;
    case 'skipped':
    case 'denied':
    case 'quota-exhausted':
    case 'unconfirmed':
    case 'limit-reached':
    case 'swept':
    case 'exported':
      return undefined;
  }
}

export const jobIdOf = (outcome: Outcome): string | undefined =>
  jobOf(outcome)?.id ?? (outcome.verdict === 'error' ? outcome.jobId : undefined);

/** The end of a job; undefined for other outcomes. */
export function endedOf(outcome: Outcome): Ended | undefined {
  switch (outcome.verdict) {
    case 'pull-request':
    case 'no-changes':
    case 'failed':
    case 'archived':
      return outcome;
    case 'timed-out':
    case 'started':
    case 'cancelled':
    case 'error':
    case 'skipped':
    case 'denied':
    case 'quota-exhausted':
    case 'unconfirmed':
    case 'limit-reached':
    case 'swept':
    case 'exported':
      return undefined;
  }
}

/** Whether the step fails: for `error` always, for other verdicts if `fail-on` names them. */
export const failsStep = ({ verdict }: Outcome, failOn: ReadonlySet<Verdict>): boolean =>
  verdict === 'error' || failOn.has(verdict);

/** The outcome of polling a job. */
export function outcomeOfPoll(result: PollResult): Outcome {
  const { job } = result;
  switch (result.kind) {
    case 'timed-out':
      return { verdict: 'timed-out', job, problem: result.lastProblem, failures: result.failures };
    case 'cancelled':
      return { verdict: 'cancelled', job };
    case 'gone':
    case 'unreadable':
      return { verdict: 'error', problem: result.error, job };
    case 'ended':
      return { verdict: verdictOf(job), job, isProven: result.isProven };
  }
}

function verdictOf({ status, pullRequest }: Job): Ended['verdict'] {
  if (status === 'failed') return 'failed';
  if (pullRequest.kind !== 'none') return 'pull-request';
  return status === 'archived' ? 'archived' : 'no-changes';
}

/** The outcome of a submit request without a job. @param now the wall clock. */
export function outcomeOfSubmit(
  result: Exclude<SubmitResult, { kind: 'accepted' }>,
  now: Date,
): Outcome {
  switch (result.kind) {
    case 'quota-exhausted':
      return {
        verdict: 'quota-exhausted',
        tryAgainAt: timeAfter(now, result.retryIn),
        problem: result.error,
      };
    case 'unconfirmed':
      return { verdict: 'unconfirmed', problem: result.error };
    case 'unsent':
    case 'rejected':
      return notSent(result.error);
  }
}

/** The outcome of a run that sent nothing to the service, or whose request was not accepted. */
export const notSent = (problem: ActionError): Outcome => ({
  verdict: 'error',
  problem,
  job: undefined,
  wasAccepted: false,
});

/** The outcome of an export that read no row. */
export function outcomeOfEmptyExport(why: StopReason): Outcome {
  switch (why.kind) {
    case 'cancelled':
      return CANCELLED;
    case 'throttled':
      return { verdict: 'quota-exhausted', tryAgainAt: why.tryAgainAt, of: 'analytics' };
    case 'problem':
      return errorOf(why.problem);
    case 'timeout':
      return errorOf(
        why.problem ??
          new ServiceError(
            'The timeout came before the service answered.',
            'Set a longer `timeout`.',
          ),
      );
  }
}

/** The outcome of a run that a problem ended. */
export const errorOf = (problem: ActionError): Outcome => ({
  verdict: 'error',
  problem,
  job: undefined,
});

/**
 * The outcome of a run for anything thrown. A request that fails after a cancel is not an error:
 * only before anything is submitted, such a failure is thrown.
 */
export function outcomeOfError(error: unknown, { aborted }: Pick<AbortSignal, 'aborted'>): Outcome {
  const isOfRequest = error instanceof GitHubError || error instanceof ServiceError;
  if (aborted && isOfRequest) return CANCELLED;
  return errorOf(error instanceof ActionError ? error : new UnexpectedError(error));
}

/** The outcome of work, also if that throws. */
export const settled = (work: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> =>
  work.catch((error: unknown) => outcomeOfError(error, signal));

/**
 * The outcome of a run that did not report the answer to its submit request: it was interrupted, or
 * could not edit the comment.
 */
export const interrupted = (): Outcome => ({
  verdict: 'unconfirmed',
  problem: new ServiceError(
    'The run did not report the answer of the service here. Its log may name the job.',
    'Look for a pull request in the documentation repository.',
  ),
});
