import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GitHub } from './client.ts';
import { PERMISSIONS } from './errors.ts';
import { WEB_ADDRESS } from './fields.ts';

/** The start of a marker. A comment that contains it is a status comment or an imitation, and never a request. */
export const MARKER_PREFIX = '<!-- docs-agent-action:';

export interface CommentRef {
  readonly id: number;
  readonly url: string;
  readonly issueNumber: number;
}

export interface Comment extends CommentRef {
  readonly body: string;
  /** The login; `ghost` for a deleted account. */
  readonly author: string;
  /** When it was created and last edited, by GitHub's clock, in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Comments as of one moment. The ages of comments are measured by GitHub's clock only. */
export interface CommentList {
  readonly comments: readonly Comment[];
  /** GitHub's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** The comments of one issue or pull request. All methods except `find` and `list` send one request and reject with what Octokit throws. */
export interface IssueComments {
  readonly issueNumber: number;
  create(body: string): Promise<CommentRef>;
  update(id: number, body: string): Promise<CommentRef>;
  remove(id: number): Promise<void>;
  get(id: number): Promise<Comment>;
  /** Retries transient errors. Undefined if the comment was deleted (404). @throws GitHubError if GitHub does not answer. */
  find(id: number): Promise<Comment | undefined>;
  /**
   * The comments with a marker, oldest first. GitHub does not guarantee read-after-write: a new comment may be missing for a while.
   * @throws GitHubError if GitHub does not answer, does not know the thread, or the list exceeds the deadline or the limits.
   */
  list(): Promise<CommentList>;
}

const NUMBER = v.pipe(v.number(), v.integer());
const REF = v.object({ id: NUMBER, html_url: WEB_ADDRESS });
const TIME = v.pipe(v.string(), v.transform(Date.parse), v.number());
const COMMENT = v.object({
  ...REF.entries,
  body: v.nullish(v.string(), ''),
  created_at: TIME,
  updated_at: TIME,
  issue_url: v.pipe(v.string(), v.regex(/\/issues\/\d+$/)),
  user: v.fallback(v.nullable(v.object({ login: v.string() })), null),
});
const PAGE = v.array(COMMENT);

const OF_REPOSITORY = '/repos/{owner}/{repo}/issues/comments';
const OF_THREAD = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
const BY_ID = `${OF_REPOSITORY}/{comment_id}` as const;
const PER_PAGE = 100;
/** Ten thousand comments. */
const MAX_PAGES = 100;
/** UTF-16 units of all comments with a marker. */
const MAX_TEXT = 32 * 1024 * 1024;

interface CommentEffects {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`, in milliseconds: no page is read after it. */
  readonly deadline: number;
  /** The first page, if it is already being read: the first list uses it. */
  readonly firstPage?: FirstPage | undefined;
}

export type FirstPage = ReturnType<typeof readPage>;

/** Begins to read the comments of a thread. An error is thrown where the page is used. */
export function readFirstPage(github: GitHub, issueNumber: number): FirstPage {
  const page = readPage(github, issueNumber, 1);
  page.catch(() => {}); // no unhandled rejection if it is not used
  return page;
}

/** Undefined if GitHub does not know the thread. */
const readPage = (github: GitHub, issueNumber: number, page: number) =>
  github.read('the comments of the thread', ({ request }) =>
    request(`GET ${OF_THREAD}`, {
      ...github.repository,
      issue_number: issueNumber,
      per_page: PER_PAGE,
      page,
    }).then(toPage),
  );

export function commentsOf(
  github: GitHub,
  issueNumber: number,
  { clock, signal, deadline, firstPage }: CommentEffects,
): IssueComments {
  const { octokit, repository, unhurried } = github;
  let early = firstPage;
  const byId = (id: number) => ({ ...repository, comment_id: id, request: unhurried });
  const toRef = (data: unknown): CommentRef => {
    const { id, html_url } = v.parse(REF, data);
    return { id, url: html_url, issueNumber };
  };

  async function list(): Promise<CommentList> {
    const marked: Comment[] = [];
    let size = 0;
    for (let page = 1; page <= MAX_PAGES && clock.now() < deadline && size <= MAX_TEXT; page++) {
      const reading = early ?? readPage(github, issueNumber, page);
      early = undefined;
      const { hasMore, now, comments } = (await reading) ?? unknownThread(issueNumber);
      const found = comments.filter(({ body }) => body.includes(MARKER_PREFIX));
      size += found.reduce((sum, { body }) => sum + body.length, 0);
      marked.push(...found);
      if (!hasMore || signal.aborted) return { comments: marked, now };
    }
    throw endlessList();
  }

  return {
    issueNumber,
    async create(body) {
      const { request } = await octokit();
      return toRef((await request(`POST ${OF_THREAD}`, { ...repository, issue_number: issueNumber, body })).data);
    },
    async update(id, body) {
      const { request } = await octokit();
      return toRef((await request(`PATCH ${BY_ID}`, { ...byId(id), body })).data);
    },
    async remove(id) {
      const { request } = await octokit();
      await request(`DELETE ${BY_ID}`, { ...repository, comment_id: id });
    },
    async get(id) {
      const { request } = await octokit();
      return toComment(v.parse(COMMENT, (await request(`GET ${BY_ID}`, byId(id))).data));
    },
    find: (id) =>
      github.read('a status comment', async ({ request }) =>
        toComment(v.parse(COMMENT, (await request(`GET ${BY_ID}`, { ...repository, comment_id: id })).data)),
      ),
    list,
  };
}

/**
 * The comments of the whole repository, page by page, the last updated first.
 * @param ageMs how far back to read, before GitHub's current time. @param from reads older ones too, back to this time, in milliseconds
 * since the epoch.
 * @returns pages. `isWhole`: there are no older comments.
 * @throws GitHubError if GitHub does not answer.
 */
export async function* recentComments(
  github: GitHub,
  ageMs: number,
  from = Number.POSITIVE_INFINITY,
): AsyncGenerator<CommentList & { isLast: boolean; isWhole: boolean }> {
  for (let page = 1; ; page++) {
    const newestFirst = { ...github.repository, sort: 'updated', direction: 'desc', per_page: PER_PAGE, page } as const;
    const answer = await github.read('the comments of the repository', ({ request }) =>
      request(`GET ${OF_REPOSITORY}`, newestFirst).then(toPage),
    );
    const { comments, now, hasMore } = answer ?? unknownRepository();
    const recent = comments.filter(({ updatedAt }) => updatedAt >= Math.min(now - ageMs, from));
    const areAllRecent = recent.length === comments.length;
    const isLast = !hasMore || !areAllRecent;
    yield { comments: recent, now, isLast, isWhole: !hasMore && areAllRecent };
    if (isLast) return;
  }
}

/** Validates a page; Octokit's own pagination would accept an object or null as an empty list. */
function toPage({ data, headers }: { data: unknown; headers: { date?: string; link?: string } }) {
  const comments = v.parse(PAGE, data).map(toComment);
  const hasMore = headers.link === undefined ? comments.length === PER_PAGE : /rel="next"/.test(headers.link);
  return { comments, now: v.parse(TIME, headers.date), hasMore };
}

const endlessList = () =>
  new GitHubError(
    "GitHub's list of the thread's comments did not end within the timeout, or is longer than 10,000 comments.",
    'Set a longer `timeout`, or report in another thread (`issue-number`).',
  );

function unknownRepository(): never {
  throw new GitHubError(
    'GitHub does not show the comments of this repository to this token (404).',
    `Give the job ${PERMISSIONS}.`,
  );
}

function toComment({ id, html_url, body, issue_url, user, ...times }: v.InferOutput<typeof COMMENT>): Comment {
  return {
    id,
    url: html_url,
    issueNumber: Number(issue_url.split('/').at(-1)),
    body: body ?? '',
    author: user?.login ?? 'ghost',
    createdAt: times.created_at,
    updatedAt: times.updated_at,
  };
}

function unknownThread(issueNumber: number): never {
  throw new GitHubError(
    `GitHub does not know issue or pull request ${issueNumber}, or does not show it to this token (404).`,
    `Check \`issue-number\`, and that the job has ${PERMISSIONS}.`,
  );
}
