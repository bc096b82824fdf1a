import { GitHubError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { type IgnoredComment, warningsAbout } from '../thread/ignored-comments.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';

/** How often a list is read that lacks our own comment, and the pause before it is read again, in milliseconds. */
const MAX_READS = 4;
const PAUSE_MS = 2_000;

/**
 * The requests of others in the thread.
 * @param before those of the last reading: what the list lacks of them is read by its id.
 */
export async function readThread(
  before: readonly StatusRecord[],
  { thread, clock, signal, onIgnored }: ThreadReadingEffects,
): Promise<readonly StatusRecord[]> {
  let seen = before;
  for (let reads = 1; reads <= MAX_READS; reads++) {
    const { records, ignored, lacksOwn } = await thread.read(seen);
    onIgnored(ignored);
    if (!lacksOwn || signal.aborted) return records;
    seen = records;
    await clock.sleep(PAUSE_MS, signal);
  }
  throw laggingList();
}

export interface ThreadReadingEffects {
  readonly thread: ReportThread;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onIgnored: (ignored: readonly IgnoredComment[]) => void;
}

/** The thread is read more than once: warns about what it did not hold before. */
export function warnOnceAbout(warn: (line: string) => void): ThreadReadingEffects['onIgnored'] {
  const known = new Set<string>();
  return (ignored) => {
    for (const warning of warningsAbout(ignored.filter(({ url }) => !known.has(url)))) warn(warning);
    for (const { url } of ignored) known.add(url);
  };
}

/** What the second reading shows that the first one did not: all else was decided on already. */
export function changedSince(
  first: readonly StatusRecord[],
  second: readonly StatusRecord[],
  effects: Pick<ThreadReadingEffects, 'thread'>,
): readonly StatusRecord[] {
  const known = new Map(first.map(({ comment, marker }) => [comment.id, marker]));
  return notAfterOurs(second, effects).filter(({ comment, marker }) => {
    const former = known.get(comment.id);
    return former?.state !== marker.state || former.writer !== marker.writer;
  });
}

/** Without those that announced after ours, and must yield. A job that exists counts, whoever announced first. */
export function notAfterOurs(
  records: readonly StatusRecord[],
  { thread }: Pick<ThreadReadingEffects, 'thread'>,
): readonly StatusRecord[] {
  const own = thread.comment.ref?.id ?? Number.POSITIVE_INFINITY;
  return records.filter(
    ({ comment, marker }) => comment.id < own || (marker.state !== 'starting' && marker.state !== 'waiting'),
  );
}

const laggingList = () =>
  new GitHubError(
    "GitHub's list of the thread does not show the status comment that was just created, so it may lack others too.",
    'No job was created. Run it again later.',
  );
