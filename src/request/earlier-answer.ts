import type { Outcome } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import type { RichText } from '../text/rich-text.ts';
import type { EarlierRequest, Instead } from '../thread/earlier-requests.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { type EarlierJob, failureOf, type JobEffects, readEarlierJob } from './earlier-job.ts';

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
