import type { GitHub } from '../github/client.ts';
import { type LineComments, readLineComments, readReviewBody } from '../github/reviews.ts';
import type { SkipReason } from '../outcome.ts';
import { readMarkdown } from '../sanitize/index.ts';
import { parseCommand } from '../trigger/command-events.ts';
import { lineCommentParts, nameOf } from '../trigger/sections.ts';
import type { PromptParts, RequestTrigger, ReviewRead, Section } from '../trigger/trigger.ts';

/** What a review adds to the request. */
export interface ReadReview {
  readonly prompt: PromptParts;
  /** The line comments that are left out because they were edited after the review was submitted. */
  readonly editedComments: number;
  /** Set if the request belongs to another event of the same review. */
  readonly skipReason?: SkipReason;
}

/** GitHub's times are whole seconds, and it touches the comments of a review while it submits them. */
const TOLERANCE_MS = 2_000;

/**
 * Reads what the payload of a review lacks. Must be called after the authorization only.
 * @param command the first word of a request.
 * @throws GitHubError if GitHub does not answer or does not show the review.
 */
export async function readReview(
  { requester, prompt }: RequestTrigger,
  review: ReviewRead,
  { command, github }: { readonly command: string; readonly github: GitHub },
): Promise<ReadReview> {
  if (review.kind === 'comments-of') {
    return withLineComments({ requester, prompt }, review, await readLineComments(github, review));
  }
  const isPart = parseCommand(await readReviewBody(github, review), command) !== undefined;
  return { prompt, editedComments: 0, ...(isPart && { skipReason: { verdict: 'skipped', reason: PART_OF_REVIEW } }) };
}

const PART_OF_REVIEW = 'this line comment is part of the request of its review, whose text begins with the command';

/** Adds the line comments of a review behind its text, without those that were edited after it was submitted. */
export function withLineComments(
  { requester, prompt }: Pick<RequestTrigger, 'requester' | 'prompt'>,
  review: ReviewRead & { readonly kind: 'comments-of' },
  { comments, isComplete }: LineComments,
): ReadReview {
  const unedited = comments.filter(({ updatedAt }) => updatedAt <= review.submittedAt + TOLERANCE_MS);
  const total = unedited.length;
  const lines = unedited.map(({ url, body, ...line }, at): Section => {
    const isCut = !isComplete && at === total - 1;
    const mark = isCut ? [`\n[and more: only the first ${comments.length} line comments are read]`] : [];
    const place = `line comment ${at + 1} of ${total} on pull request #${review.pull}`;
    return {
      heading: `the request: ${place} by ${nameOf(requester)}, ${url}`,
      parts: [...lineCommentParts(line, readMarkdown(body)), ...mark],
    };
  });
  // The last section is the pull request; the text of the review, if it has one, comes first.
  const sections = [...prompt.sections.slice(0, -1), ...lines, ...prompt.sections.slice(-1)];
  const isRequestInText = prompt.isRequestInText || total > 0;
  return { prompt: { ...prompt, sections, isRequestInText }, editedComments: comments.length - total };
}
