import { asObject, readBody, refusal } from '../json.ts';
import { requesterOf } from '../who-asks.ts';
import { markReady } from './ready-for-review.ts';
import type { Route } from './route.ts';
import { viewer } from './who-am-i.ts';

const FIELDS = [markReady, viewer];

/** The emulator has no GraphQL. This supports the few fields that the sandbox's clients use, one per query. */
export const graphql: Route = {
  method: 'POST',
  path: /^\/graphql$/,
  async answer(_, upstream, { body, deliver }) {
    const who = await requesterOf(upstream);
    if (!who) return refusal(401, 'This endpoint requires you to be authenticated.');
    const { query, variables } = readBody(body);
    const field = FIELDS.find(({ name }) => new RegExp(`\\b${name}\\b`).test(String(query)));
    if (!field) return refusal(501, `Only these fields are known here: ${FIELDS.map(({ name }) => name).join(', ')}.`);
    return field.resolve({ query: String(query), variables: asObject(variables ?? {}), deliver }, upstream, who);
  },
};
