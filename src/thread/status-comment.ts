import type { Comment, CommentRef, IssueComments } from '../github/comments.ts';
import { type Clock, exponentialPause } from '../runtime/clock.ts';
import {
  BACK_OFF,
  CommentDeleted,
  earliestRetry,
  editComment,
  isRefused,
  isUnclear,
  LIST_DELAY_MS,
  orDeleted,
  pauseBeforeCreation,
  readComment,
  removeComment,
  unwritten,
} from './comment-requests.ts';
import { factsOf } from './facts.ts';
import {
  type Draft,
  isFirstPhase,
  type Marker,
  type MarkerKeys,
  markerFor,
  readMarkerOf,
  type Shown,
  writeMarker,
} from './marker.ts';

/** Milliseconds for which a read of the comment counts: after a slow request in between, a sweep may have reported the job. */
export const FRESH_MS = 3_000;

/** How often, and until when on the clock's `now`, a text is written. `isSaid`: a failure is no warning, as the run reports it anyway. */
interface Patience {
  readonly attempts: number;
  readonly until: number;
  readonly isSaid?: boolean;
}

/** What became of a text. `overtaken`: another process wrote the comment since, and it was left so. `deleted`: by a person. */
type Showing = 'shown' | 'failed' | 'deleted' | 'overtaken';

/** The one comment in which a request is reported. */
export type StatusComment = ReturnType<typeof createStatusComment>;
export type Remembered = NonNullable<Awaited<ReturnType<StatusComment['remembered']>>>;

export interface StatusCommentEffects extends MarkerKeys {
  readonly comments: IssueComments;
  readonly repository: string;
  /** Identifies this process in its markers. */
  readonly writer: string;
  /** The comment of a process that was killed, which is read before each attempt: its id, null if that process did not know it. */
  readonly resumes?: number | null;
  /** Gets the reason of a failed write, with the permission that is missing. */
  readonly warn: (line: string) => void;
  /** Whether there is time for a second try. */
  readonly mayRepeat: () => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A text of a comment: its writer may write the same marker again, to renew the lease. */
type Version = string;
const versionOf = ({ updatedAt }: Comment, marker: Marker): Version => JSON.stringify([updatedAt, marker]);

/** A handle for one status comment, which need not exist yet. Sends no request. */
export function createStatusComment(effects: StatusCommentEffects) {
  const { comments, key, repository, writer, resumes, warn, mayRepeat, clock, signal } = effects;
  const { issueNumber } = comments;
  let ref: CommentRef | undefined = resumes ? { id: resumes, url: '', issueNumber } : undefined;
  /** What another process wrote, and this one may replace. */
  let replaceable: Version | undefined;
  /** On the clock's `now`: from then on, another process may have written the comment, and it is read before an edit. */
  let trustedUntil = Number.POSITIVE_INFINITY;
  /** GitHub may have created a comment although the request failed. */
  let isLost = false;
  /** On the clock's `now`: the earliest time of the next write after a rate limit. Infinite once GitHub rejected a write. */
  let notBefore = 0;

  const signed = (shown: Shown, comment: number | null) =>
    `${shown.prose}\n${writeMarker(markerFor(shown, writer), key, { repository, issue: issueNumber, comment })}`;
  const markerOf = (comment: Comment) => {
    const reading = readMarkerOf(comment, effects);
    return reading.kind === 'signed' ? reading : undefined;
  };
  const edit = (id: number, shown: Shown) => editComment(comments, { id, body: () => signed(shown, id) }, mayRepeat);

  /**
   * Finds the own comment among those of the thread if the response to its creation was lost. If the creation was repeated and there
   * are two, it keeps the older one and deletes the other.
   */
  async function recognize(found: readonly Comment[]): Promise<void> {
    if (!isLost) return;
    // The first text of a comment that this process created and never edited.
    const own = found.filter((each) => {
      const { marker, bound } = markerOf(each) ?? {};
      return bound === false && marker?.writer === writer;
    });
    const byId = new Map<number, CommentRef>(own.map((comment) => [comment.id, comment]));
    if (ref) byId.set(ref.id, ref); // a list may lag, and not show it yet
    const [oldest, ...others] = [...byId.values()].sort((one, other) => one.id - other.id);
    ref = oldest;
    for (const { id } of others) await removeComment(comments, id, warn, mayRepeat);
  }

  async function put(shown: Shown): Promise<CommentRef | undefined> {
    if (isLost && !ref) await recognize((await comments.list()).comments);
    if (ref) return edit(ref.id, shown);
    if (isLost) return undefined;
    ref = await comments.create(signed(shown, null));
    // Other phases are valid only with the id of the comment, which is known now.
    return isFirstPhase(shown.request.phase) ? ref : edit(ref.id, shown);
  }

  /** Edits the comment of a process that was killed, unless another process wrote it since: undefined then. */
  async function rewrite(shown: Shown): Promise<CommentRef | undefined> {
    const found = ref
      ? [await comments.get(ref.id).catch(orDeleted(comments, ref.id))]
      : (await comments.list()).comments;
    const own = found.find((each) => {
      const { marker } = markerOf(each) ?? {};
      // An unsent one was left by the run; of two others, the older one counts.
      return marker?.writer === writer && (ref !== undefined || factsOf(marker).end?.kind !== 'unsent');
    });
    return own && comments.update(own.id, signed(shown, own.id));
  }

  /** There is no comment to edit. A list may not show it at once. */
  function absent(attempt: number): Showing {
    if (resumes === undefined) return 'failed';
    if (ref || attempt > 1) return 'overtaken';
    notBefore = clock.now() + LIST_DELAY_MS;
    return 'failed';
  }

  async function showOnce(shown: Shown, attempt: number): Promise<Showing> {
    if (clock.now() < notBefore) return 'failed';
    if (clock.now() >= trustedUntil && (await isOvertaken())) return 'overtaken';
    const written = await (resumes === undefined ? put(shown) : rewrite(shown));
    ref = written ?? ref;
    if (written) trustedUntil = Number.POSITIVE_INFINITY; // it holds the lease now
    return written ? 'shown' : absent(attempt);
  }

  function failed(error: unknown, isSaid = false): Showing {
    isLost ||= !ref && isUnclear(error);
    notBefore = earliestRetry(error, clock.now());
    if (!isSaid) warn(unwritten(error));
    return error instanceof CommentDeleted ? 'deleted' : 'failed';
  }

  /**
   * Reads the current marker. Undefined if the comment is deleted, has no valid marker, or cannot be read.
   * `isUnchanged`: nothing was written since this process wrote the comment, adopted it or may replace it.
   */
  async function remembered() {
    trustedUntil = Math.max(trustedUntil, clock.now() + FRESH_MS);
    const comment = ref && (await readComment(comments, ref.id, mayRepeat).catch(() => undefined));
    const { marker } = (comment && markerOf(comment)) ?? {};
    if (!comment || !marker) return undefined;
    const version = versionOf(comment, marker);
    return { marker, version, isUnchanged: marker.writer === writer || version === replaceable };
  }

  /** The comment of a killed process is read anyway, and a cancel leaves no time for one more request. */
  const isOvertaken = async () =>
    resumes === undefined && !signal.aborted && (await remembered())?.isUnchanged === false;

  /** Pauses before the next attempt. Returns false if there is none: it would come too late, or the run was cancelled. */
  async function pauseUntil(until: number, attempt: number): Promise<boolean> {
    const pause = Math.max(exponentialPause(attempt, BACK_OFF), notBefore - clock.now());
    if (signal.aborted || clock.now() + pause >= until) return false;
    await clock.sleep(pause, signal);
    return true;
  }

  /** Stops editing this comment: the next text creates a new one. */
  function leave(): void {
    ref = undefined;
    isLost = false;
    if (notBefore === Number.POSITIVE_INFINITY) notBefore = 0;
  }

  return {
    /** The id and address of the comment, once it exists. */
    get ref() {
      return ref;
    },
    /** It exists, or may exist, as the response to its creation was lost. */
    get mayBeThere() {
      return ref !== undefined || isLost;
    },
    draft: (shown: Shown): Draft => ({
      issueNumber,
      comment: ref?.id ?? null,
      prose: shown.prose,
      marker: markerFor(shown, writer),
    }),
    /** Makes the comment show this: creates it, or edits it if it exists; by default in one attempt. Warns instead of throwing. */
    async show(shown: Shown, { attempts, until, isSaid }: Patience = { attempts: 1, until: 0 }): Promise<Showing> {
      const isRejected = notBefore === Number.POSITIVE_INFINITY;
      if (attempts > 1 && isRejected && (ref || isLost)) notBefore = 0; // the permission may have been granted since
      for (let attempt = 1; ; attempt++) {
        const end = await showOnce(shown, attempt).catch((error) => failed(error, isSaid));
        if (end !== 'failed' || attempt === attempts || !(await pauseUntil(until, attempt))) return end;
        if (await isOvertaken()) return 'overtaken';
      }
    },
    /**
     * Creates the comment, and confirms that it exists: no job may be created without it.
     * @param until on the clock's `now`: transient errors are retried until then.
     * @throws GitHubError when GitHub does not confirm the comment.
     */
    async announce(shown: Shown, until: number): Promise<void> {
      for (let attempt = 1; !ref; attempt++) {
        try {
          ref = await comments.create(signed(shown, null));
        } catch (error) {
          isLost ||= isUnclear(error);
          if (isRefused(error) && !isLost) notBefore = Number.POSITIVE_INFINITY;
          await pauseBeforeCreation(error, attempt, until, effects);
          if (isLost) await recognize((await comments.list()).comments);
        }
      }
    },
    /** Continues a comment that another process wrote. */
    adopt({ comment, marker }: { readonly comment: Comment; readonly marker: Marker }): void {
      ref = comment;
      replaceable = versionOf(comment, marker);
      trustedUntil = 0; // as a list showed it
      isLost = false;
      notBefore = 0;
    },
    /** The next text may replace this one of another process. */
    replace(version: Version): void {
      replaceable = version;
    },
    /** Deletes the comment. Returns whether it no longer exists. */
    async remove(): Promise<boolean> {
      const isGone = ref ? await removeComment(comments, ref.id, warn, mayRepeat) : !isLost;
      if (isGone) leave();
      return isGone;
    },
    leave,
    recognize,
    remembered,
  };
}
