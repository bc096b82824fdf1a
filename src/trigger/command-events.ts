import { MARKER_PREFIX } from '../github/comments.ts';
import { type CodeLine, toCodeLine } from '../github/fields.ts';
import { readMarkdown, type Sanitized } from '../sanitize/index.ts';
import { quoteName } from '../text/escape.ts';
import {
  activityOf,
  byIssue,
  byPull,
  ISSUE_COMMENT,
  parsePayload,
  REVIEW,
  REVIEW_COMMENT,
  type RequestSource,
} from './payload.ts';
import { lineCommentParts, nameOf } from './sections.ts';
import { commonFields } from './thread-events.ts';
import { notARequest, type RequestTrigger, type ReviewRead, type Trigger, type TriggerRules } from './trigger.ts';

/** Reads the event `issue_comment`. @throws EventError, as the other readers do. */
export function readComment(payload: unknown, rules: TriggerRules): Trigger {
  const event = { name: 'issue_comment', what: 'a comment', wanted: 'created' };
  return readCommand(event, payload, rules, () => {
    const { comment, ...about } = parsePayload(ISSUE_COMMENT, payload, event.name);
    const { id, html_url: url, body } = comment;
    const written = { kind: 'comment', id, url } as const;
    return { body, written, source: byIssue(about) };
  });
}

/** Reads the event `pull_request_review`. GitHub sends it for each single line comment too, with an empty body. */
export function readReview(payload: unknown, rules: TriggerRules): Trigger {
  const event = { name: 'pull_request_review', what: 'a review', wanted: 'submitted' };
  return readCommand(event, payload, rules, () => {
    const { review: submitted, ...about } = parsePayload(REVIEW, payload, event.name);
    const { id, html_url: url, body, submitted_at: submittedAt } = submitted;
    const source = byPull(about);
    const review = { kind: 'comments-of', pull: source.thread.number, id, submittedAt } as const;
    return { body, written: { kind: 'review', id, url, review }, source };
  });
}

/** Reads the event `pull_request_review_comment`. GitHub sends it for each line comment of a review. */
export function readReviewComment(payload: unknown, rules: TriggerRules): Trigger {
  const event = { name: 'pull_request_review_comment', what: 'a comment', wanted: 'created' };
  return readCommand(event, payload, rules, () => {
    const { comment, ...about } = parsePayload(REVIEW_COMMENT, payload, event.name);
    const { id, html_url: url, body, pull_request_review_id: reviewId, ...line } = comment;
    const source = byPull(about);
    const review = reviewId
      ? ({ kind: 'unless-command', pull: source.thread.number, id: reviewId } as const)
      : undefined;
    return { body, written: { kind: 'review comment', id, url, line: toCodeLine(line), review }, source };
  });
}

/** @param wanted the activity that can be a request. */
function readCommand(
  { name, what, wanted }: { readonly name: string; readonly what: string; readonly wanted: string },
  payload: unknown,
  rules: TriggerRules,
  read: () => { body: string | null | undefined; written: CommandComment; source: RequestSource },
): Trigger {
  const activity = activityOf(payload, name);
  if (activity !== wanted) return notARequest(`${what} that was ${quoteName(activity)}`, 'a new one is');
  const { body, written, source } = read();
  const command = parseCommand(body ?? '', rules.command);
  if (command) return commandRequest(source, written, command);
  return notARequest(
    `${what} whose first word is not ${quoteName(rules.command)}`,
    'one that begins with it is (`trigger-command`)',
  );
}

/** The text of a comment after `trigger-command`. */
interface Command {
  /** Empty if the thread itself is the request. */
  readonly request: Sanitized;
  /** Its first word is `new`: it creates a job even if the thread has one to continue. */
  readonly isFresh: boolean;
}

/**
 * Parses a comment as a command: its first visible line starts with `word`, followed by white space or the end. Upper and lower case
 * are the same, as in `startsWith` of GitHub's expressions. Quoted and indented lines, code, text in an HTML element, and comments that
 * contain the prefix of a marker are not commands, and return undefined.
 */
export function parseCommand(body: string, word: string): Command | undefined {
  if (body.includes(MARKER_PREFIX)) return undefined;
  const { text, removed } = readMarkdown(body);
  const visible = text.replace(/^(?:[^\S\n]*\n)+/, '').replace(/^ {1,3}(?=\S)/, '');
  const rest = visible.slice(word.length);
  if (visible.slice(0, word.length).toLowerCase() !== word.toLowerCase() || /^\S/.test(rest)) return undefined;
  if (beginsWithTag(body, word)) return undefined;
  const [fresh = ''] = /^[^\S\n]+new(?!\S)/i.exec(rest) ?? [];
  return { request: { text: rest.slice(fresh.length).trim(), removed }, isFresh: fresh !== '' };
}

/** Whether an HTML tag precedes the command. Sanitizing removes tags, but the text in an element may be a quote or code. */
function beginsWithTag(body: string, word: string): boolean {
  const tag = body.search(/<[a-z]/i);
  return tag >= 0 && tag < body.toLowerCase().indexOf(word.toLowerCase());
}

/** A comment or review that begins with the command. */
export interface CommandComment {
  readonly kind: 'comment' | 'review' | 'review comment';
  readonly id: number;
  readonly url: string;
  /** Of a review comment. */
  readonly line?: CodeLine;
  readonly review?: ReviewRead | undefined;
}

const KIND_IN_WORDS = { comment: 'comment on', review: 'review of', 'review comment': 'line comment on' } as const;

export function commandRequest(
  source: RequestSource,
  { kind, id, url, line, review }: CommandComment,
  { request, isFresh }: Command,
): RequestTrigger {
  const { requester, thread } = source;
  const what = KIND_IN_WORDS[kind];
  const place = `${what} ${thread.kind} #${thread.number}`;
  const { prompt, ...common } = commonFields(source, 'asked for', `Request by ${nameOf(requester)}, ${place}.`);
  const { text } = request;
  const heading = `the request: ${place} by ${nameOf(requester)}, ${url}`;
  const parts = line ? lineCommentParts(line, request) : [request];
  // A line comment without text is about its line.
  const sections = text !== '' || line !== undefined ? [{ heading, parts }] : [];
  return {
    ...common,
    kind: 'command',
    identity: [kind, String(id)], // a rename changes the address
    cause: undefined,
    head: undefined,
    review,
    continuesJob: !isFresh,
    retry: { kind: 'command', label: undefined },
    reactTo: kind === 'review' ? undefined : { kind, id },
    origin: [`${what} `, { link: `#${thread.number}`, to: url }],
    quote: text ? { text, author: requester.login } : common.quote,
    prompt: {
      ...prompt,
      sections: [...sections, ...prompt.sections],
      isRequestInText: sections.length > 0 || prompt.isRequestInText,
      needsChanges: false,
      mayShowPatches: false,
    },
  };
}
