import type { Outcome } from '../outcome.ts';
import type { StatusReport } from '../report/status-report.ts';
import { shareOf } from '../runtime/backoff.ts';
import { hasEnded, type Job, snapshotOf } from '../service/job.ts';
import type { JobReading } from '../service/jobs.ts';
import { pollUntilIdle } from '../service/poll.ts';
import type { RichText } from '../text/rich-text.ts';
import { type RequestIdentity, type Turn, turnForJob, turnOfCommand } from '../thread/earlier-requests.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { newJobBecause } from './earlier-answer.ts';
import { failureOf, type JobEffects, readEarlierJob, unreadable } from './earlier-job.ts';

/** Which job a follow-up continues: the newest of the thread, or the one that the workflow names. */
export type FollowUpTarget = { readonly kind: 'newest' } | { readonly kind: 'job'; readonly jobId: string };

/** The next step of a run after it waited for its turn. */
export type TurnTaken =
  | { readonly kind: 'create' }
  /** `record`: the status comment of the previous request to the job, if there is one. */
  | { readonly kind: 'follow-up'; readonly job: Job; readonly record: StatusRecord | undefined }
  | { readonly kind: 'ended'; readonly outcome: Outcome };

export interface TurnEffects extends JobEffects {
  readonly report: Pick<StatusReport, 'describe' | 'waiting' | 'starting'>;
  readonly onReading: (reading: JobReading) => Promise<void>;
  /** A line of progress; the same one is repeated at most once a minute. */
  readonly progress: (line: string) => void;
}

interface Queue {
  readonly identity: RequestIdentity;
  readonly target: FollowUpTarget;
  /** The status comments of the requests before this one. */
  readonly records: readonly StatusRecord[];
  /** Reads them again. */
  readonly read: (seen: readonly StatusRecord[]) => Promise<readonly StatusRecord[]>;
}

/** The pause between two reads of the thread while an earlier request is not reported: a share of the time waited, within limits in ms. */
const AHEAD = { share: 0.1, min: 3_000, max: 60_000 } as const;

/** The next step of a follow-up, from the status comments before it. */
export const turnOf = ({ identity, target, records }: Pick<Queue, 'identity' | 'target' | 'records'>): Turn =>
  target.kind === 'job' ? turnForJob(target.jobId, records) : turnOfCommand(identity, records);

/** The job that a request waits for; null before that job has an id, undefined if the request does not wait. */
export function waitsBehind(turn: Turn): string | null | undefined {
  if (turn.kind === 'none') return undefined;
  if (turn.kind === 'job') return turn.jobId;
  return 'job' in turn.record.marker ? turn.record.marker.job : null;
}

/**
 * Waits until earlier requests are reported and the job's current work has ended, as a service may drop that work when a new prompt
 * arrives. Returns what to submit then. The status comment of the request is in the state `starting` by then.
 * @throws GitHubError when the thread cannot be read, or the comment cannot be written: nothing was submitted then.
 */
export async function waitForTurn({ read, ...queue }: Queue, effects: TurnEffects): Promise<TurnTaken> {
  const pause = createPause(effects);
  for (let { records } = queue; ; records = await read(records)) {
    const turn = turnOf({ ...queue, records });
    if (turn.kind === 'none') return create(turn.instead && newJobBecause(turn.instead), effects.report);
    const taken =
      turn.kind === 'wait'
        ? await waitBehind(turn.record, pause, effects)
        : await takeTurn(turn, queue.target, records, effects);
    if (taken) return taken;
    if (effects.signal.aborted) return CANCELLED;
    if (effects.clock.now() >= effects.deadline) return ended(unsent(waitsBehind(turn)));
  }
}

/** Waits for the request ahead. While its job is active, the run polls the job and does not read the thread. */
async function waitBehind(
  { comment, marker }: StatusRecord,
  pause: () => Promise<void>,
  effects: TurnEffects,
): Promise<TurnTaken | undefined> {
  effects.progress(`Waiting for the request before this one: ${comment.url}`);
  const jobId = 'job' in marker ? marker.job : null;
  await effects.report.waiting(jobId);
  const read = jobId === null ? undefined : await readEarlierJob(jobId, [], effects);
  if (read?.kind === 'usable' && !hasEnded(read.job)) return waitWhileActive(read.job, effects);
  await pause();
  return undefined;
}

/** Takes the turn if the job is idle. Otherwise polls it until it is, and returns undefined: the thread must be read again. */
async function takeTurn(
  { jobId, record }: Extract<Turn, { kind: 'job' }>,
  target: FollowUpTarget,
  records: readonly StatusRecord[],
  effects: TurnEffects,
): Promise<TurnTaken | undefined> {
  const { report, signal } = effects;
  const read = await readEarlierJob(jobId, target.kind === 'newest' ? records : [], effects);
  if (signal.aborted) return CANCELLED;
  if (read.kind === 'unreadable') return ended(read.outcome);
  const why = read.kind === 'lost' ? read.why : failureOf(read.job);
  if (target.kind === 'newest' && why !== undefined) return create(record && newJobBecause({ record, why }), report);
  if (read.kind === 'lost') return ended(read.outcome);
  const { job } = read;
  if (!hasEnded(job)) {
    await report.waiting(jobId);
    return waitWhileActive(job, effects);
  }
  report.describe({ before: snapshotOf(job), previous: record?.comment });
  await report.starting();
  return { kind: 'follow-up', job, record };
}

async function waitWhileActive(job: Job, effects: TurnEffects): Promise<TurnTaken | undefined> {
  const result = await pollUntilIdle({ ...effects, job, read: (timeout) => effects.service.readJob(job.id, timeout) });
  switch (result.kind) {
    case 'ended':
      return undefined;
    case 'timed-out':
      return ended(unsent(job.id));
    case 'cancelled':
      return CANCELLED;
    case 'lost':
      return ended(unreadable(job.id, result.error).outcome);
  }
}

async function create(note: RichText | undefined, report: TurnEffects['report']): Promise<TurnTaken> {
  report.describe({ note });
  await report.starting();
  return { kind: 'create' };
}

/** Each pause is a share of the sum of the pauses before. */
function createPause({ clock, signal, deadline }: TurnEffects): () => Promise<void> {
  let paused = 0;
  return () => {
    const pause = Math.min(shareOf(paused, AHEAD), Math.max(0, deadline - clock.now()));
    paused += pause;
    return clock.sleep(pause, signal);
  };
}

const unsent = (behind: string | null | undefined): Outcome => ({
  verdict: 'timed-out',
  unsent: true,
  behind: behind ?? undefined,
});

const ended = (outcome: Outcome): TurnTaken => ({ kind: 'ended', outcome });
const CANCELLED = ended({ verdict: 'cancelled', job: undefined });
