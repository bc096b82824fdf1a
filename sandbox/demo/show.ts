import { createPerson } from '../github/person.ts';
import type { WorkflowRun } from '../github/web/pages.ts';
import { OPERATION_NAMES } from '../service/operations.ts';
import type { World } from '../world.ts';
import { openedPulls, type ScenarioEvent, type Thread } from './scenario-scripts.ts';
import type { ScenarioStep } from './scenarios.ts';
import type { Screen } from './screen.ts';

/** Where the demo is shown, and how time passes in it. */
export interface Stage {
  readonly screen: Screen;
  readonly sleep: (ms: number) => Promise<unknown>;
  /**
   * Called once, with the address of the page on which the story happens, as soon as there is one.
   */
  readonly onPage?: (url: string) => Promise<void>;
}

/**
 * Plays a scenario: lets people act, runs the step on the resulting event, and shows the results.
 * @returns the last step's exit code.
 */
export async function show(world: World, first: ScenarioStep, stage: Stage): Promise<number> {
  const playStep = createPlayer(world, stage);
  let last = await playStep(first);
  for (let step = first.next; step; step = step.next) last = await playStep(step, last);
  const sent = OPERATION_NAMES.flatMap((name) => {
    const { length } = world.service.requests.filter(({ operation }) => operation === name);
    return length > 0 ? `${length} ${name === 'get' ? 'status' : name}` : [];
  });
  stage.screen.chapter('The end');
  stage.screen.pairs([
    ['Requests to the service', sent.join(', ') || 'none'],
    ['Exit code of the step', String(last.exitCode)],
  ]);
  return last.exitCode;
}

interface PlayedStep extends ScenarioEvent {
  readonly exitCode: number;
  readonly runId: number;
  readonly threads: readonly Thread[];
}

/** @returns a function that shows one event and the run that it starts. */
function createPlayer(world: World, { screen, sleep, onPage }: Stage) {
  const { github, service } = world;
  const showComments = createCommentScreen(world, screen);
  const prompts = () => service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));

  return async ({ story, inputs }: ScenarioStep, before?: PlayedStep): Promise<PlayedStep> => {
    screen.chapter(story.title);
    if (story.after) await sleep(story.after);
    const happening = await story.act(github, before);
    showWords(happening, screen);
    const { event, thread } = happening;
    // from here on, the log has only requests of the action and the agent
    github.requests.length = 0;
    const earlier = prompts().length;
    const runId = before ? before.runId + 1 : 7;
    const run: WorkflowRun = { title: story.title, event: event.name, log: [] };
    github.runs.set(runId, run);
    if (!before)
      await onPage?.(
        thread?.url ?? `${github.url}/${github.owner}/${github.repo}/actions/runs/${runId}`,
      );

    screen.section('The action runs');
    if (inputs) {
      screen.pairs(
        Object.entries(inputs).map(([name, value]) => [`${name}:`, value.replaceAll('\n', ', ')]),
      );
      screen.gap();
    }
    const onLine = (line: string) => {
      run.log.push({ at: github.hub.now(), text: line });
      screen.text(
        line,
        line.startsWith('error: ') ? 'red' : line.startsWith('warning: ') ? 'yellow' : undefined,
      );
    };
    const step = world.run({
      event,
      inputs: { timeout: '1m', ...inputs },
      onLine,
      run: { id: runId },
    });
    const { exitCode, summary, outputs } = await step.result;
    run.end = { isSuccess: exitCode === 0, summary };

    screen.section('The prompt that the service got');
    screen.text(prompts()[earlier]?.trimEnd() ?? 'None: this run sent no prompt.');
    const working = github.requests.find(
      ({ method, body }) => method !== 'GET' && body.includes('Working on it'),
    );
    if (working) {
      screen.section('The status comment while the agent worked');
      screen.comment('github-actions[bot]', String(Object(JSON.parse(working.body)).body));
    }
    const all = [thread, ...(before?.threads ?? []), ...openedPulls(github)].filter(
      (each) => each !== undefined,
    );
    const threads = [...new Map(all.map((each) => [each.number, each])).values()];
    await showComments(threads);
    screen.section('The job summary, on the page of the run');
    screen.markdown(summary);
    screen.section('The outputs of the step');
    screen.pairs(Object.entries(outputs).filter(([, value]) => value !== ''));
    return { ...happening, exitCode: exitCode ?? 1, runId, threads };
  };
}

/**
 * @returns a function that shows the comments of bots that are new, or edited, since its last call,
 * by thread.
 */
function createCommentScreen({ github }: World, screen: Screen) {
  const known = new Map<number, string>();
  return async (threads: readonly Thread[]): Promise<void> => {
    const before = new Map(known);
    let isNew = false;
    for (const { number, url } of threads) {
      const comments = await createPerson(github, 'alice').readComments(number);
      const changed = comments.filter(
        ({ id, author, body }) => author.endsWith('[bot]') && before.get(id) !== body,
      );
      if (changed.length > 0)
        screen.section(`The comments of the action in ${new URL(url).pathname}`);
      for (const { id, author, body } of changed) {
        screen.comment(`${author}${before.has(id) ? ' (edited)' : ''}`, body);
        screen.gap();
        known.set(id, body);
      }
      isNew ||= changed.length > 0;
    }
    if (isNew) return;
    screen.section('The comments of the action');
    screen.text('None.');
  };
}

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
    .replace(
      /[\u{e0020}-\u{e007e}]+/gu,
      (tags) => `⟨in tag characters: ${[...tags].map(letter).join('')}⟩`,
    )
    .replace(/\p{Cf}/gu, (c) => `⟨U+${c.codePointAt(0)?.toString(16).toUpperCase()}⟩`);
}
