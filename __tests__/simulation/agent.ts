import { markReady } from '../../sandbox/github/model/threads.ts';
import { amend, labeled, type OpenedPull, openOwnPull, pullAt, stateOf } from './github.ts';
import type { Person, Setup } from './history.ts';
import { mergeOccasions, pullOccasion, pushDirectly } from './occasions.ts';
import { endOf, isChanging, type ModelJob, secondsToPull } from './service.ts';
import type { World } from './world.ts';

/** The account that the agent uses. */
export const agentOf = ({ account }: Pick<Setup, 'account'>): Person =>
  account.endsWith('person') ? 'dora' : 'agent[bot]';

/**
 * Opens a pull request for a job, in this repository or elsewhere. A follow-up gets another one if
 * the first one is not open.
 */
export function openPull(job: ModelJob, world: World): string {
  const { github, service, setup } = world;
  const former = pullAt(job.link, github);
  if (job.link !== null && (!former || stateOf(former) === 'open')) return job.link;
  const linked = [...service.jobs.values()].filter(({ link }) => link !== null);
  if (!job.plan.isHere) return `https://github.com/acme/docs/pull/${linked.length + 1}`;
  const author = agentOf(setup);
  const isDraft = job.plan.isDraft === true && world.time.now() < endOf(job);
  const { opened, event } = openOwnPull(github, { author, job: job.id, isDraft });
  world.startRuns([pullOccasion(event, opened, author, world)]);
  return opened.url;
}

/** So that a loop ends. */
const MAX_JOBS = 60;

type Act =
  | 'opens'
  | 'is labeled'
  | 'pushes'
  | 'makes it ready'
  | 'ends'
  | 'merges'
  | 'pushes to main';

/** What the agent does on GitHub for the newest prompt of a job, until a later prompt comes. */
export async function work(job: ModelJob, world: World): Promise<void> {
  const turn = job.prompts.length;
  const began = world.time.now();
  for (const [seconds, act] of actsFor(job)) {
    await world.time.sleep(began + seconds * 1000 - world.time.now());
    if (job.prompts.length > turn || world.service.jobs.size > MAX_JOBS) return;
    perform(act, job, world);
  }
}

/** What the agent does, so many seconds after the prompt. */
function actsFor({ plan }: ModelJob): (readonly [seconds: number, act: Act])[] {
  const { seconds, opensAfter = seconds, mergesAfter, labeledBy, end } = plan;
  const at = (share: number) => opensAfter + (seconds - opensAfter) * share;
  const early: [number, Act][] = [
    [opensAfter, 'opens'],
    [at(1 / 3), 'pushes'],
    [at(2 / 3), 'makes it ready'],
  ];
  const isEarly = opensAfter < seconds;
  const isMerging = mergesAfter !== undefined && isChanging(plan);
  const opensAt = isEarly ? opensAfter : secondsToPull(plan);
  const acts: [number, Act][] = [
    ...(end === 'pushed' && plan.isHere ? [[seconds, 'pushes to main'] as [number, Act]] : []),
    ...(labeledBy ? [[opensAt + 1, 'is labeled'] as [number, Act]] : []),
    ...(isEarly ? early : []),
    ...(isChanging(plan) ? [[secondsToPull(plan), 'ends'] as [number, Act]] : []),
    ...(isMerging ? [[seconds + mergesAfter, 'merges'] as [number, Act]] : []),
  ];
  return acts.sort(([one], [other]) => one - other);
}

function perform(act: Act, job: ModelJob, world: World): void {
  const { service, setup, github } = world;
  const pull = pullAt(job.link, github);
  const isOpen = pull !== undefined && stateOf(pull) === 'open';
  switch (act) {
    case 'opens':
      service.open(job);
      return;
    case 'pushes to main':
      world.startRuns(pushDirectly(agentOf(setup), world));
      return;
    case 'is labeled': {
      const { labeledBy: by } = job.plan;
      if (!isOpen || !by) return;
      world.startRuns([pullOccasion(labeled(github, pull.thread.number, by), pull, by, world)]);
      return;
    }
    case 'pushes':
    case 'makes it ready':
      if (isOpen) change(act, pull, world);
      return;
    case 'ends':
      service.open(job);
      if (!isOpen) return;
      change('makes it ready', pull, world);
      change('pushes', pull, world);
      return;
    case 'merges':
      if (!isOpen || pull.pull.isDraft) return;
      world.startRuns(
        mergeOccasions(pull, job.plan.mergedBy === 'bob' ? 'bob' : agentOf(setup), world),
      );
  }
}

function change(act: 'pushes' | 'makes it ready', opened: OpenedPull, world: World): void {
  const { github, setup } = world;
  const agent = agentOf(setup);
  const ready = () => markReady(opened.thread, github.account(agent));
  if (act === 'makes it ready' && !opened.pull.isDraft) return;
  const event =
    act === 'pushes' ? amend(github, opened, agent) : github.deliveryOf('pull_request', ready);
  // not among the `types` of the workflow
  if (act === 'pushes' && setup.pullRequest === 'new') return;
  world.startRuns([pullOccasion(event, opened, agent, world)]);
}
