import type { ActionContext } from '../action-context.ts';
import type { ServiceError } from '../errors.ts';
import { CANCELLED, interrupted, type Outcome, outcomeOfPoll } from '../outcome.ts';
import type { AgentService } from '../service/agent-service.ts';
import { hasEnded, type Job, type JobReading } from '../service/job.ts';
import { advance, newWatch, SETTLE_MS } from '../service/watch.ts';
import { LOST_AFTER_MS, openForMs, type StatusRecord } from '../thread/status-records.ts';

/** Milliseconds to wait after a 429 without `retry-after`. */
const THROTTLE_PAUSE_MS = 2_000;

/** Reads the jobs of a sweep: each with one status request, and after a 429 with a second one. */
export function createJobReader(
  readJob: AgentService['readJob'],
  deadline: number,
  { clock, signal }: Pick<ActionContext, 'clock' | 'signal'>,
) {
  /** The service answered at least one status request, with a job or a 404. */
  let hasAnswered = false;
  /** On the clock's `now`: the earliest time of the next request, after a 429. */
  let notBefore = 0;
  let refused: ServiceError | undefined;

  async function readPatiently(jobId: string): Promise<JobReading> {
    for (let attempt = 1; ; attempt++) {
      if (notBefore >= deadline) return { kind: 'throttled', retryIn: notBefore - clock.now() };
      if (notBefore > clock.now()) await clock.sleep(notBefore - clock.now(), signal);
      const reading = await readJob(jobId, Math.max(1, deadline - clock.now()));
      if (reading.kind !== 'throttled') return reading;
      notBefore = clock.now() + (reading.retryIn ?? THROTTLE_PAUSE_MS);
      if (attempt === 2) return reading;
    }
  }

  return {
    /** @param readings of this pass by job id, as two requests may have the same job. */
    async read(jobId: string, readings: Map<string, JobReading>): Promise<JobReading> {
      const known = readings.get(jobId);
      if (known) return known;
      const reading = await readPatiently(jobId);
      if (reading.kind === 'refused') refused ??= reading.error;
      if (reading.kind !== 'throttled') readings.set(jobId, reading);
      hasAnswered ||= reading.kind === 'job' || reading.kind === 'not-found';
      return reading;
    },
    /** The error if the service rejected every status request: then the cause is the configuration, not a job. */
    refusal: () => (hasAnswered ? undefined : refused),
  };
}

/** What a sweep finds out about a request. */
export type Finding =
  /** Its status comment is up to date. */
  | { readonly kind: 'active' }
  /** Its job could not be read, or its 404 may be wrong. */
  | { readonly kind: 'left' }
  /** The sweep reads the job again after `after` milliseconds. */
  | { readonly kind: 'recheck'; readonly after: number }
  /** An outcome to report in the status comment. */
  | { readonly kind: 'ended'; readonly outcome: Outcome }
  /** The job has been active for more than 24 h: no run or sweep waits for it any longer. */
  | { readonly kind: 'lost'; readonly job: string };

const ACTIVE = { kind: 'active' } as const;
const ended = (outcome: Outcome) => ({ kind: 'ended', outcome }) as const;

/** The finding for a request whose comment names no job of its own. */
export function findingWithoutJob({ facts, isLeaseHeld }: StatusRecord): Finding {
  if (isLeaseHeld) return ACTIVE;
  return ended(facts.sent === 'no' ? CANCELLED : interrupted());
}

/** @param records all, which show for how long the job has been open. @param isLast the job is not read again. */
export function findingOf(
  jobId: string,
  reading: JobReading,
  record: StatusRecord,
  records: readonly StatusRecord[],
  isLast: boolean,
): Finding {
  const { marker, isLeaseHeld, ageMs } = record;
  const job = reading.kind === 'job' ? reading.job : undefined;
  if (job && !hasEnded(job)) return findingOfActive(job, record, openForMs(jobId, records));
  // A new job may not be known to all servers yet.
  if (reading.kind === 'not-found' && (isLeaseHeld || ageMs < SETTLE_MS)) return ACTIVE;
  const aim = { until: 'swept', before: marker.before } as const;
  const watch = newWatch(aim, 0, isLast ? ageMs : Number.POSITIVE_INFINITY);
  const { end, readAgainIn } = advance(watch, reading, ageMs);
  if (!end) return { kind: 'recheck', after: readAgainIn };
  if (end.kind === 'gone') return ended({ verdict: 'error', problem: end.error, job: undefined, jobId });
  if (!job) return { kind: 'left' };
  return end.kind === 'ended' ? ended(outcomeOfPoll({ kind: 'ended', job, isProven: true })) : ACTIVE;
}

function findingOfActive(job: Job, { marker, isLeaseHeld }: StatusRecord, openFor: number): Finding {
  if (isLeaseHeld) return ACTIVE;
  if (openFor > LOST_AFTER_MS) return { kind: 'lost', job: job.id };
  const isAbandoned = marker.leaseSeconds > 0;
  return isAbandoned ? ended({ verdict: 'timed-out', job, problem: undefined, failures: 0 }) : ACTIVE;
}
