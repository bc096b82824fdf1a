import type { Job, Snapshot } from '../agent/job.ts';
import type { Clock } from '../clock.ts';
import type { CommentRef } from '../github/issue-comments.ts';
import { MARKER_PREFIX } from '../marker-prefix.ts';
import {
  type Card,
  renderEnded,
  renderMention,
  renderStarting,
  renderWithdrawn,
  renderWorking,
} from '../report/comment.ts';
import { killedWhileAsking, type Outcome, type Superseded } from '../report/outcome.ts';
import type { Phrase } from '../report/phrase.ts';
import type { Ways } from '../report/ways.ts';
import type { Circumstances } from '../report/wording.ts';
import { type MarkedRequest, type MarkerState, requestOf } from './marker.ts';
import type { Mention } from './mention.ts';
import { isLeft, isTimeToLook, stands, successor } from './other-writers.ts';
import { cardOfRecord } from './record-card.ts';
import type { StatusRecord } from './records.ts';
import { isFinal, stateAfter } from './state-after.ts';
import type { Draft, StatusComment } from './status-comment.ts';

/** Tells the story of one request in its status comment, and remembers there how far it came. */
export interface ThreadReport {
  /** Undefined while there is no comment. */
  readonly url: string | undefined;
  readonly isFollowUp: boolean;
  /** What the thread and the service told about the request, before they are asked to do anything. */
  place(where: Placing): void;
  /** Goes on with a request that another run asked, in its comment, and as what it asked. */
  resume(record: StatusRecord): void;
  /** Another run tells of the same job, in its comment: nothing is written there, unless that run left before the end. */
  observe(record: StatusRecord): void;
  /** Takes back that the service is about to be asked: it was, by another request, told at `url`. */
  withdraw(url: string): Promise<void>;
  /** The service is about to be asked. @throws GitHubError when that is not confirmed in the thread. */
  asking(): Promise<void>;
  /** A request that spends is on its way: from now on, silence proves nothing. */
  sending(): void;
  /** What was sent provably spent nothing, and is sent again after a pause. */
  pausing(): void;
  /** @param until the wall clock at the end of the budget; undefined when nobody will watch. */
  working(job: Job, until: Date | undefined): Promise<void>;
  /** Gives whether the comment tells it now; a cancel may cut that short. @param elapsed milliseconds; undefined for who was not there. */
  ended(outcome: Outcome, elapsed: number | undefined): Promise<'told' | 'not told' | 'cut short'>;
  /** Whether a body says this already. */
  isTold(outcome: Outcome, body: string): boolean;
  /**
   * Whether another run took the request over; asked while the job is waited for.
   * @param elapsed milliseconds of that. @param isLast the job has ended: no pause since the last look is needed.
   */
  superseded(elapsed: number, isLast?: boolean): Promise<Superseded | undefined>;
}

export interface Placing {
  /** How the job was, where it gets a follow-up. */
  readonly before?: Snapshot | null | undefined;
  /** The status comment of the request before, in the same job. */
  readonly previous?: Pick<CommentRef, 'id' | 'url'> | undefined;
  /** Why it gets a job of its own, where one could expect a follow-up. */
  readonly note?: Phrase | undefined;
  /** Whether somebody was mentioned already. */
  readonly mentioned?: boolean;
}

export interface ThreadReportParts {
  readonly comment: StatusComment;
  readonly request: MarkedRequest;
  readonly card: Card;
  readonly ways: Ways;
  /** Where the pages of runs are, without the number. */
  readonly runsUrl: string;
  readonly mention: Mention;
  /** Keeps what the comment must say if this process is killed now. */
  readonly save: (draft: Draft) => void;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`: until when this process may watch. */
  readonly deadline: number;
}

export function createThreadReport(parts: ThreadReportParts): ThreadReport {
  const { comment, mention, redact, clock, signal, deadline } = parts;
  let { request, card, ways } = parts;
  let state: MarkerState = { state: 'starting' };
  let isReleased = false;
  /** Since when another run's comment is only read, on the clock's `now`. */
  let observedSince: number | undefined;
  let mentioned = false;
  let looked = 0;
  /** The comment says no more than that the service is asked: others wait for that, and write nothing there. */
  let isOnlyAnnounced = false;

  const circumstances = (elapsed: number | undefined): Circumstances => ({
    ...{ ways, elapsed, isRemembered: true, runUrl: card.runUrl, isFollowUp: request.before !== null },
  });
  const alive = () => Math.max(0, Math.ceil((deadline - clock.now()) / 1000));
  const memory = (seconds: number) => ({ request, state, alive: seconds, mentioned });
  const proseOf = (outcome: Outcome, elapsed?: number) => redact(renderEnded(outcome, card, circumstances(elapsed)));

  /** Should this process be killed now, `outcome` is the last word. */
  function saveFor(outcome: Outcome): void {
    if (observedSince !== undefined || !comment.mayBeThere) return;
    parts.save(comment.draft(proseOf(outcome), { ...memory(0), state: stateAfter(outcome, state) }));
  }

  const whomToMention = async (outcome: Outcome) =>
    isFinal(outcome) && !signal.aborted && !mentioned ? mention.whom(request.requester) : undefined;

  /** Others tell it, or there is nothing to tell, or to take back. */
  const isSilent = ({ verdict }: Outcome) =>
    isReleased || verdict === 'skipped' || (verdict === 'cancelled' && !comment.mayBeThere);

  function resume({ comment: ref, marker }: Pick<StatusRecord, 'comment' | 'marker'>): void {
    comment.adopt({ comment: ref, marker });
    isOnlyAnnounced = false;
    request = requestOf(marker);
    card = cardOfRecord({ comment: ref, marker }, parts.runsUrl);
    ways = { ...ways, kind: request.again };
    mentioned = marker.mentioned;
  }

  /** The comment before the last word; undefined where another run tells it. What cannot be read is taken for ours. */
  async function lookAtEnd(outcome: Outcome): Promise<{ isOurs: boolean; wasMentioned: boolean } | undefined> {
    if (isOnlyAnnounced) return { isOurs: true, wasMentioned: false };
    const there = await comment.remembered();
    if (there && !there.isUnchanged && stands(there.marker, outcome)) return undefined;
    if (observedSince !== undefined && !(there && isLeft(there.marker, clock.now() - observedSince))) return undefined;
    observedSince = undefined;
    return { isOurs: there?.isUnchanged ?? true, wasMentioned: there?.marker.mentioned === true };
  }

  return {
    get url() {
      return comment.ref?.url;
    },
    get isFollowUp() {
      return request.before !== null;
    },
    place({ before = null, previous, note, ...more }) {
      request = { ...request, before, previous: previous?.id ?? null };
      card = { ...card, previous: previous?.url, note };
      mentioned = more.mentioned ?? mentioned;
    },
    resume,
    observe(record) {
      resume(record);
      observedSince = clock.now() - record.age;
    },
    async withdraw(url) {
      isOnlyAnnounced = false;
      if (await comment.remove()) return;
      state = { state: 'unsent' };
      const prose = redact(renderWithdrawn(card, url));
      parts.save(comment.draft(prose, memory(0)));
      await comment.write(prose, memory(0));
      comment.leave();
    },
    async asking() {
      state = { state: 'starting' };
      const first = { ...memory(0), state: { state: 'unsent' } } as const;
      parts.save(comment.draft(proseOf({ verdict: 'cancelled', job: undefined }), first));
      await comment.announce(redact(renderStarting(card)), memory(alive()), clock.now() + (deadline - clock.now()) / 2);
      isOnlyAnnounced = true;
    },
    sending() {
      state = { state: 'unconfirmed' };
      saveFor(killedWhileAsking());
    },
    pausing() {
      saveFor({ verdict: 'cancelled', job: undefined });
    },
    async working(job, until) {
      state = { state: 'open', job: job.id };
      saveFor({ verdict: 'cancelled', job });
      if (!until || observedSince !== undefined) return;
      isOnlyAnnounced = false;
      await comment.write(redact(renderWorking(card, job, until)), memory(alive()));
      saveFor({ verdict: 'cancelled', job });
    },
    isTold: (outcome, body) => body.startsWith(`${proseOf(outcome)}\n${MARKER_PREFIX}`),
    async ended(outcome, elapsed) {
      if (isSilent(outcome)) return 'told';
      const name = await whomToMention(outcome); // first, as from the look on nothing may take its time
      const seen = await lookAtEnd(outcome);
      if (!seen) return 'told';
      mentioned ||= seen.wasMentioned;
      const login = comment.ref && !mentioned && seen.isOurs ? name : undefined;
      mentioned ||= login !== undefined;
      state = stateAfter(outcome, state);
      saveFor(outcome);
      const isWritten = await comment.write(proseOf(outcome, elapsed), memory(0));
      if (isWritten && login !== undefined)
        await mention.say((url) => redact(renderMention(login, outcome, circumstances(undefined), url)));
      if (isWritten) return 'told';
      return signal.aborted ? 'cut short' : 'not told';
    },
    async superseded(elapsed, isLast = false) {
      if (isReleased || !comment.ref || !(isLast || isTimeToLook(elapsed, looked))) return undefined;
      looked = elapsed;
      const there = await comment.remembered();
      if (!there || there.isUnchanged || isLeft(there.marker, 0)) return undefined;
      isReleased = true;
      return successor(there.marker, comment.ref.url);
    },
  };
}
