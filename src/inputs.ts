import * as v from 'valibot';
import { DEFAULTS } from './action-metadata.ts';
import { InputError } from './errors.ts';
import {
  oneOf,
  toBaseUrl,
  toBoolean,
  toBots,
  toCommand,
  toCompare,
  toGlobs,
  toIssueNumber,
  toJobId,
  toJobPath,
  toMilliseconds,
  toProjectId,
  toVerdicts,
  toWindow,
} from './input-values.ts';
import { CONTEXTS, type Context } from './prompt/context.ts';
import type { PathFilter } from './prompt/path-filter.ts';
import { oneLine } from './text/defuse.ts';
import type { GateRules } from './trigger/gate.ts';
import type { TriggerRules } from './trigger/trigger.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The workflow's wishes, parsed and validated: what the chosen operation reads. */
export type Inputs = AskInputs | AttachInputs | SweepInputs;

interface CommonInputs {
  readonly baseUrl: URL;
  readonly projectId: string;
  readonly jobPath: string;
  /** Empty when the workflow passes none. */
  readonly githubToken: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly failOn: ReadonlySet<Verdict>;
  readonly notify: boolean;
  readonly trigger: TriggerRules;
}

/** Where and as what a request is told. */
interface TellingInputs {
  readonly comment: boolean;
  readonly issueNumber: number | null;
  /** Tells apart requests of the same step. */
  readonly key: string;
}

export interface AskInputs extends CommonInputs, TellingInputs {
  readonly operation: 'run' | 'follow-up';
  /** Null in a dry run, which shows what it would send and sends nothing. */
  readonly apiKey: string | null;
  /** Of the job that gets a follow-up; for `run`, the thread decides. */
  readonly jobId: string | null;
  readonly instruction: InstructionSource;
  readonly context: Context;
  /** Changes to describe instead of the event's. */
  readonly compare: { readonly base: string; readonly head: string } | null;
  readonly paths: PathFilter;
  readonly gate: GateRules;
  /** False: start the job, and let the runner go. */
  readonly wait: boolean;
}

export interface AttachInputs extends CommonInputs, TellingInputs {
  readonly operation: 'attach';
  readonly apiKey: string;
  readonly jobId: string;
}

export interface SweepInputs extends CommonInputs {
  readonly operation: 'sweep';
  readonly apiKey: string;
  /** How far back to look, in milliseconds. */
  readonly window: number;
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

const OPERATIONS = ['run', 'follow-up', 'attach', 'sweep'] as const;
const MINIMA = ['triage', 'write', 'maintain', 'admin'] as const;
const GLOBS =
  'globs like `src/**`, one a line, without commas between them and quotes around them, brackets closed; instead of a leading `!` use `paths-ignore`';

const FIELDS = {
  operation: input('`run`, `follow-up`, `attach` or `sweep`', oneOf(OPERATIONS)),
  'base-url': input(
    'an https address, or http on loopback, without user info, query and fragment, like `https://api.example.com`',
    toBaseUrl,
  ),
  'project-id': input('a project identifier: 1 to 128 visible characters without `/ \\ ? # %`', toProjectId),
  'github-token': input('a token: one line of ASCII without blanks', (text) =>
    /^[!-~]*$/.test(text) ? text : undefined,
  ),
  prompt: input('text', (text) => text),
  'prompt-file': input('a path', (text) => text),
  context: input('`none`, `files` or `patches`', oneOf(CONTEXTS)),
  compare: input('`base...head`: two branches, tags or commits', toCompare),
  paths: input(GLOBS, toGlobs),
  'paths-ignore': input(GLOBS, toGlobs),
  'trigger-label': input('the name of a label, or `*`', (text) => text),
  'trigger-command': input('one word, like `/docs`, that begins no quote, code or HTML', toCommand),
  'minimum-permission': input('`triage`, `write`, `maintain` or `admin`', oneOf(MINIMA)),
  'allow-bots': input('exact logins of bots, one a line, like `renovate[bot]`; there is no wildcard', toBots),
  timeout: input('a time from `1s` to `24h`, with its unit: `90s`, `30m`, `1h30m`', toMilliseconds),
  'fail-on': input(`\`none\`, or some of ${VERDICTS.join(', ')}`, toVerdicts),
  wait: input('`true` or `false`', toBoolean),
  'job-id': input("a job's id: 1 to 256 letters, digits or `_~:@=+.-`", toJobId),
  comment: input('`true` or `false`', toBoolean),
  notify: input('`true` or `false`', toBoolean),
  key: input('text', (text) => text),
  window: input('a number of days, from `1d` to `366d`', toWindow),
  'issue-number': input('the number of an issue or pull request', toIssueNumber),
  'dry-run': input('`true` or `false`', toBoolean),
  'job-path': input('a path below `base-url` that begins with one `/` and holds `{id}`', toJobPath),
};

const KEY = input(
  'the admin API key: one line of ASCII without blanks, from a secret (Settings → Secrets and variables → Actions; runs from forks get none, runs of Dependabot get those under Dependabot)',
  (text) => (/^[!-~]+$/.test(text) ? text : undefined),
);
/** A dry run needs none, and does not look at it. */
const NO_KEY = v.pipe(
  v.string(),
  v.transform(() => null),
);

/** Inputs that only some operations read; all others are for every one. */
const READ_BY: Partial<Record<keyof typeof DEFAULTS, readonly Inputs['operation'][]>> = {
  ...forOperations(['run', 'follow-up'], 'prompt', 'prompt-file', 'context', 'compare', 'paths', 'paths-ignore'),
  ...forOperations(['run', 'follow-up'], 'minimum-permission', 'allow-bots', 'wait', 'dry-run'),
  ...forOperations(['run', 'follow-up', 'attach'], 'comment', 'issue-number'),
  ...forOperations(['follow-up', 'attach'], 'job-id'),
  ...forOperations(['sweep'], 'window'),
};

function forOperations(operations: readonly Inputs['operation'][], ...names: (keyof typeof DEFAULTS)[]) {
  return Object.fromEntries(names.map((name) => [name, operations]));
}

/**
 * Reads the inputs from the runner's environment (`INPUT_<NAME>`). An empty input means its default.
 * @throws InputError that names every malformed input, what it got and what it takes; and those that the operation does not read.
 */
export function readInputs(env: Env): Inputs {
  const names = Object.entries(DEFAULTS);
  const texts = Object.fromEntries(names.map(([name, value]) => [name, rawInput(env, name).trim() || value]));
  const isRehearsal = toBoolean(texts['dry-run'] ?? '') === true;
  const result = v.safeParse(v.object({ ...FIELDS, 'api-key': isRehearsal ? NO_KEY : KEY }), texts);
  if (!result.success) throw malformed(result.issues.map((issue) => [v.getDotPath(issue) ?? '', issue] as const));
  refuseUnread(result.output.operation, texts);
  return toInputs(result.output);
}

type Given = v.InferOutput<v.ObjectSchema<typeof FIELDS & { 'api-key': typeof KEY | typeof NO_KEY }, undefined>>;

function toInputs(given: Given): Inputs {
  const common: CommonInputs = {
    ...{ baseUrl: given['base-url'], projectId: given['project-id'], jobPath: given['job-path'] },
    ...{ githubToken: given['github-token'], timeout: given.timeout, failOn: given['fail-on'], notify: given.notify },
    trigger: { label: given['trigger-label'], command: given['trigger-command'] },
  };
  const telling: TellingInputs = { comment: given.comment, issueNumber: given['issue-number'], key: given.key };
  const { operation, 'api-key': apiKey, 'job-id': jobId } = given;
  switch (operation) {
    case 'run':
    case 'follow-up':
      if (operation === 'follow-up') needed(jobId, 'job-id', operation);
      return {
        ...{ ...common, ...telling, operation, apiKey, jobId, wait: given.wait },
        instruction: toInstruction(given.prompt, given['prompt-file']),
        ...{ context: given.context, compare: given.compare },
        paths: { include: given.paths, exclude: given['paths-ignore'] },
        gate: { minimum: given['minimum-permission'], bots: given['allow-bots'] },
      };
    case 'attach':
      return {
        ...{ ...common, ...telling, operation, apiKey: needed(apiKey, 'api-key', operation) },
        jobId: needed(jobId, 'job-id', operation),
      };
    case 'sweep':
      return { ...common, operation, apiKey: needed(apiKey, 'api-key', operation), window: given.window };
  }
}

function needed(value: string | null, name: string, operation: string): string {
  if (value !== null) return value;
  throw new InputError(`\`${name}\` is empty, and the operation \`${operation}\` needs it.`, `Set \`${name}\`.`);
}

/** An input that is set and not read would be a wish that nobody fulfils. */
function refuseUnread(operation: Inputs['operation'], texts: Readonly<Record<string, string>>): void {
  const unread = Object.entries(READ_BY).flatMap(([name, readers]) => {
    const isSet = texts[name] !== DEFAULTS[name as keyof typeof DEFAULTS];
    return isSet && !readers.includes(operation) ? [`\`${name}\``] : [];
  });
  if (unread.length === 0) return;
  const [verb, them] = unread.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new InputError(
    `${unread.join(', ')} ${verb} set, and the operation \`${operation}\` does not read ${them}.`,
    `Remove ${them}, or choose another \`operation\`.`,
  );
}

/** The secrets among the inputs, as given and as used: to be masked before anything else. */
export function readSecrets(env: Env): string[] {
  const given = [rawInput(env, 'api-key'), rawInput(env, 'github-token')];
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
const rawInput = (env: Env, name: string) => env[variable(name)] ?? '';

function malformed(issues: (readonly [name: string, issue: { input: unknown; message: string }])[]): InputError {
  const sentences = issues.map(([name, { input: got, message }]) => {
    const isSecret = name === 'api-key' || name === 'github-token';
    if (!got) return `\`${name}\` is empty; it takes ${message}.`;
    if (isSecret)
      return `\`${name}\` holds blanks, line breaks or other characters that belong in none; it takes ${message}.`;
    return `\`${name}\` got “${showable(String(got))}”; it takes ${message}.`;
  });
  return new InputError(sentences.join('\n'), 'Fix the inputs of this step, under `with:` in the workflow.');
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
