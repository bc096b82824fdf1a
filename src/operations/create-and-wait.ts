import type { AgentService } from '../agent/service.ts';
import { waitForEnd } from '../agent/wait.ts';
import type { Clock } from '../clock.ts';
import { InputError } from '../errors.ts';
import { judge, judgeSpending, type Outcome } from '../report/outcome.ts';
import type { Reporter } from '../reporter.ts';

export interface WaitEffects {
  readonly service: AgentService;
  readonly reporter: Reporter;
  readonly clock: Clock;
  /** On the clock's `now`: the end of the wait, with time left to report. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Creates a job, tells its name at once, waits for its end, and says what that means. */
export async function createAndWait(
  prompt: string,
  { service, reporter, clock, deadline, signal }: WaitEffects,
): Promise<Outcome> {
  if (signal.aborted) return { verdict: 'cancelled', job: undefined };
  if (clock.now() >= deadline) return { verdict: 'error', problem: tooLate(), job: undefined };
  const created = await service.createJob(prompt);
  if (created.kind !== 'accepted') {
    const neverTaken = created.kind === 'unsent' || created.kind === 'quota-exhausted';
    return signal.aborted && neverTaken
      ? { verdict: 'cancelled', job: undefined }
      : judgeSpending(created, clock.date());
  }

  const { job } = created;
  const until = new Date(clock.date().getTime() + deadline - clock.now());
  await reporter.started(job, signal.aborted ? undefined : until);
  return judge(
    await waitForEnd({
      ...{ job, since: { kind: 'create' }, clock, deadline, signal },
      read: (timeout) => service.readJob(job.id, timeout),
      onReading: (reading) => reporter.read(reading),
    }),
  );
}

const tooLate = () =>
  new InputError(
    'The budget was over before the service could be asked.',
    'Nothing was spent. Set a longer `timeout`.',
  );
