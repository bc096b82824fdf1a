import type { HttpResponse } from '../../src/http/transport.ts';
import { FIRST_KEY, TOKEN } from '../simulation/world.ts';
import { type Chance, createChance } from '../support/seeded-random.ts';
import { changeHeader, changeStatus } from './answer-changes.ts';
import { changeBytes } from './byte-changes.ts';
import { DISGUISES, pick } from './hostile-texts.ts';
import { changeInput, changeVariable, INPUT_NAMES, VARIABLE_NAMES } from './input-changes.ts';
import { type Changed, changeJson } from './json-changes.ts';

/** Where something is changed. Acts and processes are counted from 0. */
export type Place =
  | { readonly kind: 'input'; readonly act: number; readonly name: string }
  | { readonly kind: 'variable'; readonly act: number; readonly name: string }
  | { readonly kind: 'event'; readonly act: number }
  /** What the post step of a process gets. */
  | { readonly kind: 'state'; readonly process: number }
  | { readonly kind: 'file'; readonly name: string }
  /** @property nth which of the equal requests of the process; undefined for all of them. */
  | { readonly kind: 'answer'; readonly process: number; readonly line: string; readonly nth: number | undefined };

/** One change. The seed decides on the details, so that the same content is always changed in the same way. */
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
  readonly answers: readonly { readonly process: number; readonly line: string; readonly count: number }[];
}

type Choice = readonly [weight: number, make: (places: Places, chance: Chance) => Omit<Mutation, 'seed'> | undefined];

const numberBelow = (limit: number, { random }: Chance) => Math.floor(random() * limit);

const CHOICES: readonly Choice[] = [
  [50, answerMutation],
  [18, ({ acts }, chance) => ({ place: { kind: 'event', act: numberBelow(acts, chance) }, how: contentHow(chance) })],
  [
    20,
    ({ acts }, chance) => {
      const name = pick(INPUT_NAMES, chance);
      return {
        place: { kind: 'input', act: numberBelow(acts, chance), name },
        how: chance.random() < 0.1 ? 'secret' : 'text',
      };
    },
  ],
  [
    8,
    ({ acts }, chance) => {
      const name = pick(VARIABLE_NAMES, chance);
      return {
        place: { kind: 'variable', act: numberBelow(acts, chance), name },
        how: chance.random() < 0.05 ? 'secret' : 'text',
      };
    },
  ],
  [
    4,
    ({ states }, chance) =>
      states.length > 0
        ? { place: { kind: 'state', process: pick(states, chance) }, how: contentHow(chance) }
        : undefined,
  ],
  [
    3,
    ({ files }, chance) =>
      files.length > 0
        ? { place: { kind: 'file', name: pick(files, chance) }, how: chance.random() < 0.2 ? 'secret' : 'bytes' }
        : undefined,
  ],
];

function contentHow({ random }: Chance): Mutation['how'] {
  const dice = random();
  if (dice < 0.66) return 'JSON';
  if (dice < 0.9) return 'bytes';
  return dice < 0.98 ? 'secret' : 'gone';
}

function answerMutation({ answers }: Places, chance: Chance): Omit<Mutation, 'seed'> | undefined {
  if (answers.length === 0) return undefined;
  const { process, line, count } = pick(answers, chance);
  const dice = chance.random();
  const how = dice < 0.52 ? 'JSON' : dice < 0.68 ? 'bytes' : dice < 0.8 ? 'header' : dice < 0.92 ? 'status' : 'secret';
  const nth = chance.random() < 0.4 ? undefined : numberBelow(count, chance);
  return { place: { kind: 'answer', process, line, nth }, how };
}

/** Each as often as its weight. */
const WEIGHTED = CHOICES.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

/** One to three mutations for a story. */
export function chooseMutations(places: Places, chance: Chance): Mutation[] {
  const count = pick([1, 1, 1, 1, 2, 2, 3], chance);
  const chosen: Mutation[] = [];
  while (chosen.length < count) {
    const made = pick(WEIGHTED, chance)(places, chance);
    if (made) chosen.push({ ...made, seed: numberBelow(2 ** 31, chance) });
  }
  return chosen;
}

const secretFor = (chance: Chance) => pick(DISGUISES, chance)(pick([FIRST_KEY, TOKEN], chance), chance);

/** A changed content. */
export function changeContent(content: Buffer, { how, seed }: Mutation): Changed<Buffer> {
  const chance = createChance(seed);
  const text = content.toString();
  if (how === 'JSON' || how === 'secret') {
    const planted = how === 'secret' ? secretFor(chance) : undefined;
    const changed = changeJson(text, chance, planted);
    if (changed) return { ...changed, content: Buffer.from(changed.content) };
    if (planted !== undefined)
      return { content: Buffer.from(`${text} ${planted}`), how: 'has a secret', note: `ends with ${planted}` };
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
export function changeSetting(value: string, { place, how, seed }: Mutation): Changed<string | undefined> {
  const chance = createChance(seed);
  if (how === 'secret') {
    const planted = secretFor(chance);
    const isBehind = chance.random() < 0.5;
    return { content: isBehind ? `${value} ${planted}` : planted, how: 'has a secret', note: planted };
  }
  if (place.kind === 'input') return changeInput(place.name, value, chance);
  return place.kind === 'variable' ? changeVariable(place.name, value, chance) : { content: value, how: '', note: '' };
}
