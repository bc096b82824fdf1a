import { asObject, type JsonObject, readObject, withJson } from '../json.ts';
import type { Upstream } from '../upstream.ts';
import type { Route } from './route.ts';

const ROLES = ['read', 'triage', 'write', 'maintain', 'admin'];

/**
 * The emulator answers 404 for accounts that are no collaborators; on GitHub, every account may read a public repository, and 404
 * means that the account does not exist. The emulator also returns `push` instead of `write`.
 */
export const permission: Route = {
  method: 'GET',
  path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/collaborators\/(?<login>[^/]+)\/permission$/,
  async answer({ repo, login }, upstream) {
    const answer = await upstream.pass();
    if (answer.status === 200) {
      const { role_name, user } = readObject(answer);
      return withJson(answer, describe(String(role_name), asObject(user)));
    }
    const user = answer.status === 404 ? await readerOf(`${repo}`, `${login}`, upstream) : undefined;
    return user ? withJson(answer, describe('read', user)) : answer;
  },
};

async function readerOf(repo: string, login: string, upstream: Upstream): Promise<JsonObject | undefined> {
  const [repository, user] = await Promise.all([upstream.get(repo), upstream.get(`/users/${login}`)]);
  if (repository.status !== 200 || user.status !== 200 || readObject(repository).private === true) return undefined;
  const person = readObject(user);
  return person.type === 'User' ? person : undefined;
}

function describe(role: string, user: JsonObject): JsonObject {
  const rank = ROLES.indexOf(role);
  const [pull, triage, push, maintain, admin] = ROLES.map((_, needed) => rank >= needed);
  const old = admin ? 'admin' : push ? 'write' : 'read';
  return {
    permission: old,
    role_name: role,
    user: { ...user, role_name: role, permissions: { pull, triage, push, maintain, admin } },
  };
}
