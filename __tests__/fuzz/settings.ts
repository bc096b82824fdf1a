import { valuesIn } from './hostile-texts.ts';

/** What the variables of a process mean, read as the documentation describes them and without the code of the action. */

export const VERDICTS = valuesIn(`pull-request | no-changes | failed | archived | timed-out | started | skipped | denied
  quota-exhausted | unconfirmed | cancelled | limit-reached | swept | exported | reported | error`);

export type Env = Readonly<Record<string, string>>;

export const inputOf = (env: Env, name: string): string => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

const FAILING = ['failed', 'timed-out', 'quota-exhausted', 'unconfirmed'];

/** Whether a run with this verdict fails its step. */
export function failsWith(verdict: string, env: Env): boolean {
  const words = (inputOf(env, 'fail-on') || FAILING.join(',')).split(/[\s,]+/).filter(Boolean);
  const areKnown = words.every((word) => VERDICTS.some((known) => known === word));
  return verdict === 'error' || (areKnown && words.includes(verdict));
}

/** The secrets among the inputs. */
export const secretsOf = (env: Env): string[] =>
  ['api-key', 'previous-api-key', 'github-token'].map((name) => inputOf(env, name)).filter(Boolean);

/** The hosts that a process may send requests to. */
export const hostsOf = (env: Env): { readonly github: string | undefined; readonly service: string | undefined } => ({
  github: URL.parse(env.GITHUB_API_URL || 'https://api.github.com')?.host,
  service: URL.parse(inputOf(env, 'base-url'))?.host,
});
