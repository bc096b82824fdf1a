import { GitHubError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { type IgnoredComment, type StatusRecord, warningsAbout } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';

/** The number of reads while the list lacks this run's own comment, and the pause between them in milliseconds. */
const MAX_READS = 4;
const PAUSE_MS = 2_000;

/**
 * Reads the status comments of other processes in the thread.
 * @param before the result of the last read: comments that the list lacks are read by their ids.
 * @throws GitHubError when a read fails, or the list still lacks this run's own comment after 4 reads.
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

/** Warns about each ignored comment once, although the thread is read several times. */
export function warnOnceAbout(warn: (line: string) => void): ThreadReadingEffects['onIgnored'] {
  const known = new Set<string>();
  return (ignored) => {
    for (const warning of warningsAbout(ignored.filter(({ url }) => !known.has(url)))) warn(warning);
    for (const { url } of ignored) known.add(url);
  };
}

/** The comments of the second read that are new or have a new state or writer. The others were matched after the first read. */
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

/** Without the requests that were announced after this one, which stop in favor of it. Requests that have a job stay in any case. */
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
    "GitHub's list of comments lacks the status comment that this run just created, so it may lack others too.",
    'Re-run the workflow later.',
  );
