import type { WorkflowRun } from '../github/web/pages.ts';
import { OPERATION_NAMES } from '../service/operations.ts';
import type { World } from '../world.ts';
import { createCommentReader, type ShownComment } from './new-comments.ts';
import { openedPulls, type ScenarioEvent, type Thread } from './scenario-scripts.ts';
import type { ScenarioStep } from './scenarios.ts';
import type { Screen } from './screen.ts';
import { showResult } from './show-result.ts';

/** Where the demo is shown, and how time passes in it. */
export interface Stage {
  readonly screen: Screen;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Called once, with the address of the page on which the story happens, as soon as there is one. */
  readonly onPage?: (url: string) => Promise<void>;
}

/** Plays a scenario: lets people act, runs the step on the resulting event, and shows the results. @returns the last step's exit code. */
export async function show(world: World, first: ScenarioStep, stage: Stage): Promise<number> {
  const { screen } = stage;
  const playStep = createPlayer(world, stage);
  let last = await playStep(first);
  for (let step = first.next; step; step = step.next) last = await playStep(step, last);
  const count = (operation: string) =>
    world.service.requests.filter((request) => request.operation === operation).length;
  const sent = OPERATION_NAMES.map((name) => [name, count(name)] as const);
  screen.chapter('The end');
  const requests = sent.filter(([, times]) => times > 0).map(([name, times]) => `${times} ${REQUESTS[name] ?? name}`);
  screen.pairs([
    ['Requests to the service', requests.join(', ') || 'none'],
    ['Exit code of the step', String(last.exitCode)],
  ]);
  return last.exitCode;
}

const REQUESTS: Readonly<Record<string, string>> = { get: 'status' };

interface PlayedStep extends ScenarioEvent {
  readonly exitCode: number;
  readonly runId: number;
  /** The threads so far. */
  readonly threads: readonly Thread[];
}

/** @returns a function that shows one event and the run that it starts. */
function createPlayer(world: World, { screen, sleep, onPage }: Stage) {
  const { github, service } = world;
  const readNewComments = createCommentReader(world);
  const prompts = () => service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));

  return async ({ story, inputs, prepare }: ScenarioStep, before?: PlayedStep): Promise<PlayedStep> => {
    screen.chapter(story.title);
    if (story.after) await sleep(story.after);
    const happening = await story.act(github, before);
    showWords(happening, screen);
    const { event, thread } = happening;
    prepare?.(world);
    github.requests.length = 0; // from here on, the log has only requests of the action and the agent
    const earlier = prompts().length;
    const runId = before ? before.runId + 1 : 7;
    const run: WorkflowRun = { title: story.title, event: event.name, log: [] };
    github.runs.set(runId, run);
    if (!before) await onPage?.(thread?.url ?? runPage(github, runId));

    screen.section('The action runs');
    if (inputs) {
      screen.pairs(Object.entries(inputs).map(([name, value]) => [`${name}:`, value.replaceAll('\n', ', ')]));
      screen.gap();
    }
    const onLine = (line: string) => {
      run.log.push({ at: github.hub.now(), text: line });
      screen.text(line, line.startsWith('error: ') ? 'red' : line.startsWith('warning: ') ? 'yellow' : undefined);
    };
    const step = world.run({ event, inputs: { timeout: '1m', ...inputs }, onLine, run: { id: runId } });
    const result = await step.result;
    run.end = { isSuccess: result.exitCode === 0, summary: result.summary };

    const prompt = prompts()[earlier];
    screen.section('The prompt that the service got');
    screen.text(prompt?.trimEnd() ?? 'None: this run sent no prompt.');
    const working = github.requests.find(({ method, body }) => method !== 'GET' && body.includes('Working on it'));
    if (working) {
      screen.section('The status comment while the agent worked');
      screen.comment('github-actions[bot]', String(Object(JSON.parse(working.body)).body));
    }
    const threads = distinct([thread, ...(before?.threads ?? []), ...openedPulls(github)]);
    await showComments(threads, readNewComments, screen);
    showResult(result, screen);
    return { ...happening, exitCode: result.exitCode ?? 1, runId, threads };
  };
}

/** Shows the new and edited comments of the action, by thread. */
async function showComments(
  threads: readonly Thread[],
  readNewComments: (thread: Thread) => Promise<ShownComment[]>,
  screen: Screen,
): Promise<void> {
  const all = await Promise.all(threads.map(async (thread) => ({ thread, comments: await readNewComments(thread) })));
  const changed = all.filter(({ comments }) => comments.length > 0);
  for (const { thread, comments } of changed) {
    screen.section(`The comments of the action in ${new URL(thread.url).pathname}`);
    for (const [at, { author, body, isEdited }] of comments.entries()) {
      if (at > 0) screen.gap();
      screen.comment(`${author}${isEdited ? ' (edited)' : ''}`, body);
    }
  }
  if (changed.length === 0) {
    screen.section('The comments of the action');
    screen.text('None.');
  }
}

const runPage = ({ url, owner, repo }: World['github'], id: number) => `${url}/${owner}/${repo}/actions/runs/${id}`;

const distinct = (threads: readonly (Thread | undefined)[]): Thread[] => [
  ...new Map(threads.flatMap((thread) => (thread ? [[thread.number, thread]] : []))).values(),
];

function showWords({ thread, words }: ScenarioEvent, screen: Screen): void {
  if (words.length === 0) return;
  if (thread) screen.text(thread.url, 'dim');
  for (const { by, text } of words) {
    screen.gap();
    screen.quote(by, uncovered(text));
  }
}

/** Makes tag characters visible, as the letters that they encode. */
function uncovered(text: string): string {
  const letter = (tag: string) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000);
  return text
    .replace(/[\u{e0020}-\u{e007e}]+/gu, (tags) => `⟨in tag characters: ${[...tags].map(letter).join('')}⟩`)
    .replace(/\p{Cf}/gu, (c) => `⟨U+${c.codePointAt(0)?.toString(16).toUpperCase()}⟩`);
}
