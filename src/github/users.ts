import * as v from 'valibot';
import type { GitHub } from './client.ts';

const USER = v.object({ login: v.string() });

/**
 * The current login of an account, by its number, which renaming does not change; undefined if the account was deleted.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readLogin(github: GitHub, id: number): Promise<string | undefined> {
  const user = await github.read('for the name of who asked', undefined, async ({ request }) =>
    v.parse(USER, (await request('GET /user/{account_id}', { account_id: id })).data),
  );
  return user?.login;
}
