import * as v from '@badrap/valita';
import { ID, nullish, TEXT, TIME } from '../schema.ts';
import { parseAnswer, shown, WEB_ADDRESS } from './answers.ts';
import { type GitHub, readData } from './client.ts';
import { hasNextPage, readPages } from './pages.ts';

/** A line of code that a comment is about. The strings are untrusted and not sanitized. */
export interface CodeLine {
  readonly path: string;
  /**
   * Counted from 1, in the file as it was when the comment was written; undefined for a comment on
   * the whole file.
   */
  readonly line: number | undefined;
  /** The part of the diff that ends with the line, with its header; empty if GitHub sends none. */
  readonly hunk: string;
}

/** The fields of a line comment, as in payloads and in the REST API. */
export const CODE_LINE = {
  path: v.string(),
  diff_hunk: TEXT,
  line: nullish(ID),
  original_line: nullish(ID),
  subject_type: nullish(v.string()),
};

type CodeLineFields = v.Infer<v.ObjectType<typeof CODE_LINE, undefined>>;

/** `original_line` matches the hunk, also if later commits moved the line. */
export function toCodeLine({
  path,
  diff_hunk,
  line,
  original_line,
  subject_type,
}: CodeLineFields): CodeLine {
  if (subject_type === 'file') return { path, line: undefined, hunk: '' };
  return { path, line: original_line ?? line ?? lastLineOf(diff_hunk), hunk: diff_hunk };
}

/**
 * The number of the last line of a hunk; undefined if the hunk has none. GitHub ends a comment's
 * hunk with the commented line, and the list of a review's comments names no line (its schema in
 * GitHub's OpenAPI description, `review-comment`, has it as optional).
 */
function lastLineOf(hunk: string): number | undefined {
  const [header = '', ...lines] = hunk.split('\n');
  const [, before, after] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(header) ?? [];
  const [start, absent] = lines.at(-1)?.startsWith('-') ? [before, '+'] : [after, '-'];
  const count = lines.filter((line) => !line.startsWith(absent) && !line.startsWith('\\')).length;
  return start !== undefined && count > 0 ? Number(start) + count - 1 : undefined;
}

/** A review of a pull request, by its id. */
export interface ReviewRef {
  readonly pull: number;
  readonly id: number;
}

export interface LineComments {
  /** The strings, except `url`, are untrusted and not sanitized. */
  readonly comments: Readonly<v.Infer<typeof PAGE>>;
  /** False if the review has more comments than are read. */
  readonly isComplete: boolean;
}

const REVIEW = v.object({ body: TEXT });
const PAGE = v.array(
  v
    .object({ ...CODE_LINE, html_url: WEB_ADDRESS, body: TEXT, updated_at: TIME })
    .map(({ html_url, body, updated_at, ...line }) => ({
      ...toCodeLine(line),
      url: html_url,
      body,
      /**
       * Its last edit, in milliseconds since the epoch, by GitHub's clock. GitHub sends whole
       * seconds.
       */
      updatedAt: updated_at,
    })),
);

const PER_PAGE = 100;
const MAX_PAGES = 5;

/**
 * The current text of a review; empty if it has none. @throws GitHubError also if GitHub does not
 * show the review.
 */
export async function readReviewBody(github: GitHub, review: ReviewRef): Promise<string> {
  const found = await readData(github, 'the review of a comment', REVIEW, ({ pulls }) =>
    pulls.getReview(placeOf(github, review)),
  );
  return shownReview(found, review).body;
}

/**
 * The line comments of a review, at most 500, the oldest first. @throws GitHubError also if GitHub
 * does not show the review.
 */
export async function readLineComments(github: GitHub, review: ReviewRef): Promise<LineComments> {
  const comments: LineComments['comments'][number][] = [];
  async function readPage(page: number) {
    const where = { ...placeOf(github, review), per_page: PER_PAGE, page };
    const answer = await github.read('the line comments of the review', ({ rest }) =>
      rest.pulls.listCommentsForReview(where).then(toPage),
    );
    const { rows, hasMore } = shownReview(answer, review);
    comments.push(...rows);
    return { hasMore };
  }
  const { hasMore } = await readPages(readPage, (pages) => pages === MAX_PAGES);
  return { comments, isComplete: !hasMore };
}

/** `octokit.paginate` is not used: an answer that is no list is a TypeError in it. */
function toPage({ data, headers }: { data: unknown; headers: { link?: string } }) {
  const rows = parseAnswer(PAGE, data);
  return { rows, hasMore: hasNextPage(headers.link, rows.length === PER_PAGE) };
}

const placeOf = ({ repository }: GitHub, { pull, id }: ReviewRef) => ({
  ...repository,
  pull_number: pull,
  review_id: id,
});

const shownReview = <T>(found: T | undefined, { pull, id }: ReviewRef): T =>
  shown(found, `review ${id} of pull request #${pull}`, 'that the review still exists');
