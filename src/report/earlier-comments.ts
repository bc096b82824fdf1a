import { renderContinued, type StatusFields } from '../render/comment.ts';
import { quoteHash, quoteIn, requestOf } from '../thread/marker.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';

/**
 * The fields of a status comment, from its marker and its text. The quote is kept only if its hash is the one in the marker.
 * @param runsUrl the address of the repository's runs, without the run id.
 */
export function statusFieldsOfRecord(
  { comment, marker }: Pick<StatusRecord, 'comment' | 'marker'>,
  runsUrl: string,
): StatusFields {
  const quote = quoteIn(comment.body);
  return {
    quote: quoteHash(quote) === marker.quote ? quote : '',
    runUrl: `${runsUrl}/${marker.run}`,
    previous: marker.previous === null ? undefined : urlOfComment(comment.url, marker.previous),
    requester: '',
    omissions: '',
    note: undefined,
  };
}

/** The address of another comment of the same thread. */
export const urlOfComment = (url: string, id: number): string => url.replace(/\d+$/, String(id));

/**
 * Marks the status comment of an earlier request as continued: its job works on a later request now. A run that is still polling
 * that job then reports `started` and ends. A status comment that already reports a result stays unchanged.
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
  if (there?.marker.state !== 'open') return; // its run has reported the result since the thread was read
  const state = { state: 'continued', job: marker.job, by: by.id } as const;
  const memory = { request: requestOf(marker), state, leaseSeconds: 0, mentioned: marker.mentioned };
  await predecessor.write(renderContinued(statusFieldsOfRecord(record, runsUrl), marker.job, by.url), memory);
}
