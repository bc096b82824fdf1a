import { isVerdict, type Verdict } from '../outcome.ts';
import type { Runner } from '../runtime/runner.ts';
import { JOB_ID } from '../service/job.ts';

/**
 * What the post step, another process, must know of a step that was killed, or whose last report
 * failed. Each value is text; empty for none.
 */
interface Kept {
  /** The number of the thread in which the request is reported. */
  readonly thread: string;
  /** Identifies the comments that the step wrote. */
  readonly writer: string;
  readonly job: string;
  /**
   * When the request was last sent to the service, in milliseconds since the epoch; empty again
   * once the service did not accept it.
   */
  readonly sent: `${number}` | '';
  /** The verdict that the step reported in the log; empty if it was killed before. */
  readonly ended: Verdict | '';
}

export const keepState = <N extends keyof Kept>(
  to: Pick<Runner, 'saveState'>,
  name: N,
  value: Kept[N],
): void => to.saveState(name, value);

/** Deletes the state: the step has reported its outcome itself. */
export function forgetPostState(runner: Pick<Runner, 'saveState'>): void {
  for (const name of ['thread', 'writer', 'job', 'sent', 'ended'] as const)
    keepState(runner, name, '');
}

/** The state of a step that did not report its outcome; undefined if it did. */
export function readUnfinished(runner: Pick<Runner, 'readState'>) {
  const saved = (name: keyof Kept) => runner.readState(name);
  const thread = Number(saved('thread'));
  const ended = saved('ended');
  const jobId = JOB_ID.try(saved('job')).ok ? saved('job') : '';
  if (!Number.isSafeInteger(thread) || (!thread && !jobId)) return undefined;
  return {
    thread,
    jobId,
    writer: saved('writer'),
    sentAt: Number(saved('sent')),
    wasSent: saved('sent') !== '',
    verdict: isVerdict(ended) ? ended : undefined,
  };
}
