import * as v from '@badrap/valita';
import { endedOf, isVerdict, jobIdOf, type Outcome, type WaitsFor } from '../outcome.ts';
import { ID, matching, oneOf } from '../schema.ts';
import { JOB_ID, snapshotOf } from '../service/job.ts';
import { TRIGGER_KINDS } from '../trigger/trigger.ts';

/** A hash of 96 bits as 16 characters of base64url. */
export const HASH = matching(/^[\w-]{16}$/);
/** Empty if there is none. */
export const HASH_IF_ANY = matching(/^([\w-]{16})?$/);
const COMMIT_IF_ANY = matching(/^([0-9a-f]{40,64})?$/);
/** A job at the end of its work. `link`: the short one of its pull request; empty without one. */
const SNAPSHOT = v.object({ job: JOB_ID, link: matching(/^[\w.:/#-]{0,150}$/) });

/** In this order: after the end, no mention follows. */
const MENTIONED = ['no', 'timeout', 'end'] as const;
export type Mentioned = (typeof MENTIONED)[number];

/** How far a request is. */
const PHASE = v.union(
  /** Not sent yet. */
  v.object({
    at: v.literal('waiting'),
    waitsFor: v.union(v.object({ job: JOB_ID }), v.literal('an earlier request')),
  }),
  /** About to be sent to the service, or just sent. */
  v.object({ at: v.literal('sending') }),
  v.object({ at: v.literal('working'), job: JOB_ID }),
  /** `unsent`: the service has no request. `unconfirmed`: it may have one. */
  v.object({
    at: v.literal('over'),
    why: oneOf(['unsent', 'unconfirmed']),
    verdict: v.string().assert(isVerdict),
  }),
  v.object({
    at: v.literal('over'),
    why: v.literal('ended'),
    verdict: oneOf(['pull-request', 'no-changes', 'failed', 'archived']),
    ...SNAPSHOT.shape,
  }),
  /** A re-run repeats the request with another job, in a comment of its own. */
  v.object({ at: v.literal('over'), why: v.literal('replaced'), job: JOB_ID }),
  /**
   * Not a request: the job opened this pull request for one that is `reportedIn` a thread (null: in
   * none).
   */
  v.object({ at: v.literal('opened'), job: JOB_ID, reportedIn: ID.nullable() }),
);

/**
 * A request, as its status comment and the saved state of the post step hold it. No text of
 * anybody, no names of accounts.
 */
export const REQUEST = v.object({
  /**
   * Distinguishes the comment from copies of its first text, which is signed before the comment has
   * an id.
   */
  nonce: HASH,
  /** Hash of workflow, job, step, `key` and project. */
  stepKey: HASH,
  /** Hash of the step key, the inputs that define the request, and the trigger. */
  requestKey: HASH,
  project: HASH,
  /** Hash of the `key` input. */
  key: HASH,
  run: ID,
  attempt: ID,
  /** The account to mention; null if no person made the request. */
  requester: ID.nullable(),
  trigger: oneOf(TRIGGER_KINDS),
  /** How to make the request again. */
  retryVia: oneOf(['command', 'label', 'run']),
  /** Null if the request creates its own job. */
  before: SNAPSHOT.nullable(),
  /**
   * Hash of what the request is about, such as a branch: later requests with the same cause may
   * continue its pull request.
   */
  cause: HASH_IF_ANY,
  /** The newest commit whose changes the request describes; empty if it describes none. */
  head: COMMIT_IF_ANY,
  /** The commit at which that description starts; empty if there is none. */
  base: COMMIT_IF_ANY,
  /** What the requester was last mentioned for, or is about to be: a timeout, then the end. */
  mentioned: oneOf(MENTIONED),
  phase: PHASE,
});

export type Request = Readonly<v.Infer<typeof REQUEST>>;
export type Phase = Readonly<v.Infer<typeof PHASE>>;
/** Why a comment begins with a phase, and which ones can follow in it. */
export const PHASES: Readonly<
  Record<Phase['at'], { first?: string; next: Partial<Record<Phase['at'], string>> }>
> = {
  waiting: {
    first: 'announced behind a job',
    next: {
      sending: 'its turn',
      working: 'a late writer did not see that it was sent',
      over: 'unsent',
    },
  },
  sending: {
    first: 'announced, and may have been sent',
    next: {
      waiting: 'another request is ahead, or there is a job to continue',
      working: 'the service answered with a job',
      over: 'unsent, or unconfirmed if the answer was lost or the run killed',
    },
  },
  working: { next: { over: 'ended, or replaced by a re-run' } },
  over: {
    next: { working: 'a re-run joins the job that works on, or a late writer did not see the end' },
  },
  opened: {
    first: 'no request, but the comment “Opened for” on the agent’s pull request',
    next: {},
  },
};

/** A comment can be created in this phase, before it has an id. */
export const isFirstPhase = ({ at }: Phase): boolean => PHASES[at].first !== undefined;

/**
 * The request in its next phase. @throws Error on a transition that {@link PHASES} lacks, which
 * would be a bug.
 */
export function become(request: Request, phase: Phase): Request {
  const { at } = request.phase;
  if (at !== phase.at && PHASES[at].next[phase.at] === undefined)
    throw new Error(`A request that is ${at} cannot be ${phase.at}.`);
  return { ...request, phase };
}

/** A request at its start. */
export const START = {
  before: null,
  mentioned: 'no',
  phase: { at: 'sending' },
} as const;

/** The request alone, without what a writing adds. */
export const requestOf = (request: Request): Request => REQUEST.parse(request, { mode: 'strip' });

/** Whether the service has a request, and the job that has it. */
type Sent = Readonly<
  | { sent: 'no'; job: undefined }
  /** It is about to be sent, or the answer was lost. `job`: undefined if it creates one. */
  | { sent: 'maybe'; job: string | undefined }
  | { sent: 'yes'; job: string }
>;

/**
 * What a status comment proves about its request. Decisions on the records of other runs ask this, never the name of a phase.
 */
export type Facts = Sent & {
  /** Undefined if the request does not wait, or was sent. */
  readonly waitsFor: WaitsFor | undefined;
  /**
   * What its comment reports for good; undefined while a run handles the request, or has abandoned
   * it.
   */
  readonly end: Extract<Phase, { at: 'over' }> | undefined;
  /** The comment "Opened for" on a pull request, which is no request. */
  readonly isOpenedFor: boolean;
};

function sentOf({ phase, before }: Pick<Request, 'phase' | 'before'>): Sent {
  const isUnknown = phase.at === 'sending' || (phase.at === 'over' && phase.why === 'unconfirmed');
  if (isUnknown) return { sent: 'maybe', job: before?.job };
  const job = jobIn(phase);
  return job === undefined ? { sent: 'no', job } : { sent: 'yes', job };
}

export function factsOf(request: Pick<Request, 'phase' | 'before'>): Facts {
  const { phase } = request;
  return {
    ...sentOf(request),
    waitsFor: phase.at === 'waiting' ? phase.waitsFor : undefined,
    end: phase.at === 'over' ? phase : undefined,
    isOpenedFor: phase.at === 'opened',
  };
}

/** Whether a request was reported as done. */
export const isDone = (end: Facts['end']): boolean =>
  end?.why === 'ended' && (end.verdict === 'pull-request' || end.verdict === 'no-changes');

/** The job that a phase names. */
function jobIn(phase: Phase): string | undefined {
  switch (phase.at) {
    case 'waiting':
    case 'sending':
      return undefined;
    case 'working':
    case 'opened':
      return phase.job;
    case 'over':
      return phase.why === 'ended' || phase.why === 'replaced' ? phase.job : undefined;
  }
}

/**
 * For the process that handles the request: whether it has sent nothing. It makes `sending` into
 * `unconfirmed` right before it sends. To others, `sending` proves only that it may have sent it.
 */
export const isUnsent = (request: Request): boolean =>
  request.phase.at === 'sending' || factsOf(request).sent === 'no';

/**
 * The request after an outcome. `unconfirmed` once a request was sent to the service. Applied
 * twice, it is the same.
 */
export function requestAfter(request: Request, outcome: Outcome): Request {
  // What a follow-up did after its pull request was merged or closed is not in the documentation: a
  // later request describes it again.
  const isMissed = endedOf(outcome)?.pullEnd !== undefined;
  return {
    ...become(request, phaseAfter(request, outcome)),
    head: isMissed ? '' : request.head,
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
      return phase;
    case 'unconfirmed':
      return { at: 'over', why: 'unconfirmed', verdict };
    case 'timed-out':
    case 'started':
    case 'quota-exhausted':
    case 'cancelled':
    case 'limit-reached':
    case 'error': {
      // The outcome says nothing of the end: the job works on, if there is one.
      const job = isNeverSent(outcome) ? undefined : (jobIdOf(outcome) ?? jobIn(phase));
      if (job !== undefined) return { at: 'working', job };
      const mayHaveJob = verdict === 'error' && (outcome.wasAccepted ?? !isUnsent(request));
      return { at: 'over', why: mayHaveJob ? 'unconfirmed' : 'unsent', verdict };
    }
  }
}

/** The timeout came before the request was sent: nothing will come of it. */
const isNeverSent = (outcome: Outcome): boolean =>
  outcome.verdict === 'timed-out' && outcome.why === 'unsent';

/**
 * What a mention of the outcome tells the requester; `no` without a mention. @param after the
 * request after the outcome.
 */
export function newsOf({ verdict }: Outcome, after: Request): Mentioned {
  // Who cancels knows it, and at a limit the status comment, seconds old, says it.
  if (verdict === 'cancelled' || verdict === 'limit-reached') return 'no';
  if (after.phase.at === 'over') return 'end';
  return verdict === 'timed-out' ? 'timeout' : 'no';
}

/** Whether the requester, who was mentioned for `before`, is mentioned for `news` too. */
export const isNews = (news: Mentioned, before: Mentioned): boolean =>
  MENTIONED.indexOf(news) > MENTIONED.indexOf(before);

/**
 * Whether the text that another process wrote into a status comment stays, instead of the report of
 * this process: it does, if this process read the comment before and knows less. @param own the
 * request after the outcome, as this process knows it.
 */
export function keepsText(
  marker: Request & { readonly leaseSeconds: number },
  own: Request,
): boolean {
  const { sent, end, isOpenedFor } = factsOf(marker);
  const known = factsOf(own).sent;
  if (isOpenedFor) return true;
  if (end?.why === 'unconfirmed') return false;
  if (end?.why === 'unsent') return known === 'no';
  if (end) return true;
  return (
    (sent === 'yes' && known !== 'yes') || (marker.leaseSeconds > 0 && own.phase.at !== 'over')
  );
}
