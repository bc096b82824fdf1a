import { describe, expect, test } from '@jest/globals';
import { createPerson } from '../../sandbox/github/person.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

async function openPull(options: { draft?: boolean } = {}) {
  const { alice } = at();
  const sha = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature/a' });
  return { sha, ...(await alice.openPull('feature/a', 'Add a page', 'Words', options)) };
}

describe('a pull request', () => {
  test('is opened with an event that holds head and base', async () => {
    const { events, tipOf } = at();
    const { number, sha } = await openPull();
    const { payload } = await events.waitFor('pull_request', 'opened');
    const repo = { full_name: 'acme/docs', fork: false };
    expect(payload).toMatchObject({
      number,
      pull_request: {
        draft: false,
        merged: false,
        labels: [],
        user: { login: 'alice', type: 'User' },
        commits: 1,
        changed_files: 1,
        additions: 1,
        deletions: 0,
        base: { ref: 'main', sha: await tipOf('main'), repo },
        head: { ref: 'feature/a', sha, repo },
      },
      repository: { id: 1, ...repo },
      sender: { login: 'alice', type: 'User' },
    });
  });

  test('of a fork has an event that names the fork', async () => {
    const { github, events } = at();
    const mallory = createPerson(github, 'mallory');
    const fork = createPerson(await mallory.fork(), 'mallory');
    const sha = await fork.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'b' });
    await mallory.openPull('mallory:b', 'Add a page', 'Words');
    const { payload } = await events.waitFor('pull_request', 'opened');
    expect(payload.pull_request).toMatchObject({
      user: { login: 'mallory' },
      author_association: 'NONE',
      head: { ref: 'b', sha, repo: { full_name: 'mallory/docs', fork: true } },
      base: { repo: { full_name: 'acme/docs', fork: false } },
    });
    expect(events.all('push')).toEqual([]);
  });

  test('gets a `synchronize` event by a push to its head', async () => {
    const { events, action, repository, alice } = at();
    const { number, sha: before } = await openPull();
    const after = await alice.commit({ 'b.md': 'B\n' }, 'More', { branch: 'feature/a' });
    const { payload } = await events.waitFor('pull_request', 'synchronize');
    expect(payload).toMatchObject({ number, before, after, pull_request: { head: { sha: after }, commits: 2 } });
    const opened = (await events.waitFor('pull_request', 'opened')).payload;
    expect(opened.pull_request).toMatchObject({ head: { sha: before }, commits: 1 });
    const { data } = await action.pulls.get({ ...repository, pull_number: number });
    expect(data.head.sha).toBe(after);
    await alice.addLabel(number, 'docs');
    const labeled = (await events.waitFor('pull_request', 'labeled')).payload;
    expect(labeled).toMatchObject({ label: { name: 'docs' }, pull_request: { head: { sha: after } } });
  });

  test('that is a draft becomes ready for review with an event', async () => {
    const { events, action, repository, alice } = at();
    const { number } = await openPull({ draft: true });
    expect((await events.waitFor('pull_request', 'opened')).payload.pull_request).toMatchObject({ draft: true });
    await expect(alice.mergePull(number)).rejects.toMatchObject({ status: 405 });
    await alice.markReady(number);
    const { payload } = await events.waitFor('pull_request', 'ready_for_review');
    expect(payload).toMatchObject({ number, pull_request: { draft: false }, sender: { login: 'alice' } });
    expect((await action.pulls.get({ ...repository, pull_number: number })).data.draft).toBe(false);
  });

  test('is closed without a merge and reopened with an event each', async () => {
    const { events, action, repository, alice } = at();
    const { number } = await openPull();
    for (const { act, state, name } of [
      { act: alice.closePull, state: 'closed', name: 'closed' },
      { act: alice.reopenPull, state: 'open', name: 'reopened' },
    ]) {
      await act(number);
      const { payload } = await events.waitFor('pull_request', name);
      expect(payload).toMatchObject({ number, pull_request: { state, merged: false, merged_at: null } });
      const { data } = await action.pulls.get({ ...repository, pull_number: number });
      expect(data).toMatchObject({ state, merged: false, merged_at: null });
    }
  });
});

describe('a pull request that is read', () => {
  test('names the repositories of head and base, and a test merge until it is merged', async () => {
    const { action, repository, alice } = at();
    const { number, sha } = await openPull();
    const read = async () => (await action.pulls.get({ ...repository, pull_number: number })).data;
    const open = await read();
    const repo = { id: 1, full_name: 'acme/docs' };
    expect(open).toMatchObject({ state: 'open', merged: false, merged_at: null, head: { sha, repo }, base: { repo } });
    expect(open.merge_commit_sha).toMatch(/^[0-9a-f]{40}$/);
    const merged = await alice.mergePull(number);
    expect(await read()).toMatchObject({ state: 'closed', merged: true, merge_commit_sha: merged.sha });
    expect(open.merge_commit_sha).not.toBe(merged.sha);
  });

  test('of a fork names both repositories by their ids', async () => {
    const { github, action, repository } = at();
    const mallory = createPerson(github, 'mallory');
    const fork = createPerson(await mallory.fork(), 'mallory');
    await fork.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'b' });
    const { number } = await mallory.openPull('mallory:b', 'Add a page', 'Words');
    const { data } = await action.pulls.get({ ...repository, pull_number: number });
    expect(data.base.repo.id).toBe(1);
    expect(data.head.repo?.id).toBeGreaterThan(1);
  });
});

test('a test can wait for the nth webhook of a name', async () => {
  const { events, alice } = at();
  const { number } = await alice.openIssue('One', '');
  const third = events.waitFor('issue_comment', 'created', 3);
  for (const body of ['a', 'b', 'c']) await alice.comment(number, body);
  expect((await third).payload.comment).toMatchObject({ body: 'c' });
  const bodies = events.all('issue_comment', 'created').map(({ payload }) => Object(payload.comment).body);
  expect(bodies).toEqual(['a', 'b', 'c']);
});

test('an issue is opened, closed and reopened with an event each', async () => {
  const { github, events, alice } = at();
  const { number } = await alice.openIssue('One', '');
  const agent = createPerson(github, 'agent');
  await agent.closePull(number);
  await agent.reopenPull(number);
  for (const name of ['opened', 'closed', 'reopened'])
    expect((await events.waitFor('issues', name)).payload).toMatchObject({
      issue: { number },
      repository: { id: 1, full_name: 'acme/docs', default_branch: 'main', fork: false },
      sender: { type: name === 'opened' ? 'User' : 'Bot' },
    });
});
