import { EventError } from '../errors.ts';
import type { Files } from '../runtime/files.ts';
import type { GitHubContext } from '../runtime/github-context.ts';

export interface GitHubEvent {
  readonly name: string;
  /** Parsed JSON, not validated yet. */
  readonly payload: unknown;
}

/** The event that started the run, from the file that the runner writes. @throws EventError */
export function readEvent(event: GitHubContext['event'], files: Pick<Files, 'readFileSync'>): GitHubEvent {
  if (!event) {
    throw new EventError('The runner names no event (GITHUB_EVENT_NAME, GITHUB_EVENT_PATH).', NOT_A_RUNNER);
  }
  const { name, path } = event;
  try {
    return { name, payload: JSON.parse(files.readFileSync(path, 'utf8')) };
  } catch (cause) {
    const what = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new EventError(`The event file of the runner ${what}.`, NOT_A_RUNNER, { cause });
  }
}

const NOT_A_RUNNER = 'Run the action as a step of a GitHub workflow. If it is one, check the runner.';
