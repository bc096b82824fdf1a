import { rawInput, SECRETS } from '../runtime/runner.ts';
import { parse } from '../schema.ts';
import type { Verdict } from '../verdicts.ts';
import type { PeriodInput } from '../visitors/period.ts';
import { DEFAULTS } from './action-metadata.ts';
import { datesOf, type Given, INPUTS } from './fields.ts';
import { contradictionIn, malformedInputs, unsupportedInputs } from './input-errors.ts';
import { toBoolean, toVerdicts } from './parsers.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The inputs of the step, parsed and validated. Those that its operation does not support have their defaults. */
export type Inputs = Readonly<ReturnType<typeof toInputs>>;

/**
 * Reads the inputs from the runner's environment (`INPUT_<NAME>`). An empty input has its default value.
 * @param redact removes the step's own secrets from the other inputs, which errors quote.
 * @throws InputError that names every malformed input, its value and the values that it takes; or the inputs that are set and that
 * the operation does not read.
 */
export function readInputs(env: Env, redact: (text: string) => string): Inputs {
  const names = Object.entries(DEFAULTS);
  const shown = (name: string) => (SECRETS.includes(name) ? textOf(env, name) : redact(textOf(env, name)));
  const texts = Object.fromEntries(names.map(([name, value]) => [name, shown(name) || value]));
  const isDryRun = toBoolean(texts['dry-run'] ?? '') === true;
  const parsed = parse(INPUTS, isDryRun ? { ...texts, 'api-key': 'not_needed' } : texts);
  if (!parsed.ok) throw malformedInputs(parsed, texts);
  const error = unsupportedInputs(parsed.value.operation, texts) ?? contradictionIn(parsed.value);
  if (error) throw error;
  return toInputs(parsed.value);
}

/** White space around an input is ignored, except in `key`, where it may distinguish two legs of a matrix. */
const textOf = (env: Env, name: string) => (name === 'key' ? rawInput(env, name) : rawInput(env, name).trim());

function toInputs(given: Given) {
  const { operation, window, 'sort-by': sortBy, top, 'dry-run': isDryRun } = given;
  const period: PeriodInput | null = window === null ? null : { kind: 'window', days: window };
  return {
    operation,
    baseUrl: given['base-url'],
    projectId: given['project-id'],
    jobPath: given['job-path'],
    /** Empty in a dry run, which sends nothing to the service. */
    apiKey: isDryRun ? '' : given['api-key'],
    previousApiKey: given['previous-api-key'],
    githubToken: given['github-token'],
    isDryRun,
    /** Milliseconds. */
    timeout: given.timeout,
    trigger: {
      label: given['trigger-label'],
      command: given['trigger-command'],
      branches: given.branches,
      hasCompare: given.compare !== null,
      reusesPullRequest: given['pull-request'] === 'reuse',
      followsUp: operation === 'follow-up',
    },
    gate: { minimum: given['minimum-permission'], bots: given['allow-bots'] },
    comment: given.comment,
    notify: given.notify,
    wait: given.wait,
    issueNumber: given['issue-number'],
    key: given.key,
    /** Null: the job of the thread. */
    jobId: given['job-id'],
    /** Where the maintainer's instruction comes from. */
    instruction: instructionOf(given),
    context: given.context,
    contextFiles: given['context-file'],
    compare: given.compare,
    paths: { include: given.paths, exclude: given['paths-ignore'] },
    pullRequest: given['pull-request'],
    limits: { openPulls: given['max-open-pulls'], jobsPerDay: given['max-jobs-per-day'] },
    /** The most visited pages to add to the prompt; null for none. */
    pages: period && { sortBy, top, period },
    sortBy,
    top,
    period: period ?? { kind: 'dates', ...datesOf(given) },
    /** How far back reports and sweeps read. */
    days: window ?? (operation === 'sweep' ? SWEEP_DAYS : REPORT_DAYS),
    offset: given.offset,
    /** The file that the operation writes. */
    file: given['visitors-file'] ?? given['report-file'] ?? given['gaps-file'],
    /** In the reader's own currency; null if it is not known. */
    costPerRun: given['cost-per-run'],
    minCount: given['min-count'],
    createsIssue: given['create-issue'],
  } as const;
}

/** Defaults of `window` for a sweep and for reports, in days. */
const SWEEP_DAYS = 3;
const REPORT_DAYS = 30;

export type InstructionSource = Readonly<
  { kind: 'literal'; text: string } | { kind: 'file'; path: string } | { kind: 'default' }
>;

function instructionOf({ prompt, 'prompt-file': path }: Given): InstructionSource {
  if (path) return { kind: 'file', path };
  return prompt ? { kind: 'literal', text: prompt } : { kind: 'default' };
}

/** The functions below read single inputs before, and independently of, the validation of all inputs. */

/** The verdicts that fail the step. Empty if `fail-on` is malformed, because a malformed input fails the step anyway. */
export const readFailOn = (env: Env): ReadonlySet<Verdict> =>
  toVerdicts(rawInput(env, 'fail-on').trim() || DEFAULTS['fail-on']) ?? new Set();

/** Whether `api-key` is empty and the run is not a dry run, which needs no key. */
export function lacksKey(env: Env): boolean {
  return !rawInput(env, 'api-key').trim() && toBoolean(rawInput(env, 'dry-run').trim()) !== true;
}
