import type { CommentRef } from '../github/comments.ts';
import { renderMoved, type StatusFields } from '../render/comment.ts';
import { hashOf, placeOf, quoteHash, quoteIn } from '../thread/marker.ts';
import { type CommentPlace, type Phase, requestOf } from '../thread/request.ts';
import type { StatusComment } from '../thread/status-comment.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';

/** The fields of a status comment, from its marker and its text. The quote is kept only if its hash is the one in the marker. */
export function statusFieldsOfRecord({ comment, marker }: StatusRecord, runsUrl: string): StatusFields {
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

/** A handle for the status comment of an earlier request. */
export function handleOf(record: StatusRecord, { handle }: StatusComments): StatusComment {
  const comment = handle(record.comment.issueNumber);
  comment.adopt(record);
  return comment;
}

/**
 * Marks the status comment of an earlier request as continued: its job works on a later request now (`by`). A run that is still polling that
 * job then reports `started` and ends. A status comment that reports a result, or changed since it was read, stays as it is.
 */
export async function markContinued(record: StatusRecord, by: CommentRef, statusComments: StatusComments) {
  const { sent, end, job } = record.facts;
  if (sent === 'yes' && !end && job !== undefined) await mark('continued', record, job, by, statusComments);
}

/** Marks the status comment of an earlier attempt as replaced, or deletes it if nothing was sent. @param by the new status comment. */
export async function markReplaced(record: StatusRecord, by: CommentRef, statusComments: StatusComments) {
  const { sent, job } = record.facts;
  if (sent !== 'yes' || job === undefined) await handleOf(record, statusComments).remove();
  else await mark('replaced', record, job, by, statusComments);
}

/** A replaced one stays as the proof of its job, whose pull request may appear late, and has the key of no request. No sweep reads it. */
async function mark(
  why: 'continued' | 'replaced',
  record: StatusRecord,
  job: string,
  by: CommentRef,
  statusComments: StatusComments,
): Promise<void> {
  const { marker, facts } = record;
  const fields = statusFieldsOfRecord(record, statusComments.effects.variables.runsUrl);
  const phase: Phase =
    facts.end?.why === 'ended' ? marker.phase : { at: 'over', why: 'continued', job, by: placeOf(by) };
  const requestKey = why === 'replaced' ? hashOf('replaced', marker.requestKey) : marker.requestKey;
  await handleOf(record, statusComments).show({
    prose: renderMoved(why, fields, by.url, job),
    request: { ...requestOf(marker), requestKey, phase },
  });
}
