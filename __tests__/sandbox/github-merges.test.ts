import { describe, expect, test } from '@jest/globals';
import { findCommit } from '../../sandbox/github/model/git.ts';
import { found } from '../../sandbox/github/model/requests.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

async function openPull() {
  const { alice } = at();
  const sha = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature/a' });
  return { sha, ...(await alice.openPull('feature/a', 'Add a page', 'Words')) };
}

describe('a commit', () => {
  /** The pull requests of each commit, by number and whether they are merged. */
  async function pullsOf(...commits: string[]) {
    const { action, repository } = at();
    const read = commits.map((commit_sha) =>
      action.repos.listPullRequestsAssociatedWithCommit({ ...repository, commit_sha }),
    );
    return (await Promise.all(read)).map(({ data }) => data.map((pull) => [pull.number, pull.merged_at !== null]));
  }

  test.each(['merge', 'squash', 'rebase'] as const)(
    'belongs to its open pull request, and after a %s to the merged one, as does each commit that the merge added',
    async (method) => {
      const { alice, events } = at();
      const { number, sha } = await openPull();
      const second = await alice.commit({ 'b.md': 'B\n' }, 'More', { branch: 'feature/a' });
      const direct = await alice.commit({ 'c.md': 'C\n' }, 'Meanwhile');
      const [open, merged] = [[[number, false]], [[number, true]]];
      expect(await pullsOf(sha, second, direct)).toEqual([open, open, []]);
      events.clear();
      await alice.mergePull(number, method);
      const { payload } = await events.waitFor('push');
      const added = Object(payload.commits).map(({ id }: { id: string }) => id);
      expect(added).toHaveLength({ merge: 3, squash: 1, rebase: 2 }[method]);
      expect(await pullsOf(sha, second, direct)).toEqual([merged, merged, []]);
      expect(await pullsOf(...added)).toEqual(added.map(() => merged));
    },
  );
});

describe('a merge', () => {
  test('joins head and base, and is a push too', async () => {
    const { github, events, action, repository, alice } = at();
    const { number } = await openPull();
    const head = await alice.commit({ 'b.md': 'B\n' }, 'More', { branch: 'feature/a' });
    const base = await alice.commit({ 'c.md': 'C\n', 'docs/index.md': null }, 'Meanwhile');
    events.clear();
    const { sha } = await alice.mergePull(number);

    const { payload } = await events.waitFor('pull_request', 'closed');
    const merged = {
      merged: true,
      merge_commit_sha: sha,
      merged_at: expect.any(String),
      merged_by: { login: 'alice' },
    };
    expect(payload).toMatchObject({ number, pull_request: { ...merged, state: 'closed', head: { sha: head } } });
    expect((await events.waitFor('push')).payload).toMatchObject({
      ref: 'refs/heads/main',
      before: base,
      after: sha,
      forced: false,
      head_commit: { message: `Merge pull request #${number} from acme/feature/a\n\nAdd a page` },
    });
    expect(events.all('push')).toHaveLength(1);
    const { data } = await action.repos.getCommit({ ...repository, ref: 'main' });
    expect(data).toMatchObject({ sha, parents: [{ sha: base }, { sha: head }] });
    const files = findCommit(found(github.hub.repositories[0]), 'main')?.files.keys() ?? [];
    expect([...files].sort()).toEqual(['README.md', 'a.md', 'b.md', 'c.md', 'docs/cli.md']);
  });

  test('can squash the commits of the head', async () => {
    const { action, repository, alice } = at();
    const { number } = await openPull();
    const { sha } = await alice.mergePull(number, 'squash');
    const { data } = await action.repos.getCommit({ ...repository, ref: 'main' });
    expect(data).toMatchObject({ sha, commit: { message: `Add a page (#${number})` } });
    expect(data.parents).toHaveLength(1);
  });

  test('can rebase the commits of the head', async () => {
    const { action, repository, alice } = at();
    const { number, sha: first } = await openPull();
    const second = await alice.commit({ 'b.md': 'B\n' }, 'More', { branch: 'feature/a' });
    const base = await alice.commit({ 'c.md': 'C\n' }, 'Meanwhile');
    const { sha } = await alice.mergePull(number, 'rebase');
    const basehead = `${base}...main`;
    const { commits } = (await action.repos.compareCommitsWithBasehead({ ...repository, basehead })).data;
    expect(commits.map(({ commit }) => commit.message)).toEqual(['Add', 'More']);
    expect(commits.at(-1)?.sha).toBe(sha);
    expect(commits.map((commit) => commit.sha)).not.toEqual(expect.arrayContaining([first]));
    expect(sha).not.toBe(second);
    expect((await action.pulls.get({ ...repository, pull_number: number })).data.merge_commit_sha).toBe(sha);
  });

  test('is refused when head and base changed the same file', async () => {
    const { action, repository, alice, tipOf } = at();
    const { number } = await openPull();
    const before = await alice.commit({ 'a.md': 'Otherwise\n' }, 'Meanwhile');
    await expect(alice.mergePull(number)).rejects.toMatchObject({ status: 405 });
    expect(await tipOf('main')).toBe(before);
    expect((await action.pulls.get({ ...repository, pull_number: number })).data.state).toBe('open');
  });
});
