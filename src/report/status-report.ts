import { GitHubError } from '../errors.ts';
import { type CommentRef, MARKER_PREFIX } from '../github/comments.ts';
import { CANCELLED, interrupted, type Outcome } from '../outcome.ts';
import {
  renderGivenUp,
  renderRetracted,
  renderStarting,
  renderWaiting,
  renderWorking,
  type StatusFields,
} from '../render/comment.ts';
import type { RetryHints } from '../render/message-parts.ts';
import { exponentialPause } from '../runtime/clock.ts';
import { hasEnded, type Job, type Snapshot } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import { factsOf } from '../thread/facts.ts';
import { placeOf, type Shown } from '../thread/marker.ts';
import { after, type Mentioned, type Phase, type Request, requestOf, working } from '../thread/request.ts';
import type { StatusComment } from '../thread/status-comment.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { replaceFormer, statusFieldsOfRecord, urlOfComment } from './earlier-comments.ts';
import { ATTEMPTS, createShow, type Reported, type ShowParts, type Told } from './show.ts';

/** Reports one request in its status comment, and stores its state in the marker. */
export type StatusReport = ReturnType<typeof createStatusReport>;

/** What the thread and the service returned about the request. */
interface StatusDetails {
  /** That of the comment that it takes over, so that a copy of its first text stays a copy. */
  readonly nonce?: string;
  /** The request key, if the thread changes it. */
  readonly requestKey?: string;
  /** The state of the job before a follow-up. */
  readonly before?: Snapshot | null | undefined;
  /** The status comment of the previous request to the same job. */
  readonly previous?: CommentRef | undefined;
  /** Why the request creates a job although there is an earlier request. */
  readonly note?: RichText | undefined;
  /** What the requester was mentioned for already. */
  readonly mentioned?: Mentioned;
  /** The job that opened the pull request in which the request was made; undefined if that is not known. */
  readonly opener?: string | undefined;
}

interface StatusReportParts extends ShowParts {
  readonly request: Request;
  readonly fields: StatusFields;
  readonly retryHints: RetryHints;
  /** On the clock's `now`: until when this process may poll. */
  readonly deadline: number;
}

/** Milliseconds between two attempts of an edit that reports a state change. */
const CATCH_UP = { min: 10_000, max: 60_000 } as const;
/** The lease of a request that waits, so that a killed run blocks no other for hours, and milliseconds until it is renewed. */
const WAITING_LEASE_SECONDS = 900;
const RENEWAL_MS = 600_000;

export function createStatusReport(parts: StatusReportParts) {
  const { comment, deadline, fields, retryHints } = parts;
  const { redact, clock, context } = parts.statusComments.effects;
  const writer = createShow(parts);
  let told: Told = { request: parts.request, words: { ...fields, retryHints } };
  /** The edit to try again or to renew, and when, on the clock's `now`. No attempt has failed if `attempts` is 0. */
  let next = { prose: '', at: 0, attempts: 0 };
  /** Whether the report that is saved for the post step says that the job seems to have ended. */
  let savesEnd = false;
  /** On the clock's `now`: when the lease that was last written ends, when the one that is confirmed does, and since when it holds without a gap. */
  let lease = { written: Number.POSITIVE_INFINITY, ends: Number.POSITIVE_INFINITY, since: Number.NEGATIVE_INFINITY };

  function become(phase: Phase): void {
    told = { ...told, request: { ...told.request, phase } };
  }

  function leaseSeconds(): number {
    const left = Math.max(0, Math.ceil((deadline - clock.now()) / 1000));
    const isShort = told.request.phase.at === 'waiting' && left > WAITING_LEASE_SECONDS;
    lease = { ...lease, written: isShort ? clock.now() + WAITING_LEASE_SECONDS * 1000 : Number.POSITIVE_INFINITY };
    return isShort ? WAITING_LEASE_SECONDS : left;
  }
  /** The comment holds the lease that was last written. If the former one had ended, others may have passed the request in its queue. */
  function confirmLease(): void {
    const now = clock.now();
    lease = { ...lease, ends: lease.written, since: now < lease.ends ? lease.since : now };
  }
  /** A text of this process while it polls or waits, and holds the lease. */
  const held = (prose: string): Shown => ({ prose: redact(prose), request: told.request, lease: leaseSeconds });
  const textOf = (behind: string | null | undefined) =>
    behind === undefined ? renderStarting(told.words) : renderWaiting(told.words, behind);

  function save(outcome: Outcome): void {
    if (comment.mayBeThere) writer.save(outcome, told);
  }

  function saveCancelled(job: Job): void {
    savesEnd = hasEnded(job);
    save({ verdict: 'cancelled', job });
  }

  /** Edits the comment once, and plans the next time. */
  async function update(prose: string, attempts: number, pause: number): Promise<boolean> {
    const isShown = (await comment.show(held(prose))) === 'shown';
    if (isShown) confirmLease();
    next = { prose, attempts: isShown ? 0 : attempts, at: clock.now() + (isShown ? RENEWAL_MS : pause) };
    return isShown;
  }

  return {
    /** The address of the status comment; undefined before it exists. */
    get url() {
      return comment.ref?.url;
    },
    /** Since when others see that the request is ahead of them, on the clock's `now`; since ever, if its lease never ended. */
    get heldSince() {
      return lease.since;
    },
    get isFollowUp() {
      return told.request.before !== null;
    },
    /** The job that opened the pull request in which the request was made; undefined if that is not known. */
    get opener() {
      return told.words.opener;
    },
    /** Sets what the thread and the service returned about the request, before anything is submitted. */
    describe(details: StatusDetails): void {
      const { request, words } = told;
      const { before = request.before, requestKey = request.requestKey, mentioned = request.mentioned } = details;
      const { previous, note = words.note, opener = words.opener, nonce = request.nonce } = details;
      const place = previous ? placeOf(previous) : request.previous;
      told = {
        request: { ...request, nonce, before, requestKey, mentioned, previous: place },
        words: { ...words, previous: previous?.url ?? words.previous, note, opener },
      };
    },
    /** Continues the request of another run, in the status comment of that run. */
    adopt(record: StatusRecord): void {
      comment.adopt(record);
      writer.edited();
      const request = requestOf(record.marker);
      const words = { ...told.words, retryHints: { ...retryHints, kind: request.retryVia } };
      told = { request, words: { ...words, ...statusFieldsOfRecord(record, context.runsUrl) } };
    },
    /** Marks the status comment of an earlier attempt as replaced by this one, or deletes it if it has no job. @param former a handle for it. */
    async replaces(record: StatusRecord, former: StatusComment): Promise<void> {
      if (comment.ref) await replaceFormer(record, former, comment.ref, context.runsUrl);
    },
    /** Deletes the announcement: an earlier run is handling the same request, in the status comment at `url`. */
    async retract(url: string): Promise<void> {
      writer.edited();
      if (await comment.remove()) return;
      become({ at: 'over', why: 'unsent', verdict: 'skipped' });
      const shown = { prose: redact(renderRetracted(told.words, url)), request: told.request };
      parts.save({ ...comment.draft(shown), mention: null });
      if ((await comment.show(shown)) !== 'failed') comment.leave();
    },
    /**
     * Creates the status comment: the request is about to be submitted, or waits for its turn.
     * @param behind the job that it waits for, null before that has an id; undefined if it does not wait.
     * @throws GitHubError when GitHub does not confirm the comment.
     */
    async announce(behind: string | null | undefined): Promise<void> {
      become(behind === undefined ? { at: 'sending' } : { at: 'waiting', behind });
      writer.save(CANCELLED, told);
      await comment.announce(held(textOf(behind)), clock.now() + (deadline - clock.now()) / 2);
      writer.save(CANCELLED, told); // with the id, which every later edit signs too
      writer.announced();
      confirmLease();
      next = { prose: '', attempts: 0, at: clock.now() + RENEWAL_MS };
    },
    /** The announced request waits for its turn. Called again and again while it does, to renew its lease. Returns whether the comment says so. */
    async waiting(behind: string | null): Promise<boolean> {
      const { phase } = told.request;
      if (phase.at === 'waiting' && phase.behind === behind && clock.now() < next.at) return next.attempts === 0;
      become({ at: 'waiting', behind });
      writer.edited();
      return update(textOf(behind), 1, CATCH_UP.max);
    },
    /** The request is about to be submitted. @throws GitHubError when GitHub does not confirm the edit. */
    async starting(): Promise<void> {
      const { phase, before } = told.request;
      if (phase.at === 'sending' && before === null) return; // announced as the first request of its cause, it may continue a job all the same
      become({ at: 'sending' });
      const patience = { attempts: ATTEMPTS, until: clock.now() + (deadline - clock.now()) / 2 };
      if ((await comment.show(held(textOf(undefined)), patience)) !== 'shown') throw unconfirmedStart();
      confirmLease();
    },
    /** A submit request was started: until its response, it is unknown whether the service accepted it. */
    sending(): void {
      told = { ...told, request: after(told.request, interrupted()) };
      save(interrupted());
    },
    /** The service did not accept the submit request, which is sent again after a pause. */
    pausing: () => save(CANCELLED),
    /** @param until the wall clock at the end of the wait; undefined when this run does not wait. */
    async working(job: Job, until: Date | undefined): Promise<void> {
      told = { ...told, request: working(told.request, job) };
      next = { ...next, attempts: 0 };
      savesEnd = hasEnded(job);
      if (until || comment.mayBeThere) writer.save({ verdict: 'cancelled', job }, told); // the comment may be created just now
      if (!until) return;
      writer.edited();
      await update(renderWorking(told.words, job, until), 1, exponentialPause(1, CATCH_UP));
      saveCancelled(job);
    },
    /** Retries a failed edit, and saves for the post step that the job seems to have ended. Called between polls. @param job as just read. */
    async catchUp(job: Job | undefined): Promise<void> {
      if (told.request.phase.at !== 'working') return;
      if (job && hasEnded(job) !== savesEnd) saveCancelled(job);
      if (next.attempts === 0 || clock.now() < next.at || (job && hasEnded(job))) return;
      const attempts = next.attempts + 1;
      await update(next.prose, attempts, exponentialPause(attempts, CATCH_UP));
    },
    /** Reads the status comment a last time. Returns the status comment of a later request that continued the job, if there is one. */
    async continuedBy(): Promise<string | undefined> {
      const existing = await writer.finalCheck();
      const end = existing?.isUnchanged === false ? factsOf(existing.marker).end : undefined;
      return comment.ref && end?.kind === 'continued' ? urlOfComment(comment.ref.url, end.by) : undefined;
    },
    /** Saves the final report for the post step: this process may be killed before it writes that report. */
    ending: (outcome: Outcome): Promise<void> => writer.prepare(outcome, told),
    /** Writes the final report. @param elapsed milliseconds; undefined if this process did not create the job. */
    ended: (outcome: Outcome, elapsed: number | undefined): Promise<Reported> => writer.show(outcome, told, elapsed),
    /** Whether the body of a comment already reports the outcome. */
    isReported: (outcome: Outcome, body: string): boolean =>
      body.startsWith(`${writer.proseOf(outcome, told)}\n${MARKER_PREFIX}`),
    /** No run or sweep waits for the job any longer. Returns whether the comment says so. */
    async givenUp(job: string): Promise<boolean> {
      become({ at: 'over', why: 'lost', job });
      const prose = redact(renderGivenUp(told.words, job, told.words.retryHints));
      return (await comment.show({ prose, request: told.request })) === 'shown';
    },
  };
}

const unconfirmedStart = () =>
  new GitHubError(
    'The status comment could not be edited, so the request was not sent.',
    'Re-run the workflow later. To send requests without status comments, set `comment: false`.',
  );
