import { jobIdOf, type Outcome } from '../outcome.ts';
import type { Marker, MarkerState } from './marker.ts';

/** What a request's marker must remember of an outcome. @param last what was known before; `unconfirmed` once something was sent. */
export function markerStateAfter(outcome: Outcome, last: MarkerState): MarkerState {
  const job = jobIdOf(outcome) ?? ('job' in last ? last.job : undefined);
  const open = job === undefined ? undefined : ({ state: 'open', job } as const);
  switch (outcome.verdict) {
    case 'pull-request':
    case 'no-changes':
    case 'failed':
    case 'archived':
      return { state: 'ended', job: outcome.job.id, verdict: outcome.verdict };
    case 'timed-out':
      return 'unsent' in outcome ? { state: 'unsent' } : { state: 'open', job: outcome.job.id };
    case 'started':
      return { state: 'open', job: outcome.job.id };
    case 'cancelled':
    case 'quota-exhausted':
      return open ?? { state: 'unsent' };
    case 'unconfirmed':
      return { state: 'unconfirmed' };
    case 'error':
      return open ?? afterError(outcome.isSpent ?? !isBeforeSending(last));
    case 'skipped':
    case 'denied':
    case 'swept':
    case 'exported':
      return last;
  }
}

const isBeforeSending = ({ state }: MarkerState) => state === 'starting' || state === 'waiting';

const afterError = (maySpend: boolean): MarkerState => ({ state: maySpend ? 'unconfirmed' : 'unsent' });

/** Whether it is the last word about a request: a job that goes on is told of later. */
export function isFinal(outcome: Outcome): boolean {
  switch (outcome.verdict) {
    case 'pull-request':
    case 'no-changes':
    case 'failed':
    case 'archived':
    case 'quota-exhausted':
    case 'unconfirmed':
      return true;
    case 'error':
      return jobIdOf(outcome) === undefined; // a job that is lost from sight may be seen again
    case 'timed-out':
      return 'unsent' in outcome;
    case 'started':
    case 'cancelled':
    case 'skipped':
    case 'denied':
    case 'swept':
    case 'exported':
      return false;
  }
}

/** Whether what another process wrote into our comment is better than what this one could say. */
export function keepsExistingText({ state, leaseSeconds }: Marker, outcome: Outcome): boolean {
  switch (state) {
    case 'continued':
    case 'ended':
    case 'lost':
      return true;
    case 'starting':
    case 'waiting':
    case 'open':
      return leaseSeconds > 0 && !isFinal(outcome);
    case 'unsent':
    case 'unconfirmed':
      return false;
  }
}
