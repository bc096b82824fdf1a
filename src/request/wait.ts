import type { ActionContext } from '../action-context.ts';
import { once } from '../github/client.ts';
import { readChanges, readPull } from '../github/pulls.ts';
import { CANCELLED, type Outcome, outcomeOfPoll, outcomeOfSubmit } from '../outcome.ts';
import { MAX_REPORT_DELAY_MS } from '../report/opened-for.ts';
import type { StatusReport } from '../report/status-report.ts';
import { shareOf } from '../runtime/clock.ts';
import { fetchJob, watchJob } from '../service/agent-service.ts';
import { hasEnded, type Job, type Snapshot, snapshotOf } from '../service/job.ts';
import { firstLook } from '../service/watch.ts';
import { pullOfShortLink } from '../text/pull-link.ts';
import { persistently } from '../thread/comment-requests.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import type { Connections } from './connections.ts';
import type { Memory } from './memory.ts';
import {
  type Doing,
  decideOn,
  endWith,
  type Known,
  type Taken,
  timedOutBeforeTurn,
  tooLate,
  unreadable,
  waitsForJob,
} from './steps.ts';

/** What a run needs to send a request, and to wait for its job. */
export interface WaitEffects extends Connections {
  /** The `wait` input: without it, the run ends as soon as the job is created. */
  readonly waits: boolean;
  /** Undefined if the request is reported in no thread. */
  readonly statusReport: StatusReport | undefined;
}

/**
 * Submits a request, and waits for the end of its job. @param to the job that gets a follow-up;
 * undefined to create one.
 */
export async function submitAndWait(
  prompt: string,
  to: Job | undefined,
  effects: WaitEffects,
): Promise<Outcome> {
  const { service, context, pollUntil, statusReport } = effects;
  const { clock, signal } = context;
  if (signal.aborted) return CANCELLED;
  if (clock.now() >= pollUntil) return tooLate();
  statusReport?.maybeSent();
  const submitted = await (to ? service.sendFollowUp(to, prompt) : service.createJob(prompt));
  if (submitted.kind !== 'accepted') {
    if (submitted.kind !== 'unconfirmed') effects.reporter.notAccepted();
    // A rejection is reported after a cancel too: something has to be changed.
    const mayRepeat = submitted.kind === 'unsent' || submitted.kind === 'quota-exhausted';
    return signal.aborted && mayRepeat ? CANCELLED : outcomeOfSubmit(submitted, clock.date());
  }
  return waitForEnd(submitted.job, to ? snapshotOf(to) : null, effects);
}

/**
 * For the log: the request is sent when the job is idle, without regard to other requests to it.
 */
export const notQueued = (id: string): string =>
  `Not queued: this run knows no other requests to job ${id}, and may send its own before one that waits.`;

/**
 * Sends a follow-up when its job has ended its current work. Without a thread, there is no queue.
 */
export async function followUpWithoutThread(
  id: string,
  prompt: string,
  effects: WaitEffects,
): Promise<Outcome> {
  effects.reporter.noted(notQueued(id), 'log');
  const found = await fetchJob(statusRequests(id, effects), { isOnlyGiven: true });
  if (found.kind === 'cancelled') return CANCELLED;
  if (found.kind !== 'job') return unreadable(id, found.error);
  if (!hasEnded(found.job)) logWait(`job ${id} to finish its current work`, effects);
  return (await waitWhileActive(found.job, effects)) ?? submitAndWait(prompt, found.job, effects);
}

/**
 * Waits for a job that another process created. @param request the last one to it; if its end is
 * reported, that counts at once.
 */
export async function attachAndWait(
  job: Job,
  request: StatusRecord | undefined,
  effects: WaitEffects,
) {
  const isReported = request?.facts.end?.why === 'ended';
  const before = isReported ? null : (request?.marker.before ?? null);
  effects.reporter.joined();
  const outcome = await waitForEnd(job, before, effects, isReported);
  // With `wait: false`, a job that had ended already is reported as ended, not as started.
  const hasEndedBefore =
    outcome.verdict === 'started' && firstLook(job, before).watch.ended?.isConfirmed === true;
  return hasEndedBefore ? outcomeOfPoll({ kind: 'ended', job, isProven: true }) : outcome;
}

/**
 * Reports the id of the job, and waits for its end. @param before the job when the follow-up was
 * sent. @param isReported its end is reported.
 */
async function waitForEnd(
  job: Job,
  before: Snapshot | null,
  effects: WaitEffects,
  isReported = false,
): Promise<Outcome> {
  const { context, reporter, statusReport, pollUntil, waits } = effects;
  const { signal } = context;
  const isOver = isReported ? hasEnded(job) : firstLook(job, before).end !== undefined;
  const until = signal.aborted || isOver || !waits ? undefined : timeOf(pollUntil, context);
  reporter.started(job, until);
  await statusReport?.working(job, until);
  if (!waits && !isOver && !signal.aborted) return { verdict: 'started', job };
  const result = await watchJob({ until: 'done', before }, job, {
    ...statusRequests(job.id, effects),
    // An edit of the status comment that failed is tried again.
    onReading: async (reading) => {
      reporter.progress.read(reading);
      await statusReport?.catchUp(reading.kind === 'job' ? reading.job : undefined);
    },
  });
  return withPull(outcomeOfPoll(result), before !== null, effects);
}

/** The wall clock at a time of the clock's `now`. */
const timeOf = (time: number, { clock }: Pick<ActionContext, 'clock'>): Date =>
  new Date(clock.date().getTime() + time - clock.now());

/** How the status of a job is read. */
export const statusRequests = (id: string, { context, service, pollUntil }: Connections) => ({
  read: (timeoutMs: number) => service.readJob(id, timeoutMs),
  clock: context.clock,
  signal: context.signal,
  deadline: pollUntil,
  log: context.runner.log,
});

/** What only adds a line to the report is not read in the last milliseconds before the timeout. */
const LAST_MS = 5_000;

/**
 * Adds to the end of a job its pull request, as GitHub shows it: what it changes, and for a
 * follow-up, whether it was merged or closed meanwhile.
 */
export async function withPull(
  outcome: Outcome,
  isFollowUp: boolean,
  { github, context, pollUntil }: Pick<Connections, 'github' | 'context' | 'pollUntil'>,
): Promise<Outcome> {
  if (outcome.verdict !== 'pull-request' || !github) return outcome;
  const link = pullOfShortLink(snapshotOf(outcome.job).link, context.runner.variables.serverUrl);
  const { clock, signal } = context;
  const now = clock.now();
  if (!link || !(isFollowUp || now < pollUntil - LAST_MS)) return outcome;
  // After a follow-up, it decides whether later requests describe the changes again.
  const until = isFollowUp ? Math.min(pollUntil, now + MAX_REPORT_DELAY_MS) : now;
  const read = () => readPull(once(github), link);
  const pull = await persistently('write', read, { clock, signal, until }).catch(() => undefined);
  if (!pull) return outcome;
  const changes = await readChanges(github, pull, link);
  const isMissed = isFollowUp && pull.state !== 'open';
  return { ...outcome, pull, changes, ...(isMissed && { pullEnd: pull.state }) };
}

/** What a run needs to handle a request in a thread. */
export interface ThreadEffects extends WaitEffects {
  readonly thread: ReportThread;
  readonly statusReport: StatusReport;
  readonly memory: Memory;
}

/**
 * The pause between two looks at what a run waits for: a share of the time waited, within limits in
 * milliseconds.
 */
const PACE = { share: 0.1, min: 3_000, max: 60_000 } as const;

/** Pauses within the timeout. */
const pause = (
  ms: number,
  { context: { clock, signal }, pollUntil }: ThreadEffects,
): Promise<void> => clock.sleep(Math.min(ms, Math.max(0, pollUntil - clock.now())), signal);

/** The queue must be read again. */
const withoutQueue = (known: Known, change: { readonly began?: number } = {}): Known => ({
  ...known,
  ...(known.queue && { queue: { ...known.queue, ...change, records: undefined } }),
});

/**
 * Waits while the job works, and then for a moment, as the request ahead may be reported by then.
 * Returns the outcome of a run that ends.
 */
export async function waitForRequest(
  { record, job }: Doing<'wait-for-request'>,
  known: Known,
  effects: ThreadEffects,
): Promise<Taken> {
  const { context, pollUntil, statusReport } = effects;
  logWait(`an earlier request, ${record.comment.url}`, effects);
  await statusReport.waiting(waitsForJob(job));
  const found = job === undefined ? undefined : await fetchJob(statusRequests(job, effects));
  const active = found?.kind === 'job' && !hasEnded(found.job) ? found.job : undefined;
  const outcome = active && (await waitWhileActive(active, effects));
  if (outcome) return endWith(outcome);
  const began = (active ? undefined : known.queue?.began) ?? context.clock.now();
  await pause(shareOf(context.clock.now() - began, PACE), effects);
  return context.clock.now() < pollUntil
    ? decideOn(withoutQueue(known, { began }))
    : endWith(timedOutBeforeTurn(waitsForJob(job)));
}

/**
 * Waits until the job has ended its current work. Returns the outcome of a run that ends before.
 */
export async function waitForJob(
  { job, settleMs }: Doing<'wait-for-job'>,
  known: Known,
  effects: ThreadEffects,
): Promise<Taken> {
  logWait(`job ${job.id} to finish its current work`, effects);
  await effects.statusReport.waiting({ job: job.id });
  if (hasEnded(job)) {
    await pause(settleMs, effects);
    return decideOn(withoutQueue(known));
  }
  const outcome = await waitWhileActive(job, effects);
  return outcome ? endWith(outcome) : decideOn(withoutQueue(known));
}

/** Sends GitHub nothing. Undefined once the job has ended its work, or the run is cancelled. */
async function waitWhileActive(job: Job, effects: WaitEffects): Promise<Outcome | undefined> {
  const result = await watchJob({ until: 'idle' }, job, {
    ...statusRequests(job.id, effects),
    onReading: async (reading) => effects.reporter.progress.read(reading),
  });
  if (result.kind === 'gone' || result.kind === 'unreadable')
    return unreadable(job.id, result.error);
  return result.kind === 'timed-out' ? timedOutBeforeTurn({ job: job.id }) : undefined;
}

/** @param what for the log. */
const logWait = (what: string, { context, reporter, pollUntil }: WaitEffects) =>
  reporter.progress.waiting(what, timeOf(pollUntil, context));
