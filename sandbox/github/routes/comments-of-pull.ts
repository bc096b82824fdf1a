import { asObject, type JsonObject, withJson } from '../json.ts';
import type { Answer, Upstream } from '../upstream.ts';
import type { Route } from './route.ts';

const OF_THREAD = /^(?<repo>\/repos\/[^/]+\/[^/]+)\/issues\/\d+\/comments$/;
const SINGLE = /^(?<repo>\/repos\/[^/]+\/[^/]+)\/issues\/comments\/\d+$/;

/** A comment on a pull request is linked at `/pull/2`; the emulator says `/issues/2` for all of them. */
export const commentsOfPull: readonly Route[] = [
  { method: 'GET', path: OF_THREAD, answer: relink },
  { method: 'POST', path: OF_THREAD, answer: relink },
  { method: 'GET', path: SINGLE, answer: relink },
  { method: 'PATCH', path: SINGLE, answer: relink },
];

async function relink({ repo }: Readonly<Record<string, string>>, upstream: Upstream): Promise<Answer> {
  const answer = await upstream.pass();
  if (answer.status > 201) return answer;
  const body: unknown = JSON.parse(String(answer.body));
  const [sample] = Array.isArray(body) ? body : [body];
  if (sample === undefined) return answer;
  const number = String(asObject(sample).issue_url).split('/').at(-1);
  if ((await upstream.get(`${repo}/pulls/${number}`)).status !== 200) return answer;
  return withJson(answer, Array.isArray(body) ? body.map(atPull) : atPull(body), answer.status);
}

export function atPull(comment: unknown): JsonObject {
  const { html_url, ...rest } = asObject(comment);
  return { ...rest, html_url: String(html_url).replace(/\/issues\/(\d+)#/, '/pull/$1#') };
}
