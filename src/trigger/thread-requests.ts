import { readPlain } from '../sanitize/untrusted.ts';
import type { RichText } from '../text/rich-text.ts';
import type { Command } from './command.ts';
import { nameOf, threadSection } from './sections.ts';
import type { Actor, IssueOrPull, ReactionTarget, RequestTrigger } from './trigger.ts';

/** The requester and the thread of a request. */
export interface RequestSource {
  readonly requester: Actor;
  readonly thread: IssueOrPull;
}

/**
 * The common fields of requests in a thread. The head commit of a pull request is part of the identity, as later commits are a new request.
 */
function commonFields({ requester, thread }: RequestSource, cause: 'asked for' | 'merged') {
  return {
    requester,
    thread,
    mergeCommit: undefined,
    isRepeatable: false,
    askedAt: undefined,
    continuesJob: false,
    identity: ['thread', String(thread.number), thread.range?.head ?? '', cause],
    quote: { text: thread.title.text, author: thread.author },
    prompt: {
      sections: [threadSection(thread)],
      range: thread.range,
      isRequestInText: thread.kind === 'issue',
      needsChanges: thread.kind !== 'issue',
      mayShowPatches: true,
      subject: 'pull request',
    },
  } as const;
}

const linkTo = ({ number, url }: { readonly number: number; readonly url: string }) => ({
  link: `#${number}`,
  to: url,
});
const onThread = ({ number }: IssueOrPull): ReactionTarget => ({ kind: 'thread', number });

export function labelRequest(source: RequestSource, label: string): RequestTrigger {
  const { thread, requester } = source;
  const common = commonFields(source, 'asked for');
  const statement = `${nameOf(requester)} marked the ${thread.kind} below as a request: make the change to the documentation that it asks for.`;
  return {
    ...common,
    kind: 'label',
    needsAuthorization: true,
    isRepeatable: true,
    askedAt: thread.updatedAt,
    retry: { kind: 'label', label },
    reactTo: onThread(thread),
    origin: ['label on ', linkTo(thread)],
    prompt: { ...common.prompt, statement },
  };
}

/** An issue that needs no label, or a pull request that is ready for review. @param activity what happened to it, in the past tense. */
export function openedRequest(source: RequestSource, activity: string): RequestTrigger {
  const { thread, requester } = source;
  const common = commonFields(source, 'asked for');
  return {
    ...common,
    kind: 'opened',
    needsAuthorization: true,
    retry: BY_RUN,
    reactTo: onThread(thread),
    origin: [`${activity} `, linkTo(thread)],
    prompt: { ...common.prompt, statement: `${nameOf(requester)} ${activity} the ${thread.kind} below.` },
  };
}

/** Needs no authorization: only accounts with write permission can merge. */
export function mergeRequest(source: RequestSource): RequestTrigger {
  const common = commonFields(source, 'merged');
  return {
    ...common,
    kind: 'merged',
    needsAuthorization: false,
    retry: BY_RUN,
    reactTo: undefined,
    origin: ['merged ', linkTo(source.thread)],
    prompt: { ...common.prompt, statement: `${nameOf(source.requester)} merged the pull request below.` },
  };
}

const BY_RUN = { kind: 'run', label: undefined } as const;

/** A comment or review that begins with the command. */
export interface CommandComment {
  readonly kind: 'comment' | 'review' | 'review comment';
  readonly id: number;
  readonly url: string;
  /** The file of a review comment on a line. Untrusted. */
  readonly path: string | undefined;
}

export function commandRequest(source: RequestSource, comment: CommandComment, command: Command): RequestTrigger {
  const { requester, thread } = source;
  const common = commonFields(source, 'asked for');
  const { text } = command.request;
  const who = nameOf(requester);
  return {
    ...common,
    kind: 'command',
    needsAuthorization: true,
    identity: ['comment', comment.url],
    continuesJob: !command.isFresh,
    retry: { kind: 'command', label: undefined },
    reactTo: comment.kind === 'review' ? undefined : { kind: comment.kind, id: comment.id },
    origin: ['comment on ', { link: `#${thread.number}`, to: comment.url }] satisfies RichText,
    quote: text ? { text, author: requester.login } : common.quote,
    prompt: {
      ...common.prompt,
      statement: text
        ? `Do what ${who} asks for below as the request.`
        : `${who} asks for a change to the documentation because of the ${thread.kind} below.`,
      sections: [...(text ? [commandSection(source, comment, command)] : []), ...common.prompt.sections],
      isRequestInText: text !== '' || common.prompt.isRequestInText,
      needsChanges: false,
      mayShowPatches: false,
    },
  };
}

function commandSection({ requester, thread }: RequestSource, { url, path }: CommandComment, { request }: Command) {
  const heading = `the request: a comment by ${nameOf(requester)} on ${thread.kind} #${thread.number}, ${url}`;
  const at = path === undefined ? [] : ['At the file ', readPlain(path), '\n\n'];
  return { heading, parts: [...at, request] };
}
