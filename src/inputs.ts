import { DEFAULTS } from './action-metadata.ts';
import { InputError } from './errors.ts';
import { type Given, parseTexts } from './input-schema.ts';
import { toBoolean, toVerdicts } from './input-values.ts';
import type { Context } from './prompt/context.ts';
import type { InstructionSource } from './prompt/instruction.ts';
import type { PathFilter } from './prompt/path-filter.ts';
import type { GateRules } from './trigger/gate.ts';
import type { TriggerRules } from './trigger/trigger.ts';
import type { Verdict } from './verdict.ts';

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
  readonly notify: boolean;
  readonly trigger: TriggerRules;
}

/** Who may ask, and where and as what that is told. */
interface RequestInputs {
  readonly gate: GateRules;
  readonly comment: boolean;
  readonly issueNumber: number | null;
  /** Tells apart requests of the same step. */
  readonly key: string;
}

export interface AskInputs extends CommonInputs, RequestInputs {
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
  /** False: start the job, and let the runner go. */
  readonly wait: boolean;
}

export interface AttachInputs extends CommonInputs, RequestInputs {
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

type Name = keyof typeof DEFAULTS;

/** Inputs that only some operations read; all others are for every one. */
const READ_BY: readonly { readonly operations: readonly Inputs['operation'][]; readonly names: readonly Name[] }[] = [
  {
    operations: ['run', 'follow-up'],
    names: ['prompt', 'prompt-file', 'context', 'compare', 'paths', 'paths-ignore', 'wait', 'dry-run'],
  },
  {
    operations: ['run', 'follow-up', 'attach'],
    names: ['minimum-permission', 'allow-bots', 'comment', 'issue-number'],
  },
  { operations: ['follow-up', 'attach'], names: ['job-id'] },
  { operations: ['sweep'], names: ['window'] },
];

/**
 * Reads the inputs from the runner's environment (`INPUT_<NAME>`). An empty input means its default.
 * @throws InputError that names every malformed input, what it got and what it takes; and those that the operation does not read.
 */
export function readInputs(env: Env): Inputs {
  const names = Object.entries(DEFAULTS);
  const texts = Object.fromEntries(names.map(([name, value]) => [name, rawInput(env, name).trim() || value]));
  const given = parseTexts(texts, { needsKey: toBoolean(texts['dry-run'] ?? '') !== true });
  refuseUnread(given.operation, texts);
  return toInputs(given);
}

function toInputs(given: Given): Inputs {
  const common: CommonInputs = {
    ...{ baseUrl: given['base-url'], projectId: given['project-id'], jobPath: given['job-path'] },
    ...{ githubToken: given['github-token'], timeout: given.timeout, notify: given.notify },
    trigger: { label: given['trigger-label'], command: given['trigger-command'] },
  };
  const request: RequestInputs = {
    gate: { minimum: given['minimum-permission'], bots: given['allow-bots'] },
    ...{ comment: given.comment, issueNumber: given['issue-number'], key: given.key },
  };
  const { operation, 'api-key': apiKey, 'job-id': jobId } = given;
  switch (operation) {
    case 'run':
    case 'follow-up':
      if (operation === 'follow-up') needed(jobId, 'job-id', operation);
      return {
        ...{ ...common, ...request, operation, apiKey, jobId, wait: given.wait },
        instruction: toInstruction(given.prompt, given['prompt-file']),
        ...{ context: given.context, compare: given.compare },
        paths: { include: given.paths, exclude: given['paths-ignore'] },
      };
    case 'attach':
      return {
        ...{ ...common, ...request, operation, apiKey: needed(apiKey, 'api-key', operation) },
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
  const unread = READ_BY.filter(({ operations }) => !operations.includes(operation))
    .flatMap(({ names }) => names)
    .filter((name) => texts[name] !== DEFAULTS[name])
    .map((name) => `\`${name}\``);
  if (unread.length === 0) return;
  const [verb, them] = unread.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new InputError(
    `${unread.join(', ')} ${verb} set, and the operation \`${operation}\` does not read ${them}.`,
    `Remove ${them}, or choose another \`operation\`.`,
  );
}

/** Which operations read an input; undefined for all. */
export const readersOf = (name: string): readonly Inputs['operation'][] | undefined =>
  READ_BY.find(({ names }) => names.some((each) => each === name))?.operations;

/** The verdicts that fail the step, where nothing else of the inputs is read. A malformed input fails it anyway. */
export const readFailOn = (env: Env): ReadonlySet<Verdict> =>
  toVerdicts(rawInput(env, 'fail-on').trim() || DEFAULTS['fail-on']) ?? new Set();

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

function toInstruction(prompt: string, file: string): InstructionSource {
  if (prompt && file) {
    throw new InputError('`prompt` and `prompt-file` are both set; only one can hold the instruction.', 'Remove one.');
  }
  if (file) return { kind: 'file', path: file };
  return prompt ? { kind: 'literal', text: prompt } : { kind: 'default' };
}
