import { createHash } from 'node:crypto';
import { githubTime } from './answers.ts';
import type { ModelCommit } from './github-changes.ts';
import type { ModelPull } from './github-model.ts';
import { isPull, type Person } from './history.ts';

export interface Event {
  readonly name: string;
  readonly payload: object;
}

export const NAME = 'acme/app';
/** After people renamed the repository. */
export const NEW_NAME = 'acme/app-2';
export const URL = `https://github.com/${NAME}`;
export const REPOSITORY = { id: 1, full_name: NAME, default_branch: 'main', private: false };
const IDS: Readonly<Record<Person, number>> = {
  alice: 501,
  bob: 502,
  tom: 503,
  mallory: 504,
  'agent[bot]': 505,
  dora: 506,
};

export const account = (login: Person) => ({ login, id: IDS[login], type: login.endsWith('[bot]') ? 'Bot' : 'User' });
export const shaOf = (text: string): string => createHash('sha1').update(text).digest('hex');

/** An issue or pull request as payloads show it. */
export function threadOf(number: number, at: number, createdAt = 0, author: Person = 'bob'): object {
  const kind = isPull(number) ? 'pull' : 'issues';
  const about = {
    number,
    title: `Explain flag ${number}`,
    body: 'What does it print?',
    html_url: `${URL}/${kind}/${number}`,
  };
  const times = { created_at: githubTime(createdAt), updated_at: githubTime(at) };
  if (!isPull(number)) return { ...about, ...times, user: account(author) };
  const commits = { base: { sha: shaOf('base'), ref: 'main' }, head: { sha: shaOf(`head-${number}`), ref: 'json' } };
  return { ...about, ...times, ...commits, user: account(author), draft: false, merged: false };
}

/** A person sets the label. */
export function labeled(thread: number, by: Person, at: number): Event {
  const about = { action: 'labeled', label: { name: 'docs' }, sender: account(by), repository: REPOSITORY };
  return isPull(thread)
    ? { name: 'pull_request', payload: { ...about, pull_request: threadOf(thread, at) } }
    : { name: 'issues', payload: { ...about, issue: threadOf(thread, at) } };
}

interface Comment {
  readonly id: number;
  readonly body: string;
}

/** A person comments. @param pull of the thread, if people or an agent opened it in the course of the history. */
export function commented(thread: number, by: Person, comment: Comment, at: number, pull?: ModelPull): Event {
  const about = threadOf(thread, at, pull?.createdAt, pull?.author);
  const issue = { ...about, ...(isPull(thread) ? { pull_request: {} } : {}) };
  const html_url = `${URL}/issues/${thread}#issuecomment-${comment.id}`;
  const said = { ...comment, html_url, user: account(by), created_at: githubTime(at), updated_at: githubTime(at) };
  return {
    name: 'issue_comment',
    payload: { action: 'created', issue, comment: said, sender: account(by), repository: REPOSITORY },
  };
}

/** A person submits a review. */
export function reviewed(thread: number, by: Person, id: number, at: number): Event {
  const html_url = `${URL}/pull/${thread}#pullrequestreview-${id}`;
  const review = {
    id,
    body: `/docs explain this, ${id}`,
    html_url,
    user: account(by),
    submitted_at: githubTime(at),
    state: 'commented',
  };
  const payload = {
    action: 'submitted',
    review,
    pull_request: threadOf(thread, at),
    sender: account(by),
    repository: REPOSITORY,
  };
  return { name: 'pull_request_review', payload };
}

export const messageOf = (file: string): string => `Change ${file}`;

/** A person pushes to `main`. @param pushed the commits, the oldest first, or the id of the only one. @param forced they replace others. */
export function pushed(before: string, pushed: readonly ModelCommit[] | string, by: Person, forced = false): Event {
  const given = typeof pushed === 'string' ? [{ sha: pushed, file: 'src/cli.ts', by }] : pushed;
  const commits = given.map(({ sha, file, by: username }) => {
    return { id: sha, message: messageOf(file), author: { name: username, username } };
  });
  const head_commit = commits.at(-1);
  const after = head_commit?.id;
  const refs = { before, after, head_commit, commits, deleted: false, created: false, forced };
  return { name: 'push', payload: { ref: 'refs/heads/main', ...refs, sender: account(by), repository: REPOSITORY } };
}

/** @param more of the name of the tag. */
export function released(id: number, by: Person, at: number, more = ''): Event {
  const html_url = `${URL}/releases/tag/v1.${id}${more}`;
  const release = {
    id,
    tag_name: `v1.${id}${more}`,
    name: `1.${id}`,
    body: `New flag ${id}`,
    html_url,
    author: account(by),
    published_at: githubTime(at),
  };
  return { name: 'release', payload: { action: 'published', release, sender: account(by), repository: REPOSITORY } };
}

/** The workflow that deploys `main` ended well. */
export function deployed(head: string, by: Person): Event {
  const html_url = `${URL}/actions/runs/4711`;
  const head_commit = { id: head, message: 'Add --json', author: { name: by } };
  const commit = { head_branch: 'main', head_sha: head, head_commit, head_repository: REPOSITORY };
  const workflow_run = { id: 4711, workflow_id: 77, name: 'Deploy', event: 'push', conclusion: 'success', html_url };
  return {
    name: 'workflow_run',
    payload: {
      action: 'completed',
      workflow_run: { ...workflow_run, ...commit },
      sender: account(by),
      repository: REPOSITORY,
    },
  };
}

/** Someone starts the workflow by hand. */
export const dispatched = (by: Person): Event => ({
  name: 'workflow_dispatch',
  payload: { inputs: {}, ref: 'refs/heads/main', sender: account(by), repository: REPOSITORY },
});

export const scheduled: Event = { name: 'schedule', payload: { schedule: '0 6 * * 1', repository: REPOSITORY } };

/** What happens to a pull request. */
export type PullAction = 'opened' | 'reopened' | 'synchronize' | 'ready_for_review' | 'labeled' | 'closed';

export function onPull(action: PullAction, pull: ModelPull, by: Person, at: number): Event {
  const about = { action, pull_request: describePull(pull, at), sender: account(by), repository: REPOSITORY };
  return { name: 'pull_request', payload: action === 'labeled' ? { ...about, label: { name: 'docs' } } : about };
}

/** A pull request as GitHub's API and payloads show it. @param at of its last change. @param name of the repository. */
export function describePull(
  { number, author, head, state, ...pull }: ModelPull,
  at = pull.createdAt,
  name: string = NAME,
): object {
  const repo = { id: 1, full_name: name };
  const endedAt = pull.endedAt === null ? null : githubTime(pull.endedAt);
  return {
    number,
    title: `Docs ${number}`,
    body: '',
    html_url: `https://github.com/${name}/pull/${number}`,
    user: account(author),
    state: state === 'open' ? 'open' : 'closed',
    merged: state === 'merged',
    created_at: githubTime(pull.createdAt),
    updated_at: githubTime(at),
    closed_at: endedAt,
    merged_at: state === 'merged' ? endedAt : null,
    merge_commit_sha: pull.mergeCommit,
    draft: pull.isDraft,
    locked: false,
    head: { ref: `branch-${number}`, sha: head, repo },
    base: { ref: 'main', sha: shaOf('base'), repo },
  };
}
