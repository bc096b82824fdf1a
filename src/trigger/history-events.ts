import { readPlain } from '../sanitize/index.ts';
import { oneLine, quoteName } from '../text/escape.ts';
import { createPathFilter } from '../text/glob.ts';
import { activityOf, BY_ANYBODY, PUSH, parsePayload, RELEASED, WORKFLOW_RUN } from './payload.ts';
import { nameOf, onOneLine, plainName, refSection } from './sections.ts';
import {
  type Actor,
  BY_RUN,
  NO_ACTOR,
  notARequest,
  type RequestTrigger,
  type Trigger,
  type TriggerRules,
} from './trigger.ts';

/** No authorization is needed: only accounts with write permission, or the workflow itself, can cause these events. */
const COMMON = { needsAuthorization: false, retry: BY_RUN } as const;

const PROMPT = {
  sections: [],
  isRequestInText: false,
  needsChanges: true,
  mayShowPatches: true,
  subject: 'pull request',
} as const;

/** What a request for the commits of a branch has in common with others for that branch. */
const onBranch = (branch: string, head: string) => ({ mergeCommit: { sha: head, branch }, cause: ['branch', branch] });

/** Reads the event `push`. @throws EventError, as the other readers do. */
export function readPush(payload: unknown, rules: TriggerRules): Trigger {
  const { ref, before, after: head, ...push } = parsePayload(PUSH, payload, 'push');
  const { default_branch: defaultBranch } = push.repository;
  const counted = countedBranches(defaultBranch);
  if (push.deleted) return notARequest('deleting a branch or tag', `a push to ${counted} is`);
  const name = ref.replace(/^refs\/(heads|tags)\//, '');
  const isTag = ref.startsWith('refs/tags/');
  if (isTag && !rules.hasCompare) {
    return notARequest(`the tag ${quoteName(name)} without \`compare\``, `a push to ${counted} is`);
  }
  if (!isTag && !isCountedBranch(name, defaultBranch, rules)) {
    return notARequest(`a push to the branch ${quoteName(name)}`, `a push to ${counted} is`);
  }
  if (!isTag && /^0+$/.test(before)) return notARequest('a push that creates a branch', 'a later push to it is');
  return {
    ...COMMON,
    kind: 'push',
    requester: push.sender,
    origin: ['push to ', { code: name }],
    identity: ['push', isTag ? 'tag' : 'branch', name, before, head], // a force push may bring a commit back
    quote: push.head_commit,
    // A tag changes no file: `compare` names the changes.
    ...(isTag ? {} : { ...onBranch(name, head), head }),
    prompt: {
      ...PROMPT,
      statement: `${isTag ? 'Push of a tag' : 'Push to a branch'} by ${nameOf(push.sender)}.`,
      ref: refSection('the push', isTag ? 'Tag' : 'Branch', name),
      range: isTag ? undefined : { base: before, head, since: 'base' },
    },
  };
}

/** The events of a workflow run that only accounts with write permission, or the workflow itself, can cause. */
const COUNTED_RUNS = ['push', 'release', 'schedule', 'workflow_dispatch'];

/**
 * Reads the event `workflow_run`. Runs of forks and runs for pull requests are not requests: strangers can cause them, and the run
 * of this event has secrets. With the operation `follow-up`, every completed run of this repository is one, such as failed CI.
 */
export function readWorkflowRun(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'workflow_run');
  if (activity !== 'completed') {
    return notARequest(`a workflow run with the activity ${quoteName(activity)}`, 'one that completed is');
  }
  const { workflow_run: run, repository, sender: requester } = parsePayload(WORKFLOW_RUN, payload, 'workflow_run');
  if (run.head_repository?.id !== repository.id) {
    return notARequest('a workflow run of a fork', 'one of this repository is');
  }
  const { head_sha: head } = run;
  const conclusion = run.conclusion ?? 'none';
  const isRelease = !rules.followsUp && run.event === 'release'; // the run of a release has the tag in `head_branch`
  const branch = isRelease ? undefined : (run.head_branch ?? '');
  const common = {
    ...COMMON,
    kind: 'workflow-run',
    requester,
    origin: [{ link: 'workflow run', to: run.html_url }, ...(branch === undefined ? [] : [' on ', { code: branch }])],
  } as const;
  const identity = ['workflow_run', String(run.workflow_id)];
  const prompt = {
    ...PROMPT,
    ...(branch !== undefined && { ref: refSection('the workflow run', 'Branch', branch) }),
  };
  if (rules.followsUp) {
    // Neither its commit nor a prompt that names the run is part of the request key: a job whose follow-up fails again gets no second one,
    // or the two would continue without end.
    const statement = `Workflow run ended with${plainName(conclusion)}, started by ${nameOf(requester)}.`;
    return {
      ...common,
      identity: [...identity, 'follow-up', branch ?? ''],
      ignoresInputs: true,
      prompt: { ...prompt, statement, needsChanges: false },
    };
  }
  if (conclusion !== 'success') {
    return notARequest(`a workflow run with the conclusion ${quoteName(conclusion)}`, 'a successful one is');
  }
  if (!COUNTED_RUNS.includes(run.event)) {
    const counted = COUNTED_RUNS.map((name) => `\`${name}\``).join(', ');
    return notARequest(`a workflow run for the event ${quoteName(run.event)}`, `one for ${counted} is`);
  }
  if (branch !== undefined && !isCountedBranch(branch, repository.default_branch, rules)) {
    const counted = countedBranches(repository.default_branch);
    return notARequest(`a workflow run on the branch ${quoteName(branch)}`, `one on ${counted} is`);
  }
  return {
    ...common,
    ...(branch !== undefined && onBranch(branch, head)),
    identity: [...identity, head],
    head,
    quote: run.head_commit,
    prompt: {
      ...prompt,
      statement: `Successful workflow run, started by ${nameOf(requester)}.`,
      range: { base: undefined, head, since: 'first-parent' },
    },
  };
}

/** Reads the event `release`. */
export function readRelease(payload: unknown): Trigger {
  const activity = activityOf(payload, 'release');
  if (activity !== 'published') {
    return notARequest(`a release with the activity ${quoteName(activity)}`, 'publishing one is');
  }
  const { release, sender: requester } = parsePayload(RELEASED, payload, 'release');
  const { tag_name: tag, name: title, author } = release;
  const named = ['Tag: ', onOneLine(tag), '\nAddress: ', onOneLine(release.html_url, 2048), '\nTitle: ', title];
  const section = { heading: `release by ${oneLine(author.login, 100)}`, parts: [...named, '\n\n', release.body] };
  return {
    ...COMMON,
    kind: 'release',
    requester,
    origin: ['release ', { code: tag }],
    identity: ['release', String(release.id), release.published_at ?? ''], // a release can be published again
    quote: { text: title.text.trim() || readPlain(tag).text, author: author.login },
    prompt: {
      ...PROMPT,
      statement: `Release published by ${nameOf(requester)}.`,
      sections: [section],
      subject: 'release',
    },
  };
}

/** Reads `schedule`, `workflow_dispatch` and `repository_dispatch`. @param name of the event. */
export function readDispatch(name: string, payload: unknown): Trigger {
  return dispatchRequest(parsePayload(BY_ANYBODY, payload, name).sender ?? NO_ACTOR, name);
}

/** A request that the workflow itself starts. @param event its name. */
export const dispatchRequest = (requester: Actor, event: string): RequestTrigger => ({
  ...COMMON,
  kind: 'schedule-or-dispatch',
  requester,
  isRepeatable: true,
  origin: [event.replaceAll('_', ' ')],
  identity: ['event', event],
  cause: ['event', event],
  prompt: PROMPT,
});

/** Whether pushes to this branch are requests: to the default branch, and to those that `branches` names. */
function isCountedBranch(name: string, defaultBranch: string, { branches }: Pick<TriggerRules, 'branches'>): boolean {
  return name === defaultBranch || (branches.length > 0 && createPathFilter({ include: branches, exclude: [] })(name));
}

/** Which branches count, for a message. */
const countedBranches = (defaultBranch: string): string =>
  `${quoteName(defaultBranch)} or a branch that \`branches\` names`;
