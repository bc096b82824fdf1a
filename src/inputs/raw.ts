import type { Verdict } from '../verdict.ts';
import { DEFAULTS } from './action-metadata.ts';
import { toBoolean, toVerdicts } from './parsers.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** What must be known of the inputs before they are validated, and whatever is wrong with them. */

/** The verdicts that fail the step, where nothing else of the inputs is read. A malformed input fails it anyway. */
export const readFailOn = (env: Env): ReadonlySet<Verdict> =>
  toVerdicts(rawInput(env, 'fail-on').trim() || DEFAULTS['fail-on']) ?? new Set();

/** The secrets among the inputs, as given and as used: to be masked before anything else. */
export function readSecrets(env: Env): string[] {
  const given = ['api-key', 'previous-api-key', 'github-token'].map((name) => rawInput(env, name));
  return [...new Set(given.flatMap((secret) => [secret, secret.trim()]))].filter((secret) => secret.trim());
}

/** There is no key, and this is no dry run, which needs none. */
export function lacksKey(env: Env): boolean {
  return !rawInput(env, 'api-key').trim() && toBoolean(rawInput(env, 'dry-run').trim()) !== true;
}

/** Inputs that this action does not declare, each with the one that was probably meant. */
export function unknownInputs(env: Env): { name: string; meant: string | undefined }[] {
  const known = Object.keys(DEFAULTS);
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  return Object.keys(env)
    .filter((name) => name.startsWith('INPUT_') && !known.some((input) => variable(input) === name))
    .map((name) => name.slice('INPUT_'.length).toLowerCase())
    .map((name) => ({ name, meant: known.find((input) => letters(input) === letters(name)) }));
}

const variable = (name: string) => `INPUT_${name.toUpperCase()}`;
/** As the workflow gives it; empty where it gives none. */
export const rawInput = (env: Env, name: string): string => env[variable(name)] ?? '';
