import { agentOf } from './agent.ts';
import { commented, deployed, onPull, type PullAction, pushed, shaOf } from './events.ts';
import type { ModelCommit } from './github-changes.ts';
import { type ModelPull, pullOf } from './github-model.ts';
import type { Person, Step } from './history.ts';
import type { Occasion } from './occasion.ts';
import { commit, headOf, occasion, reported, said } from './occasions.ts';
import type { World } from './world.ts';

type OnPull = Extract<Step, { readonly act: unknown; readonly by: unknown }>;

/** What a person does to a pull request, and which runs that starts; empty if there is none. */
export function pullOccasions({ kind, act, of, by }: OnPull, world: World): Occasion[] {
  const isMeant = ({ number, job }: ModelPull) => number >= 100 && (job !== undefined) === (kind === 'agent pull');
  const pulls = [...world.github.pulls.values()].filter(isMeant);
  const pull = pulls[of % Math.max(1, pulls.length)];
  if (kind === 'own pull' && (act === 'opened' || !pull)) return [opened(by, world)];
  if (!pull) return [];
  const thread = pull.number;
  switch (act) {
    case 'command':
      return [command(thread, '/docs shorter, please', by, world)];
    case 'new command':
      return [command(thread, '/docs new explain it', by, world)];
    case 'command at origin':
      return [command(originOf(pull, world) ?? thread, '/docs shorter, please', by, world)];
    case 'reopened':
      if (pull.state !== 'closed') return [];
      Object.assign(pull, { state: 'open', endedAt: null });
      return [pullOccasion('reopened', pull, by, world)];
    default:
      return pull.state === 'open' ? onOpen(act, pull, by, world) : [];
  }
}

function onOpen(
  act: 'opened' | 'synchronize' | 'labeled' | 'merged' | 'closed',
  pull: ModelPull,
  by: Person,
  world: World,
): Occasion[] {
  if (act === 'opened') return [];
  if (act === 'merged') return mergeOccasions(pull, by, world);
  if (act === 'closed') Object.assign(pull, { state: 'closed', endedAt: world.time.now() });
  if (act === 'synchronize') pull.head = shaOf(`${pull.head} and more`);
  return [pullOccasion(act, pull, by, world)];
}

/** A person opens a pull request. */
function opened(author: Person, world: World): Occasion {
  const { pulls } = world.github;
  const pull = pullOf({ number: 99 + pulls.size, author, createdAt: world.time.now(), job: undefined });
  pulls.set(pull.number, pull);
  return pullOccasion('opened', pull, author, world);
}

function command(thread: number, body: string, by: Person, world: World): Occasion {
  const event = commented(thread, by, said(thread, by, body, world), world.time.now(), world.github.pulls.get(thread));
  return occasion(world, { kind: 'command', event, by, thread });
}

/** The thread in which the job was asked for that opened the pull request. */
const originOf = ({ job }: ModelPull, { senders }: World) => senders.get(job ?? '')?.[0]?.occasion.thread;

/** An event of a pull request: of a person, whose label means the same each time, or of the agent. */
export function pullOccasion(action: PullAction, pull: ModelPull, by: Person, world: World): Occasion {
  const { number: thread, job } = pull;
  const isLabel = action === 'labeled';
  const kind = job !== undefined ? 'agent' : isLabel ? 'label' : 'pull request';
  const inputs = { 'pull-request': world.setup.pullRequest, 'allow-bots': agentOf({ ...world.setup, account: 'bot' }) };
  const event = onPull(action, pull, by, world.time.now());
  const subject = `${kind} ${thread} 1`;
  return occasion(world, { kind, event, by, thread, inputs, isRepeatable: kind === 'label', subject });
}

function merge(pull: ModelPull, by: Person, world: World): ModelCommit {
  const merged = commit(by, pull.job === undefined ? 'src' : 'docs', world);
  Object.assign(pull, { state: 'merged', mergeCommit: merged.sha, endedAt: world.time.now() });
  return merged;
}

/** A person merges an open pull request of the agent on their machine, and pushes that with a commit of their own. */
export function mixedPush({ of, isMergeLast, by }: Extract<Step, { kind: 'mixed push' }>, world: World): Occasion[] {
  const open = [...world.github.pulls.values()].filter(({ job, state }) => job !== undefined && state === 'open');
  const pull = open[of % Math.max(1, open.length)];
  const before = headOf(world);
  const first = isMergeLast || !pull ? commit(by, 'src', world) : merge(pull, by, world);
  const last = isMergeLast && pull ? merge(pull, by, world) : commit(by, 'src', world);
  const event = pushed(before, [first, last], by);
  const merged = pull?.mergeCommit === last.sha ? pull.number : undefined;
  return [
    ...(pull ? [pullOccasion('closed', pull, by, world)] : []),
    reported(world, { kind: 'push', event, by, job: 'push' }, merged),
  ];
}

/** A merge is three events: the pull request is closed, its merge commit is pushed, and that is deployed. */
export function mergeOccasions(pull: ModelPull, by: Person, world: World): Occasion[] {
  const before = headOf(world);
  const merged = merge(pull, by, world);
  const closed = pullOccasion('closed', pull, by, world);
  const push = reported(world, { kind: 'push', event: pushed(before, [merged], by), by, job: 'push' }, pull.number);
  const event = deployed(merged.sha, by);
  const deployment = reported(world, { kind: 'workflow run', event, by, job: 'deployed' }, pull.number);
  const byMerge = (each: Occasion): Occasion => (pull.job === undefined ? each : { ...each, kind: 'agent' });
  return [closed, byMerge(push), byMerge(deployment)];
}
