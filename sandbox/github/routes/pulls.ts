import { readList, readObject, withJson } from '../json.ts';
import { freshPull } from '../pull.ts';
import type { Answer, Upstream } from '../upstream.ts';
import type { Route } from './route.ts';

const ALL = /^\/repos\/[^/]+\/[^/]+\/pulls$/;
const ONE = /^\/repos\/[^/]+\/[^/]+\/pulls\/\d+$/;

/** Pull requests with their current head. */
export const pulls: readonly Route[] = [
  { method: 'GET', path: ALL, answer: list },
  { method: 'POST', path: ALL, answer: single },
  { method: 'GET', path: ONE, answer: single },
  { method: 'PATCH', path: ONE, answer: single },
];

async function list(_: unknown, upstream: Upstream): Promise<Answer> {
  const answer = await upstream.pass();
  if (answer.status !== 200) return answer;
  return withJson(answer, await Promise.all(readList(answer).map((pull) => freshPull(pull, upstream.get))));
}

async function single(_: unknown, upstream: Upstream): Promise<Answer> {
  const answer = await upstream.pass();
  if (answer.status > 201) return answer;
  return withJson(answer, await freshPull(readObject(answer), upstream.get), answer.status);
}
