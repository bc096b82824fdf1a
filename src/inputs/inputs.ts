import type { PathFilter } from '../text/glob.ts';
import type { AccessPolicy } from '../trigger/authorization.ts';
import type { TriggerRules } from '../trigger/trigger.ts';
import type { ExportTarget } from '../visitors/export-file.ts';
import type { PeriodInput } from '../visitors/period.ts';
import type { RankingRules } from '../visitors/ranking.ts';
import type { Compare } from './parsers.ts';

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

/** What is added to the instruction: nothing; the thread and the list of changes; or the patches too. */
export const CONTEXTS = ['none', 'files', 'patches'] as const;

export type Context = (typeof CONTEXTS)[number];

/** Where the maintainer's instruction comes from. */
export type InstructionSource =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'default' };

/** Which of the most visited pages are added to the prompt or exported. */
export interface PagesQuery extends RankingRules {
  readonly period: PeriodInput;
}

/** Who may request, and where the request is reported. */
export interface RequestInputs {
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
