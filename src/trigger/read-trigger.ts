import * as v from '@badrap/valita';
import { EventError } from '../errors.ts';
import type { Files } from '../runtime/files.ts';
import type { GitHubVariables } from '../runtime/runner.ts';
import { parse } from '../schema.ts';
import { quoteName } from '../text/format.ts';
import { readIssueComment, readReview, readReviewComment } from './command-events.ts';
import { readDispatch, readPush, readRelease, readWorkflowRun } from './history-events.ts';
import { createReader, type EventReader } from './payload.ts';
import { readIssue, readPullEvent } from './thread-events.ts';
import type { Trigger, TriggerRules } from './trigger.ts';

export interface GitHubEvent {
  readonly name: string;
  /** Parsed JSON, not validated yet. */
  readonly payload: unknown;
}

/**
 * The event that started the run, from the runner's file. @param redact removes the step's own
 * secrets. @throws EventError
 */
export function readEvent(
  event: GitHubVariables['event'],
  files: Pick<Files, 'readFileSync'>,
  redact: (text: string) => string,
): GitHubEvent {
  if (!event)
    throw new EventError(
      'The runner names no event (GITHUB_EVENT_NAME, GITHUB_EVENT_PATH).',
      NOT_A_RUNNER,
    );
  const { name, path } = event;
  try {
    const text = redact(files.readFileSync(path, 'utf8'));
    return { name, payload: JSON.parse(text, wellFormed) };
  } catch (cause) {
    const what = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new EventError(`The event file of the runner ${what}.`, NOT_A_RUNNER, { cause });
  }
}

/** Half of a surrogate pair, which JSON can hold, cannot be part of an address. */
const wellFormed = (_: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value;

const NOT_A_RUNNER =
  'Run the action as a step of a GitHub workflow. If it is one, check the runner.';

/** Its runs have the secrets of the repository, and labels there may be of strangers' code. */
const readPullRequestTarget = createReader(
  v.unknown(),
  () => 'the event `pull_request_target`',
  ({ label, command }) =>
    `with \`on: pull_request\`, the label ${quoteName(label)} is, and for pull requests from forks, with \`on: issue_comment\`, a comment that begins with ${quoteName(command)}`,
);

const READERS: ReadonlyMap<string, EventReader> = new Map([
  ['issues', readIssue],
  ['pull_request', readPullEvent],
  ['issue_comment', readIssueComment],
  ['pull_request_review', readReview],
  ['pull_request_review_comment', readReviewComment],
  ['push', readPush],
  ['pull_request_target', readPullRequestTarget],
  ['workflow_run', readWorkflowRun],
  ['release', readRelease],
  ['workflow_dispatch', readDispatch],
  ['repository_dispatch', readDispatch],
  ['schedule', readDispatch],
]);

const readOther = createReader(
  v.unknown(),
  (_payload, _rules, name) => `the event ${quoteName(name)}`,
  () =>
    'a label, a command in a comment, a merge, push, release, workflow run, schedule or dispatch is',
);

/** Reads an event. @throws EventError when the payload differs from GitHub's documentation. */
export const readTrigger = ({ name, payload }: GitHubEvent, rules: TriggerRules): Trigger =>
  (READERS.get(name) ?? readOther)(name, payload, rules);

const REPOSITORY = v.object({ full_name: v.string(), fork: v.boolean().optional() });
/** The repository of a deleted fork is null. */
const ORIGIN = v.object({
  repository: REPOSITORY,
  pull_request: v.object({ head: v.object({ repo: REPOSITORY.nullable() }) }).optional(),
});

/**
 * Why this run has no secrets by GitHub's rules ("Using secrets in GitHub Actions"); undefined if
 * it should have them. @param command that a comment begins with to ask instead.
 */
export function explainMissingSecrets(
  event: GitHubEvent,
  actor: string,
  command: string,
): string | undefined {
  if (actor === 'dependabot[bot]') {
    return 'runs of Dependabot get no secret of Actions; put the key into Settings → Secrets and variables → Dependabot';
  }
  const origin = parse(ORIGIN, event.payload);
  if (!origin.ok) return undefined;
  const { repository, pull_request } = origin.value;
  if (pull_request && pull_request.head.repo?.full_name !== repository.full_name) {
    const isReview = event.name.startsWith('pull_request_review');
    const where = `in the conversation${isReview ? ', not in a review' : ''}`;
    return `runs for pull requests from forks get no secrets; instead, comment ${quoteName(command)} (\`trigger-command\`) ${where}, which needs a workflow with \`on: issue_comment\``;
  }
  return repository.fork
    ? 'this repository is a fork and has no key; put one into Settings → Secrets and variables → Actions'
    : undefined;
}
