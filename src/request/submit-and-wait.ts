import { InputError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import { type PullState, readPullState } from '../github/pulls.ts';
import { type Outcome, outcomeOfPoll, outcomeOfSubmit } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Job, linkOf, type PollOrigin, pollOriginOf, snapshotOf } from '../service/job.ts';
import type { AgentService } from '../service/submit.ts';
import { firstLook } from '../service/watch.ts';
import { watchJob } from '../service/watch-job.ts';

export interface WaitEffects {
  readonly service: AgentService;
  readonly reporter: Reporter;
  readonly clock: Clock;
  /** On the clock's `now`: the end of polling, with time left for the final report. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** The `wait` input: without it, the run ends as soon as the job is created. */
  readonly waits: boolean;
  /** Called once the job has an id and the status comment shows it. */
  readonly onStarted: () => Promise<void>;
  /** The status comment of a later request that continued the job, if there is one. */
  readonly continuedBy: () => Promise<string | undefined>;
  /** The state of the job's pull request; undefined if it has none, or the state is not known. */
  readonly pullEndOf: (job: Job) => Promise<PullState | undefined>;
}

/** Waits for a job that another process created. */
export async function attachAndWait(
  job: Job,
  since: PollOrigin,
  effects: Omit<WaitEffects, 'onStarted'>,
): Promise<Outcome> {
  const onStarted = async () => effects.reporter.joined();
  const outcome = await waitForJob(job, since, { ...effects, onStarted });
  // With `wait: false`, a job that had ended already is reported as ended, not as started.
  const isNotWaited = outcome.verdict === 'started' && outcome.why.kind === 'not-asked';
  const hasEndedBefore = isNotWaited && firstLook(job, since).watch.ended?.isConfirmed === true;
  return hasEndedBefore ? outcomeOfPoll({ kind: 'ended', job, isProven: true }) : outcome;
}

/** The error if the timeout ends before a request is sent to the service. */
export const tooLate = () =>
  new InputError('The timeout came before a request could be sent to the service.', 'Set a longer `timeout`.', {
    headline: 'Timeout too short',
  });

/** Submits a claimed request, reports the id of the job, and waits for its end. Returns the outcome. */
export async function submitAndWait(
  prompt: string,
  claim: { readonly kind: 'create' } | { readonly kind: 'follow-up'; readonly job: Job },
  effects: WaitEffects,
): Promise<Outcome> {
  const { service, signal, clock, deadline } = effects;
  if (signal.aborted) return { verdict: 'cancelled', job: undefined };
  if (clock.now() >= deadline) return { verdict: 'error', problem: tooLate(), job: undefined };
  const isFollowUp = claim.kind === 'follow-up';
  const submitted = await (isFollowUp ? service.sendFollowUp(claim.job, prompt) : service.createJob(prompt));
  if (submitted.kind !== 'accepted') {
    const isNotAccepted = submitted.kind === 'unsent' || submitted.kind === 'quota-exhausted';
    return signal.aborted && isNotAccepted
      ? { verdict: 'cancelled', job: undefined }
      : outcomeOfSubmit(submitted, clock.date());
  }
  return waitForJob(submitted.job, pollOriginOf(isFollowUp ? snapshotOf(claim.job) : null), effects);
}

/** Reports the id of the job, and waits for its end unless `wait` is `false`. */
async function waitForJob(job: Job, since: PollOrigin, effects: WaitEffects): Promise<Outcome> {
  const { service, reporter, clock, deadline, signal, waits } = effects;
  const isOver = firstLook(job, since).end !== undefined;
  const until = new Date(clock.date().getTime() + deadline - clock.now());
  await reporter.started(job, signal.aborted || isOver || !waits ? undefined : until);
  await effects.onStarted();
  if (!waits && !isOver && !signal.aborted) return { verdict: 'started', job, why: { kind: 'not-asked' } };
  const read = (timeout: number) => service.readJob(job.id, timeout);
  const watching = { read, clock, deadline, signal, onReading: reporter.read };
  const result = await watchJob({ until: 'done', since }, job, watching);
  const isShown = result.kind === 'ended' || result.kind === 'timed-out';
  const url = isShown ? await effects.continuedBy() : undefined;
  if (url !== undefined) return { verdict: 'started', job: result.job, why: { kind: 'continued', url } };
  const outcome = outcomeOfPoll(result);
  return withPullEnd(outcome, since.kind === 'follow-up', effects.pullEndOf);
}

/** Reads the state of a job's pull request; undefined if it has none, or GitHub does not answer. */
export const pullEndsIn =
  (github: GitHub | undefined, serverUrl: string): WaitEffects['pullEndOf'] =>
  async (job) =>
    github && linkOf(job) !== ''
      ? readPullState(github, snapshotOf(job).link, serverUrl).catch(() => undefined)
      : undefined;

/** Adds to the end of a follow-up whether its pull request was merged or closed meanwhile. A state that cannot be read is not known. */
export async function withPullEnd(
  outcome: Outcome,
  isFollowUp: boolean,
  pullEndOf: WaitEffects['pullEndOf'],
): Promise<Outcome> {
  if (!isFollowUp || outcome.verdict !== 'pull-request') return outcome;
  const state = await pullEndOf(outcome.job);
  return state?.kind === 'merged' || state?.kind === 'closed' ? { ...outcome, pullEnd: state.kind } : outcome;
}
