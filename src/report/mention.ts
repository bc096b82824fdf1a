import { reasonOf } from '../github/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { StatusComment } from '../thread/status-comment.ts';

/** Notifies the requester in a comment of its own, as GitHub sends no notification for an edit. */
export interface Mention {
  /** The login to mention; undefined if there is none, or GitHub does not return it. Never throws. */
  loginToMention(requester: number | null): Promise<string | undefined>;
  /** Posts the mention, unless another process edited the status comment since: that process mentions the requester itself. */
  post(textFor: (statusUrl: string) => string): Promise<void>;
}

interface MentionParts {
  readonly comment: Pick<StatusComment, 'ref' | 'remembered'>;
  /** @param requester the id of the account. */
  readonly loginOf: (requester: number) => Promise<string | undefined>;
  readonly write: (text: string) => Promise<unknown>;
  readonly warn: (line: string) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** GitHub asks for one second between two writes. An edit by another process shows within this time. */
const PAUSE_MS = 1_000;

export function createMention({ comment, loginOf, write, warn, clock, signal }: MentionParts): Mention {
  return {
    loginToMention: async (requester) => (requester === null ? undefined : loginOf(requester).catch(() => undefined)),
    async post(textFor) {
      await clock.sleep(PAUSE_MS, signal);
      const there = await comment.remembered();
      if ((there && !there.isUnchanged) || !comment.ref) return;
      await write(textFor(comment.ref.url)).catch((error) =>
        warn(`The requester could not be mentioned: ${reasonOf(error)}`),
      );
    },
  };
}
