import { InputError } from '../errors.ts';
import type { Verdict } from '../outcome.ts';
import { isPeriod, type PeriodInput } from '../visitors/period.ts';
import { DEFAULTS } from './action-metadata.ts';
import { type Given, parseTexts, rejectUnusedInputs } from './fields.ts';
import type { CommonInputs, Inputs, InstructionSource, JobInputs, PagesQuery, RequestInputs } from './inputs.ts';
import { SECRETS } from './malformed-inputs.ts';
import { toBoolean, toVerdicts } from './parsers.ts';

type Env = Readonly<Record<string, string | undefined>>;

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
  const given = parseTexts(texts, { needsKey: toBoolean(texts['dry-run'] ?? '') !== true });
  rejectUnusedInputs(given.operation, texts);
  return toInputs(given);
}

/** White space around an input is ignored, except in `key`, where it may distinguish two legs of a matrix. */
const textOf = (env: Env, name: string) => (name === 'key' ? rawInput(env, name) : rawInput(env, name).trim());

function toInputs(given: Given): Inputs {
  const { operation, 'api-key': apiKey, 'job-id': jobId } = given;
  const common = { baseUrl: given['base-url'], projectId: given['project-id'], timeout: given.timeout };
  const paths = { include: given.paths, exclude: given['paths-ignore'] };
  switch (operation) {
    case 'run':
    case 'follow-up':
      rejectForgetting(given);
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
        contextFiles: toContextFiles(given),
        compare: given.compare,
        pages: toPages(given),
        pullRequest: given['pull-request'],
        wait: given.wait,
      };
    case 'attach':
      return {
        ...common,
        ...jobInputs(given),
        ...requestInputs(given),
        operation,
        apiKey: needed(apiKey, 'api-key', operation),
        jobId,
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

/** Default of `window` for a sweep, in days. */
const SWEEP_DAYS = 3;

const jobInputs = (given: Given): Omit<JobInputs, keyof CommonInputs> => ({
  githubToken: given['github-token'],
  previousApiKey: given['previous-api-key'],
  jobPath: given['job-path'],
  notify: given.notify,
  trigger: {
    label: given['trigger-label'],
    command: given['trigger-command'],
    branches: given.branches,
    hasCompare: given.compare !== null,
    reusesPullRequest: given['pull-request'] === 'reuse',
    followsUp: given.operation === 'follow-up',
  },
});

const requestInputs = (given: Given): RequestInputs => ({
  gate: { minimum: given['minimum-permission'], bots: given['allow-bots'] },
  comment: given.comment,
  issueNumber: given['issue-number'],
  key: given.key,
});

/** Rules for inputs that depend on each other. Each throws an InputError for a combination that makes no sense. */

function toContextFiles({ context, 'context-file': paths }: Given): readonly string[] {
  if (context !== 'none' || paths.length === 0) return paths;
  throw new InputError(
    '`context-file` adds files to the prompt, and `context` is `none`, which sends the instruction alone.',
    'Remove one of them.',
  );
}

function toPages({ window, context, 'sort-by': sortBy, top }: Given): PagesQuery | null {
  if (window === null && (sortBy !== DEFAULTS['sort-by'] || top !== Number(DEFAULTS.top))) {
    throw new InputError('`sort-by` and `top` need `window`, which is empty.', 'Set `window`.');
  }
  if (window === null) return null;
  if (context !== 'none') return { period: { kind: 'window', days: window }, sortBy, top };
  throw new InputError(
    '`window` adds pages to the prompt, and `context` is `none`, which sends the instruction alone.',
    'Remove one of them.',
  );
}

function toPeriod({ window, 'date-from': from, 'date-to': to }: Given): PeriodInput {
  const dates = { from: from ?? undefined, to: to ?? undefined };
  if (window !== null && (from ?? to) !== null) {
    throw new InputError('`window` is set together with `date-from` or `date-to`.', 'Set `window`, or set the dates.');
  }
  if (!isPeriod(dates)) {
    throw new InputError(
      '`date-from` is not before `date-to`, which is exclusive: the period has no day.',
      'To export a single day, set `date-to` to the next day.',
    );
  }
  return window === null ? { kind: 'dates', ...dates } : { kind: 'window', days: window };
}

function rejectForgetting({ 'pull-request': pullRequest, 'job-id': jobId, operation, comment }: Given): void {
  if (comment) return;
  if (operation === 'follow-up' && jobId !== null) {
    throw new InputError(
      'A follow-up is sent only after its status comment is in a thread, and `comment` is `false`.',
      'Remove `comment`, and set `issue-number` if the event has no thread.',
    );
  }
  if (pullRequest === 'new') return;
  throw new InputError(
    '`pull-request` is `reuse`, and `comment` is `false`. Only status comments show which pull request to continue.',
    'Remove one of them.',
  );
}

function needed(value: string | null, name: string, operation: string): string {
  if (value !== null) return value;
  throw new InputError(`The operation \`${operation}\` needs \`${name}\`, which is empty.`, `Set \`${name}\`.`);
}

function toInstruction(prompt: string, file: string): InstructionSource {
  if (prompt && file) {
    throw new InputError('`prompt` and `prompt-file` are both set.', 'Remove one.');
  }
  if (file) return { kind: 'file', path: file };
  return prompt ? { kind: 'literal', text: prompt } : { kind: 'default' };
}

/** The functions below read single inputs before, and independently of, the validation of all inputs. */

/** The verdicts that fail the step. Empty if `fail-on` is malformed, because a malformed input fails the step anyway. */
export const readFailOn = (env: Env): ReadonlySet<Verdict> =>
  toVerdicts(rawInput(env, 'fail-on').trim() || DEFAULTS['fail-on']) ?? new Set();

/** The secrets among the inputs, with and without the white space around them, for masking. */
export function readSecrets(env: Env): string[] {
  const given = SECRETS.map((name) => rawInput(env, name));
  return [...new Set(given.flatMap((secret) => [secret, secret.trim()]))].filter((secret) => secret.trim());
}

/** Whether `api-key` is empty and the run is not a dry run, which needs no key. */
export function lacksKey(env: Env): boolean {
  return !rawInput(env, 'api-key').trim() && toBoolean(rawInput(env, 'dry-run').trim()) !== true;
}

const variable = (name: string) => `INPUT_${name.toUpperCase()}`;
/** An input as the workflow passes it; empty if it passes none. */
const rawInput = (env: Env, name: string): string => env[variable(name)] ?? '';
