import { asObject, jsonAnswer, readBody, refusal } from '../json.ts';
import type { Answer, Get, Upstream } from '../upstream.ts';
import { findAccount, requesterOf } from '../who-asks.ts';
import { onePage } from './pages.ts';
import type { Route, RouteContext } from './route.ts';

const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];
const SUBJECT = '^(?<subject>/repos/[^/]+/[^/]+/(issues|issues/comments|pulls/comments)/\\d+)/reactions';
const ALL = new RegExp(`${SUBJECT}$`);
const ONE = new RegExp(`${SUBJECT}/(?<id>\\d+)$`);

type Found = Readonly<Record<string, string>>;

/** The emulator has no reactions. Their users and subjects are the emulator's objects. */
export const reactions: readonly Route[] = [
  { method: 'GET', path: ALL, answer: list },
  { method: 'POST', path: ALL, answer: create },
  { method: 'DELETE', path: ONE, answer: remove },
];

async function list({ subject }: Found, { get }: Upstream, { query, extensions }: RouteContext): Promise<Answer> {
  const found = await findSubject(`${subject}`, get);
  if (found.status !== 200) return found;
  const content = query.get('content');
  const wanted = extensions.reactions.of(`${subject}`).filter((each) => !content || each.content === content);
  const address = `${asObject(JSON.parse(String(found.body))).url}/reactions`;
  return onePage(found, wanted.map(asObject), address, query);
}

async function create({ subject }: Found, upstream: Upstream, { body, extensions }: RouteContext): Promise<Answer> {
  const who = await requesterOf(upstream);
  if (!who) return refusal(401, 'Requires authentication');
  const found = await findSubject(`${subject}`, upstream.get);
  if (found.status !== 200) return found;
  const content = String(readBody(body).content);
  if (!CONTENTS.includes(content)) return refusal(422, 'Validation Failed');
  const user = await findAccount(Number(who.id), upstream.get);
  if (!user) return refusal(404, 'Not Found');
  const { reaction, isNew } = extensions.reactions.add(`${subject}`, user, content);
  return jsonAnswer(isNew ? 201 : 200, reaction);
}

/** Removes a reaction; every account may remove its own. */
async function remove({ subject, id }: Found, upstream: Upstream, { extensions }: RouteContext): Promise<Answer> {
  const who = await requesterOf(upstream);
  if (!who) return refusal(401, 'Requires authentication');
  const found = await findSubject(`${subject}`, upstream.get);
  if (found.status !== 200) return found;
  const reaction = extensions.reactions.of(`${subject}`).find((each) => each.id === Number(id));
  if (!reaction) return refusal(404, 'Not Found');
  if (reaction.user.id !== who.id) return refusal(403, 'Forbidden');
  extensions.reactions.remove(`${subject}`, reaction.id);
  return { status: 204, headers: {}, body: '' };
}

/** Finds the subject of a reaction. In the emulator, a pull request is not an issue. */
async function findSubject(subject: string, get: Get): Promise<Answer> {
  const found = await get(subject);
  return found.status === 404 && /\/issues\/\d+$/.test(subject)
    ? get(subject.replace(/\/issues\/(\d+)$/, '/pulls/$1'))
    : found;
}
