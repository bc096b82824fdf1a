import * as v from 'valibot';
import type { GitHub } from '../github/client.ts';
import type { IssueComments } from '../github/comments.ts';
import { readPull } from '../github/pulls.ts';
import { hashOf, MARKER, type MarkedRequest, type MarkerKeys, writeMarker } from './marker.ts';
import { readRecords } from './status-records.ts';

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

interface PullCommentEffects extends MarkerKeys {
  readonly github: GitHub;
  /** Those of the pull request. */
  readonly comments: IssueComments;
  readonly repository: string;
}

/** How far the clocks of the service and of GitHub may differ, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** The fields of the marker of such a comment, from those of the request. @param nonce of the comment. */
export const markedOpening = (request: MarkedRequest, job: string, nonce: string): MarkedRequest => ({
  ...request,
  nonce,
  requestKey: hashOf('opened', job), // no request has this key
  retryVia: 'command',
  requester: null,
  previous: null,
  before: null,
});

/** What decides whether a pull request gets the comment. */
export type PullThread = Awaited<ReturnType<typeof readPullThread>>;

/** Reads the comments of a pull request and its state side by side. @throws GitHubError */
export async function readPullThread(
  number: number,
  { github, comments }: Pick<PullCommentEffects, 'github' | 'comments'>,
) {
  const [list, pull] = await Promise.all([comments.list(), readPull(github, { ...github.repository, number })]);
  return { list, pull };
}

/**
 * Creates the comment, unless the pull request has one for this job, or is not the job's: it is closed, older than the job, or from a
 * fork, to which the agent has no access.
 * @param thread of the pull request, if it is already being read.
 * @throws GitHubError, or an error of Octokit, when GitHub does not answer or refuses the comment.
 */
export async function createPullComment(
  { pull: number, prose, marker, notBefore }: PullComment,
  { github, comments, repository, ...keys }: PullCommentEffects,
  thread: Promise<PullThread> = readPullThread(number, { github, comments }),
): Promise<void> {
  const { list, pull } = await thread;
  const { records } = readRecords(list, { ...keys, repository, writer: '' });
  const isThere = records.some(
    (record) => record.marker.state === 'opened' && 'job' in marker && record.marker.job === marker.job,
  );
  if (isThere) return;
  if (pull?.state !== 'open' || pull.isFromFork) return;
  if (notBefore !== null && pull.createdAt < notBefore - CLOCK_DIFFERENCE_MS) return;
  await comments.create(`${prose}\n${writeMarker(marker, keys.key, { repository, issue: number, comment: null })}`);
}
