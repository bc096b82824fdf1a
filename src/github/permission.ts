import * as v from 'valibot';
import type { GitHub } from './client.ts';

/** GitHub's repository roles, each with all that the ones before it may do. */
export const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Role = (typeof ROLES)[number];

const ROLE = v.picklist(ROLES);
/** An organisation's own role has any name; `permission` is then the role that it was made from, in the four old words. */
const LEVEL = v.object({ permission: ROLE, role_name: v.optional(v.fallback(v.nullable(ROLE), null), null) });

/**
 * What somebody may do in the repository; `none` where GitHub knows no such person (404). On a public repository everybody has `read`.
 * @throws GitHubError when GitHub does not answer: that is no `no`.
 */
export async function readRole(github: GitHub, login: string): Promise<Role> {
  const role = await github.read(`what ${login} may do here`, undefined, async ({ rest }) => {
    const { data } = await rest.repos.getCollaboratorPermissionLevel({ ...github.repository, username: login });
    const { permission, role_name } = v.parse(LEVEL, data);
    return role_name ?? permission;
  });
  return role ?? 'none';
}
