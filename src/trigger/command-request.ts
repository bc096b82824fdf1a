import type { CodeLine } from '../github/fields.ts';
import type { RichText } from '../text/format.ts';
import type { Command } from './command.ts';
import type { RequestSource } from './request-source.ts';
import { lineCommentParts, nameOf } from './sections.ts';
import { commonFields } from './thread-requests.ts';
import type { RequestTrigger, ReviewRead, Section } from './trigger.ts';

/** A comment or review that begins with the command. */
export interface CommandComment {
  readonly kind: 'comment' | 'review' | 'review comment';
  readonly id: number;
  readonly url: string;
  /** Undefined unless it is a review comment. */
  readonly line: CodeLine | undefined;
  readonly review: ReviewRead | undefined;
}

const KIND_IN_WORDS = { comment: 'comment on', review: 'review of', 'review comment': 'line comment on' } as const;

export function commandRequest(source: RequestSource, comment: CommandComment, command: Command): RequestTrigger {
  const { requester, thread } = source;
  const common = commonFields(source, 'asked for');
  const { text } = command.request;
  // A line comment without text is about its line.
  const hasText = text !== '' || comment.line !== undefined;
  const place = `${KIND_IN_WORDS[comment.kind]} ${thread.kind} #${thread.number}`;
  return {
    ...common,
    kind: 'command',
    needsAuthorization: true,
    identity: ['comment', comment.url],
    cause: undefined,
    head: undefined,
    review: comment.review,
    continuesJob: !command.isFresh,
    retry: { kind: 'command', label: undefined },
    reactTo: comment.kind === 'review' ? undefined : { kind: comment.kind, id: comment.id },
    origin: [`${KIND_IN_WORDS[comment.kind]} `, { link: `#${thread.number}`, to: comment.url }] satisfies RichText,
    quote: text ? { text, author: requester.login } : common.quote,
    prompt: {
      ...common.prompt,
      statement: `Request by ${nameOf(requester)}, ${place}.`,
      sections: [...(hasText ? [commandSection(source, comment, command)] : []), ...common.prompt.sections],
      isRequestInText: hasText || common.prompt.isRequestInText,
      needsChanges: false,
      mayShowPatches: false,
    },
  };
}

function commandSection(
  { requester, thread }: RequestSource,
  { kind, url, line }: CommandComment,
  { request }: Command,
): Section {
  const heading = `the request: ${KIND_IN_WORDS[kind]} ${thread.kind} #${thread.number} by ${nameOf(requester)}, ${url}`;
  return { heading, parts: line ? lineCommentParts(line, request) : [request] };
}
