/** The action's one-word results (output `verdict`). */
export const VERDICTS = [
  'pull-request',
  'no-changes',
  'failed',
  'archived',
  'timed-out',
  'started',
  'skipped',
  'denied',
  'quota-exhausted',
  'unconfirmed',
  'cancelled',
  'swept',
  'exported',
  'error',
] as const;

export type Verdict = (typeof VERDICTS)[number];
