import { InputError } from '../errors.ts';
import type { Context } from '../prompt/context.ts';
import type { InstructionSource } from '../prompt/instruction.ts';
import type { PathFilter } from '../text/path-filter.ts';
import type { AccessPolicy } from '../trigger/authorization.ts';
import type { TriggerRules } from '../trigger/trigger.ts';
import type { ExportTarget } from '../visitors/export-file.ts';
import { isPeriod, type PeriodInput } from '../visitors/period.ts';
import type { RankingRules } from '../visitors/ranking.ts';
import { DEFAULTS } from './action-metadata.ts';
import { type Given, parseTexts, rejectUnusedInputs } from './fields.ts';
import { toBoolean } from './parsers.ts';
import { type Env, rawInput } from './raw.ts';

/** The workflow's wishes, parsed and validated: what the chosen operation reads. */
export type Inputs = AskInputs | AttachInputs | SweepInputs | VisitorsInputs;

export interface CommonInputs {
  readonly baseUrl: URL;
  readonly projectId: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** How to follow jobs, and to tell of them. */
export interface JobInputs extends CommonInputs {
  readonly jobPath: string;
  /** Empty when the workflow passes none. */
  readonly githubToken: string;
  /** The API key before the present one; empty when the workflow passes none. */
  readonly previousApiKey: string;
  readonly notify: boolean;
  readonly trigger: TriggerRules;
}

/** Who may ask, and where and as what that is told. */
interface RequestInputs {
  readonly gate: AccessPolicy;
  readonly comment: boolean;
  readonly issueNumber: number | null;
  /** Tells apart requests of the same step. */
  readonly key: string;
}

export interface AskInputs extends JobInputs, RequestInputs {
  readonly operation: 'run' | 'follow-up';
  /** Null in a dry run, which shows what it would send and sends nothing. */
  readonly apiKey: string | null;
  /** Of the job that gets a follow-up; for `run`, the thread decides. */
  readonly jobId: string | null;
  readonly instruction: InstructionSource;
  readonly context: Context;
  /** Changes to describe instead of the event's. */
  readonly compare: { readonly base: string; readonly head: string } | null;
  /** Of changed files, and of pages. */
  readonly paths: PathFilter;
  /** The pages that are read most, to be added to the instruction. */
  readonly pages: PagesWish | null;
  /** False: start the job, and let the runner go. */
  readonly wait: boolean;
}

export interface AttachInputs extends JobInputs, RequestInputs {
  readonly operation: 'attach';
  readonly apiKey: string;
  readonly jobId: string;
}

export interface SweepInputs extends JobInputs {
  readonly operation: 'sweep';
  readonly apiKey: string;
  /** How far back to look, in milliseconds. */
  readonly window: number;
}

interface PagesWish extends RankingRules {
  readonly period: PeriodInput;
}

export interface VisitorsInputs extends CommonInputs, PagesWish {
  readonly operation: 'visitors';
  readonly apiKey: string;
  readonly paths: PathFilter;
  /** The row to begin with. */
  readonly offset: number;
  readonly file: ExportTarget | null;
}

/**
 * Reads the inputs from the runner's environment (`INPUT_<NAME>`). An empty input means its default.
 * @throws InputError that names every malformed input, what it got and what it takes; and those that the operation does not read.
 */
export function readInputs(env: Env): Inputs {
  const names = Object.entries(DEFAULTS);
  const texts = Object.fromEntries(names.map(([name, value]) => [name, textOf(env, name) || value]));
  const given = parseTexts(texts, { needsKey: toBoolean(texts['dry-run'] ?? '') !== true });
  rejectUnusedInputs(given.operation, texts);
  return toInputs(given);
}

/** Blanks around an input mean nothing; in a key they may tell two legs apart. */
const textOf = (env: Env, name: string) => (name === 'key' ? rawInput(env, name) : rawInput(env, name).trim());

function toInputs(given: Given): Inputs {
  const { operation, 'api-key': apiKey, 'job-id': jobId } = given;
  const common = { baseUrl: given['base-url'], projectId: given['project-id'], timeout: given.timeout };
  const paths = { include: given.paths, exclude: given['paths-ignore'] };
  switch (operation) {
    case 'run':
    case 'follow-up':
      if (operation === 'follow-up') needed(jobId, 'job-id', operation);
      return {
        ...common,
        ...jobInputs(given),
        ...requestInputs(given),
        operation,
        apiKey,
        jobId,
        paths,
        instruction: toInstruction(given.prompt, given['prompt-file']),
        context: given.context,
        compare: given.compare,
        pages: toPages(given),
        wait: given.wait,
      };
    case 'attach':
      return {
        ...common,
        ...jobInputs(given),
        ...requestInputs(given),
        operation,
        apiKey: needed(apiKey, 'api-key', operation),
        jobId: needed(jobId, 'job-id', operation),
      };
    case 'sweep': {
      const window = (given.window ?? SWEEP_DAYS) * DAY;
      return { ...common, ...jobInputs(given), operation, apiKey: needed(apiKey, 'api-key', operation), window };
    }
    case 'visitors':
      return {
        ...common,
        operation,
        apiKey: needed(apiKey, 'api-key', operation),
        paths,
        period: toPeriod(given),
        sortBy: given['sort-by'],
        top: given.top,
        offset: given.offset,
        file: given['visitors-file'],
      };
  }
}

const DAY = 86_400_000;
/** How far back a sweep looks, unless it is told. */
const SWEEP_DAYS = 3;

const jobInputs = (given: Given): Omit<JobInputs, keyof CommonInputs> => ({
  githubToken: given['github-token'],
  previousApiKey: given['previous-api-key'],
  jobPath: given['job-path'],
  notify: given.notify,
  trigger: { label: given['trigger-label'], command: given['trigger-command'] },
});

const requestInputs = (given: Given): RequestInputs => ({
  gate: { minimum: given['minimum-permission'], bots: given['allow-bots'] },
  comment: given.comment,
  issueNumber: given['issue-number'],
  key: given.key,
});

function toPages({ window, context, 'sort-by': sortBy, top }: Given): PagesWish | null {
  if (window === null && (sortBy !== DEFAULTS['sort-by'] || top !== Number(DEFAULTS.top))) {
    throw new InputError('`sort-by` and `top` rank the pages of `window`, and that is empty.', 'Set `window`.');
  }
  if (window === null) return null;
  if (context !== 'none') return { period: { kind: 'window', days: window }, sortBy, top };
  throw new InputError(
    '`window` adds pages to the instruction, and `context` is `none`, which keeps all from it.',
    'Remove one of them.',
  );
}

function toPeriod({ window, 'date-from': from, 'date-to': to }: Given): PeriodInput {
  const dates = { from: from ?? undefined, to: to ?? undefined };
  if (window !== null && (from ?? to) !== null) {
    throw new InputError('`window` is set together with `date-from` or `date-to`.', 'Set the one or the others.');
  }
  if (!isPeriod(dates)) {
    throw new InputError(
      '`date-from` is not before `date-to`, which is exclusive: the period would hold no day.',
      'To export a single day, name the next one in `date-to`.',
    );
  }
  return window === null ? { kind: 'dates', ...dates } : { kind: 'window', days: window };
}

function needed(value: string | null, name: string, operation: string): string {
  if (value !== null) return value;
  throw new InputError(`\`${name}\` is empty, and the operation \`${operation}\` needs it.`, `Set \`${name}\`.`);
}

function toInstruction(prompt: string, file: string): InstructionSource {
  if (prompt && file) {
    throw new InputError('`prompt` and `prompt-file` are both set; only one can hold the instruction.', 'Remove one.');
  }
  if (file) return { kind: 'file', path: file };
  return prompt ? { kind: 'literal', text: prompt } : { kind: 'default' };
}
