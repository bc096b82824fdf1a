import type { GitHub } from '../github/client.ts';
import { parsePullLink } from '../github/pulls.ts';
import type { Outcome } from '../outcome.ts';
import { renderOpened } from '../render/comment.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { hasEnded, type Job, linkOf, snapshotOf } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import { noPullComment } from '../thread/comment-requests.ts';
import { hashOf, type MarkedRequest } from '../thread/marker.ts';
import {
  createPullComment,
  markedOpening,
  type PullComment,
  type PullThread,
  readPullThread,
} from '../thread/pull-comment.ts';
import type { StatusComments } from '../thread/thread.ts';

/** Comments on the pull request that a job opened in this repository. */
export interface PullReport {
  /** Begins to read the pull request of a job that has ended, beside the final check of the status comment. */
  expect(job: Job): void;
  /**
   * Creates the comment, or leaves it to the post step after the timeout or a cancel. Warns instead of throwing.
   * @returns whether it is left to the post step.
   */
  ended(outcome: Outcome): Promise<'done' | 'left'>;
}

interface PullReportParts {
  readonly github: GitHub;
  readonly statusComments: StatusComments;
  readonly request: MarkedRequest;
  /** What the pull request was opened for, and who requested it; empty if that is not known. */
  readonly openedFor: () => RichText;
  readonly requester: string;
  readonly command: string;
  /** The number of the thread in which the request is reported: there, the report itself is the comment. */
  readonly reportThread: number | undefined;
  readonly context: Pick<GitHubContext, 'serverUrl'>;
  readonly uuid: () => string;
  readonly redact: (text: string) => string;
  /** Saves the comment for the post step, in case this process is killed. */
  readonly save: (comment: PullComment) => void;
  readonly warn: (line: string) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`: the end of the step. */
  readonly timeout: number;
}

export function createPullReport(parts: PullReportParts): PullReport {
  const { github, clock, signal, timeout } = parts;
  const { comments, reader } = parts.statusComments;
  let early: { readonly pull: number; readonly thread: Promise<PullThread> } | undefined;
  return {
    expect(job) {
      const pull = pullToReport(job, parts);
      if (pull === undefined) return;
      const thread = readPullThread(pull, { github, comments: comments(pull) });
      thread.catch(() => {}); // no unhandled rejection if it is not used
      early = { pull, thread };
    },
    async ended(outcome) {
      const comment = commentFor(outcome, parts);
      if (!comment) return 'done';
      const { pull } = comment;
      parts.save(comment);
      if (signal.aborted || clock.now() >= timeout) return 'left';
      const thread = early?.pull === pull ? early.thread : undefined;
      try {
        await createPullComment(comment, { ...reader, github, comments: comments(pull) }, thread);
      } catch (error) {
        if (signal.aborted) return 'left';
        parts.warn(noPullComment(pull, error));
      }
      return 'done';
    },
  };
}

/**
 * The number of the job's pull request, if the job has ended, it is in this repository, and the request is not reported in that pull
 * request itself.
 */
function pullToReport(job: Job, { github, context, reportThread }: PullReportParts): number | undefined {
  if (!hasEnded(job)) return undefined;
  const link = parsePullLink(linkOf(job), context.serverUrl);
  const { owner, repo } = github.repository;
  const isHere = link && `${link.owner}/${link.repo}`.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  return isHere && link.number !== reportThread ? link.number : undefined;
}

/** Undefined if no job ended with a pull request of this repository, or the request is reported in that pull request. */
function commentFor(outcome: Outcome, parts: PullReportParts): PullComment | undefined {
  const { request, uuid, redact, statusComments } = parts;
  const job = 'job' in outcome ? outcome.job : undefined;
  const pull = job && pullToReport(job, parts);
  if (!job || pull === undefined) return undefined;
  const createdAt = Date.parse(job.createdAt);
  const isNamedBefore = request.before?.link === snapshotOf(job).link;
  return {
    pull,
    prose: redact(renderOpened({ ...parts, openedFor: parts.openedFor(), jobId: job.id })),
    marker: {
      ...markedOpening(request, job.id, hashOf(uuid())),
      // A job that failed has not handled its changes, although it opened a pull request: a later request describes them again.
      head: outcome.verdict === 'pull-request' ? request.head : '',
      state: 'opened',
      job: job.id,
      writer: statusComments.reader.writer,
      quote: '',
      mentioned: false,
      leaseSeconds: 0,
    },
    // Without a time of creation, only a pull request that opens later than everything could be the job's.
    notBefore: isNamedBefore ? null : Number.isNaN(createdAt) ? Number.MAX_SAFE_INTEGER : createdAt,
  };
}
