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
  type IssueOrPull,
  notARequest,
  type ReactionTarget,
  type RequestTrigger,
  type Trigger,
  type TriggerRules,
} from './trigger.ts';

/** Reads the event `issues`. @throws EventError, as the other readers do. */
export function readIssue(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'issues');
  const source = (): RequestSource => byIssue(parsePayload(ABOUT_ISSUE, payload, 'issues'));
  if (activity === 'labeled') return readLabel(payload, 'issues', rules, source);
  const mayOpen = activity === 'opened' || activity === 'reopened';
  if (mayOpen && rules.label === '*') return openedRequest(source(), activity);
  return notARequest(
    `an issue that was ${quoteName(activity)}`,
    activity === 'opened' ? labeling(rules) : opening(rules),
  );
}

const ACTIVITIES = {
  opened: 'opened',
  reopened: 'reopened',
  ready_for_review: 'marked as ready for review',
  synchronize: 'updated',
} as const;

/** Reads the event `pull_request`. */
export function readPull(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'pull_request');
  const read = () => parsePayload(ABOUT_PULL, payload, 'pull_request');
  switch (activity) {
    case 'labeled':
      return readLabel(payload, 'pull_request', rules, () => byPull(read()));
    case 'closed': {
      const about = read();
      const { merged, base, merge_commit_sha: commit } = about.pull_request;
      if (merged) return mergeRequest(byPull(about), { branch: base.ref, commit: commit ?? undefined });
      return notARequest('closing a pull request', 'merging it is');
    }
    case 'opened':
    case 'reopened':
    case 'ready_for_review':
    case 'synchronize': {
      if (activity === 'synchronize' && !rules.reusesPullRequest) {
        return notARequest('a new commit in a pull request', 'it is with `pull-request: reuse`');
      }
      const about = read();
      if (about.pull_request.draft) return notARequest('a draft', 'marking it as ready for review is');
      return openedRequest(byPull(about), ACTIVITIES[activity]);
    }
    default:
      return notARequest(`a pull request that was ${quoteName(activity)}`, 'opening, labeling and merging it are');
  }
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

/** GitHub sends one event for opening an issue, and one for each label that it is opened with. */
const labeling = ({ label }: TriggerRules) =>
  `the label ${quoteName(label)} is, in a run of its own (\`trigger-label\`)`;

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
    kind: activity === ACTIVITIES.synchronize ? 'updated' : 'opened',
    needsAuthorization: true,
    retry: BY_RUN,
    reactTo: onThread(thread),
    origin: [`${activity} `, linkTo(thread)],
    prompt: { ...common.prompt, statement: `${kind} #${thread.number} ${activity} by ${nameOf(requester)}.` },
  };
}

/** The result of a merge. */
interface Merge {
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
