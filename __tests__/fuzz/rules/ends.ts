import { contradictions, delaysOf } from '../../simulation/rules/endings.ts';
import type { Process } from '../../simulation/world.ts';
import type { Rule } from '../play.ts';
import { type Env, inputOf, secretsOf, VERDICTS } from '../play.ts';

/** Milliseconds of real time for a story, which takes some 10: more is time that grows with the square of a length. */
const MAX_COST_MS = 10_000;

const FAILING = ['failed', 'timed-out', 'quota-exhausted', 'unconfirmed'];

/** Whether a run with this verdict fails its step. */
function failsWith(verdict: string, env: Env): boolean {
  const words = (inputOf(env, 'fail-on') || FAILING.join(',')).split(/[\s,]+/).filter(Boolean);
  const areKnown = words.every((word) => VERDICTS.some((known) => known === word));
  return verdict === 'error' || (areKnown && words.includes(verdict));
}

/** Every process ends by itself and in time, without an unforeseen error; verdict, exit code and annotation agree. */
export const ends: Rule = ({ played: { world, crash, cost, applied } }) => [
  ...(crash === undefined ? [] : [`a process crashes: ${textOf(crash)}`]),
  ...(cost > MAX_COST_MS ? [`the story takes ${Math.round(cost)} ms of real time`] : []),
  ...world.processes.flatMap((process) =>
    problemsOf(process, applied.some(isRefused)).map((problem) => `${process.name} ${problem}`),
  ),
];

/** A secret in a field that names a job or its state makes an answer unusable; the world does not know that. */
const isRefused = ({ how, note }: { readonly how: string; readonly note: string }) =>
  how === 'has a secret' && /^(id|status|prLink): /.test(note);

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? String(error)) : String(error));

function problemsOf(process: Process, isAnswerRefused: boolean): string[] {
  const { what, result } = process;
  if (!result) return []; // the crash says more
  const unforeseen = result.log.filter(({ text }) => UNFORESEEN.test(text)).map(({ text }) => `says “${text}”`);
  return [
    ...delaysOf(process),
    ...unforeseen,
    ...(what === 'main' && result.exitCode !== null ? problemsOfVerdict(process, isAnswerRefused) : []),
  ];
}

/** The texts for errors that no code expects: see `toOutcome` and `main`. */
const UNFORESEEN = /unexpected error|could not be reported \(/i;

/** A secret as short as a word is redacted wherever the word is, also in the verdict. */
const SHORT = 12;

/** Outside a workflow there is one error, and no verdict. */
const isOutside = ({ GITHUB_ACTIONS, GITHUB_EVENT_NAME }: Process['env']) => !GITHUB_ACTIONS && !GITHUB_EVENT_NAME;

function problemsOfVerdict({ result, env, knowledge }: Process, isAnswerRefused: boolean): string[] {
  if (!result || isOutside(env) || secretsOf(env).some(({ length }) => length < SHORT)) return [];
  const { exitCode, log, outputs, cancelled } = result;
  const last = log.findLast(({ text }) => verdictIn(text) !== '');
  const verdict = verdictIn(last?.text ?? '');
  if (!last || !verdict) return ['ends without a verdict in its log'];
  const fails = failsWith(verdict, env);
  const problems: string[] = [];
  if (exitCode !== (fails ? 1 : 0)) problems.push(`ends ${verdict} with exit code ${exitCode}`);
  if (fails !== (last.level === 'error')) problems.push(`ends ${verdict} with an annotation of level ${last.level}`);
  if (!env.GITHUB_OUTPUT) return problems;
  if (outputs.verdict !== verdict) problems.push(`ends ${verdict}, and the output is “${outputs.verdict}”`);
  const { jobId = '', prLink = '' } = outputs;
  const isRedacted = isAnswerRefused || `${jobId}${prLink}`.includes('***');
  // The quota of the analytics is none of the jobs.
  const isOfAnalytics = verdict === 'quota-exhausted' && knowledge.submits.length === 0;
  if (isRedacted || isOfAnalytics) return problems;
  return [...problems, ...contradictions({ verdict, jobId, prLink }, knowledge, cancelled !== undefined)];
}

/** The verdict of a line like `✅ pull-request: https://…`. */
const verdictIn = (text: string) => VERDICTS.find((verdict) => text.split(' ', 2)[1] === `${verdict}:`) ?? '';
