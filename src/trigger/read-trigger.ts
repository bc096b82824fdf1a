import { EventError } from '../errors.ts';
import type { Files } from '../runtime/files.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { quoteName } from '../text/escape.ts';
import { parseRedacted } from '../text/redact.ts';
import { readComment, readReview, readReviewComment } from './command-events.ts';
import { readDispatch, readPush, readRelease, readWorkflowRun } from './history-events.ts';
import { readIssue, readPull } from './thread-events.ts';
import { notARequest, type Trigger, type TriggerRules } from './trigger.ts';

export interface GitHubEvent {
  readonly name: string;
  /** Parsed JSON, not validated yet. */
  readonly payload: unknown;
}

/**
 * The event that started the run, from the file that the runner writes.
 * @param redact removes the step's own secrets.
 * @throws EventError
 */
export function readEvent(
  event: GitHubContext['event'],
  files: Pick<Files, 'readFileSync'>,
  redact: (text: string) => string,
): GitHubEvent {
  if (!event) {
    throw new EventError('The runner names no event (GITHUB_EVENT_NAME, GITHUB_EVENT_PATH).', NOT_A_RUNNER);
  }
  const { name, path } = event;
  try {
    return { name, payload: parseRedacted(files.readFileSync(path, 'utf8'), redact) };
  } catch (cause) {
    const what = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new EventError(`The event file of the runner ${what}.`, NOT_A_RUNNER, { cause });
  }
}

const NOT_A_RUNNER = 'Run the action as a step of a GitHub workflow. If it is one, check the runner.';

/** The readers of the events that may be requests. @throws EventError when the payload differs from GitHub's documentation. */
const READERS: ReadonlyMap<string, (payload: unknown, rules: TriggerRules) => Trigger> = new Map([
  ['issues', readIssue],
  ['pull_request', readPull],
  ['issue_comment', readComment],
  ['pull_request_review', readReview],
  ['pull_request_review_comment', readReviewComment],
  ['push', readPush],
  ['workflow_run', readWorkflowRun],
  ['release', readRelease],
  ...['workflow_dispatch', 'repository_dispatch', 'schedule'].map(
    (name) => [name, (payload: unknown) => readDispatch(name, payload)] as const,
  ),
]);

/**
 * Reads an event as a trigger, or as an event that is not a request.
 * @throws EventError when the payload differs from GitHub's documentation.
 */
export function readTrigger({ name, payload }: GitHubEvent, rules: TriggerRules): Trigger {
  const read = READERS.get(name);
  return read ? read(payload, rules) : notARequest(`the event ${quoteName(name)}`, OTHERS);
}

const OTHERS = 'a label, a command in a comment, a merge, push, release, workflow run, schedule or dispatch is';
