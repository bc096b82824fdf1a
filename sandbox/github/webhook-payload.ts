import { asObject, type JsonObject } from './json.ts';
import { atPull } from './routes/comments-of-pull.ts';
import { toIssue } from './routes/pull-as-issue.ts';
import type { GitHubEvent } from './webhook-inbox.ts';

/** The emulator's delivery, with what GitHub's has and it lacks. */
export async function asGitHubSends(delivery: GitHubEvent, emulator: string): Promise<GitHubEvent> {
  const { name, payload } = aboutPull(delivery);
  const { issue, comment, label, pull_request } = payload;
  const number = pull_request ? { number: asObject(pull_request).number } : {};
  const whole = label ? { label: wholeLabel(asObject(label), asObject(issue ?? pull_request)) } : {};
  const commented = name === 'issue_comment' && comment && issue ? await commentedPull(payload, emulator) : {};
  return { name, payload: { ...payload, ...number, ...whole, ...commented } };
}

/** Labelling a pull request is an event of pull requests; the emulator makes it one of issues. */
function aboutPull(delivery: GitHubEvent): GitHubEvent {
  const { issue, ...payload } = delivery.payload;
  if (delivery.name !== 'issues' || !('head' in asObject(issue))) return delivery;
  return { name: 'pull_request', payload: { ...payload, pull_request: issue } };
}

/** The emulator names the label and leaves out the rest of it. */
function wholeLabel(label: JsonObject, thread: JsonObject): JsonObject {
  const labels = Array.isArray(thread.labels) ? thread.labels.map(asObject) : [];
  return labels.find(({ name }) => name === label.name) ?? label;
}

/** A comment on a pull request carries an issue that says so; the emulator's looks like any other. */
async function commentedPull(
  { issue, comment, repository }: GitHubEvent['payload'],
  emulator: string,
): Promise<JsonObject> {
  const { number, comments, ...rest } = asObject(issue);
  const pull = await fetch(`${emulator}/repos/${asObject(repository).full_name}/pulls/${number}`);
  if (!pull.ok) return {};
  return { comment: atPull(comment), issue: { ...rest, ...toIssue(asObject(await pull.json())), comments } };
}
