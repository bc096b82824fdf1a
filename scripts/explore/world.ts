import { findingOf, findingWithoutJob } from '../../src/operations/sweep-check.ts';
import type { Outcome } from '../../src/outcome.ts';
import { nextStep } from '../../src/request/next-step.ts';
import type { Ask, Known, Step } from '../../src/request/steps.ts';
import type { Job } from '../../src/service/job.ts';
import { changedSince } from '../../src/thread/earlier-requests.ts';
import { after, factsOf, keepsText, type Request } from '../../src/thread/request.ts';
import type { StatusRecord } from '../../src/thread/status-records.ts';

/** The decisions of `src`, which are explored as they are. */
export const DECISIONS = { nextStep, changedSince, factsOf, after, keepsText, findingOf, findingWithoutJob };
export type Decisions = typeof DECISIONS;

/** One state of everything that decides what can happen. A step changes a copy, which shares with it what stays the same. */
export interface World {
  readonly decisions: Decisions;
  readonly course: Course;
  /** How many faults can still happen. */
  faults: number;
  /** How many labels were set: the only clock. */
  time: number;
  /** The comment with the id `n` is the `n`th, the job `jn` the `n`th, the run `who` the one at that index. */
  readonly comments: Comment[];
  readonly jobs: ModelJob[];
  readonly runs: Run[];
  /** The invariant that the step violated, and how. */
  broken?: string;
}

/** One of the courses that a step can take: it is repeated until it took all of them, but not where it says that it is blocked. */
interface Course {
  text: string;
  isBlocked: boolean;
  /** Whether it takes the second of two ways. */
  choose(): boolean;
}

/** A text of a status comment. `over`: its writer is dead, and its lease has ended. */
export interface Text {
  readonly writer: number;
  readonly request: Request;
  readonly lease: 'none' | 'held' | 'over';
  readonly time: number;
}

export interface Comment {
  readonly id: number;
  readonly thread: number;
  /** Undefined if it was deleted. */
  readonly now: Text | undefined;
  /** For less than 2 s after a write: what lists may still show (null: no comment), and the runs that began to pause since, as bits. */
  readonly lag?: { readonly before: Text | null; readonly pauses: number };
}

export interface ModelJob {
  readonly id: string;
  readonly creator: number;
  readonly status: 'active' | 'completed' | 'failed';
  /** The status that the service shows: after a prompt, it may show the end of the work before for a while. */
  readonly shown: ModelJob['status'];
  readonly hasLink: boolean;
  /** The keys of the requests that it got. */
  readonly requests: readonly string[];
  /** When its end was first reported. */
  readonly reported?: number;
}

/** A run that can happen, or a sweep. */
export interface Setup {
  readonly name: string;
  readonly ask: Ask;
  readonly request: Request;
  readonly isSweep: boolean;
  /** What another run has done before this one begins: begun, if they are alike, or ended. */
  readonly after?: { readonly run: number; readonly has: 'begun' | 'ended' };
}

/** What a run does next. It stops before each thing that others can see; what it thinks in between is not interleaved. */
export type Place =
  | (
      | 'idle'
      | 'read'
      | 'think'
      | 'wait'
      | 'read again'
      | 'retract'
      | 'show sending'
      | 'send'
      | 'answer'
      | 'show working'
    )
  | ('mark' | 'poll' | 'judge' | 'check' | 'report' | 'over');

export interface Run {
  readonly who: number;
  readonly setup: Setup;
  at: Place;
  request: Request;
  /** What the service has told it about its request. */
  learned: 'nothing' | 'no answer' | 'works' | 'ended';
  known?: Known | undefined;
  step?: Step | undefined;
  /** The job that it waits for; undefined if that has no id yet. `isSettling`: the end that the service shows may be that of the work before. */
  wait?: { readonly job: string | undefined; readonly isSettling?: boolean } | undefined;
  /** Its status comment, and the text of another process there that it may replace. */
  comment: number;
  adopted?: Text | undefined;
  /** The job that gets its follow-up, and the request before. Of a sweep: the comments to judge. */
  to?: Job | undefined;
  records: readonly StatusRecord[];
  outcome?: Outcome | undefined;
  /** What its post step shows. */
  saved?: Request | undefined;
  isPost?: boolean;
  isSkipped?: boolean;
}

/** All worlds that a step leads to. */
export function worldsAfter(before: World, step: (world: World) => unknown): World[] {
  const courses: boolean[][] = [[]];
  const worlds: World[] = [];
  for (const given of courses) {
    const chosen: boolean[] = [];
    const choose = () => {
      const isSecond = given[chosen.length];
      if (isSecond === undefined) courses.push([...chosen, true]);
      chosen.push(isSecond ?? false);
      return isSecond ?? false;
    };
    const { comments, jobs, runs } = before;
    const course = { text: '', isBlocked: false, choose };
    const world = { ...before, comments: [...comments], jobs: [...jobs], runs: [...runs], course };
    step(world);
    if (!course.isBlocked) worlds.push(world);
  }
  return worlds;
}

export function say(world: World, text: string): void {
  world.course.text += ` ${text}`;
}

/** Whether a fault happens. Tried both ways. */
export function suffers(world: World, text: string): boolean {
  if (world.faults === 0 || !world.course.choose()) return false;
  world.faults--;
  say(world, text);
  return true;
}

const numbers = new Map<string, number>();
const numbered = new WeakMap<object, number>();

/** Values with equal parts have the same number. What can stand in one place has its parts in one order, so their names do not count. */
function numberOf(value: object): number {
  let number = numbered.get(value);
  if (number !== undefined) return number;
  let text = '';
  for (const part of value instanceof Map ? [...value].flat() : Object.values(value)) text += `${textOf(part)},`;
  number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  numbered.set(value, number);
  return number;
}

const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? `#${numberOf(value)}` : String(value);

/** Equal worlds have the same key. A violation is no part of a state, but must not be taken for one that was reached without it. */
export const keyOf = ({ faults, time, comments, jobs, runs, broken = '' }: World): string =>
  `${faults},${time};${comments.map(numberOf)};${jobs.map(numberOf)};${runs.map(numberOf)}${broken}`;

/** The same function, which computes each result once. */
export function remembered<A extends readonly unknown[], R>(compute: (...given: A) => R): (...given: A) => R {
  const results = new Map<string, { readonly result: R }>();
  return (...given) => {
    const key = given.map(textOf).join();
    const known = results.get(key) ?? { result: compute(...given) };
    results.set(key, known);
    return known.result;
  };
}
