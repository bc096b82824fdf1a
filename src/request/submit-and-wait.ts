import { type Outcome, outcomeOfPoll, outcomeOfSubmit } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Job, snapshotOf } from '../service/job.ts';
import type { AgentService } from '../service/jobs.ts';
import { pollUntilDone } from '../service/poll.ts';
import { type PollOrigin, pollOriginOf, startPolling } from '../service/poll-state.ts';
import { type Claim, tooLate } from './claim.ts';

export interface WaitEffects {
  readonly service: AgentService;
  readonly reporter: Reporter;
  readonly clock: Clock;
  /** On the clock's `now`: the end of the wait, with time left to report. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** `wait: false` starts the job and lets the runner go. */
  readonly waits: boolean;
  /** Once the job has a name and people know it. */
  readonly onStarted: () => Promise<void>;
  /** The status comment of a later request that continued the job, if there is one. */
  readonly continuedBy: () => Promise<string | undefined>;
}

/** Waits for a job that was started before, and nobody here knows when. */
export async function attachAndWait(
  job: Job,
  since: PollOrigin,
  effects: Omit<WaitEffects, 'onStarted'>,
): Promise<Outcome> {
  const onStarted = async () => effects.reporter.joined();
  const outcome = await watch(job, since, { ...effects, onStarted });
  // Nobody waits for a late link here, and an end that was there is no start.
  const hasEndedBefore = outcome.verdict === 'started' && startPolling(job, since).ended?.isConfirmed === true;
  return hasEndedBefore ? outcomeOfPoll({ kind: 'ended', job, isProven: true }) : outcome;
}

/** Asks the service for what was claimed, tells the job's name at once, waits for its end, and says what that means. */
export async function submitAndWait(
  prompt: string,
  claim: Exclude<Claim, { kind: 'ended' | 'attach' }>,
  effects: WaitEffects,
): Promise<Outcome> {
  const { service, signal, clock, deadline } = effects;
  if (signal.aborted) return { verdict: 'cancelled', job: undefined };
  if (clock.now() >= deadline) return { verdict: 'error', problem: tooLate(), job: undefined };
  const isFollowUp = claim.kind === 'follow-up';
  const spent = await (isFollowUp ? service.sendFollowUp(claim.job, prompt) : service.createJob(prompt));
  if (spent.kind !== 'accepted') {
    const neverTaken = spent.kind === 'unsent' || spent.kind === 'quota-exhausted';
    return signal.aborted && neverTaken
      ? { verdict: 'cancelled', job: undefined }
      : outcomeOfSubmit(spent, clock.date());
  }
  return watch(spent.job, pollOriginOf(isFollowUp ? snapshotOf(claim.job) : null), effects);
}

/** Tells the job's name, and waits for its end where the workflow wants that. */
async function watch(job: Job, since: PollOrigin, effects: WaitEffects): Promise<Outcome> {
  const { service, reporter, clock, deadline, signal, waits } = effects;
  const isOver = startPolling(job, since).verdict !== undefined;
  const until = new Date(clock.date().getTime() + deadline - clock.now());
  await reporter.started(job, signal.aborted || isOver || !waits ? undefined : until);
  await effects.onStarted();
  if (!waits && !isOver && !signal.aborted) return { verdict: 'started', job, why: { kind: 'not-asked' } };
  const result = await pollUntilDone({
    job,
    since,
    clock,
    deadline,
    signal,
    read: (timeout) => service.readJob(job.id, timeout),
    onReading: reporter.read,
  });
  const url = result.kind === 'cancelled' || result.kind === 'lost' ? undefined : await effects.continuedBy();
  return url === undefined
    ? outcomeOfPoll(result)
    : { verdict: 'started', job: result.job, why: { kind: 'continued', url } };
}
