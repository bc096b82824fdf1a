import { ServiceError } from '../errors.ts';
import type { Pull } from '../github/pulls.ts';
import type { Outcome } from '../outcome.ts';
import { pullRequestSpan } from '../render/to-markdown.ts';
import type { StatusReport } from '../report/status-report.ts';
import { shareOf } from '../runtime/clock.ts';
import { hasEnded, type Job, snapshotOf } from '../service/job.ts';
import type { JobReading } from '../service/job-reading.ts';
import { pollUntilIdle } from '../service/poll.ts';
import type { RichText } from '../text/format.ts';
import type { Instead, RequestIdentity } from '../thread/earlier-requests.ts';
import { type FollowUpTarget, type Turn, turnOf, waitsBehind } from '../thread/job-to-continue.ts';
import { jobOfMarker, type StatusRecord } from '../thread/status-records.ts';
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
  readonly report: Pick<StatusReport, 'describe' | 'waiting' | 'starting'>;
  readonly onReading: (reading: JobReading) => Promise<void>;
  /** The run waits for `what`, at most until then by the wall clock. */
  readonly onWaiting: (what: string, until: Date) => void;
  /** The state of the job's pull request; undefined if it has none, or the token cannot read it. */
  readonly pullStateOf: (job: Job) => Promise<Pull['state'] | undefined>;
}

interface Queue {
  readonly identity: RequestIdentity;
  readonly target: FollowUpTarget;
  /** The status comments of the requests before this one, in the thread or, for requests with the same cause, in the repository. */
  readonly records: readonly StatusRecord[];
  /** Reads them again. */
  readonly read: (seen: readonly StatusRecord[]) => Promise<readonly StatusRecord[]>;
}

/** The pause between two reads of the thread while an earlier request is not reported: a share of the time waited, within limits in ms. */
const AHEAD = { share: 0.1, min: 3_000, max: 60_000 } as const;

/**
 * Waits until earlier requests are reported and the job's current work has ended, as a service may drop that work when a new prompt
 * arrives. Returns what to submit then. The status comment of the request is in the state `starting` by then.
 * @throws GitHubError when the status comments cannot be read, or its own cannot be written: nothing was submitted then.
 */
export async function waitForTurn(
  { read, identity, target, ...queue }: Queue,
  effects: TurnEffects,
): Promise<TurnTaken> {
  const pause = createPause(effects);
  const dismissed = new Map<string, Instead>();
  for (let { records } = queue; ; ) {
    const turn = turnOf(target, identity, records, new Set(dismissed.keys()));
    if (turn.kind === 'none') return withoutJob(target, turn.instead ?? [...dismissed.values()][0], effects.report);
    const taken =
      turn.kind === 'wait'
        ? await waitBehind(turn.record, pause, effects)
        : await takeTurn(turn, target, records, effects);
    if (taken?.kind === 'dismissed') {
      dismissed.set(taken.jobId, taken);
      continue;
    }
    if (taken) return taken;
    if (effects.signal.aborted) return CANCELLED;
    if (effects.clock.now() >= effects.deadline) return ended(unsent(waitsBehind(turn)));
    records = await read(records);
  }
}

/** Waits for the request ahead. While its job is active, the run polls the job and does not read the thread. */
async function waitBehind(
  { comment, marker }: StatusRecord,
  pause: () => Promise<void>,
  effects: TurnEffects,
): Promise<TurnTaken | undefined> {
  effects.onWaiting(`an earlier request, ${comment.url}`, endOfWait(effects));
  const jobId = jobOfMarker(marker) ?? null;
  await effects.report.waiting(jobId);
  const read = jobId === null ? undefined : await readEarlierJob(jobId, [], effects);
  if (read?.kind === 'usable' && !hasEnded(read.job)) return waitWhileActive(read.job, effects);
  await pause();
  return undefined;
}

/** The job cannot be continued, but an older one may. */
type Dismissed = { readonly kind: 'dismissed'; readonly jobId: string } & Instead;

/** Takes the turn if the job is idle. Otherwise polls it until it is, and returns undefined: the status comments must be read again. */
async function takeTurn(
  { jobId, record }: Extract<Turn, { kind: 'job' }>,
  target: FollowUpTarget,
  records: readonly StatusRecord[],
  effects: TurnEffects,
): Promise<TurnTaken | Dismissed | undefined> {
  const { report, signal } = effects;
  const read = await readEarlierJob(jobId, target.kind === 'job' ? [] : records, effects);
  if (signal.aborted) return CANCELLED;
  if (read.kind === 'unreadable') return ended(read.outcome);
  const why = await whyNotContinued(read, target, effects);
  if (why !== undefined && target.kind === 'cause' && record) return { kind: 'dismissed', jobId, record, why };
  if (why !== undefined) return create(newJobBecause({ record, why }), report);
  if (read.kind === 'lost') return ended(read.outcome);
  const { job } = read;
  if (!hasEnded(job)) {
    effects.onWaiting(`job ${jobId} to finish its current work`, endOfWait(effects));
    await report.waiting(jobId);
    return waitWhileActive(job, effects);
  }
  const note = target.kind === 'cause' ? continuesPull(job) : undefined;
  // A comment can only link to an earlier one of its own thread.
  const previous = target.kind === 'cause' ? undefined : record?.comment;
  report.describe({ before: snapshotOf(job), previous, note });
  await report.starting();
  return { kind: 'follow-up', job, record };
}

/** Why the request gets a new job instead: the end of a sentence. Undefined if it continues this one, or fails. */
async function whyNotContinued(
  read: Exclude<EarlierJob, { kind: 'unreadable' }>,
  target: FollowUpTarget,
  { pullStateOf }: TurnEffects,
): Promise<string | undefined> {
  if (target.kind === 'job' || (target.kind === 'thread' && target.orElse === 'skip')) return undefined;
  if (read.kind === 'lost') return read.why;
  const failure = failureOf(read.job);
  if (failure !== undefined || !hasEnded(read.job)) return failure;
  const state = await pullStateOf(read.job);
  switch (state) {
    case 'merged':
      return 'its pull request was merged';
    case 'closed':
      return 'its pull request was closed';
    case 'open':
      return undefined;
    case undefined:
      return target.kind === 'cause' ? 'its pull request is not known to be open' : undefined;
  }
}

const continuesPull = (job: Job): RichText => [
  'Continues ',
  pullRequestSpan(job),
  ', the open pull request of an earlier request.',
];

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
const CANCELLED: TurnTaken = { kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } };
