import { comment } from '../../sandbox/github/model/threads.ts';
import { draw } from './draws.ts';
import { type Fate, type History, type Step, THREADS } from './history.ts';
import { mixedPush, type Occasion, occasionOf, pullOccasions, sweepOf } from './occasions.ts';
import { act, copyAtOnce } from './people.ts';
import { endings, fullTime } from './rules/endings.ts';
import { exactCounts, requestCounts } from './rules/exact-counts.ts';
import { keptComments } from './rules/kept-comments.ts';
import { limits } from './rules/limits.ts';
import { mentions } from './rules/mentions.ts';
import { noLoops } from './rules/no-loops.ts';
import { oneJob } from './rules/one-job.ts';
import { permission } from './rules/permission.ts';
import { prompts } from './rules/prompts.ts';
import { reuseRanges } from './rules/reuse-ranges.ts';
import { createJudge, type RuleOf } from './rules/rule.ts';
import { secrets } from './rules/secrets.ts';
import { skips } from './rules/skips.ts';
import { ownEnds, postSteps, trueComments } from './rules/true-comments.ts';
import { leases, noOvertaking, waits } from './rules/turns.ts';
import { visibleReasons } from './rules/visible-reasons.ts';
import { wording } from './rules/wording.ts';
import { createRuns, type OnEnd, type Runs } from './runs.ts';
import { firstLineOf } from './wording.ts';
import {
  createWorld,
  DAY_MS,
  type Exchange,
  forget,
  SUBMIT,
  signerOf,
  type World,
} from './world.ts';

/** What came of a history. */
export interface Simulated {
  /** The violated invariants; empty if all hold. */
  readonly violations: readonly string[];
  readonly story: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

const RULES: readonly RuleOf[] = [
  oneJob,
  noLoops,
  noOvertaking,
  mentions,
  trueComments,
  endings,
  secrets,
  permission,
  visibleReasons,
  skips,
  exactCounts,
  requestCounts,
  wording,
  leases,
  postSteps,
  fullTime,
  prompts,
  reuseRanges,
  keptComments,
  waits,
  ownEnds,
  limits,
];

/**
 * Plays a history to its end, then stops all faults, lets every job end, and runs one sweep.
 * @param onEnd called after each process.
 */
export async function simulate(history: History, onEnd: OnEnd = () => {}): Promise<Simulated> {
  const violations: string[] = [];
  const world = createWorld(history.setup, (exchange) => {
    for (const rule of rules) rule.onExchange?.(exchange);
    remember(exchange, world);
  });
  const judge = createJudge(world, violations);
  const rules = RULES.map((ruleOf) => ruleOf(world, judge));
  const runs = createRuns(world, (process) => {
    onEnd(process);
    for (const rule of rules) rule.onEnd?.(process);
  });
  try {
    await world.time.during(play(history, world, runs));
    for (const rule of rules) rule.atEnd?.();
  } catch (error) {
    violations.push(`exception: ${error}`);
  }
  return { violations, story: world.story, counts: world.counts };
}

async function play({ steps }: History, world: World, runs: Runs): Promise<void> {
  world.startRuns = (occasions) => start(occasions, {}, world, runs);
  gather(world);
  for (const step of steps) {
    await world.time.sleep(step.after);
    perform(step, world, runs);
  }
  await runs.idle();
  world.faults.length = 0;
  world.github.rateLimit.lift();
  world.tell('Faults stop');
  await world.time.sleep(DAY_MS + 3_600_000);
  world.tell('A sweep runs');
  start([sweepOf(world)], {}, world, runs);
  await runs.idle();
}

/**
 * Comments of people before the history begins: in some histories within hours, in others over
 * months.
 */
function gather({ setup: { crowd = 0, seed }, github }: World): void {
  const pause = 60_000 * 1_000 ** draw(seed, 'pause of the crowd');
  for (let number = 0; number < crowd; number++)
    for (const thread of THREADS) {
      const say = () => comment(github.thread(thread), github.account('bob'), `Comment ${number}`);
      github.ago((crowd - number) * pause, say);
    }
}

function perform(step: Step, world: World, runs: Runs): void {
  world.count(`event: ${step.kind}`);
  switch (step.kind) {
    case 're-run': {
      const run = runs.nth(step.of);
      const isDone = run !== undefined && runs.again(run, step.only, step.by, step.fate);
      if (isDone)
        world.tell(
          `${step.by} re-runs ${step.only === 'all' ? 'all jobs' : 'the failed jobs'} of run ${run.id}${fateOf(step.fate)}`,
        );
      else world.count('event: re-run of nothing');
      return;
    }
    case 'repeat': {
      const run = runs.nth(step.of);
      if (!run) return;
      const { id } = runs.start(run.occasion, step.fate);
      world.tell(`The event of run ${run.id} starts run ${id} too${fateOf(step.fate)}`);
      return;
    }
    case 'fault': {
      world.faults.push({ fault: step.fault, met: new Map() });
      const { at, how, times, skip } = step.fault;
      world.tell(`Fault: ${at}: ${how}, ${times} times${skip > 0 ? `, after ${skip}` : ''}`);
      return;
    }
    case 'people':
      act(step.act, step.of, world);
      return;
    case 'key':
      rotate(world);
      return;
    case 'mixed push':
      start(mixedPush(step, world), step.fate, world, runs);
      return;
    case 'agent pull':
    case 'own pull':
      start(pullOccasions(step, world), step.fate, world, runs);
      return;
    default:
      start([occasionOf(step, world)], step.fate, world, runs);
  }
}

function start(occasions: readonly Occasion[], fate: Fate, world: World, runs: Runs): void {
  for (const happened of occasions.flatMap((each) => [each, ...inSecondWorkflow(each, world)])) {
    const { id } = runs.start(happened, fate);
    const { by, kind, thread, event } = happened;
    const { action = '', comment = {} } = Object(event.payload);
    const where = thread === undefined ? '' : ` in #${thread}`;
    const quote = kind === 'command' ? ` “${Object(comment).body}”` : '';
    world.count(`run of: ${kind}: ${event.name} ${action}`);
    world.tell(
      `${by}: ${kind} (${event.name} ${action})${quote}${where} → run ${id}${fateOf(fate)}`,
    );
  }
}

/** The same event in the second workflow, if there is one. */
function inSecondWorkflow(happened: Occasion, { setup: { second }, nextId }: World): Occasion[] {
  if (second === undefined || (second === 'workflow' && happened.kind === 'sweep')) return [];
  const { inputs } = happened;
  const project: Record<string, string> = second === 'project' ? { 'project-id': 'p2' } : {};
  const workflow = 'more.yml';
  return [{ ...happened, id: nextId(), workflow, inputs: { ...inputs, ...project } }];
}

const fateOf = (fate: Fate): string => {
  const text = JSON.stringify(fate);
  return text === '{}' ? '' : ` ${text}`;
};

function rotate(world: World): void {
  const { service } = world;
  world.apiKey += '2';
  service.keys.clear();
  service.keys.add(world.apiKey);
  for (const { id } of world.github.repository.comments)
    if (signerOf(id, world) !== undefined) forget(id, world);
  world.tell('The API key is replaced');
}

/** Remembers who sent which prompt, and wrote which comment. */
function remember({ by, line, status, written }: Exchange, world: World): void {
  const [isSubmit, jobId = `job-${world.service.jobs.size}`] = SUBMIT.exec(line) ?? [];
  if (isSubmit && status < 300) world.senders.set(jobId, [...(world.senders.get(jobId) ?? []), by]);
  if (!written) return;
  const { comment, isNew, text, shown } = written;
  if (isNew) world.authors.set(comment.id, by);
  if (isNew && (shown?.marker?.leaseSeconds ?? 0) > 0) copyAtOnce(comment, world);
  world.writers.set(comment.id, by);
  world.tell(
    `${by.name} ${isNew ? 'creates' : 'edits'} comment ${comment.id}: ${withoutLinks(firstLineOf(text))}`,
  );
}

const withoutLinks = (markdown: string): string => markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
