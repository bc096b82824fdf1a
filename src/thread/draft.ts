import type { Comment, IssueComments } from '../github/comments.ts';
import { exponentialPause } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import { BACK_OFF, earliestRetry } from './comment-requests.ts';
import { hashOf, type Marker, type MarkerKeys, readMarker, writeMarker } from './marker.ts';

/** A text for the comment, not yet signed: for another process, should this one be killed. */
export interface Draft {
  readonly issueNumber: number;
  /** Null while nobody knows its number. */
  readonly comment: number | null;
  readonly prose: string;
  readonly marker: Marker;
}

/** The same with the comment that mentions the requester, to be posted once the status comment says so; null for none. */
export interface LastWord extends Draft {
  readonly mention: string | null;
}

interface WriteDraftEffects extends MarkerKeys {
  readonly comments: IssueComments;
  readonly repository: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`: what may pass is tried again until then. */
  readonly until: number;
}

/**
 * Writes what a process that was killed would have written, unless another one wrote since. Returns whether it was written.
 * @throws what the thread or the comment cannot be read or written by: GitHubError, or what Octokit throws.
 */
export async function writeDraft(draft: Draft, effects: WriteDraftEffects): Promise<boolean> {
  const { clock, signal, until } = effects;
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(draft, effects);
    } catch (error) {
      const retry = Math.max(earliestRetry(error, clock.now()), clock.now() + exponentialPause(attempt, BACK_OFF));
      if (retry >= until) throw error;
      await clock.sleep(retry - clock.now(), signal);
    }
  }
}

async function writeOnce(
  { comment, prose, marker }: Draft,
  { comments, repository, ...keys }: WriteDraftEffects,
): Promise<boolean> {
  const found = comment === null ? (await comments.list()).comments : [await comments.get(comment)];
  const placeOf = ({ id, issueNumber }: Comment) => ({ repository, issue: issueNumber, comment: id });
  const own = found.find((each) => {
    const reading = readMarker(each.body, keys, placeOf(each));
    // Without its number it was never edited; of two, the older one counts.
    return reading.kind === 'signed' && reading.marker.writer === marker.writer && (comment !== null || !reading.bound);
  });
  if (!own) return false;
  await comments.update(own.id, `${prose}\n${writeMarker(marker, keys.key, placeOf(own))}`);
  return true;
}

/** The line of a status comment that quotes the request: words, which no marker holds. */
export const quoteIn = (body: string): string => body.split('\n').find((line) => line.startsWith('> ')) ?? '';

export const quoteHash = (quote: string): string => quote && hashOf(quote);
