import { endLease, goOn } from './models.ts';
import { takeStep } from './run.ts';
import { keyOf, type World, worldsAfter } from './world.ts';

/** What a search found. `story`: the shortest one that violates an invariant; its last line says which. */
export interface Found {
  readonly states: number;
  readonly story: readonly string[] | undefined;
}

/** What can come next: a step of a run, or of a job, or the end of the lease of a dead writer. */
function next(world: World): World[] {
  const { runs, jobs, comments } = world;
  const dead = comments.filter(({ now }) => now?.lease === 'held' && runs[now.writer]?.at === 'over');
  return [
    ...runs
      .filter(({ at }) => at !== 'over')
      .flatMap((run) => worldsAfter(world, (to) => takeStep(to, copyOf(to, run.who)))),
    ...jobs.filter(({ status }) => status === 'active').flatMap((job) => worldsAfter(world, (to) => goOn(to, job))),
    ...dead.flatMap((comment) => worldsAfter(world, (to) => endLease(to, comment))),
  ];
}

function copyOf({ runs }: World, who: number) {
  const run = { ...runs[who] } as World['runs'][number];
  runs[who] = run;
  return run;
}

/** The states seen so far, numbered by their distance from the start. */
class Seen {
  readonly #numbers = new Map<string, number>();
  readonly #worlds: (World | undefined)[] = [];
  readonly #origins: { readonly from: number; readonly text: string }[] = [];
  /** Which state follows which without a fault: two numbers each. */
  readonly #edges: number[] = [];

  get count(): number {
    return this.#worlds.length;
  }

  add(world: World, from: number, isFault: boolean): void {
    const key = keyOf(world);
    const number = this.#numbers.get(key) ?? this.count;
    if (number === this.count) {
      this.#numbers.set(key, number);
      this.#worlds.push(world);
      this.#origins.push({ from, text: world.course.text });
    }
    if (!isFault && from >= 0) this.#edges.push(from, number);
  }

  /** A state that is looked at once. */
  take(number: number): World {
    const world = this.#worlds[number] as World;
    this.#worlds[number] = undefined;
    return world;
  }

  story(number: number): string[] {
    const { from, text } = this.#origins[number] as { from: number; text: string };
    return from < 0 ? [] : [...this.story(from), text];
  }

  /** The first state from which no end is reached without a fault; -1 if there is none. */
  firstStuck(ends: readonly number[]): number {
    const isFine = new Uint8Array(this.count);
    for (const end of ends) isFine[end] = 1;
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (let edge = this.#edges.length - 2; edge >= 0; edge -= 2) {
        const [from = 0, to = 0] = [this.#edges[edge], this.#edges[edge + 1]];
        hasChanged ||= isFine[to] === 1 && isFine[from] === 0;
        isFine[from] ||= isFine[to] ?? 0;
      }
    }
    return isFine.indexOf(0);
  }
}

/** Sees every state that can be reached, the nearest first. */
export function search(start: World): Found {
  const seen = new Seen();
  const ends: number[] = [];
  seen.add(start, -1, false);
  for (let at = 0; at < seen.count; at++) {
    const world = seen.take(at);
    const violation = world.broken ?? undoneIn(world);
    if (violation) return { states: seen.count, story: [...seen.story(at), violation] };
    if (isOver(world)) ends.push(at);
    for (const to of next(world)) seen.add(to, at, to.faults < world.faults);
  }
  const stuck = seen.firstStuck(ends);
  const story = stuck < 0 ? undefined : [...seen.story(stuck), 'stuck: from here, the runs do not end without a fault'];
  return { states: seen.count, story };
}

const isOver = ({ runs }: World) => runs.every(({ at }) => at === 'over');

/** A request that each of its runs leaves to another one. */
function undoneIn(world: World): string | undefined {
  const { runs, jobs } = world;
  const undone = runs.find(
    ({ setup: { request } }) =>
      jobs.every(({ requests }) => !requests.includes(request.requestKey)) &&
      runs.every(({ setup, isSkipped }) => isSkipped || setup.request.requestKey !== request.requestKey),
  );
  return isOver(world) && undone
    ? `stuck: all runs of the request of ${undone.setup.name} leave it to another one`
    : undefined;
}
