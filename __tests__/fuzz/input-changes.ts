import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Chance } from '../support/seeded-random.ts';
import { KINDS_OF_TEXT, pick, spoiltText } from './hostile-texts.ts';
import { INPUT_VALUES, VARIABLE_VALUES } from './input-values.ts';
import type { Changed } from './json-changes.ts';

export const INPUT_NAMES: string[] = Object.keys(parse(readFileSync('action.yml', 'utf8')).inputs);
export const VARIABLE_NAMES = Object.keys(VARIABLE_VALUES);

/** The longest text that Linux passes in one variable of the environment, in bytes. */
const LONGEST = 131_000;

/** What a variable of the environment can be: UTF-8 without NUL. */
function asVariable(text: string): string {
  const passed = Buffer.from(text.toWellFormed().replaceAll('\0', ''));
  return passed.length <= LONGEST ? passed.toString() : passed.subarray(0, LONGEST).toString().replaceAll('\ufffd', '');
}

/** Another value for an input of the action; undefined if the workflow passes none. */
export const changeInput = (name: string, value: string, chance: Chance) =>
  change(value, INPUT_VALUES[name] ?? [''], chance);

/** Another value for a variable of the runner. */
export const changeVariable = (name: string, value: string, chance: Chance) =>
  change(value, VARIABLE_VALUES[name] ?? [''], chance);

function change(value: string, plausible: readonly string[], chance: Chance): Changed<string | undefined> {
  const dice = chance.random();
  if (dice < 0.08) return { content: undefined, how: 'is missing', note: 'is missing' };
  if (dice < 0.55) return to(pick(plausible, chance), 'is another');
  const kind = pick(KINDS_OF_TEXT, chance);
  return to(spoiltText(value, kind, chance), `has ${kind}`);
}

function to(text: string, how: string): Changed<string> {
  const content = asVariable(text);
  const shown = JSON.stringify(content.slice(0, 90));
  return { content, how, note: content.length > 90 ? `${shown}… (${content.length} characters)` : shown };
}
