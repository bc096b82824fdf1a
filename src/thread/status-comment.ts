import type { Comment, CommentRef, IssueComments } from '../github/comments.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  CommentDeleted,
  earliestRetry,
  isUnclear,
  mayPass,
  orDeleted,
  pauseAfter,
  persistently,
  removeComment,
  unannounced,
  unwritten,
} from './comment-requests.ts';
import { isFirstPhase, type Marker, markerFor, readMarkerOf, type Shown, writeMarker } from './marker.ts';
import { isFirstText, type MarkerReader, type StatusRecord } from './status-records.ts';

/** Milliseconds for which a read of the comment counts: after a slow request in between, a sweep may have reported the job. */
const FRESH_MS = 3_000;

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

/** What the comment holds. */
export interface Remembered {
  readonly marker: Marker;
  readonly version: string;
  /** Nothing was written since this process wrote the comment, adopted it or may replace it. */
  readonly isUnchanged: boolean;
}

interface StatusCommentEffects extends Omit<MarkerReader, 'run' | 'attempt'> {
  readonly comments: IssueComments;
  /** Gets the reason of a failed write, with the permission that is missing. */
  readonly warn: (line: string) => void;
  /** Whether there is time for a second try. */
  readonly mayRepeat: () => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A text of a comment: its writer may write the same marker again, to renew the lease. */
const versionOf = ({ updatedAt }: Comment, marker: Marker): string => JSON.stringify([updatedAt, marker]);

/** A handle for one status comment, which need not exist yet. Sends no request. */
export function createStatusComment(effects: StatusCommentEffects) {
  const { comments, key, repository, writer, warn, mayRepeat, clock, signal } = effects;
  let ref: CommentRef | undefined;
  /** On the clock's `now`: since when it holds a lease without a gap, and until when, as written and as confirmed. */
  let lease = { since: Number.NEGATIVE_INFINITY, written: 0, ends: Number.POSITIVE_INFINITY };
  /** What another process wrote, and this one may replace. It is read again before that. */
  let replaceable: string | undefined;
  /** What the last read found, and when on the clock's `now`; undefined after a write. */
  let last: { readonly found: Remembered | undefined; readonly at: number } | undefined;
  /** GitHub may have created a comment although the request failed. */
  let isLost = false;
  /** On the clock's `now`: the earliest time of the next write after a rate limit. Infinite once GitHub rejected a write. */
  let notBefore = 0;

  function signed(shown: Shown, comment: number | null): string {
    const marker = markerFor(shown, writer);
    lease = { ...lease, written: clock.now() + marker.leaseSeconds * 1000 };
    return `${shown.prose}\n${writeMarker(marker, key, { repository, issue: comments.issueNumber, comment })}`;
  }
  /** The comment holds what was last written. If the former lease had ended, others may have passed the request in its queue. */
  function confirm(): void {
    const now = clock.now();
    lease = { ...lease, ends: lease.written, since: now < lease.ends ? lease.since : now };
    replaceable = undefined;
    last = undefined;
  }

  /** Sends an idempotent request, and repeats it once after an unclear answer. The creation of a comment is not idempotent. */
  const twice = <T>(act: () => Promise<T>): Promise<T> =>
    act().catch((error) => (isUnclear(error) && mayRepeat() ? act() : Promise.reject(error)));

  const edit = ({ id }: CommentRef, shown: Shown) =>
    twice(() => comments.update(id, signed(shown, id))).catch(orDeleted(comments, id));

  const remove = ({ id }: CommentRef) => removeComment(comments, id, () => twice(() => comments.remove(id)), warn);

  /**
   * Finds the own comment among those of the thread if the response to its creation was lost. If the creation was repeated and there
   * are two, it keeps the older one and deletes the other.
   */
  async function recognize(found: readonly Comment[]): Promise<void> {
    if (!isLost) return;
    const own = found.filter((each) => isFirstText(each, effects));
    const byId = new Map<number, CommentRef>(own.map((comment) => [comment.id, comment]));
    if (ref) byId.set(ref.id, ref); // a list may lag, and not show it yet
    const [oldest, ...others] = [...byId.values()].sort((one, other) => one.id - other.id);
    ref = oldest;
    for (const other of others) await remove(other);
  }

  async function find(): Promise<void> {
    if (isLost && !ref) await recognize((await comments.list()).comments);
  }

  async function showOnce(shown: Shown): Promise<Showing> {
    if (clock.now() < notBefore) return 'failed';
    if (replaceable !== undefined && !isFresh() && (await isOvertaken())) return 'overtaken';
    await find();
    if (!ref && isLost) return 'failed';
    const isCreated = ref === undefined;
    ref ??= await comments.create(signed(shown, null));
    // Other phases are valid only with the id of the comment, which is known now.
    if (!isCreated || !isFirstPhase(shown.request.phase)) ref = await edit(ref, shown);
    confirm();
    return 'shown';
  }

  function failed(error: unknown, isSaid = false): Showing {
    isLost ||= !ref && isUnclear(error);
    notBefore = earliestRetry(error, clock.now());
    if (!isSaid) warn(unwritten(error));
    return error instanceof CommentDeleted ? 'deleted' : 'failed';
  }

  /** Reads the comment. Undefined if it is deleted, has no valid marker, or cannot be read. */
  async function read(): Promise<Remembered | undefined> {
    const id = ref?.id;
    const comment = id === undefined ? undefined : await twice(() => comments.get(id)).catch(() => undefined);
    const reading = comment && readMarkerOf(comment, effects);
    const marker = reading?.kind === 'signed' ? reading.marker : undefined;
    const version = comment && marker && versionOf(comment, marker);
    const isUnchanged = marker?.writer === writer || version === replaceable;
    const found = marker && version !== undefined ? { marker, version, isUnchanged } : undefined;
    last = { found, at: clock.now() };
    return found;
  }

  const mayBeThere = () => ref !== undefined || isLost;
  const isRejected = () => notBefore === Number.POSITIVE_INFINITY;
  const isFresh = () => last !== undefined && clock.now() <= last.at + FRESH_MS;

  /** A cancel leaves no time for one more request. */
  const isOvertaken = async () => !signal.aborted && (await read())?.isUnchanged === false;

  /** Stops editing this comment: the next text creates a new one. */
  function leave(): void {
    ref = undefined;
    isLost = false;
    if (isRejected()) notBefore = 0;
  }

  return {
    /** The id and address of the comment, once it exists. */
    get ref() {
      return ref;
    },
    /** It exists, or may exist, as the response to its creation was lost. */
    get mayBeThere() {
      return mayBeThere();
    },
    /** Since when others see that the request is ahead of them, on the clock's `now`; since ever, if its lease never ended. */
    get heldSince() {
      return lease.since;
    },
    draft: ({ prose, request }: Shown) => ({
      issueNumber: comments.issueNumber,
      comment: ref?.id ?? null,
      prose,
      marker: markerFor({ prose, request }, writer),
    }),
    /** Makes the comment show this: creates it, or edits it if it exists; by default in one attempt. Warns instead of throwing. */
    async show(shown: Shown, { attempts, until, isSaid }: Patience = { attempts: 1, until: 0 }): Promise<Showing> {
      if (attempts > 1 && isRejected() && mayBeThere()) notBefore = 0; // the permission may have been granted since
      for (let attempt = 1; ; attempt++) {
        const end = await showOnce(shown).catch((error) => failed(error, isSaid));
        if (end !== 'failed' || attempt === attempts) return end;
        if (!(await pauseAfter(attempt, notBefore, { clock, signal, until }))) return end;
        if (await isOvertaken()) return 'overtaken';
      }
    },
    /**
     * Creates the comment, and confirms that it exists: no job may be created without it.
     * @param until on the clock's `now`: transient errors are retried until then.
     * @throws GitHubError when GitHub does not confirm the comment.
     */
    async announce(shown: Shown, until: number): Promise<void> {
      const create = async () => {
        await find();
        ref ??= await comments.create(signed(shown, null));
      };
      const noted = (error: unknown) => {
        isLost ||= isUnclear(error);
        if (!isLost && !mayPass(error)) notBefore = Number.POSITIVE_INFINITY;
        return Promise.reject(error);
      };
      await persistently('announce', () => create().catch(noted), { clock, signal, until }).catch((error) => {
        throw unannounced(error);
      });
      confirm();
    },
    /** Continues a comment that another process wrote. */
    adopt({ comment, marker }: Pick<StatusRecord, 'comment' | 'marker'>): void {
      ref = comment;
      replaceable = versionOf(comment, marker);
      last = undefined;
      isLost = false;
      notBefore = 0;
    },
    /** The next text may replace this one of another process. */
    replace({ version }: Remembered): void {
      replaceable = version;
    },
    /** Deletes the comment. Returns whether it no longer exists. */
    async remove(): Promise<boolean> {
      const isGone = ref ? await remove(ref) : !isLost;
      if (isGone) leave();
      return isGone;
    },
    leave,
    recognize,
    read,
    /** As `read`, unless it was just read. */
    readUnlessFresh: async () => (last && isFresh() ? last.found : read()),
  };
}
