import { withJson } from './json.ts';
import type { Reactions } from './reactions.ts';
import type { Answer } from './upstream.ts';

/** Adds the numbers of reactions to the issues and comments in the emulator's response. */
export function countReactions(answer: Answer, reactions: Reactions): Answer {
  const isJson = String(answer.headers['content-type']).includes('json');
  // Parsing with a function is slow, and most responses contain no reactions.
  if (reactions.isEmpty() || !isJson || !answer.body.includes('"reactions"')) return answer;
  const body: unknown = JSON.parse(String(answer.body), (key, value: unknown) =>
    key === 'reactions' ? counted(value, reactions) : value,
  );
  return withJson(answer, body, answer.status);
}

function counted(rollup: unknown, reactions: Reactions): unknown {
  const { url, ...counts } = Object(rollup);
  if (typeof url !== 'string') return rollup;
  const given = reactions.of(new URL(url).pathname.replace(/\/reactions$/, ''));
  const ofEach = Object.keys(counts).map((name) => [name, given.filter(({ content }) => content === name).length]);
  return { url, ...Object.fromEntries(ofEach), total_count: given.length };
}
