import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import { type GitHub, readData } from './client.ts';
import { PERMISSIONS, parseAnswer } from './failure.ts';
import { CODE_LINE, TIME, toCodeLine, WEB_ADDRESS } from './fields.ts';

/** A review of a pull request, by its id. */
export interface ReviewRef {
  readonly pull: number;
  readonly id: number;
}

export interface LineComments {
  /** The strings, except `url`, are untrusted and not sanitized. */
  readonly comments: Readonly<v.InferOutput<typeof PAGE>>;
  /** False if the review has more comments than are read. */
  readonly isComplete: boolean;
}

const REVIEW = v.object({ body: v.nullish(v.string(), '') });
const PAGE = v.array(
  v.pipe(
    v.object({ ...CODE_LINE, html_url: WEB_ADDRESS, body: v.nullish(v.string(), ''), updated_at: TIME }),
    v.transform(({ html_url, body, updated_at, ...line }) => ({
      ...toCodeLine(line),
      url: html_url,
      body: body ?? '',
      /** Its last edit, in milliseconds since the epoch, by GitHub's clock. GitHub sends whole seconds. */
      updatedAt: updated_at,
    })),
  ),
);

const PER_PAGE = 100;
const MAX_PAGES = 5;

/** The current text of a review; empty if it has none. @throws GitHubError if GitHub does not answer or does not show it. */
export async function readReviewBody(github: GitHub, review: ReviewRef): Promise<string> {
  const found = await readData(github, 'the review of a comment', REVIEW, ({ pulls }) =>
    pulls.getReview(placeOf(github, review)),
  );
  return (found ?? unknownReview(review)).body ?? '';
}

/** The line comments of a review, at most 500, the oldest first. @throws GitHubError if GitHub does not answer or does not show it. */
export async function readLineComments(github: GitHub, review: ReviewRef): Promise<LineComments> {
  const found = await github.read('the line comments of the review', async ({ rest }): Promise<LineComments> => {
    const comments: LineComments['comments'][number][] = [];
    // Not by `octokit.paginate`: an answer that is no list is a TypeError in it.
    for (let page = 1; page <= MAX_PAGES; page++) {
      const where = { ...placeOf(github, review), per_page: PER_PAGE, page };
      const { data, headers } = await rest.pulls.listCommentsForReview(where);
      comments.push(...parseAnswer(PAGE, data));
      if (!/rel="next"/.test(headers.link ?? '')) return { comments, isComplete: true };
    }
    return { comments, isComplete: false };
  });
  return found ?? unknownReview(review);
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
