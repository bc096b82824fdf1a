import type * as v from 'valibot';
import { type ABOUT_ISSUE, type ABOUT_PULL, ACTION, parsePayload } from './payload.ts';
import type { Actor, IssueOrPull } from './trigger.ts';

/** The requester and the thread of a request. */
export interface RequestSource {
  readonly requester: Actor;
  readonly thread: IssueOrPull;
}

/** The source of an event whose payload has an issue, which may be a pull request. */
export function byIssue({ issue, sender }: v.InferOutput<typeof ABOUT_ISSUE>): RequestSource {
  const { number, title, body, html_url: url, user, pull_request } = issue;
  const kind = pull_request ? 'pull request' : 'issue';
  const times = { createdAt: issue.created_at, updatedAt: issue.updated_at };
  const thread = { number, title, body, url, author: user.login, ...times };
  return { requester: sender, thread: { kind, ...thread, range: undefined } };
}

/** The source of an event whose payload has a pull request. */
export function byPull({ pull_request, sender }: v.InferOutput<typeof ABOUT_PULL>): RequestSource {
  const { number, title, body, html_url: url, user, base, head } = pull_request;
  const range = { base: base.sha, head: head.sha, since: 'merge-base' } as const;
  const times = { createdAt: pull_request.created_at, updatedAt: pull_request.updated_at };
  const thread = { number, title, body, url, author: user.login, ...times };
  return { requester: sender, thread: { kind: 'pull request', ...thread, range } };
}

/** The activity of an event. @throws EventError if it has none. */
export const activityOf = (payload: unknown, event: string): string => parsePayload(ACTION, payload, event).action;
