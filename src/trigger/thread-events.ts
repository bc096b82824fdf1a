import { quoteName } from '../text/escape.ts';
import {
  ABOUT_ISSUE,
  ABOUT_PULL,
  activityOf,
  byIssue,
  byPull,
  LABELED,
  parsePayload,
  type RequestSource,
} from './payload.ts';
import { nameOf, threadSection } from './sections.ts';
import {
  BY_RUN,
  type IssueOrPull,
  notARequest,
  type RequestTrigger,
  type Trigger,
  type TriggerRules,
} from './trigger.ts';

/** Reads the event `issues`. @throws EventError, as the other readers do. */
export function readIssue(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'issues');
  const source = () => byIssue(parsePayload(ABOUT_ISSUE, payload, 'issues'));
  if (activity === 'labeled') return readLabel(payload, 'issues', rules, source);
  const mayOpen = activity === 'opened' || activity === 'reopened';
  if (mayOpen && rules.label === '*') return openedRequest(source(), activity);
  // GitHub sends one event for opening an issue, and one for each label that it is opened with.
  const labeling = `the label ${quoteName(rules.label)} is, in a run of its own (\`trigger-label\`)`;
  return notARequest(`an issue that was ${quoteName(activity)}`, activity === 'opened' ? labeling : opening(rules));
}

/** What happened to a pull request that needs no label, by activity. */
const OPENINGS: ReadonlyMap<string, string> = new Map([
  ['opened', 'opened'],
  ['reopened', 'reopened'],
  ['ready_for_review', 'marked as ready for review'],
  ['synchronize', 'updated'],
]);

/** Reads the event `pull_request`. */
export function readPull(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'pull_request');
  const read = () => parsePayload(ABOUT_PULL, payload, 'pull_request');
  if (activity === 'labeled') return readLabel(payload, 'pull_request', rules, () => byPull(read()));
  if (activity === 'closed') {
    const about = read();
    const { merged, base, merge_commit_sha: commit } = about.pull_request;
    if (merged) return mergeRequest(byPull(about), { branch: base.ref, commit: commit ?? undefined });
    return notARequest('closing a pull request', 'merging it is');
  }
  const happened = OPENINGS.get(activity);
  if (happened === undefined) {
    return notARequest(`a pull request that was ${quoteName(activity)}`, 'opening, labeling and merging it are');
  }
  if (activity === 'synchronize' && !rules.reusesPullRequest) {
    return notARequest('a new commit in a pull request', 'it is with `pull-request: reuse`');
  }
  const about = read();
  if (about.pull_request.draft) return notARequest('a draft', 'marking it as ready for review is');
  return openedRequest(byPull(about), happened);
}

function readLabel(payload: unknown, event: string, rules: TriggerRules, source: () => RequestSource): Trigger {
  const { label } = parsePayload(LABELED, payload, event);
  // On GitHub, label names are unique regardless of case.
  if (label.name.toLowerCase() === rules.label.toLowerCase()) return labelRequest(source(), label.name);
  return notARequest(`the label ${quoteName(label.name)}`, opening(rules));
}

const opening = ({ label }: TriggerRules) =>
  label === '*'
    ? 'opening an issue is (`trigger-label` is `*`)'
    : `the label ${quoteName(label)} is one (\`trigger-label\`)`;

/**
 * The common fields of requests in a thread. The head commit of a pull request is part of the identity, as later commits are a new request.
 */
export function commonFields({ requester, thread }: RequestSource, reason: 'asked for' | 'merged', statement: string) {
  const pull = thread.kind === 'pull request' ? thread.number : undefined;
  return {
    requester,
    thread,
    pull,
    needsAuthorization: true,
    identity: ['thread', String(thread.number), thread.range?.head ?? '', reason],
    cause: pull === undefined ? undefined : ['pull', String(pull)],
    head: thread.range?.head,
    retry: BY_RUN,
    reactTo: { kind: 'thread', number: thread.number },
    quote: { text: thread.title.text, author: thread.author.login },
    prompt: {
      statement,
      sections: [threadSection(thread)],
      range: thread.range,
      isRequestInText: thread.kind === 'issue',
      needsChanges: thread.kind !== 'issue',
      mayShowPatches: true,
      subject: 'pull request',
    },
  } as const;
}

const linkTo = ({ number, url }: IssueOrPull) => ({ link: `#${number}`, to: url });

export function labelRequest(source: RequestSource, label: string): RequestTrigger {
  const { thread, requester } = source;
  return {
    ...commonFields(source, 'asked for', `Request by ${nameOf(requester)}, label on ${thread.kind} #${thread.number}.`),
    kind: 'label',
    isRepeatable: true,
    askedAt: thread.updatedAt,
    retry: { kind: 'label', label },
    origin: ['label ', { code: label }, ' on ', linkTo(thread)],
  };
}

/**
 * An issue that needs no label, or a pull request that is ready for review or has new commits.
 * @param happened what happened to it, in the past tense.
 */
export function openedRequest(source: RequestSource, happened: string): RequestTrigger {
  const { thread, requester } = source;
  const kind = thread.kind === 'issue' ? 'Issue' : 'Pull request';
  return {
    ...commonFields(source, 'asked for', `${kind} #${thread.number} ${happened} by ${nameOf(requester)}.`),
    kind: happened === 'updated' ? 'updated' : 'opened',
    origin: [`${happened} `, linkTo(thread)],
  };
}

/**
 * Needs no authorization: only accounts with write permission can merge.
 * @param branch that the pull request was merged into. @param commit at its tip after the merge; undefined if the payload lacks it.
 */
export function mergeRequest(
  source: RequestSource,
  { branch, commit }: { readonly branch: string; readonly commit: string | undefined },
): RequestTrigger {
  const { thread, requester } = source;
  return {
    ...commonFields(source, 'merged', `Pull request #${thread.number} merged by ${nameOf(requester)}.`),
    kind: 'merged',
    needsAuthorization: false,
    cause: ['branch', branch],
    head: commit,
    reactTo: undefined,
    origin: ['merged ', linkTo(thread)],
  };
}
