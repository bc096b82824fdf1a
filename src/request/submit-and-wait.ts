import type { ActionContext } from '../action-context.ts';
import type { GitHub } from '../github/client.ts';
import { type PullState, readPullState } from '../github/pulls.ts';
import { CANCELLED, type Outcome, outcomeOfPoll, outcomeOfSubmit } from '../outcome.ts';
import type { StatusReport } from '../report/status-report.ts';
import { watchJob } from '../service/agent-service.ts';
import { hasEnded, type Job, type Snapshot, snapshotOf } from '../service/job.ts';
import { firstLook } from '../service/watch.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { Connections } from './connections.ts';
import type { Memory } from './memory.ts';
import { type Asked, mustContinue, NO_JOB, outcomeAtLimit, tooLate } from './steps.ts';

/** What a run needs to send a request, and to wait for its job. */
export interface WaitEffects extends Connections {
  /** The report in a thread, if there is one. */
  readonly thread?: { readonly report: Pick<StatusReport, 'continuedBy'> } | undefined;
  /** The `wait` input: without it, the run ends as soon as the job is created. */
  readonly waits: boolean;
}

/** Submits a request, and waits for the end of its job. @param to the job that gets a follow-up; undefined to create one. */
export async function submitAndWait(
  { prompt, wanted }: Asked,
  to: Job | undefined,
  effects: WaitEffects,
  onStarted?: () => Promise<void>,
): Promise<Outcome> {
  const { service, context, deadline } = effects;
  const { clock, signal } = context;
  if (signal.aborted) return CANCELLED;
  if (clock.now() >= deadline) return tooLate();
  const submitted = await (to ? service.sendFollowUp(to, prompt) : service.createJob(prompt));
  if (submitted.kind !== 'accepted') {
    const isNotAccepted = submitted.kind === 'unsent' || submitted.kind === 'quota-exhausted';
    return signal.aborted && isNotAccepted ? CANCELLED : outcomeOfSubmit(submitted, clock.date());
  }
  const outcome = await waitForJob(submitted.job, to ? snapshotOf(to) : null, effects, onStarted);
  if (!to && wanted?.kind === 'newest-of-cause') await warnIfUnreadable(outcome, effects);
  return outcome;
}

/** Waits for a job that another process created. @param request the last one to it; if its end is reported, that counts at once. */
export async function attachAndWait(job: Job, request: StatusRecord | undefined, effects: WaitEffects) {
  const isReported = request?.facts.end?.why === 'ended';
  const before = isReported ? null : (request?.marker.before ?? null);
  const onStarted = async () => effects.reporter.joined();
  const outcome = await waitForJob(job, before, effects, onStarted, isReported);
  // With `wait: false`, a job that had ended already is reported as ended, not as started.
  const isNotWaited = outcome.verdict === 'started' && outcome.continuedBy === undefined;
  const hasEndedBefore = isNotWaited && firstLook(job, before).watch.ended?.isConfirmed === true;
  return hasEndedBefore ? outcomeOfPoll({ kind: 'ended', job, isProven: true }) : outcome;
}

/** Reports the id of the job, and waits for its end. @param before the job when the follow-up was sent. @param isReported its end is reported. */
async function waitForJob(
  job: Job,
  before: Snapshot | null,
  effects: WaitEffects,
  onStarted: () => Promise<void> = async () => {},
  isReported = false,
): Promise<Outcome> {
  const { context, github, reporter, thread, deadline, waits } = effects;
  const { signal, runner } = context;
  const isOver = isReported ? hasEnded(job) : firstLook(job, before).end !== undefined;
  await reporter.started(job, signal.aborted || isOver || !waits ? undefined : timeOf(deadline, context));
  await onStarted();
  if (!waits && !isOver && !signal.aborted) return { verdict: 'started', job };
  const result = await watchJob({ until: 'done', before }, job, {
    ...statusRequests(job.id, effects),
    onReading: reporter.read,
  });
  const isShown = result.kind === 'ended' || result.kind === 'timed-out';
  const continuedBy = isShown ? await thread?.report.continuedBy() : undefined;
  if (continuedBy !== undefined) return { verdict: 'started', job: result.job, continuedBy };
  return withPullEnd(outcomeOfPoll(result), before !== null, github, runner.variables.serverUrl);
}

/** The wall clock at a time of the clock's `now`. */
export const timeOf = (time: number, { clock }: Pick<ActionContext, 'clock'>): Date =>
  new Date(clock.date().getTime() + time - clock.now());

/** How the status of a job is read. */
export const statusRequests = (id: string, { context, service, deadline }: Connections) => ({
  read: (timeoutMs: number) => service.readJob(id, timeoutMs),
  clock: context.clock,
  signal: context.signal,
  deadline,
  log: context.runner.log,
});

/** The state of a job's pull request; undefined if it has none, or GitHub does not answer. */
async function pullStateOf(job: Job, github: GitHub | undefined, serverUrl: string): Promise<PullState | undefined> {
  const { link } = snapshotOf(job);
  return github && link !== '' ? readPullState(github, link, serverUrl).catch(() => undefined) : undefined;
}

/** Adds to the end of a follow-up whether its pull request was merged or closed meanwhile. */
export async function withPullEnd(
  outcome: Outcome,
  isFollowUp: boolean,
  github: GitHub | undefined,
  serverUrl: string,
): Promise<Outcome> {
  if (!isFollowUp || outcome.verdict !== 'pull-request') return outcome;
  const state = await pullStateOf(outcome.job, github, serverUrl);
  return state?.kind === 'merged' || state?.kind === 'closed' ? { ...outcome, pullEnd: state.kind } : outcome;
}

/** Sends a request without a thread, where nothing is known of earlier ones. */
export async function handleWithoutThread(
  asked: Asked,
  mayComment: boolean,
  effects: WaitEffects & { readonly memory: Pick<Memory, 'readCounted'> },
): Promise<Outcome> {
  if (asked.mayNotSend) return asked.mayNotSend;
  if (asked.identity.attempt > 1) effects.reporter.noted(mayComment ? NO_THREAD : NO_COMMENT, 'warn');
  if (mustContinue(asked.wanted)) return NO_JOB;
  if (asked.limits) {
    const outcome = outcomeAtLimit(asked, await effects.memory.readCounted(undefined), Number.POSITIVE_INFINITY);
    if (outcome) return outcome;
    effects.reporter.noted(NOT_COUNTED, 'log');
  }
  return submitAndWait(asked, undefined, effects);
}

/** With `pull-request: reuse`, the next run fails if it cannot know whether the pull request is open. */
async function warnIfUnreadable(outcome: Outcome, { github, reporter, context }: WaitEffects): Promise<void> {
  if (outcome.verdict !== 'pull-request') return;
  const state = await pullStateOf(outcome.job, github, context.runner.variables.serverUrl);
  if (state?.kind === 'unreadable') reporter.noted(`${state.error.message} ${state.error.remedy}`, 'warn');
}

const NOT_COUNTED =
  'The limits do not count the job of this request, as it is not reported in a thread. Set `issue-number` to report in a thread.';
const NO_THREAD =
  'This is a re-run without a thread, so the result of the first attempt is unknown and a second job may be created. ' +
  'Set `issue-number` to report in a thread.';
const NO_COMMENT =
  'This is a re-run with `comment: false`, so the result of the first attempt is unknown and a second job may be created.';
