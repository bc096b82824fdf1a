import { jobIdOf, type Outcome } from '../report/outcome.ts';
import type { MarkerState } from './marker.ts';

/** What a request's marker must remember of an outcome. @param last what was known before; `unconfirmed` once something was sent. */
export function stateAfter(outcome: Outcome, last: MarkerState): MarkerState {
  const job = jobIdOf(outcome) ?? ('job' in last ? last.job : undefined);
  const open = job === undefined ? undefined : ({ state: 'open', job } as const);
  switch (outcome.verdict) {
    case 'pull-request':
    case 'no-changes':
    case 'failed':
    case 'archived':
      return { state: 'ended', job: outcome.job.id, verdict: outcome.verdict };
    case 'timed-out':
    case 'started':
      return { state: 'open', job: outcome.job.id };
    case 'cancelled':
    case 'quota-exhausted':
      return open ?? { state: 'unsent' };
    case 'unconfirmed':
      return { state: 'unconfirmed' };
    case 'error':
      return open ?? afterError(outcome.isSpent ?? last.state !== 'starting');
    case 'skipped':
    case 'denied':
    case 'swept':
    case 'exported':
      return last;
  }
}

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
    case 'started':
    case 'cancelled':
    case 'skipped':
    case 'denied':
    case 'swept':
    case 'exported':
      return false;
  }
}
