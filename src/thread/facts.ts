import { jobIdOf, jobOf, type Outcome } from '../outcome.ts';
import { type Job, snapshotOf } from '../service/job.ts';
import { VERDICTS } from '../verdicts.ts';
import type { Marker } from './marker.ts';
import { type CommentPlace, MENTIONED, type Mentioned, type Phase, type Request } from './request.ts';

/**
 * What a status comment proves about its request. Decisions ask this, never the name of a phase: here alone is written what a phase
 * means.
 */
export interface Facts {
  /** Whether the service has the request. `maybe`: it is about to be sent, or the answer was lost. */
  readonly sent: 'no' | 'maybe' | 'yes';
  /** The job that it was sent to, or may have been. Undefined if nothing was sent, or a new job has no id yet. */
  readonly job: string | undefined;
  /** The job that an unsent request waits for: null before that has an id, undefined if it does not wait. */
  readonly behind: string | null | undefined;
  /** What its comment reports for good; undefined while a run handles the request, or has abandoned it. */
  readonly end: End | undefined;
  /** The comment "Opened for" on a pull request, which is no request. */
  readonly isOpening: boolean;
}

type End =
  /** The job ended. `link`: its pull request, as `identityOfLink` writes it; empty if it has none. */
  | {
      readonly kind: 'job';
      readonly verdict: 'pull-request' | 'no-changes' | 'failed' | 'archived';
      readonly link: string;
    }
  /** `unsent`: the service has no request. `unconfirmed`: it may have one. `lost`: the job was still active after 24 h. */
  | { readonly kind: 'unsent' | 'unconfirmed' | 'lost' | 'opened' }
  /** The job works on a later request, whose status comment is `by`. */
  | { readonly kind: 'continued'; readonly by: CommentPlace };

export function factsOf({ phase, before }: Pick<Request, 'phase' | 'before'>): Facts {
  const isUnknown = phase.at === 'sending' || (phase.at === 'over' && phase.why === 'unconfirmed');
  const job = 'job' in phase ? phase.job : undefined;
  return {
    sent: isUnknown ? 'maybe' : job === undefined ? 'no' : 'yes',
    job: isUnknown ? before?.job : job,
    behind: phase.at === 'waiting' ? phase.behind : undefined,
    end: endOf(phase),
    isOpening: phase.at === 'opened',
  };
}

function endOf(phase: Phase): End | undefined {
  if (phase.at === 'opened') return { kind: 'opened' };
  if (phase.at !== 'over') return undefined;
  if (phase.why === 'continued') return { kind: 'continued', by: phase.by };
  if (phase.why !== 'ended') return { kind: phase.why };
  return { kind: 'job', verdict: phase.verdict, link: phase.link };
}

/** Whether the service has no request yet, and none is on its way. */
export const isUnsent = (request: Request): boolean => request.phase.at === 'sending' || factsOf(request).sent === 'no';

/** When a job was created; null if the service gives no time. */
export function createdAt(job: Job): number | null {
  const time = Date.parse(job.createdAt);
  return Number.isNaN(time) ? null : time;
}

/** The request after an outcome. `unconfirmed` once a request was sent to the service. Applied twice, it is the same. */
export function after(request: Request, outcome: Outcome): Request {
  const phase = phaseAfter(request, outcome);
  const job = jobOf(outcome);
  const isEnded = phase.at === 'over' && phase.why === 'ended';
  return {
    ...request,
    phase,
    jobCreatedAt: job ? createdAt(job) : request.jobCreatedAt,
    endedAt: request.endedAt ?? (isEnded && job ? job.readAt.getTime() : null),
  };
}

function phaseAfter(request: Request, outcome: Outcome): Phase {
  const { phase } = request;
  const { verdict } = outcome;
  switch (verdict) {
    case 'pull-request':
    case 'no-changes':
    case 'failed':
    case 'archived':
      return { at: 'over', why: 'ended', verdict, ...snapshotOf(outcome.job) };
    case 'skipped':
    case 'denied':
    case 'swept':
    case 'exported':
    case 'reported':
      return phase;
    case 'unconfirmed':
      return { at: 'over', why: 'unconfirmed', verdict };
    default: {
      // The outcome says nothing of the end: the job works on, if there is one.
      const known = 'job' in phase ? phase.job : undefined;
      const job = 'unsent' in outcome ? undefined : (jobIdOf(outcome) ?? known);
      if (job !== undefined) return { at: 'working', job };
      const mayHaveJob = verdict === 'error' && (outcome.wasAccepted ?? !isUnsent(request));
      return { at: 'over', why: mayHaveJob ? 'unconfirmed' : 'unsent', verdict };
    }
  }
}

/** Whether an outcome is the final report of a request. The result of a job that keeps running is reported later. */
export const isFinal = (outcome: Outcome): boolean =>
  VERDICTS[outcome.verdict].isFinal === true ||
  'unsent' in outcome ||
  (outcome.verdict === 'error' && jobIdOf(outcome) === undefined); // a later run or sweep may be able to read the job

/** What a mention of the outcome tells the requester; `no` without a mention. */
export function newsOf(outcome: Outcome): Mentioned {
  if (isFinal(outcome)) return 'end';
  return outcome.verdict === 'timed-out' ? 'timeout' : 'no';
}

/** Whether the requester, who was mentioned for `before`, is mentioned for `news` too. */
export const isNews = (news: Mentioned, before: Mentioned): boolean =>
  MENTIONED.indexOf(news) > MENTIONED.indexOf(before);

/** Whether the text that another process wrote into a status comment stays, instead of the report of this outcome. */
export function keepsText(marker: Marker, outcome: Outcome): boolean {
  const { end } = factsOf(marker);
  return end ? end.kind !== 'unsent' && end.kind !== 'unconfirmed' : marker.leaseSeconds > 0 && !isFinal(outcome);
}
