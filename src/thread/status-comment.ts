import type { ActionContext } from '../action-context.ts';
import type { GitHub } from '../github/client.ts';
import type { Comment, CommentRef, IssueComments } from '../github/comments.ts';
import type { Runner } from '../runtime/runner.ts';
import {
  CommentDeleted,
  earliestRetry,
  isUnclear,
  orDeleted,
  persistently,
  unannounced,
  unwritten,
} from './comment-requests.ts';
import { type Marker, markerFor, readMarkerOf, type Shown, writeMarker } from './marker.ts';
import { isFirstPhase } from './request.ts';
import { isFirstText, type MarkerReader, type StatusRecord } from './status-records.ts';

/**
 * Milliseconds for which a read of the comment counts: after a slow request in between, a sweep may
 * have reported the job.
 */
const FRESH_MS = 3_000;

/**
 * Until when, on the clock's `now`, a text is tried again. `isSaid`: a failure is no warning, as
 * the run reports it anyway.
 */
interface Patience {
  readonly until: number;
  readonly isSaid?: boolean;
}

/**
 * What became of a text. `overtaken`: another process wrote the comment since, and it was left so.
 * `deleted`: by a person.
 */
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

export interface CommentEffects
  extends Pick<ActionContext, 'clock' | 'signal' | 'uuid'>,
    Pick<Runner, 'variables' | 'warn' | 'log' | 'redact' | 'saveState'> {
  /** On the clock's `now`: the end of the timeout. */
  readonly deadline: number;
}

/** A text of a comment: its writer may write the same marker again, to renew the lease. */
const versionOf = ({ updatedAt }: Comment, marker: Marker): string =>
  JSON.stringify([updatedAt, marker]);

/**
 * The comment of this process, if the response to its creation was lost. Of two, as that was
 * repeated, the older one counts; the others are duplicates. @param known a list may lag, and lack
 * the one that was created last.
 */
function ownAmong(
  found: readonly Comment[],
  known: CommentRef | undefined,
  reader: MarkerReader,
): { readonly own: CommentRef | undefined; readonly duplicates: readonly CommentRef[] } {
  const first = (one: CommentRef, other: CommentRef) => one.id - other.id;
  const created = found.filter((each) => isFirstText(each, reader)).sort(first);
  const [oldest] = created;
  if (!oldest) return { own: known, duplicates: [] };
  // A copy by another account is left as it is: it does not count.
  const ours = created.filter(({ author }) => author === oldest.author);
  const all: readonly CommentRef[] = known ? [...ours, known] : ours;
  const [own, ...duplicates] = [...new Map(all.map((each) => [each.id, each])).values()].sort(
    first,
  );
  return { own, duplicates };
}

/** A handle for one status comment of a thread, which need not exist yet. Sends no request. */
export function createStatusComment(
  comments: IssueComments,
  reader: MarkerReader,
  github: GitHub,
  { warn, clock, signal, deadline }: CommentEffects,
) {
  const { key, repository, writer } = reader;
  let ref: CommentRef | undefined;
  /**
   * The text of another process that this one may replace, and when, on the clock's `now`, it was
   * last found in the comment; undefined once this process has written.
   */
  let replaceable: { readonly version: string; readonly readAt: number } | undefined;
  /**
   * The error after which GitHub may have created the comment all the same, and what a second one
   * shows then.
   */
  let unanswered: unknown;
  let duplicateOf: ((url: string) => Shown) | undefined;
  /**
   * On the clock's `now`: the earliest time of the next write after a rate limit. Infinite once
   * GitHub rejected a write.
   */
  let notBefore = 0;

  function signed(shown: Shown, comment: number | null): string {
    const marker = markerFor(shown, reader);
    const place = { repository, issue: comments.issueNumber, comment, createdAt: github.now() };
    return `${shown.prose}\n${writeMarker(marker, key, place)}`;
  }
  /** The comment holds what was last written. */
  function confirm(): void {
    replaceable = undefined;
    notBefore = 0;
  }

  const edit = ({ id }: CommentRef, shown: Shown) =>
    comments.update(id, signed(shown, id)).catch(orDeleted(comments, id));

  /** Finds the own comment if the response to its creation was lost, and marks duplicates. */
  async function recognize(found: readonly Comment[]): Promise<void> {
    if (!unanswered) return;
    const { own, duplicates } = ownAmong(found, ref, reader);
    ref = own;
    if (!own || !duplicateOf) return;
    const shown = duplicateOf(own.url);
    const effects = { clock, signal, until: deadline };
    for (const other of duplicates)
      await persistently('edit', () => edit(other, shown), effects)
        // it does not count all the same
        .catch((error: unknown) => warn(unwritten(error)));
  }

  /**
   * @param kind `announce` creates the comment, again if GitHub did not carry that out; `edit` does
   * not repeat a creation whose answer was lost. @param isAgain an attempt failed before.
   */
  async function write(
    shown: Shown,
    kind: 'announce' | 'edit',
    isAgain: boolean,
  ): Promise<'shown' | 'overtaken'> {
    const isStale = replaceable !== undefined && clock.now() > replaceable.readAt + FRESH_MS;
    const mayBeOvertaken = isAgain || isStale;
    if (mayBeOvertaken && (await isOvertaken())) return 'overtaken';
    if (unanswered && !ref) await recognize((await comments.list()).comments);
    if (unanswered && !ref && kind === 'edit') throw unanswered;
    const isThere = ref !== undefined;
    ref ??= await comments.create(signed(shown, null));
    // Other phases than the first ones are valid only with the id of the comment, which is known
    // now.
    if (kind === 'edit' && (isThere || !isFirstPhase(shown.request.phase)))
      ref = await edit(ref, shown);
    confirm();
    return 'shown';
  }

  /** What the failure of an attempt proves. */
  function noted(error: unknown): never {
    if (!ref && isUnclear(error)) unanswered ??= error;
    notBefore = earliestRetry(error, clock.now());
    throw error;
  }

  /** @param until undefined for one attempt. @throws the last error. */
  function persist(shown: Shown, kind: 'announce' | 'edit', until: number | undefined) {
    let attempts = 0;
    let isCancelled = false; // when an attempt failed
    const attempt = () =>
      write(shown, kind, attempts++ > 0)
        .catch(noted)
        .finally(() => {
          isCancelled = signal.aborted;
        });
    if (until === undefined) return attempt();
    const lastTry = (error: unknown) => {
      if (kind === 'announce' || !signal.aborted || isCancelled) throw error;
      return attempt(); // a cancel ended the pause after the error
    };
    return persistently(kind, attempt, { clock, signal, until }).catch(lastTry);
  }

  /** Reads the comment. Undefined if it is deleted, has no valid marker, or cannot be read. */
  async function read(): Promise<Remembered | undefined> {
    const id = ref?.id;
    const comment = id === undefined ? undefined : await comments.get(id).catch(() => undefined);
    const reading = comment && readMarkerOf(comment, reader);
    const marker = reading?.kind === 'signed' ? reading.marker : undefined;
    const version = comment && marker && versionOf(comment, marker);
    if (!marker || version === undefined) return undefined;
    const isReplaceable = version === replaceable?.version;
    if (isReplaceable) replaceable = { version, readAt: clock.now() };
    return { marker, version, isUnchanged: marker.writer === writer || isReplaceable };
  }

  const mayBeThere = () => ref !== undefined || unanswered !== undefined;
  const isRejected = () => notBefore === Number.POSITIVE_INFINITY;

  /** A cancel leaves no time for one more request. */
  const isOvertaken = async () => !signal.aborted && (await read())?.isUnchanged === false;

  /**
   * Makes the comment show this: creates it, or edits it if it exists. Warns instead of throwing.
   * @param patience none for one attempt.
   */
  async function show(shown: Shown, patience?: Patience): Promise<Showing> {
    // the permission may have been granted since
    if (patience && isRejected() && mayBeThere()) notBefore = 0;
    const pause = notBefore - clock.now();
    if (pause > 0 && (!patience || signal.aborted || notBefore >= patience.until)) return 'failed';
    await clock.sleep(Math.max(0, pause), signal);
    const failed = (error: unknown) => {
      // a single attempt is made again later
      if (patience ? !patience.isSaid : !isUnclear(error)) warn(unwritten(error));
      return error instanceof CommentDeleted ? 'deleted' : 'failed';
    };
    return persist(shown, 'edit', patience?.until).catch(failed);
  }

  return {
    /** The id and address of the comment, once it exists. */
    get ref() {
      return ref;
    },
    /** It exists, or may exist, as the response to its creation was lost. */
    mayBeThere,
    /** GitHub rejected the last write, so that another try is of no use. */
    isRejected,
    issueNumber: comments.issueNumber,
    /**
     * Creates the comment: no job may be created without it. @param duplicate what a second one
     * shows, if a lost answer leads to two.
     * @throws GitHubError when GitHub does not confirm it until then.
     */
    async announce(shown: Shown, until: number, duplicate: (url: string) => Shown): Promise<void> {
      duplicateOf = duplicate;
      await persist(shown, 'announce', until).catch((error: unknown) => {
        throw unannounced(error);
      });
    },
    show,
    /** Continues a comment that another process wrote. */
    adopt({ comment, marker }: Pick<StatusRecord, 'comment' | 'marker'>): void {
      ref = comment;
      replaceable = { version: versionOf(comment, marker), readAt: Number.NEGATIVE_INFINITY };
      unanswered = undefined;
      notBefore = 0;
    },
    /** The next text may replace this one of another process, which was just read. */
    replace({ version }: Remembered): void {
      replaceable = { version, readAt: clock.now() };
    },
    recognize,
    read,
  };
}
