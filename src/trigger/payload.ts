import * as v from 'valibot';
import { EventError } from '../errors.ts';
import { CODE_LINE, SHA, TIME, WEB_ADDRESS } from '../github/fields.ts';
import { readMarkdown, readPlain } from '../sanitize/index.ts';
import type { Actor, IssueOrPull } from './trigger.ts';

/**
 * The fields that the action reads from GitHub's payloads (docs.github.com, "Webhook events and payloads"). Untrusted text is sanitized.
 */

/** Untrusted Markdown. */
const MARKDOWN = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => readMarkdown(text ?? '')),
);
/** Untrusted plain text, such as titles, in which GitHub shows every visible character. */
const PLAIN = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => readPlain(text ?? '')),
);

const LOGIN = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const ACCOUNT = v.fallback(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), null);
/** A deleted account is `null` in payloads and `ghost` on the site. */
const PERSON = v.pipe(
  v.fallback(v.object({ login: LOGIN, type: v.optional(v.string()), id: ACCOUNT }), { login: 'ghost', id: null }),
  v.transform(({ login, type, id }) => ({ login, id, isBot: type === 'Bot' || login.endsWith('[bot]') })),
);
const NUMBER = v.pipe(v.number(), v.integer(), v.minValue(1));
const TIME_IF_ANY = v.fallback(v.optional(TIME), undefined);

const THREAD = {
  number: NUMBER,
  title: PLAIN,
  body: MARKDOWN,
  html_url: WEB_ADDRESS,
  user: PERSON,
  created_at: TIME_IF_ANY,
  updated_at: TIME_IF_ANY,
};

const PULL = v.object({
  ...THREAD,
  draft: v.nullish(v.boolean()),
  merged: v.nullish(v.boolean()),
  merge_commit_sha: v.nullish(SHA),
  base: v.object({ sha: SHA, ref: v.string() }),
  head: v.object({ sha: SHA }),
});

/** Issues that are pull requests have `pull_request`. */
const ISSUE = v.object({ ...THREAD, pull_request: v.optional(v.unknown()) });

/** The body is not sanitized: status comments are recognized by their marker, which sanitizing removes. */
const COMMENT = v.object({ id: NUMBER, body: v.nullish(v.string()), html_url: WEB_ADDRESS });
const SUBMITTED_REVIEW = v.object({ ...COMMENT.entries, submitted_at: TIME });
const LINE_COMMENT = v.object({ ...COMMENT.entries, ...CODE_LINE, pull_request_review_id: v.nullish(NUMBER) });

const RELEASE = v.object({
  id: NUMBER,
  published_at: v.nullish(v.string()),
  tag_name: v.string(),
  name: PLAIN,
  body: MARKDOWN,
  html_url: WEB_ADDRESS,
  author: PERSON,
});

/** A commit as in `push` and `workflow_run`, for a quote: its subject, and its author's username or else name. */
const HEAD_COMMIT = v.fallback(
  v.optional(
    v.pipe(
      v.object({
        message: v.string(),
        author: v.object({ name: v.nullish(v.string()), username: v.nullish(v.string()) }),
      }),
      v.transform(({ message, author }) => {
        const { text } = readPlain(message.trimStart().split('\n', 1)[0] ?? '');
        return text ? { text, author: readPlain(author.username ?? author.name ?? '').text } : undefined;
      }),
    ),
  ),
  undefined,
);

const ACTION = v.object({ action: v.string() });
export const LABELED = v.object({ label: v.object({ name: v.string() }) });
export const ABOUT_ISSUE = v.object({ issue: ISSUE, sender: PERSON });
export const ABOUT_PULL = v.object({ pull_request: PULL, sender: PERSON });
export const ISSUE_COMMENT = v.object({ ...ABOUT_ISSUE.entries, comment: COMMENT });
export const REVIEW = v.object({ ...ABOUT_PULL.entries, review: SUBMITTED_REVIEW });
export const REVIEW_COMMENT = v.object({ ...ABOUT_PULL.entries, comment: LINE_COMMENT });
export const RELEASED = v.object({ release: RELEASE, sender: PERSON });
export const PUSH = v.object({
  ref: v.string(),
  before: SHA,
  after: SHA,
  deleted: v.optional(v.boolean(), false),
  repository: v.object({ default_branch: v.string() }),
  head_commit: HEAD_COMMIT,
  sender: PERSON,
});
export const WORKFLOW_RUN = v.object({
  workflow_run: v.object({
    workflow_id: NUMBER,
    event: v.string(),
    conclusion: v.nullish(v.string()),
    html_url: WEB_ADDRESS,
    head_branch: v.nullish(v.string()),
    head_sha: SHA,
    head_commit: HEAD_COMMIT,
    /** Null for a deleted fork. */
    head_repository: v.nullish(v.object({ id: NUMBER })),
  }),
  repository: v.object({ id: NUMBER, default_branch: v.string() }),
  sender: PERSON,
});
/** A schedule may have none. */
export const BY_ANYBODY = v.object({ sender: v.optional(PERSON) });

/** Validates a payload. @throws EventError that names the first field that differs from GitHub's documentation. */
export function parsePayload<S extends v.GenericSchema>(schema: S, payload: unknown, event: string): v.InferOutput<S> {
  const result = v.safeParse(schema, payload);
  if (result.success) return result.output;
  const field = v.getDotPath(result.issues[0]) ?? 'the whole';
  throw new EventError(
    `The payload of the event \`${event}\` is not what GitHub documents: \`${field}\`.`,
    'If this ran on GitHub, please report it with the name of the event.',
  );
}

/** The requester and the thread of a request. */
export interface RequestSource {
  readonly requester: Actor;
  readonly thread: IssueOrPull;
}

const threadOf = ({ number, title, body, html_url: url, user, ...times }: v.InferOutput<typeof ISSUE>) => ({
  number,
  title,
  body,
  url,
  author: user,
  createdAt: times.created_at,
  updatedAt: times.updated_at,
});

/** The source of an event whose payload has an issue, which may be a pull request. */
export function byIssue({ issue, sender }: v.InferOutput<typeof ABOUT_ISSUE>): RequestSource {
  const kind = issue.pull_request ? 'pull request' : 'issue';
  return { requester: sender, thread: { kind, ...threadOf(issue) } };
}

/** The source of an event whose payload has a pull request. */
export function byPull({ pull_request: pull, sender }: v.InferOutput<typeof ABOUT_PULL>): RequestSource {
  const range = { base: pull.base.sha, head: pull.head.sha, since: 'merge-base' } as const;
  return { requester: sender, thread: { kind: 'pull request', ...threadOf(pull), range } };
}

/** The activity of an event. @throws EventError if it has none. */
export const activityOf = (payload: unknown, event: string): string => parsePayload(ACTION, payload, event).action;
