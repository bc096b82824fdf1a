import type { Occasion } from '../occasions.ts';
import { fieldOf, type Process, SUBMIT, type World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/**
 * A prompt begins with the instruction of the workflow, has the words of the people who asked
 * between the lines that mark them as data, and has no words of another request.
 */
export const prompts: RuleOf = (world, judge) => ({
  onExchange({ by, line, request }) {
    if (!SUBMIT.test(line)) return;
    const prompt = fieldOf(request.body, 'prompt');
    const problems = [...missing(prompt, by), ...foreign(prompt, by, world)];
    const told = problems.map(
      (problem) => `${by.name} sends a prompt ${problem}: ${prompt.slice(0, 2000)}`,
    );
    judge('prompts have the request', false, ...told);
  },
});

function missing(prompt: string, { occasion }: Process): string[] {
  const { prompt: instruction = '' } = occasion.inputs;
  const [, data = ''] = split(prompt);
  const lacking = [...wordsOf(occasion), ...commitsOf(occasion)].filter(
    (words) => !has(data, words),
  );
  return [
    ...(prompt.startsWith(instruction) ? [] : ['that does not begin with the instruction']),
    ...lacking.map((words) => `whose data lacks “${words}”`),
  ];
}

function foreign(prompt: string, { occasion }: Process, { processes }: World): string[] {
  const [instruction] = split(prompt);
  const own = wordsOf(occasion);
  const others = new Set(
    processes.flatMap((other) => wordsOf(other.occasion)).filter((words) => !own.includes(words)),
  );
  return [
    ...own
      .filter((words) => has(instruction, words))
      .map((words) => `with “${words}” among its instructions`),
    ...[...others]
      .filter((words) => has(prompt, words))
      .map((words) => `with “${words}” of another request`),
  ];
}

/**
 * The instructions, and the data between the lines that begin with the fence, which the last line
 * names.
 */
function split(prompt: string): readonly [instruction: string, data: string] {
  const fence = /\n(\S+) end\n?$/.exec(prompt)?.[1];
  const start = fence === undefined ? -1 : prompt.indexOf(`\n${fence} `);
  return start < 0 ? [prompt, ''] : [prompt.slice(0, start), prompt.slice(start)];
}

/** No digit follows: `1.2` is not in `1.23`. */
const has = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!/\d/.test(text[at + words.length] ?? '')) return true;
  return false;
};

/**
 * What the people wrote who caused an event: no two threads, comments or releases have the same
 * words.
 */
function wordsOf({ event, kind }: Occasion): string[] {
  if (kind === 'sweep') return [];
  const { comment, review, issue, pull_request, release } = Object(event.payload);
  const said: unknown[] = [comment?.body, review?.body].map((body) =>
    body?.replace(/^\/docs (?:new )?|;.*$/g, ''),
  );
  const named: unknown[] = [(issue ?? pull_request)?.title, release?.body];
  return [...said, ...named].filter((words) => typeof words === 'string');
}

/**
 * The commits that were pushed or deployed. Their changes may be described to later requests, too.
 */
function commitsOf({ event }: Occasion): string[] {
  const { commits, workflow_run } = Object(event.payload);
  const pushed: readonly { readonly id: string }[] =
    commits ?? [workflow_run?.head_commit ?? []].flat();
  return pushed.map(({ id }) => id.slice(0, 7));
}
