import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Login } from '../../sandbox/github/embedded.ts';
import { found } from '../../sandbox/github/model/requests.ts';
import { showIssue } from '../../sandbox/github/model/show.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

let issue: number;
let pull: number;

beforeEach(async () => {
  const { alice } = at();
  issue = (await alice.openIssue('One', '')).number;
  await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'b' });
  pull = (await alice.openPull('b', 'Add', '')).number;
});

const as = (login: Login) => createPerson(at().github, login);
const read = async (comment_id: number) =>
  (await at().action.issues.getComment({ ...at().repository, comment_id })).data;
const count = (number: number) => showIssue(found(found(at().github.hub.repositories[0]).threads[number - 1])).comments;
const bodies = async () => (await at().action.issues.listCommentsForRepo(at().repository)).data.map(({ body }) => body);

const listed = async (issue_number: number) =>
  (await at().action.issues.listComments({ ...at().repository, issue_number })).data;

describe('an edit of a comment', () => {
  test('moves `updated_at` and nothing else', async () => {
    const { alice } = at();
    const { id } = await alice.comment(pull, 'Hi');
    const before = await read(id);
    expect(before.updated_at).toBe(before.created_at);
    at().passSeconds(2);
    await alice.editComment(id, 'Hello');
    const after = await read(id);
    expect(after).toEqual({ ...before, body: 'Hello', updated_at: after.updated_at });
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(await bodies()).toEqual(['Hello']);
  });

  test.each(['', ' \n'])('to the text %j is refused', async (body) => {
    const { id } = await as('bob').comment(issue, 'Hi');
    await expect(as('bob').editComment(id, body)).rejects.toMatchObject({ status: 422 });
  });
});

describe('a comment of mallory', () => {
  test.each([
    ['mallory', true],
    ['trudy', false],
    ['bob', true],
    ['mike', true],
    ['alice', true],
  ] as const)('can be edited and deleted by %s: %s', async (login, may) => {
    const { id } = await as('mallory').comment(issue, 'Hi');
    const edit = as(login).editComment(id, 'Hello');
    if (may) await edit;
    else await expect(edit).rejects.toMatchObject({ status: 403 });
    const deletion = as(login).deleteComment(id);
    if (may) await deletion;
    else await expect(deletion).rejects.toMatchObject({ status: 403 });
    expect(await as('mallory').readComments(issue)).toMatchObject(may ? [] : [{ body: 'Hi' }]);
  });

  test('cannot be changed without a token', async () => {
    const { id } = await as('mallory').comment(issue, 'Hi');
    const address = `${at().github.url}/repos/acme/docs/issues/comments/${id}`;
    for (const method of ['PATCH', 'DELETE']) expect((await fetch(address, { method, body: '{}' })).status).toBe(401);
    expect((await read(id)).body).toBe('Hi');
  });
});

test('the action can edit and delete its own comment, which then no list has', async () => {
  const { action, repository, alice } = at();
  const { data } = await action.issues.createComment({ ...repository, issue_number: pull, body: 'Hi' });
  const ours = { ...repository, comment_id: data.id };
  expect((await action.issues.updateComment({ ...ours, body: 'Done' })).data.body).toBe('Done');
  expect((await action.issues.deleteComment(ours)).status).toBe(204);
  for (const attempt of [
    () => action.issues.getComment(ours),
    () => action.issues.updateComment({ ...ours, body: 'Again' }),
    () => action.issues.deleteComment(ours),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 404 });
  expect(await alice.readComments(pull)).toEqual([]);
  expect(await bodies()).toEqual([]);
});

test.each(['issue', 'pull'] as const)('the comments on an %s are counted', async (kind) => {
  const number = kind === 'issue' ? issue : pull;
  const first = await as('bob').comment(number, 'One');
  await as('mallory').comment(number, 'Two');
  expect(count(number)).toBe(2);
  await as('bob').deleteComment(first.id);
  expect(count(number)).toBe(1);
});

describe('a list of comments that lags', () => {
  test.each(['issue', 'pull'] as const)(
    'does not have a new comment on an %s, which every other answer has',
    async (kind) => {
      const { github, alice } = at();
      const number = kind === 'issue' ? issue : pull;
      github.lag.milliseconds = 60_000;
      const { id } = await alice.comment(number, 'Hi');
      expect(await listed(number)).toEqual([]);
      expect(await bodies()).toEqual([]);
      expect(count(number)).toBe(1);
      expect((await read(id)).body).toBe('Hi');
      github.lag.milliseconds = 0;
      expect(await listed(number)).toMatchObject([{ id, body: 'Hi' }]);
      expect(await bodies()).toEqual(['Hi']);
    },
  );

  test('has it later, and divides what it has into pages', async () => {
    const { github, action, repository, alice } = at();
    await alice.comment(issue, 'One');
    await alice.comment(issue, 'Two');
    at().passSeconds(2);
    github.lag.milliseconds = 2_000;
    expect(await bodies()).toEqual(['One', 'Two']);
    github.lag.milliseconds = 60_000;
    await alice.comment(issue, 'Three');
    const { data } = await action.issues.listComments({ ...repository, issue_number: issue, per_page: 1 });
    expect(data).toEqual([]);
    github.reset();
    expect(github.lag.milliseconds).toBe(0);
  });
});

test('the list of comments of an issue begins at the time of `since`', async () => {
  const { action, repository, alice } = at();
  await alice.comment(issue, 'One');
  at().passSeconds(2);
  const { created_at: since } = await read((await alice.comment(issue, 'Two')).id);
  const { data } = await action.issues.listComments({ ...repository, issue_number: issue, since });
  expect(data.map(({ body }) => body)).toEqual(['Two']);
});

describe("the list of the repository's comments", () => {
  test('has the thread, author and times of each comment', async () => {
    const { github, action, repository } = at();
    await as('mallory').comment(issue, 'One');
    await action.issues.createComment({ ...repository, issue_number: pull, body: 'Two' });
    const { data } = await action.issues.listCommentsForRepo(repository);
    const api = `${github.url}/repos/acme/docs/issues`;
    const common = { id: expect.any(Number), created_at: expect.any(String), updated_at: expect.any(String) };
    expect(data).toMatchObject([
      {
        ...common,
        issue_url: `${api}/${issue}`,
        user: { login: 'mallory', id: expect.any(Number), type: 'User' },
        html_url: `${github.url}/acme/docs/issues/${issue}#issuecomment-${data[0]?.id}`,
      },
      {
        ...common,
        issue_url: `${api}/${pull}`,
        user: { login: 'github-actions[bot]', type: 'Bot' },
        html_url: `${github.url}/acme/docs/pull/${pull}#issuecomment-${data[1]?.id}`,
      },
    ]);
  });

  test('covers many threads', async () => {
    const { action, repository, alice } = at();
    const open = async (_: unknown, n: number) => {
      const { number } = await alice.openIssue(`${n}`, '');
      await alice.comment(number, `on ${number}`);
    };
    await Promise.all(Array.from({ length: 101 }, open));
    const page = async (asked: number) =>
      (await action.issues.listCommentsForRepo({ ...repository, per_page: 100, page: asked })).data;
    const all = [...(await page(1)), ...(await page(2))];
    expect((await page(1)).length).toBe(100);
    expect(all.map(({ body }) => body)).toEqual(all.map(({ issue_url }) => `on ${issue_url.split('/').at(-1)}`));
    expect(new Set(all.map(({ id }) => id)).size).toBe(101);
  });

  test('is up to date after edits, deletions and a reset', async () => {
    const { github, alice } = at();
    const [one, two] = [await alice.comment(issue, 'One'), await alice.comment(pull, 'Two')];
    await alice.editComment(one.id, 'One, again');
    expect(await bodies()).toEqual(['One, again', 'Two']);
    await alice.deleteComment(two.id);
    expect(await bodies()).toEqual(['One, again']);
    github.reset();
    expect(await bodies()).toEqual([]);
  });
});
