import type { Comment, CommentRef, IssueComments } from '../github/comments.ts';
import { retryAfterOf } from '../github/errors.ts';
import { type Clock, exponentialPause } from '../runtime/clock.ts';
import { warnOnce } from '../runtime/runner.ts';
import {
  BACK_OFF,
  CommentDeleted,
  earliestRetry,
  editComment,
  failureOf,
  LIST_DELAY_MS,
  readComment,
  removeComment,
  unannounced,
  unwritten,
} from './comment-requests.ts';
import {
  type Draft,
  isFirstState,
  type MarkedRequest,
  type Marker,
  type MarkerKeys,
  type MarkerState,
  type Mentioned,
  quoteHash,
  quoteIn,
  readMarker,
  writeMarker,
} from './marker.ts';

/** The data that the marker of the comment stores. */
interface Memory {
  readonly request: MarkedRequest;
  readonly state: MarkerState;
  /** For how many seconds this process may still poll. */
  readonly leaseSeconds: number;
  readonly mentioned: Mentioned;
}

/** The one comment in which a request is reported, and which stores its marker. `write` and `finish` warn instead of throwing. */
export interface StatusComment {
  /** The id and address of the comment, once it exists. */
  readonly ref: CommentRef | undefined;
  /** It exists, or may exist, as the response to its creation was lost. */
  readonly mayBeThere: boolean;
  /** A person deleted it: the last edit showed that. */
  readonly isDeleted: boolean;
  draft(prose: string, memory: Memory): Draft;
  /** Creates the comment, or edits it if it exists. Returns whether that succeeded. */
  write(prose: string, memory: Memory): Promise<boolean>;
  /**
   * Writes the comment, and retries transient errors. `overtaken`: another process wrote it during a pause, and it was left so.
   * @param until on the clock's `now`. @param isQuiet whether a failure is no warning, because the run reports the same one as its error.
   */
  finish(prose: string, memory: Memory, until: number, isQuiet?: boolean): Promise<'written' | 'failed' | 'overtaken'>;
  /**
   * Creates the comment, and confirms that it exists: no job may be created without it.
   * @param until on the clock's `now`: transient errors are retried until then.
   * @throws GitHubError when GitHub does not confirm the comment.
   */
  announce(prose: string, memory: Memory, until: number): Promise<void>;
  /** Continues a comment that another process wrote. */
  adopt(record: { readonly comment: CommentRef; readonly marker: Marker }): void;
  /** The next write may replace this text of another process. */
  replace(marker: Marker): void;
  /** Deletes the comment. Returns whether it no longer exists. */
  remove(): Promise<boolean>;
  /** Stops editing this comment: the next write creates a new one. */
  leave(): void;
  /**
   * Finds its own comment among those of the thread if the response to its creation was lost. If the creation was repeated and there
   * are two, it keeps the older one and deletes the other.
   */
  recognize(comments: readonly Comment[]): Promise<void>;
  /**
   * Reads its current marker. `isUnchanged`: no other process wrote the comment since this one wrote it, adopted it or may replace it.
   * Undefined if the comment is deleted, has no valid marker, or cannot be read.
   */
  remembered(): Promise<{ readonly marker: Marker; readonly isUnchanged: boolean } | undefined>;
}

export interface StatusCommentEffects extends MarkerKeys {
  readonly comments: IssueComments;
  readonly repository: string;
  /** Identifies this process in its markers. */
  readonly writer: string;
  /** Gets the reason of a failed write, with the permission that is missing. */
  readonly warn: (line: string) => void;
  /** Whether there is time for a second try. */
  readonly mayRepeat: () => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Attempts of the final edit. If all fail, the post step continues. */
const MAX_ATTEMPTS = 3;

/** A handle for one status comment, which need not exist yet. Sends no request. */
export function createStatusComment(effects: StatusCommentEffects): StatusComment {
  const { comments, key, repository, writer, mayRepeat, clock, signal } = effects;
  const warn = warnOnce(effects.warn);
  let ref: CommentRef | undefined;
  /** What another process wrote, and this one may replace. */
  let replaceable: Marker | undefined;
  /** The result of a failed creation. */
  let failure: 'refused' | 'maybe written' | undefined;
  /** GitHub may have created a comment although the request failed. */
  let wasAnswerLost = false;
  /** On the clock's `now`: the earliest time of the next write after a rate limit. Infinite once GitHub rejected a write. */
  let notBefore = 0;
  let isDeleted = false;
  /** Ids of the comments that this object created and no longer edits. */
  const left = new Set<number>();

  const signed = ({ prose, marker }: Draft, comment: number | null) =>
    `${prose}\n${writeMarker(marker, key, { repository, issue: comments.issueNumber, comment })}`;

  function markerOf({ id, issueNumber, body }: Comment): Marker | undefined {
    const reading = readMarker(body, effects, { repository, issue: issueNumber, comment: id });
    return reading.kind === 'signed' ? reading.marker : undefined;
  }

  /** Whether this process created the comment and never edited it. */
  const isFirstText = ({ id, issueNumber, body }: Comment) => {
    const reading = readMarker(body, effects, { repository, issue: issueNumber, comment: id });
    return reading.kind === 'signed' && !reading.bound && reading.marker.writer === writer && !left.has(id);
  };

  async function recognize(found: readonly Comment[]): Promise<void> {
    if (!wasAnswerLost) return;
    const own = new Map(found.filter(isFirstText).map((comment) => [comment.id, toRef(comment)]));
    if (ref) own.set(ref.id, ref); // a list may lag, and not show it yet
    const [oldest, ...others] = [...own.values()].sort((one, other) => one.id - other.id);
    ref = oldest;
    // If the creation was repeated, the older comment counts.
    for (const { id } of others) await removeComment(comments, id, warn, mayRepeat);
  }

  const draft = (prose: string, { request, state, leaseSeconds, mentioned }: Memory): Draft => ({
    issueNumber: comments.issueNumber,
    comment: ref?.id ?? null,
    prose,
    marker: { ...request, ...state, writer, quote: quoteHash(quoteIn(prose)), mentioned, leaseSeconds },
  });

  async function put(prose: string, memory: Memory): Promise<CommentRef | undefined> {
    if (failure === 'maybe written') await recognize((await comments.list()).comments);
    const edit = (id: number) => editComment(comments, { id, body: () => signed(draft(prose, memory), id) }, mayRepeat);
    if (ref) return edit(ref.id);
    if (failure) return undefined;
    ref = await comments.create(signed(draft(prose, memory), null));
    // Other states are valid only with the id of the comment, which is known now.
    return isFirstState(memory.state) ? ref : edit(ref.id);
  }

  /** After a failed announcement: waits, and checks whether the comment exists. @throws GitHubError when it must not be repeated. */
  async function recover(error: unknown, attempt: number, until: number): Promise<void> {
    const why = failureOf(error);
    if (failure !== 'maybe written') failure = why; // an earlier attempt may have created it
    wasAnswerLost ||= why === 'maybe written';
    const shown = why === 'maybe written' ? LIST_DELAY_MS : 0;
    const pause = Math.max(exponentialPause(attempt, BACK_OFF), shown, retryAfterOf(error) ?? 0);
    if (why === 'refused' || clock.now() + pause >= until) throw unannounced(error);
    await clock.sleep(pause, signal);
    if (signal.aborted) throw unannounced(error);
    if (failure === 'maybe written') await recognize((await comments.list()).comments);
  }

  async function write(prose: string, memory: Memory, isQuiet = false): Promise<boolean> {
    if (clock.now() < notBefore) return false;
    try {
      ref = await put(prose, memory);
      if (!ref) return false;
      failure = undefined;
      isDeleted = false;
      return true;
    } catch (error) {
      isDeleted = error instanceof CommentDeleted;
      if (!ref) failure ??= failureOf(error);
      wasAnswerLost ||= failure === 'maybe written';
      notBefore = earliestRetry(error, clock.now());
      if (!isQuiet) warn(unwritten(error));
      return false;
    }
  }

  /** Pauses before the next attempt of an edit. Returns false if there is none: it would come too late, or the run was cancelled. */
  async function pauseUntil(until: number, attempt: number): Promise<boolean> {
    const pause = Math.max(exponentialPause(attempt, BACK_OFF), notBefore - clock.now());
    if (signal.aborted || clock.now() + pause >= until) return false;
    await clock.sleep(pause, signal);
    return true;
  }

  /** Also if its writer has written it again since, it is another text. */
  const isReplaceable = (marker: Marker) => JSON.stringify(marker) === JSON.stringify(replaceable);

  async function remembered() {
    const comment = ref && (await readComment(comments, ref.id, mayRepeat).catch(() => undefined));
    const marker = comment && markerOf(comment);
    return marker && { marker, isUnchanged: marker.writer === writer || isReplaceable(marker) };
  }

  /** Not asked after a cancel, which leaves no time for one more request. */
  const isOvertaken = async () => !signal.aborted && (await remembered())?.isUnchanged === false;

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
    get isDeleted() {
      return isDeleted;
    },
    recognize,
    draft,
    adopt({ comment: { id, url, issueNumber }, marker }) {
      ref = { id, url, issueNumber };
      replaceable = marker;
      failure = undefined;
      notBefore = 0;
    },
    write: (prose, memory) => write(prose, memory),
    async finish(prose, memory, until, isQuiet) {
      if (notBefore === Number.POSITIVE_INFINITY) notBefore = 0; // the permission may have been granted since
      for (let attempt = 1; ; attempt++) {
        if (await write(prose, memory, isQuiet)) return 'written';
        if (attempt === MAX_ATTEMPTS || failure === 'refused' || !(await pauseUntil(until, attempt))) return 'failed';
        if (await isOvertaken()) return 'overtaken';
      }
    },
    leave,
    replace(marker) {
      replaceable = marker;
    },
    async announce(prose, memory, until) {
      const create = async () => {
        ref = await comments.create(signed(draft(prose, memory), null));
      };
      for (let attempt = 1; !ref; attempt++) {
        await create().catch((error: unknown) => recover(error, attempt, until));
      }
      failure = undefined;
    },
    async remove() {
      if (!ref && failure === 'maybe written') return false;
      const { id } = ref ?? {};
      if (id !== undefined && !(await removeComment(comments, id, warn, mayRepeat))) return false;
      leave();
      return true;
    },
    remembered,
  };
}

const toRef = ({ id, url, issueNumber }: CommentRef): CommentRef => ({ id, url, issueNumber });
