import * as v from 'valibot';
import type { GitHub } from '../github/client.ts';
import type { IssueComments } from '../github/comments.ts';
import { readPull } from '../github/pulls.ts';
import type { Outcome } from '../outcome.ts';
import { renderOpened } from '../render/comment.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { hasEnded, type Job, linkOf, snapshotOf } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import { parsePullLink } from '../text/pull-link.ts';
import { mayPass, noPullComment } from '../thread/comment-requests.ts';
import { hashOf, MARKER, type MarkedRequest, type MarkerKeys, writeMarker } from '../thread/marker.ts';
import { readRecords } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';

/** Comments on the pull request that a job opened in this repository. */
export interface PullReport {
  /**
   * Creates the comment, or leaves it to the post step after the timeout or a cancel, and while GitHub fails. Warns instead of throwing.
   * @returns whether it is left to the post step.
   */
  ended(outcome: Outcome): Promise<'done' | 'left'>;
}

/** The comment on a pull request that says which job opened it. A command below it continues that job. */
export const PULL_COMMENT = v.object({
  pull: v.number(),
  prose: v.string(),
  marker: MARKER,
  /**
   * Milliseconds since the epoch: an older pull request is not the job's, even if the service names it. Null if an earlier report of the job
   * named this pull request.
   */
  notBefore: v.nullable(v.number()),
});

export type PullComment = Readonly<v.InferOutput<typeof PULL_COMMENT>>;

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
  return {
    async ended(outcome) {
      const comment = commentFor(outcome, parts);
      if (!comment) return 'done';
      const { pull } = comment;
      parts.save(comment);
      if (signal.aborted || clock.now() >= timeout) return 'left';
      try {
        await createPullComment(comment, { ...reader, github, comments: comments(pull) });
      } catch (error) {
        if (signal.aborted || mayPass(error)) return 'left';
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
      author: null,
      writer: statusComments.reader.writer,
      quote: '',
      mentioned: 'no',
      leaseSeconds: 0,
    },
    // Without a time of creation, only a pull request that opens later than everything could be the job's.
    notBefore: isNamedBefore ? null : Number.isNaN(createdAt) ? Number.MAX_SAFE_INTEGER : createdAt,
  };
}

/** The fields of the marker of such a comment, from those of the request. @param nonce of the comment. */
const markedOpening = (request: MarkedRequest, job: string, nonce: string): MarkedRequest => ({
  ...request,
  nonce,
  requestKey: hashOf('opened', job), // no request has this key
  retryVia: 'command',
  requester: null,
  previous: null,
  before: null,
});

interface PullCommentEffects extends MarkerKeys {
  readonly github: GitHub;
  /** Those of the pull request. */
  readonly comments: IssueComments;
  readonly repository: string;
}

/** How far the clocks of the service and of GitHub may differ, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Creates the comment, unless the pull request has one for this job, or is not the job's: it is closed, older than the job, or from a
 * fork, to which the agent has no access.
 * @throws GitHubError, or an error of Octokit, when GitHub does not answer or refuses the comment.
 */
export async function createPullComment(
  { pull: number, prose, marker, notBefore }: PullComment,
  { github, comments, repository, ...keys }: PullCommentEffects,
): Promise<void> {
  const pull = await readPull(github, { ...github.repository, number });
  if (pull?.state !== 'open' || pull.isFromFork) return;
  if (notBefore !== null && pull.createdAt < notBefore - CLOCK_DIFFERENCE_MS) return;
  const list = await comments.list(); // last, as another process may create the comment during a pause of these reads
  const { records } = readRecords(list, { ...keys, repository, writer: '' });
  const isThere = records.some(({ facts }) => facts.isOpening && 'job' in marker && facts.job === marker.job);
  if (isThere) return;
  const complete = marker.state === 'opened' ? { ...marker, author: pull.author.id } : marker;
  await comments.create(`${prose}\n${writeMarker(complete, keys.key, { repository, issue: number, comment: null })}`);
}
