import { markReady, setOpen } from '../../sandbox/github/model/threads.ts';
import { agentOf } from './agent.ts';
import {
  amend,
  commitOnto,
  deployed,
  type Event,
  labeled,
  mergeOnto,
  type OpenedPull,
  openOwnPull,
  pushMain,
  stateOf,
  tipOf,
} from './github.ts';
import type { Person, Step } from './history.ts';
import type { Occasion } from './occasions.ts';
import { commented, occasion, reported } from './occasions.ts';
import type { World } from './world.ts';

type OnPull = Extract<Step, { readonly act: unknown; readonly by: unknown }>;

/** What a person does to a pull request, and which runs that starts; empty if there is none. */
export function pullOccasions({ kind, act, of, by }: OnPull, world: World): Occasion[] {
  const { github } = world;
  const pulls = [...github.pulls.values()].filter(({ job }) => (job !== undefined) === (kind === 'agent pull'));
  const opened = pulls[of % Math.max(1, pulls.length)];
  if (kind === 'own pull' && (act === 'opened' || !opened)) {
    const own = openOwnPull(github, { author: by, job: undefined, isDraft: false });
    return [pullOccasion(own.event, own.opened, by, world)];
  }
  if (!opened) return [];
  const { number } = opened.thread;
  switch (act) {
    case 'command':
      return [command(number, '/docs shorter, please', by, world)];
    case 'new command':
      return [command(number, '/docs new explain it', by, world)];
    case 'command at origin':
      return [command(originOf(opened, world) ?? number, '/docs shorter, please', by, world)];
    case 'reopened':
      return stateOf(opened) === 'closed' ? [pullOccasion(setState(opened, true, by, world), opened, by, world)] : [];
    default:
      return stateOf(opened) === 'open' ? onOpen(act, opened, by, world) : [];
  }
}

function onOpen(
  act: 'opened' | 'synchronize' | 'labeled' | 'merged' | 'closed',
  opened: OpenedPull,
  by: Person,
  world: World,
): Occasion[] {
  const { github } = world;
  switch (act) {
    case 'opened':
      return [];
    case 'merged':
      markReady(opened.thread, github.account(by));
      return mergeOccasions(opened, by, world);
    case 'closed':
      return [pullOccasion(setState(opened, false, by, world), opened, by, world)];
    case 'synchronize':
      return [pullOccasion(amend(github, opened, by), opened, by, world)];
    case 'labeled':
      return [pullOccasion(labeled(github, opened.thread.number, by), opened, by, world)];
  }
}

const setState = ({ thread }: OpenedPull, isOpen: boolean, by: Person, { github }: World): Event =>
  github.deliveryOf('pull_request', () => setOpen(thread, github.account(by), isOpen));

const command = (thread: number, text: string, by: Person, world: World): Occasion =>
  occasion(world, { kind: 'command', event: commented(world.github, thread, by, text), by, thread });

/** The thread in which the job was asked for that opened the pull request. */
const originOf = ({ job }: OpenedPull, { senders }: World) => senders.get(job ?? '')?.[0]?.occasion.thread;

/** An event of a pull request: of a person, whose label means the same each time, or of the agent. */
export function pullOccasion(event: Event, { thread: { number: thread }, job }: OpenedPull, by: Person, world: World) {
  const isLabel = Object(event.payload).action === 'labeled';
  const kind = job !== undefined ? 'agent' : isLabel ? 'label' : 'pull request';
  const inputs = { 'pull-request': world.setup.pullRequest, 'allow-bots': agentOf({ ...world.setup, account: 'bot' }) };
  const subject = kind === 'label' ? `${kind} ${thread} 1` : '';
  return occasion(world, { kind, event, by, thread, inputs, subject });
}

/** A person merges an open pull request of the agent on their machine, and pushes that with a commit of their own. */
export function mixedPush({ of, isMergeLast, by }: Extract<Step, { kind: 'mixed push' }>, world: World): Occasion[] {
  const { github } = world;
  const open = [...github.pulls.values()].filter((each) => each.job !== undefined && stateOf(each) === 'open');
  const opened = open[of % Math.max(1, open.length)];
  const events: Event[] = [];
  const merge = (base: string) => {
    if (!opened) return commitOnto(github, base, by);
    markReady(opened.thread, github.account(by));
    const { closed, sha } = mergeOnto(github, base, opened, by);
    events.push(closed);
    return sha;
  };
  const own = (base: string) => commitOnto(github, base, by);
  const [first, last] = isMergeLast ? [own, merge] : [merge, own];
  const event = pushMain(github, by, last(first(tipOf(github).sha)));
  const merged = isMergeLast ? opened?.thread.number : undefined;
  return [
    ...events.flatMap((closed) => (opened ? [pullOccasion(closed, opened, by, world)] : [])),
    reported(world, { kind: 'push', event, by, job: 'push' }, merged),
  ];
}

/** A merge is three events: the pull request is closed, its merge commit is pushed, and that is deployed. */
export function mergeOccasions(opened: OpenedPull, by: Person, world: World): Occasion[] {
  const { github } = world;
  const { number } = opened.thread;
  const { closed, sha } = mergeOnto(github, tipOf(github).sha, opened, by);
  const event = pushMain(github, by, sha);
  const push = reported(world, { kind: 'push', event, by, job: 'push' }, number);
  const deployment = { kind: 'workflow run', event: deployed(github, sha, by), by, job: 'deployed' } as const;
  const byMerge = (each: Occasion): Occasion => (opened.job === undefined ? each : { ...each, kind: 'agent' });
  return [pullOccasion(closed, opened, by, world), byMerge(push), byMerge(reported(world, deployment, number))];
}
