import type { Step } from './action-process.ts';
import { ALICE, labeled, openPull, PAGE, REPOSITORY, sha } from './events.ts';
import { githubTime } from './stub-github.ts';
import { createWorld, type World } from './world.ts';

type Event = Step['event'];

/** The pull request that the agent opens in these tests, with a token of alice. */
export const PULL = 44;
export const LINK = `${PAGE}/pull/${PULL}`;

/** A world in which the job of an issue's label opened pull request 44. The job's comment is on it. */
export async function worldWithAgentPull(prLink = LINK): Promise<World> {
  const world = createWorld();
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  world.service.script = { seconds: 2, prLink };
  await world.run({ event: labeled() });
  return world;
}

/** The comments of the action on the agent's pull request that say which job opened it. */
export const openings = ({ github }: World) =>
  github.comments.filter(({ issue, body }) => issue === PULL && body.startsWith('**📝 Opened for '));

interface PullFields {
  readonly number?: number;
  readonly head?: string;
  readonly base?: string;
  readonly at?: number;
  readonly mergeCommit?: string;
}

/** Something happens to a pull request, caused by alice or by a token of hers. */
export function pulled(action: string, options: PullFields = {}): Event {
  const { number = PULL, head = sha('c'), base = 'main', at = 5_000, mergeCommit } = options;
  const thread = { number, title: 'Docs', body: '', html_url: `${PAGE}/pull/${number}`, user: ALICE };
  const merge = { merged: mergeCommit !== undefined, merge_commit_sha: mergeCommit ?? null };
  const dates = { created_at: githubTime(at), updated_at: githubTime(at) };
  const commits = { base: { sha: sha('0'), ref: base }, head: { sha: head, ref: 'agent' } };
  const pull = { ...thread, ...dates, ...merge, ...commits, draft: false };
  const label = action === 'labeled' ? { label: { name: 'docs' } } : {};
  return {
    name: 'pull_request',
    payload: { action, ...label, pull_request: pull, sender: ALICE, repository: REPOSITORY },
  };
}

interface ReviewFields {
  readonly body?: string;
  readonly id?: number;
  readonly sender?: string;
}

/** A person submits a review of the agent's pull request. */
export function reviewed({ body = '/docs shorter', id = 700, sender = 'alice' }: ReviewFields = {}): Event {
  const { payload } = pulled('submitted');
  const author = { ...ALICE, login: sender };
  const html_url = `${LINK}#pullrequestreview-${id}`;
  const review = { id, body, html_url, submitted_at: githubTime(0), user: author, state: 'commented' };
  return { name: 'pull_request_review', payload: { ...payload, review, sender: author } };
}

/** A person comments on a line of it. */
export function lineCommented(fields: object, { id = 800, sender = 'alice' } = {}): Event {
  const { payload } = pulled('created');
  const author = { ...ALICE, login: sender };
  const place = { path: 'docs/cli.md', diff_hunk: '@@ -1 +1 @@\n+x', line: 1, original_line: 1 };
  const comment = { id, body: '/docs shorter', html_url: `${LINK}#discussion_r${id}`, user: author, ...place };
  return {
    name: 'pull_request_review_comment',
    payload: { ...payload, comment: { ...comment, pull_request_review_id: null, ...fields }, sender: author },
  };
}

interface RunFields {
  readonly event?: string;
  readonly conclusion?: string;
  readonly branch?: string;
  readonly head?: string;
  readonly repository?: unknown;
  readonly id?: number;
}

/** A run of the workflow `CI` ended. */
export function workflowRan(options: RunFields = {}): Event {
  const { event = 'push', conclusion = 'success', branch = 'main', head = sha('a'), repository = { id: 1 } } = options;
  const html_url = `${PAGE}/actions/runs/${options.id ?? 4711}`;
  const run = { id: options.id ?? 4711, workflow_id: 77, event, conclusion, html_url, head_branch: branch };
  const workflow_run = { ...run, head_sha: head, head_commit: null, head_repository: repository };
  return {
    name: 'workflow_run',
    payload: { action: 'completed', workflow_run, sender: ALICE, repository: REPOSITORY },
  };
}

/** A push to a branch. */
export function pushedTo(branch: string, before: string, after: string): Event {
  const payload = { ref: `refs/heads/${branch}`, before, after, deleted: false, created: false, forced: false };
  return { name: 'push', payload: { ...payload, commits: [], sender: ALICE, repository: REPOSITORY } };
}

/** So many commits of the agent, behind one of a person, with their merge if there is one. */
export function agentCommits({ github: { history, pulls } }: World, count = 1) {
  const before = history.commit({ message: 'Before' });
  for (let at = 0; at < count; at++) history.commit({ files: ['docs/cli.md'], pulls: [PULL] });
  const after = history.commit({ message: `Merge #${PULL}`, files: ['docs/cli.md'], pulls: [PULL] });
  pulls.set(PULL, {
    ...openPull(PULL, 5_000),
    state: 'closed',
    merged_at: '2026-03-02T12:10:00Z',
    merge_commit_sha: after,
  });
  return { before, after };
}
