import * as v from 'valibot';
import { EventError } from '../errors.ts';
import { SHA, TIME, WEB_ADDRESS } from '../github/answers.ts';
import { MARKER_PREFIX } from '../github/comments.ts';
import { readMarkdown, readPlain } from '../sanitize/index.ts';
import type { IssueOrPull, RequestTrigger, Trigger, TriggerRules } from './trigger.ts';

/** Reads the payload of an event. @throws EventError that names the first field that differs from GitHub's documentation. */
export type EventReader = (name: string, payload: unknown, rules: TriggerRules) => Trigger;

/** What a reader makes of an event: a request, or what happened, in words. */
export type ReadEvent = RequestTrigger | string;

/**
 * The reader of an event.
 * @param schema the fields that the action reads from the payload (docs.github.com, "Webhook events and payloads").
 * @param instead which events of this kind are requests, for the reason why one is none.
 */
export const createReader =
  <S extends v.GenericSchema>(
    schema: S,
    read: (payload: v.InferOutput<S>, rules: TriggerRules, name: string) => ReadEvent,
    instead: (rules: TriggerRules) => string,
  ): EventReader =>
  (name, payload, rules) => {
    const result = v.safeParse(schema, payload);
    if (!result.success) throw undocumented(name, v.getDotPath(result.issues[0]) ?? 'the whole');
    const event = read(result.output, rules, name);
    return typeof event === 'string' ? notARequest(event, instead(rules)) : event;
  };

const undocumented = (event: string, field: string) =>
  new EventError(
    `The payload of the event \`${event}\` is not what GitHub documents: \`${field}\`.`,
    'If this ran on GitHub, please report it with the name of the event.',
  );

export const notARequest = (what: string, instead: string) =>
  ({ kind: 'none', reason: `${what} is not a request; ${instead}` }) as const;

/** Untrusted Markdown, sanitized. */
export const MARKDOWN = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => readMarkdown(text ?? '')),
);
/** Untrusted plain text, such as titles, in which GitHub shows every visible character. Sanitized. */
export const PLAIN = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => readPlain(text ?? '')),
);

const LOGIN = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const ACCOUNT = v.fallback(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), null);
/** A deleted account is `null` in payloads and `ghost` on the site. */
export const PERSON = v.pipe(
  v.fallback(v.object({ login: LOGIN, type: v.optional(v.string()), id: ACCOUNT }), { login: 'ghost', id: null }),
  v.transform(({ login, type, id }) => ({ login, id, isBot: type === 'Bot' || login.endsWith('[bot]') })),
);
export const ID = v.pipe(v.number(), v.integer(), v.minValue(1));
const TIME_IF_ANY = v.fallback(v.optional(TIME), undefined);

const THREAD = v.object({
  number: ID,
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

/** Issues that are pull requests have `pull_request`. */
export const ISSUE = v.pipe(
  v.object({ ...THREAD.entries, body: v.nullish(v.string(), ''), pull_request: v.optional(v.unknown()) }),
  v.transform(({ body, ...issue }) => ({
    ...toThread(issue.pull_request ? 'pull request' : 'issue', { ...issue, body: readMarkdown(body) }),
    /** The action wrote it, as it writes issues with gaps. */
    isOwn: body.includes(MARKER_PREFIX),
  })),
);

export const PULL = v.pipe(
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

export const ACTIVITY = { action: v.string(), sender: PERSON };
export const ABOUT_PULL = { ...ACTIVITY, pull_request: PULL };
