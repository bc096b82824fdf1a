import * as v from 'valibot';
import { rawInput, SECRETS } from '../runtime/runner.ts';
import type { Verdict } from '../verdicts.ts';
import type { PeriodInput } from '../visitors/period.ts';
import { DEFAULTS } from './action-metadata.ts';
import { datesOf, FIELDS, type Given } from './fields.ts';
import { contradictionIn, malformedInputs, unsupportedInputs } from './input-errors.ts';
import { toBoolean, toVerdicts } from './parsers.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The inputs that the chosen operation reads, parsed and validated. */
export type Inputs = Readonly<ReturnType<typeof toInputs>>;

export type AskInputs = Extract<Inputs, { operation: 'run' | 'follow-up' }>;
export type AttachInputs = Extract<Inputs, { operation: 'attach' }>;
export type SweepInputs = Extract<Inputs, { operation: 'sweep' }>;
export type ReportInputs = Extract<Inputs, { operation: 'report' }>;
export type GapsInputs = Extract<Inputs, { operation: 'gaps' }>;
export type VisitorsInputs = Extract<Inputs, { operation: 'visitors' }>;
/** Of operations that poll jobs and report their results. */
export type JobInputs = Omit<SweepInputs, 'operation' | 'apiKey' | 'window'>;
export type Context = AskInputs['context'];
export type CommonInputs = Pick<Inputs, 'baseUrl' | 'projectId' | 'timeout'>;

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
  const parsed = v.safeParse(v.object(FIELDS), isDryRun ? { ...texts, 'api-key': 'not_needed' } : texts);
  if (!parsed.success) throw malformedInputs(parsed.issues);
  const error = unsupportedInputs(parsed.output.operation, texts) ?? contradictionIn(parsed.output);
  if (error) throw error;
  return toInputs(parsed.output);
}

/** White space around an input is ignored, except in `key`, where it may distinguish two legs of a matrix. */
const textOf = (env: Env, name: string) => (name === 'key' ? rawInput(env, name) : rawInput(env, name).trim());

function toInputs(given: Given) {
  const { operation, 'api-key': apiKey, timeout } = given; // milliseconds
  const common = { baseUrl: given['base-url'], projectId: given['project-id'], timeout, apiKey };
  const paths = { include: given.paths, exclude: given['paths-ignore'] };
  const ranking = { sortBy: given['sort-by'], top: given.top };
  const period: PeriodInput | null = given.window === null ? null : { kind: 'window', days: given.window };
  if (operation === 'visitors') {
    const dates = { kind: 'dates', ...datesOf(given) } as const;
    return {
      ...common,
      ...ranking,
      paths,
      operation,
      period: period ?? dates,
      offset: given.offset,
      file: given['visitors-file'],
    };
  }
  if (operation === 'report')
    return {
      ...common,
      operation,
      githubToken: given['github-token'],
      previousApiKey: given['previous-api-key'],
      days: given.window ?? REPORT_DAYS,
      /** In the reader's own currency; null if it is not known. */
      costPerRun: given['cost-per-run'],
      file: given['report-file'],
      issueNumber: given['issue-number'],
    };
  if (operation === 'gaps')
    return {
      ...common,
      operation,
      paths,
      top: given.top,
      days: given.window ?? REPORT_DAYS,
      minCount: given['min-count'],
      file: given['gaps-file'],
      createsIssue: given['create-issue'],
      githubToken: given['github-token'],
      previousApiKey: given['previous-api-key'],
      trigger: { label: given['trigger-label'], command: given['trigger-command'] },
    };
  const job = {
    ...common,
    jobPath: given['job-path'],
    githubToken: given['github-token'],
    previousApiKey: given['previous-api-key'],
    notify: given.notify,
    trigger: {
      label: given['trigger-label'],
      command: given['trigger-command'],
      branches: given.branches,
      hasCompare: given.compare !== null,
      reusesPullRequest: given['pull-request'] === 'reuse',
      followsUp: operation === 'follow-up',
    },
  };
  // The maximum age of the comments that a sweep reads, in milliseconds.
  if (operation === 'sweep') return { ...job, operation, window: (given.window ?? SWEEP_DAYS) * DAY };
  const request = {
    ...job,
    gate: { minimum: given['minimum-permission'], bots: given['allow-bots'] },
    comment: given.comment,
    issueNumber: given['issue-number'],
    key: given.key,
    /** Null: the job of the thread. */
    jobId: given['job-id'],
  };
  if (operation === 'attach') return { ...request, operation };
  return {
    ...request,
    operation,
    /** Null in a dry run, which sends nothing to the service. */
    apiKey: given['dry-run'] ? null : apiKey,
    paths,
    /** Where the maintainer's instruction comes from. */
    instruction: instructionOf(given),
    context: given.context,
    contextFiles: given['context-file'],
    compare: given.compare,
    /** The most visited pages to add to the prompt; null for none. */
    pages: period && { ...ranking, period },
    pullRequest: given['pull-request'],
    limits: { openPulls: given['max-open-pulls'], jobsPerDay: given['max-jobs-per-day'] },
    wait: given.wait,
  };
}

const DAY = 86_400_000;
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
