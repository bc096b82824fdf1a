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

/** The course of a job after each request (create or follow-up). All times are in seconds. */
export interface JobScript {
  /** From the request to the end. 0: the response to the request already shows the end. */
  readonly seconds: number;
  readonly end: 'completed' | 'failed' | 'archived';
  /** Whether the agent changes files. A failed job opens no pull request. */
  readonly pullRequest: boolean;
  /** An exact `prLink` instead of a pull request, for unsafe links. */
  readonly link: string | null;
  /** From the end to the first response that shows `prLink`. */
  readonly linkDelay: number;
  /** From the create to the first response that knows the job; 404 before. */
  readonly startDelay: number;
  /** From a follow-up, how long responses still show the previous end. */
  readonly staleFor: number;
  /** Whether the agent pushes to the default branch instead of opening a pull request. */
  readonly pushes: boolean;
  /** Whether a follow-up to an active job cancels the current task instead of waiting for its end. */
  readonly drops: boolean;
  /** Statuses that responses show first, one after the other; may be ones that the interface does not name. */
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

/** Parses a part of a script. @throws ValiError if `value` is malformed. */
export function parseScript(value: unknown): Partial<JobScript> {
  return v.parse(CHANGES, value);
}
