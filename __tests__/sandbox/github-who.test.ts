import { describe, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

const VIEWER = 'query { viewer { login databaseId } }';

const graphql = (token: string | undefined, query = VIEWER) =>
  fetch(`${at().github.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });

describe('the viewer', () => {
  test.each([
    ['alice', 'alice'],
    ['mallory', 'mallory'],
    ['action', 'github-actions[bot]'],
  ] as const)('of the token of %s is %s before the account has written anything', async (whose, login) => {
    const answer = await graphql(at().github.tokens[whose]);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ data: { viewer: { login, databaseId: expect.any(Number) } } });
  });

  test('has the requested fields', async () => {
    const answer = await graphql(at().github.tokens.bob, '{ viewer { login } }');
    expect(await answer.json()).toEqual({ data: { viewer: { login: 'bob' } } });
  });

  test('is refused with an unknown or expired token', async () => {
    const { github } = at();
    const old = github.tokens.action;
    await github.reset();
    for (const token of ['unknown', old]) {
      expect((await graphql(token)).status).toBe(401);
      const answer = await fetch(`${github.url}/repos/acme/docs`, { headers: { authorization: `token ${token}` } });
      expect([answer.status, await answer.json()]).toMatchObject([401, { message: 'Bad credentials' }]);
    }
  });

  test('is refused without a token, and so is every other query', async () => {
    expect((await graphql(undefined)).status).toBe(401);
    expect((await graphql(at().github.tokens.bob, '{ rateLimit { cost } }')).status).toBe(501);
  });
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
    const { data } = Object(await (await graphql(github.tokens[whose])).json());

    const { login, databaseId: id } = data.viewer;
    expect(comment.user).toMatchObject({ login, id });
    expect(payload).toMatchObject({ sender: { login, id }, comment: { user: { login, id } } });
  },
);
