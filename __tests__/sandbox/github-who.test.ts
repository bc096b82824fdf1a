import { expect, test } from '@jest/globals';
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

test.each(['alice', 'action'] as const)(
  'the account %s has the same id in comments, webhooks and its own answers',
  async (whose) => {
    const { github, events, repository, alice } = at();
    const { rest, request } = new Octokit({ auth: github.tokens[whose], baseUrl: github.url });
    const { number: issue_number } = await alice.openIssue('One', '');
    const { data: comment } = await rest.issues.createComment({ ...repository, issue_number, body: 'Hi' });
    const { payload } = await events.waitFor('issue_comment', 'created');
    const [login = '', account_id = 0] = [comment.user?.login, comment.user?.id];
    expect((await request('GET /user/{account_id}', { account_id })).data).toMatchObject({ login, id: account_id });
    expect(payload).toMatchObject({ sender: { login }, comment: { user: { login, id: account_id } } });
  },
);

test('an unknown account is answered with 404', async () => {
  expect((await fetch(`${at().github.url}/user/4711`)).status).toBe(404);
});
