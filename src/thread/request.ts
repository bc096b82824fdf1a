import * as v from 'valibot';
import { JOB_ID } from '../service/job.ts';
import { TRIGGER_KINDS } from '../trigger/trigger.ts';
import { isVerdict, type Verdict } from '../verdicts.ts';

/** A hash of 96 bits as 16 characters of base64url: no accidental collisions, and the hashed text cannot be read from it. */
export const HASH = v.pipe(v.string(), v.regex(/^[\w-]{16}$/));
const ID = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const COMMIT = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));
/** Milliseconds since the epoch; null if it is not known. */
const TIME = v.nullable(v.pipe(v.number(), v.safeInteger()));
/** A job at the end of its work. `link`: its pull request, as `identityOfLink` writes it; empty if it has none. */
const SNAPSHOT = v.object({ job: JOB_ID, link: v.pipe(v.string(), v.regex(/^[\w.:/#-]{0,150}$/)) });
/** A status comment in any thread. */
const PLACE = v.object({ thread: ID, comment: ID });

/** In this order: after the end, no mention follows. */
export const MENTIONED = ['no', 'timeout', 'end'] as const;
export type Mentioned = (typeof MENTIONED)[number];

/** How far a request is. What a phase means is written in `facts.ts` alone. */
const PHASE = v.union([
  /** Not sent yet: it waits for the job `behind`; null before that job has an id. */
  v.object({ at: v.literal('waiting'), behind: v.nullable(JOB_ID) }),
  /** About to be sent to the service, or just sent. */
  v.object({ at: v.literal('sending') }),
  v.object({ at: v.literal('working'), job: JOB_ID }),
  /** `unsent`: the service has no request. `unconfirmed`: it may have one. */
  v.object({
    at: v.literal('over'),
    why: v.picklist(['unsent', 'unconfirmed']),
    verdict: v.custom<Verdict>(isVerdict),
  }),
  v.object({
    at: v.literal('over'),
    why: v.literal('ended'),
    verdict: v.picklist(['pull-request', 'no-changes', 'failed', 'archived']),
    ...SNAPSHOT.entries,
  }),
  /** The job was still active after 24 h: no sweep reads it again. */
  v.object({ at: v.literal('over'), why: v.literal('lost'), job: JOB_ID }),
  /** The job works on a later request, whose status comment is `by`, or a re-run repeats the request there, with another job. */
  v.object({ at: v.literal('over'), why: v.literal('continued'), job: JOB_ID, by: PLACE }),
  /**
   * Not a request: the job opened the pull request in which this comment is, as the account `author` (null if that was deleted), for the
   * request that is reported in the thread `reportedIn` (null if in none).
   */
  v.object({ at: v.literal('opened'), job: JOB_ID, author: v.nullable(ID), reportedIn: v.nullable(ID) }),
]);

/** A request, as its status comment and the saved state of the post step hold it. No text of anybody, no names of accounts. */
export const REQUEST = v.object({
  /** Distinguishes the comment from copies of its first text, which is signed before the comment has an id. */
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
  requester: v.nullable(ID),
  trigger: v.picklist(TRIGGER_KINDS),
  /** How to make the request again. */
  retryVia: v.picklist(['command', 'label', 'run']),
  /** The status comment of the previous request to the same job, if there is one. */
  previous: v.nullable(PLACE),
  /** Null if the request creates its own job. */
  before: v.nullable(SNAPSHOT),
  /** Hash of what the request is about, such as a branch: later requests with the same cause may continue its pull request. */
  cause: v.union([v.literal(''), HASH]),
  /** The newest commit whose changes the request describes; empty if it describes none. */
  head: v.union([v.literal(''), COMMIT]),
  /** The commit at which that description starts; empty if there is none. */
  base: v.union([v.literal(''), COMMIT]),
  /** What the requester was last mentioned for, or is about to be: a timeout, then the end. */
  mentioned: v.picklist(MENTIONED),
  phase: PHASE,
  /** When its job was created, by the service's clock, and when its end was read, by the runner's clock. */
  jobCreatedAt: TIME,
  endedAt: TIME,
});

export type Request = Readonly<v.InferOutput<typeof REQUEST>>;
export type Phase = Readonly<v.InferOutput<typeof PHASE>>;
export type CommentPlace = Readonly<v.InferOutput<typeof PLACE>>;

/** A request at its start. */
export const START = {
  previous: null,
  before: null,
  mentioned: 'no',
  phase: { at: 'sending' },
  jobCreatedAt: null,
  endedAt: null,
} as const;

/** The request alone, without what a writing adds. */
export const requestOf = (request: Request): Request => v.parse(REQUEST, request);
