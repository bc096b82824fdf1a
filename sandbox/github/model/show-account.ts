import type { JsonObject } from '../json.ts';
import { type Account, type Hub, type Repository, ROLES, type Role } from './state.ts';

/** GitHub's times are whole seconds. @param at milliseconds since the epoch. */
export const time = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

export const nodeId = (kind: string, id: number): string => Buffer.from(`0:${kind}${id}`).toString('base64');

/** The addresses of what belongs to a thing: `events_url`. No client of the sandbox follows them. */
export function addresses(url: string, kinds: readonly string[]): JsonObject {
  const all: Record<string, string> = {};
  for (const kind of kinds) all[`${kind}_url`] = `${url}/${kind}`;
  return all;
}

const KINDS = 'followers following gists starred subscriptions organizations repos events received_events'.split(' ');

export function showUser({ url: home, api }: Pick<Hub, 'url' | 'api'>, { id, login, type }: Account): JsonObject {
  const url = `${api}/users/${encodeURIComponent(login)}`;
  const html_url = `${home}/${login}`;
  return {
    ...{ login, id, node_id: nodeId('User', id), type, site_admin: false, url, html_url },
    ...{ avatar_url: `${html_url}.png`, gravatar_id: '', ...addresses(url, KINDS) },
  };
}

export function showPermission({ hub }: Repository, account: Account, role: Role): JsonObject {
  const rank = ROLES.indexOf(role);
  const [pull, triage, push, maintain, admin] = ROLES.map((_, needed) => rank >= needed);
  return {
    permission: admin ? 'admin' : push ? 'write' : 'read',
    role_name: role,
    user: { ...showUser(hub, account), role_name: role, permissions: { pull, triage, push, maintain, admin } },
  };
}

/** The author of a commit, as git knows them. */
export const signature = ({ login }: Account, at: number): JsonObject => ({
  name: login,
  email: `${login}@users.noreply.github.com`,
  date: time(at),
});
