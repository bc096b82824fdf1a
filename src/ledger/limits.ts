import { GitHubError } from '../errors.ts';
import { recentComments } from '../github/comments.ts';
import type { LimitReached } from '../outcome.ts';
import { dayAndTime } from '../render/to-markdown.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { ReportThread, StatusComments } from '../thread/thread.ts';
import { DAY_MS, type Ledger, type LedgerPull, openIn, readLedger } from './ledger.ts';

/** The limits that a workflow sets; null for none. */
export interface Limits {
  readonly openPulls: number | null;
  readonly jobsPerDay: number | null;
}

/** @param commentId of the status comment of a request that would create a job: of those that announce one, only older ones count. Infinite: all. */
export function limitReached(
  { openPulls, jobsPerDay }: Limits,
  ledger: Ledger,
  commentId: number,
): LimitReached | undefined {
  const recent = recentCreations(ledger, commentId);
  if (openPulls !== null) {
    const age = (since: number) => Math.max(0, ledger.now - since);
    const open = openIn(ledger).map(({ name, url, createdAt }) => ({ name, url, ageMs: age(createdAt) }));
    const active = countActive(recent, ledger);
    if (open.length + active >= openPulls) return { limit: 'max-open-pulls', max: openPulls, open, active };
  }
  if (jobsPerDay === null || recent.length < jobsPerDay) return undefined;
  const times = recent.map(createdAt).sort((one, other) => one - other);
  const last = times[times.length - jobsPerDay] ?? ledger.now;
  return { limit: 'max-jobs-per-day', max: jobsPerDay, jobs: recent.length, freeAt: new Date(last + DAY_MS) };
}

/**
 * The requests that created a job in the last 24 h, are about to, or may have. A later one that is about to counts this one. A job has one, its
 * oldest: `attach` reports it in a second thread.
 */
function recentCreations({ records, now }: Ledger, commentId: number): readonly StatusRecord[] {
  const creations = records.filter(({ marker, facts, comment, isLeaseHeld }) => {
    if (marker.before !== null || facts.isOpening || facts.sent === 'no') return false;
    const isStarting = facts.sent === 'maybe' && facts.end === undefined && isLeaseHeld;
    return !isStarting || comment.id < commentId;
  });
  const firsts = new Map(creations.toReversed().map((record) => [record.facts.job ?? record.comment.id, record]));
  return [...firsts.values()].filter((record) => now - createdAt(record) < DAY_MS);
}

/** When the job of a request was created, by GitHub's clock: between the creation and the last edit of its status comment. */
function createdAt({ marker: { jobCreatedAt }, comment }: StatusRecord): number {
  return Math.min(comment.updatedAt, Math.max(comment.createdAt, jobCreatedAt ?? 0));
}

/** How many of these jobs may still open a pull request: no request shows their end. A follow-up was sent after the end of its job's work. */
function countActive(creations: readonly StatusRecord[], { records }: Ledger): number {
  const ended = new Set(records.flatMap(({ facts }) => (facts.end?.why === 'ended' ? (facts.job ?? []) : [])));
  return creations.filter(
    ({ facts: { job, end } }) =>
      (end === undefined || end.why === 'unconfirmed') && !(job !== undefined && ended.has(job)),
  ).length;
}

/** Pages of 100 comments, and days: how far back the comments are read in which open pull requests are linked. */
const MAX_PAGES = 4;
const MAX_DAYS = 30;
/** How many pull requests are read, the newest first: with the pages and those of open pull requests, at most 18 requests to GitHub. */
const MAX_PULLS = 200;

/**
 * Reads the comments of the repository and the state of the pull requests.
 * @throws GitHubError if GitHub does not answer, or does not show a pull request to the token.
 */
export async function readForLimits(
  limits: Limits,
  projectId: string,
  statusComments: StatusComments,
  thread: Pick<ReportThread, 'readList' | 'comment'> | undefined,
): Promise<Ledger> {
  const { github, effects } = statusComments;
  const hasPulls = limits.openPulls !== null;
  const ageMs = (hasPulls ? MAX_DAYS : 1) * DAY_MS;
  const list = () =>
    recentComments(
      github,
      (now) => now - ageMs,
      (pages) => pages === MAX_PAGES,
    );
  const { since, ...found } = await (thread ? thread.readList(list) : list());
  const query = { projectId, maxPulls: hasPulls ? MAX_PULLS : 0, own: thread?.comment.ref?.id };
  const ledger = await readLedger(found, query, statusComments);
  if (since !== undefined || ledger.unread > 0) effects.warn(readBackTo(since ?? found.now - ageMs));
  const hidden = [...ledger.pulls.values()].find(({ state }) => state === 'unreadable');
  if (hidden) throw unreadable(hidden);
  return ledger;
}

const readBackTo = (since: number) =>
  `The limits may miss jobs and pull requests: they count the ${MAX_PAGES * 100} most recently edited comments of the repository, here back ` +
  `to ${dayAndTime(new Date(since))}, and the ${MAX_PULLS} newest pull requests in them.`;

function unreadable({ url, name }: LedgerPull): GitHubError {
  const isElsewhere = url === '';
  const what = isElsewhere
    ? "The pull request of an earlier job is not on this workflow's GitHub server"
    : `GitHub does not show the pull request ${name} of an earlier job to \`github-token\``;
  const remedy = isElsewhere
    ? 'Remove `max-open-pulls`. `max-jobs-per-day` works with every service.'
    : 'Set `github-token` to a token with the permission `pull-requests: read` in that repository that can also do here what the ' +
      'default token can, or remove `max-open-pulls`.';
  return new GitHubError(`${what}, so \`max-open-pulls\` cannot count it.`, remedy, {
    headline: 'Pull request not readable',
  });
}
