import * as v from '@badrap/valita';
import { WEB_ADDRESS } from '../github/answers.ts';
import { MARKER_PREFIX } from '../github/comments.ts';
import { CODE_LINE, type CodeLine, toCodeLine } from '../github/reviews.ts';
import { readMarkdown, type Sanitized } from '../sanitize/index.ts';
import { ID, nullish, TEXT, TIME } from '../schema.ts';
import { quoteName } from '../text/format.ts';
import { withoutMailFooter } from './mail.ts';
import { ABOUT_PULL, ACTIVITY, createReader, ISSUE, type ReadEvent } from './payload.ts';
import { commonFields, type RequestSource } from './thread-events.ts';
import {
  lineCommentParts,
  type RequestTrigger,
  type ReviewRead,
  type TriggerRules,
  whoIs,
} from './trigger.ts';

/**
 * The body is not sanitized: status comments are recognized by their marker, which sanitizing
 * removes.
 */
const COMMENT = { id: ID, body: TEXT, html_url: WEB_ADDRESS };
const LINE_COMMENT = v
  .object({ ...COMMENT, ...CODE_LINE, pull_request_review_id: nullish(ID) })
  .map(({ id, body, html_url, pull_request_review_id: reviewId, ...line }) => {
    return { id, body, html_url, reviewId, line: toCodeLine(line) };
  });

const instead = () => 'a new one that begins with the command (`trigger-command`) is';

export const readIssueComment = createReader(
  v.object({ ...ACTIVITY, issue: ISSUE, comment: v.object(COMMENT) }),
  ({ action, sender, issue, comment }, rules) => {
    if (action !== 'created') return `a comment that was ${quoteName(action)}`;
    return readCommand(
      { requester: sender, thread: issue },
      { kind: 'comment', ...comment },
      rules,
    );
  },
  instead,
);

/** GitHub sends this event for each single line comment too, with an empty body. */
export const readReview = createReader(
  v.object({ ...ABOUT_PULL, review: v.object({ ...COMMENT, submitted_at: TIME }) }),
  ({ action, sender, pull_request: { thread }, review }, rules) => {
    if (action !== 'submitted') return `a review that was ${quoteName(action)}`;
    const { id, submitted_at: submittedAt } = review;
    const lines = { kind: 'comments-of', pull: thread.number, id, submittedAt } as const;
    return readCommand(
      { requester: sender, thread },
      { kind: 'review', ...review, review: lines },
      rules,
    );
  },
  instead,
);

/** GitHub sends this event for each line comment of a review. */
export const readReviewComment = createReader(
  v.object({ ...ABOUT_PULL, comment: LINE_COMMENT }),
  ({ action, sender, pull_request: { thread }, comment }, rules) => {
    if (action !== 'created') return `a comment that was ${quoteName(action)}`;
    const { reviewId: id } = comment;
    const review = id ? ({ kind: 'unless-command', pull: thread.number, id } as const) : undefined;
    return readCommand(
      { requester: sender, thread },
      { kind: 'review comment', ...comment, review },
      rules,
    );
  },
  instead,
);

function readCommand(
  source: RequestSource,
  written: CommandComment & { readonly body: string },
  rules: TriggerRules,
): ReadEvent {
  const command = parseCommand(written.body, rules.command);
  return command
    ? commandRequest(source, written, command)
    : `text whose first word is not ${quoteName(rules.command)}`;
}

/** The text of a comment after `trigger-command`. */
interface Command {
  /** Empty if the thread itself is the request. */
  readonly request: Sanitized;
  /** Its first word is `new`: it creates a job even if the thread has one to continue. */
  readonly isFresh: boolean;
}

/**
 * Parses a comment as a command: its first visible line starts with `word`, followed by white space
 * or the end, with a colon, comma or full stop between them or not. Upper and lower case are the
 * same, as in `startsWith` of GitHub's expressions. Quoted and indented lines, code, text in an
 * HTML element, and comments that contain the prefix of a marker are not commands, and return
 * undefined.
 */
export function parseCommand(body: string, word: string): Command | undefined {
  if (body.includes(MARKER_PREFIX)) return undefined;
  const { text, removed } = readMarkdown(body);
  const visible = text.replace(/^(?:[^\S\n]*\n)+/, '').replace(/^ {1,3}(?=\S)/, '');
  const rest = visible.slice(word.length).replace(/^[:,.](?!\S)/, '');
  if (visible.slice(0, word.length).toLowerCase() !== word.toLowerCase() || /^\S/.test(rest))
    return undefined;
  if (beginsWithTag(body, word)) return undefined;
  const [fresh = ''] = /^[^\S\n]+new(?!\S)/i.exec(rest) ?? [];
  return {
    request: { text: withoutMailFooter(rest.slice(fresh.length)).trim(), removed },
    isFresh: fresh !== '',
  };
}

/**
 * Whether an HTML tag precedes the command. Sanitizing removes tags, but the text in an element may
 * be a quote or code.
 */
function beginsWithTag(body: string, word: string): boolean {
  const tag = body.search(/<[a-z]/i);
  return tag >= 0 && tag < body.toLowerCase().indexOf(word.toLowerCase());
}

/** A comment or review that begins with the command. */
export interface CommandComment {
  readonly kind: 'comment' | 'review' | 'review comment';
  readonly id: number;
  readonly html_url: string;
  /** Of a review comment. */
  readonly line?: CodeLine;
  readonly review?: ReviewRead | undefined;
}

const KIND_IN_WORDS = {
  comment: 'comment on',
  review: 'review of',
  'review comment': 'line comment on',
} as const;

export function commandRequest(
  source: RequestSource,
  { kind, id, html_url: url, line, review }: CommandComment,
  { request, isFresh }: Command,
): RequestTrigger {
  const { requester, thread } = source;
  const what = KIND_IN_WORDS[kind];
  const place = `${what} ${thread.kind} #${thread.number}`;
  const { prompt, ...common } = commonFields(source, `Request by ${whoIs(requester)}, ${place}.`);
  const { text } = request;
  const heading = `the request: ${place} by ${whoIs(requester)}, ${url}`;
  const parts = line ? lineCommentParts(line, request) : [request];
  // A line comment without text is about its line.
  const sections = text !== '' || line !== undefined ? [{ heading, parts }] : [];
  return {
    ...common,
    kind: kind === 'review' ? 'review' : 'command',
    identity: [kind, String(id)], // a rename changes the address
    cause: undefined,
    head: undefined,
    review,
    continuesJob: !isFresh,
    retry: { kind: 'command', label: undefined },
    reactTo: kind === 'review' ? undefined : { kind, id },
    eventText: [`${what} `, { link: `#${thread.number}`, to: url }],
    quote: text ? { text, author: requester.login } : common.quote,
    prompt: {
      ...prompt,
      sections: [...sections, ...prompt.sections],
      isRequestInText: sections.length > 0 || prompt.isRequestInText,
      needsChanges: false,
    },
  };
}
