import type { SandboxClock } from '../clock.ts';
import { type CommentIndex, createCommentIndex } from './comment-index.ts';
import type { DiffPlace } from './diff-place.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { createReactions, type Reactions } from './reactions.ts';
import type { KnownRefs } from './ref-watch.ts';

/** How long lists lack a new comment. Reading the comment by its id and the number of comments have no lag. */
export interface Lag {
  milliseconds: number;
}

/**
 * How long every response to a run on the virtual clock takes. People and the agent get theirs at once, because that clock does not move
 * while the service waits for its agent.
 */
export interface Latency {
  milliseconds: number;
}

/** State of GitHub that the emulator cannot store, which the proxy keeps. */
export interface EmulatorExtensions {
  readonly reactions: Reactions;
  readonly comments: CommentIndex;
  readonly lag: Lag;
  readonly latency: Latency;
  readonly rateLimit: RateLimit;
  readonly refs: KnownRefs;
  /** Whether a thread is a pull request, by `/repos/acme/docs/2`; cached, because it never changes. */
  readonly pulls: Map<string, boolean>;
  /** The places of comments on code, by the comment's id. */
  readonly codeComments: Map<number, DiffPlace>;
  /** The commits that merges created, with the path of the pull request: `/repos/acme/docs/pulls/2`. */
  readonly mergedCommits: Map<string, string>;
  clear(): void;
}

export function createEmulatorExtensions({ now }: Pick<SandboxClock, 'now'>): EmulatorExtensions {
  const kept = {
    reactions: createReactions(now),
    comments: createCommentIndex(now),
    rateLimit: createRateLimit(now),
    refs: new Map<string, ReadonlyMap<string, string>>(),
    pulls: new Map<string, boolean>(),
    codeComments: new Map<number, DiffPlace>(),
    mergedCommits: new Map<string, string>(),
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
