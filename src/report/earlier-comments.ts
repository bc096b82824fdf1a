import type { CommentRef } from '../github/comments.ts';
import { renderMoved, type StatusFields } from '../render/comment.ts';
import { hashOf, quoteHash, quoteIn } from '../thread/marker.ts';
import { become, type Phase, requestOf } from '../thread/request.ts';
import type { StatusComment } from '../thread/status-comment.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';

/**
 * The fields of a status comment, from its marker and its text. The quote is kept only if its hash
 * is the one in the marker.
 */
export function statusFieldsOfRecord(
  { comment, marker }: StatusRecord,
  runsUrl: string,
): StatusFields {
  const quote = quoteIn(comment.body);
  return {
    quote: quoteHash(quote) === marker.quote ? quote : '',
    runUrl: `${runsUrl}/${marker.run}`,
    requester: '',
    omissions: '',
    note: undefined,
  };
}

/** A handle for the status comment of an earlier request. */
export function handleOf(record: StatusRecord, { handle }: StatusComments): StatusComment {
  const comment = handle(record.comment.issueNumber);
  comment.adopt(record);
  return comment;
}

/**
 * Marks the status comment of an earlier attempt as replaced. It has the keys of no request from
 * then on, holds no lease, and stays as the proof of its job, if it has one. @param by the new
 * status comment.
 */
export async function markReplaced(
  record: StatusRecord,
  by: CommentRef,
  statusComments: StatusComments,
): Promise<void> {
  const { marker, facts } = record;
  const { end } = facts;
  const fields = statusFieldsOfRecord(record, statusComments.effects.variables.runsUrl);
  const phase: Phase =
    end?.why === 'ended'
      ? marker.phase
      : facts.sent === 'yes'
        ? { at: 'over', why: 'replaced', job: facts.job }
        : { at: 'over', why: 'unsent', verdict: 'skipped' };
  const stepKey = hashOf('replaced', marker.stepKey);
  const requestKey = hashOf('replaced', marker.requestKey);
  await handleOf(record, statusComments).show({
    prose: renderMoved('replaced', fields, by.url, facts.job),
    request: { ...become(requestOf(marker), phase), stepKey, requestKey },
  });
}
