import type { Reported } from '../outcome.ts';
import { renderReport } from '../render/comment.ts';
import { persistently, unwritten } from '../thread/comment-requests.ts';
import { readMarkerOf, writeMarker } from '../thread/marker.ts';
import type { StatusComments } from '../thread/thread.ts';

/**
 * Writes a report as the one comment of its step in a thread, which each later report replaces. Warns instead of throwing.
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
    async function write(): Promise<void> {
      const earlier = await find();
      await (earlier ? comments.update(earlier.id, body) : comments.create(body));
    }
    await persistently('create', write, { clock, signal, until: deadline });
  } catch (error) {
    warn(unwritten(error));
  }
}
