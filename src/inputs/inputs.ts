import type * as v from '@badrap/valita';
import { InputError } from '../errors.ts';
import type { Verdict } from '../outcome.ts';
import { rawInput, SECRETS } from '../runtime/runner.ts';
import { parse } from '../schema.ts';
import { isPeriod, type PeriodInput } from '../visitors/period.ts';
import { DEFAULTS } from './action-metadata.ts';
import { GAPS_LABEL, type Given, INPUTS, nameOf, type Operation, operationsOf } from './fields.ts';
import { isQuoted, showable, toBoolean, toVerdicts } from './parsers.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The inputs of the step, parsed and validated. Those that its operation does not support have their defaults. */
export type Inputs = Readonly<ReturnType<typeof toInputs>>;

/**
 * Reads the inputs from the runner's environment (`INPUT_<NAME>`). An empty input has its default value.
 * @param redact removes the step's own secrets from the other inputs, which errors quote. @throws InputError
 */
export function readInputs(env: Env, redact: (text: string) => string): Inputs {
  const shown = (name: string) => (SECRETS.includes(name) ? textOf(env, name) : redact(textOf(env, name)));
  const texts = Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, shown(name) || value]));
  const isDryRun = toBoolean(texts['dry-run'] ?? '') === true;
  const needed = isDryRun ? { ...texts, 'api-key': 'not_needed' } : texts;
  const parsed = parse(
    INPUTS,
    Object.fromEntries(Object.keys(INPUTS.shape).map((field) => [field, needed[nameOf(field)]])),
  );
  if (!parsed.ok) throw malformedInputs(parsed, texts);
  const error = unsupportedInputs(parsed.value.operation, texts) ?? contradictionIn(parsed.value);
  if (error) throw error;
  return toInputs(parsed.value);
}

/** White space around an input is ignored, except in `key`, where it may distinguish two legs of a matrix. */
const textOf = (env: Env, name: string) => (name === 'key' ? rawInput(env, name) : rawInput(env, name).trim());

/** Defaults of `window` for a sweep and for reports, in days. */
const SWEEP_DAYS = 3;
const REPORT_DAYS = 30;

function toInputs(given: Given) {
  const { operation, window, sortBy, top } = given;
  const period: PeriodInput | null = window === null ? null : { kind: 'window', days: window };
  return {
    ...given,
    /** Empty in a dry run, which sends nothing to the service. */
    apiKey: given.dryRun ? '' : given.apiKey,
    trigger: {
      label: given.triggerLabel,
      command: given.triggerCommand,
      branches: given.branches,
      hasCompare: given.compare !== null,
      reusesPullRequest: given.pullRequest === 'reuse',
      followsUp: operation === 'follow-up',
    },
    gate: { minimum: given.minimumPermission, bots: given.allowBots },
    /** Where the maintainer's instruction comes from. */
    instruction: instructionOf(given),
    paths: { include: given.paths, exclude: given.pathsIgnore },
    limits: { openPulls: given.maxOpenPulls, jobsPerDay: given.maxJobsPerDay },
    /** The most visited pages to add to the prompt; null for none. */
    pages: period && { sortBy, top, period },
    period: period ?? { kind: 'dates', ...datesOf(given) },
    /** How far back reports and sweeps read. */
    days: window ?? (operation === 'sweep' ? SWEEP_DAYS : REPORT_DAYS),
    /** The file that the operation writes. */
    file: given.visitorsFile ?? given.reportFile ?? given.gapsFile,
  } as const;
}

const datesOf = ({ dateFrom, dateTo }: Given) => ({ from: dateFrom ?? undefined, to: dateTo ?? undefined });

export type InstructionSource = Readonly<
  { kind: 'literal'; text: string } | { kind: 'file'; path: string } | { kind: 'default' }
>;

function instructionOf({ prompt, promptFile: path }: Given): InstructionSource {
  if (path) return { kind: 'file', path };
  return prompt ? { kind: 'literal', text: prompt } : { kind: 'default' };
}

/** The error that names every malformed input and, unless it is a secret, its value. @param issues each says what the input takes. */
function malformedInputs({ issues }: v.Err, texts: Readonly<Record<string, string>>): InputError {
  const names = issues.map(({ path }) => nameOf(path.join()));
  // Values from the settings are fixed there, and a re-run reads them again.
  const areSecrets = names.every((name) => SECRETS.includes(name));
  const areFromSettings = names.every((name) => SECRETS.includes(name) || VARIABLES.includes(name));
  const remedy = areSecrets
    ? 'Fix the secret, then re-run the workflow.'
    : areFromSettings
      ? 'Fix the variable, then re-run the workflow. If you fix the workflow file instead, make the request again, as a re-run uses the old file.'
      : 'Fix the inputs of this step, under `with:` in the workflow. Then make the request again, as a re-run uses the old workflow file.';
  const complaints = names.map((name, at) => {
    const issue = issues[at];
    return complaintAbout(name, texts[name] ?? '', issue?.code === 'custom_error' ? (issue.message ?? '') : '');
  });
  return new InputError(complaints.join('\n'), remedy, { headline: `Invalid inputs: ${names.join(', ')}` });
}

/** Required inputs that the examples read from variables. */
const VARIABLES = ['base-url', 'project-id'];

function complaintAbout(name: string, got: string, expected: string): string {
  if (name === 'api-key' && !got) return EMPTY_KEY;
  if (VARIABLES.includes(name) && !got) return `\`${name}\` is empty: ${NO_VARIABLE}`;
  return `\`${name}\` ${SECRETS.includes(name) ? flawOf(got) : shown(got)}; expected ${expected}${expected.endsWith('?') ? '' : '.'}`;
}

/** What is wrong with a secret, which is not shown. */
function flawOf(secret: string): string {
  if (/^bearer\s/i.test(secret)) return 'starts with `Bearer`';
  return isQuoted(secret) ? 'is in quotes' : 'contains white space, line breaks or other invalid characters';
}

function shown(got: string): string {
  if (!got) return 'is empty';
  return `is “${showable(got)}”${/[\p{Cc}\p{Cf}]/u.test(got) ? ' with invisible characters' : ''}`;
}

const EMPTY_KEY =
  '`api-key` is empty: the secret has another name, does not exist (Settings → Secrets and variables → Actions), or belongs to an ' +
  'environment that the job does not name. Runs from forks get no secrets, and runs of Dependabot only those under Dependabot.';

const NO_VARIABLE =
  'the variable does not exist or has another name (Settings → Secrets and variables → Actions → Variables), or belongs to an ' +
  'environment that the job does not name. If it is stored as a secret, write `secrets.NAME`.';

/** Inputs with defaults from the runner, which are set even if the workflow does not set them. */
const FILLED_IN = ['github-token', 'key'];

/** The error that names the inputs which are set and which the operation does not support; undefined if there are none. */
function unsupportedInputs(operation: Operation, texts: Readonly<Record<string, string>>): InputError | undefined {
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

/** Inputs that contradict each other: a test, what is wrong, and what to do. */
type Contradiction = readonly [test: (given: Given) => boolean, problem: string, remedy: string, headline?: string];
const CONTRADICTIONS: readonly Contradiction[] = [
  [
    // An admin API key is a prefix, an underscore and random characters, so it never lacks the underscore. One of the values is the key.
    ({ projectId, apiKey }) => /^[a-z]+_[\w-]{16,}$/i.test(projectId) && !apiKey.includes('_'),
    '`project-id` has the form of an API key, and `api-key` has not: they are probably swapped.',
    'Exchange the two values. If the key was stored in a variable, which is readable, revoke it and create a new one.',
    'Key and project identifier swapped',
  ],
  [
    (given) => !given.comment && needsComments(given),
    '`comment` is `false`, and a follow-up, `pull-request: reuse`, `max-open-pulls` and `max-jobs-per-day` need status comments.',
    'Remove `comment`, or what needs it. For an event without a thread, set `issue-number`.',
  ],
  [
    ({ prompt, promptFile }) => prompt !== '' && promptFile !== '',
    '`prompt` and `prompt-file` are both set.',
    'Remove one.',
  ],
  [
    ({ context, window, contextFile }) => context === 'none' && (window !== null || contextFile.length > 0),
    '`context` is `none`, which sends the instruction alone, and `context-file` or `window` adds to it.',
    'Remove one of them.',
  ],
  [
    ({ operation, window, sortBy, top }) =>
      (operation === 'run' || operation === 'follow-up') &&
      window === null &&
      (sortBy !== DEFAULTS['sort-by'] || top !== Number(DEFAULTS.top)),
    '`sort-by` and `top` need `window`, which is empty.',
    'Set `window`.',
  ],
  [
    // With `window`, the globs are also of pages, which begin with a slash.
    ({ operation, window, paths, pathsIgnore }) =>
      (operation === 'run' || operation === 'follow-up') &&
      window === null &&
      [...paths, ...pathsIgnore].some((glob) => /^!?\//.test(glob)),
    'A glob in `paths` or `paths-ignore` begins with `/`, which no name of a changed file does.',
    'Write it without the slash: `docs/**`, not `/docs/**`.',
  ],
  [
    ({ window, dateFrom, dateTo }) => window !== null && (dateFrom ?? dateTo) !== null,
    '`window` is set together with `date-from` or `date-to`.',
    'Set `window`, or set the dates.',
  ],
  [
    ({ operation, triggerLabel: label }) => operation === 'gaps' && label.toLowerCase() === GAPS_LABEL,
    `\`trigger-label\` is \`${GAPS_LABEL}\`, which marks the issues with gaps.`,
    'Use another label for requests.',
  ],
  [
    (given) => !isPeriod(datesOf(given)),
    '`date-from` is not before `date-to`, which is exclusive: the period has no day.',
    'To export a single day, set `date-to` to the next day.',
  ],
];

/** A follow-up is sent only after its status comment is in a thread; the others count status comments, or find jobs by them. */
const needsComments = ({ operation, jobId, pullRequest, maxOpenPulls, maxJobsPerDay }: Given): boolean =>
  (operation === 'follow-up' && jobId !== null) || pullRequest === 'reuse' || (maxOpenPulls ?? maxJobsPerDay) !== null;

/** The error for inputs that contradict each other; undefined if there are none. */
function contradictionIn(given: Given): InputError | undefined {
  const [, problem = '', remedy = '', headline] = CONTRADICTIONS.find(([applies]) => applies(given)) ?? [];
  return problem ? new InputError(problem, remedy, { headline }) : undefined;
}

/** The functions below read single inputs before, and independently of, the validation of all inputs. */

/** The verdicts that fail the step. Empty if `fail-on` is malformed, because a malformed input fails the step anyway. */
export const readFailOn = (env: Env): ReadonlySet<Verdict> =>
  toVerdicts(rawInput(env, 'fail-on').trim() || DEFAULTS['fail-on']) ?? new Set();

/** Whether `api-key` is empty and the run is not a dry run, which needs no key. */
export function lacksKey(env: Env): boolean {
  return !rawInput(env, 'api-key').trim() && toBoolean(rawInput(env, 'dry-run').trim()) !== true;
}
