import type { CommentRef } from '../github/comments.ts';
import type { Reported } from '../outcome.ts';
import { renderReport } from '../render/comment.ts';
import { persistently, removeComment, unwritten } from '../thread/comment-requests.ts';
import { readMarkerOf, writeMarker } from '../thread/marker.ts';
import type { StatusComments } from '../thread/thread.ts';

/** Milliseconds until the list is read again, for the comment of a run that started at the same time. */
const PAUSE_MS = 2_000;

/**
 * Writes a report as the one comment of its step in a thread, which each later report replaces. Of two that runs create at the same time,
 * the older one stays. Warns instead of throwing.
 * @param step identifies the step.
 */
export async function showInThread(
  reported: Reported,
  thread: number,
  step: string,
  { reader, effects, ...statusComments }: StatusComments,
): Promise<void> {
  const { key, repository } = reader;
  const { warn, clock, signal, deadline, redact, variables } = effects;
  const comments = statusComments.comments(thread);
  const prose = redact(renderReport(reported, clock.date(), variables.runUrl));
  const body = `${prose}\n${writeMarker({ state: 'report', step }, key, { repository, issue: thread, comment: null })}`;
  try {
    const find = async () =>
      (await comments.list()).comments.find((comment) => {
        const reading = readMarkerOf(comment, reader);
        return reading.kind === 'report' && reading.step === step;
      });
    async function write(): Promise<CommentRef | undefined> {
      const earlier = await find();
      if (!earlier) return comments.create(body);
      await comments.update(earlier.id, body);
      return undefined;
    }
    const created = await persistently('create', write, { clock, signal, until: deadline });
    if (!created) return;
    await clock.sleep(PAUSE_MS, signal);
    const oldest = await find();
    if (oldest && oldest.id < created.id) await removeComment(comments, created.id);
  } catch (error) {
    warn(unwritten(error));
  }
}
