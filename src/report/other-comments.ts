import { type CommentRef, type IssueComments, LIST_DELAY_MS } from '../github/comments.ts';
import { readPull } from '../github/pulls.ts';
import { jobOf, type Outcome } from '../outcome.ts';
import { renderOpened } from '../render/comment.ts';
import { hasEnded, linkOf, snapshotOf } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import { parsePullLink } from '../text/pull-link.ts';
import { mayPass, noPullComment, persistently, removeComment } from '../thread/comment-requests.ts';
import { hashOf, markerFor, readMarkerOf, writeMarker } from '../thread/marker.ts';
import { createdAt, factsOf, type Request } from '../thread/request.ts';
import { readRecords } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import { keepState, type PullComment } from './post-state.ts';

/** A comment that reports no request. A thread has one with the same `id`. */
export interface Notice {
  readonly prose: string;
  /** A hash. */
  readonly id: string;
}

/** Writes the comment. Of two that runs create at the same time, the older one stays. Never throws. */
export async function showNotice(
  { prose, id }: Notice,
  thread: number,
  { reader, effects, github, ...statusComments }: StatusComments,
  unwritten: (error: unknown) => string,
): Promise<void> {
  const { clock, signal, deadline, redact, warn } = effects;
  const comments = statusComments.comments(thread);
  function bodyFor(comment: number | null): string {
    const place = { repository: reader.repository, issue: thread, comment, createdAt: github.now() };
    return `${redact(prose)}\n${writeMarker({ notice: id }, reader.key, place)}`;
  }

  const read = async () =>
    (await comments.list()).comments.map((comment) => ({ comment, reading: readMarkerOf(comment, reader) }));
  type Found = Awaited<ReturnType<typeof read>>;
  const find = (found: Found) => found.find(({ reading }) => reading.kind === 'notice' && reading.id === id)?.comment;

  async function write(): Promise<CommentRef | undefined> {
    const earlier = find(await read());
    if (!earlier) return comments.create(bodyFor(null));
    await comments.update(earlier.id, bodyFor(earlier.id));
    return undefined;
  }

  try {
    const created = await persistently('write', write, { clock, signal, until: deadline });
    if (!created) return;
    await clock.sleep(LIST_DELAY_MS, signal); // for the comment of a run that started at the same time
    const oldest = find(await read());
    if (oldest && oldest.id < created.id) await removeComment(comments, created.id);
  } catch (error) {
    warn(unwritten(error));
  }
}

/** What the comment on the pull request that a job opened says. */
interface Opened {
  readonly statusComments: StatusComments;
  readonly request: Request;
  /** What the pull request was opened for; empty if that is not known. */
  readonly openedFor: RichText;
  /** Empty if not known. */
  readonly requester: string;
  readonly command: string;
  /** The number of the thread in which the request is reported: there, the report itself is the comment. */
  readonly reportThread: number | undefined;
}

/** Comments on the pull request that a job opened, or leaves it to the post step after the timeout or a cancel: returns false then. Never throws. */
export async function showOpened(outcome: Outcome, opened: Opened): Promise<boolean> {
  const { statusComments } = opened;
  const { clock, signal, warn, deadline } = statusComments.effects;
  const comment = commentFor(outcome, opened);
  if (!comment) return true;
  const { pull } = comment;
  keepState(statusComments.effects, 'pull-comment', comment);
  if (signal.aborted || clock.now() >= deadline) return false;
  try {
    await createPullComment(comment, { ...statusComments, comments: statusComments.comments(pull) });
  } catch (error) {
    if (signal.aborted || mayPass(error)) return false;
    warn(noPullComment(pull, error));
  }
  return true;
}

/** Undefined if no job ended with a pull request of this repository, or the request is reported in that pull request. */
function commentFor(outcome: Outcome, opened: Opened): PullComment | undefined {
  const { request, reportThread, statusComments } = opened;
  const { github, reader, effects } = statusComments;
  const job = jobOf(outcome);
  const link = job && hasEnded(job) ? parsePullLink(linkOf(job), effects.variables.serverUrl) : undefined;
  const { owner, repo } = github.repository;
  const isHere = link && `${link.owner}/${link.repo}`.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  if (!job || !isHere || link.number === reportThread) return undefined;
  const prose = effects.redact(renderOpened({ ...opened, jobId: job.id }));
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

/** Creates the comment, unless there is one for this job, or the pull request is closed, older than the job, or from a fork. */
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
