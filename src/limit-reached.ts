/** A limit that the workflow sets, and what has reached it. */
export type LimitReached = Readonly<
  /** `open`: pull requests of jobs, the oldest first. `active`: jobs that may still open one. */
  | { limit: 'max-open-pulls'; max: number; open: readonly OpenPull[]; active: number }
  /** `jobs`: created in the last 24 h. `freeAt`: when there are fewer than `max`, by GitHub's clock. */
  | { limit: 'max-jobs-per-day'; max: number; jobs: number; freeAt: Date }
>;

/** A pull request of a job that waits for a review. */
export interface OpenPull {
  /** As `acme/docs#391`. */
  readonly name: string;
  readonly url: string;
  /** Milliseconds since it was opened. */
  readonly ageMs: number;
}

/** With `pull-request: reuse`, the next request describes the changes too. Otherwise, no other one does: `compare` names them, as `base...head`. */
export type MissedChanges = { readonly by: 'next request' } | { readonly by: 'no request'; readonly compare: string };
