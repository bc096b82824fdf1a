import { endLease, goOn } from './models.ts';
import { takeStep } from './run.ts';
import { keyOf, type World, worldsAfter } from './world.ts';

/** What a search found. `story`: the shortest one that violates an invariant; its last line says which. */
export interface Found {
  readonly states: number;
  readonly story: readonly string[] | undefined;
}

/** Sees every state that can be reached, the nearest first. */
export function search(start: World): Found {
  const numbers = new Map<string, number>();
  const origins: { readonly from: number; readonly text: string }[] = [];
  /** Which state follows which without a fault: two numbers each. */
  const edges: number[] = [];
  const ends: number[] = [];

  /** The state if it is new. */
  function add(world: World, from: number, isFault: boolean): { world: World; number: number }[] {
    const key = keyOf(world);
    const known = numbers.get(key);
    const number = known ?? numbers.size;
    if (!isFault) edges.push(from, number);
    if (known !== undefined) return [];
    numbers.set(key, number);
    origins.push({ from, text: world.course.text });
    return [{ world, number }];
  }
  function storyOf(number: number): string[] {
    const { from = -1, text = '' } = origins[number] ?? {};
    return from < 0 ? [] : [...storyOf(from), text];
  }

  for (let states = add(start, -1, true); states.length > 0; ) {
    const following: typeof states = [];
    for (const { world, number } of states) {
      const violation = world.broken ?? undoneIn(world);
      if (violation) return { states: numbers.size, story: [...storyOf(number), violation] };
      if (isOver(world)) ends.push(number);
      for (const to of next(world)) following.push(...add(to, number, to.faults < world.faults));
    }
    states = following;
  }
  const stuck = firstStuck(numbers.size, edges, ends);
  const story = stuck < 0 ? undefined : [...storyOf(stuck), 'stuck: from here, the runs do not end without a fault'];
  return { states: numbers.size, story };
}

/** What can come next: a step of a run, or of a job, or the end of the lease of a dead writer. */
function next(world: World): World[] {
  const { runs, jobs, comments } = world;
  const dead = comments.filter(({ now }) => now?.lease === 'held' && runs[now.writer]?.at === 'over');
  return [
    ...runs.filter(({ at }) => at !== 'over').flatMap(({ who }) => worldsAfter(world, (to) => takeStep(to, who))),
    ...jobs.filter(({ status }) => status === 'active').flatMap((job) => worldsAfter(world, (to) => goOn(to, job))),
    ...dead.flatMap((comment) => worldsAfter(world, (to) => endLease(to, comment))),
  ];
}

/** The first state from which no end is reached; -1 if there is none. */
function firstStuck(states: number, edges: readonly number[], ends: readonly number[]): number {
  const isFine = new Uint8Array(states);
  for (const end of ends) isFine[end] = 1;
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (let edge = edges.length - 2; edge >= 0; edge -= 2) {
      const [from = 0, to = 0] = [edges[edge], edges[edge + 1]];
      hasChanged ||= isFine[to] === 1 && isFine[from] === 0;
      isFine[from] ||= isFine[to] ?? 0;
    }
  }
  return isFine.indexOf(0);
}

const isOver = ({ runs }: World) => runs.every(({ at }) => at === 'over');

/** A request that each of its runs leaves to another one. */
function undoneIn(world: World): string | undefined {
  if (!isOver(world)) return undefined;
  const { runs, jobs } = world;
  const undone = runs.find(
    ({ setup: { request } }) =>
      jobs.every(({ requests }) => !requests.includes(request.requestKey)) &&
      runs.every(({ setup, isSkipped }) => isSkipped || setup.request.requestKey !== request.requestKey),
  );
  return undone && `stuck: all runs of the request of ${undone.setup.name} leave it to another one`;
}
