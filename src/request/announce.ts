import { snapshotOf } from '../service/job.ts';
import { type StatusRecord, united } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import {
  CANCELLED,
  type Doing,
  type Handling,
  isLate,
  type Progress,
  type Result,
  tooLateFor,
  withoutQueue,
} from './progress.ts';
import { changedSince, type EarlierJob, readEarlierJob } from './read-earlier.ts';
import { type TurnEffects, untilShown } from './wait-for-turn.ts';

/** Milliseconds for which the requests of the queue, as they were read, are believed. */
const MAX_DECISION_MS = 60_000;
/** Milliseconds after which whoever decided without seeing that this request waits has said that it sends its own. */
const ALL_DECIDED_MS = MAX_DECISION_MS + 5_000;

export function readJob({ job, isEarlier }: Doing<'read-job'>, progress: Progress, handling: Handling) {
  const { ask, waiting, thread } = handling;
  const {
    inThread,
    known: { queue },
  } = progress;
  const records = ask.wanted?.kind === 'job' || !queue || queue === 'outdated' ? [] : queue;
  return isEarlier ? readAnswer(job, inThread, waiting, thread) : readEarlierJob(job, records, waiting);
}

/** Reads the job of an earlier request. If it seems lost, it may work on a request in another thread. */
async function readAnswer(
  job: string,
  inThread: readonly StatusRecord[],
  effects: TurnEffects,
  thread: ReportThread,
): Promise<EarlierJob> {
  const read = await readEarlierJob(job, inThread, effects);
  if (read.kind !== 'lost') return read;
  return readEarlierJob(job, united(inThread, await thread.readAll()), effects);
}

/** Creates the status comment, and reads the thread again when that is shown: another run may have announced the same request. */
export async function announce(
  { note, behind, replaced }: Doing<'announce'>,
  { known }: Progress,
  { report, thread, context, timeout }: Handling,
): Promise<Progress> {
  report.describe({ note });
  await report.announce(behind);
  await untilShown(context, timeout);
  const found = await thread.read(known.first);
  const own = thread.comment.ref?.id ?? Number.POSITIVE_INFINITY;
  const changed = changedSince(known.first, found, own);
  // A re-run needs a new comment, as the order of the ids shows which run announced first. One that changed since may answer the request.
  const former = found.filter(
    (each) => replaced.some(({ comment }) => comment.id === each.comment.id) && !changed.includes(each),
  );
  for (const record of former) await report.replaces(record, thread.handle());
  const second = found.filter((each) => !former.includes(each));
  const announced = { own, behind, second, changed };
  return { known: { ...known, jobs: new Map(), announced }, inThread: second };
}

/** Reads all requests before this one, in whichever thread. The first time, those of its own thread were just read. */
export async function readQueue(progress: Progress, { ask, memory, thread, context }: Handling): Promise<Progress> {
  const readAt = context.clock.now();
  const { known, turn } = progress;
  const inThread = turn ? await thread.read(progress.inThread) : progress.inThread;
  const ofCause = ask.wanted?.kind === 'cause' ? await memory.readCause(true, ask.thread) : [];
  const queue = united(ofCause, inThread, await thread.readAll());
  return {
    ...progress,
    inThread,
    turn: { began: turn?.began ?? readAt, readAt },
    known: { ...known, queue, jobs: new Map(), pulls: new Map() },
  };
}

/**
 * Says in the status comment that the request is about to be sent. If an outage made that take too long, or if the lease of the waiting
 * request had ended, others may have passed: it waits until these are seen, and the queue is read again.
 */
export async function announceSend(
  step: Doing<'submit'>,
  progress: Progress,
  { report, waiting }: Handling,
): Promise<Result> {
  const { to, after, note } = step;
  const { turn } = progress;
  const { clock, deadline, signal } = waiting;
  report.describe(to ? { before: snapshotOf(to), previous: after?.comment, note } : { note });
  await report.starting();
  if (signal.aborted) return CANCELLED;
  if (isLate(waiting)) return tooLateFor(progress);
  const isSeen = !turn || turn.readAt - report.heldSince >= ALL_DECIDED_MS;
  if (!turn || (isSeen && clock.now() - turn.readAt <= MAX_DECISION_MS)) return { send: step };
  await report.waiting(to?.id ?? null);
  await clock.sleep(Math.min(ALL_DECIDED_MS, Math.max(0, deadline - clock.now())), signal);
  return withoutQueue(progress);
}
