import { InputError, ServiceError } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { limitReached } from '../ledger/limits.ts';
import { notSent, type Outcome } from '../outcome.ts';
import { pullRequestSpan } from '../render/to-markdown.ts';
import type { Job } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { AskedLimits } from './steps.ts';

/** Why the job of an earlier request is not waited for or continued: the end of a sentence. */
export const LOST = 'its job was still active after 24 h';
export const GONE = 'the service no longer knows its job';
export const UNKNOWN = 'it is not known to have a job';

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

export const FIRST_OF_CAUSE: RichText = ['New pull request: no earlier request has one that is open.'];

export const continuesPull = (job: Job): RichText => [
  'Continues ',
  pullRequestSpan(job),
  ', the open pull request of an earlier request.',
];

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

export const sentBefore = ({ comment }: StatusRecord): Outcome => ({
  verdict: 'unconfirmed',
  problem: new ServiceError(
    'An earlier run or attempt may have sent this request, and whether a job exists is unknown.',
    'Look for its pull request in the documentation repository.',
  ),
  earlier: comment.url,
});

export const severalOpeners = (jobs: readonly string[]): Outcome =>
  notSent(
    new ServiceError(
      `It is not known yet which job opened this pull request: ${jobs.map((id) => `\`${id}\``).join(', ')}. Make the request again when these jobs have ended.`,
      '',
      { headline: 'Not sent' },
    ),
  );

export const nothingToContinue = (): Outcome =>
  notSent(new ServiceError('The job to continue is no longer known in this thread.', 'Name a job in `job-id`.'));

/** Nothing was sent to a job that could not be read, and no other one was created: it could be a second one for the same request. */
export function unreadable(id: string, cause: ServiceError): Outcome {
  const { message, remedy, quote, headline, needsNewJob } = cause;
  const what = `Nothing was sent, as job \`${id}\` could not be read. ${message}`;
  return notSent(new ServiceError(what, remedy, { cause, quote, headline, needsNewJob }));
}

/** The outcome of a request that would create a job; undefined below the limits. @param before as in {@link limitReached}. */
export function outcomeAtLimit(
  { missed, ...limits }: AskedLimits,
  ledger: Ledger,
  before: number,
): Outcome | undefined {
  const reached = limitReached(limits, ledger, before);
  return reached && { verdict: 'limit-reached', reached, missed };
}
