import type { Verdict } from '../outcome.ts';
import { nearestOf } from '../text/nearest.ts';
import { DEFAULTS } from './action-metadata.ts';
import { toBoolean, toVerdicts } from './parsers.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Reads single inputs before, and independently of, the validation of all inputs. */

/** The verdicts that fail the step. Empty if `fail-on` is malformed, because a malformed input fails the step anyway. */
export const readFailOn = (env: Env): ReadonlySet<Verdict> =>
  toVerdicts(rawInput(env, 'fail-on').trim() || DEFAULTS['fail-on']) ?? new Set();

/** The secrets among the inputs, with and without the white space around them, for masking. */
export function readSecrets(env: Env): string[] {
  const given = ['api-key', 'previous-api-key', 'github-token'].map((name) => rawInput(env, name));
  return [...new Set(given.flatMap((secret) => [secret, secret.trim()]))].filter((secret) => secret.trim());
}

/** Whether `api-key` is empty and the run is not a dry run, which needs no key. */
export function lacksKey(env: Env): boolean {
  return !rawInput(env, 'api-key').trim() && toBoolean(rawInput(env, 'dry-run').trim()) !== true;
}

/** Inputs that this action does not declare, each with the declared input of the most similar name, if there is one. */
export function unknownInputs(env: Env): { name: string; meant: string | undefined }[] {
  const known = Object.keys(DEFAULTS);
  return Object.keys(env)
    .filter((name) => name.startsWith('INPUT_') && !known.some((input) => variable(input) === name))
    .map((name) => name.slice('INPUT_'.length).toLowerCase())
    .map((name) => ({ name, meant: nearestOf(name.slice(0, 60), known) }));
}

const variable = (name: string) => `INPUT_${name.toUpperCase()}`;
/** An input as the workflow passes it; empty if it passes none. */
export const rawInput = (env: Env, name: string): string => env[variable(name)] ?? '';
