import { type DiffPlace, findPlace } from '../diff-place.ts';
import { asList, asObject, type JsonObject, readBody, readList, readObject, refusal, withJson } from '../json.ts';
import { freshPull } from '../pull.ts';
import type { Answer, Upstream } from '../upstream.ts';
import { requesterOf } from '../who-asks.ts';
import { asGit } from './patches.ts';
import type { Route, RouteContext } from './route.ts';
import { shownCodeComment } from './shown-code-comment.ts';

const PULL = '(?<pull>(?<repo>/repos/[^/]+/[^/]+)/pulls/\\d+)';

type Found = Readonly<Record<string, string>>;

/**
 * Reviews with comments on code. The emulator takes a comment's place only as a `position`, keeps no diff hunk, gives a single comment
 * no review, and sends no delivery for the comments of a review.
 */
export const review: readonly Route[] = [
  { method: 'POST', path: new RegExp(`^${PULL}/reviews$`), answer: createReview },
  { method: 'POST', path: new RegExp(`^${PULL}/comments$`), answer: createComment },
];

async function createReview(found: Found, upstream: Upstream, context: RouteContext): Promise<Answer> {
  const { comments, event, body, commit_id } = readBody(context.body);
  if (asList(comments).length === 0) return upstream.pass();
  const submitted = await submit(found, { comments: asList(comments), event, body, commit_id }, upstream, context);
  return 'refused' in submitted ? submitted.refused : submitted.review;
}

/** On GitHub, a single comment on code has a review of its own, without a body. A reply is left to the emulator. */
async function createComment(found: Found, upstream: Upstream, context: RouteContext): Promise<Answer> {
  const { commit_id, ...comment } = readBody(context.body);
  if (comment.in_reply_to) return upstream.pass();
  const submitted = await submit(found, { comments: [comment], event: 'COMMENT', commit_id }, upstream, context);
  return 'refused' in submitted ? submitted.refused : withJson(submitted.review, submitted.comments[0], 201);
}

interface AskedReview {
  readonly comments: readonly JsonObject[];
  /** Undefined for a review that is submitted later. */
  readonly event: unknown;
  readonly body?: unknown;
  readonly commit_id: unknown;
}

async function submit(
  { pull: path, repo }: Found,
  { comments, event, body, commit_id: wanted }: AskedReview,
  upstream: Upstream,
  { deliver, extensions }: RouteContext,
): Promise<{ refused: Answer } | { review: Answer; comments: JsonObject[] }> {
  const { get, send } = upstream;
  const answer = await get(`${path}`);
  if (answer.status !== 200) return { refused: answer };
  const pull_request = await freshPull(readObject(answer), get);
  const patches = await patchesOf(`${repo}`, pull_request, upstream);
  const places = comments.map((comment) => findPlace(patches.get(String(comment.path)) ?? '', comment));
  if (!places.every((place) => place !== undefined)) return { refused: refusal(422, 'Unprocessable Entity') };

  const commit_id = wanted ?? asObject(pull_request.head).sha;
  const placed = comments.map((comment, at) => ({ ...comment, position: places[at]?.position }));
  const pending = await send('POST', `${path}/reviews`, { commit_id, body: body ?? null, comments: placed });
  if (pending.status !== 201) return { refused: pending };
  const own = `${path}/reviews/${readObject(pending).id}`;
  const shown = await keepPlaces(await get(`${own}/comments?per_page=100`), places, extensions);
  if (!event) return { review: pending, comments: shown };
  const submitted = await send('POST', `${own}/events`, { event });
  const common = { repository: readObject(await get(`${repo}`)), sender: await requesterOf(upstream) };
  for (const comment of shown)
    deliver({ name: 'pull_request_review_comment', payload: { action: 'created', comment, pull_request, ...common } });
  return { review: submitted, comments: shown };
}

/** The patches of a pull request's files, by path. */
async function patchesOf(repo: string, { base, head }: JsonObject, { get }: Upstream): Promise<Map<string, string>> {
  const compared = await get(`${repo}/compare/${asObject(base).sha}...${asObject(head).sha}`);
  const files = compared.status === 200 ? asList(readObject(compared).files) : [];
  return new Map(files.map(({ filename, patch }) => [String(filename), asGit(String(patch ?? ''))]));
}

/** Keeps the places of a review's comments, in order. @returns the comments as GitHub shows them. */
async function keepPlaces(
  answer: Answer,
  places: readonly DiffPlace[],
  { codeComments }: RouteContext['extensions'],
): Promise<JsonObject[]> {
  const comments = readList(answer);
  for (const [at, place] of places.entries()) codeComments.set(Number(comments[at]?.id), place);
  return comments.map((comment) => shownCodeComment(comment, codeComments));
}
