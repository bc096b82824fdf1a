import * as v from '@badrap/valita';
import { GitHubError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { fallback, INTEGER, matching, TEXT, TIME } from '../schema.ts';
import { parseAnswer, shown, WEB_ADDRESS } from './answers.ts';
import { type GitHub, readData } from './client.ts';
import { hasNextPage, readPages } from './pages.ts';

/**
 * The start of a marker. A comment that contains it is a status comment or an imitation, and never
 * a request.
 */
export const MARKER_PREFIX = '<!-- docs-agent-action:';

/**
 * Milliseconds until lists show a new comment or issue. GitHub promises none: what a list may lack
 * must not do harm.
 */
export const LIST_DELAY_MS = 2_000;

/** Milliseconds between two writes (GitHub, "Best practices for using the REST API"). */
export const WRITE_PAUSE_MS = 1_000;

export interface CommentRef {
  readonly id: number;
  readonly url: string;
  readonly issueNumber: number;
}

export type Comment = Readonly<v.Infer<typeof COMMENT>>;

/** Comments as of one moment. The ages of comments are measured by GitHub's clock only. */
export interface CommentList {
  readonly comments: readonly Comment[];
  /** GitHub's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** The comments of one issue or pull request. */
export type IssueComments = ReturnType<typeof commentsOf>;

const REF = v.object({ id: INTEGER, html_url: WEB_ADDRESS });
const COMMENT = REF.extend({
  body: TEXT,
  created_at: TIME,
  updated_at: TIME,
  issue_url: matching(/\/issues\/\d+$/),
  user: fallback(v.object({ login: v.string() }), null),
}).map(({ id, html_url, body, issue_url, user, created_at, updated_at }) => ({
  id,
  url: html_url,
  issueNumber: Number(issue_url.split('/').at(-1)),
  body,
  /** The login; `ghost` for a deleted account. */
  author: user?.login ?? 'ghost',
  /** When it was created and last edited, by GitHub's clock, in milliseconds since the epoch. */
  createdAt: created_at,
  updatedAt: updated_at,
}));
const PAGE = v.array(COMMENT);

const PER_PAGE = 100;
/** Ten thousand comments. */
const MAX_PAGES = 100;
/**
 * UTF-16 units. The action writes shorter comments, so a longer one with a marker is an imitation.
 */
const MAX_MARKED = 12_500;
/**
 * UTF-16 units of all comments that are kept: of more than the 2,500 that GitHub allows in a
 * thread.
 */
const MAX_TEXT = 32 * 1024 * 1024;

/**
 * Validates a page. `octokit.paginate` is not used: it takes null, and an answer with the status
 * 409, for the end of the list, and these lists decide whether a job is created. Each page is also
 * read again by itself after a transient error.
 */
function toPage({ data, headers }: { data: unknown; headers: { date?: string; link?: string } }) {
  const comments = parseAnswer(PAGE, data);
  const hasMore = hasNextPage(headers.link, comments.length === PER_PAGE);
  return { comments, now: parseAnswer(TIME, headers.date), hasMore };
}

interface CommentEffects {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`, in milliseconds: no page is read after it. */
  readonly deadline: number;
}

/** All functions except `find` and `list` send one request and reject with a `RequestFailure`. */
export function commentsOf(
  github: GitHub,
  issueNumber: number,
  { clock, signal, deadline }: CommentEffects,
) {
  const { repository } = github;
  const thread = { ...repository, issue_number: issueNumber };
  const issues = async () => (await github.octokit()).rest.issues;
  const byId = (id: number) => ({ ...repository, comment_id: id });
  const unhurried = (id: number) => ({ ...byId(id), request: github.unhurried });
  const toRef = ({ data }: { data: unknown }): CommentRef => {
    const { id, html_url } = parseAnswer(REF, data);
    return { id, url: html_url, issueNumber };
  };

  /**
   * The comments with a marker. GitHub does not guarantee read-after-write: a new comment may be
   * missing for a while.
   * @param isOptional a thread that was deleted, or moved to another repository, has none.
   */
  async function list({ isOptional = false } = {}): Promise<CommentList> {
    const marked = new Map<number, Comment>();
    let size = 0;
    async function readPage(page: number) {
      const answer = await github.read('the comments of the thread', ({ rest }) =>
        rest.issues.listComments({ ...thread, per_page: PER_PAGE, page }).then(toPage),
      );
      if (!answer && isOptional) return { hasMore: false, now: github.now() };
      const { comments, ...more } = shown(
        answer,
        `issue or pull request ${issueNumber} of \`${repository.owner}/${repository.repo}\``,
        '`issue-number`, an issue or pull request in the repository of the workflow, not a discussion',
      );
      size += keepMarked(comments, marked);
      return more;
    }
    const isOver = () => signal.aborted || clock.now() >= deadline;
    const isEnough = (pages: number) => pages === MAX_PAGES || size > MAX_TEXT || isOver();
    const { hasMore, now } = await readPages(readPage, isEnough);
    if (!hasMore) return { comments: [...marked.values()], now };
    throw new GitHubError(
      "GitHub's list of the thread's comments did not end before the timeout or a cancel, or is longer than 10,000 comments.",
      'Set a longer `timeout`, or report in another thread (`issue-number`).',
    );
  }

  return {
    issueNumber,
    create: async (body: string) =>
      toRef(await (await issues()).createComment({ ...thread, body })),
    update: async (id: number, body: string) =>
      toRef(await (await issues()).updateComment({ ...unhurried(id), body })),
    get: async (id: number) =>
      parseAnswer(COMMENT, (await (await issues()).getComment(unhurried(id))).data),
    /** Retries transient errors. Undefined if the comment was deleted (404). */
    find: (id: number): Promise<Comment | undefined> =>
      readData(github, 'a status comment', COMMENT, (rest) => rest.issues.getComment(byId(id))),
    list,
  };
}

/** The comments with a marker of the whole repository. */
export interface RecentComments extends CommentList {
  /**
   * Why reading ended: there are no older comments, the older ones are too old, or these were
   * enough.
   */
  readonly end: 'whole' | 'age' | 'enough';
  /**
   * When the oldest comment that was read was edited, by GitHub's clock, in milliseconds since the
   * epoch; infinite if none was.
   */
  readonly oldest: number;
}

/**
 * Reads the comments of the whole repository, the last edited first.
 * @param from how far back to read. @param isEnough whether so many pages, whose last comment was
 * edited at `oldest`, are enough. Times are by GitHub's clock, in milliseconds since the epoch.
 */
export async function recentComments(
  { read, repository }: GitHub,
  from: (now: number) => number,
  isEnough: (pages: number, oldest: number) => boolean,
): Promise<RecentComments> {
  const found = new Map<number, Comment>();
  let oldest = Number.POSITIVE_INFINITY;
  async function readPage(page: number) {
    const where = {
      ...repository,
      sort: 'updated',
      per_page: PER_PAGE,
      direction: 'desc',
      page,
    } as const;
    const answer = await read('the comments of the repository', ({ rest }) =>
      rest.issues.listCommentsForRepo(where).then(toPage),
    );
    const { comments, now, hasMore } = shown(answer, 'the comments of this repository');
    const recent = comments.filter(({ updatedAt }) => updatedAt >= from(now));
    keepMarked(recent, found);
    oldest = recent.at(-1)?.updatedAt ?? oldest;
    const isOld = recent.length < comments.length;
    return {
      now,
      hasMore: hasMore && !isOld,
      end: isOld ? 'age' : 'whole',
    } as const;
  }
  const { hasMore, now, end } = await readPages(readPage, (pages) => isEnough(pages, oldest));
  return { comments: [...found.values()], now, end: hasMore ? 'enough' : end, oldest };
}

/** Returns the UTF-16 units of those that are kept. */
function keepMarked(comments: readonly Comment[], found: Map<number, Comment>): number {
  const marked = comments.filter(
    ({ body }) => body.length <= MAX_MARKED && body.includes(MARKER_PREFIX),
  );
  for (const comment of marked) found.set(comment.id, comment);
  return marked.reduce((sum, { body }) => sum + body.length, 0);
}
