import type { SandboxClock } from '../clock.ts';
import { type CommentIndex, createCommentIndex } from './comment-index.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { createReactions, type Reactions } from './reactions.ts';
import type { KnownRefs } from './ref-watch.ts';

/** How long lists do not know of a new comment yet. A single one is there at once, and counted. */
export interface Lag {
  milliseconds: number;
}

/** How long every answer takes. */
export interface Latency {
  milliseconds: number;
}

/** What GitHub has and the emulator has no place for. The front keeps it. */
export interface Extras {
  readonly reactions: Reactions;
  readonly comments: CommentIndex;
  readonly lag: Lag;
  readonly latency: Latency;
  readonly rateLimit: RateLimit;
  readonly refs: KnownRefs;
  /** Whether a thread is a pull request, by `/repos/acme/docs/2`: that never changes. */
  readonly pulls: Map<string, boolean>;
  clear(): void;
}

export function createExtras({ now }: Pick<SandboxClock, 'now'>): Extras {
  const kept = {
    reactions: createReactions(now),
    comments: createCommentIndex(now),
    rateLimit: createRateLimit(now),
    refs: new Map<string, ReadonlyMap<string, string>>(),
    pulls: new Map<string, boolean>(),
  };
  const lag = { milliseconds: 0 };
  const latency = { milliseconds: 0 };
  return {
    ...kept,
    lag,
    latency,
    clear() {
      for (const each of Object.values(kept)) each.clear();
      lag.milliseconds = 0;
      latency.milliseconds = 0;
    },
  };
}
