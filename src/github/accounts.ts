import * as v from 'valibot';
import type { GitHub } from './client.ts';

const VIEWER = v.object({ viewer: v.object({ login: v.string() }) });
const USER = v.object({ login: v.string() });

/**
 * The account that our token writes as: `github-actions[bot]` for a workflow's own. Only GraphQL tells it to such a token.
 * @throws GitHubError
 */
export async function readOwnLogin(github: GitHub): Promise<string> {
  const answer = await github.read('which account `github-token` stands for', undefined, async ({ graphql }) =>
    v.parse(VIEWER, await graphql('{ viewer { login } }')),
  );
  return answer?.viewer.login ?? '';
}

/** The login of an account by its number, which stays when people rename themselves; undefined when it is gone. @throws GitHubError */
export async function readLogin(github: GitHub, id: number): Promise<string | undefined> {
  const user = await github.read('for the name of who asked', undefined, async ({ request }) =>
    v.parse(USER, (await request('GET /user/{account_id}', { account_id: id })).data),
  );
  return user?.login;
}
