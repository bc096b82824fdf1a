import { asList, type JsonObject, readObject } from './json.ts';
import type { Get, Upstream } from './upstream.ts';

/** The account of the request's token; undefined for a request without a token. */
export async function requesterOf({ get, token, accounts }: Upstream): Promise<JsonObject | undefined> {
  const known = accounts.get(token);
  if (known) return known;
  const user = await get('/user');
  if (user.status === 401) return undefined;
  // `GET /user` fails for an installation's token, which acts as the bot of GitHub Actions.
  const account = readObject(user.status === 200 ? user : await get('/users/github-actions%5Bbot%5D'));
  accounts.set(token, account);
  return account;
}

/** An account in the form that other objects contain. */
export async function findAccount(id: number, get: Get): Promise<JsonObject | undefined> {
  const { body } = await get(`/users?since=${id - 1}&per_page=1`);
  return asList(JSON.parse(String(body))).find((account) => account.id === id);
}
