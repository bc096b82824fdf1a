import * as v from '@badrap/valita';
import { SHA } from '../github/answers.ts';
import { oneLine, quoteName } from '../text/format.ts';
import { ABOUT_PULL, ACTIVITY, createReader, ISSUE, type ReadEvent } from './payload.ts';
import {
  type Actor,
  BY_RUN,
  type IssueOrPull,
  type RequestTrigger,
  type Section,
  type TriggerRules,
  whoIs,
} from './trigger.ts';

/** The requester and the thread of a request. */
export interface RequestSource {
  readonly requester: Actor;
  readonly thread: IssueOrPull;
}

const LABEL = v.object({ name: v.string() }).optional();

/** GitHub sends one event for opening an issue, and one for each label that it is opened with. */
export const readIssue = createReader(
  v.object({ ...ACTIVITY, issue: ISSUE, label: LABEL }),
  ({ action, sender, issue, label }, rules) => {
    const source = { requester: sender, thread: issue };
    if (action === 'labeled') return readLabel(source, label?.name, rules);
    const isOpening = action === 'opened' || action === 'reopened';
    return isOpening && rules.label === '*'
      ? openedRequest(source, action)
      : `an issue that was ${quoteName(action)}`;
  },
  ({ label }) =>
    label === '*'
      ? 'opening an issue is (`trigger-label` is `*`)'
      : `setting the label ${quoteName(label)} is (\`trigger-label\`), which needs \`labeled\` among the \`types\` of \`on: issues\`; with \`trigger-label: '*'\`, opening an issue is`,
);

/** What happened to a pull request that needs no label, by activity. */
const OPENINGS: ReadonlyMap<string, string> = new Map([
  ['opened', 'opened'],
  ['reopened', 'reopened'],
  ['ready_for_review', 'marked as ready for review'],
  ['synchronize', 'updated'],
]);

export const readPullEvent = createReader(
  v.object({ ...ABOUT_PULL, label: LABEL, before: SHA.optional() }),
  ({ action, sender, pull_request: pull, label, ...payload }, rules) => {
    const { isDraft, isMerged, branch, mergeCommit: commit, thread } = pull;
    const source = { requester: sender, thread };
    if (action === 'labeled') return readLabel(source, label?.name, rules);
    if (action === 'closed' && isMerged) return mergeRequest(source, { branch, commit });
    const happened = OPENINGS.get(action);
    if (happened === undefined) return `a pull request that was ${quoteName(action)}`;
    if (happened === 'updated' && !rules.reusesPullRequest) return 'a new commit in a pull request';
    return isDraft ? 'a draft' : openedRequest(source, happened, payload.before);
  },
  ({ label }) =>
    `opening it, marking it as ready for review, the label ${quoteName(label)} (\`trigger-label\`) and merging it are, and with \`pull-request: reuse\` new commits`,
);

/** On GitHub, label names are unique regardless of case. */
function readLabel(source: RequestSource, label = '', rules: TriggerRules): ReadEvent {
  const isWanted = label.toLowerCase() === rules.label.toLowerCase();
  return isWanted ? labelRequest(source, label) : `the label ${quoteName(label)}`;
}

/**
 * Identifies an event of a pull request that carries neither a text nor a label. @param before the
 * head commit before it, if the payload names it.
 */
const pullIdentity = ({ number, range }: IssueOrPull, before: string, isMerged = false) => [
  'pull',
  String(number),
  before,
  range?.head ?? '',
  String(isMerged),
];

/**
 * The common fields of requests in a thread. Setting a label and opening an issue carry no text, so
 * the time of the event identifies them.
 */
export function commonFields({ requester, thread }: RequestSource, statement: string) {
  const isIssue = thread.kind === 'issue';
  const pull = isIssue ? undefined : thread.number;
  return {
    requester,
    thread,
    pull,
    needsAuthorization: true,
    identity: ['thread', String(thread.number), String(thread.updatedAt)],
    cause: pull === undefined ? undefined : ['pull', String(pull)],
    head: thread.range?.head,
    retry: BY_RUN,
    reactTo: { kind: 'thread', number: thread.number },
    quote: { text: thread.title.text, author: thread.author.login },
    prompt: {
      statement,
      sections: [threadSection(thread)],
      range: thread.range,
      isRequestInText: isIssue,
      needsChanges: !isIssue,
      subject: 'pull request',
    },
  } as const;
}

function threadSection({ kind, number, author, url, title, body }: IssueOrPull): Section {
  return {
    heading: `${kind} #${number} by ${oneLine(author.login, 100)}, ${url}`,
    parts: ['Title: ', title, '\n\n', body],
  };
}

const linkTo = ({ number, url }: IssueOrPull) => ({ link: `#${number}`, to: url });

export function labelRequest(source: RequestSource, label: string): RequestTrigger {
  const { thread, requester } = source;
  return {
    ...commonFields(
      source,
      `Request by ${whoIs(requester)}, label on ${thread.kind} #${thread.number}.`,
    ),
    kind: 'label',
    askedAt: thread.updatedAt,
    retry: { kind: 'label', label },
    eventText: ['label ', { code: label }, ' on ', linkTo(thread)],
  };
}

/**
 * An issue that needs no label, or a pull request that is ready for review or has new commits.
 * @param happened in the past tense.
 * @param before the head commit before new ones.
 */
export function openedRequest(
  source: RequestSource,
  happened: string,
  before = '',
): RequestTrigger {
  const { thread, requester } = source;
  const isIssue = thread.kind === 'issue';
  const kind = isIssue ? 'Issue' : 'Pull request';
  return {
    ...commonFields(source, `${kind} #${thread.number} ${happened} by ${whoIs(requester)}.`),
    kind: 'opened',
    ...(isIssue
      ? { askedAt: thread.updatedAt }
      : { identity: pullIdentity(thread, before), needsDeclaredBot: true }),
    eventText: [`${happened} `, linkTo(thread)],
  };
}

/**
 * Needs no authorization: only accounts with write permission can merge.
 * @param branch that the pull request was merged into. @param commit at its tip after the merge;
 * undefined if the payload lacks it.
 */
export function mergeRequest(
  source: RequestSource,
  { branch, commit }: { readonly branch: string; readonly commit: string | undefined },
): RequestTrigger {
  const { thread, requester } = source;
  return {
    ...commonFields(source, `Pull request #${thread.number} merged by ${whoIs(requester)}.`),
    kind: 'merged',
    identity: pullIdentity(thread, '', true),
    needsDeclaredBot: true,
    needsAuthorization: false,
    cause: ['branch', branch],
    head: commit,
    reactTo: undefined,
    eventText: ['merged ', linkTo(thread)],
  };
}
