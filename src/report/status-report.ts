import { GitHubError } from '../errors.ts';
import { type CommentRef, MARKER_PREFIX } from '../github/comments.ts';
import { isForbidden } from '../github/errors.ts';
import { interrupted, type Outcome } from '../outcome.ts';
import {
  renderEnded,
  renderMention,
  renderRetracted,
  renderStarting,
  renderWaiting,
  renderWorking,
  type StatusFields,
} from '../render/comment.ts';
import type { MessageContext, RetryHints } from '../render/message-parts.ts';
import { type Clock, exponentialPause } from '../runtime/clock.ts';
import { hasEnded, type Job, type Snapshot } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import {
  type MarkedRequest,
  type Marker,
  type MarkerState,
  type Mentioned,
  placeOf,
  requestOf,
} from '../thread/marker.ts';
import { isNews, keepsExistingText, markerStateAfter, newsOf } from '../thread/marker-state.ts';
import type { StatusComment } from '../thread/status-comment.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { replaceFormer, statusFieldsOfRecord, urlOfComment } from './earlier-comments.ts';
import type { Mention } from './notify.ts';
import type { FinalDraft } from './post-state.ts';

/** Reports one request in its status comment, and stores its state in the marker. */
export interface StatusReport {
  /** The address of the status comment; undefined before it exists. */
  readonly url: string | undefined;
  readonly isFollowUp: boolean;
  /** The job that opened the pull request in which the request was made; undefined if that is not known. */
  readonly opener: string | undefined;
  /** Sets what the thread and the service returned about the request, before anything is submitted. */
  describe(details: StatusDetails): void;
  /** Continues the request of another run, in the status comment of that run. */
  adopt(record: StatusRecord): void;
  /** Marks the status comment of an earlier attempt as replaced by this one, or deletes it if it has no job. @param former a handle for it. */
  replaces(record: StatusRecord, former: StatusComment): Promise<void>;
  /** Deletes the announcement: an earlier run is handling the same request, in the status comment at `url`. */
  retract(url: string): Promise<void>;
  /**
   * Creates the status comment: the request is about to be submitted, or waits for its turn.
   * @param behind the job that it waits for, null before that has an id; undefined if it does not wait.
   * @throws GitHubError when GitHub does not confirm the comment.
   */
  announce(behind: string | null | undefined): Promise<void>;
  /** The announced request waits for its turn. Called again and again while it does, to renew its lease. Returns whether the comment says so. */
  waiting(behind: string | null): Promise<boolean>;
  /** The request is about to be submitted. @throws GitHubError when GitHub does not confirm the edit. */
  starting(): Promise<void>;
  /** A submit request was started: until its response, it is unknown whether the service accepted it. */
  sending(): void;
  /** The service did not accept the submit request, which is sent again after a pause. */
  pausing(): void;
  /** @param until the wall clock at the end of the wait; undefined when this run does not wait. */
  working(job: Job, until: Date | undefined): Promise<void>;
  /** Retries a failed edit, and saves for the post step that the job seems to have ended. Called between polls. @param job as just read. */
  catchUp(job: Job | undefined): Promise<void>;
  /** Reads the status comment a last time. Returns the status comment of a later request that continued the job, if there is one. */
  continuedBy(): Promise<string | undefined>;
  /** Saves the final report for the post step: this process may be killed before it writes that report. */
  ending(outcome: Outcome): Promise<void>;
  /**
   * Writes the final report. Returns whether the comment reports the outcome now; `cut-short` if a cancel prevented it.
   * @param elapsed milliseconds; undefined if this process did not create the job.
   */
  ended(outcome: Outcome, elapsed: number | undefined): Promise<'reported' | 'not-reported' | 'cut-short'>;
  /** Whether the body of a comment already reports the outcome. */
  isReported(outcome: Outcome, body: string): boolean;
}

interface StatusDetails {
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

export interface StatusReportParts {
  readonly comment: StatusComment;
  readonly request: MarkedRequest;
  readonly fields: StatusFields;
  readonly retryHints: RetryHints;
  /** The address of the repository's runs, without the run id. */
  readonly runsUrl: string;
  readonly mention: Mention;
  /** Mentions the requester even if an earlier final report already did. */
  readonly mentionsAgain?: boolean;
  /** Mentions the requester of a job that is still running at the timeout. */
  readonly mentionsTimeout?: boolean;
  /** Saves the final edit that the post step writes if this process is killed. */
  readonly save: (draft: FinalDraft) => void;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`: until when this process may poll. */
  readonly deadline: number;
  /** On the clock's `now`: the end of the step. The final report is retried until then. */
  readonly timeout: number;
}

/** Milliseconds between two attempts of an edit that reports a state change. */
const CATCH_UP = { min: 10_000, max: 60_000 } as const;
/** For so many milliseconds the final check counts: after a slow request in between, a sweep may have reported the job meanwhile. */
const FRESH_MS = 3_000;

/** The lease of a request that waits, so that a killed run blocks no other for hours, and milliseconds until it is renewed. */
const WAITING_LEASE_SECONDS = 900;
const RENEWAL_MS = 600_000;

export function createStatusReport(parts: StatusReportParts): StatusReport {
  const { comment, mention, redact, clock, signal, deadline, timeout } = parts;
  let { request, fields, retryHints } = parts;
  let state: MarkerState = { state: 'starting' };
  let mentioned: Mentioned = 'no';
  let opener: string | undefined;
  /** The comment only announces the request. No other process edits that before the lease is over, so it need not be read again. */
  let isOnlyAnnounced = false;
  /** Whether the report that is saved for the post step says that the job seems to have ended. */
  let savesEnd = false;
  /** The edit to retry. */
  let failedEdit: { readonly prose: string; readonly nextTry: number; readonly attempts: number } | undefined;
  /** The login of the requester, once it is read. */
  let requester: Promise<string | undefined> | undefined;
  /** The result of the final check, and when it came, on the clock's `now`. */
  let checked: { readonly existing: Remembered; readonly at: number } | undefined;

  const context = (elapsed: number | undefined): MessageContext => ({
    retryHints,
    elapsed,
    isRemembered: true,
    runUrl: fields.runUrl,
    isFollowUp: request.before !== null,
    opener,
    shownIn: comment.ref?.url,
    wasSent: state.state !== 'starting' && state.state !== 'waiting' && state.state !== 'unsent',
  });
  /** When a waiting request renews its lease, on the clock's `now`. */
  let renewAt = 0;
  let isWaitShown = true;
  function leaseSeconds(): number {
    const left = Math.max(0, Math.ceil((deadline - clock.now()) / 1000));
    return state.state === 'waiting' ? Math.min(left, WAITING_LEASE_SECONDS) : left;
  }
  const memory = (leaseSeconds: number) => ({ request, state, leaseSeconds, mentioned });
  /** A text that is sent again after a pause holds the lease for that much less. */
  const leased = () => ({
    ...memory(0),
    get leaseSeconds() {
      return leaseSeconds();
    },
  });
  const proseOf = (outcome: Outcome, elapsed?: number) => redact(renderEnded(outcome, fields, context(elapsed)));

  const failedEditOf = (prose: string, attempts: number) => ({
    prose,
    attempts,
    nextTry: clock.now() + exponentialPause(attempts, CATCH_UP),
  });

  /** Saves `outcome` as the final report for the post step, in case this process is killed now. */
  function saveFor(outcome: Outcome, mentionText: string | null = null): void {
    if (!comment.mayBeThere) return;
    const then = mentionText === null ? mentioned : newsOf(outcome);
    const marker = { ...memory(0), mentioned: then, state: markerStateAfter(outcome, state) };
    parts.save({ ...comment.draft(proseOf(outcome), marker), mention: mentionText });
  }

  function saveInterrupted(job: Job): void {
    savesEnd = hasEnded(job);
    saveFor({ verdict: 'cancelled', job });
  }

  /** There is nothing to report, and no comment to correct. */
  const isSilent = ({ verdict }: Outcome) => verdict === 'skipped' || (verdict === 'cancelled' && !comment.mayBeThere);

  /** The marker before the final edit. A comment that cannot be read counts as unchanged. */
  async function finalCheck(): Promise<Remembered> {
    if (isOnlyAnnounced || !comment.ref) return undefined;
    if (!checked || clock.now() - checked.at > FRESH_MS)
      checked = { existing: await comment.remembered(), at: clock.now() };
    return checked.existing;
  }

  async function loginToMention(outcome: Outcome): Promise<string | undefined> {
    const news = newsOf(outcome);
    const isWanted = news !== 'timeout' || parts.mentionsTimeout === true;
    if (!isWanted || signal.aborted || !isNews(news, mentioned)) return undefined;
    requester ??= mention.loginToMention(request.requester);
    return requester;
  }

  /** What the requester was mentioned for, by this process or another one. */
  function mentionedBefore(existing: Remembered): Mentioned {
    const other = existing?.marker.mentioned ?? 'no';
    return isNews(other, mentioned) ? other : mentioned;
  }

  /** At most once for each news, and only if the status comment, which the mention links to, exists. */
  const mayMention = (outcome: Outcome, existing: Remembered) =>
    comment.ref !== undefined &&
    isNews(newsOf(outcome), parts.mentionsAgain === true ? mentioned : mentionedBefore(existing));

  function mentionOf(login: string | undefined, outcome: Outcome): ((url: string) => string) | undefined {
    if (login === undefined) return undefined;
    return (url) => redact(renderMention(login, outcome, context(undefined), url));
  }

  function afterFailure(): 'reported' | 'not-reported' | 'cut-short' {
    if (!comment.mayBeThere) return 'reported'; // there is no comment to correct
    return signal.aborted ? 'cut-short' : 'not-reported';
  }

  /**
   * Reports the outcome, unless the text that another process wrote stays. Nothing has changed if another process wrote meanwhile.
   * @param toMention the login of the requester.
   */
  async function tryToReport(outcome: Outcome, elapsed: number | undefined, toMention: string | undefined) {
    const existing = await finalCheck(); // after the login was read, so that no request delays the edit that follows
    if (existing && !existing.isUnchanged) {
      if (keepsExistingText(existing.marker, outcome)) return 'reported';
      comment.replace(existing.marker);
    }
    const before = { state, mentioned };
    const login = mayMention(outcome, existing) ? toMention : undefined;
    mentioned = login === undefined ? mentionedBefore(existing) : newsOf(outcome);
    state = markerStateAfter(outcome, state);
    const result = await report(outcome, elapsed, login);
    if (result === 'overtaken') {
      ({ state, mentioned } = before);
      checked = undefined;
      isOnlyAnnounced = false;
    }
    return result;
  }

  /** Writes the final report, and then mentions the requester, also if a person deleted the status comment. */
  async function report(outcome: Outcome, elapsed: number | undefined, login: string | undefined) {
    const textFor = mentionOf(login, outcome);
    saveFor(outcome, textFor?.(comment.ref?.url ?? ''));
    const isSaid = outcome.verdict === 'error' && isForbidden(outcome.problem);
    const end = await comment.finish(proseOf(outcome, elapsed), memory(0), timeout, isSaid);
    if (end === 'overtaken') return end;
    if (end === 'failed' && !comment.isDeleted) return afterFailure();
    if (!textFor) return 'reported';
    if (clock.now() >= timeout) return 'not-reported'; // the post step mentions the requester
    saveFor(outcome); // without the mention: if this process is killed now, the post step must not mention the requester twice
    await mention.post((statusUrl) => textFor((comment.isDeleted && fields.runUrl) || statusUrl));
    return 'reported';
  }

  return {
    get url() {
      return comment.ref?.url;
    },
    get isFollowUp() {
      return request.before !== null;
    },
    get opener() {
      return opener;
    },
    describe({ before = request.before, previous, note = fields.note, requestKey = request.requestKey, ...more }) {
      request = { ...request, before, requestKey, previous: previous ? placeOf(previous) : request.previous };
      fields = { ...fields, previous: previous?.url ?? fields.previous, note };
      mentioned = more.mentioned ?? mentioned;
      opener = more.opener ?? opener;
    },
    adopt({ comment: ref, marker }) {
      comment.adopt({ comment: ref, marker });
      isOnlyAnnounced = false;
      request = requestOf(marker);
      fields = statusFieldsOfRecord({ comment: ref, marker }, parts.runsUrl);
      retryHints = { ...retryHints, kind: request.retryVia };
      mentioned = marker.mentioned;
    },
    async replaces(record, former) {
      if (comment.ref) await replaceFormer(record, former, comment.ref, parts.runsUrl);
    },
    async retract(url) {
      isOnlyAnnounced = false;
      if (await comment.remove()) return;
      state = { state: 'unsent' };
      const prose = redact(renderRetracted(fields, url));
      parts.save({ ...comment.draft(prose, memory(0)), mention: null });
      await comment.write(prose, memory(0));
      comment.leave();
    },
    async announce(behind) {
      state = behind === undefined ? { state: 'starting' } : { state: 'waiting', behind };
      const unsent = { ...memory(0), state: { state: 'unsent' } } as const;
      const cancelled = proseOf({ verdict: 'cancelled', job: undefined });
      const save = () => parts.save({ ...comment.draft(cancelled, unsent), mention: null });
      save();
      const prose = behind === undefined ? renderStarting(fields) : renderWaiting(fields, behind);
      await comment.announce(redact(prose), leased(), clock.now() + (deadline - clock.now()) / 2);
      save(); // with the id, which every later edit signs too
      isOnlyAnnounced = true;
      renewAt = clock.now() + RENEWAL_MS;
    },
    async waiting(behind) {
      if (state.state === 'waiting' && state.behind === behind && clock.now() < renewAt) return isWaitShown;
      state = { state: 'waiting', behind };
      isOnlyAnnounced = false;
      isWaitShown = await comment.write(redact(renderWaiting(fields, behind)), leased());
      renewAt = clock.now() + (isWaitShown ? RENEWAL_MS : CATCH_UP.max);
      return isWaitShown;
    },
    async starting() {
      // Announced as the first request of its cause, it continues a job all the same.
      const isWritten = state.state === 'starting' && request.before === null;
      if (isWritten) return;
      state = { state: 'starting' };
      const until = clock.now() + (deadline - clock.now()) / 2;
      const end = await comment.finish(redact(renderStarting(fields)), leased(), until);
      if (end !== 'written') throw unconfirmedStart();
    },
    sending() {
      state = { state: 'unconfirmed' };
      saveFor(interrupted());
    },
    pausing() {
      saveFor({ verdict: 'cancelled', job: undefined });
    },
    async working(job, until) {
      state = { state: 'open', job: job.id };
      saveInterrupted(job);
      if (!until) return;
      isOnlyAnnounced = false;
      const prose = redact(renderWorking(fields, job, until));
      const isWritten = await comment.write(prose, leased());
      failedEdit = isWritten ? undefined : failedEditOf(prose, 1);
      saveInterrupted(job);
    },
    async catchUp(job) {
      if (job && state.state === 'open' && hasEnded(job) !== savesEnd) saveInterrupted(job);
      if (!failedEdit || clock.now() < failedEdit.nextTry || (job && hasEnded(job))) return;
      const { prose, attempts } = failedEdit;
      const isWritten = await comment.write(prose, leased());
      failedEdit = isWritten ? undefined : failedEditOf(prose, attempts + 1);
    },
    async continuedBy() {
      const existing = await finalCheck();
      if (!comment.ref || existing?.marker.state !== 'continued' || existing.isUnchanged) return undefined;
      return urlOfComment(comment.ref.url, existing.marker.by);
    },
    isReported: (outcome, body) => body.startsWith(`${proseOf(outcome)}\n${MARKER_PREFIX}`),
    async ending(outcome) {
      if (isSilent(outcome)) return;
      const textFor = mentionOf(await loginToMention(outcome), outcome);
      saveFor(outcome, comment.ref && textFor?.(comment.ref.url));
    },
    async ended(outcome, elapsed) {
      if (isSilent(outcome)) return 'reported';
      const login = await loginToMention(outcome);
      for (;;) {
        const result = await tryToReport(outcome, elapsed, login);
        if (result !== 'overtaken') return result;
      }
    },
  };
}

type Remembered = { readonly marker: Marker; readonly isUnchanged: boolean } | undefined;

const unconfirmedStart = () =>
  new GitHubError(
    'The status comment could not be edited, so the request was not sent.',
    'Re-run the workflow later. To send requests without status comments, set `comment: false`.',
  );
