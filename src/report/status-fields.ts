import type { StatusFields } from '../render/comment.ts';
import { quoteHash, quoteIn } from '../thread/draft.ts';
import type { StatusRecord } from '../thread/status-records.ts';

/**
 * What a status comment can still say when all that is known of its request is its marker: the quote is kept as it stands, if it
 * is the one that was signed.
 * @param runsUrl of the repository's runs, without the number.
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
