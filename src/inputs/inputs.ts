import type * as v from '@badrap/valita';
import { InputError } from '../errors.ts';
import type { Verdict } from '../outcome.ts';
import { type Env, rawInput, SECRETS } from '../runtime/runner.ts';
import { parse } from '../schema.ts';
import { quoteName } from '../text/format.ts';
import type { PeriodInput } from '../visitors/period.ts';
import { DEFAULTS } from './action-metadata.ts';
import { contradictionIn } from './contradictions.ts';
import { datesOf, type Given, INPUTS, inputName, type Operation, operationsOf } from './fields.ts';
import { isQuoted, isUnevaluated, OTHER_KEY, showable, toBoolean, toVerdicts } from './parsers.ts';
import { didYouMean, similarTo } from './suggestions.ts';

/**
 * The inputs of the step, parsed and validated. Those that its operation does not support have
 * their defaults.
 */
export type Inputs = Readonly<ReturnType<typeof toInputs>>;

/**
 * Reads the inputs from the runner's environment (`INPUT_<NAME>`). An empty input has its default
 * value.
 * @param redact removes the step's own secrets from the other inputs, which errors quote. @throws
 * InputError
 */
export function readInputs(env: Env, redact: (text: string) => string): Inputs {
  const unknown = unknownInput(env, redact);
  if (unknown) throw unknown;
  const texts = textsOf(env, redact);
  const isDryRun = toBoolean(texts['dry-run'] ?? '') === true;
  const needed = isDryRun && !texts['api-key'] ? { ...texts, 'api-key': NO_KEY } : texts;
  const parsed = parse(INPUTS, fieldsOf(needed, INPUTS.shape));
  if (!parsed.ok) throw malformedInputs(parsed, texts);
  const error = unsupportedInputs(parsed.value.operation, texts) ?? contradictionIn(parsed.value);
  if (error) throw error;
  return toInputs(parsed.value);
}

/** Instead of the key of a dry run that has none. */
const NO_KEY = 'not_needed';

const RULES = INPUTS.pick(
  'triggerLabel',
  'triggerCommand',
  'minimumPermission',
  'allowBots',
  'agentLogin',
  'githubToken',
  'comment',
  'dryRun',
);

/** What says which labels and commands are requests, and who may make them. */
export type RequestRules = Pick<
  Inputs,
  'trigger' | 'gate' | 'accounts' | 'githubToken' | 'comment'
>;

/** Reads these inputs although others are invalid. Undefined if one of these is. */
export function readRequestRules(
  env: Env,
  redact: (text: string) => string,
): RequestRules | undefined {
  const parsed = parse(RULES, fieldsOf(textsOf(env, redact), RULES.shape));
  if (!parsed.ok) return undefined;
  const {
    triggerLabel: label,
    triggerCommand: command,
    minimumPermission: minimum,
    ...given
  } = parsed.value;
  const { allowBots: bots, agentLogin: agents, githubToken, dryRun } = given;
  const comment = given.comment && !dryRun;
  const ofPushes = { branches: [], hasCompare: false, reusesPullRequest: false };
  return {
    trigger: { label, command, ...ofPushes },
    gate: { minimum, bots },
    accounts: { agents, bots },
    githubToken,
    comment,
  };
}

/** The text of each input, by its name. */
function textsOf(env: Env, redact: (text: string) => string): Readonly<Record<string, string>> {
  const shown = (name: string) =>
    SECRETS.includes(name) ? textOf(env, name) : redact(textOf(env, name));
  return Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, value]) => [name, shown(name) || value]),
  );
}

const fieldsOf = (
  texts: Readonly<Record<string, string>>,
  shape: Readonly<Record<string, unknown>>,
) => Object.fromEntries(Object.keys(shape).map((field) => [field, texts[inputName(field)]]));

/**
 * The error for an input that resembles a known one, as its value would be missing there; the
 * runner itself warns of all unknown ones.
 */
function unknownInput(env: Env, redact: (text: string) => string): InputError | undefined {
  const names = Object.keys(env).flatMap(
    (variable) => /^INPUT_(.+)/s.exec(variable)?.[1]?.toLowerCase() ?? [],
  );
  for (const name of names) {
    const known = Object.hasOwn(DEFAULTS, name) ? [] : similarTo(name, Object.keys(DEFAULTS));
    if (known.length === 0) continue;
    return new InputError(
      `${quoteName(redact(name))} is not an input of this action${didYouMean(known)}`,
      'Correct the name under `with:` in the workflow.',
      { headline: 'Unknown input' },
    );
  }
  return undefined;
}

/**
 * White space around an input is ignored, except in `key`, where it may distinguish two legs of a
 * matrix.
 */
const textOf = (env: Env, name: string) =>
  name === 'key' ? rawInput(env, name) : rawInput(env, name).trim();

/** The default of `window` for a sweep, in days. */
const SWEEP_DAYS = 3;

function toInputs(given: Given) {
  const { window, sortBy, top } = given;
  const period: PeriodInput | null = window === null ? null : { kind: 'window', days: window };
  return {
    ...given,
    /** Empty only in a dry run. */
    apiKey: given.apiKey === NO_KEY ? '' : given.apiKey,
    trigger: {
      label: given.triggerLabel,
      command: given.triggerCommand,
      branches: given.branches,
      hasCompare: given.compare !== null,
      reusesPullRequest: given.pullRequest === 'reuse',
    },
    gate: { minimum: given.minimumPermission, bots: given.allowBots },
    /** The accounts that the workflow declares. */
    accounts: { agents: given.agentLogin, bots: given.allowBots },
    /** Where the maintainer's instruction comes from. */
    instruction: instructionOf(given),
    paths: { include: given.paths, exclude: given.pathsIgnore },
    limits: { openPulls: given.maxOpenPulls, jobsPerDay: given.maxJobsPerDay },
    /** The most visited pages to add to the prompt; null for none. */
    pages: period && { sortBy, top, period },
    period: period ?? { kind: 'dates', ...datesOf(given) },
    /** How far back a sweep reads. */
    days: window ?? SWEEP_DAYS,
  } as const;
}

export type InstructionSource = Readonly<
  { kind: 'literal'; text: string } | { kind: 'file'; path: string } | { kind: 'default' }
>;

function instructionOf({ prompt, promptFile: path }: Given): InstructionSource {
  if (path) return { kind: 'file', path };
  return prompt ? { kind: 'literal', text: prompt } : { kind: 'default' };
}

/**
 * The error that names every malformed input and, unless it is a secret, its value. @param issues
 * each says what the input takes.
 */
function malformedInputs({ issues }: v.Err, texts: Readonly<Record<string, string>>): InputError {
  const names = issues.map(({ path }) => inputName(path.join()));
  // Values from the settings are fixed there, and a re-run reads them again.
  const areSecrets = names.every((name) => SECRETS.includes(name));
  const areFromSettings = names.every((name) => SECRETS.includes(name) || VARIABLES.includes(name));
  const values = names.map((name) => texts[name] ?? '');
  if (REQUIRED.every((name) => names.includes(name)) && values.every((text) => text === ''))
    return NOTHING_SET;
  const isInWorkflow = !areFromSettings || values.some(isUnevaluated);
  const remedy = isInWorkflow
    ? 'Fix the inputs of this step, under `with:` in the workflow.'
    : areSecrets
      ? 'Fix the secret, then re-run the workflow.'
      : 'Fix the variable, then re-run the workflow.';
  const complaints = names.map((name, at) => {
    const issue = issues[at];
    return complaintAbout(
      name,
      texts[name] ?? '',
      issue?.code === 'custom_error' ? (issue.message ?? '') : '',
    );
  });
  return new InputError(complaints.join('\n'), remedy, {
    headline: `Invalid inputs: ${names.join(', ')}`,
  });
}

/** Required inputs that the examples read from variables. */
const VARIABLES = ['base-url', 'project-id'];
const REQUIRED = [...VARIABLES, 'api-key'];

const NOTHING_SET = new InputError(
  `${REQUIRED.map((name) => `\`${name}\``).join(', ')} are all empty.`,
  'Set them under `with:` of this step, not under `env:`. If they are there, the variables and the secret have other names, or belong to an ' +
    'environment that the job does not name.',
  { headline: `Invalid inputs: ${REQUIRED.join(', ')}` },
);

function complaintAbout(name: string, got: string, expected: string): string {
  if (name === 'api-key' && !got) return EMPTY_KEY;
  if (VARIABLES.includes(name) && !got) return `\`${name}\` is empty: ${NO_VARIABLE}`;
  return `\`${name}\` ${SECRETS.includes(name) ? flawOf(got) : shown(got)}; expected ${expected}${expected.endsWith('?') ? '' : '.'}`;
}

/** Whose key has this prefix. */
function kindOf(prefix: string): string {
  if (prefix.startsWith('gh') || prefix.startsWith('github')) return 'a token of GitHub';
  if (prefix === 'sk-') return 'the key of another service';
  return prefix.includes('dsc') ? 'an assistant key' : 'the key of an account';
}

/** What is wrong with a secret, which is not shown. */
function flawOf(secret: string): string {
  if (/^bearer\s/i.test(secret)) return 'starts with `Bearer`';
  const [prefix] = OTHER_KEY.exec(secret) ?? [];
  if (prefix !== undefined) return `starts with \`${prefix}\`, so it is ${kindOf(prefix)}`;
  if (isUnevaluated(secret))
    return `is the name of a secret, not its value: write \`\${{ secrets.NAME }}\``;
  return isQuoted(secret)
    ? 'is in quotes'
    : 'contains white space, line breaks or other invalid characters';
}

function shown(got: string): string {
  if (!got) return 'is empty';
  const isHidden = /[\p{Cc}\p{Cf}]/u.test(got.replaceAll('\n', ''));
  const form = isUnevaluated(got) ? `, a name and not its value: write \`\${{ vars.NAME }}\`` : '';
  return `is “${showable(got)}”${isHidden ? ' with invisible characters' : ''}${form}`;
}

const EMPTY_KEY =
  '`api-key` is empty: the secret has another name, does not exist (Settings → Secrets and variables → Actions), or belongs to an ' +
  'environment that the job does not name. Runs from forks get no secrets, and runs of Dependabot only those under Dependabot.';

const NO_VARIABLE =
  'the variable does not exist or has another name (Settings → Secrets and variables → Actions → Variables), or belongs to an ' +
  'environment that the job does not name. If it is stored as a secret, write `secrets.NAME`.';

/** Inputs with defaults from the runner, which are set even if the workflow does not set them. */
const FILLED_IN = ['github-token', 'key'];

/**
 * The error that names the inputs which are set and which the operation does not support; undefined
 * if there are none.
 */
function unsupportedInputs(
  operation: Operation,
  texts: Readonly<Record<string, string>>,
): InputError | undefined {
  const unused = Object.entries(DEFAULTS)
    .filter(([name, value]) => texts[name] !== value && !FILLED_IN.includes(name))
    .filter(([name]) => !(operationsOf(name)?.includes(operation) ?? true))
    .map(([name]) => `\`${name}\``);
  if (unused.length === 0) return undefined;
  const them = unused.length === 1 ? 'it' : 'them';
  return new InputError(
    `The operation \`${operation}\` does not support ${unused.join(', ')}.`,
    `Remove ${them}, or set another \`operation\`.`,
    { headline: `Invalid inputs: ${unused.join(', ').replaceAll('`', '')}` },
  );
}

/**
 * The functions below read single inputs before, and independently of, the validation of all
 * inputs.
 */

/**
 * The verdicts that fail the step. Empty if `fail-on` is malformed, because a malformed input fails
 * the step anyway.
 */
export const readFailOn = (env: Env): ReadonlySet<Verdict> =>
  toVerdicts(rawInput(env, 'fail-on').trim() || DEFAULTS['fail-on']) ?? new Set();

/** `trigger-command`, also if it is malformed. */
export const readCommand = (env: Env): string =>
  rawInput(env, 'trigger-command').trim() || DEFAULTS['trigger-command'];

/** Whether `api-key` is empty and the run is not a dry run, which needs no key. */
export function lacksKey(env: Env): boolean {
  return !rawInput(env, 'api-key').trim() && toBoolean(rawInput(env, 'dry-run').trim()) !== true;
}
