import { ServiceError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Clock } from '../runtime/clock.ts';
import { fetchJob } from '../service/fetch-job.ts';
import { hasEnded, type Job } from '../service/job.ts';
import type { AgentService } from '../service/jobs.ts';
import type { RichText } from '../text/format.ts';
import { type EarlierRequest, type Instead, LOST } from '../thread/earlier-requests.ts';
import { LOST_AFTER_MS, openForMs, type StatusRecord } from '../thread/status-records.ts';

export interface JobEffects {
  readonly service: AgentService;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly deadline: number;
}

/** The job of an earlier request. */
export type EarlierJob =
  | { readonly kind: 'usable'; readonly job: Job }
  /** The job has been active for more than 24 h, or the service no longer knows it. `why`: the end of a sentence. */
  | { readonly kind: 'lost'; readonly why: string; readonly outcome: Outcome }
  /** Nothing may be submitted: it could create a second job for the same request. */
  | { readonly kind: 'unreadable'; readonly outcome: Outcome };

/** Reads the job of an earlier request. @param records all of the thread, which show for how long the job has been open. */
export async function readEarlierJob(
  jobId: string,
  records: readonly StatusRecord[],
  { service, ...effects }: JobEffects,
): Promise<EarlierJob> {
  const found = await fetchJob((timeout) => service.readJob(jobId, timeout), effects);
  switch (found.kind) {
    case 'unreadable':
      return { ...unreadable(jobId, found.error), kind: 'unreadable' };
    case 'not-found':
      return { ...unreadable(jobId, found.error), kind: 'lost', why: 'the service no longer knows its job' };
    case 'job': {
      const isLost = !hasEnded(found.job) && openForMs(jobId, records) > LOST_AFTER_MS;
      if (!isLost) return { kind: 'usable', job: found.job };
      return { ...endedByError(activeForTooLong(jobId)), kind: 'lost', why: LOST };
    }
  }
}

const activeForTooLong = (jobId: string) =>
  new ServiceError(
    `Nothing was sent, as job ${jobId} was still active after 24 h.`,
    'Name another job in `job-id`, or create a new one.',
  );

/** Why a job that ended is no result of the request; undefined if it is one, or if the job is active. */
export function failureOf({ status, pullRequest }: Job): string | undefined {
  if (status === 'failed') return 'its job failed';
  return status === 'archived' && pullRequest.kind === 'none' ? 'its job was archived' : undefined;
}

/** The error of a run that could not read the job: nothing was sent to it. */
export function unreadable(jobId: string, cause: ServiceError): { readonly outcome: Outcome } {
  const { message, remedy, quote, headline } = cause;
  const what = `Nothing was sent, as job ${jobId} could not be read: ${message}`;
  return endedByError(new ServiceError(what, remedy, { cause, quote, headline }));
}

const endedByError = (problem: ServiceError): { readonly outcome: Outcome } => ({
  outcome: { verdict: 'error', problem, job: undefined, wasAccepted: false },
});

/** How an earlier request affects this one, after its job was read. */
export type EarlierAnswer =
  | { readonly kind: 'none'; readonly note: RichText | undefined }
  | { readonly kind: 'fail'; readonly outcome: Outcome; readonly record: StatusRecord }
  | { readonly kind: 'attach'; readonly job: Job; readonly record: StatusRecord; readonly isOwn: boolean }
  | Extract<EarlierRequest, { kind: 'duplicate' | 'unconfirmed' }>;

/** @param records all of the thread, which show for how long a job has been open. */
export async function answerOf(
  earlier: EarlierRequest,
  records: readonly StatusRecord[],
  effects: JobEffects,
): Promise<EarlierAnswer> {
  switch (earlier.kind) {
    case 'none':
      return { kind: 'none', note: earlier.instead && newJobBecause(earlier.instead) };
    case 'duplicate':
    case 'unconfirmed':
      return earlier;
    case 'job':
      return answerOfJob(earlier, await readEarlierJob(earlier.jobId, records, effects));
  }
}

/** A job of an earlier attempt that failed is repeated. A job of another run answers the request, even if it failed. */
function answerOfJob({ record, isOwn }: Extract<EarlierRequest, { kind: 'job' }>, read: EarlierJob): EarlierAnswer {
  switch (read.kind) {
    case 'unreadable':
      return { kind: 'fail', outcome: read.outcome, record };
    case 'lost':
      return { kind: 'none', note: isOwn ? firstAttemptFailed(read.why) : newJobBecause({ record, why: read.why }) };
    case 'usable': {
      const why = isOwn ? failureOf(read.job) : undefined;
      if (why !== undefined) return { kind: 'none', note: firstAttemptFailed(why) };
      return { kind: 'attach', job: read.job, record, isOwn };
    }
  }
}

const firstAttemptFailed = (why: string): RichText => [`New job, as the first attempt has no result: ${why}.`];

/** The note in the status comment that explains why there is a new job although there is an earlier request. */
export const newJobBecause = ({ record, why }: Instead): RichText =>
  record
    ? ['New job, because of ', { link: 'an earlier request', to: record.comment.url }, `: ${why}.`]
    : [`New job: ${why}.`];
