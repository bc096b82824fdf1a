/** The course of a job after each request (create or follow-up). All times are in seconds. */
export interface JobScript {
  /** From the request to the end. 0: the response to the request already shows the end. */
  readonly seconds: number;
  readonly end: 'completed' | 'failed' | 'archived';
  /** Whether the agent opens a pull request. A failed job opens none. */
  readonly pullRequest: boolean;
  /** An exact `prLink` instead of a pull request, for unsafe links. */
  readonly link: string | null;
  /** From the end to the first response that shows `prLink`. */
  readonly linkDelay: number;
  /** From the create to the first response that knows the job; 404 before. */
  readonly startDelay: number;
  /** From a follow-up, how long responses still show the previous end. */
  readonly staleFor: number;
  /**
   * Whether a follow-up to an active job cancels the current task instead of waiting for its end.
   */
  readonly drops: boolean;
  /**
   * Statuses that responses show first, one after the other; may be ones that the interface does
   * not name.
   */
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
  drops: false,
  statuses: [],
};

/** What came of a turn. A job may fail although its pull request is open. */
export interface Outcome {
  readonly prLink: string | null;
  readonly error?: unknown;
}

/** One request to the agent: the create, or a follow-up. */
export interface Turn {
  readonly kind: 'create' | 'follow-up';
  readonly prompt: string;
  /** When the request arrived, in milliseconds since the epoch. */
  readonly at: number;
  script: JobScript;
  /** The result of the agent's work, after it has ended. */
  outcome?: Outcome;
}

/**
 * When the agent works on each turn, in milliseconds since the epoch. A follow-up to an active job
 * waits for the previous turn, or cancels it.
 */
export function periodsOf(turns: readonly Turn[]) {
  const periods: { readonly turn: Turn; readonly start: number; readonly end: number }[] = [];
  for (const turn of turns) {
    const { drops, seconds, statuses } = turn.script;
    const last = periods.at(-1);
    if (last && drops && last.end > turn.at) periods.pop();
    const start = Math.max(turn.at, periods.at(-1)?.end ?? turn.at);
    const scripted = statuses.reduce((sum, status) => sum + status.seconds, 0);
    periods.push({ turn, start, end: start + Math.max(seconds, scripted) * 1000 });
  }
  return periods;
}

/**
 * The state of a job that responses show at `now` (milliseconds since the epoch); every turn that
 * ended by then must have its outcome.
 */
export function jobStateAt(turns: readonly Turn[], now: number): ShownJobState {
  const begun = periodsOf(turns).filter(({ start }) => start <= now);
  const current = begun.at(-1);
  if (!current) return ACTIVE;
  const { script } = current.turn;
  const elapsed = (now - current.start) / 1000;
  const before = begun.slice(0, -1);
  if (before.length > 0 && elapsed < script.staleFor) return endOf(before, now);
  const scripted = scriptedStatus(script, elapsed);
  if (scripted !== undefined) return { ...ACTIVE, status: scripted };
  return now < current.end ? ACTIVE : endOf(begun, now);
}

interface ShownJobState {
  readonly status: string;
  readonly prLink: string | null;
  readonly archivedAt: number | null;
}

const ACTIVE: ShownJobState = { status: 'active', prLink: null, archivedAt: null };

/**
 * The state after the last of these periods. A pull request of an earlier turn stays until there is
 * a newer one.
 */
function endOf(periods: ReturnType<typeof periodsOf>, now: number): ShownJobState {
  const last = periods.at(-1);
  if (!last) return ACTIVE;
  const { script, outcome } = last.turn;
  const status = outcome?.error === undefined ? script.end : 'failed';
  const links = periods.flatMap(({ turn, end }) =>
    now >= end + turn.script.linkDelay * 1000 ? (turn.outcome?.prLink ?? []) : [],
  );
  return {
    status,
    prLink: links.at(-1) ?? null,
    archivedAt: status === 'archived' ? last.end : null,
  };
}

function scriptedStatus({ statuses }: JobScript, elapsed: number): string | undefined {
  let until = 0;
  return statuses.find(({ seconds }) => {
    until += seconds;
    return elapsed < until;
  })?.status;
}
