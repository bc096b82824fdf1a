import { GitHubError } from '../errors.ts';
import { isForbidden, knownReason, PERMISSIONS, reasonOf } from '../github/answers.ts';
import type { GitHub } from '../github/client.ts';
import { type Outcome, VERDICTS, type Verdict } from '../outcome.ts';
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
import { type Job, type JobReading, statusWord } from '../service/job.ts';
import { plural } from '../text/format.ts';
import type { ReactionTarget } from '../trigger/trigger.ts';
import { forgetPostState, keepState } from './post-state.ts';
import { createProgress } from './progress.ts';
import type { StatusReport } from './status-report.ts';

/** Reports a run while it happens: log, outputs, summary, status comment, reactions. */
export type Reporter = ReturnType<typeof createReporter>;

/** What a run reports about and where, as far as it is known. */
export interface Subject {
  /**
   * Undefined if the event is no request: otherwise, the report of an error says that no job was
   * created.
   */
  readonly retryHints?: RetryHints;
  readonly request?: RequestSummary;
  readonly prepared?: PreparedRequest;
  readonly thread?: { readonly report: StatusReport } | undefined;
  readonly reactions?: Reactions;
  /**
   * Comments on the pull request that the job opened. Returns whether that is done: after a cancel,
   * the post step does it.
   */
  readonly showOpened?: (outcome: Outcome) => Promise<boolean>;
}

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

  return {
    progress,
    about,
    /** Whether the outcome is reported in a thread. */
    hasThread: () => subject.thread !== undefined,
    /**
     * Something about the workflow that its author should know: for the log and the job summary.
     */
    noted(note: string, level: 'log' | 'warn'): void {
      notes.push(note);
      runner[level](note);
    },
    /** The request is prepared. @param target where it is reported; empty if nowhere. */
    prepared(prepared: PreparedRequest, target: Subject): void {
      about({ ...target, prepared, request: prepared.request });
      void target.reactions?.seen();
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
      subject.thread?.report.sending();
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
    async started(job: Job, until: Date | undefined): Promise<void> {
      // before anything else, so that it is set even if the run is cancelled
      runner.output('jobId', job.id);
      progress.started(job, until);
      runner.log(
        `Job ${job.id} ${traffic.create > 0 ? 'created' : traffic['follow-up'] > 0 ? 'continued' : 'found'}: ${statusWord(job)}`,
      );
      keepState(runner, 'job', job.id);
      await subject.thread?.report.working(job, until);
    },
    /** The job was created before this run, so its duration is unknown. */
    joined(): void {
      isJoined = true;
    },
    /** A poll read the job. Retries an edit of the status comment that failed before. */
    async read(reading: JobReading): Promise<void> {
      progress.read(reading);
      await subject.thread?.report.catchUp(reading.kind === 'job' ? reading.job : undefined);
    },
    /**
     * @param fails whether the step fails: its last line is an error annotation then, and only
     * then.
     */
    async ended(outcome: Outcome, fails: boolean): Promise<void> {
      const { request, prepared, thread, reactions } = subject;
      const context = contextOf(outcome);
      // The local reports first: requests to GitHub may be slow, and a cancelled run is killed
      // after a few seconds.
      const { serverUrl } = runner.variables;
      const commentUrl = thread?.report.known().url ?? '';
      const facts = { request, prepared, traffic, notes, commentUrl, serverUrl };
      const { level, lines, outputs, summary } = renderResults(outcome, context, facts);
      runner[fails ? 'error' : level === 'error' ? 'warn' : level](lines.join('\n'));
      keepState(runner, 'ended', 'true');
      for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
      runner.summary(summary);
      const [isReported] = await Promise.all([
        reportOnGitHub(outcome, context.elapsed),
        reactions?.ended(outcome),
      ]);
      const url = thread?.report.known().url ?? '';
      if (url !== commentUrl) runner.output('commentUrl', url);
      if (isReported) forgetPostState(runner); // else the post step reports it
    },
  };

  /**
   * Before the final edit, the comment "Opened for": a run that is killed in between is continued
   * by the post step, a re-run or a sweep.
   */
  async function reportOnGitHub(outcome: Outcome, elapsed: number | undefined): Promise<boolean> {
    const { thread, showOpened } = subject;
    const isOpenedShown = (await showOpened?.(outcome)) ?? true;
    return isOpenedShown && ((await thread?.report.ended(outcome, elapsed)) ?? true);
  }

  function contextOf({ verdict }: Outcome): MessageContext {
    const { retryHints, thread } = subject;
    const { url, isFollowUp, opener } = thread?.report.known() ?? {};
    const ofJob = isJoined ? undefined : progress.elapsed();
    return {
      retryHints,
      runUrl: runner.variables.runUrl,
      elapsed: verdict === 'timed-out' ? clock.now() : ofJob,
      isRemembered: url !== undefined,
      isFollowUp: isFollowUp === true || traffic['follow-up'] > 0,
      opener,
      wasSent: traffic.create + traffic['follow-up'] > 0,
    };
  }
}

type Reactions = ReturnType<typeof createReactions>;

type ReactionContent = 'eyes' | NonNullable<(typeof VERDICTS)[Verdict]['reaction']>;

/**
 * Reacts when the run starts, and to its outcome. After a failure, none is attempted, and the run
 * warns, unless its error is GitHub's too.
 */
export function createReactions(
  target: ReactionTarget | undefined,
  github: GitHub,
  warn: (line: string) => void,
) {
  let problem: string | undefined;
  async function react(content: ReactionContent): Promise<void> {
    if (problem || !target) return;
    try {
      await addReaction(target, github, content);
    } catch (error) {
      problem = `The reaction could not be added: ${whyNotAdded(error)}`;
    }
  }
  return {
    seen: () => react('eyes'),
    async ended(outcome: Outcome): Promise<void> {
      const content = VERDICTS[outcome.verdict].reaction;
      if (content) await react(content);
      const isSaid = outcome.verdict === 'error' && outcome.problem instanceof GitHubError;
      if (problem && !isSaid) warn(problem);
    },
  };
}

async function addReaction(
  target: ReactionTarget,
  { octokit, repository }: GitHub,
  content: ReactionContent,
) {
  const { reactions } = (await octokit()).rest;
  const reaction = { ...repository, content };
  switch (target.kind) {
    case 'thread':
      return reactions.createForIssue({ ...reaction, issue_number: target.number });
    case 'comment':
      return reactions.createForIssueComment({ ...reaction, comment_id: target.id });
    case 'review comment':
      return reactions.createForPullRequestReviewComment({ ...reaction, comment_id: target.id });
  }
}

const whyNotAdded = (error: unknown): string =>
  knownReason(error) ??
  (isForbidden(error) ? `GitHub forbids it (403). Give the job ${PERMISSIONS}.` : reasonOf(error));
