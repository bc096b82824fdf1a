import { clockTime, duration } from '../render/to-markdown.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runner } from '../runtime/runner.ts';
import type { SubmitResult } from '../service/agent-service.ts';
import type { ReadFailure } from '../service/connection.ts';
import { hasEnded, type Job, type JobReading, statusWord } from '../service/job.ts';
import { plural } from '../text/format.ts';

/** Milliseconds after which an unchanged line is repeated. */
const REPEAT_AFTER_MS = 60_000;
const OVER_QUOTA = 'The quota of the service is used up (429).';
/** Milliseconds between two lines that count the pages read. */
const PAGE_PROGRESS_MS = 10_000;

/** The log of a run while it waits. The same line is logged at most once per minute. */
export function createProgress(runner: Pick<Runner, 'log' | 'warn'>, clock: Clock) {
  let startedAt = 0;
  let endedAt: number | undefined;
  let last = { line: '', at: 0 };
  /** The wall clock at the end of the wait; undefined if the run does not wait for a job. */
  let waitsUntil: Date | undefined;

  /** `, 1 min elapsed, until 14:32 UTC` */
  function timeOfWait(): string {
    const elapsed = `, ${duration(clock.now() - startedAt)} elapsed`;
    return waitsUntil ? `${elapsed}, until ${clockTime(waitsUntil)}` : elapsed;
  }

  /**
   * Logs a line, unless the last one was the same, less than a minute ago. @param write how a new
   * line is written.
   */
  function logLine(
    line: string,
    time = timeOfWait(),
    write: (line: string) => void = runner.log,
  ): void {
    const at = clock.now();
    const isNew = line !== last.line;
    if (!isNew && at - last.at < REPEAT_AFTER_MS) return;
    last = { line, at };
    (isNew ? write : runner.log)(`${line.replace(/\.$/, '')}${time}`);
  }

  function logJob(job: Job): void {
    endedAt = hasEnded(job) ? (endedAt ?? clock.now()) : undefined;
    const word = statusWord(job);
    const waiting = `Waiting for job ${job.id}: `;
    if (typeof job.status !== 'string')
      logLine(`${waiting}unknown status “${word}”`, timeOfWait(), runner.warn);
    else if (job.status === 'completed' && job.pullRequest.kind === 'none')
      logLine(`${waiting}completed without a pull request so far`);
    else if (job.status === 'active') logLine(`${waiting}active`);
    else logLine(`Job ${job.id}: ${word}`, '');
  }

  return {
    /**
     * Milliseconds since the job was started, up to its end; since the start of the run if there is
     * no job.
     */
    elapsed: () => (endedAt ?? clock.now()) - startedAt,
    /**
     * @param until the wall clock at the end of the timeout; undefined if the run does not wait.
     */
    started(job: Job, until: Date | undefined): void {
      startedAt = clock.now();
      endedAt = undefined;
      last = { line: statusWord(job), at: startedAt };
      waitsUntil = until;
    },
    /** The run waits for `what`. @param until the wall clock at the end of the wait. */
    waiting(what: string, until: Date): void {
      waitsUntil = until;
      logLine(`Waiting for ${what}`);
    },
    /** A poll read the job. */
    read(reading: JobReading): void {
      if (reading.kind === 'job') logJob(reading.job);
      else logLine(textOf(reading));
    },
    /** `pages` pages of the analytics have been read. */
    surveying(pages: number): void {
      if (clock.now() - last.at >= PAGE_PROGRESS_MS)
        logLine(`${plural(pages, 'page')} of the analytics read`);
    },
    /** A request is repeated after `pause` milliseconds. */
    retrying(why: SubmitResult | ReadFailure, pause: number): void {
      // A long pause is easier to understand with its end.
      const at =
        pause < 120_000 ? '' : `, at ${clockTime(new Date(clock.date().getTime() + pause))}`;
      runner.log(`${problemOf(why)} Trying again in ${duration(pause)}${at}`);
    },
  };
}

const problemOf = (why: SubmitResult | ReadFailure): string =>
  'error' in why && why.error && why.kind !== 'quota-exhausted' ? why.error.message : OVER_QUOTA;

/** The log line for a status request that returned no job. */
function textOf(reading: Exclude<JobReading, { kind: 'job' }>): string {
  switch (reading.kind) {
    case 'not-found':
      return 'Waiting for the job: the service does not know it (404)';
    case 'throttled':
      return reading.retryIn === undefined
        ? OVER_QUOTA
        : `${OVER_QUOTA} Trying again in ${duration(reading.retryIn)}`;
    case 'transient':
    case 'refused':
      return reading.error.message;
  }
}
