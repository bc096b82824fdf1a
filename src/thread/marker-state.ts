import { jobIdOf, type Outcome } from '../outcome.ts';
import { snapshotOf } from '../service/job.ts';
import { type Marker, type MarkerState, MENTIONED, type Mentioned } from './marker.ts';

/** The marker state to write for an outcome. @param last the state before; `unconfirmed` once a request was sent to the service. */
export function markerStateAfter(outcome: Outcome, last: MarkerState): MarkerState {
  const job = jobIdOf(outcome) ?? ('job' in last ? last.job : undefined);
  const open = job === undefined ? undefined : ({ state: 'open', job } as const);
  switch (outcome.verdict) {
    case 'pull-request':
    case 'no-changes':
    case 'failed':
    case 'archived':
      return { state: 'ended', job: outcome.job.id, verdict: outcome.verdict, link: snapshotOf(outcome.job).link };
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
      return open ?? afterError(outcome.wasAccepted ?? !isBeforeSending(last));
    case 'skipped':
    case 'denied':
    case 'swept':
    case 'exported':
      return last;
  }
}

/** `unsent`: the outcome is applied once more when the report is saved again. */
const isBeforeSending = ({ state }: MarkerState) => state === 'starting' || state === 'waiting' || state === 'unsent';

const afterError = (mayHaveJob: boolean): MarkerState => ({ state: mayHaveJob ? 'unconfirmed' : 'unsent' });

/** Whether an outcome is the final report of a request. The result of a job that keeps running is reported later. */
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
      return jobIdOf(outcome) === undefined; // a later run or sweep may be able to read the job
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

/** What a mention of the outcome tells the requester; `no` if it mentions nobody. */
export function newsOf(outcome: Outcome): Mentioned {
  if (isFinal(outcome)) return 'end';
  return outcome.verdict === 'timed-out' ? 'timeout' : 'no';
}

/** Whether the requester, who was mentioned for `before`, is mentioned for `news` too. */
export const isNews = (news: Mentioned, before: Mentioned): boolean =>
  MENTIONED.indexOf(news) > MENTIONED.indexOf(before);

/** Whether the text that another process wrote into the status comment stays, instead of the report of this outcome. */
export function keepsExistingText({ state, leaseSeconds }: Marker, outcome: Outcome): boolean {
  switch (state) {
    case 'continued':
    case 'ended':
    case 'lost':
    case 'opened':
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
