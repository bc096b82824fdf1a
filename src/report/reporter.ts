import type { Outcome } from '../outcome.ts';
import { messageFor } from '../render/message.ts';
import type { Message, MessageContext } from '../render/message-type.ts';
import { renderOutputs } from '../render/outputs.ts';
import { formatDryRun, formatRequest, type PreparedRequest } from '../render/request-log.ts';
import type { RequestSummary } from '../render/request-summary.ts';
import { type RequestCounts, renderSummary } from '../render/summary.ts';
import { duration, toPlain } from '../render/to-markdown.ts';
import { warningsOf } from '../render/visitors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runner } from '../runtime/runner.ts';
import { hasEnded, type Job, statusWord } from '../service/job.ts';
import type { JobReading, SubmitRequest, SubmitResult } from '../service/jobs.ts';
import type { PageFailure } from '../service/visitors.ts';
import { plural } from '../text/format.ts';
import { forgetPostState, rememberJob } from '../thread/post-state.ts';
import type { Reactions } from './reactions.ts';
import type { StatusReport } from './status-report.ts';

/** Tells people what happens, as it happens: log, outputs, summary, comment, reactions. */
export interface Reporter {
  /** What is asked of the service is known, and where on GitHub to tell of it. */
  prepared(asked: PreparedRequest, places: ReportTargets): void;
  /** Nothing is asked: a job that is there is waited for. */
  attaching(request: RequestSummary, places: ReportTargets): void;
  /** The same in a dry run, with the request that would be sent. */
  dryRun(asked: PreparedRequest, request: SubmitRequest): void;
  /** A request of the service is on its way. */
  sent(operation: keyof RequestCounts): void;
  /** No byte of it can have left the machine. */
  unsent(operation: keyof RequestCounts): void;
  /** It spent nothing, and is sent again after so many milliseconds. */
  pausing(why: SubmitResult, pause: number): void;
  /** @param until the wall clock at the end of the budget; undefined when nobody will wait. */
  started(job: Job, until: Date | undefined): Promise<void>;
  /** The job was started before this run: nobody here knows how long it takes. */
  joined(): void;
  /** A line of progress; the same one at most once a minute. */
  progress(line: string): void;
  /** A poll told this. What GitHub did not take before is written again. */
  read(reading: JobReading): Promise<void>;
  /** So many pages of the analytics have been read. */
  surveying(pages: number): void;
  /** The next page is asked for again, after a pause of so many milliseconds. */
  postponed(why: PageFailure, pause: number): void;
  ended(outcome: Outcome): Promise<void>;
}

/** Where on GitHub a request is told; empty where nowhere. */
export interface ReportTargets {
  readonly thread?: { readonly report: StatusReport } | undefined;
  readonly reactions?: Reactions | undefined;
}

/** Milliseconds between two lines that say the same. */
const SIGN_OF_LIFE = 60_000;
const OVER_LIMIT = 'The service is over its rate limit (429).';
/** Milliseconds between two lines of progress. */
const PROGRESS = 10_000;

export function createReporter(runner: Runner, clock: Clock): Reporter {
  const traffic: RequestCounts = { create: 0, 'follow-up': 0, status: 0, analytics: 0 };
  let asked: PreparedRequest | undefined;
  let request: RequestSummary | undefined;
  let places: ReportTargets = {};
  let startedAt = 0;
  let isJoined = false;
  let endedAt: number | undefined;
  let last = { said: '', at: 0 };

  /** Says a thing when it is new, and again after a minute, so that a long wait shows signs of life. */
  function say(said: string, aloud: (line: string) => void = runner.log): void {
    const at = clock.now();
    const isNew = said !== last.said;
    if (!isNew && at - last.at < SIGN_OF_LIFE) return;
    last = { said, at };
    (isNew ? aloud : runner.log)(`${said} (after ${duration(at - startedAt)})`);
  }

  return {
    prepared(what, where) {
      asked = what;
      request = what.request;
      places = where;
      void places.reactions?.seen();
      for (const line of formatRequest(what)) runner.log(line);
      const { topPages } = what;
      const warnings = topPages?.kind === 'surveyed' ? warningsOf(topPages.survey) : [];
      if (warnings.length > 0) runner.warn(warnings.map(toPlain).join('\n'));
      const { cutBytes } = what.prompt;
      if (cutBytes > 0) runner.warn(`The request was too long: ${cutBytes} bytes of it were left out.`);
    },

    attaching(what, where) {
      request = what;
      places = where;
    },

    dryRun(what, spending) {
      asked = what;
      request = what.request;
      for (const line of [...formatRequest(what), ...formatDryRun(what, spending)]) runner.log(line);
    },

    sent(operation) {
      traffic[operation]++;
      if (operation === 'create' || operation === 'follow-up') places.thread?.report.sending();
    },

    unsent(operation) {
      traffic[operation]--;
    },

    pausing(why, pause) {
      places.thread?.report.pausing();
      const problem = 'error' in why ? why.error.message : OVER_LIMIT;
      runner.log(`${problem} Trying again in ${duration(pause)}`);
    },

    async started(job, until) {
      startedAt = clock.now();
      endedAt = undefined;
      last = { said: statusWord(job), at: startedAt };
      runner.output('jobId', job.id); // now, so that it survives a cancel
      runner.log(`Job ${job.id}: ${statusWord(job)}`);
      rememberJob(runner, job.id);
      await places.thread?.report.working(job, until);
    },

    joined() {
      isJoined = true;
    },

    progress: (line) => say(line),

    async read(reading) {
      sayReading(reading);
      await places.thread?.report.catchUp();
    },

    surveying(pages) {
      if (clock.now() - last.at >= PROGRESS) say(`${plural(pages, 'page')} read`);
    },

    postponed(why, pause) {
      const problem = why.kind === 'throttled' ? OVER_LIMIT : why.error.message;
      say(`${problem} Trying again in ${duration(pause)}`);
    },

    async ended(outcome) {
      const { thread, reactions } = places;
      const context = circumstancesNow();
      // What is on this machine first: GitHub may take its time, and a cancelled run has little.
      sayVerdict(messageFor(outcome, context));
      const commentUrl = thread?.report.url ?? '';
      const outputs = renderOutputs(outcome, context, { request, commentUrl });
      for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
      await runner.summary(renderSummary(outcome, { ...context, traffic, asked }));
      const telling = thread?.report.ended(outcome, context.elapsed);
      const [told] = await Promise.all([telling, reactions?.ended(outcome)]);
      const url = thread?.report.url ?? '';
      if (url !== commentUrl) runner.output('commentUrl', url);
      if (told === undefined || told === 'told') forgetPostState(runner); // else the post step tells it
    },
  };

  function circumstancesNow(): MessageContext {
    const { report } = places.thread ?? {};
    return {
      retryHints: request?.retryHints,
      runUrl: request?.runUrl,
      elapsed: isJoined ? undefined : (endedAt ?? clock.now()) - startedAt,
      isRemembered: report?.url !== undefined,
      isFollowUp: report?.isFollowUp === true || traffic['follow-up'] > 0,
    };
  }

  function sayReading(reading: JobReading): void {
    if (reading.kind === 'job') readJob(reading.job);
    else say(textOf(reading));
  }

  function readJob(job: Job): void {
    endedAt = hasEnded(job) ? (endedAt ?? clock.now()) : undefined;
    if (typeof job.status !== 'string') say(`Unknown status “${statusWord(job)}”; waiting on`, runner.warn);
    else if (job.status === 'completed' && job.pullRequest.kind === 'none')
      say('completed; looking for its pull request');
    else say(job.status);
  }

  function sayVerdict({ level, icon, headline, detail, advice, quote }: Message): void {
    const first = [toPlain(headline), toPlain(detail)].filter(Boolean).join(' · ');
    const lines = [...advice, ...(quote.length > 0 ? [quote] : [])].map(toPlain);
    runner[level]([`${icon} ${first}`, ...lines].join('\n'));
  }
}

/** What a status request told that brought no job. */
function textOf(reading: Exclude<JobReading, { kind: 'job' }>): string {
  switch (reading.kind) {
    case 'not-found':
      return 'The service does not know the job yet';
    case 'throttled':
      return reading.retryIn === undefined ? OVER_LIMIT : `${OVER_LIMIT} Trying again in ${duration(reading.retryIn)}`;
    case 'transient':
    case 'refused':
      return reading.error.message;
  }
}
