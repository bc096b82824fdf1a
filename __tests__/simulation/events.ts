import { showRepository } from '../../sandbox/github/model/show.ts';
import { showUser } from '../../sandbox/github/model/show-account.ts';
import type { GitHub } from './github.ts';
import type { Person } from './history.ts';

/** What starts a workflow. */
export interface Event {
  readonly name: string;
  readonly payload: object;
}

const about = (github: GitHub, by: Person) => ({
  repository: showRepository(github.repository),
  sender: showUser(github.hub, github.account(by)),
});

/** The workflow that deploys `main` ended. */
export function deployed(github: GitHub, head: string, by: Person, conclusion = 'success'): Event {
  const common = about(github, by);
  const html_url = `${common.repository.html_url}/actions/runs/4711`;
  const head_commit = { id: head, message: 'Add --json', author: { name: by } };
  const commit = { head_branch: 'main', head_sha: head, head_commit, head_repository: common.repository };
  const run = { id: 4711, workflow_id: 77, name: 'Deploy', event: 'push', conclusion, html_url };
  return { name: 'workflow_run', payload: { action: 'completed', workflow_run: { ...run, ...commit }, ...common } };
}

/** Someone starts the workflow by hand. */
export const dispatched = (github: GitHub, by: Person, inputs: object = {}): Event => ({
  name: 'workflow_dispatch',
  payload: { inputs, ref: 'refs/heads/main', ...about(github, by) },
});

export const scheduled = (github: GitHub): Event => ({
  name: 'schedule',
  payload: { schedule: '0 6 * * 1', repository: showRepository(github.repository) },
});
