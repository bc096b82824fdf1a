import { isRateLimited, isTransient, reasonOf, statusOf } from '../github/failure.ts';
import type { Comment, CommentRef, IssueComments } from '../github/issue-comments.ts';
import { once } from '../once.ts';
import {
  hashOf,
  type MarkedRequest,
  type Marker,
  type MarkerKey,
  type MarkerState,
  readMarker,
  writeMarker,
} from './marker.ts';

/** What the comment remembers beside what it says. */
export interface Memory {
  readonly request: MarkedRequest;
  readonly state: MarkerState;
  /** Seconds for which this process may go on watching. */
  readonly alive: number;
  readonly mentioned: boolean;
}

/** The one comment in which a request is reported, and which remembers it. Writing it is never fatal. */
export interface StatusComment {
  /** The comment as GitHub knows it, once it is there. */
  readonly ref: CommentRef | undefined;
  /** It is there, or may be: the answer to its creation was lost. */
  readonly mayBeThere: boolean;
  /** Creates the comment, or edits it when it is there. Gives whether that worked. */
  write(prose: string, memory: Memory): Promise<boolean>;
  /** What `write` would write: for another process, should this one be killed. */
  text(prose: string, memory: Memory): string;
  /** Takes over a comment that another process wrote. */
  adopt(record: { readonly comment: CommentRef; readonly marker: Marker }): void;
  /** Deletes the comment: another one tells of the same job. */
  remove(): Promise<void>;
  /** Recognises its own comment among those of the thread, where the answer to its creation was lost. */
  recognise(comments: readonly Comment[]): void;
  /**
   * What it remembers now, and whether nobody wrote it since this process did, or took it over; undefined where it is gone, spoilt
   * or cannot be read.
   */
  remembered(): Promise<{ readonly marker: Marker; readonly isUnchanged: boolean } | undefined>;
}

export interface StatusCommentEffects {
  readonly comments: IssueComments;
  readonly key: MarkerKey;
  readonly repository: string;
  /** Names this process in its markers. */
  readonly writer: string;
  /** Is told what could not be written, and which permission is missing. */
  readonly warn: (line: string) => void;
  /** Whether there is time for a second try. */
  readonly mayRepeat: () => boolean;
}

export function createStatusComment(effects: StatusCommentEffects): StatusComment {
  const { comments, key, repository, writer, mayRepeat } = effects;
  const warnOnce = once(effects.warn);
  let ref: CommentRef | undefined;
  let lastWriter = writer;
  /** What came of creating it, where that failed. */
  let failure: 'refused' | 'maybe written' | undefined;

  function text(prose: string, { request, state, alive, mentioned }: Memory): string {
    const marker = { ...request, ...state, writer, quote: quoteHash(quoteIn(prose)), mentioned, alive };
    return `${prose}\n${writeMarker(marker, key, { repository, issue: comments.issueNumber, comment: ref?.id ?? null })}`;
  }

  function markerOf({ id, issueNumber, body }: Comment): Marker | undefined {
    const reading = readMarker(body, key, { repository, issue: issueNumber, comment: id });
    return reading.kind === 'signed' ? reading.marker : undefined;
  }

  function recognise(found: readonly Comment[]): void {
    if (failure === 'maybe written') ref ??= found.find((comment) => markerOf(comment)?.writer === writer);
  }

  async function put(prose: string, memory: Memory): Promise<CommentRef | undefined> {
    if (failure === 'maybe written') recognise((await comments.list()).comments);
    const body = text(prose, memory);
    const { id } = ref ?? {};
    if (id !== undefined) return update(comments, { id, body }, mayRepeat);
    return failure ? undefined : comments.create(body);
  }

  return {
    get ref() {
      return ref;
    },
    get mayBeThere() {
      return ref !== undefined || failure === 'maybe written';
    },
    ...{ text, recognise },
    adopt({ comment: { id, url, issueNumber }, marker }) {
      ref = { id, url, issueNumber };
      lastWriter = marker.writer;
      failure = undefined;
    },
    async write(prose, memory) {
      if (failure === 'refused') return false;
      try {
        ref = await put(prose, memory);
        if (!ref) return false;
        failure = undefined;
        lastWriter = writer;
        return true;
      } catch (error) {
        if (!ref) failure ??= isTransient(error) ? 'maybe written' : 'refused';
        warnOnce(unwritten(error));
        return false;
      }
    },
    async remove() {
      const { id } = ref ?? {};
      ref = undefined;
      if (id === undefined) return;
      await comments.remove(id).catch((error) => {
        if (statusOf(error) !== 404) warnOnce(`The status comment could not be deleted: ${reason(error)}`);
      });
    },
    async remembered() {
      const comment = ref && (await comments.get(ref.id).catch(() => undefined));
      const marker = comment && markerOf(comment);
      return marker && { marker, isUnchanged: marker.writer === lastWriter };
    },
  };
}

/** Writes what another process would have written. */
export async function editComment(
  comments: IssueComments,
  edit: { readonly id: number; readonly body: string },
  { warn, mayRepeat }: Pick<StatusCommentEffects, 'warn' | 'mayRepeat'>,
): Promise<void> {
  await update(comments, edit, mayRepeat).catch((error) => warn(unwritten(error)));
}

/** An edit may be repeated, a creation may not: the first one may have come through. */
function update(
  comments: IssueComments,
  { id, body }: { readonly id: number; readonly body: string },
  mayRepeat: () => boolean,
): Promise<CommentRef> {
  return comments.update(id, body).catch((error) => {
    if (isTransient(error) && mayRepeat()) return comments.update(id, body);
    throw error;
  });
}

const unwritten = (error: unknown) => `The status comment could not be written: ${reason(error)}`;

/** The line of a status comment that quotes the request: words, which no marker holds. */
export const quoteIn = (body: string): string => body.split('\n').find((line) => line.startsWith('> ')) ?? '';

export const quoteHash = (quote: string): string => quote && hashOf(quote);

function reason(error: unknown): string {
  if (isRateLimited(error)) return reasonOf(error);
  switch (statusOf(error)) {
    case 403:
      return 'GitHub forbids it (403). Give the job `permissions: { issues: write }` (for pull requests `pull-requests: write`); a locked thread takes no comment.';
    case 404:
    case 410:
      return `GitHub knows no such thread or comment for this token (${statusOf(error)}). Check \`issue-number\`, and that the job has \`permissions: { issues: write }\`.`;
    case 422:
      return 'GitHub refuses the comment (422).';
    default:
      return reasonOf(error);
  }
}
