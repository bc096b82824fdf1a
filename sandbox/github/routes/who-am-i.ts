import { jsonAnswer, refusal } from '../json.ts';
import { findAccount } from '../who-asks.ts';
import type { GraphqlField, Route } from './route.ts';

/** GraphQL's `viewer`: the account of the token, including the bot. */
export const viewer: GraphqlField = {
  name: 'viewer',
  async resolve({ query }, _, { login, id, node_id }) {
    const known = { login, databaseId: id, id: node_id };
    const asked: readonly string[] = /\bviewer\s*\{([^{}]*)\}/.exec(query)?.[1]?.match(/\w+/g) ?? [];
    const fields = Object.entries(known).filter(([name]) => asked.includes(name));
    return jsonAnswer(200, { data: { viewer: Object.fromEntries(fields) } });
  },
};

export const whoAmI: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/user$/,
    async answer(_, upstream) {
      const answer = await upstream.pass();
      // The emulator answers 404 to an installation's token, GitHub 403.
      return answer.status === 404 ? refusal(403, 'Resource not accessible by integration') : answer;
    },
  },
  {
    method: 'GET',
    path: /^\/user\/(?<id>\d+)$/,
    async answer({ id }, { get }) {
      const account = await findAccount(Number(id), get);
      return account ? get(`/users/${encodeURIComponent(String(account.login))}`) : refusal(404, 'Not Found');
    },
  },
];
