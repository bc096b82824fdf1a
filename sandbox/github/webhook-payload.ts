import { asList, asObject, type JsonObject, readObject } from './json.ts';
import { freshPull, withCounts } from './pull.ts';
import { toIssue } from './routes/pull-as-issue.ts';
import { shownCodeComment } from './routes/shown-code-comment.ts';
import { shownComment } from './shown-comment.ts';
import type { Get } from './upstream.ts';
import type { GitHubEvent } from './webhook-inbox.ts';

/**
 * The emulator's delivery, with the fields that GitHub's deliveries have and the emulator's lack.
 * @param issues paths of threads that are known to be no pull requests, which never changes.
 */
export async function asGitHubSends(delivery: GitHubEvent, get: Get, issues: Set<string>): Promise<GitHubEvent> {
  const { name, payload } = aboutPull(delivery);
  const { issue, label, pull_request, action } = payload;
  const whole = label ? { label: wholeLabel(asObject(label), asObject(issue ?? pull_request)) } : {};
  const pull = pull_request ? await wholePull({ name, action }, asObject(pull_request), get) : {};
  const commented = name === 'issue_comment' ? await commentPayload(payload, get, issues) : {};
  return { name, payload: { ...payload, ...pull, ...ofReview(payload), ...whole, ...commented } };
}

/** Labelling a pull request is a `pull_request` event, for which the emulator sends an `issues` event. */
function aboutPull(delivery: GitHubEvent): GitHubEvent {
  const { issue, ...payload } = delivery.payload;
  if (delivery.name !== 'issues' || !('head' in asObject(issue))) return delivery;
  return { name: 'pull_request', payload: { ...payload, pull_request: issue } };
}

/** The whole label. The emulator sends only its name. */
function wholeLabel(label: JsonObject, thread: JsonObject): JsonObject {
  return asList(thread.labels).find(({ name }) => name === label.name) ?? label;
}

async function wholePull(
  { name, action }: { name: string; action: string | undefined },
  pull: JsonObject,
  get: Get,
): Promise<JsonObject> {
  // The head may have moved between the opening and this read.
  const pull_request = await (action === 'opened' ? withCounts : freshPull)(pull, get);
  return { pull_request, ...(name === 'pull_request' ? { number: pull.number } : {}) };
}

/** In deliveries, a review's state is lower case, and its body is null if it is empty; the delivery of a comment on code has links. */
function ofReview({ review, comment, pull_request }: GitHubEvent['payload']): JsonObject {
  if (review) {
    const { state, body, ...rest } = asObject(review);
    return { review: { ...rest, state: String(state).toLowerCase(), body: body || null } };
  }
  return comment && pull_request ? { comment: shownCodeComment(asObject(comment), new Map()) } : {};
}

/** The delivery of a comment on a pull request contains an issue with `pull_request`, which the emulator's lacks. */
async function commentPayload(
  { action, issue, comment, repository }: GitHubEvent['payload'],
  get: Get,
  issues: Set<string>,
): Promise<JsonObject> {
  const { number, comments, ...rest } = asObject(issue);
  const path = `/repos/${asObject(repository).full_name}/pulls/${number}`;
  const pull = issues.has(path) ? undefined : await get(path);
  const isOnPull = pull?.status === 200;
  const shown = shownComment(asObject(comment), { isOnPull, isEdited: action !== 'created' });
  if (isOnPull) return { comment: shown, issue: { ...rest, ...toIssue(readObject(pull)), comments } };
  if (pull?.status === 404) issues.add(path);
  return { comment: shown };
}
