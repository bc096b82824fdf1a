import type { Step } from './action-process.ts';
import { githubTime } from './stub-github.ts';

type Event = Step['event'];

/** The page of the repository. */
export const PAGE = 'https://github.com/acme/app';
export const ALICE = { login: 'alice', id: 501, type: 'User' };
export const REPOSITORY = { id: 1, full_name: 'acme/app', default_branch: 'main', private: false };

export const sha = (letter: string): string => letter.repeat(40);

/** GitHub's answer to "Compare two commits". */
export const compared = (commit: object, file: object): object => ({
  html_url: `${PAGE}/compare/a...b`,
  status: 'ahead',
  total_commits: 1,
  base_commit: { sha: sha('a') },
  merge_base_commit: { sha: sha('a') },
  commits: [{ sha: sha('b'), author: null, commit }],
  files: [{ filename: 'a.md', status: 'modified', additions: 1, deletions: 0, ...file }],
});

interface Labeled {
  readonly title?: string;
  readonly body?: string;
  readonly number?: number;
  readonly sender?: string;
  /** When the label was set, in milliseconds of virtual time. */
  readonly at?: number;
}

/** A person sets the label `docs` on an issue. */
export function labeled(options: Labeled = {}): Event {
  const { title = 'Explain --json', body = 'What does it print?', number = 31, sender = 'alice', at = 0 } = options;
  const issue = { number, title, body, html_url: `${PAGE}/issues/${number}`, user: { login: 'bob', id: 502 } };
  const payload = { action: 'labeled', label: { name: 'docs' }, issue: { ...issue, updated_at: githubTime(at) } };
  return { name: 'issues', payload: { ...payload, sender: { ...ALICE, login: sender }, repository: REPOSITORY } };
}

/** The same on a pull request with this head commit. */
export function labeledPull(head: string, at = 0): Event {
  const thread = { number: 31, title: 'Add --json', body: '', html_url: `${PAGE}/pull/31`, user: { login: 'bob' } };
  const commits = { base: { sha: sha('0'), ref: 'main' }, head: { sha: head, ref: 'json' } };
  const pull = { ...thread, ...commits, draft: false, merged: false, updated_at: githubTime(at) };
  const payload = { action: 'labeled', label: { name: 'docs' }, pull_request: pull };
  return { name: 'pull_request', payload: { ...payload, sender: ALICE, repository: REPOSITORY } };
}

/** A person comments. */
export function commented(body: string, { id = 900, number = 31, sender = 'alice', isPull = false } = {}): Event {
  const thread = { number, title: 'Explain --json', body: '', html_url: `${PAGE}/issues/${number}` };
  const issue = { ...thread, user: { login: 'bob', id: 502 }, ...(isPull ? { pull_request: {} } : {}) };
  const html_url = `${PAGE}/issues/${number}#issuecomment-${id}`;
  const comment = { id, body, html_url, user: { ...ALICE, login: sender }, created_at: githubTime(0) };
  const payload = { action: 'created', issue, comment, sender: { ...ALICE, login: sender } };
  return { name: 'issue_comment', payload: { ...payload, repository: REPOSITORY } };
}

/** A person pushes to `main`. */
export function pushed(before: string, after: string): Event {
  const payload = { ref: 'refs/heads/main', before, after, deleted: false, created: false, forced: false };
  return { name: 'push', payload: { ...payload, commits: [], sender: ALICE, repository: REPOSITORY } };
}

export const dispatched: Event = {
  name: 'workflow_dispatch',
  payload: { inputs: {}, ref: 'refs/heads/main', sender: ALICE, repository: REPOSITORY },
};

/** An open pull request of this repository as the API shows it, created so many milliseconds after the world began. */
export function openPull(number: number, at: number) {
  const repo = { id: 1, full_name: 'acme/app' };
  const branch = (ref: string, letter: string) => ({ ref, sha: sha(letter), repo });
  const dates = { created_at: githubTime(at), updated_at: githubTime(at), closed_at: null, merged_at: null };
  const state = { state: 'open', draft: false, merged: false, locked: false, merge_commit_sha: null };
  const about = {
    number,
    title: 'Docs',
    body: '',
    html_url: `${PAGE}/pull/${number}`,
    user: { login: 'agent[bot]', id: 503 },
  };
  return { ...about, ...state, ...dates, head: branch('agent', 'c'), base: branch('main', '0') };
}
