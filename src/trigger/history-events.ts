import { quoteName } from '../text/escape.ts';
import { createPathFilter } from '../text/glob.ts';
import {
  dispatchRequest,
  pushRequest,
  releaseRequest,
  workflowFollowUpRequest,
  workflowRunRequest,
} from './history-requests.ts';
import { ACTION, BY_ANYBODY, PUSH, parsePayload, RELEASED, WORKFLOW_RUN } from './payload.ts';
import { NO_ACTOR, notARequest, type Trigger, type TriggerRules } from './trigger.ts';

/** Reads the event `push`. @throws EventError, as the other readers do. */
export function readPush(payload: unknown, rules: TriggerRules): Trigger {
  const { ref, before, after, deleted, repository, head_commit, sender } = parsePayload(PUSH, payload, 'push');
  const counted = countedBranches(repository.default_branch);
  if (deleted) return notARequest('deleting a branch or tag', `a push to ${counted} is`);
  const name = ref.replace(/^refs\/(heads|tags)\//, '');
  const push = { name, before, head: after, commit: head_commit ?? undefined };
  if (ref.startsWith('refs/tags/')) {
    if (rules.hasCompare) return pushRequest(sender, { ...push, isTag: true });
    return notARequest(`the tag ${quoteName(name)} without \`compare\``, `a push to ${counted} is`);
  }
  if (!isCountedBranch(name, repository.default_branch, rules)) {
    return notARequest(`a push to the branch ${quoteName(name)}`, `a push to ${counted} is`);
  }
  if (/^0+$/.test(before)) return notARequest('a push that creates a branch', 'a later push to it is');
  return pushRequest(sender, { ...push, isTag: false });
}

/** The events of a workflow run that only accounts with write permission, or the workflow itself, can cause. */
const COUNTED_RUNS = ['push', 'release', 'schedule', 'workflow_dispatch'];

/**
 * Reads the event `workflow_run`. Runs of forks and runs for pull requests are not requests: strangers can cause them, and the run
 * of this event has secrets. With the operation `follow-up`, every completed run of this repository is one, such as failed CI.
 */
export function readWorkflowRun(payload: unknown, rules: TriggerRules): Trigger {
  const { action } = parsePayload(ACTION, payload, 'workflow_run');
  if (action !== 'completed') {
    return notARequest(`a workflow run with the activity ${quoteName(action)}`, 'one that completed is');
  }
  const { workflow_run: run, repository, sender } = parsePayload(WORKFLOW_RUN, payload, 'workflow_run');
  if (run.head_repository?.id !== repository.id) {
    return notARequest('a workflow run of a fork', 'one of this repository is');
  }
  const { workflow_id: workflow, html_url: url, head_sha: head, head_commit } = run;
  const conclusion = run.conclusion ?? 'none';
  if (rules.followsUp) {
    return workflowFollowUpRequest(sender, { workflow, url, branch: run.head_branch ?? '', conclusion });
  }
  if (conclusion !== 'success') {
    return notARequest(`a workflow run with the conclusion ${quoteName(conclusion)}`, 'a successful one is');
  }
  if (!COUNTED_RUNS.includes(run.event)) {
    const counted = COUNTED_RUNS.map((name) => `\`${name}\``).join(', ');
    return notARequest(`a workflow run for the event ${quoteName(run.event)}`, `one for ${counted} is`);
  }
  // The run of a release has the tag in `head_branch`.
  const branch = run.event === 'release' ? undefined : (run.head_branch ?? '');
  if (branch !== undefined && !isCountedBranch(branch, repository.default_branch, rules)) {
    const counted = countedBranches(repository.default_branch);
    return notARequest(`a workflow run on the branch ${quoteName(branch)}`, `one on ${counted} is`);
  }
  return workflowRunRequest(sender, { workflow, url, branch, head, commit: head_commit ?? undefined });
}

/** Reads the event `release`. */
export function readRelease(payload: unknown): Trigger {
  const { action } = parsePayload(ACTION, payload, 'release');
  if (action !== 'published')
    return notARequest(`a release with the activity ${quoteName(action)}`, 'publishing one is');
  const { release, sender } = parsePayload(RELEASED, payload, 'release');
  const { id, published_at: publishedAt, tag_name: tag, name: title, body: notes, html_url: url, author } = release;
  const about = { id, publishedAt: publishedAt ?? '', tag, title, notes, url, author: author.login };
  return releaseRequest(sender, about);
}

/** Reads `schedule`, `workflow_dispatch` and `repository_dispatch`. @param name of the event. */
export function readDispatch(name: string, payload: unknown): Trigger {
  return dispatchRequest(parsePayload(BY_ANYBODY, payload, name).sender ?? NO_ACTOR, name);
}

/** Whether pushes to this branch are requests: to the default branch, and to those that `branches` names. */
function isCountedBranch(name: string, defaultBranch: string, { branches }: Pick<TriggerRules, 'branches'>): boolean {
  return name === defaultBranch || (branches.length > 0 && createPathFilter({ include: branches, exclude: [] })(name));
}

/** Which branches count, for a message. */
const countedBranches = (defaultBranch: string): string =>
  `${quoteName(defaultBranch)} or a branch that \`branches\` names`;
