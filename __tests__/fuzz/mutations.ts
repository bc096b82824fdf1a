import type { HttpResponse } from '../../src/http/transport.ts';
import { FIRST_KEY, TOKEN } from '../simulation/world.ts';
import { type Chance, createChance } from '../support/seeded-random.ts';
import { changeHeader, changeStatus } from './answer-changes.ts';
import { type Changed, changeBytes, changeJson } from './content-changes.ts';
import { DISGUISES, pick } from './hostile-texts.ts';
import { changeValue, INPUT_NAMES, VARIABLE_NAMES } from './input-values.ts';

/** Where something is changed. Acts and processes are counted from 0. */
export type Place =
  | { readonly kind: 'input'; readonly act: number; readonly name: string }
  | { readonly kind: 'variable'; readonly act: number; readonly name: string }
  | { readonly kind: 'event'; readonly act: number }
  /** What the post step of a process gets. */
  | { readonly kind: 'state'; readonly process: number }
  | { readonly kind: 'file'; readonly name: string }
  /** @property nth which of the equal requests of the process; undefined for all of them. */
  | {
      readonly kind: 'answer';
      readonly process: number;
      readonly line: string;
      readonly nth: number | undefined;
    };

/**
 * One change. The seed decides on the details, so that the same content is always changed in the
 * same way.
 */
export interface Mutation {
  readonly place: Place;
  readonly how: 'JSON' | 'bytes' | 'header' | 'status' | 'secret' | 'text' | 'gone';
  readonly seed: number;
}

/** The places of a story, as it goes without changes. */
export interface Places {
  readonly acts: number;
  /** The processes whose post step gets a state. */
  readonly states: readonly number[];
  readonly files: readonly string[];
  /** Requests with an answer. */
  readonly answers: readonly {
    readonly process: number;
    readonly line: string;
    readonly count: number;
  }[];
}

const numberBelow = (limit: number, { random }: Chance) => Math.floor(random() * limit);

/** One of the names, each as often as its weight. */
function pickWeighted<K extends string>(weights: Readonly<Record<K, number>>, chance: Chance): K {
  const names = Object.keys(weights).filter((name): name is K => name in weights);
  return pick(
    names.flatMap((name) => Array<K>(weights[name]).fill(name)),
    chance,
  );
}

const KINDS = { answer: 50, event: 18, input: 20, variable: 8, state: 4, file: 3 };
/** How contents are changed. */
const CONTENT = { JSON: 66, bytes: 24, secret: 8, gone: 2 };

/** Undefined if the story has no place of the kind. */
function mutationOf(
  kind: Place['kind'],
  places: Places,
  chance: Chance,
): Omit<Mutation, 'seed'> | undefined {
  const act = numberBelow(places.acts, chance);
  switch (kind) {
    case 'answer': {
      const { process, line, count } = pick(places.answers, chance);
      const nth = chance.random() < 0.4 ? undefined : numberBelow(count, chance);
      const how = pickWeighted({ JSON: 52, bytes: 16, header: 12, status: 12, secret: 8 }, chance);
      return { place: { kind, process, line, nth }, how };
    }
    case 'event':
      return { place: { kind, act }, how: pickWeighted(CONTENT, chance) };
    case 'input':
      return {
        place: { kind, act, name: pick(INPUT_NAMES, chance) },
        how: pickWeighted({ text: 9, secret: 1 }, chance),
      };
    case 'variable':
      return {
        place: { kind, act, name: pick(VARIABLE_NAMES, chance) },
        how: pickWeighted({ text: 19, secret: 1 }, chance),
      };
    case 'state':
      if (places.states.length === 0) return undefined;
      return {
        place: { kind, process: pick(places.states, chance) },
        how: pickWeighted(CONTENT, chance),
      };
    case 'file':
      if (places.files.length === 0) return undefined;
      return {
        place: { kind, name: pick(places.files, chance) },
        how: pickWeighted({ bytes: 4, secret: 1 }, chance),
      };
  }
}

/** One to three mutations for a story. */
export function chooseMutations(places: Places, chance: Chance): Mutation[] {
  const count = pick([1, 1, 1, 1, 2, 2, 3], chance);
  const chosen: Mutation[] = [];
  while (chosen.length < count) {
    const made = mutationOf(pickWeighted(KINDS, chance), places, chance);
    if (made) chosen.push({ ...made, seed: numberBelow(2 ** 31, chance) });
  }
  return chosen;
}

const secretFor = (chance: Chance) =>
  pick(DISGUISES, chance)(pick([FIRST_KEY, TOKEN], chance), chance);

/** A changed content. */
export function changeContent(content: Buffer, { how, seed }: Mutation): Changed<Buffer> {
  const chance = createChance(seed);
  const text = content.toString();
  if (how === 'JSON' || how === 'secret') {
    const planted = how === 'secret' ? secretFor(chance) : undefined;
    const changed = changeJson(text, chance, planted);
    if (changed) return { ...changed, content: Buffer.from(changed.content) };
    if (planted !== undefined)
      return {
        content: Buffer.from(`${text} ${planted}`),
        how: 'has a secret',
        note: `ends with ${planted}`,
      };
  }
  return changeBytes(content, chance);
}

/** A changed answer. */
export function changeAnswer(answer: HttpResponse, mutation: Mutation): Changed<HttpResponse> {
  const chance = createChance(mutation.seed);
  if (mutation.how === 'header') return changeHeader(answer, chance);
  if (mutation.how === 'status') return changeStatus(answer, serverOf(mutation), chance);
  const changed = changeContent(answer.body, mutation);
  return { ...changed, content: { ...answer, body: changed.content } };
}

const serverOf = ({ place }: Mutation) =>
  place.kind === 'answer' && place.line.includes(' service/') ? 'service' : 'github';

/** A changed input or variable; undefined if there is none any more. */
export function changeSetting(
  name: string,
  value: string,
  { how, seed }: Mutation,
): Changed<string | undefined> {
  const chance = createChance(seed);
  if (how !== 'secret') return changeValue(name, value, chance);
  const planted = secretFor(chance);
  const isBehind = chance.random() < 0.5;
  return {
    content: isBehind ? `${value} ${planted}` : planted,
    how: 'has a secret',
    note: planted,
  };
}
