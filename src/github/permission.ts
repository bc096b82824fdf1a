import * as v from 'valibot';
import type { GitHub } from './client.ts';

/** GitHub's repository roles, each with all that the ones before it may do. */
export const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Role = (typeof ROLES)[number];

const LEVEL = v.object({
  permission: v.picklist(['none', 'read', 'write', 'admin']),
  role_name: v.nullish(v.string()),
});

/** `permission` knows four words only; these two are named beside it. Any other role is an organisation's own. */
const FINER: Readonly<Record<string, Role>> = { 'read triage': 'triage', 'write maintain': 'maintain' };

/**
 * What somebody may do in the repository; `none` where GitHub knows no such person (404). On a public repository everybody has `read`.
 * @throws GitHubError when GitHub does not answer: that is no `no`.
 */
export async function readRole(github: GitHub, login: string): Promise<Role> {
  const role = await github.read(`what ${login} may do here`, undefined, async ({ request }) => {
    const where = { ...github.repository, username: login };
    const { data } = await request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', where);
    const { permission, role_name } = v.parse(LEVEL, data);
    return FINER[`${permission} ${role_name}`] ?? permission;
  });
  return role ?? 'none';
}
