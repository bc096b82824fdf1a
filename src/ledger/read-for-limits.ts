import type { ActionContext } from '../action-context.ts';
import { type RecentComments, recentComments } from '../github/comments.ts';
import { dayAndTime } from '../render/to-markdown.ts';
import { projectHash } from '../thread/earlier-requests.ts';
import { readRecords } from '../thread/status-records.ts';
import type { ReportThread, StatusComments } from '../thread/thread.ts';
import { DAY_MS, findOlderPulls, type Ledger, linkedIn, readPulls, requireReadable } from './ledger.ts';
import type { Limits } from './limits.ts';

/** Pages of 100 comments, and days: how far back the comments are read in which open pull requests are linked. */
const MAX_PAGES = 4;
const MAX_DAYS = 30;
/** How many pull requests are read, the newest first: with the pages and one that is read twice, at most 8 requests to GitHub. */
const MAX_PULLS = 200;

interface LimitEffects {
  readonly context: ActionContext;
  readonly statusComments: StatusComments;
  /** Undefined for a request without one. */
  readonly thread?: Pick<ReportThread, 'readList' | 'comment'> | undefined;
  readonly projectId: string;
}

/**
 * Reads what limits count: the comments of the repository, which show the status comment of this run too, and the state of the pull requests.
 * @throws GitHubError if GitHub does not answer, or does not show a pull request to the token.
 */
export async function readForLimits(
  { openPulls }: Limits,
  { context: { runner }, statusComments, thread, projectId }: LimitEffects,
): Promise<Ledger> {
  const { github, reader, warnAbout } = statusComments;
  const place = { github, serverUrl: runner.variables.serverUrl };
  const ageMs = openPulls === null ? DAY_MS : MAX_DAYS * DAY_MS;
  let reach: RecentComments = { comments: [], now: 0, pages: 0, end: 'whole', since: undefined };
  async function list(): Promise<RecentComments> {
    const isEnough = (pages: number) => pages === MAX_PAGES;
    reach = await recentComments(github, (time) => time - ageMs, isEnough);
    return reach;
  }
  await (thread ? thread.readList(list) : list());
  const { now, since } = reach;
  // Of its own writings, those in the comments of earlier attempts prove jobs as before.
  const { records: all, ignored } = readRecords(reach, { ...reader, writer: '' });
  warnAbout(ignored);
  const project = projectHash(runner.variables, projectId);
  const own = thread?.comment.ref?.id;
  const records = all.filter(({ marker, comment }) => marker.project === project && comment.id !== own);
  const linked = openPulls === null ? [] : [...(await findOlderPulls(all, now, place)), ...linkedIn(records, place)];
  if (since !== undefined || linked.length > MAX_PULLS) runner.warn(readBackTo(since ?? now - ageMs));
  const pulls = await readPulls(linked.slice(-MAX_PULLS), place);
  requireReadable(pulls);
  return { now, records, pulls };
}

const readBackTo = (since: number) =>
  `The limits may miss jobs and pull requests: they count the ${MAX_PAGES * 100} most recently edited comments of the repository, here back ` +
  `to ${dayAndTime(new Date(since))}, and the ${MAX_PULLS} newest pull requests in them.`;
