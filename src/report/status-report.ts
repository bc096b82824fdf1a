import { GitHubError } from '../errors.ts';
import type { CommentRef } from '../github/comments.ts';
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
import type { MessageContext } from '../render/message-type.ts';
import type { RetryHints } from '../render/retry-hints.ts';
import { exponentialPause } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job, Snapshot } from '../service/job.ts';
import { MARKER_PREFIX } from '../text/marker-prefix.ts';
import type { RichText } from '../text/rich-text.ts';
import type { LastWord } from '../thread/draft.ts';
import { type MarkedRequest, type Marker, type MarkerState, requestOf } from '../thread/marker.ts';
import { isFinal, keepsExistingText, markerStateAfter } from '../thread/marker-state.ts';
import type { StatusComment } from '../thread/status-comment.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { Mention } from './mention.ts';
import { statusFieldsOfRecord, urlOfComment } from './status-fields.ts';

/** Reports one request in its status comment, and remembers there how far it came. */
export interface StatusReport {
  /** Undefined while there is no comment. */
  readonly url: string | undefined;
  readonly isFollowUp: boolean;
  /** What the thread and the service told about the request, before anything is sent. */
  describe(where: StatusDetails): void;
  /** Continues a request that another run asked, in its comment, and as what it asked. */
  adopt(record: StatusRecord): void;
  /** Takes the announcement back: an earlier request, told at `url`, is the same. */
  retract(url: string): Promise<void>;
  /**
   * Says that the request is about to be sent, or that it waits for its turn.
   * @param behind the job that it waits for, null where that has no name yet; undefined where it waits for nothing.
   * @throws GitHubError when that is not confirmed in the thread.
   */
  announce(behind: string | null | undefined): Promise<void>;
  /** The announced request must wait for its turn. */
  waiting(behind: string | null): Promise<void>;
  /** It is about to be sent. @throws GitHubError when that is not confirmed in the thread. */
  starting(): Promise<void>;
  /** A request that creates a job or continues one is on its way: from now on, silence proves nothing. */
  sending(): void;
  /** What was sent provably had no effect, and is sent again after a pause. */
  pausing(): void;
  /** @param until the wall clock at the end of the wait; undefined when this run does not wait. */
  working(job: Job, until: Date | undefined): Promise<void>;
  /** Writes again what GitHub did not take: called between polls. */
  catchUp(): Promise<void>;
  /** The final check: the status comment of a later request that continued the job, if there is one. */
  continuedBy(): Promise<string | undefined>;
  /** Gives whether the comment tells it now; a cancel may cut that short. @param elapsed milliseconds; undefined for who was not there. */
  ended(outcome: Outcome, elapsed: number | undefined): Promise<'told' | 'not told' | 'cut short'>;
  /** Whether a body says this already. */
  isReported(outcome: Outcome, body: string): boolean;
}

interface StatusDetails {
  /** How the job was, where it gets a follow-up. */
  readonly before?: Snapshot | null | undefined;
  /** The status comment of the request before, in the same job. */
  readonly previous?: Pick<CommentRef, 'id' | 'url'> | undefined;
  /** Why it gets a job of its own, where one could expect a follow-up. */
  readonly note?: RichText | undefined;
  /** Whether somebody was mentioned already. */
  readonly mentioned?: boolean;
}

export interface StatusReportParts {
  readonly comment: StatusComment;
  readonly request: MarkedRequest;
  readonly card: StatusFields;
  readonly retryHints: RetryHints;
  /** Where the pages of runs are, without the number. */
  readonly runsUrl: string;
  readonly mention: Mention;
  /** The requester was mentioned for an earlier end, and is mentioned for this one too. */
  readonly mentionsAgain?: boolean;
  /** Keeps what the comment must say if this process is killed now. */
  readonly save: (draft: LastWord) => void;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`: until when this process may wait. */
  readonly deadline: number;
  /** The same for the whole step: the last report may begin before, and be repeated until then. */
  readonly timeout: number;
}

/** Milliseconds before a state change is written again that GitHub did not take, after each failed attempt. */
const CATCH_UP = { min: 10_000, max: 60_000 } as const;

export function createStatusReport(parts: StatusReportParts): StatusReport {
  const { comment, mention, redact, clock, signal, deadline, timeout } = parts;
  let { request, card, retryHints } = parts;
  let state: MarkerState = { state: 'starting' };
  let mentioned = false;
  /** The comment says no more than that the service is asked: others wait for that, and write nothing there. */
  let isOnlyAnnounced = false;
  /** What GitHub did not take yet. */
  let missed: { readonly prose: string; readonly nextTry: number; readonly attempts: number } | undefined;
  /** What the final check saw. */
  let checked: { readonly there: Remembered } | undefined;

  const context = (elapsed: number | undefined): MessageContext => ({
    retryHints,
    elapsed,
    isRemembered: true,
    runUrl: card.runUrl,
    isFollowUp: request.before !== null,
  });
  const leaseSeconds = () => Math.max(0, Math.ceil((deadline - clock.now()) / 1000));
  const memory = (leaseSeconds: number) => ({ request, state, leaseSeconds, mentioned });
  const proseOf = (outcome: Outcome, elapsed?: number) => redact(renderEnded(outcome, card, context(elapsed)));

  const missedEdit = (prose: string, attempts: number) => ({
    prose,
    attempts,
    nextTry: clock.now() + exponentialPause(attempts, CATCH_UP),
  });

  /** Should this process be killed now, `outcome` is the last word. */
  function saveFor(outcome: Outcome, mentionText: string | null = null): void {
    if (!comment.mayBeThere) return;
    const marker = { ...memory(0), state: markerStateAfter(outcome, state) };
    parts.save({ ...comment.draft(proseOf(outcome), marker), mention: mentionText });
  }

  /** There is nothing to report here, or nothing to take back. */
  const isSilent = ({ verdict }: Outcome) => verdict === 'skipped' || (verdict === 'cancelled' && !comment.mayBeThere);

  /** The comment before the last word. What cannot be read is taken for ours. */
  async function finalCheck(): Promise<Remembered> {
    if (isOnlyAnnounced || !comment.ref) return undefined;
    checked ??= { there: await comment.remembered() };
    return checked.there;
  }

  const nameToMention = async (outcome: Outcome) =>
    isFinal(outcome) && !signal.aborted && !mentioned ? mention.whom(request.requester) : undefined;

  /** Once, and not before the comment is there, which the mention links. */
  const mayMention = (there: Remembered) =>
    comment.ref !== undefined && !mentioned && (there?.marker.mentioned !== true || parts.mentionsAgain === true);

  function mentionOf(login: string | undefined, outcome: Outcome): ((url: string) => string) | undefined {
    if (login === undefined) return undefined;
    return (url) => redact(renderMention(login, outcome, context(undefined), url));
  }

  /** Writes the last word, and then mentions the requester. */
  async function report(outcome: Outcome, elapsed: number | undefined, login: string | undefined) {
    const textFor = mentionOf(login, outcome);
    saveFor(outcome, textFor?.(comment.ref?.url ?? ''));
    const isWritten = await comment.finish(proseOf(outcome, elapsed), memory(0), timeout);
    if (!isWritten) return signal.aborted ? 'cut short' : 'not told';
    if (!textFor) return 'told';
    if (clock.now() >= timeout) return 'not told'; // the post step mentions the requester
    saveFor(outcome); // should this process be killed now, better no mention than two
    await mention.say(textFor);
    return 'told';
  }

  return {
    get url() {
      return comment.ref?.url;
    },
    get isFollowUp() {
      return request.before !== null;
    },
    describe({ before = request.before, previous, note = card.note, ...more }) {
      request = { ...request, before, previous: previous?.id ?? request.previous };
      card = { ...card, previous: previous?.url ?? card.previous, note };
      mentioned = more.mentioned ?? mentioned;
    },
    adopt({ comment: ref, marker }) {
      comment.adopt({ comment: ref, marker });
      isOnlyAnnounced = false;
      request = requestOf(marker);
      card = statusFieldsOfRecord({ comment: ref, marker }, parts.runsUrl);
      retryHints = { ...retryHints, kind: request.again };
      mentioned = marker.mentioned;
    },
    async retract(url) {
      isOnlyAnnounced = false;
      if (await comment.remove()) return;
      state = { state: 'unsent' };
      const prose = redact(renderRetracted(card, url));
      parts.save({ ...comment.draft(prose, memory(0)), mention: null });
      await comment.write(prose, memory(0));
      comment.leave();
    },
    async announce(behind) {
      state = behind === undefined ? { state: 'starting' } : { state: 'waiting', behind };
      const unsent = { ...memory(0), state: { state: 'unsent' } } as const;
      const cancelled = proseOf({ verdict: 'cancelled', job: undefined });
      parts.save({ ...comment.draft(cancelled, unsent), mention: null });
      const prose = behind === undefined ? renderStarting(card) : renderWaiting(card, behind);
      await comment.announce(redact(prose), memory(leaseSeconds()), clock.now() + (deadline - clock.now()) / 2);
      isOnlyAnnounced = true;
    },
    async waiting(behind) {
      if (state.state === 'waiting') return;
      state = { state: 'waiting', behind };
      await comment.write(redact(renderWaiting(card, behind)), memory(leaseSeconds()));
    },
    async starting() {
      if (state.state === 'starting') return;
      state = { state: 'starting' };
      const until = clock.now() + (deadline - clock.now()) / 2;
      if (await comment.finish(redact(renderStarting(card)), memory(leaseSeconds()), until)) return;
      throw unconfirmedStart();
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
      saveFor({ verdict: 'cancelled', job });
      if (!until) return;
      isOnlyAnnounced = false;
      const prose = redact(renderWorking(card, job, until));
      const isWritten = await comment.write(prose, memory(leaseSeconds()));
      missed = isWritten ? undefined : missedEdit(prose, 1);
      saveFor({ verdict: 'cancelled', job });
    },
    async catchUp() {
      if (!missed || clock.now() < missed.nextTry) return;
      const { prose, attempts } = missed;
      const isWritten = await comment.write(prose, memory(leaseSeconds()));
      missed = isWritten ? undefined : missedEdit(prose, attempts + 1);
    },
    async continuedBy() {
      const there = await finalCheck();
      if (!comment.ref || there?.marker.state !== 'continued' || there.isUnchanged) return undefined;
      return urlOfComment(comment.ref.url, there.marker.by);
    },
    isReported: (outcome, body) => body.startsWith(`${proseOf(outcome)}\n${MARKER_PREFIX}`),
    async ended(outcome, elapsed) {
      if (isSilent(outcome)) return 'told';
      const name = await nameToMention(outcome);
      const there = await finalCheck(); // after the name: from here on nothing may take its time
      if (there && !there.isUnchanged && keepsExistingText(there.marker, outcome)) return 'told';
      const login = mayMention(there) ? name : undefined;
      mentioned = mentioned || login !== undefined || there?.marker.mentioned === true;
      state = markerStateAfter(outcome, state);
      return report(outcome, elapsed, login);
    },
  };
}

type Remembered = { readonly marker: Marker; readonly isUnchanged: boolean } | undefined;

const unconfirmedStart = () =>
  new GitHubError(
    'GitHub did not take the edit of the status comment that says that the request is about to be sent, so it was not sent.',
    'Run it again later. For requests that nothing remembers, set `comment: false`.',
  );
