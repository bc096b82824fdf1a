import type { Comment, IssueComments } from '../github/comments.ts';
import { type Clock, exponentialPause } from '../runtime/clock.ts';
import { BACK_OFF, earliestRetry } from './comment-requests.ts';
import { hashOf, type Marker, type MarkerKeys, readMarker, writeMarker } from './marker.ts';

/** An unsigned text for the status comment. If the step is killed, the post step, another process, writes it. */
export interface Draft {
  readonly issueNumber: number;
  /** The id of the comment; null before the comment is created. */
  readonly comment: number | null;
  readonly prose: string;
  readonly marker: Marker;
}

/** The final edit of a status comment. `mention`: the comment that mentions the requester, posted after this edit; null for none. */
export interface FinalDraft extends Draft {
  readonly mention: string | null;
}

interface WriteDraftEffects extends MarkerKeys {
  readonly comments: IssueComments;
  readonly repository: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`: transient errors are retried until then. */
  readonly until: number;
}

/**
 * Writes the draft of a process that was killed, unless another process edited the comment since. Returns whether it was written.
 * @throws GitHubError, or an error of Octokit, when the thread cannot be read or the comment cannot be read or written.
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
  const scopeOf = ({ id, issueNumber }: Comment) => ({ repository, issue: issueNumber, comment: id });
  const own = found.find((each) => {
    const reading = readMarker(each.body, keys, scopeOf(each));
    // A draft without an id means that the comment was never edited. If there are two, the older one counts.
    return reading.kind === 'signed' && reading.marker.writer === marker.writer && (comment !== null || !reading.bound);
  });
  if (!own) return false;
  await comments.update(own.id, `${prose}\n${writeMarker(marker, keys.key, scopeOf(own))}`);
  return true;
}

/** The line of a status comment that quotes the request. The quote is untrusted text, so the marker contains only its hash. */
export const quoteIn = (body: string): string => body.split('\n').find((line) => line.startsWith('> ')) ?? '';

export const quoteHash = (quote: string): string => quote && hashOf(quote);
