import { GitHubError } from '../errors.ts';
import { recentComments } from '../github/comments.ts';
import { type OpenPulls, readOpenPulls } from '../github/pulls.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { LimitReached, OpenPull } from '../outcome.ts';
import { DAY_MS } from '../runtime/clock.ts';
import { pullOfShortLink, shortLinksIn } from '../text/pull-link.ts';
import { projectHash } from '../thread/earlier-requests.ts';
import { isSending, linksOf, type StatusRecord } from '../thread/status-records.ts';
import type { ReportThread, StatusComments } from '../thread/thread.ts';
import { isAgent } from '../trigger/declared-accounts.ts';

/**
 * Pages of 100 comments of the last 24 h. Beyond that, a limit counts as reached: strangers'
 * comments must not lift it.
 */
const MAX_PAGES = 50;
/** How far back recorded links lead to further pull requests: in milliseconds, and in pages. */
const LINKS_MS = 30 * DAY_MS;
const MAX_LINK_PAGES = 10;

/** The limits that a workflow sets; null for none. */
export interface Limits {
  readonly openPulls: number | null;
  readonly jobsPerDay: number | null;
}

/** What limits count. */
export interface Counted {
  /** GitHub's clock when it was read, in milliseconds since the epoch. */
  readonly now: number;
  /**
   * The requests of other runs in the last 24 h that created a job or may have, the oldest first,
   * one for each job.
   */
  readonly creations: readonly StatusRecord[];
  /** The jobs among them whose end is reported. */
  readonly ended: ReadonlySet<string>;
  /**
   * The agent's open pull requests, the oldest first; `createdAt` in milliseconds since the epoch
   * by GitHub's clock.
   */
  readonly openPulls: readonly (Omit<OpenPull, 'ageMs'> & { readonly createdAt: number })[];
  /** More comments were edited in the last 24 h than are read. */
  readonly isIncomplete: boolean;
}

/**
 * @param ownId of the status comment of a request that would create a job: of those that are about
 * to, only ones with a lower id count. Infinite: all.
 */
export function limitReached(
  { openPulls, jobsPerDay }: Limits,
  counted: Counted,
  ownId: number,
): LimitReached | undefined {
  const { now } = counted;
  const limit = openPulls === null ? 'max-jobs-per-day' : 'max-open-pulls';
  if (counted.isIncomplete) return { limit, max: openPulls ?? jobsPerDay ?? 0, isIncomplete: true };
  const creations = counted.creations.filter(
    (record) => !isSending(record) || record.comment.id < ownId,
  );
  if (openPulls !== null) {
    const active = creations.filter((record) => mayOpenPull(record, counted)).length;
    const open = counted.openPulls.map(({ name, url, isNamed, createdAt }) => ({
      name,
      url,
      isNamed,
      ageMs: Math.max(0, now - createdAt),
    }));
    if (open.length + active >= openPulls)
      return { limit: 'max-open-pulls', max: openPulls, open, active };
  }
  if (jobsPerDay === null || creations.length < jobsPerDay) return undefined;
  const last = creations[creations.length - jobsPerDay]?.comment.createdAt ?? now;
  return {
    limit: 'max-jobs-per-day',
    max: jobsPerDay,
    jobs: creations.length,
    freeAt: new Date(last + DAY_MS),
  };
}

/** Whether the job of a request is open, or it is unknown whether it exists. */
const mayOpenPull = ({ facts: { job, end } }: StatusRecord, { ended }: Counted): boolean =>
  (end === undefined || end.why === 'unconfirmed') && !(job !== undefined && ended.has(job));

/**
 * Reads the comments of the repository, and the open pull requests. @param thread of the request,
 * if it has one.
 * @throws GitHubError if GitHub does not answer, or does not show the pull requests to the token.
 */
export async function readForLimits(
  { limits, projectId, accounts }: Pick<Inputs, 'limits' | 'projectId' | 'accounts'>,
  { github, requestsIn, effects }: StatusComments,
  thread: Pick<ReportThread, 'readList' | 'comment'> | undefined,
): Promise<Counted> {
  const countsPulls = limits.openPulls !== null;
  const isRecent = (time: number) => time >= github.now() - DAY_MS;
  const list = () =>
    recentComments(
      github,
      (now) => now - (countsPulls ? LINKS_MS : DAY_MS),
      (pages, oldest) => pages === MAX_PAGES || (pages >= MAX_LINK_PAGES && !isRecent(oldest)),
    );
  const found = await (thread ? thread.readList(list) : list());
  const { serverUrl } = effects.variables;
  const project = projectHash(effects.variables, projectId);
  const records = requestsIn(found).filter(
    ({ marker, comment }) => marker.project === project && comment.id !== thread?.comment.ref?.id,
  );
  const repository = shortLinksIn(serverUrl, github.repository);
  const links = new Set(records.flatMap((record) => linksOf(record, repository)));
  const isCounted = ({ shortLink, author }: OpenPulls[number]) =>
    links.has(shortLink) || (author.isBot && isAgent(author, accounts));
  const openPulls = countsPulls ? await readOpen(links, serverUrl, github) : [];
  const { end, oldest } = found;
  return {
    now: found.now,
    ...creationsIn(records, found.now),
    openPulls: openPulls
      .filter(isCounted)
      .map((pull) => ({ ...pull, isNamed: pull.isPublic || pull.shortLink.startsWith(repository) }))
      .sort((one, other) => one.createdAt - other.createdAt),
    isIncomplete: end === 'enough' && isRecent(oldest),
  };
}

function creationsIn(
  records: readonly StatusRecord[],
  now: number,
): Pick<Counted, 'creations' | 'ended'> {
  const creations = records.filter(
    ({ marker, facts, comment }) =>
      marker.before === null &&
      !facts.isOpenedFor &&
      facts.sent !== 'no' &&
      now - comment.createdAt < DAY_MS,
  );
  // A re-run may report its job in a second comment: the oldest one counts.
  const firsts = new Map(
    creations.toReversed().map((record) => [record.facts.job ?? record.comment.id, record]),
  );
  const ended = records.flatMap(({ facts: { job, end } }) =>
    end?.why === 'ended' ? (job ?? []) : [],
  );
  return {
    creations: [...firsts.values()].sort((one, other) => one.comment.id - other.comment.id),
    ended: new Set(ended),
  };
}

/** The open pull requests of this repository, and of those that recorded links lead to. */
async function readOpen(
  links: ReadonlySet<string>,
  serverUrl: string,
  github: StatusComments['github'],
): Promise<OpenPulls> {
  const repositories = new Map([[shortLinksIn(serverUrl, github.repository), github.repository]]);
  for (const link of links) {
    const pull = pullOfShortLink(link, serverUrl);
    if (!pull)
      throw notCountable(
        "The pull request of an earlier job is not on this workflow's GitHub server",
      );
    const { owner, repo } = pull;
    repositories.set(shortLinksIn(serverUrl, pull), { owner, repo });
  }
  const pulls = await Promise.all(
    [...repositories].map((each) => readOpenPulls(github, each[1], each[0])),
  );
  return pulls.flat();
}

const notCountable = (problem: string): GitHubError =>
  new GitHubError(
    `${problem}, so \`max-open-pulls\` cannot count it.`,
    'Remove `max-open-pulls`. `max-jobs-per-day` works with every service.',
    { headline: 'Pull request not readable' },
  );
