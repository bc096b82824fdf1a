import type { CommentRef } from '../github/comments.ts';
import { renderContinued, renderReplaced, type StatusFields } from '../render/comment.ts';
import { type CommentPlace, hashOf, placeOf, quoteHash, quoteIn, requestOf } from '../thread/marker.ts';
import type { StatusComment } from '../thread/status-comment.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';

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

/** The address of another status comment of the repository. @param url of any one. GitHub redirects `issues` to `pull`. */
export const urlOfComment = (url: string, { thread, comment }: CommentPlace): string =>
  url
    .replace(/\d+$/, String(comment))
    .replace(/\/(issues|pull)\/(\d+)(?=#)/, (place, kind, number) =>
      Number(number) === thread ? place : place.replace(kind, 'issues').replace(number, String(thread)),
    );

/**
 * Marks the status comment of an earlier request as continued: its job works on a later request now. A run that is still polling
 * that job then reports `started` and ends. A status comment that already reports a result stays unchanged.
 */
export async function markContinued({
  record,
  by,
  statusComments,
  runsUrl,
}: {
  record: StatusRecord;
  /** The status comment of the later request. */
  by: CommentRef | undefined;
  statusComments: StatusComments;
  runsUrl: string;
}) {
  const { marker, comment } = record;
  if (marker.state !== 'open' || !by) return;
  const predecessor = statusComments.handle(statusComments.comments(comment.issueNumber));
  predecessor.adopt(record);
  const there = await predecessor.remembered();
  if (there?.marker.state !== 'open') return; // its run has reported the result since the thread was read
  const state = { state: 'continued', job: marker.job, by: placeOf(by) } as const;
  const memory = { request: requestOf(marker), state, leaseSeconds: 0, mentioned: marker.mentioned };
  await predecessor.write(renderContinued(statusFieldsOfRecord(record, runsUrl), marker.job, by.url), memory);
}

/**
 * Marks the status comment of an earlier attempt as replaced, or deletes it if it has no job. It stays as the proof of its job, whose pull
 * request may appear late, and has the key of no request. @param former a handle for it. @param by the new status comment.
 */
export async function replaceFormer(record: StatusRecord, former: StatusComment, by: CommentRef, runsUrl: string) {
  const { marker } = record;
  former.adopt(record);
  if (!('job' in marker)) return void (await former.remove());
  const { job } = marker;
  const request = { ...requestOf(marker), requestKey: hashOf('replaced', marker.requestKey) };
  const end =
    marker.state === 'ended'
      ? ({ state: 'ended', job, verdict: marker.verdict, link: marker.link } as const)
      : undefined;
  const state = end ?? ({ state: 'continued', job, by: placeOf(by) } as const); // no sweep reads these
  const prose = renderReplaced(statusFieldsOfRecord(record, runsUrl), job, by.url);
  await former.write(prose, { request, state, leaseSeconds: 0, mentioned: marker.mentioned });
}
