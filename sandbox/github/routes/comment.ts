import { asObject, type JsonObject, readBody, readObject, refusal, withJson } from '../json.ts';
import { shownComment } from '../shown-comment.ts';
import type { Answer, Upstream } from '../upstream.ts';
import { requesterOf } from '../who-asks.ts';
import type { Route, RouteContext } from './route.ts';

const SINGLE = /^(?<repo>\/repos\/[^/]+\/[^/]+)\/issues\/comments\/(?<id>\d+)$/;

type Found = Readonly<Record<string, string>>;

/** A comment on an issue or pull request. The emulator would let every account change other accounts' comments. */
export const comment: readonly Route[] = [
  { method: 'GET', path: SINGLE, answer: read },
  { method: 'PATCH', path: SINGLE, answer: edit },
  { method: 'DELETE', path: SINGLE, answer: remove },
];

async function read({ id }: Found, upstream: Upstream, { extensions }: RouteContext): Promise<Answer> {
  const answer = await upstream.pass();
  if (answer.status !== 200) return answer;
  const { comments } = extensions;
  const isOnPull = comments.find(Number(id))?.isOnPull === true;
  return withJson(answer, shownComment(readObject(answer), { isOnPull, isEdited: comments.isEdited(Number(id)) }));
}

async function edit(found: Found, upstream: Upstream, asked: RouteContext): Promise<Answer> {
  const refused = await refuseChange(found, upstream);
  if (refused) return refused;
  const { body } = readBody(asked.body);
  if (typeof body !== 'string' || body.trim() === '') return refusal(422, 'Validation Failed');
  const answer = await upstream.pass();
  if (answer.status !== 200) return answer;
  const { comments } = asked.extensions;
  const edited = readObject(answer);
  comments.edit(Number(found.id), String(edited.updated_at));
  return withJson(answer, shownComment(edited, { isOnPull: comments.find(Number(found.id))?.isOnPull === true }));
}

async function remove(found: Found, upstream: Upstream, { extensions }: RouteContext): Promise<Answer> {
  const answer = (await refuseChange(found, upstream)) ?? (await upstream.pass());
  if (answer.status === 204) extensions.comments.remove(Number(found.id));
  return answer;
}

async function refuseChange({ repo, id }: Found, upstream: Upstream): Promise<Answer | undefined> {
  const who = await requesterOf(upstream);
  if (!who) return refusal(401, 'Requires authentication');
  const found = await upstream.get(`${repo}/issues/comments/${id}`);
  if (found.status !== 200) return found;
  const mayChange = isAuthor(who, readObject(found)) || (await mayWrite(`${repo}`, who, upstream));
  return mayChange ? undefined : refusal(403, 'Must have admin rights to Repository.');
}

/** Whether the account may change the comment. For an installation, the emulator checks the permissions. */
function isAuthor(who: JsonObject, { user }: JsonObject): boolean {
  return who.type === 'Bot' || asObject(user).id === who.id;
}

async function mayWrite(repo: string, { login }: JsonObject, { get }: Upstream): Promise<boolean> {
  const answer = await get(`${repo}/collaborators/${login}/permission`);
  return answer.status === 200 && ['write', 'maintain', 'admin'].includes(String(readObject(answer).role_name));
}
