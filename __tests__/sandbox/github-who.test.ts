import { describe, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

test('an unknown or expired token is refused', async () => {
  const { github } = at();
  const old = github.tokens.action;
  github.reset();
  for (const token of ['unknown', old]) {
    const answer = await fetch(`${github.url}/repos/acme/docs`, { headers: { authorization: `token ${token}` } });
    expect([answer.status, await answer.json()]).toMatchObject([401, { message: 'Bad credentials' }]);
  }
});

describe('a user', () => {
  test('is found by id, also the bot', async () => {
    const { github, action } = at();
    for (const username of ['trudy', 'github-actions[bot]']) {
      const { data: named } = await action.users.getByUsername({ username });
      expect(await (await fetch(`${github.url}/user/${named.id}`)).json()).toEqual(named);
    }
    expect((await fetch(`${github.url}/user/4711`)).status).toBe(404);
  });

  test('can read its own account, which an installation cannot', async () => {
    const { github, action } = at();
    const { rest: bob } = new Octokit({ auth: github.tokens.bob, baseUrl: github.url });
    expect((await bob.users.getAuthenticated()).data.login).toBe('bob');
    await expect(action.users.getAuthenticated()).rejects.toMatchObject({ status: 403 });
  });
});

test.each(['alice', 'action'] as const)(
  'the account %s has the same id in comments, webhooks and its own answers',
  async (whose) => {
    const { github, events, repository, alice } = at();
    const { rest } = new Octokit({ auth: github.tokens[whose], baseUrl: github.url });
    const { number: issue_number } = await alice.openIssue('One', '');
    const { data: comment } = await rest.issues.createComment({ ...repository, issue_number, body: 'Hi' });
    const { payload } = await events.waitFor('issue_comment', 'created');
    const [login = '', id] = [comment.user?.login, comment.user?.id];
    expect((await rest.users.getByUsername({ username: login })).data.id).toBe(id);
    expect(payload).toMatchObject({ sender: { login, id }, comment: { user: { login, id } } });
  },
);
