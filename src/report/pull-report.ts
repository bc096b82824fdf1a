import type { IssueComments } from '../github/comments.ts';
import { readPull } from '../github/pulls.ts';
import { jobOf, type Outcome } from '../outcome.ts';
import { renderOpened } from '../render/comment.ts';
import { hasEnded, linkOf, snapshotOf } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import { parsePullLink } from '../text/pull-link.ts';
import { mayPass, noPullComment } from '../thread/comment-requests.ts';
import { hashOf, markerFor, writeMarker } from '../thread/marker.ts';
import type { Request } from '../thread/request.ts';
import { createdAt, factsOf } from '../thread/request.ts';
import { readRecords } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import type { PullComment } from './post-state.ts';

/**
 * Creates the comment on the pull request that a job opened, or leaves it to the post step after the timeout or a cancel: returns false
 * then. Warns instead of throwing.
 */
export type PullReport = ReturnType<typeof createPullReport>;

interface PullReportParts {
  readonly statusComments: StatusComments;
  readonly request: Request;
  /** What the pull request was opened for, and who requested it; empty if that is not known. */
  readonly openedFor: () => RichText;
  readonly requester: string;
  readonly command: string;
  /** The number of the thread in which the request is reported: there, the report itself is the comment. */
  readonly reportThread: number | undefined;
  /** Saves the comment for the post step, in case this process is killed. */
  readonly save: (comment: PullComment) => void;
}

export function createPullReport(parts: PullReportParts) {
  const { statusComments } = parts;
  const { clock, signal, warn, deadline } = statusComments.effects;
  return async (outcome: Outcome): Promise<boolean> => {
    const comment = commentFor(outcome, parts);
    if (!comment) return true;
    const { pull } = comment;
    parts.save(comment);
    if (signal.aborted || clock.now() >= deadline) return false;
    try {
      await createPullComment(comment, { ...statusComments, comments: statusComments.comments(pull) });
    } catch (error) {
      if (signal.aborted || mayPass(error)) return false;
      warn(noPullComment(pull, error));
    }
    return true;
  };
}

/** Undefined if no job ended with a pull request of this repository, or the request is reported in that pull request. */
function commentFor(outcome: Outcome, parts: PullReportParts): PullComment | undefined {
  const { request, reportThread, statusComments } = parts;
  const { github, reader, effects } = statusComments;
  const job = jobOf(outcome);
  const link = job && hasEnded(job) ? parsePullLink(linkOf(job), effects.variables.serverUrl) : undefined;
  const { owner, repo } = github.repository;
  const isHere = link && `${link.owner}/${link.repo}`.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  if (!job || !isHere || link.number === reportThread) return undefined;
  const prose = effects.redact(renderOpened({ ...parts, openedFor: parts.openedFor(), jobId: job.id }));
  const opening: Request = {
    ...request,
    nonce: hashOf(effects.uuid()),
    requestKey: hashOf('opened', job.id), // no request has this key
    retryVia: 'command',
    requester: null,
    previous: null,
    before: null,
    // A job that failed has not handled its changes, although it opened a pull request: a later request describes them again.
    head: outcome.verdict === 'pull-request' ? request.head : '',
    mentioned: 'no',
    phase: { at: 'opened', job: job.id, author: null, reportedIn: reportThread ?? null },
    jobCreatedAt: createdAt(job),
    endedAt: job.readAt.getTime(),
  };
  const isNamedBefore = request.before?.link === snapshotOf(job).link;
  return {
    pull: link.number,
    prose,
    marker: markerFor({ prose, request: opening }, reader.writer),
    // Without a time of creation, only a pull request that opens later than everything could be the job's.
    notBefore: isNamedBefore ? null : (createdAt(job) ?? Number.MAX_SAFE_INTEGER),
  };
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
  { github, comments, reader }: Pick<StatusComments, 'github' | 'reader'> & { readonly comments: IssueComments },
): Promise<void> {
  const { repository, key } = reader;
  const pull = await readPull(github, { ...github.repository, number });
  if (pull?.state !== 'open' || pull.isFromFork) return;
  if (notBefore !== null && pull.createdAt < notBefore - CLOCK_DIFFERENCE_MS) return;
  const list = await comments.list(); // last, as another process may create the comment during a pause of these reads
  const { records } = readRecords(list, { ...reader, writer: '' });
  const { job } = factsOf(marker);
  if (records.some(({ facts }) => facts.isOpening && facts.job === job)) return;
  const { phase } = marker;
  const complete = phase.at === 'opened' ? { ...marker, phase: { ...phase, author: pull.author.id } } : marker;
  const place = { repository, issue: number, comment: null, createdAt: github.now() };
  await comments.create(`${prose}\n${writeMarker(complete, key, place)}`);
}
