import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { systemClock } from '../../sandbox/clock.ts';
import { createGitHub } from '../../sandbox/github/embedded.ts';
import { createPerson, type Person } from '../../sandbox/github/person.ts';
import type { WorkflowRun } from '../../sandbox/github/web/pages.ts';

/**
 * What scenarios rely on, and would not miss: a GitHub that is kinder than it should be makes them
 * blind.
 */

let passed = 0;
const github = await createGitHub({ clock: { ...systemClock, now: () => Date.now() + passed } });
const { url, owner, repo, events } = github;
const repository = { owner, repo };
const log = { debug() {}, info() {}, warn() {}, error() {} };
let action: Octokit['rest'];
let alice: Person;

beforeEach(() => {
  github.reset();
  action = new Octokit({ auth: github.tokens.action, baseUrl: url, log }).rest;
  alice = createPerson(github, 'alice');
});
afterAll(() => github.close());

/** The newest commit of a branch or tag. */
const tipOf = async (ref: string) =>
  (await action.repos.getCommit({ ...repository, ref })).data.sha;

/** The status of the answer, if it is an error. */
const refusal = (answer: Promise<unknown>) => answer.then(() => 200).catch((error) => error.status);

test.each([
  ['alice', 'admin', 'admin', true],
  ['mike', 'write', 'maintain', true],
  ['bob', 'write', 'write', true],
  ['trudy', 'read', 'triage', true],
  ['mallory', 'read', 'read', false],
])('%s has the permission %s and the role %s', async (username, permission, role_name, triage) => {
  const { data } = await action.repos.getCollaboratorPermissionLevel({ ...repository, username });
  expect(data).toMatchObject({
    permission,
    role_name,
    user: { login: username, permissions: { triage } },
  });
});

test('GitHub refuses what it does not know, and what the token may not do', async () => {
  github.addRepository('app');
  github.addRepository('vault', { isPrivate: true });
  const there = createPerson({ ...github, repo: 'app' }, 'alice');
  const { number } = await there.openIssue('One', '');
  const elsewhere = { owner: 'Acme', repo: 'App', issue_number: number, body: 'Hi' };
  const commit_sha = '1'.repeat(40);
  const { id } = await alice.comment((await alice.openIssue('One', '')).number, 'Hi');
  const permissionOf = (username: string) =>
    action.repos.getCollaboratorPermissionLevel({ ...repository, username });
  const compare = (basehead: string) =>
    action.repos.compareCommitsWithBasehead({ ...repository, basehead });
  expect([
    await refusal(permissionOf('nobody')),
    await refusal(permissionOf('github-actions[bot]')),
    await refusal(action.issues.createComment(elsewhere)),
    await refusal(action.repos.get({ owner: 'acme', repo: 'vault' })),
    await refusal(compare('main...nothing')),
    await refusal(action.repos.listPullRequestsAssociatedWithCommit({ ...repository, commit_sha })),
    await refusal(action.issues.updateComment({ ...repository, comment_id: id, body: ' ' })),
    await refusal(createPerson(github, 'trudy').editComment(id, 'Mine')),
    (await fetch(`${github.url}/repos/acme/docs`, { headers: { authorization: 'token x' } }))
      .status,
  ]).toEqual([404, 404, 403, 404, 404, 422, 422, 403, 401]);
});

test('requests beyond the rate limit are refused, and have no effect', async () => {
  const { number } = await alice.openIssue('One', '');
  github.rateLimit.remaining = 1;
  const read = await action.repos.get(repository);
  expect(read.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '5000' });
  const attempt = action.issues.createComment({ ...repository, issue_number: number, body: 'Hi' });
  await expect(attempt).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('rate limit exceeded'),
  });
  expect(await alice.readComments(number)).toEqual([]);
});

const compare = async (basehead: string, page = {}) =>
  (await action.repos.compareCommitsWithBasehead({ ...repository, basehead, ...page })).data;

test('a comparison begins at the merge base, and has its files on the first page of commits only', async () => {
  const base = await tipOf('main');
  const moved = String(await alice.readFile('docs/index.md', 'main'));
  const image = Buffer.from([0x89, 0x50, 0, 1]);
  await alice.commit({ 'docs/cli.md': '# Command line\n' }, 'Shorten', { branch: 'feature/b' });
  const edits = { 'docs/index.md': null, 'docs/home.md': moved, 'x.png': image };
  await alice.commit(edits, 'Move', { branch: 'feature/b' });
  await alice.commit({ 'docs/new.md': 'New\n' }, 'Meanwhile');
  const first = await compare('main...feature/b', { per_page: 1 });
  expect(first).toMatchObject({
    status: 'diverged',
    total_commits: 2,
    merge_base_commit: { sha: base },
  });
  expect(first.commits.map(({ commit }) => commit.message)).toEqual(['Shorten']);
  expect(first.files).toMatchObject([
    {
      filename: 'docs/cli.md',
      status: 'modified',
      deletions: 4,
      patch: expect.stringMatching(/^@@ -1,5/),
    },
    { filename: 'docs/home.md', status: 'renamed', previous_filename: 'docs/index.md' },
    { filename: 'x.png', status: 'added', changes: 0 },
  ]);
  expect((await compare('main...feature/b', { per_page: 1, page: 2 })).files).toEqual([]);
});

test('a comparison knows branches, tags and commits, and names at most 300 files', async () => {
  await alice.createTag('v1');
  await alice.forcePush('old', await tipOf('v1'));
  await alice.commit(
    Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`${n}.md`, `${n}\n`])),
    'Many',
  );
  const statuses = [];
  for (const basehead of ['main...old', 'v1...main', 'main...refs/heads/main'])
    statuses.push((await compare(basehead)).status);
  expect(statuses).toEqual(['behind', 'ahead', 'identical']);
  expect((await compare('v1...main')).files).toHaveLength(300);
});

test.each(['merge', 'squash', 'rebase'] as const)(
  'a commit belongs to its open pull request, and after a %s to the merged one, as does each commit that the merge added',
  async (method) => {
    const isMerged = async (commit_sha: string) => {
      const { data } = await action.repos.listPullRequestsAssociatedWithCommit({
        ...repository,
        commit_sha,
      });
      return data.map((pull) => pull.merged_at !== null);
    };
    const pullsOf = (commits: readonly string[]) => Promise.all(commits.map(isMerged));
    const first = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature/a' });
    const { number } = await alice.openPull('feature/a', 'Add a page', 'Words');
    const second = await alice.commit({ 'b.md': 'B\n' }, 'More', { branch: 'feature/a' });
    const direct = await alice.commit({ 'c.md': 'C\n' }, 'Meanwhile');
    expect(await pullsOf([first, second, direct])).toEqual([[false], [false], []]);
    events.clear();
    await alice.mergePull(number, method);
    const { payload } = await events.waitFor('push');
    const added = Object(payload.commits).map(({ id }: { id: string }) => id);
    expect(added).toHaveLength({ merge: 3, squash: 1, rebase: 2 }[method]);
    expect(await pullsOf([first, second, direct])).toEqual([[true], [true], []]);
    expect(await pullsOf(added)).toEqual(added.map(() => [true]));
  },
);

test('comments are sorted only if asked, come in pages, begin at `since`, and are missing in lists that lag', async () => {
  const list = async (query: object = {}) =>
    (await action.issues.listCommentsForRepo({ ...repository, ...query })).data;
  const bodies = async (query: object = {}) => (await list(query)).map(({ body }) => body);
  const { number } = await alice.openIssue('One', '');
  const ids: number[] = [];
  for (const body of ['first', 'second', 'third']) {
    ids.push((await alice.comment(number, body)).id);
    passed += 2_000; // GitHub's times are whole seconds
  }
  await alice.editComment(ids[0] ?? 0, 'first, again');
  expect(await bodies({ sort: 'updated', direction: 'desc' })).toEqual([
    'first, again',
    'third',
    'second',
  ]);
  expect(await bodies({ direction: 'desc', per_page: 2 })).toEqual(['first, again', 'second']);
  expect(await bodies({ per_page: 2, page: 2 })).toEqual(['third']);
  const [, , third] = await list();
  expect(await bodies({ since: third?.updated_at })).toEqual(['first, again', 'third']);
  github.lag.milliseconds = 5_000;
  expect(await bodies()).toEqual(['first, again']);
});

const visit = async (path: string) => {
  const answer = await fetch(`${url}/acme/docs/${path}`);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

test('web pages show a comment as rendered Markdown, without scripts, untrusted HTML and images', async () => {
  const { number } = await alice.openIssue('One', 'Please.');
  const body =
    '**Ready** <sub>job</sub>\n<script>alert(1)</script>\n[x](javascript:alert(1)) ![y](https://z.test/y.png)<details>';
  const comment = await alice.comment(number, body);
  await action.reactions.createForIssueComment({
    ...repository,
    comment_id: comment.id,
    content: 'eyes',
  });
  const { html, headers } = await visit(`issues/${number}`);
  const [, shown = ''] = html.split(`id="issuecomment-${comment.id}"`);
  expect(shown).toContain('<strong>Ready</strong> <sub>job</sub>');
  expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(shown).toContain('<a href="">x</a> [image: y]</p><details>');
  expect(shown).toContain('👀 1');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('web pages are neither logged nor counted as API requests', async () => {
  const { remaining } = github.rateLimit;
  expect((await visit('issues')).status).toBe(200);
  expect([github.requests.length, github.rateLimit.remaining]).toEqual([0, remaining]);
});

test('web pages show a workflow run, from its start to its end', async () => {
  const run: WorkflowRun = {
    title: 'Alice opens an issue',
    event: 'issues',
    log: [{ at: 0, text: 'error: <b>' }],
  };
  github.runs.set(9, run);
  expect((await visit('actions/runs/9')).html).toMatch(
    /running[\s\S]* UTC<\/time><\/span> <span class="error">error: &lt;b&gt;<\/span>/,
  );
  run.end = { isSuccess: false, summary: '## Failed\n\n| | |\n|--|--|\n| Job | `j1` |' };
  expect((await visit('actions/runs/9')).html).toMatch(
    /failure[\s\S]*<h2>Failed<\/h2>[\s\S]*<code>j1<\/code>/,
  );
  expect((await visit('issues')).html).toContain('href="/acme/docs/actions/runs/9"');
});
