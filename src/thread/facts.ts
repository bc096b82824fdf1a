import type { Outcome } from '../outcome.ts';
import { identityOfParts } from '../text/pull-link.ts';
import type { Marker } from './marker.ts';
import { type CommentPlace, isFinal, type Phase, type Request } from './request.ts';

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
  const { verdict, pull } = phase;
  return { kind: 'job', verdict, link: typeof pull === 'string' ? pull : pull === null ? '' : identityOfParts(pull) };
}

/** Whether the text that another process wrote into a status comment stays, instead of the report of this outcome. */
export function keepsText(marker: Marker, outcome: Outcome): boolean {
  const { end } = factsOf(marker);
  return end ? end.kind !== 'unsent' && end.kind !== 'unconfirmed' : marker.leaseSeconds > 0 && !isFinal(outcome);
}
