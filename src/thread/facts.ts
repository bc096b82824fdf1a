import type { CommentPlace, Marker } from './marker.ts';

/**
 * What a status comment proves about its request. Decisions ask this, never the name of a state: here alone is written what a state
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

export function factsOf(marker: Marker): Facts {
  const none = { behind: undefined, end: undefined, isOpening: false } as const;
  switch (marker.state) {
    case 'waiting':
      return { ...none, sent: 'no', job: undefined, behind: marker.behind };
    case 'unsent':
      return { ...none, sent: 'no', job: undefined, end: { kind: 'unsent' } };
    case 'starting':
      return { ...none, sent: 'maybe', job: marker.before?.job };
    case 'unconfirmed':
      return { ...none, sent: 'maybe', job: marker.before?.job, end: { kind: 'unconfirmed' } };
    case 'open':
      return { ...none, sent: 'yes', job: marker.job };
    case 'ended': {
      const { verdict, link } = marker;
      return { ...none, sent: 'yes', job: marker.job, end: { kind: 'job', verdict, link } };
    }
    case 'continued':
      return { ...none, sent: 'yes', job: marker.job, end: { kind: 'continued', by: marker.by } };
    case 'lost':
      return { ...none, sent: 'yes', job: marker.job, end: { kind: 'lost' } };
    case 'opened':
      return { ...none, sent: 'yes', job: marker.job, end: { kind: 'opened' }, isOpening: true };
  }
}
