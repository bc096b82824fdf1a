import { ServiceError } from '../errors.ts';
import type { PullState } from '../github/pulls.ts';
import type { Outcome } from '../outcome.ts';
import { pullRequestSpan } from '../render/to-markdown.ts';
import type { StatusReport } from '../report/status-report.ts';
import { shareOf } from '../runtime/clock.ts';
import { hasEnded, type Job, snapshotOf } from '../service/job.ts';
import type { JobReading } from '../service/job-reading.ts';
import { pollUntilIdle } from '../service/poll.ts';
import { SETTLE_MS } from '../service/poll-schedule.ts';
import type { RichText } from '../text/format.ts';
import type { Instead, RequestIdentity } from '../thread/earlier-requests.ts';
import { type FollowUpTarget, isAhead, type Turn, turnOf } from '../thread/job-to-continue.ts';
import { jobOfMarker, leaseEnd, type StatusRecord } from '../thread/status-records.ts';
import {
  type EarlierJob,
  failureOf,
  type JobEffects,
  newJobBecause,
  readEarlierJob,
  unreadable,
} from './read-earlier.ts';

/** The next step of a run after it waited for its turn. */
export type TurnTaken =
  | { readonly kind: 'create' }
  /** `record`: the status comment of the previous request to the job, if there is one. */
  | { readonly kind: 'follow-up'; readonly job: Job; readonly record: StatusRecord | undefined }
  | { readonly kind: 'ended'; readonly outcome: Outcome };

export interface TurnEffects extends JobEffects {
  readonly report: Pick<StatusReport, 'describe' | 'waiting' | 'starting' | 'retract'>;
  readonly onReading: (reading: JobReading) => Promise<void>;
  /** The run waits for `what`, at most until then by the wall clock. */
  readonly onWaiting: (what: string, until: Date) => void;
  /** The state of the job's pull request; undefined if it has none. */
  readonly pullStateOf: (job: Job) => Promise<PullState | undefined>;
  /** The timeout of the step, in milliseconds. */
  readonly timeout: number;
}

/** The requests beside which a follow-up waits. */
interface Queue {
  readonly identity: RequestIdentity;
  readonly target: FollowUpTarget;
  /** The number of the thread that the request is reported in, and the id of its status comment. */
  readonly thread: number;
  readonly own: number;
  /** The job that the announcement says it waits for. */
  readonly behind: string | null | undefined;
  /** Reads the status comments of all requests before this one. */
  readonly read: () => Promise<readonly StatusRecord[]>;
  /** Reads one of them again; undefined if it was deleted. */
  readonly readAgain: (record: StatusRecord) => Promise<StatusRecord | undefined>;
}

/**
 * Milliseconds between an announcement and the next read of the thread: GitHub does not guarantee that a read shows an earlier write.
 */
const PAUSE_MS = 2_000;
/** The largest share of the timeout that this pause may take. */
const MAX_PAUSE_SHARE = 0.25;

export const untilShown = ({ clock, signal, timeout }: Pick<TurnEffects, 'clock' | 'signal' | 'timeout'>) =>
  clock.sleep(Math.min(PAUSE_MS, timeout * MAX_PAUSE_SHARE), signal);

/** Milliseconds for which the queue, as it was read, is believed. */
const MAX_DECISION_MS = 60_000;

/** @param began when the run began to wait. */
export function pauseAhead(began: number, { clock, deadline, signal }: TurnEffects): Promise<void> {
  const left = Math.max(0, deadline - clock.now());
  return clock.sleep(Math.min(left, shareOf(clock.now() - began, AHEAD)), signal);
}

/** The pause between two looks at the request ahead: a share of the time waited, within limits in milliseconds. */
const AHEAD = { share: 0.1, min: 3_000, max: 60_000 } as const;

/**
 * Waits until all earlier requests to the job are reported and its current work has ended, as a service may drop that work when a new
 * prompt arrives. Returns what to submit then. The status comment of the request is in the state `starting` by then.
 * @throws GitHubError when the status comments cannot be read, or its own cannot be written: nothing was submitted then.
 */
export async function waitForTurn(queue: Queue, effects: TurnEffects): Promise<TurnTaken> {
  const { target, identity, read } = queue;
  const { clock, signal, deadline } = effects;
  const began = clock.now();
  const dismissed = new Map<string, Instead>();
  let { behind: announced, behind } = queue;

  /** Undefined if the status comments must be read again. */
  async function tryToTake(): Promise<TurnTaken | undefined> {
    const records = await read();
    const twin = records.find((record) => isTwin(record, queue));
    if (twin) {
      await effects.report.retract(twin.comment.url);
      return ended({ verdict: 'skipped', duplicate: duplicateOf(twin) });
    }
    const turn = turnOf(target, identity, { ...queue, records }, new Set(dismissed.keys()));
    behind = waitsBehind(turn);
    if (signal.aborted || clock.now() >= deadline) return undefined;
    if (turn.kind === 'job' && turn.jobId !== announced) {
      // Announced for another job, or for none: the others in the queue of this one must be able to see it first.
      if (await effects.report.waiting(turn.jobId)) announced = turn.jobId;
      await pauseAhead(began, effects);
      return undefined;
    }
    const [instead] = dismissed.values();
    const taken = await act(turn, { ...queue, began, records, instead }, effects);
    if (taken?.kind !== 'dismissed') return taken;
    dismissed.set(taken.jobId, taken);
    return undefined;
  }

  const isOver = () => clock.now() >= deadline && !signal.aborted;
  for (;;) {
    const asked = clock.now();
    const taken = await tryToTake().catch((error: unknown) => {
      if (!isOver()) throw error; // otherwise the timeout cut off the request to GitHub
    });
    if (isOver()) return ended(unsent(behind));
    if (signal.aborted) return CANCELLED;
    if (taken?.kind === 'ended' || (taken && clock.now() - asked <= MAX_DECISION_MS)) return taken;
    if (!taken) continue;
    // An outage may have lasted longer than the lease, so that others passed.
    await effects.report.waiting(behind ?? null);
    await pauseAhead(began, effects);
  }
}

/** Whether another run has made the same request while the lease of this one had ended: it is ahead, or was sent already. */
const isTwin = ({ comment, marker, isLeaseHeld }: StatusRecord, { identity, own }: Queue): boolean =>
  marker.requestKey === identity.requestKey && (comment.id < own ? isLeaseHeld : 'job' in marker);

/** The outcome of a request that another run is handling. */
export const duplicateOf = (record: StatusRecord) => ({
  run: record.marker.run,
  until: leaseEnd(record),
  jobId: jobOfMarker(record.marker),
  url: record.comment.url,
});

type Known = Queue & {
  readonly began: number;
  readonly records: readonly StatusRecord[];
  readonly instead: Instead | undefined;
};

/** Undefined if the status comments must be read again. */
async function act(
  turn: Turn,
  { records, instead, ...queue }: Known,
  effects: TurnEffects,
): Promise<TurnTaken | Dismissed | undefined> {
  switch (turn.kind) {
    case 'none':
      return withoutJob(queue.target, turn.instead ?? instead, effects.report);
    case 'wait':
      return waitBehind(turn, queue, effects);
    case 'job':
      return takeTurn(turn, queue.target, records, effects);
  }
}

/** The job that a request waits for; null before that job has an id, undefined if the request does not wait. */
export const waitsBehind = (turn: Turn): string | null | undefined =>
  turn.kind === 'none' ? undefined : (turn.jobId ?? null);

/** Waits until the request ahead is reported: reads the job while it is active, and then that one status comment. */
async function waitBehind(
  { record, jobId }: Extract<Turn, { kind: 'wait' }>,
  queue: Queue & { readonly began: number },
  effects: TurnEffects,
): Promise<TurnTaken | undefined> {
  const { clock, signal, deadline, report } = effects;
  effects.onWaiting(`an earlier request, ${record.comment.url}`, endOfWait(effects));
  const stillAhead = (there: StatusRecord) =>
    jobId === undefined ? isSameState(there, record) : isAhead(there, jobId, queue);
  for (let { began } = queue; clock.now() < deadline; ) {
    await report.waiting(jobId ?? null);
    const read = jobId === undefined ? undefined : await readEarlierJob(jobId, [], effects);
    if (read?.kind === 'usable' && !hasEnded(read.job)) {
      const taken = await waitWhileActive(read.job, effects);
      if (taken) return taken;
      began = clock.now();
    }
    await pauseAhead(began, effects);
    if (signal.aborted) return undefined;
    const there = await queue.readAgain(record);
    if (!there || !stillAhead(there)) return undefined;
  }
  return undefined;
}

const isSameState = (there: StatusRecord, { marker }: StatusRecord): boolean =>
  there.isLeaseHeld && there.marker.state === marker.state;

/** The job cannot be continued, but another one of the thread may. */
type Dismissed = { readonly kind: 'dismissed'; readonly jobId: string } & Instead;

/** Takes the turn if the job is idle. Otherwise waits until it is, and returns undefined: the status comments must be read again. */
async function takeTurn(
  { jobId, record, sentMs }: Extract<Turn, { kind: 'job' }>,
  target: FollowUpTarget,
  records: readonly StatusRecord[],
  effects: TurnEffects,
): Promise<TurnTaken | Dismissed | undefined> {
  const { report, signal, clock } = effects;
  const read = await readEarlierJob(jobId, target.kind === 'job' ? [] : records, effects);
  if (signal.aborted) return CANCELLED;
  if (read.kind === 'unreadable') return ended(read.outcome);
  const why = await whyNotContinued(read, target, effects);
  if (why !== undefined && typeof why !== 'string') return why;
  if (why !== undefined && target.kind === 'thread' && target.opener === jobId)
    return { kind: 'dismissed', jobId, record, why };
  if (why !== undefined) return create(newJobBecause({ record, why }), report);
  if (read.kind === 'lost') return ended(read.outcome);
  const { job } = read;
  const isActive = !hasEnded(job);
  if (isActive || sentMs < SETTLE_MS) {
    effects.onWaiting(`job ${jobId} to finish its current work`, endOfWait(effects));
    await report.waiting(jobId);
    if (isActive) return waitWhileActive(job, effects);
    // The service may still show the end of the work before the last prompt.
    await clock.sleep(Math.min(SETTLE_MS - sentMs, Math.max(0, effects.deadline - clock.now())), signal);
    return undefined;
  }
  const note = target.kind === 'cause' ? continuesPull(job) : undefined;
  report.describe({ before: snapshotOf(job), previous: record?.comment, note });
  await report.starting();
  return { kind: 'follow-up', job, record };
}

/** Why the request gets a new job instead: the end of a sentence. Undefined if it continues this one; an outcome if that is not known. */
async function whyNotContinued(
  read: Exclude<EarlierJob, { kind: 'unreadable' }>,
  target: FollowUpTarget,
  { pullStateOf }: TurnEffects,
): Promise<string | TurnTaken | undefined> {
  if (target.kind === 'job' || (target.kind === 'thread' && target.orElse === 'skip')) return undefined;
  if (read.kind === 'lost') return read.why;
  const failure = failureOf(read.job);
  if (failure !== undefined || !hasEnded(read.job)) return failure;
  const state = await pullStateOf(read.job);
  switch (state?.kind) {
    case 'merged':
      return 'its pull request was merged';
    case 'closed':
      return 'its pull request was closed';
    case 'open':
      return undefined;
    case 'unreadable':
      return target.kind === 'cause'
        ? ended({ verdict: 'error', problem: state.error, job: undefined, wasAccepted: false })
        : undefined;
    case undefined:
      return target.kind === 'cause' ? 'it has no pull request' : undefined;
  }
}

const continuesPull = (job: Job): RichText => [
  'Continues ',
  pullRequestSpan(job),
  ', the open pull request of an earlier request.',
];

async function waitWhileActive(job: Job, effects: TurnEffects): Promise<TurnTaken | undefined> {
  const { service, report } = effects;
  const result = await pollUntilIdle({
    ...effects,
    job,
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
      return ended(unsent(job.id));
    case 'cancelled':
      return CANCELLED;
    case 'lost':
      return ended(unreadable(job.id, result.error).outcome);
  }
}

/** @param instead why an earlier job is not continued, if there is one. */
async function withoutJob(
  target: FollowUpTarget,
  instead: Instead | undefined,
  report: TurnEffects['report'],
): Promise<TurnTaken> {
  if (target.kind === 'thread' && target.orElse === 'skip') {
    return ended({ verdict: 'error', problem: nothingToContinue(), job: undefined, wasAccepted: false });
  }
  const isFirst = target.kind === 'cause' && !instead;
  return create(isFirst ? FIRST_OF_CAUSE : instead && newJobBecause(instead), report);
}

const FIRST_OF_CAUSE: RichText = ['New pull request: no earlier request has one that is open.'];

const nothingToContinue = () =>
  new ServiceError('The job to continue is no longer known in this thread.', 'Name a job in `job-id`.');

async function create(note: RichText | undefined, report: TurnEffects['report']): Promise<TurnTaken> {
  report.describe({ note });
  await report.starting();
  return { kind: 'create' };
}

const endOfWait = ({ clock, deadline }: TurnEffects) => new Date(clock.date().getTime() + deadline - clock.now());

const unsent = (behind: string | null | undefined): Outcome => ({
  verdict: 'timed-out',
  unsent: true,
  behind: behind ?? undefined,
});

const ended = (outcome: Outcome): TurnTaken => ({ kind: 'ended', outcome });
const CANCELLED: TurnTaken = { kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } };
