import { setTimeout } from 'node:timers/promises';
import { stringify } from 'yaml';
import { createPerson } from '../github/person.ts';
import type { StepResult } from '../runner/step.ts';
import type { World } from '../world.ts';
import { openedPulls, type ScenarioEvent, type Thread } from './scenario-scripts.ts';
import type { ScenarioStep } from './scenarios.ts';

/** Where the demo is printed, and how time passes in it. */
interface Stage {
  readonly print: (text: string) => void;
  readonly sleep: (ms: number) => Promise<unknown>;
}

const TERMINAL: Stage = { print: console.log, sleep: setTimeout };

/** Plays a scenario: lets people act, runs the step on the resulting event, and prints the results. @returns the last step's exit code. */
export async function show(world: World, first: ScenarioStep, stage = TERMINAL): Promise<number> {
  const { print } = stage;
  let last = await showStep(world, first, stage);
  for (let step = first.next; step; step = step.next) last = await showStep(world, step, stage, last);
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

interface ShownStep extends ScenarioEvent {
  readonly exitCode: number;
  readonly runId: number;
  /** The threads so far. */
  readonly threads: readonly Thread[];
}

/** Shows one event and the run that it starts. */
async function showStep(
  world: World,
  { story, inputs }: ScenarioStep,
  { print, sleep }: Stage,
  before?: ShownStep,
): Promise<ShownStep> {
  const { github, service } = world;
  print(title(story.title));
  if (story.after) await sleep(story.after);
  const happening = await story.act(github, before);
  const { event, thread, words } = happening;
  if (words.length > 0) print(`${thread.url}\n\n${words.map(showWords).join('\n\n')}`);
  github.requests.length = 0; // from here on, the log has only requests of the action and the agent
  const prompts = () => service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  const earlier = prompts().length;
  const runId = before ? before.runId + 1 : 7;

  print(title('The workflow step runs'));
  if (inputs) print(stringify({ with: inputs }, { lineWidth: 0 }));
  const result = await world.run({
    event,
    inputs: { timeout: '1m', ...inputs },
    onLine: print,
    run: { id: runId },
  }).result;

  print(title('The prompt that the service got'));
  print(prompts()[earlier]?.trimEnd() ?? 'None: no job was created.');

  const working = github.requests.find(({ method, body }) => method !== 'GET' && body.includes('Working on it'));
  if (working) {
    print(title("While the agent worked, the action's comment said"));
    print(asRead(JSON.parse(working.body).body));
  }
  print(title('The comments at the end'));
  print(await commentsOn(thread, world));
  const threads = distinct([thread, ...(before?.threads ?? []), ...openedPulls(github)]);
  for (const other of threads.slice(1)) {
    print(title(`The comments at the end of ${new URL(other.url).pathname}`));
    print(await commentsOn(other, world));
  }
  showResult(result, print);
  return { ...happening, exitCode: result.exitCode ?? 1, runId, threads };
}

async function commentsOn({ number }: Thread, { github }: World): Promise<string> {
  const comments = await createPerson(github, 'alice').readComments(number);
  return comments.map(({ author, body }) => `${author}:\n\n${asRead(body)}`).join('\n\n') || 'None.';
}

const distinct = (threads: readonly Thread[]): Thread[] => [
  ...new Map(threads.map((thread) => [thread.number, thread])).values(),
];

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
