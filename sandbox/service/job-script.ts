import * as v from 'valibot';

const SECONDS = v.pipe(v.number(), v.minValue(0));

const CHANGES = v.strictObject({
  seconds: v.exactOptional(SECONDS),
  end: v.exactOptional(v.picklist(['completed', 'failed', 'archived'])),
  pullRequest: v.exactOptional(v.boolean()),
  link: v.exactOptional(v.nullable(v.string())),
  linkDelay: v.exactOptional(SECONDS),
  startDelay: v.exactOptional(SECONDS),
  staleFor: v.exactOptional(SECONDS),
  pushes: v.exactOptional(v.boolean()),
  drops: v.exactOptional(v.boolean()),
  statuses: v.exactOptional(v.array(v.object({ status: v.string(), seconds: SECONDS }))),
});

/** How a job goes, from each request (create or follow-up) on. All times in seconds. */
export interface JobScript {
  /** From the request to the end. 0: the answer to the request already shows the end. */
  readonly seconds: number;
  readonly end: 'completed' | 'failed' | 'archived';
  /** Whether the agent changes files. A failed job opens no pull request. */
  readonly pullRequest: boolean;
  /** This `prLink`, letter by letter, in place of a pull request: for links that nobody should follow. */
  readonly link: string | null;
  /** From the end to the first answer that shows `prLink`. */
  readonly linkDelay: number;
  /** From the create to the first answer that knows the job; 404 before. */
  readonly startDelay: number;
  /** From a follow-up, for so long the job still reads as it ended before. */
  readonly staleFor: number;
  /** The agent pushes to the default branch, and opens no pull request. */
  readonly pushes: boolean;
  /** A follow-up to an active job drops the task at hand, instead of waiting for its end. */
  readonly drops: boolean;
  /** Statuses that are shown first, one after the other, even ones that the interface does not name. */
  readonly statuses: readonly { readonly status: string; readonly seconds: number }[];
}

export const DEFAULT_SCRIPT: JobScript = {
  seconds: 5,
  end: 'completed',
  pullRequest: true,
  link: null,
  linkDelay: 0,
  startDelay: 0,
  staleFor: 0,
  pushes: false,
  drops: false,
  statuses: [],
};

/** @throws ValiError when `value`, from outside, is not part of a script. */
export function parseScript(value: unknown): Partial<JobScript> {
  return v.parse(CHANGES, value);
}
