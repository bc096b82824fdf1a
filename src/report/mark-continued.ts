import { renderContinued } from '../render/comment.ts';
import { requestOf } from '../thread/marker.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import { statusFieldsOfRecord } from './status-fields.ts';

/**
 * Says in the status comment of a request that its job works on a later one now; a run that still waits for it sees that, and ends.
 * A comment that tells of an end stays.
 */
export async function markContinued({
  record,
  thread,
  runsUrl,
}: {
  record: StatusRecord;
  thread: ReportThread;
  runsUrl: string;
}) {
  const { marker } = record;
  const { ref: by } = thread.comment;
  if (marker.state !== 'open' || !by) return;
  const predecessor = thread.handle();
  predecessor.adopt(record);
  const there = await predecessor.remembered();
  if (there?.marker.state !== 'open') return; // its run has told the end since the thread was read
  const state = { state: 'continued', job: marker.job, by: by.id } as const;
  const memory = { request: requestOf(marker), state, leaseSeconds: 0, mentioned: marker.mentioned };
  await predecessor.write(renderContinued(statusFieldsOfRecord(record, runsUrl), marker.job, by.url), memory);
}
