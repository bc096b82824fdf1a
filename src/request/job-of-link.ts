import { ServiceError } from '../errors.ts';
import { hashOfLink, linkOf } from '../service/job.ts';
import type { JobReading } from '../service/jobs.ts';
import { THROTTLED } from '../service/poll.ts';
import type { JobEffects } from './earlier-job.ts';

/** Milliseconds between two readings of a job, and for one of them. */
const PAUSE_MS = 10_000;
const READ_TIMEOUT_MS = 10_000;
/** For so many milliseconds the jobs that could not be read are read again. */
const RETRY_MS = 30_000;

/** Reads a job at most once per pause, as the pull requests of many commits may need the same one. */
export function createJobReader({
  service,
  clock,
  deadline,
}: Omit<JobEffects, 'service'> & { readonly service: Pick<JobEffects['service'], 'readJob'> }): (
  id: string,
) => Promise<JobReading> {
  const known = new Map<string, { readonly at: number; readonly reading: Promise<JobReading> }>();
  return (id) => {
    const now = clock.now();
    const last = known.get(id);
    if (last && now - last.at < PAUSE_MS) return last.reading;
    const reading = service.readJob(id, Math.max(1, Math.min(READ_TIMEOUT_MS, deadline - now)));
    known.set(id, { at: now, reading });
    return reading;
  };
}

interface SearchEffects extends Pick<JobEffects, 'clock' | 'signal' | 'deadline'> {
  readonly readJob: (id: string) => Promise<JobReading>;
  /** For how long an active job may still show the link, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * The id of the first of the jobs with this link; undefined if none has it. Reads the others again until the patience ends.
 * @throws ServiceError if a job cannot be read: the request may be the agent's own work.
 */
export async function findJobOfLink(
  link: string,
  jobs: readonly string[],
  { readJob, clock, signal, patienceMs, deadline }: SearchEffects,
): Promise<string | undefined> {
  const began = clock.now();
  for (let left = jobs; ; ) {
    const readings = await Promise.all(left.map(readJob));
    const found = readings.find((reading) => reading.kind === 'job' && hashOfLink(linkOf(reading.job)) === link);
    if (found?.kind === 'job') return found.job.id;
    const problem = problemOf(readings);
    left = left.filter((_, at) => mayShowLink(readings[at]));
    if (left.length === 0) return undefined;
    const end = Math.min(deadline, began + Math.max(patienceMs, problem ? RETRY_MS : 0));
    const pause = Math.max(PAUSE_MS, problem?.retryIn ?? 0);
    const isOver = signal.aborted || clock.now() >= end || (problem && clock.now() + pause >= end);
    if (isOver && problem) throw unknownOpener(problem.error);
    if (isOver) return undefined;
    await clock.sleep(Math.min(pause, end - clock.now()), signal);
  }
}

/** Whether a job that shows no link now may show one later. The link may follow the end. */
function mayShowLink(reading: JobReading | undefined): boolean {
  if (reading?.kind !== 'job') return reading?.kind !== 'not-found';
  return linkOf(reading.job) === '' && reading.job.status !== 'failed';
}

interface Problem {
  readonly error: ServiceError;
  /** Milliseconds before which a further request is useless. */
  readonly retryIn: number;
}

/** Why the links of some jobs are unknown; undefined if all jobs were read. */
const problemOf = (readings: readonly JobReading[]): Problem | undefined =>
  readings
    .map(problemIn)
    .filter((problem) => problem !== undefined)
    .toSorted((one, other) => other.retryIn - one.retryIn)[0];

function problemIn(reading: JobReading): Problem | undefined {
  switch (reading.kind) {
    case 'job':
    case 'not-found':
      return undefined;
    case 'throttled':
      return { error: THROTTLED, retryIn: reading.retryIn ?? 0 };
    case 'transient':
      return { error: reading.error, retryIn: 0 };
    case 'refused':
      return { error: reading.error, retryIn: Number.POSITIVE_INFINITY };
  }
}

const unknownOpener = (cause: ServiceError) =>
  new ServiceError(
    `It is unknown whether the agent opened this pull request, as a job could not be read: ${cause.message}`,
    cause.remedy,
    { cause, quote: cause.quote },
  );
