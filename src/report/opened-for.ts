import { once } from '../github/client.ts';
import type { IssueComments } from '../github/comments.ts';
import { type Pull, readPull } from '../github/pulls.ts';
import { jobOf, type Outcome } from '../outcome.ts';
import { renderOpened } from '../render/comment.ts';
import { hasEnded, linkOf } from '../service/job.ts';
import { quoteName, type RichText } from '../text/format.ts';
import { isSameRepository, parsePullLink } from '../text/pull-link.ts';
import { noPullComment, persistently } from '../thread/comment-requests.ts';
import { hashOf, type Marker, markerFor, writeMarker } from '../thread/marker.ts';
import { factsOf, type Request } from '../thread/request.ts';
import { readRecords } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import { type DeclaredAccounts, isAgent } from '../trigger/declared-accounts.ts';

/** What the comment on the pull request that a job opened says. */
interface Opened {
  readonly statusComments: StatusComments;
  readonly request: Request;
  /** What the pull request was opened for; empty if that is not known. */
  readonly openedFor: RichText;
  /** Empty if not known. */
  readonly requester: string;
  readonly command: string;
  readonly accounts: Pick<DeclaredAccounts, 'agents'>;
  /**
   * The number of the thread in which the request is reported: there, the report itself is the
   * comment.
   */
  readonly reportThread: number | undefined;
}

/** The comment "Opened for", before its pull request was read. */
interface PullComment {
  readonly number: number;
  /** The pull request, if it was just read. */
  readonly pull: Pull | undefined;
  readonly prose: string;
  readonly marker: Marker;
}

/** Milliseconds for which a request to a GitHub in trouble may delay the final report. */
export const MAX_REPORT_DELAY_MS = 15_000;

/**
 * Comments on the pull request that a job opened. Returns whether that is done: after a cancel, it
 * is left to the post step. Never throws.
 */
export async function showOpened(outcome: Outcome, opened: Opened): Promise<boolean> {
  const { statusComments } = opened;
  const { clock, signal, warn, deadline } = statusComments.effects;
  const comment = commentFor(outcome, opened);
  if (!comment) return true;
  if (signal.aborted) return false;
  const { number } = comment;
  try {
    const create = () =>
      createPullComment(comment, { ...statusComments, comments: statusComments.comments(number) });
    const until = Math.min(deadline, clock.now() + MAX_REPORT_DELAY_MS);
    const author = await persistently('write', create, { clock, signal, until });
    if (author && !isAgent(author, opened.accounts)) warn(undeclared(author, number));
  } catch (error) {
    if (signal.aborted) return false;
    warn(noPullComment(number, error));
  }
  return true;
}

/**
 * An account that no workflow declares: what it does may be a request, and its own work may cause
 * further jobs.
 */
export function undeclared({ login, isBot }: Pull['author'], pull: number): string {
  const what = `Pull request #${pull} was opened by ${quoteName(login)}, which is not in \`agent-login\``;
  return isBot
    ? `${what}. Add the line ${quoteName(login)} to \`agent-login\`, so that the work of this bot is never a request.`
    : `${what}. It is the account of a person, whose pull requests and pushes may cause further jobs: let the service work as a bot, or set \`max-jobs-per-day\`. If only the agent uses it, add the line ${quoteName(login)} to \`agent-login\`.`;
}

/**
 * Undefined if no job ended with a pull request of this repository, or the request is reported in
 * that pull request.
 */
function commentFor(outcome: Outcome, opened: Opened): PullComment | undefined {
  const { request, reportThread, statusComments } = opened;
  const { github, reader, effects } = statusComments;
  const job = jobOf(outcome);
  const link =
    job && hasEnded(job) ? parsePullLink(linkOf(job), effects.variables.serverUrl) : undefined;
  const isHere = link && isSameRepository(link, github.repository);
  if (!job || !isHere || link.number === reportThread) return undefined;
  const prose = effects.redact(renderOpened({ ...opened, jobId: job.id }));
  const opening: Request = {
    ...request,
    nonce: hashOf(effects.uuid()),
    requestKey: hashOf('opened', job.id), // no request has this key
    retryVia: 'command',
    requester: null,
    before: null,
    // A job that failed has not handled its changes, although it opened a pull request: a later
    // request describes them again.
    head: outcome.verdict === 'pull-request' ? request.head : '',
    mentioned: 'no',
    phase: { at: 'opened', job: job.id, reportedIn: reportThread ?? null },
  };
  return {
    number: link.number,
    pull: outcome.verdict === 'pull-request' ? outcome.pull : undefined,
    prose,
    marker: markerFor({ prose, request: opening }, reader),
  };
}

/**
 * Creates the comment, unless there is one for this job, or the pull request is closed or from a
 * fork. Returns the account that opened the pull request; undefined if it is a stranger's.
 */
async function createPullComment(
  { number, pull: known, prose, marker }: PullComment,
  {
    github,
    comments,
    reader,
  }: Pick<StatusComments, 'github' | 'reader'> & { readonly comments: IssueComments },
): Promise<Pull['author'] | undefined> {
  const { repository, key } = reader;
  const pull = known ?? (await readPull(once(github), { ...github.repository, number }));
  if (!pull || pull.isFromFork) return undefined;
  if (pull.state !== 'open') return pull.author;
  // last, as another process may create the comment during a pause of these reads
  const list = await comments.list();
  const { records } = readRecords(list, { ...reader, writer: '' });
  const { job } = factsOf(marker);
  if (records.some(({ facts }) => facts.isOpenedFor && facts.job === job)) return pull.author;
  const place = { repository, issue: number, comment: null, createdAt: github.now() };
  await comments.create(`${prose}\n${writeMarker(marker, key, place)}`);
  return pull.author;
}
