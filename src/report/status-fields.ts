import type { StatusFields } from '../render/comment.ts';
import { quoteHash, quoteIn } from '../thread/draft.ts';
import type { StatusRecord } from '../thread/status-records.ts';

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
