import { ServiceError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Clock } from '../runtime/clock.ts';
import { hasEnded, type Job } from '../service/job.ts';
import type { AgentService } from '../service/submit.ts';
import { fetchJob } from '../service/watch-job.ts';
import { LOST } from '../thread/earlier-requests.ts';
import { LOST_AFTER_MS, openForMs, type StatusRecord } from '../thread/status-records.ts';

/**
 * The requests of the second read that are new or have a new state or writer: the others were matched after the first read. Without those
 * that were announced after this one, which stop in favor of it. @param own the id of the status comment of this request.
 */
export function changedSince(
  first: readonly StatusRecord[],
  second: readonly StatusRecord[],
  own: number,
): readonly StatusRecord[] {
  const known = new Map(first.map((record) => [record.comment.id, record]));
  return second.filter(({ comment, marker, facts }) => {
    const former = known.get(comment.id);
    const isSame = former?.facts.sent === facts.sent && former.facts.end?.kind === facts.end?.kind;
    const isChanged = !isSame || former.marker.writer !== marker.writer;
    return isChanged && (comment.id < own || facts.sent === 'yes' || facts.end !== undefined);
  });
}

export interface JobEffects {
  readonly service: AgentService;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly log: (line: string) => void;
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
    case 'cancelled':
      return { kind: 'unreadable', outcome: { verdict: 'cancelled', job: undefined } };
    case 'gone':
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
    `Nothing was sent, as job \`${jobId}\` was still active after 24 h.`,
    'If the workflow names that job in `job-id`, name another one.',
    { needsNewJob: true },
  );

/** Why a job that ended is no result of the request; undefined if it is one, or if the job is active. */
export function failureOf({ status, pullRequest }: Job): string | undefined {
  if (status === 'failed') return 'its job failed';
  return status === 'archived' && pullRequest.kind === 'none' ? 'its job was archived' : undefined;
}

/** The error of a run that could not read the job: nothing was sent to it. */
export function unreadable(jobId: string, cause: ServiceError): { readonly outcome: Outcome } {
  const { message, remedy, quote, headline, needsNewJob } = cause;
  const what = `Nothing was sent, as job \`${jobId}\` could not be read. ${message}`;
  return endedByError(new ServiceError(what, remedy, { cause, quote, headline, needsNewJob }));
}

const endedByError = (problem: ServiceError): { readonly outcome: Outcome } => ({
  outcome: { verdict: 'error', problem, job: undefined, wasAccepted: false },
});
