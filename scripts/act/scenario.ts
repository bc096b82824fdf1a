import { merges, type ScenarioEvent, type ScenarioScript } from '../../sandbox/demo/scenario-scripts.ts';
import type { GitHub, Login } from '../../sandbox/github/embedded.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { World } from '../../sandbox/world.ts';
import type { Ending, Facts } from './endings.ts';
import type { LocalHistory } from './workflow-files.ts';

/** A run of an example workflow, and how it ends. */
export interface Scenario {
  /** Path of the workflow. */
  readonly workflow: string;
  readonly what: string;
  /** Produces the event that starts the workflow; not every event has a thread. */
  act(github: GitHub): Promise<Pick<ScenarioEvent, 'event'> & Partial<ScenarioEvent>>;
  /** What happens between that event and the workflow. @returns the event that starts the workflow instead. */
  readonly first?: (world: World, event: GitHubEvent) => Promise<GitHubEvent>;
  /** A second event, on which the workflow runs again. */
  readonly again?: (github: GitHub) => Promise<GitHubEvent>;
  readonly ends: Ending;
  /** Further conditions. */
  readonly also?: (facts: Facts) => Record<string, boolean>;
  /** The requester, whom a comment must mention. */
  readonly requester?: Login;
  /** Variables of the repository, besides the connection. */
  readonly vars?: Readonly<Record<string, string>>;
  /** The answers of `gh`, by the words that its arguments begin with. */
  readonly gh?: Readonly<Record<string, string>>;
  /** Commits of the repository that a step checks out. */
  readonly history?: LocalHistory;
}

/** A pull request that changes these files, and its merge into `main`. */
export function merge(...paths: string[]): ScenarioScript {
  return merges({ title: 'Add --json', files: Object.fromEntries(paths.map((path) => [path, 'New.\n'])) });
}
