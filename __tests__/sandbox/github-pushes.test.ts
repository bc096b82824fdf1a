import { describe, expect, test } from '@jest/globals';
import { createPerson } from '../../sandbox/github/person.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();
const NOTHING = '0'.repeat(40);

const tipOf = (branch: string) => at().tipOf(branch);

describe('a push', () => {
  test('of one commit has an event that names the changed files', async () => {
    const { events, alice } = at();
    const before = await tipOf('main');
    const files = { 'docs/new.md': 'New\n', 'docs/cli.md': 'Short\n', 'docs/index.md': null };
    const after = await alice.commit(files, 'Rework');
    const { payload } = await events.waitFor('push');
    const commit = {
      id: after,
      message: 'Rework',
      added: ['docs/new.md'],
      modified: ['docs/cli.md'],
      removed: ['docs/index.md'],
      author: { name: 'alice', username: 'alice' },
    };
    expect(payload).toMatchObject({
      ref: 'refs/heads/main',
      before,
      after,
      created: false,
      deleted: false,
      forced: false,
      base_ref: null,
      compare: expect.stringMatching(`/acme/docs/compare/${before.slice(0, 12)}...${after.slice(0, 12)}$`),
      commits: [commit],
      head_commit: commit,
      repository: { id: 1, full_name: 'acme/docs', default_branch: 'main', private: false, fork: false },
      pusher: { name: 'alice' },
      sender: { login: 'alice', type: 'User' },
    });
    expect(events.all('push')).toHaveLength(1);
  });

  test('by the agent has the bot as sender', async () => {
    const { github, events } = at();
    await createPerson(github, 'agent').commit({ 'new.md': 'New\n' }, 'Add');
    const { payload } = await events.waitFor('push');
    expect(payload).toMatchObject({
      commits: [{ added: ['new.md'] }],
      sender: { login: 'github-actions[bot]', type: 'Bot' },
    });
    expect(events.all('push')).toHaveLength(1);
  });

  test('of a new branch has `created`, and its deletion `deleted`', async () => {
    const { events, alice } = at();
    const after = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature/a' });
    await alice.deleteBranch('feature/a');
    const ref = 'refs/heads/feature/a';
    expect((await events.waitFor('push')).payload).toMatchObject({
      ref,
      before: NOTHING,
      after,
      created: true,
      base_ref: null,
      commits: [{ id: after }],
      compare: expect.stringMatching('/compare/feature/a$'),
    });
    const last = (await events.waitFor('push', undefined, 2)).payload;
    expect(last).toMatchObject({ ref, before: after, after: NOTHING, deleted: true, commits: [], head_commit: null });
    for (const name of ['create', 'delete'])
      expect((await events.waitFor(name)).payload).toMatchObject({ ref: 'feature/a', ref_type: 'branch' });
  });

  test('of a branch to an older commit has `forced`', async () => {
    const { events, alice } = at();
    const before = await tipOf('main');
    const after = await alice.commit({ 'a.md': 'A\n' }, 'Add');
    await alice.forcePush('main', before);
    const { payload } = await events.waitFor('push', undefined, 2);
    expect(payload).toMatchObject({
      before: after,
      after: before,
      forced: true,
      commits: [],
      head_commit: { id: before },
    });
  });

  test('of a tag names the branch that it begins at', async () => {
    const { events, alice } = at();
    await alice.createTag('v1');
    const { payload } = await events.waitFor('push');
    const after = await tipOf('main');
    const made = {
      ref: 'refs/tags/v1',
      created: true,
      before: NOTHING,
      after,
      base_ref: 'refs/heads/main',
      commits: [],
    };
    expect(payload).toMatchObject({ ...made, head_commit: { id: after } });
  });
});

test('a published release creates its tag once', async () => {
  const { events, alice } = at();
  const { url } = await alice.publishRelease('v1', 'The first one.');
  const { payload } = await events.waitFor('release', 'published');
  expect(payload).toMatchObject({
    release: { tag_name: 'v1', body: 'The first one.', draft: false, html_url: url, target_commitish: 'main' },
    repository: { full_name: 'acme/docs' },
    sender: { login: 'alice' },
  });
  expect(await tipOf('v1')).toBe(await tipOf('main'));

  await alice.createTag('v2');
  await alice.commit({ 'a.md': 'A\n' }, 'Add');
  await alice.publishRelease('v2', 'The second one.');
  const pushed = events.all('push').map((event) => event.payload.ref);
  expect(pushed).toEqual(['refs/tags/v1', 'refs/tags/v2', 'refs/heads/main']);
});
