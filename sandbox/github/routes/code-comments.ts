import { type JsonObject, readList, readObject, withJson } from '../json.ts';
import type { Answer, Upstream } from '../upstream.ts';
import type { Route, RouteContext } from './route.ts';
import { shownCodeComment, withoutLines } from './shown-code-comment.ts';

const REPO = '^/repos/[^/]+/[^/]+';
const SINGLE = new RegExp(`${REPO}/pulls/comments/\\d+$`);

/** Comments on code with their places, which the emulator does not keep. */
export const codeComments: readonly Route[] = [
  { method: 'GET', path: SINGLE, answer: single },
  { method: 'PATCH', path: SINGLE, answer: single },
  { method: 'GET', path: new RegExp(`${REPO}/pulls/(\\d+/)?comments$`), answer: list((comment) => comment) },
  { method: 'GET', path: new RegExp(`${REPO}/pulls/\\d+/reviews/\\d+/comments$`), answer: list(withoutLines) },
];

async function single(_: unknown, upstream: Upstream, { extensions }: RouteContext): Promise<Answer> {
  const answer = await upstream.pass();
  if (answer.status !== 200) return answer;
  return withJson(answer, shownCodeComment(readObject(answer), extensions.codeComments));
}

function list(form: (comment: JsonObject) => JsonObject): Route['answer'] {
  return async (_, upstream, { extensions }) => {
    const answer = await upstream.pass();
    if (answer.status !== 200) return answer;
    return withJson(
      answer,
      readList(answer).map((comment) => form(shownCodeComment(comment, extensions.codeComments))),
    );
  };
}
