import {
  contradictions,
  delaysOf,
  problemsOfVerdict,
  unforeseenIn,
} from '../../simulation/rules/endings.ts';
import type { Process } from '../../simulation/world.ts';
import type { Rule } from '../play.ts';
import { secretsOf } from '../play.ts';

/**
 * Milliseconds of CPU time for a story, which takes some 10: more is time that grows with the
 * square of a length.
 */
const MAX_COST_MS = 10_000;

/**
 * Every process ends by itself and in time, without an unforeseen error; verdict, exit code and
 * annotation agree.
 */
export const ends: Rule = ({ played: { world, crash, cost, applied } }) => [
  ...(crash === undefined ? [] : [`a process crashes: ${textOf(crash)}`]),
  ...(cost > MAX_COST_MS ? [`the story takes ${Math.round(cost)} ms of CPU time`] : []),
  ...world.processes.flatMap((process) =>
    problemsOf(process, applied.some(isRefused)).map((problem) => `${process.name} ${problem}`),
  ),
];

/**
 * A secret in a field that names a job or its state makes an answer unusable; the world does not
 * know that.
 */
const isRefused = ({ how, note }: { readonly how: string; readonly note: string }) =>
  how === 'has a secret' && /^(id|status|prLink): /.test(note);

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : String(error);

function problemsOf(process: Process, isAnswerRefused: boolean): string[] {
  const { what, result } = process;
  if (!result) return []; // the crash says more
  return [
    ...delaysOf(process),
    ...unforeseenIn(process),
    ...(what === 'main' && result.exitCode !== null ? problemsOfEnd(process, isAnswerRefused) : []),
  ];
}

/** A secret as short as a word is redacted wherever the word is, also in the verdict. */
const SHORT = 12;

/** Outside a workflow there is one error, and no verdict. */
const isOutside = ({ GITHUB_ACTIONS, GITHUB_EVENT_NAME }: Process['env']) =>
  !GITHUB_ACTIONS && !GITHUB_EVENT_NAME;

function problemsOfEnd(process: Process, isAnswerRefused: boolean): string[] {
  const { result, env, knowledge } = process;
  if (!result || isOutside(env) || secretsOf(env).some(({ length }) => length < SHORT)) return [];
  const problems = problemsOfVerdict(process);
  const { verdict = '', jobId = '', prLink = '' } = result.outputs;
  const isRedacted = isAnswerRefused || `${jobId}${prLink}`.includes('***');
  // The quota of the analytics is none of the jobs.
  const isOfAnalytics = verdict === 'quota-exhausted' && knowledge.submits.length === 0;
  if (verdict === '' || isRedacted || isOfAnalytics) return problems;
  return [
    ...problems,
    ...contradictions({ verdict, jobId, prLink }, knowledge, result.cancelled !== undefined),
  ];
}
