import type { RequestSource } from './request-source.ts';
import { nameOf, threadSection } from './sections.ts';
import type { IssueOrPull, ReactionTarget, RequestTrigger } from './trigger.ts';

/**
 * The common fields of requests in a thread. The head commit of a pull request is part of the identity, as later commits are a new request.
 */
export function commonFields({ requester, thread }: RequestSource, reason: 'asked for' | 'merged') {
  const pull = thread.kind === 'pull request' ? thread.number : undefined;
  return {
    requester,
    thread,
    pull,
    mergeCommit: undefined,
    isRepeatable: false,
    askedAt: undefined,
    continuesJob: false,
    identity: ['thread', String(thread.number), thread.range?.head ?? '', reason],
    cause: pull === undefined ? undefined : ['pull', String(pull)],
    head: thread.range?.head,
    review: undefined,
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
  const statement = `Request by ${nameOf(requester)}, label on ${thread.kind} #${thread.number}.`;
  return {
    ...common,
    kind: 'label',
    needsAuthorization: true,
    isRepeatable: true,
    askedAt: thread.updatedAt,
    retry: { kind: 'label', label },
    reactTo: onThread(thread),
    origin: ['label ', { code: label }, ' on ', linkTo(thread)],
    prompt: { ...common.prompt, statement },
  };
}

/**
 * An issue that needs no label, or a pull request that is ready for review or has new commits.
 * @param activity what happened to it, in the past tense.
 */
export function openedRequest(source: RequestSource, activity: string): RequestTrigger {
  const { thread, requester } = source;
  const common = commonFields(source, 'asked for');
  const kind = thread.kind === 'issue' ? 'Issue' : 'Pull request';
  return {
    ...common,
    kind: 'opened',
    needsAuthorization: true,
    retry: BY_RUN,
    reactTo: onThread(thread),
    origin: [`${activity} `, linkTo(thread)],
    prompt: { ...common.prompt, statement: `${kind} #${thread.number} ${activity} by ${nameOf(requester)}.` },
  };
}

/** The result of a merge. */
export interface Merge {
  /** The branch that the pull request was merged into. */
  readonly branch: string;
  /** The commit that the merge left at the tip of the branch; undefined if the payload lacks it. */
  readonly commit: string | undefined;
}

/** Needs no authorization: only accounts with write permission can merge. */
export function mergeRequest(source: RequestSource, { branch, commit }: Merge): RequestTrigger {
  const { thread, requester } = source;
  const common = commonFields(source, 'merged');
  return {
    ...common,
    kind: 'merged',
    needsAuthorization: false,
    cause: ['branch', branch],
    head: commit,
    retry: BY_RUN,
    reactTo: undefined,
    origin: ['merged ', linkTo(thread)],
    prompt: { ...common.prompt, statement: `Pull request #${thread.number} merged by ${nameOf(requester)}.` },
  };
}

const BY_RUN = { kind: 'run', label: undefined } as const;
