import { unanswered } from '../thread/comment-requests.ts';
import { readMarkerOf, writeMarker } from '../thread/marker.ts';
import type { StatusComments } from '../thread/thread.ts';

/** Milliseconds until the thread is read again, for the answer of a run that started at the same time. */
const PAUSE_MS = 2_000;

/**
 * Answers a label of accounts that may only triage, once per thread. A pull request of the agent gets no answer, as no label is a request
 * there. Warns instead of throwing.
 */
export async function answerLabel(
  prose: string,
  thread: number,
  { reader, effects, ...statusComments }: StatusComments,
): Promise<void> {
  const { key, repository, writer } = reader;
  const { warn, clock, signal } = effects;
  const comments = statusComments.comments(thread);

  /** The answers, the oldest first, and the comment that says whose pull request it is. */
  async function read() {
    const readings = (await comments.list()).comments.map((comment) => ({
      ...readMarkerOf(comment, reader),
      id: comment.id,
    }));
    const isOfAgent = readings.some((each) => each.kind === 'signed' && each.marker.phase.at === 'opened');
    return { isOfAgent, answers: readings.filter((each) => each.kind === 'denial') };
  }

  try {
    const before = await read();
    if (before.isOfAgent || before.answers.length > 0) return;
    const scope = { repository, issue: thread, comment: null };
    const text = `${prose}\n${writeMarker({ state: 'denied', writer }, key, scope)}`;
    await comments.create(text).catch((error: unknown) => warn(unanswered(error))); // GitHub may have created it all the same
    await clock.sleep(PAUSE_MS, signal);
    const { answers } = await read();
    const own = answers.find((each) => each.writer === writer);
    if (own && answers.some(({ id }) => id < own.id)) await comments.remove(own.id);
  } catch (error) {
    warn(unanswered(error));
  }
}
