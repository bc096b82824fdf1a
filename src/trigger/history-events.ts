import * as v from '@badrap/valita';
import { SHA, WEB_ADDRESS } from '../github/answers.ts';
import { readMarkdown, readPlain } from '../sanitize/index.ts';
import { fallback, ID, nullish, TEXT } from '../schema.ts';
import { oneLine, quoteName } from '../text/format.ts';
import { createPathFilter } from '../text/glob.ts';
import { ACTIVITY, createReader, PERSON, PLAIN } from './payload.ts';
import {
  type Actor,
  BY_RUN,
  NO_ACTOR,
  onOneLine,
  type RequestTrigger,
  refSection,
  type TriggerRules,
  whoIs,
} from './trigger.ts';

/**
 * No authorization is needed: only accounts with write permission, or the workflow itself, can
 * cause these events.
 */
const COMMON = { needsAuthorization: false, retry: BY_RUN } as const;

const PROMPT = {
  sections: [],
  isRequestInText: false,
  needsChanges: true,
  subject: 'pull request',
} as const;

/** What a request for the commits of a branch has in common with others for that branch. */
const onBranch = (branch: string, head: string) =>
  ({ mergeCommit: { sha: head, branch }, cause: ['branch', branch], head }) as const;

/** A commit, for a quote: its subject, and its author's username or else name. */
const HEAD_COMMIT = fallback(
  v
    .object({
      message: v.string(),
      author: v.object({ name: nullish(v.string()), username: nullish(v.string()) }),
    })
    .map(({ message, author }) => {
      const { text } = readPlain(message.trimStart().split('\n', 1)[0] ?? '');
      return text
        ? { text, author: readPlain(author.username ?? author.name ?? '').text }
        : undefined;
    }),
  undefined,
);

export const readPush = createReader(
  v.object({
    ref: v.string(),
    before: SHA,
    after: SHA,
    deleted: v.boolean().optional(),
    repository: v.object({ default_branch: v.string() }),
    head_commit: HEAD_COMMIT,
    sender: PERSON,
  }),
  ({ ref, before, after: head, ...push }, rules) => {
    if (push.deleted) return 'deleting a branch or tag';
    const name = ref.replace(/^refs\/(heads|tags)\//, '');
    const isTag = ref.startsWith('refs/tags/');
    if (isTag && !rules.hasCompare) return `the tag ${quoteName(name)} without \`compare\``;
    if (!isTag && !isCountedBranch(name, push.repository, rules))
      return `a push to the branch ${quoteName(name)}`;
    if (!isTag && /^0+$/.test(before)) return 'a push that creates a branch';
    return {
      ...COMMON,
      kind: 'push',
      requester: push.sender,
      eventText: ['push to ', { code: name }],
      // a force push may bring a commit back
      identity: ['push', isTag ? 'tag' : 'branch', name, before, head],
      quote: push.head_commit,
      // A tag changes no file: `compare` names the changes.
      ...(isTag ? { cause: ['event', 'tag'] } : { ...onBranch(name, head), pushedBranch: name }),
      needsDeclaredBot: true,
      prompt: {
        ...PROMPT,
        statement: `${isTag ? 'Push of a tag' : 'Push to a branch'} by ${whoIs(push.sender)}.`,
        ref: refSection('the push', isTag ? 'Tag' : 'Branch', name),
        range: isTag ? undefined : { base: before, head, since: 'base' },
      },
    };
  },
  () => 'a push to the default branch or to one that `branches` names is, once the branch exists',
);

/**
 * The events of a workflow run of this repository that only accounts with write permission, or the
 * workflow itself, can cause.
 */
const COUNTED_RUNS = ['push', 'release', 'schedule', 'workflow_dispatch'];

/**
 * Runs of forks and runs for pull requests are not requests: strangers can cause them, and the run
 * of this event has secrets.
 */
export const readWorkflowRun = createReader(
  v.object({
    ...ACTIVITY,
    workflow_run: v.object({
      workflow_id: ID,
      event: v.string(),
      conclusion: nullish(v.string()),
      html_url: WEB_ADDRESS,
      head_branch: TEXT,
      head_sha: SHA,
      head_commit: HEAD_COMMIT,
      /** Null for a deleted fork. */
      head_repository: nullish(v.object({ id: ID })),
    }),
    repository: v.object({ id: ID, default_branch: v.string() }),
  }),
  ({ action, workflow_run: run, repository, sender: requester }, rules) => {
    if (action !== 'completed') return `a workflow run with the activity ${quoteName(action)}`;
    if (run.head_repository?.id !== repository.id) return 'a workflow run of a fork';
    if (!COUNTED_RUNS.includes(run.event))
      return `a workflow run for the event ${quoteName(run.event)}`;
    const { head_sha: head, workflow_id: id, conclusion } = run;
    if (conclusion !== 'success')
      return `a workflow run with the conclusion ${quoteName(conclusion ?? 'none')}`;
    // The run of a release has the tag in `head_branch`.
    const branch = run.event === 'release' ? undefined : run.head_branch;
    const isCounted = branch === undefined || isCountedBranch(branch, repository, rules);
    if (!isCounted) return `a workflow run on the branch ${quoteName(branch)}`;
    return {
      ...COMMON,
      kind: 'workflow-run',
      requester,
      eventText: [
        { link: 'workflow run', to: run.html_url },
        ...(branch === undefined ? [] : [' on ', { code: branch }]),
      ],
      ...(branch === undefined ? { cause: ['event', 'release'] } : onBranch(branch, head)),
      ...(run.event === 'push' && { pushedBranch: branch, needsDeclaredBot: true }),
      isScheduled: run.event === 'schedule',
      identity: ['workflow_run', String(id), head],
      head,
      quote: run.head_commit,
      prompt: {
        ...PROMPT,
        ...(branch !== undefined && { ref: refSection('the workflow run', 'Branch', branch) }),
        statement: `Successful workflow run, started by ${whoIs(requester)}.`,
        range: { base: undefined, head, since: 'first-parent' },
      },
    };
  },
  () =>
    'a successful one for a push, release, schedule or dispatch is, on the default branch or on one that `branches` names',
);

const RELEASE = v.object({
  id: ID,
  published_at: TEXT,
  tag_name: v.string(),
  name: PLAIN,
  body: TEXT,
  html_url: WEB_ADDRESS,
  author: PERSON,
});

export const readRelease = createReader(
  v.object({ ...ACTIVITY, release: RELEASE }),
  ({ action, release, sender: requester }) => {
    if (action !== 'published') return `a release with the activity ${quoteName(action)}`;
    const { tag_name: tag, name: title, author } = release;
    const named = [
      'Tag: ',
      onOneLine(tag),
      '\nAddress: ',
      onOneLine(release.html_url, 2048),
      '\nTitle: ',
      title,
    ];
    const section = {
      heading: `release by ${oneLine(author.login, 100)}`,
      parts: [...named, '\n\n', readMarkdown(release.body)],
    };
    return {
      ...COMMON,
      kind: 'release',
      requester,
      eventText: ['release ', { code: tag }],
      // a release can be published again
      identity: ['release', String(release.id), release.published_at],
      cause: ['event', 'release'],
      quote: { text: title.text.trim() || readPlain(tag).text, author: author.login },
      prompt: {
        ...PROMPT,
        statement: `Release published by ${whoIs(requester)}.`,
        sections: [section],
        subject: 'release',
      },
    };
  },
  () => 'publishing one is',
);

/** An event that the workflow itself starts. `schedule` has no sender. */
export const readDispatch = createReader(
  v.object({ sender: PERSON.optional() }),
  ({ sender }, _, event) => dispatchRequest(sender ?? NO_ACTOR, event),
  () => '',
);

/** A request that the workflow itself starts. @param event its name. */
export const dispatchRequest = (requester: Actor, event: string): RequestTrigger => ({
  ...COMMON,
  kind: event === 'schedule' ? event : event.endsWith('_dispatch') ? 'dispatch' : 'event',
  requester,
  isScheduled: event === 'schedule',
  eventText: [event.replaceAll('_', ' ')],
  identity: 'workflow run',
  cause: ['event', event],
  prompt: PROMPT,
});

/**
 * Whether pushes to this branch are requests: to the default branch, and to those that `branches`
 * names.
 */
function isCountedBranch(
  name: string,
  { default_branch: defaultBranch }: { readonly default_branch: string },
  { branches }: TriggerRules,
): boolean {
  return (
    name === defaultBranch ||
    (branches.length > 0 && createPathFilter({ include: branches, exclude: [] })(name))
  );
}
