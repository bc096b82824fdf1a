import { stringify } from 'yaml';
import { createPerson } from '../github/person.ts';
import type { StepResult } from '../runner/step.ts';
import type { World } from '../world.ts';
import type { Scenario } from './scenarios.ts';
import type { Happening } from './stories.ts';

/** Lets people act, runs the step on what GitHub tells of it, and prints what there is to see. @returns the exit code of the last step. */
export async function show(world: World, { next, ...first }: Scenario): Promise<number> {
  const happening = await showStep(world, first);
  const last = next ? await showStep(world, next, happening) : happening;
  title('The service got');
  const count = (operation: string) =>
    world.service.requests.filter((request) => request.operation === operation).length;
  const spent = `${count('create')} create, ${count('follow-up')} follow-up`;
  console.log(
    `${spent}, ${count('get')} status, ${count('visitors')} visitors requests. Exit code of the step: ${last.exitCode}`,
  );
  console.log('The addresses above end with this demo.');
  return last.exitCode;
}

/** One event, and the run that it starts. */
async function showStep(
  world: World,
  { story, inputs }: Pick<Scenario, 'story' | 'inputs'>,
  before?: Happening,
): Promise<Happening & { exitCode: number }> {
  const { github, service } = world;
  title(story.title);
  const happening = await story.act(github, before);
  const { event, thread, words } = happening;
  if (words.length > 0) console.log(`${thread.url}\n\n${words.map(showWords).join('\n\n')}`);
  github.requests.length = 0; // from here on those of the action and the agent
  const prompts = () => service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  const earlier = prompts().length;

  title('The workflow step runs');
  if (inputs) console.log(stringify({ with: inputs }, { lineWidth: 0 }));
  const result = await world.run({
    ...{ event, inputs: { timeout: '1m', ...inputs }, onLine: console.log },
    run: { id: before ? 8 : 7 },
  }).result;

  title('The prompt that the service got');
  console.log(prompts()[earlier]?.trimEnd() ?? 'None: nothing was spent.');

  const working = github.requests.find(({ method, body }) => method !== 'GET' && body.includes('Working on it'));
  if (working) {
    title("While the agent worked, the action's comment said");
    console.log(asRead(JSON.parse(working.body).body));
  }
  title('The comments at the end');
  const comments = await createPerson(github, 'alice').readComments(thread.number);
  console.log(comments.map(({ author, body }) => `${author}:\n\n${asRead(body)}`).join('\n\n') || 'None.');
  showResult(result);
  return { ...happening, exitCode: result.exitCode ?? 1 };
}

/** A comment as people see it: its marker is hidden from them. */
const asRead = (body: string) => body.replace(/\n<!-- docs-agent-action:.*?-->/g, '');

function showResult({ outputs, summary }: StepResult): void {
  title('Outputs, for the steps after it');
  for (const [name, value] of Object.entries(outputs))
    console.log(`${name.padEnd(13)}${value.replaceAll('\n', `\n${' '.repeat(13)}`)}`);
  title('The job summary, on the page of the run');
  console.log(summary.trimEnd());
}

/** Who wrote it on the left, what on the right. */
function showWords({ by, text }: Happening['words'][number]): string {
  const [first, ...more] = uncovered(text).split('\n');
  return [by.padEnd(10) + first, ...more.map((line) => line && ' '.repeat(10) + line)].join('\n');
}

/** What no reader sees, for all to see: tag characters as the letters that they stand for. */
function uncovered(text: string): string {
  const letter = (tag: string) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000);
  return text
    .replace(/[\u{e0020}-\u{e007e}]+/gu, (tags) => `⟨in tag characters: ${[...tags].map(letter).join('')}⟩`)
    .replace(/\p{Cf}/gu, (c) => `⟨U+${c.codePointAt(0)?.toString(16).toUpperCase()}⟩`);
}

function title(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 90 - text.length))}\n`);
}
