import type { Ledger } from '../ledger/ledger.ts';
import { limitReached } from '../ledger/limits.ts';
import type { Outcome } from '../outcome.ts';
import type { Ask, AskedLimits, Doing, Known, Step } from './steps.ts';

/** A job is created only below the limits. They are counted last: after the status comment says that a job is about to be created. */
export function withinLimits(step: Doing<'submit'>, { limits }: Ask, { ledger }: Known): Step {
  if (!limits) return step;
  if (!ledger) return { do: 'read-ledger' };
  const outcome = outcomeAtLimit(limits, ledger, ledger.before);
  return outcome ? { do: 'stop', outcome } : step;
}

/** The outcome of a request that would create a job; undefined below the limits. @param before as in {@link limitReached}. */
export function outcomeAtLimit(
  { missed, ...limits }: AskedLimits,
  ledger: Ledger,
  before: number,
): Outcome | undefined {
  const reached = limitReached(limits, ledger, before);
  return reached && { verdict: 'limit-reached', reached, missed };
}
