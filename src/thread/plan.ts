import type { MarkedRequest } from './marker.ts';
import type { StatusRecord } from './records.ts';

/** What a run wants, as far as it decides about jobs that are there already. */
export interface Wish extends Pick<MarkedRequest, 'slot' | 'wish' | 'project' | 'key' | 'run' | 'attempt'> {
  /** Whether what asked can ask only once, as a comment can; a label can be set again. */
  readonly asksOnce: boolean;
  /** When the event happened, in milliseconds since the epoch by GitHub's clock, where that tells it from one that came later. */
  readonly askedAt: number | undefined;
  /** It goes on with the job of the thread, if there is one; not where a job of its own is wanted. */
  readonly continues: boolean;
}

/** What to do about a wish, as far as the thread tells. */
export type Plan =
  /** `instead`: of going on with the job of that request. */
  | { readonly kind: 'create'; readonly instead?: { readonly record: StatusRecord; readonly why: string } }
  /** Another run may just be starting a job: look again soon. */
  | { readonly kind: 'await'; readonly record: StatusRecord; readonly isSameWish: boolean }
  /** Read the job, and go by its status. */
  | { readonly kind: 'look'; readonly record: StatusRecord; readonly jobId: string; readonly purpose: Purpose }
  /** It was asked for before, and nobody knows whether a job came of it: not repeated. */
  | { readonly kind: 'tell'; readonly record: StatusRecord };

/**
 * `share`: attach, whatever its end is. `renew`: attach, unless it failed. `join`: attach while it is active. `continue`: send it a
 * follow-up, unless it failed.
 */
type Purpose = 'share' | 'renew' | 'join' | 'continue';

/**
 * One wish, one job; and a command goes on with the thread's newest job.
 * @param records of the thread that are older than the run's own status comment; the oldest first.
 * @param awaited the comment of another run that was waited for: what became of it is the answer to this wish too.
 */
export function plan(wish: Wish, records: readonly StatusRecord[], awaited?: number): Plan {
  // A run that is run again, and left no word of its own, may have gone with the job of another run.
  const isRepeated = wish.asksOnce || (wish.attempt > 1 && !records.some((record) => isOwn(record, wish)));
  for (const record of records.toReversed()) {
    const [own, isAwaited] = [isOwn(record, wish), record.comment.id === awaited];
    const isTwin = own || record.marker.wish === wish.wish;
    const nature = { isOwn: own, isAwaited, isRepeated: own || isAwaited || isRepeated, askedAt: wish.askedAt };
    const repeated = isTwin && planForTwin(record, nature);
    if (repeated) return repeated;
  }
  const before = wish.continues ? newestJob(wish, records) : undefined;
  return before ? planForFollowUp(before) : { kind: 'create' };
}

/** Of an earlier attempt of the same run. */
export const isOwn = ({ marker }: StatusRecord, { run, attempt, slot }: Wish): boolean =>
  marker.slot === slot && marker.run === run && marker.attempt < attempt;

/** The same wish before, of this run or of another one; undefined where it is no reason against a new job. */
function planForTwin(
  record: StatusRecord,
  {
    isOwn,
    isAwaited,
    isRepeated,
    askedAt,
  }: Pick<Wish, 'askedAt'> & Readonly<Record<'isOwn' | 'isAwaited' | 'isRepeated', boolean>>,
): Plan | undefined {
  const { marker, isAlive } = record;
  const again = isAwaited ? 'share' : isRepeated ? 'renew' : undefined;
  switch (marker.state) {
    case 'starting':
      // A run that is run again has ended, whatever its budget was.
      if (isAlive && !isOwn) return { kind: 'await', record, isSameWish: true };
      return isRepeated ? { kind: 'tell', record } : undefined;
    case 'unconfirmed':
      return isRepeated ? { kind: 'tell', record } : undefined;
    case 'open':
    case 'continued':
      return { kind: 'look', record, jobId: marker.job, purpose: again ?? 'join' };
    case 'ended':
      return planAfterEnd(record, marker.job, again ?? (isAnswered(record, askedAt) ? 'share' : undefined));
    case 'lost':
      return { kind: 'create', instead: { record, why: LOST } };
    case 'unsent':
      return undefined;
  }
}

/** It was asked while that job was at work, and only now has its turn (`concurrency`): what came of that is its answer. */
const isAnswered = ({ comment }: StatusRecord, askedAt: number | undefined): boolean =>
  askedAt !== undefined && askedAt < comment.updatedAt;

const planAfterEnd = (record: StatusRecord, jobId: string, purpose: Purpose | undefined): Plan | undefined =>
  purpose && { kind: 'look', record, jobId, purpose };

/** The newest request for the project of which a job came, or may have come. Legs of a matrix have jobs of their own. */
function newestJob({ project, key }: Wish, records: readonly StatusRecord[]): StatusRecord | undefined {
  return records.findLast(
    ({ marker }) => marker.project === project && marker.key === key && marker.state !== 'unsent',
  );
}

const UNKNOWN = 'it is not known to have one';
/** Why a job that is active for too long is not waited for. */
export const LOST = 'its job was still active after 24 h';

function planForFollowUp(record: StatusRecord): Plan {
  const { marker, isAlive } = record;
  switch (marker.state) {
    case 'starting':
      if (isAlive) return { kind: 'await', record, isSameWish: false };
      return { kind: 'create', instead: { record, why: UNKNOWN } };
    case 'unconfirmed':
    case 'unsent':
      return { kind: 'create', instead: { record, why: UNKNOWN } };
    case 'lost':
      return { kind: 'create', instead: { record, why: LOST } };
    case 'open':
    case 'continued':
    case 'ended':
      return { kind: 'look', record, jobId: marker.job, purpose: 'continue' };
  }
}
