import type { Context } from '../prompt/compose.ts';
import type { InstructionSource } from '../prompt/instruction.ts';
import type { PathFilter } from '../text/glob.ts';
import type { AccessPolicy } from '../trigger/authorization.ts';
import type { TriggerRules } from '../trigger/trigger.ts';
import type { ExportTarget } from '../visitors/export-file.ts';
import { DEFAULTS } from './action-metadata.ts';
import {
  needed,
  type PagesQuery,
  rejectForgettingReuse,
  toContextFiles,
  toInstruction,
  toPages,
  toPeriod,
} from './combined-inputs.ts';
import { type Given, parseTexts, rejectUnusedInputs } from './fields.ts';
import { type Compare, toBoolean } from './parsers.ts';
import { type Env, rawInput } from './raw.ts';

/** The inputs that the chosen operation reads, parsed and validated. */
export type Inputs = AskInputs | AttachInputs | SweepInputs | VisitorsInputs;

export interface CommonInputs {
  readonly baseUrl: URL;
  readonly projectId: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** How to poll jobs and report their results. */
export interface JobInputs extends CommonInputs {
  readonly jobPath: string;
  /** Empty if the workflow passes none. */
  readonly githubToken: string;
  /** The API key before the current one; empty if the workflow passes none. */
  readonly previousApiKey: string;
  readonly notify: boolean;
  readonly trigger: TriggerRules;
}

/** Who may request, and where the request is reported. */
interface RequestInputs {
  readonly gate: AccessPolicy;
  readonly comment: boolean;
  readonly issueNumber: number | null;
  /** Distinguishes requests of the same step. */
  readonly key: string;
}

export interface AskInputs extends JobInputs, RequestInputs {
  readonly operation: 'run' | 'follow-up';
  /** Null in a dry run, which sends nothing to the service. */
  readonly apiKey: string | null;
  /** The job that receives a follow-up; null: the one of the thread. */
  readonly jobId: string | null;
  readonly instruction: InstructionSource;
  readonly context: Context;
  /** Paths of files to add to the prompt. */
  readonly contextFiles: readonly string[];
  /** The range of commits to use instead of the event's. */
  readonly compare: Compare | null;
  /** Selects changed files and pages. */
  readonly paths: PathFilter;
  /** The most visited pages to add to the prompt; null for none. */
  readonly pages: PagesQuery | null;
  /** Whether a request may continue the pull request of an earlier request with the same cause. */
  readonly pullRequest: 'new' | 'reuse';
  /** False: create the job and end the step. */
  readonly wait: boolean;
}

export interface AttachInputs extends JobInputs, RequestInputs {
  readonly operation: 'attach';
  readonly apiKey: string;
  /** Null: the one of the thread. */
  readonly jobId: string | null;
}

export interface SweepInputs extends JobInputs {
  readonly operation: 'sweep';
  readonly apiKey: string;
  /** The maximum age of the comments that the sweep reads, in milliseconds. */
  readonly window: number;
}

export interface VisitorsInputs extends CommonInputs, PagesQuery {
  readonly operation: 'visitors';
  readonly apiKey: string;
  readonly paths: PathFilter;
  /** The number of the first row to read. */
  readonly offset: number;
  readonly file: ExportTarget | null;
}

/**
 * Reads the inputs from the runner's environment (`INPUT_<NAME>`). An empty input has its default value.
 * @throws InputError that names every malformed input, its value and the values that it takes; or the inputs that are set and that
 * the operation does not read.
 */
export function readInputs(env: Env): Inputs {
  const names = Object.entries(DEFAULTS);
  const texts = Object.fromEntries(names.map(([name, value]) => [name, textOf(env, name) || value]));
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
      rejectForgettingReuse(given);
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
