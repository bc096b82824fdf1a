import * as v from 'valibot';
import type { GitHub } from './client.ts';

const USER = v.object({ login: v.string() });

/**
 * The current login of an account, by its number, which renaming does not change; undefined if the account was deleted.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readLogin(github: GitHub, id: number): Promise<string | undefined> {
  const user = await github.read('the login of the requester', async ({ request }) =>
    v.parse(USER, (await request('GET /user/{account_id}', { account_id: id })).data),
  );
  return user?.login;
}

/** GitHub's repository roles in ascending order: each includes the permissions of those before it. */
export const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Role = (typeof ROLES)[number];

const LEVEL = v.object({
  permission: v.picklist(['none', 'read', 'write', 'admin']),
  role_name: v.nullish(v.string()),
});

/** `permission` has only four values; `role_name` distinguishes these two. Other role names are custom roles of an organization. */
const FINER: Readonly<Record<string, Role>> = { 'read triage': 'triage', 'write maintain': 'maintain' };

/**
 * The role of an account in the repository; `none` if GitHub does not know the account (404). On a public repository, every account
 * has at least `read`.
 * @throws GitHubError if GitHub does not answer, which must not count as `none`.
 */
export async function readRole(github: GitHub, login: string): Promise<Role> {
  const role = await github.read(`the permission of ${login}`, async ({ request }) => {
    const where = { ...github.repository, username: login };
    const { data } = await request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', where);
    const { permission, role_name } = v.parse(LEVEL, data);
    return FINER[`${permission} ${role_name}`] ?? permission;
  });
  return role ?? 'none';
}
