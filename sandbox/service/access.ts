import { Refusal } from '../http/refusal.ts';

export type Access = ReturnType<typeof createAccess>;

/**
 * Checks keys: each key belongs to one project.
 * @param keys key (a prefix, an underscore and a secret) → project id.
 * @param expired key that is no longer accepted → the service's error message.
 */
export function createAccess(keys: ReadonlyMap<string, string>, expired: ReadonlyMap<string, string>) {
  for (const key of keys.keys()) {
    if (!KEY.test(key))
      throw new RangeError('A key is a prefix of letters, an underscore and a secret: docs_0123abcd.');
  }
  const projects = new Set(keys.values());
  return {
    /** @throws a refusal: 401 without a known key, 404 for an unknown project, 403 for another project's key. */
    check(authorization: string | undefined, projectId: string): void {
      const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (key === undefined) throw unauthorized('Send the header `Authorization: Bearer <API key>`.');
      if (!KEY.test(key)) throw unauthorized('This is no admin API key: it has no prefix with an underscore.');
      const why = expired.get(key);
      if (why !== undefined) throw unauthorized(why);
      const own = keys.get(key);
      if (own === undefined) throw unauthorized('Unknown API key.');
      if (!projects.has(projectId)) throw new Refusal(404, 'Unknown project.');
      if (own !== projectId) throw new Refusal(403, 'This API key belongs to another project.');
    },
  };
}

const KEY = /^[A-Za-z][A-Za-z0-9]*_[\w-]+$/;

const unauthorized = (error: string) => new Refusal(401, error, { 'WWW-Authenticate': 'Bearer' });
