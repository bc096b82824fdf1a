import * as v from 'valibot';
import { EventError } from '../errors.ts';
import { SHA, TIME, WEB_ADDRESS } from '../github/answers.ts';
import { MARKER_PREFIX } from '../github/comments.ts';
import { CODE_LINE, toCodeLine } from '../github/reviews.ts';
import { readMarkdown, readPlain } from '../sanitize/index.ts';
import type { IssueOrPull } from './trigger.ts';

/**
 * The fields that the action reads from GitHub's payloads (docs.github.com, "Webhook events and payloads"), one schema per event. Untrusted
 * text is sanitized.
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

const THREAD = v.object({
  number: NUMBER,
  title: PLAIN,
  body: MARKDOWN,
  html_url: WEB_ADDRESS,
  user: PERSON,
  created_at: TIME_IF_ANY,
  updated_at: TIME_IF_ANY,
});

function toThread(kind: IssueOrPull['kind'], thread: v.InferOutput<typeof THREAD>): IssueOrPull {
  const { number, title, body, html_url: url, user: author, created_at: createdAt, updated_at: updatedAt } = thread;
  return { kind, number, title, body, url, author, createdAt, updatedAt };
}

/** The end of an issue with gaps. It is not reported as something that was removed from the request. */
const MARKER_LINE = new RegExp(`\\n${MARKER_PREFIX}[^>\\n]*-->\\s*$`);

/** Issues that are pull requests have `pull_request`. */
const ISSUE = v.pipe(
  v.object({ ...THREAD.entries, body: v.nullish(v.string(), ''), pull_request: v.optional(v.unknown()) }),
  v.transform(({ body, ...issue }) => ({
    ...toThread(issue.pull_request ? 'pull request' : 'issue', {
      ...issue,
      body: readMarkdown(body.replace(MARKER_LINE, '')),
    }),
    /** The action wrote it, as it writes issues with gaps. */
    isOwn: body.includes(MARKER_PREFIX),
  })),
);

const PULL = v.pipe(
  v.object({
    ...THREAD.entries,
    draft: v.nullish(v.boolean(), false),
    merged: v.nullish(v.boolean(), false),
    merge_commit_sha: v.nullish(SHA),
    base: v.object({ sha: SHA, ref: v.string() }),
    head: v.object({ sha: SHA }),
  }),
  v.transform(({ draft: isDraft, merged: isMerged, merge_commit_sha: mergeCommit, base, head, ...pull }) => {
    const range = { base: base.sha, head: head.sha, since: 'merge-base' } as const;
    return {
      isDraft,
      isMerged,
      mergeCommit: mergeCommit ?? undefined,
      branch: base.ref,
      thread: { ...toThread('pull request', pull), range },
    };
  }),
);

/** The body is not sanitized: status comments are recognized by their marker, which sanitizing removes. */
const COMMENT = { id: NUMBER, body: v.nullish(v.string(), ''), html_url: WEB_ADDRESS };
const LINE_COMMENT = v.pipe(
  v.object({ ...COMMENT, ...CODE_LINE, pull_request_review_id: v.nullish(NUMBER) }),
  v.transform(({ id, body, html_url, pull_request_review_id: reviewId, ...line }) => {
    return { id, body, html_url, reviewId, line: toCodeLine(line) };
  }),
);

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

const ACTIVITY = { action: v.string(), sender: PERSON };
const ABOUT_PULL = { ...ACTIVITY, pull_request: PULL };
const LABEL = v.optional(v.object({ name: v.string() }));

/** The events that may be requests. */
const PAYLOADS = {
  issues: v.object({ ...ACTIVITY, issue: ISSUE, label: LABEL }),
  pull_request: v.object({ ...ABOUT_PULL, label: LABEL }),
  issue_comment: v.object({ ...ACTIVITY, issue: ISSUE, comment: v.object(COMMENT) }),
  pull_request_review: v.object({ ...ABOUT_PULL, review: v.object({ ...COMMENT, submitted_at: TIME }) }),
  pull_request_review_comment: v.object({ ...ABOUT_PULL, comment: LINE_COMMENT }),
  push: v.object({
    ref: v.string(),
    before: SHA,
    after: SHA,
    deleted: v.optional(v.boolean(), false),
    repository: v.object({ default_branch: v.string() }),
    head_commit: HEAD_COMMIT,
    sender: PERSON,
  }),
  workflow_run: v.object({
    ...ACTIVITY,
    workflow_run: v.object({
      workflow_id: NUMBER,
      event: v.string(),
      conclusion: v.nullish(v.string(), 'none'),
      html_url: WEB_ADDRESS,
      head_branch: v.nullish(v.string(), ''),
      head_sha: SHA,
      head_commit: HEAD_COMMIT,
      /** Null for a deleted fork. */
      head_repository: v.nullish(v.object({ id: NUMBER })),
    }),
    repository: v.object({ id: NUMBER, default_branch: v.string() }),
  }),
  release: v.object({
    ...ACTIVITY,
    release: v.object({
      id: NUMBER,
      published_at: v.nullish(v.string(), ''),
      tag_name: v.string(),
      name: PLAIN,
      body: MARKDOWN,
      html_url: WEB_ADDRESS,
      author: PERSON,
    }),
  }),
  workflow_dispatch: v.object({ sender: v.optional(PERSON) }),
  repository_dispatch: v.object({ sender: v.optional(PERSON) }),
  schedule: v.object({ sender: v.optional(PERSON) }),
};

export type EventName = keyof typeof PAYLOADS;

/** The payload of an event. */
export type Payload<N extends EventName> = v.InferOutput<(typeof PAYLOADS)[N]>;

export const isEventName = (name: string): name is EventName => Object.hasOwn(PAYLOADS, name);

/** Validates a payload. @throws EventError that names the first field that differs from GitHub's documentation. */
export function parsePayload<N extends EventName>(event: N, payload: unknown): Payload<N> {
  const result = v.safeParse<(typeof PAYLOADS)[N]>(PAYLOADS[event], payload);
  if (result.success) return result.output;
  const field = v.getDotPath(result.issues[0]) ?? 'the whole';
  throw new EventError(
    `The payload of the event \`${event}\` is not what GitHub documents: \`${field}\`.`,
    'If this ran on GitHub, please report it with the name of the event.',
  );
}
