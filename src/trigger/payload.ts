import * as v from '@badrap/valita';
import { EventError } from '../errors.ts';
import { SHA, WEB_ADDRESS } from '../github/answers.ts';
import { readMarkdown, readPlain } from '../sanitize/index.ts';
import { atMost, fallback, ID, nullish, parse, TEXT, TIME, wrongField } from '../schema.ts';
import type { IssueOrPull, RequestTrigger, Trigger, TriggerRules } from './trigger.ts';

/**
 * Reads the payload of an event. @throws EventError that names the first field that differs from
 * GitHub's documentation.
 */
export type EventReader = (name: string, payload: unknown, rules: TriggerRules) => Trigger;

/** What a reader makes of an event: a request, or what happened, in words. */
export type ReadEvent = RequestTrigger | string;

/**
 * The reader of an event.
 * @param schema the fields that the action reads from the payload (docs.github.com, "Webhook events
 * and payloads").
 * @param instead which events of this kind are requests, for the reason why one is none.
 */
export const createReader =
  <T>(
    schema: v.Type<T>,
    read: (payload: T, rules: TriggerRules, name: string) => ReadEvent,
    instead: (rules: TriggerRules) => string,
  ): EventReader =>
  (name, payload, rules) => {
    const result = parse(schema, payload);
    if (!result.ok) throw undocumented(name, wrongField(result) || 'the whole');
    const event = read(result.value, rules, name);
    if (typeof event !== 'string') return event;
    return { kind: 'none', reason: `${event} is not a request; ${instead(rules)}` };
  };

const undocumented = (event: string, field: string) =>
  new EventError(
    `The payload of the event \`${event}\` is not what GitHub documents: \`${field}\`.`,
    'If this ran on GitHub, please report it with the name of the event.',
  );

/**
 * Untrusted plain text, such as titles, in which GitHub shows every visible character. Sanitized.
 */
export const PLAIN = TEXT.map((text) => readPlain(text));

const LOGIN = atMost(100).assert((login) => login !== '');
/** A deleted account is `null` in payloads and `ghost` on the site. */
export const PERSON = fallback(
  v.object({ login: LOGIN, type: v.string().optional(), id: fallback(ID, null) }),
  {
    login: 'ghost',
    type: undefined,
    id: null,
  },
).map(({ login, type, id }) => ({ login, id, isBot: type === 'Bot' || login.endsWith('[bot]') }));

const THREAD = v.object({
  number: ID,
  title: PLAIN,
  body: TEXT,
  html_url: WEB_ADDRESS,
  user: PERSON,
  created_at: TIME,
  updated_at: TIME,
});

function toThread(kind: IssueOrPull['kind'], thread: v.Infer<typeof THREAD>): IssueOrPull {
  const {
    number,
    title,
    html_url: url,
    user: author,
    created_at: createdAt,
    updated_at: updatedAt,
  } = thread;
  return {
    kind,
    number,
    title,
    body: readMarkdown(thread.body),
    url,
    author,
    createdAt,
    updatedAt,
  };
}

/** Issues that are pull requests have `pull_request`. */
export const ISSUE = THREAD.extend({ pull_request: v.unknown().optional() }).map(
  ({ pull_request, ...issue }) => toThread(pull_request ? 'pull request' : 'issue', issue),
);

const PULL = THREAD.extend({
  draft: nullish(v.boolean()),
  merged: nullish(v.boolean()),
  merge_commit_sha: nullish(SHA),
  base: v.object({ sha: SHA, ref: v.string() }),
  head: v.object({ sha: SHA }),
}).map(({ draft, merged, merge_commit_sha, base, head, ...pull }) => ({
  isDraft: draft ?? false,
  isMerged: merged ?? false,
  mergeCommit: merge_commit_sha ?? undefined,
  branch: base.ref,
  thread: {
    ...toThread('pull request', pull),
    range: { base: base.sha, head: head.sha, since: 'merge-base' } as const,
  },
}));

export const ACTIVITY = { action: v.string(), sender: PERSON };
export const ABOUT_PULL = { ...ACTIVITY, pull_request: PULL };
