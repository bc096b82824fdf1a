import type { Comment, CommentRef, IssueComments } from '../github/comments.ts';
import { retryAfterOf } from '../github/errors.ts';
import { exponentialPause } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import { warnOnce } from '../runtime/runner.ts';
import {
  BACK_OFF,
  earliestRetry,
  editComment,
  failureOf,
  readComment,
  removeComment,
  unannounced,
  unwritten,
} from './comment-requests.ts';
import { type Draft, quoteHash, quoteIn } from './draft.ts';
import {
  type MarkedRequest,
  type Marker,
  type MarkerKeys,
  type MarkerState,
  readMarker,
  writeMarker,
} from './marker.ts';

/** What the comment remembers beside what it says. */
interface Memory {
  readonly request: MarkedRequest;
  readonly state: MarkerState;
  /** Seconds for which this process may go on watching. */
  readonly leaseSeconds: number;
  readonly mentioned: boolean;
}

/** The one comment in which a request is reported, and which remembers it. Writing it is never fatal. */
export interface StatusComment {
  /** The comment as GitHub knows it, once it is there. */
  readonly ref: CommentRef | undefined;
  /** It is there, or may be: the answer to its creation was lost. */
  readonly mayBeThere: boolean;
  draft(prose: string, memory: Memory): Draft;
  /** Creates the comment, or edits it when it is there. Gives whether that worked. */
  write(prose: string, memory: Memory): Promise<boolean>;
  /** The same, repeated while the failure may pass. @param until on the clock's `now`. */
  finish(prose: string, memory: Memory, until: number): Promise<boolean>;
  /**
   * Creates the comment, and makes sure that it is there: nothing may be created without it.
   * @param until on the clock's `now`: what may pass is tried again until then.
   * @throws GitHubError when that is not so.
   */
  announce(prose: string, memory: Memory, until: number): Promise<void>;
  /** Takes over a comment that another process wrote. */
  adopt(record: { readonly comment: CommentRef; readonly marker: Marker }): void;
  /** Deletes the comment. Gives whether it is gone. */
  remove(): Promise<boolean>;
  /** What is written next is a new comment. */
  leave(): void;
  /**
   * Recognises its own comment among those of the thread, where the answer to its creation was lost. Of two, as it was created
   * again, the older one counts; the other is deleted.
   */
  recognise(comments: readonly Comment[]): Promise<void>;
  /**
   * What it remembers now, and whether nobody wrote it since this process did, or took it over; undefined where it is gone, spoilt
   * or cannot be read.
   */
  remembered(): Promise<{ readonly marker: Marker; readonly isUnchanged: boolean } | undefined>;
}

export interface StatusCommentEffects extends MarkerKeys {
  readonly comments: IssueComments;
  readonly repository: string;
  /** Names this process in its markers. */
  readonly writer: string;
  /** Is told what could not be written, and which permission is missing. */
  readonly warn: (line: string) => void;
  /** Whether there is time for a second try. */
  readonly mayRepeat: () => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Milliseconds after which the list shows a comment whose answer was lost. */
const LOST_ANSWER = 3_000;

/** For the last word; after it, the post step goes on. */
const MAX_ATTEMPTS = 3;

export function createStatusComment(effects: StatusCommentEffects): StatusComment {
  const { comments, key, repository, writer, mayRepeat, clock, signal } = effects;
  const warn = warnOnce(effects.warn);
  let ref: CommentRef | undefined;
  let lastWriter = writer;
  /** What came of creating it, where that failed. */
  let failure: 'refused' | 'maybe written' | undefined;
  /** Some creation may have been carried out although it failed. */
  let wasAnswerLost = false;
  /** On the clock's `now`: GitHub asked to be left alone until then. Infinite once it refused for good. */
  let notBefore = 0;
  /** Comments that it wrote and does not write any more. */
  const left = new Set<number>();

  const signed = ({ prose, marker }: Draft, comment: number | null) =>
    `${prose}\n${writeMarker(marker, key, { repository, issue: comments.issueNumber, comment })}`;

  function markerOf({ id, issueNumber, body }: Comment): Marker | undefined {
    const reading = readMarker(body, effects, { repository, issue: issueNumber, comment: id });
    return reading.kind === 'signed' ? reading.marker : undefined;
  }

  /** Its first texts: those of an announcement, which were never edited. */
  const isFirstText = ({ id, issueNumber, body }: Comment) => {
    const reading = readMarker(body, effects, { repository, issue: issueNumber, comment: id });
    return reading.kind === 'signed' && !reading.bound && reading.marker.writer === writer && !left.has(id);
  };

  async function recognise(found: readonly Comment[]): Promise<void> {
    if (!wasAnswerLost) return;
    const own = new Map(found.filter(isFirstText).map((comment) => [comment.id, toRef(comment)]));
    if (ref) own.set(ref.id, ref); // a list may lag, and not show it yet
    const [oldest, ...others] = [...own.values()].sort((one, other) => one.id - other.id);
    ref = oldest;
    // Of two that were announced, the older one counts.
    for (const { id } of others) await removeComment(comments, id, warn, mayRepeat);
  }

  const edit = (id: number, draft: Draft) => editComment(comments, { id, body: signed(draft, id) }, mayRepeat);

  const draft = (prose: string, { request, state, leaseSeconds, mentioned }: Memory): Draft => ({
    issueNumber: comments.issueNumber,
    comment: ref?.id ?? null,
    prose,
    marker: { ...request, ...state, writer, quote: quoteHash(quoteIn(prose)), mentioned, leaseSeconds },
  });

  async function put(prose: string, memory: Memory): Promise<CommentRef | undefined> {
    if (failure === 'maybe written') await recognise((await comments.list()).comments);
    const text = draft(prose, memory);
    if (ref) return edit(ref.id, text);
    if (failure) return undefined;
    ref = await comments.create(signed(text, null));
    // Only a `starting` marker counts without the comment's number, which is known now.
    return text.marker.state === 'starting' ? ref : edit(ref.id, text);
  }

  /** After an announcement that failed: waits, and looks whether it is there all the same. */
  async function recover(error: unknown, attempt: number, until: number): Promise<void> {
    const why = failureOf(error);
    if (failure !== 'maybe written') failure = why; // what may be there stays so
    wasAnswerLost ||= why === 'maybe written';
    const backOff = why === 'maybe written' ? LOST_ANSWER : exponentialPause(attempt, BACK_OFF);
    const pause = Math.max(backOff, retryAfterOf(error) ?? 0);
    if (why === 'refused' || clock.now() + pause >= until) throw unannounced(error);
    await clock.sleep(pause, signal);
    if (signal.aborted) throw unannounced(error);
    if (failure === 'maybe written') await recognise((await comments.list()).comments);
  }

  async function write(prose: string, memory: Memory): Promise<boolean> {
    if (clock.now() < notBefore) return false;
    try {
      ref = await put(prose, memory);
      if (!ref) return false;
      failure = undefined;
      lastWriter = writer;
      return true;
    } catch (error) {
      if (!ref) failure ??= failureOf(error);
      wasAnswerLost ||= failure === 'maybe written';
      notBefore = earliestRetry(error, clock.now());
      warn(unwritten(error));
      return false;
    }
  }

  function leave(): void {
    if (ref) left.add(ref.id);
    ref = undefined;
    failure = undefined;
    wasAnswerLost = false;
  }

  return {
    get ref() {
      return ref;
    },
    get mayBeThere() {
      return ref !== undefined || failure === 'maybe written';
    },
    recognise,
    draft,
    adopt({ comment: { id, url, issueNumber }, marker }) {
      ref = { id, url, issueNumber };
      lastWriter = marker.writer;
      failure = undefined;
      notBefore = 0;
    },
    write,
    async finish(prose, memory, until) {
      if (notBefore === Number.POSITIVE_INFINITY) notBefore = 0; // what was refused before may be allowed now
      for (let attempt = 1; ; attempt++) {
        if (await write(prose, memory)) return true;
        const isLast = attempt === MAX_ATTEMPTS || failure === 'refused' || signal.aborted;
        const pause = Math.max(exponentialPause(attempt, BACK_OFF), notBefore - clock.now());
        if (isLast || clock.now() + pause >= until) return false;
        await clock.sleep(pause, signal);
      }
    },
    leave,
    async announce(prose, memory, until) {
      const text = signed(draft(prose, memory), null);
      const create = async () => {
        ref = await comments.create(text);
      };
      for (let attempt = 1; !ref; attempt++) {
        await create().catch((error: unknown) => recover(error, attempt, until));
      }
      failure = undefined;
      lastWriter = writer;
    },
    async remove() {
      if (!ref && failure === 'maybe written') return false;
      const { id } = ref ?? {};
      if (id !== undefined && !(await removeComment(comments, id, warn, mayRepeat))) return false;
      leave();
      return true;
    },
    async remembered() {
      const comment = ref && (await readComment(comments, ref.id, mayRepeat).catch(() => undefined));
      const marker = comment && markerOf(comment);
      return marker && { marker, isUnchanged: marker.writer === writer || marker.writer === lastWriter };
    },
  };
}

const toRef = ({ id, url, issueNumber }: CommentRef): CommentRef => ({ id, url, issueNumber });
