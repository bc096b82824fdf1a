import { describe, expect, test } from '@jest/globals';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();
const MANUAL = 'docs/cli.md';

describe('a comparison', () => {
  test('of branches with slashes begins at their merge base', async () => {
    const { action, repository, alice, tipOf } = at();
    const base = await tipOf('main');
    const sha = await alice.commit({ [MANUAL]: '# Command line\n' }, 'Shorten', { branch: 'feature/short' });
    await alice.commit({ 'docs/new.md': 'New\n' }, 'Meanwhile');

    const basehead = 'main...feature/short';
    const { data } = await action.repos.compareCommitsWithBasehead({ ...repository, basehead });
    expect(data).toMatchObject({
      status: 'diverged',
      ahead_by: 1,
      behind_by: 1,
      total_commits: 1,
      merge_base_commit: { sha: base },
      commits: [
        {
          sha,
          author: { login: 'alice' },
          parents: [{ sha: base }],
          commit: { message: 'Shorten', author: { name: 'alice' } },
        },
      ],
      files: [{ filename: MANUAL, status: 'modified', additions: 0, deletions: 4, changes: 4 }],
    });
    expect(data.html_url).toMatch(/\/acme\/docs\/compare\/main\.\.\.feature\/short$/);
    expect(data.files?.[0]?.patch).toBe(
      '@@ -1,5 +1 @@\n # Command line\n-\n-## `acme list`\n-\n-Lists all anvils, one per line.',
    );
  });

  test.each([
    ['main...old', 'behind'],
    ['old...main', 'ahead'],
    ['v1...main', 'ahead'],
    ['main...refs/heads/main', 'identical'],
  ])('of %s has the status %s', async (basehead, status) => {
    const { action, repository, alice, tipOf } = at();
    await alice.createTag('v1');
    await alice.forcePush('old', await tipOf('v1'));
    await alice.commit({ 'docs/new.md': 'New\n' }, 'Add');
    const { data } = await action.repos.compareCommitsWithBasehead({ ...repository, basehead });
    expect(data).toMatchObject({ status, base_commit: { sha: expect.any(String) } });
  });

  test('has added, removed, renamed and binary files', async () => {
    const { action, repository, alice } = at();
    const image = Buffer.from([0x89, 0x50, 0, 1]);
    const moved = '# Acme\n\nAcme keeps your anvils in one place. Start with the [command line](cli.md).\n';
    const files = { 'docs/index.md': null, 'docs/home.md': moved, [MANUAL]: null, 'logo.png': image };
    await alice.commit(files, 'Move', { branch: 'b' });
    const { data } = await action.repos.compareCommitsWithBasehead({ ...repository, basehead: 'main...b' });
    expect(data.files).toEqual([
      expect.objectContaining({ filename: MANUAL, status: 'removed' }),
      expect.objectContaining({ filename: 'docs/home.md', status: 'renamed', previous_filename: 'docs/index.md' }),
      expect.objectContaining({ filename: 'logo.png', status: 'added', changes: 0 }),
    ]);
    expect(data.files?.[2]).not.toHaveProperty('patch');
  });

  test('has its files on the first page of commits only', async () => {
    const { action, repository, alice } = at();
    for (const n of [1, 2, 3]) await alice.commit({ [`${n}.md`]: `${n}\n` }, `Commit ${n}`, { branch: 'b' });
    const asked = { ...repository, basehead: 'main...b', per_page: 2 };
    const { data: first } = await action.repos.compareCommitsWithBasehead(asked);
    const { data: second } = await action.repos.compareCommitsWithBasehead({ ...asked, page: 2 });
    expect([first, second].map(({ commits, files }) => [commits.length, files?.length])).toEqual([
      [2, 3],
      [1, 0],
    ]);
  });

  test('names at most 300 files', async () => {
    const { action, repository, alice } = at();
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`many/${n}.md`, `${n}\n`]));
    await alice.commit(many, 'Many', { branch: 'b' });
    const { data } = await action.repos.compareCommitsWithBasehead({ ...repository, basehead: 'main...b' });
    expect(data.files).toHaveLength(300);
  });

  test.each(['main...nothing', `${'1'.repeat(40)}...main`])(
    'of %s, where a commit is unknown, is answered with 404',
    async (basehead) => {
      const { action, repository } = at();
      const attempt = action.repos.compareCommitsWithBasehead({ ...repository, basehead });
      await expect(attempt).rejects.toMatchObject({ status: 404 });
    },
  );
});

describe('the list of pull requests of a commit', () => {
  test('has the open ones with this commit, and after a merge the merged one', async () => {
    const { action, repository, alice } = at();
    const sha = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'b' });
    const { number } = await alice.openPull('b', 'Add a page', 'Words');
    const of = async (commit_sha: string) =>
      (await action.repos.listPullRequestsAssociatedWithCommit({ ...repository, commit_sha })).data;

    expect(await of(sha)).toMatchObject([{ number, state: 'open', merged_at: null, base: { ref: 'main' } }]);
    const merged = await alice.mergePull(number);
    await alice.commit({ 'b.md': 'B\n' }, 'Direct');
    for (const commit of [sha, merged.sha])
      expect(await of(commit)).toMatchObject([
        {
          number,
          title: 'Add a page',
          state: 'closed',
          merged_at: expect.any(String),
          user: { login: 'alice' },
          merge_commit_sha: merged.sha,
        },
      ]);
    expect(await of('main')).toEqual([]);
  });

  test('is answered with 422 when the commit is unknown', async () => {
    const { action, repository } = at();
    const commit_sha = '1'.repeat(40);
    const attempt = action.repos.listPullRequestsAssociatedWithCommit({ ...repository, commit_sha });
    await expect(attempt).rejects.toMatchObject({ status: 422 });
  });
});

describe("the list of the repository's comments", () => {
  async function write() {
    const { alice } = at();
    const issue = await alice.openIssue('One', '');
    await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'b' });
    const pull = await alice.openPull('b', 'Add', '');
    for (const [thread, body] of [
      [issue.number, 'first'],
      [pull.number, 'second'],
      [issue.number, 'third'],
    ] as const) {
      await alice.comment(thread, body);
      at().passSeconds(2);
    }
    return pull;
  }

  test('has those of issues and pull requests, sorted', async () => {
    const { action, repository } = at();
    const pull = await write();
    const { data } = await action.issues.listCommentsForRepo(repository);
    expect(data.map(({ body }) => body)).toEqual(['first', 'second', 'third']);
    expect(data[1]?.html_url).toMatch(`${pull.url}#issuecomment-`);

    const update = { ...repository, comment_id: data[0]?.id ?? 0, body: 'first, again' };
    await action.issues.updateComment(update);
    const newest = { ...repository, sort: 'updated', direction: 'desc' } as const;
    const { data: sorted } = await action.issues.listCommentsForRepo(newest);
    expect(sorted.map(({ body }) => body)).toEqual(['first, again', 'third', 'second']);
    const { data: unsorted } = await action.issues.listCommentsForRepo({ ...repository, direction: 'desc' });
    expect(unsorted.map(({ body }) => body)).toEqual(['first, again', 'second', 'third']);
  });

  test('comes in pages, and from a time on', async () => {
    const { action, repository } = at();
    await write();
    const { data, headers } = await action.issues.listCommentsForRepo({ ...repository, per_page: 2 });
    expect(data).toHaveLength(2);
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(headers.link ?? '') ?? [];
    expect(await (await fetch(next)).json()).toMatchObject([{ body: 'third' }]);
    const since = data[1]?.updated_at;
    const { data: recent } = await action.issues.listCommentsForRepo({ ...repository, ...(since && { since }) });
    expect(recent.map(({ body }) => body)).toEqual(['second', 'third']);
  });
});
