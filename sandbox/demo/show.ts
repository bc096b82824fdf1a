import { setTimeout } from 'node:timers/promises';
import { stringify } from 'yaml';
import { createPerson } from '../github/person.ts';
import type { StepResult } from '../runner/step.ts';
import type { World } from '../world.ts';
import type { ScenarioEvent } from './scenario-scripts.ts';
import type { Scenario } from './scenarios.ts';

/** Where the demo is printed, and how time passes in it. */
interface Stage {
  readonly print: (text: string) => void;
  readonly sleep: (ms: number) => Promise<unknown>;
}

const TERMINAL: Stage = { print: console.log, sleep: setTimeout };

/** Plays a scenario: lets people act, runs the step on the resulting event, and prints the results. @returns the last step's exit code. */
export async function show(world: World, { next, ...first }: Scenario, stage = TERMINAL): Promise<number> {
  const { print } = stage;
  const happening = await showStep(world, first, stage);
  const last = next ? await showStep(world, next, stage, happening) : happening;
  print(title('The service got'));
  const count = (operation: string) =>
    world.service.requests.filter((request) => request.operation === operation).length;
  const spent = `${count('create')} create, ${count('follow-up')} follow-up`;
  print(
    `${spent}, ${count('get')} status, ${count('visitors')} visitors requests. Exit code of the step: ${last.exitCode}`,
  );
  print('The addresses above end with this demo.');
  return last.exitCode;
}

/** Shows one event and the run that it starts. */
async function showStep(
  world: World,
  { story, inputs }: Pick<Scenario, 'story' | 'inputs'>,
  { print, sleep }: Stage,
  before?: ScenarioEvent,
): Promise<ScenarioEvent & { exitCode: number }> {
  const { github, service } = world;
  print(title(story.title));
  if (story.after) await sleep(story.after);
  const happening = await story.act(github, before);
  const { event, thread, words } = happening;
  if (words.length > 0) print(`${thread.url}\n\n${words.map(showWords).join('\n\n')}`);
  github.requests.length = 0; // from here on, the log has only requests of the action and the agent
  const prompts = () => service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  const earlier = prompts().length;

  print(title('The workflow step runs'));
  if (inputs) print(stringify({ with: inputs }, { lineWidth: 0 }));
  const result = await world.run({
    event,
    inputs: { timeout: '1m', ...inputs },
    onLine: print,
    run: { id: before ? 8 : 7 },
  }).result;

  print(title('The prompt that the service got'));
  print(prompts()[earlier]?.trimEnd() ?? 'None: nothing was spent.');

  const working = github.requests.find(({ method, body }) => method !== 'GET' && body.includes('Working on it'));
  if (working) {
    print(title("While the agent worked, the action's comment said"));
    print(asRead(JSON.parse(working.body).body));
  }
  print(title('The comments at the end'));
  const comments = await createPerson(github, 'alice').readComments(thread.number);
  print(comments.map(({ author, body }) => `${author}:\n\n${asRead(body)}`).join('\n\n') || 'None.');
  showResult(result, print);
  return { ...happening, exitCode: result.exitCode ?? 1 };
}

/** The visible part of a comment, without its marker. */
const asRead = (body: string) => body.replace(/\n<!-- docs-agent-action:.*?-->/g, '');

function showResult({ outputs, summary }: StepResult, print: Stage['print']): void {
  print(title('Outputs, for the steps after it'));
  for (const [name, value] of Object.entries(outputs))
    print(`${name.padEnd(13)}${value.replaceAll('\n', `\n${' '.repeat(13)}`)}`);
  print(title('The job summary, on the page of the run'));
  print(summary.trimEnd());
}

/** Two columns: the author and the text. */
function showWords({ by, text }: ScenarioEvent['words'][number]): string {
  const [first, ...more] = uncovered(text).split('\n');
  return [by.padEnd(10) + first, ...more.map((line) => line && ' '.repeat(10) + line)].join('\n');
}

/** Makes tag characters visible, as the letters that they encode. */
function uncovered(text: string): string {
  const letter = (tag: string) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000);
  return text
    .replace(/[\u{e0020}-\u{e007e}]+/gu, (tags) => `⟨in tag characters: ${[...tags].map(letter).join('')}⟩`)
    .replace(/\p{Cf}/gu, (c) => `⟨U+${c.codePointAt(0)?.toString(16).toUpperCase()}⟩`);
}

const title = (text: string) => `\n── ${text} ${'─'.repeat(Math.max(0, 90 - text.length))}\n`;
