import * as v from 'valibot';
import { DEFAULTS } from './action-metadata.ts';
import { isLoopback } from './agent/job.ts';
import { InputError } from './errors.ts';
import { oneLine } from './text/defuse.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The workflow's wishes, parsed and validated. */
export interface Inputs {
  readonly operation: 'run';
  readonly baseUrl: URL;
  readonly projectId: string;
  readonly apiKey: string;
  readonly jobPath: string;
  /** Empty when the workflow passes none. */
  readonly githubToken: string;
  readonly instruction: InstructionSource;
  readonly triggerLabel: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly failOn: ReadonlySet<Verdict>;
  readonly comment: boolean;
  readonly issueNumber: number | null;
}

export type InstructionSource =
  | { kind: 'literal'; text: string }
  | { kind: 'file'; path: string }
  | { kind: 'default' };

/** One input: what it takes, in words, and its parser, which gives undefined for what it does not take. */
const input = <T>(takes: string, parse: (text: string) => T | undefined) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: takes });
      return NEVER;
    }),
  );

const HOUR = 3_600_000;

const INPUTS = v.object({
  operation: input('`run`', (text) => (text === 'run' ? text : undefined)),
  'base-url': input(
    'an https address, or http on loopback, without user info, query and fragment, like `https://api.example.com`',
    toBaseUrl,
  ),
  'project-id': input('a project identifier: 1 to 128 visible characters without `/ \\ ? # %`', toProjectId),
  'api-key': input(
    'the admin API key: one line of ASCII without blanks, from a secret (Settings → Secrets and variables → Actions; runs from forks get none, runs of Dependabot get those under Dependabot)',
    (text) => (/^[!-~]+$/.test(text) ? text : undefined),
  ),
  'github-token': input('a token: one line of ASCII without blanks', (text) =>
    /^[!-~]*$/.test(text) ? text : undefined,
  ),
  prompt: input('text', (text) => text),
  'prompt-file': input('a path', (text) => text),
  'trigger-label': input('the name of a label', (text) => text),
  timeout: input('a time from `1s` to `24h`, with its unit: `90s`, `30m`, `1h30m`', toMilliseconds),
  'fail-on': input(`\`none\`, or some of ${VERDICTS.join(', ')}`, toVerdicts),
  comment: input('`true` or `false`', toBoolean),
  'issue-number': input('the number of an issue or pull request', toIssueNumber),
  'job-path': input('a path below `base-url` that begins with one `/` and holds `{id}`', toJobPath),
});

/**
 * Reads the inputs from the runner's environment (`INPUT_<NAME>`). An empty input means its default.
 * @throws InputError that names every malformed input, what it got and what it takes.
 */
export function readInputs(env: Env): Inputs {
  const names = Object.entries(DEFAULTS);
  const texts = Object.fromEntries(names.map(([name, value]) => [name, rawInput(env, name).trim() || value]));
  const result = v.safeParse(INPUTS, texts);
  if (!result.success) throw malformed(result.issues.map((issue) => [v.getDotPath(issue) ?? '', issue] as const));
  const given = result.output;
  return {
    operation: given.operation,
    baseUrl: given['base-url'],
    projectId: given['project-id'],
    apiKey: given['api-key'],
    jobPath: given['job-path'],
    githubToken: given['github-token'],
    instruction: toInstruction(given.prompt, given['prompt-file']),
    triggerLabel: given['trigger-label'],
    timeout: given.timeout,
    failOn: given['fail-on'],
    comment: given.comment,
    issueNumber: given['issue-number'],
  };
}

/** The secrets among the inputs, as given and as used: to be masked before anything else. */
export function readSecrets(env: Env): string[] {
  const given = [rawInput(env, 'api-key'), rawInput(env, 'github-token')];
  return [...new Set(given.flatMap((secret) => [secret, secret.trim()]))].filter((secret) => secret.trim());
}

/** Names of `INPUT_*` variables that this action does not declare: a misspelt input, most likely. */
export function unknownInputs(env: Env): string[] {
  const known = new Set(Object.keys(DEFAULTS).map(variable));
  return Object.keys(env).filter((name) => name.startsWith('INPUT_') && !known.has(name));
}

const variable = (name: string) => `INPUT_${name.toUpperCase()}`;
const rawInput = (env: Env, name: string) => env[variable(name)] ?? '';

function malformed(issues: (readonly [name: string, issue: { input: unknown; message: string }])[]): InputError {
  const sentences = issues.map(([name, { input: got, message }]) => {
    const isSecret = name === 'api-key' || name === 'github-token';
    if (!got) return `\`${name}\` is empty; it takes ${message}.`;
    return `\`${name}\` got ${isSecret ? 'something else' : `“${showable(String(got))}”`}; it takes ${message}.`;
  });
  return new InputError(sentences.join('\n'), 'Mend the inputs of this step, under `with:` in the workflow.');
}

/** Addresses may hold passwords, before an `@` or behind a `?`. */
function showable(got: string): string {
  return oneLine(got.replace(/(\/\/)?[^/]*@/, '$1***@').replace(/\?.*/s, '?***'), 60);
}

function toInstruction(prompt: string, file: string): InstructionSource {
  if (prompt && file) {
    throw new InputError('`prompt` and `prompt-file` are both set; only one can hold the instruction.', 'Remove one.');
  }
  if (file) return { kind: 'file', path: file };
  return prompt ? { kind: 'literal', text: prompt } : { kind: 'default' };
}

function toBaseUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || /[\s\\]/.test(text)) return undefined;
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  const plain = !url.username && !url.password && !/[?#@]/.test(text);
  return secure && plain ? url : undefined;
}

function toProjectId(text: string): string | undefined {
  return /^[^\s/\\?#%\p{C}]{1,128}$/u.test(text) && !/^\.+$/.test(text) ? text : undefined;
}

function toMilliseconds(text: string): number | undefined {
  const match = /^(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/.exec(text);
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const ms = (hours ?? 0) * HOUR + (minutes ?? 0) * 60_000 + (seconds ?? 0) * 1000;
  return ms >= 1000 && ms <= 24 * HOUR ? ms : undefined;
}

function toVerdicts(text: string): ReadonlySet<Verdict> | undefined {
  if (text === 'none') return new Set();
  const words = text.split(/[\s,]+/).filter(Boolean);
  const verdicts = words.flatMap((word) => VERDICTS.filter((verdict) => verdict === word));
  return verdicts.length === words.length && words.length > 0 ? new Set(verdicts) : undefined;
}

/** As YAML 1.2 writes them, which is what `core.getBooleanInput` takes. */
function toBoolean(text: string): boolean | undefined {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  return /^(false|False|FALSE)$/.test(text) ? false : undefined;
}

function toIssueNumber(text: string): number | null | undefined {
  if (text === '') return null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

function toJobPath(text: string): string | undefined {
  const shaped = /^\/(?!\/)[!-~]*$/.test(text) && text.includes('{id}') && !/[#\\]|(^|\/)\.\.?(\/|$)/.test(text);
  // Joined with a stand-in for the ids: it must stay on the host that gets the key.
  const stays = URL.parse(text.replaceAll(/[{}]/g, ''), 'https://host.invalid')?.origin === 'https://host.invalid';
  return shaped && stays ? text : undefined;
}
