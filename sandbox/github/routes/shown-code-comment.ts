import type { DiffPlace } from '../diff-place.ts';
import type { JsonObject } from '../json.ts';

/** The places of comments on code, by the comment's id. */
export type CodeCommentPlaces = ReadonlyMap<number, DiffPlace>;

/** A comment on code as GitHub shows it: with its place, links, and `in_reply_to_id` only if it is a reply. */
export function shownCodeComment({ in_reply_to_id, ...comment }: JsonObject, places: CodeCommentPlaces): JsonObject {
  const { url, html_url, pull_request_url } = comment;
  const _links = { self: { href: url }, html: { href: html_url }, pull_request: { href: pull_request_url } };
  const place = places.get(Number(comment.id));
  const lines = place && { original_line: place.line, start_line: null, original_start_line: null, start_side: null };
  return { ...comment, ...place, ...lines, _links, ...(in_reply_to_id ? { in_reply_to_id } : {}) };
}

/**
 * The form in the list of one review's comments, which names no line: the place is `position` and `diff_hunk`
 * (`review-comment` in GitHub's OpenAPI description; hub4j/github-api#2106).
 */
export function withoutLines(comment: JsonObject): JsonObject {
  const { line, side, original_line, start_line, original_start_line, start_side, subject_type, ...rest } = comment;
  return rest;
}
