import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';

/**
 * The event of a successful workflow run for a push, in the form of `@octokit/webhooks-examples`, with the fields that GitHub fills
 * from the push. The emulator has no workflow runs.
 * @param run fields of the run that differ.
 */
export function workflowRun({ payload }: GitHubEvent, run: Readonly<Record<string, unknown>> = {}): GitHubEvent {
  const { repository, sender, after, head_commit, ref } = payload;
  const { html_url } = Object(repository);
  const { id, tree_id, message, timestamp, author, committer } = Object(head_commit);
  const person = ({ name, email }: { name: string; email: string }) => ({ name, email });
  const workflow = { id: 77, name: 'Deploy', path: '.github/workflows/deploy.yml', state: 'active' };
  const workflow_run = {
    id: 4711,
    name: 'Deploy',
    display_title: 'Deploy',
    path: workflow.path,
    workflow_id: workflow.id,
    event: 'push',
    status: 'completed',
    conclusion: 'success',
    html_url: `${html_url}/actions/runs/4711`,
    head_branch: String(ref).replace(/^refs\/heads\//, ''),
    head_sha: after,
    head_commit: { id, tree_id, message, timestamp, author: person(author), committer: person(committer) },
    head_repository: repository,
    repository,
    pull_requests: [],
    run_attempt: 1,
    ...run,
  };
  return { name: 'workflow_run', payload: { action: 'completed', workflow, workflow_run, repository, sender } };
}
