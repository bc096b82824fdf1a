import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import type { GitHub } from './client.ts';
import { PERMISSIONS } from './errors.ts';
import { CODE_LINE, type CodeLine, toCodeLine, WEB_ADDRESS } from './fields.ts';

/** A review of a pull request, by its id. */
export interface ReviewRef {
  readonly pull: number;
  readonly id: number;
}

/** A comment of a review on a line or file. The strings, except `url`, are untrusted and not sanitized. */
interface LineComment extends CodeLine {
  readonly url: string;
  readonly body: string;
  /** Its last edit, in milliseconds since the epoch, by GitHub's clock. GitHub sends whole seconds. */
  readonly updatedAt: number;
}

export interface LineComments {
  readonly comments: readonly LineComment[];
  /** False if the review has more comments than are read. */
  readonly isComplete: boolean;
}

const REVIEW = v.object({ body: v.nullish(v.string(), '') });
const PAGE = v.array(
  v.object({
    ...CODE_LINE,
    html_url: WEB_ADDRESS,
    body: v.nullish(v.string(), ''),
    updated_at: v.pipe(v.string(), v.transform(Date.parse), v.number()),
  }),
);

const ONE = '/repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}';
const PER_PAGE = 100;
const MAX_PAGES = 5;

/** The current text of a review; empty if it has none. @throws GitHubError if GitHub does not answer or does not show it. */
export async function readReviewBody(github: GitHub, review: ReviewRef): Promise<string> {
  const found = await github.read('the review of a comment', async ({ request }) =>
    v.parse(REVIEW, (await request(`GET ${ONE}`, placeOf(github, review))).data),
  );
  return (found ?? unknownReview(review)).body ?? '';
}

/** The line comments of a review, at most 500, the oldest first. @throws GitHubError if GitHub does not answer or does not show it. */
export async function readLineComments(github: GitHub, review: ReviewRef): Promise<LineComments> {
  const comments: LineComment[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const found = await github.read('the line comments of the review', async ({ request }) => {
      const { data, headers } = await request(`GET ${ONE}/comments`, {
        ...placeOf(github, review),
        per_page: PER_PAGE,
        page,
      });
      const parsed = v.parse(PAGE, data);
      const hasMore = headers.link === undefined ? parsed.length === PER_PAGE : /rel="next"/.test(headers.link);
      return { parsed, hasMore };
    });
    const { parsed, hasMore } = found ?? unknownReview(review);
    comments.push(
      ...parsed.map(({ html_url, body, updated_at, ...line }) => ({
        ...toCodeLine(line),
        url: html_url,
        body: body ?? '',
        updatedAt: updated_at,
      })),
    );
    if (!hasMore) return { comments, isComplete: true };
  }
  return { comments, isComplete: false };
}

const placeOf = ({ repository }: GitHub, { pull, id }: ReviewRef) => ({
  ...repository,
  pull_number: pull,
  review_id: id,
});

function unknownReview({ pull, id }: ReviewRef): never {
  throw new GitHubError(
    `GitHub does not know review ${id} of pull request #${pull}, or does not show it to this token (404).`,
    `Check that the review still exists, and that the job has ${PERMISSIONS}.`,
  );
}
