import { reasonOf } from '../github/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { StatusComment } from '../thread/status-comment.ts';

/** Tells the person who asked, in a comment of its own: an edit notifies nobody. */
export interface Mention {
  /** The name to mention; undefined for nobody. Not to find it is no reason to fail. */
  whom(requester: number | null): Promise<string | undefined>;
  /** Says it, if nobody else wrote the status comment since: that this is done stands in there already. */
  say(textFor: (statusUrl: string) => string): Promise<void>;
}

interface MentionParts {
  readonly comment: Pick<StatusComment, 'ref' | 'remembered'>;
  /** @param requester the account's number. */
  readonly loginOf: (requester: number) => Promise<string | undefined>;
  readonly write: (text: string) => Promise<unknown>;
  readonly warn: (line: string) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Milliseconds: GitHub asks for a second between writes, and another writer shows up in it. */
const PAUSE = 1_000;

export function createMention({ comment, loginOf, write, warn, clock, signal }: MentionParts): Mention {
  return {
    whom: async (requester) => (requester === null ? undefined : loginOf(requester).catch(() => undefined)),
    async say(textFor) {
      await clock.sleep(PAUSE, signal);
      const there = await comment.remembered();
      if ((there && !there.isUnchanged) || !comment.ref) return;
      await write(textFor(comment.ref.url)).catch((error) =>
        warn(`Whoever asked could not be mentioned: ${reasonOf(error)}`),
      );
    },
  };
}
