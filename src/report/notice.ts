import type { CommentRef } from '../github/comments.ts';
import { persistently, removeComment } from '../thread/comment-requests.ts';
import { readMarkerOf, writeMarker } from '../thread/marker.ts';
import type { StatusComments } from '../thread/thread.ts';

/** Milliseconds until the thread is read again, for the comment of a run that started at the same time. */
const PAUSE_MS = 2_000;

/** A comment that reports no request. A thread has one with the same `id`. */
export interface Notice {
  readonly prose: string;
  /** A hash. */
  readonly id: string;
  /** A report is replaced by the next one. An answer stays as it is, and is not given on a pull request of the agent, where no label is a request. */
  readonly kind: 'report' | 'answer';
}

/**
 * Writes the comment, unless an answer is there already. Of two that runs create at the same time, the older one stays.
 * @param unwritten the warning if that fails. Never throws.
 */
export async function showNotice(
  { prose, id, kind }: Notice,
  thread: number,
  { reader, effects, github, ...statusComments }: StatusComments,
  unwritten: (error: unknown) => string,
): Promise<void> {
  const { clock, signal, deadline, redact, warn } = effects;
  const comments = statusComments.comments(thread);
  function bodyFor(comment: number | null): string {
    const place = { repository: reader.repository, issue: thread, comment, createdAt: github.now() };
    return `${redact(prose)}\n${writeMarker({ notice: id }, reader.key, place)}`;
  }

  const read = async () =>
    (await comments.list()).comments.map((comment) => ({ comment, reading: readMarkerOf(comment, reader) }));
  type Found = Awaited<ReturnType<typeof read>>;
  const find = (found: Found) => found.find(({ reading }) => reading.kind === 'notice' && reading.id === id)?.comment;
  const isOfAgent = (found: Found) =>
    found.some(({ reading }) => reading.kind === 'signed' && reading.marker.phase.at === 'opened');

  async function write(): Promise<CommentRef | undefined> {
    const found = await read();
    const earlier = find(found);
    if (kind === 'answer' && (earlier || isOfAgent(found))) return undefined;
    if (!earlier) return comments.create(bodyFor(null));
    await comments.update(earlier.id, bodyFor(earlier.id));
    return undefined;
  }

  try {
    const created = await persistently('create', write, { clock, signal, until: deadline });
    if (!created) return;
    await clock.sleep(PAUSE_MS, signal);
    const oldest = find(await read());
    if (oldest && oldest.id < created.id) await removeComment(comments, created.id);
  } catch (error) {
    warn(unwritten(error));
  }
}
