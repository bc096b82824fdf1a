import { fieldOf } from './answers.ts';
import { commented, type Event, labeled, pushed, released, reviewed, scheduled, shaOf } from './events.ts';
import type { History, Person, Step } from './history.ts';
import type { Occasion } from './occasion.ts';
import { act } from './people.ts';
import { endings } from './rules/endings.ts';
import { oneJob } from './rules/one-job.ts';
import { permission } from './rules/permission.ts';
import type { Rule } from './rules/rule.ts';
import { secrets } from './rules/secrets.ts';
import { headOf, trueComments } from './rules/true-comments.ts';
import { visibleReasons } from './rules/visible-reasons.ts';
import { createRuns, type Runs } from './runs.ts';
import { createWorld, type Exchange, FIRST_KEY, type World } from './world.ts';

/** What came of a history. */
export interface Simulated {
  /** The violated invariants; empty if all hold. */
  readonly violations: readonly string[];
  readonly story: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

const RULES = [oneJob, trueComments, endings, secrets, permission, visibleReasons];

/** Plays a history to its end, then stops all faults, lets every job end, and runs one sweep. */
export async function simulate(history: History): Promise<Simulated> {
  const violations: string[] = [];
  const report = (rule: Rule, problems: readonly string[]) => {
    for (const problem of problems) {
      violations.push(`${rule.name}: ${problem}`);
      world.tell(`!!! ${rule.name}: ${problem}`);
    }
  };
  const world = createWorld(history.setup, (exchange, answer) => {
    for (const rule of rules) report(rule, rule.onExchange?.(exchange, answer) ?? []);
    remember(exchange, world);
  });
  const rules = RULES.map((ruleOf) => ruleOf(world));
  const runs = createRuns(world, (process) => {
    for (const rule of rules) report(rule, rule.onEnd?.(process) ?? []);
  });
  await world.time.during(play(history, world, runs));
  for (const rule of rules) report(rule, rule.atEnd?.() ?? []);
  return { violations, story: world.story, counts: world.counts };
}

const DAY_MS = 24 * 3_600_000;

async function play({ steps }: History, world: World, runs: Runs): Promise<void> {
  for (const step of steps) {
    await world.time.sleep(step.after);
    perform(step, world, runs);
  }
  await runs.idle();
  world.faults.length = 0;
  world.tell('Faults stop');
  await world.time.sleep(DAY_MS + 3_600_000);
  world.tell('A sweep runs');
  runs.start(occasion(world, { kind: 'sweep', event: scheduled, job: 'sweep', inputs: SWEEP }), {});
  await runs.idle();
}

const SWEEP = { operation: 'sweep', window: '60d', wait: '', key: '' };

type Given = Pick<Occasion, 'kind' | 'event'> & Partial<Occasion>;
let occasions = 0;

function occasion({ time }: World, given: Given): Occasion {
  const common = {
    by: 'alice',
    job: 'ask',
    legs: 1,
    inputs: {},
    isRepeatable: false,
    subject: '',
    thread: undefined,
  } as const;
  return { id: ++occasions, at: time.now(), ...common, ...given };
}

function perform(step: Step, world: World, runs: Runs): void {
  world.count(`event: ${step.kind}`);
  switch (step.kind) {
    case 're-run': {
      const run = runs.all[step.of % Math.max(1, runs.all.length)];
      const isDone = run !== undefined && runs.again(run, step.only, step.by, step.fate);
      if (isDone)
        world.tell(
          `${step.by} re-runs ${step.only === 'all' ? 'all jobs' : 'the failed jobs'} of run ${run.id}${fateOf(step)}`,
        );
      else world.count('event: re-run of nothing');
      return;
    }
    case 'repeat': {
      const run = runs.all[step.of % Math.max(1, runs.all.length)];
      if (!run) return;
      const { id } = runs.start(run.occasion, step.fate);
      world.tell(`The event of run ${run.id} starts run ${id} too${fateOf(step)}`);
      return;
    }
    case 'fault': {
      world.isDisturbed = true;
      world.faults.push({ fault: step.fault, met: 0 });
      const { at, how, times, skip } = step.fault;
      world.tell(`Fault: ${at}: ${how}, ${times} times${skip > 0 ? `, after ${skip}` : ''}`);
      return;
    }
    case 'people':
      world.isDisturbed = true;
      act(step.act, step.of, world);
      return;
    case 'key':
      world.isDisturbed = true;
      rotate(step.keepsOld, world);
      return;
    default: {
      const happened = occasionOf(step, world);
      const { id } = runs.start(happened, step.fate);
      const where = happened.thread === undefined ? '' : ` in #${happened.thread}`;
      world.tell(
        `${happened.by}: ${step.kind}${'text' in step ? ` “${step.text}”` : ''}${where} → run ${id}${fateOf(step)}`,
      );
    }
  }
}

const fateOf = ({ fate }: Extract<Step, { fate: unknown }>): string => {
  const text = JSON.stringify(fate);
  return text === '{}' ? '' : ` ${text}`;
};

type Asking = Extract<Step, { kind: 'label' | 'command' | 'review' | 'push' | 'release' | 'schedule' | 'sweep' }>;

/** Pushes, releases and schedules are reported here. */
const DOCS_THREAD = 32;

function occasionOf(step: Asking, world: World): Occasion {
  const at = world.time.now();
  const { kind } = step;
  switch (step.kind) {
    case 'label': {
      const { thread, by, legs } = step;
      const subject = `label ${thread} ${legs}`;
      const job = legs > 1 ? 'matrix' : 'ask';
      return occasion(world, {
        kind: 'label',
        event: labeled(thread, by, at),
        by,
        thread,
        legs,
        job,
        isRepeatable: true,
        subject,
      });
    }
    case 'command': {
      const { thread, by, text } = step;
      const { id } = world.github.comments.add(thread, by, text);
      return occasion(world, { kind: 'command', event: commented(thread, by, { id, body: text }, at), by, thread });
    }
    case 'review': {
      const { thread, by } = step;
      return occasion(world, { kind: 'review', event: reviewed(thread, by, 5_000 + occasions, at), by, thread });
    }
    case 'push': {
      const before = world.head;
      world.head = shaOf(`push ${occasions}`);
      const event: Event = pushed(before, world.head, step.by);
      return reported(world, { kind, event, by: step.by, job: 'push' });
    }
    case 'release':
      return reported(world, { kind, event: released(++occasions, step.by, at), by: step.by, job: 'release' });
    case 'schedule':
      return reported(world, { kind, event: scheduled, job: 'schedule', isRepeatable: true, subject: 'schedule' });
    case 'sweep':
      return occasion(world, { kind: 'sweep', event: scheduled, job: 'sweep', inputs: SWEEP });
  }
}

function reported(world: World, given: Given & { readonly by?: Person }): Occasion {
  const inputs = {
    'issue-number': String(DOCS_THREAD),
    'pull-request': world.setup.pullRequest,
    prompt: given.kind === 'schedule' ? 'Refresh the pages' : '',
  };
  return occasion(world, { ...given, thread: DOCS_THREAD, inputs });
}

function rotate(keepsOld: boolean, world: World): void {
  const { apiKeys, service } = world;
  const next = apiKeys.current === FIRST_KEY ? `${FIRST_KEY}2` : `${apiKeys.current}2`;
  apiKeys.previous = keepsOld ? apiKeys.current : undefined;
  apiKeys.current = next;
  service.keys.clear();
  service.keys.add(next);
  for (const comment of world.github.comments.all) {
    const key = world.signers.get(comment.id);
    if (key === undefined || key === apiKeys.previous) continue;
    world.unreadable.add(comment.id);
    const writer = world.writers.get(comment.id);
    if (writer) world.forgotten.add(writer.occasion.id);
  }
  world.tell(`The API key is replaced${keepsOld ? ', the old one is kept as `previous-api-key`' : ''}`);
}

/** Remembers who wrote which comment. */
function remember({ by, line, request, status }: Exchange, world: World): void {
  if (status >= 300 || !/^(POST github\/issues\/\d+|PATCH github\/issues)\/comments/.test(line)) return;
  const id = Number(/comments\/(\d+)$/.exec(line)?.[1] ?? world.github.comments.all.at(-1)?.id);
  world.writers.set(id, by);
  world.signers.set(id, by.env['INPUT_API-KEY'] ?? '');
  world.tell(
    `${by.name} ${line.startsWith('POST') ? 'creates' : 'edits'} comment ${id}: ${headOf(fieldOf(request.body, 'body')).slice(0, 90)}`,
  );
}
