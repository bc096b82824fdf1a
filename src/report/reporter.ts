import type { Outcome } from '../outcome.ts';
import type { MessageContext, RetryHints } from '../render/message-parts.ts';
import {
  formatDryRun,
  formatRequest,
  type PreparedRequest,
  type RequestSummary,
} from '../render/request.ts';
import { type RequestCounts, renderResults } from '../render/results.ts';
import { toPlain } from '../render/to-markdown.ts';
import { warningsOf } from '../render/visitor-report.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runner } from '../runtime/runner.ts';
import type { SubmitRequest, SubmitResult } from '../service/agent-service.ts';
import { type Job, statusWord } from '../service/job.ts';
import { plural } from '../text/format.ts';
import type { GitHubReport } from './github-report.ts';
import { forgetPostState, keepState } from './post-state.ts';
import { createProgress } from './progress.ts';

/** Reports a run on its runner, while it happens: log, outputs, job summary. */
export type Reporter = ReturnType<typeof createReporter>;

/** What a run reports about, as far as it is known. */
export interface Subject {
  /**
   * Undefined if the event is no request: otherwise, the report of an error says that no job was
   * created.
   */
  readonly retryHints?: RetryHints;
  readonly request?: RequestSummary;
  readonly prepared?: PreparedRequest;
}

const CUT_OFF =
  'If no person cancelled the run: `timeout-minutes` of the job must be longer than `timeout`, and `concurrency` must have `cancel-in-progress: false`.';

export function createReporter(runner: Runner, clock: Clock) {
  const traffic: RequestCounts = { create: 0, 'follow-up': 0, status: 0, analytics: 0 };
  const notes: string[] = [];
  let subject: Subject = {};
  let isJoined = false;
  const progress = createProgress(runner, clock);

  /** More is known of what the run reports about. */
  function about(more: Subject): void {
    subject = { ...subject, ...more };
  }

  /** Something about the workflow that its author should know: for the log and the job summary. */
  function noted(note: string, level: 'log' | 'warn'): void {
    notes.push(note);
    runner[level](note);
  }

  return {
    progress,
    about,
    noted,
    /** The request is prepared. */
    prepared(prepared: PreparedRequest): void {
      about({ prepared, request: prepared.request });
      for (const line of formatRequest(prepared)) runner.log(line);
      const report = prepared.topPages?.report;
      const warnings = report ? warningsOf(report) : [];
      if (warnings.length > 0) runner.warn(warnings.map(toPlain).join('\n'));
      const { cutBytes } = prepared.prompt;
      if (cutBytes > 0)
        runner.warn(
          `The prompt was too long: ${plural(cutBytes, 'byte')} of untrusted text were cut.`,
        );
    },
    /** The run is a dry run, and shows what it would submit. */
    dryRun(prepared: PreparedRequest, submitRequest: SubmitRequest): void {
      about({ prepared, request: prepared.request });
      for (const line of [...formatRequest(prepared), ...formatDryRun(prepared, submitRequest)])
        runner.log(line);
    },
    /** A request to the service was started. */
    sent(operation: keyof RequestCounts): void {
      traffic[operation]++;
      if (operation !== 'create' && operation !== 'follow-up') return;
      keepState(runner, 'sent', `${clock.date().getTime()}`);
    },
    /** The connection failed before any byte of the request was sent. */
    unsent(operation: keyof RequestCounts): void {
      traffic[operation]--;
      keepState(runner, 'sent', '');
    },
    /** The service provably did not accept the submit request. */
    notAccepted: () => keepState(runner, 'sent', ''),
    /** The same, and it is sent again after `pause` milliseconds. */
    pausing(why: SubmitResult, pause: number): void {
      keepState(runner, 'sent', '');
      progress.retrying(why, pause);
    },
    /**
     * @param until the wall clock at the end of the timeout; undefined if the run does not wait.
     */
    started(job: Job, until: Date | undefined): void {
      // before anything else, so that it is set even if the run is cancelled
      runner.output('jobId', job.id);
      progress.started(job, until);
      runner.log(
        `Job ${job.id} ${traffic.create > 0 ? 'created' : traffic['follow-up'] > 0 ? 'continued' : 'found'}: ${statusWord(job)}`,
      );
      keepState(runner, 'job', job.id);
    },
    /** The job was created before this run, so its duration is unknown. */
    joined(): void {
      isJoined = true;
    },
    /**
     * Reports the outcome on the runner first, as requests to GitHub may be slow, and a cancelled
     * run is killed after a few seconds.
     * @param fails whether the step fails: its last line is an error annotation then, and only
     * then. @param onGitHub where else it is reported.
     */
    async ended(outcome: Outcome, fails: boolean, onGitHub?: GitHubReport): Promise<void> {
      if (outcome.verdict === 'cancelled') noted(CUT_OFF, 'log');
      const { request, prepared } = subject;
      const urlOf = () => onGitHub?.statusReport?.known().url ?? '';
      const context = contextOf(outcome, onGitHub);
      const { serverUrl } = runner.variables;
      const commentUrl = urlOf();
      const facts = { request, prepared, traffic, notes, commentUrl, serverUrl };
      const { level, lines, outputs, summary } = renderResults(outcome, context, facts);
      runner[fails ? 'error' : level === 'error' ? 'warn' : level](lines.join('\n'));
      keepState(runner, 'ended', outcome.verdict);
      for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
      runner.summary(summary);
      const isReported = (await onGitHub?.ended(outcome, context.elapsed)) ?? true;
      if (urlOf() !== commentUrl) runner.output('commentUrl', urlOf());
      if (isReported) forgetPostState(runner); // else the post step reports it
    },
  };

  function contextOf({ verdict }: Outcome, onGitHub: GitHubReport | undefined): MessageContext {
    const { retryHints } = subject;
    const { url, isFollowUp, openerJob } = onGitHub?.statusReport?.known() ?? {};
    const ofJob = isJoined ? undefined : progress.elapsed();
    return {
      retryHints,
      runUrl: runner.variables.runUrl,
      elapsed: verdict === 'timed-out' ? clock.now() : ofJob,
      isRemembered: url !== undefined,
      isFollowUp: isFollowUp === true || traffic['follow-up'] > 0,
      openerJob,
      wasSent: traffic.create + traffic['follow-up'] > 0,
    };
  }
}
