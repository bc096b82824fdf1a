import type { Outcome } from '../outcome.ts';
import type { StatusReport } from '../report/status-report.ts';
import { type Clock, shareOf } from '../runtime/clock.ts';
import { hasEnded, type Job, type JobReading } from '../service/job.ts';
import { watchJob } from '../service/watch-job.ts';
import { isAhead } from '../thread/job-to-continue.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { type JobEffects, readEarlierJob, unreadable } from './read-earlier.ts';
import type { Step } from './steps.ts';

export interface TurnEffects extends JobEffects {
  readonly report: Pick<StatusReport, 'waiting'>;
  readonly onReading: (reading: JobReading) => Promise<void>;
  /** The run waits for `what`, at most until then by the wall clock. */
  readonly onWaiting: (what: string, until: Date) => void;
}

/**
 * Milliseconds between an announcement and the next read of the thread: GitHub does not guarantee that a read shows an earlier write.
 */
const PAUSE_MS = 2_000;
/** The largest share of the timeout that this pause may take. */
const MAX_PAUSE_SHARE = 0.25;

/** @param timeout of the step, in milliseconds. */
export const untilShown = (
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  timeout: number,
): Promise<void> => clock.sleep(Math.min(PAUSE_MS, timeout * MAX_PAUSE_SHARE), signal);

/** The pause between two looks at the request ahead: a share of the time waited, within limits in milliseconds. */
const AHEAD = { share: 0.1, min: 3_000, max: 60_000 } as const;

/** @param began when the run began to wait. */
export function pauseAhead(began: number, { clock, deadline, signal }: TurnEffects): Promise<void> {
  const left = Math.max(0, deadline - clock.now());
  return clock.sleep(Math.min(left, shareOf(clock.now() - began, AHEAD)), signal);
}

/** The place of a request in the queue of its job. */
interface Place {
  /** The id of its status comment, and the number of the thread. */
  readonly own: number;
  readonly thread: number;
  /** When the run began to wait, on the clock's `now`. */
  readonly began: number;
  /** Reads a status comment again; undefined if it was deleted. */
  readonly readAgain: (record: StatusRecord) => Promise<StatusRecord | undefined>;
}

/**
 * Waits until the request ahead is reported: reads the job while it is active, and then that one status comment. Returns the outcome of a
 * run that ends before.
 */
export async function waitBehind(
  { record, job }: Extract<Step, { do: 'wait-behind' }>,
  place: Place,
  effects: TurnEffects,
): Promise<Outcome | undefined> {
  const { clock, signal, deadline, report } = effects;
  const behind = job ?? null;
  effects.onWaiting(`an earlier request, ${record.comment.url}`, endOfWait(effects));
  const stillAhead = (there: StatusRecord) =>
    job === undefined ? there.isLeaseHeld && there.facts.sent === record.facts.sent : isAhead(there, job, place);
  for (let { began } = place; clock.now() < deadline; ) {
    await report.waiting(behind);
    const read = job === undefined ? undefined : await readEarlierJob(job, [], effects);
    if (read?.kind === 'usable' && !hasEnded(read.job)) {
      const ended = await waitWhileActive(read.job, effects);
      if (ended) return ended;
      began = clock.now();
    }
    await pauseAhead(began, effects);
    if (signal.aborted) return undefined;
    const there = await place.readAgain(record);
    if (!there || !stillAhead(there)) return undefined;
  }
  return unsent(behind);
}

/** Waits until the job has ended its current work. Returns the outcome of a run that ends before. */
export async function waitForJob(
  { job, settleMs }: Extract<Step, { do: 'wait-for-job' }>,
  effects: TurnEffects,
): Promise<Outcome | undefined> {
  const { clock, deadline, signal, report } = effects;
  effects.onWaiting(`job ${job.id} to finish its current work`, endOfWait(effects));
  await report.waiting(job.id);
  if (!hasEnded(job)) return waitWhileActive(job, effects);
  // The service may still show the end of the work before the last prompt.
  await clock.sleep(Math.min(settleMs, Math.max(0, deadline - clock.now())), signal);
  return undefined;
}

async function waitWhileActive(job: Job, effects: TurnEffects): Promise<Outcome | undefined> {
  const { service, report } = effects;
  const result = await watchJob({ until: 'idle' }, job, {
    ...effects,
    read: (timeout) => service.readJob(job.id, timeout),
    async onReading(reading) {
      await effects.onReading(reading);
      await report.waiting(job.id);
    },
  });
  switch (result.kind) {
    case 'ended':
      return undefined;
    case 'timed-out':
      return unsent(job.id);
    case 'cancelled':
      return { verdict: 'cancelled', job: undefined };
    case 'gone':
    case 'unreadable':
      return unreadable(job.id, result.error).outcome;
  }
}

const endOfWait = ({ clock, deadline }: TurnEffects) => new Date(clock.date().getTime() + deadline - clock.now());

/** The outcome of a run whose timeout came before its turn. */
export const unsent = (behind: string | null | undefined): Outcome => ({ verdict: 'timed-out', unsent: true, behind });
