import { inputOf, type Knowledge, PROOFS, VERDICTS } from '../knowledge.ts';
import type { Process } from '../world.ts';
import { type RuleOf, wasHit } from './rule.ts';

const GRACE_MS = 15_000;
const CANCEL_MS = 5_000;
const POST_MS = 120_000;

/**
 * Every run ends in time; verdict, exit code and annotation agree with each other, and with what
 * the run knew.
 */
export const endings: RuleOf = (_, judge) => ({
  onEnd(process) {
    const { result, name } = process;
    if (!result) return;
    judge('ends in time', false, ...delaysOf(process).map((problem) => `${name} ${problem}`));
    if (result.exitCode !== null)
      judge(
        'ends as it knows',
        false,
        ...problemsOfEnd(process).map((problem) => `${name} ${problem}`),
      );
  },
});

/** What took too long. */
export function delaysOf({ result, what, timeoutMs }: Process): string[] {
  if (!result) return [];
  const took = result.ended - result.began;
  const limit = what === 'post' ? POST_MS : timeoutMs + GRACE_MS;
  const tookAfterCancel = result.ended - (result.cancelled ?? result.ended);
  return [
    ...(took > limit ? [`took ${Math.round(took)} ms of ${limit} ms`] : []),
    ...(tookAfterCancel > CANCEL_MS
      ? [`took ${Math.round(tookAfterCancel)} ms after the cancel`]
      : []),
  ];
}

function problemsOfEnd(process: Process): string[] {
  const { what, result, knowledge } = process;
  if (!result) return [];
  if (what === 'post') return result.exitCode === 0 ? [] : [`the post step fails`];
  const { verdict = '', jobId = '', prLink = '' } = result.outputs;
  const accepted = knowledge.submits.findLast(({ answer }) => answer === 'accepted')?.jobId;
  return [
    ...unforeseenIn(process),
    ...problemsOfVerdict(process),
    ...(accepted && jobId !== accepted ? [`knows ${accepted}, but the output is “${jobId}”`] : []),
    ...contradictions({ verdict, jobId, prLink }, knowledge, result.cancelled !== undefined),
  ];
}

/** The texts for errors that no code expects: see `toOutcome` and `main`. */
const UNFORESEEN = /unexpected error|could not be reported \(/i;
export const unforeseenIn = ({ result }: Process): string[] =>
  (result?.log ?? [])
    .filter(({ text }) => UNFORESEEN.test(text))
    .map(({ text }) => `says “${text}”`);

/** What of exit code, annotation and output disagrees with the verdict in the log. */
export function problemsOfVerdict({ result, env }: Process): string[] {
  const last = result?.log.findLast(({ text }) => verdictIn(text) !== '');
  if (!result || !last) return ['ends without a verdict in its log'];
  const { exitCode, outputs } = result;
  const verdict = verdictIn(last.text);
  const fails = failsWith(verdict, env);
  const isOther = Boolean(env.GITHUB_OUTPUT) && outputs.verdict !== verdict;
  return [
    ...(exitCode === (fails ? 1 : 0) ? [] : [`ends ${verdict} with exit code ${exitCode}`]),
    ...(fails === (last.level === 'error')
      ? []
      : [`ends ${verdict} with an annotation of level ${last.level}`]),
    ...(isOther ? [`ends ${verdict}, and the output is “${outputs.verdict}”`] : []),
  ];
}

/** The verdict of a line like `✅ pull-request: https://…`. */
const verdictIn = (text: string) =>
  VERDICTS.find((verdict) => text.split(' ', 2)[1] === `${verdict}:`) ?? '';

const FAILING = ['failed', 'timed-out', 'quota-exhausted', 'unconfirmed'];

/** Whether a run with this verdict fails its step. */
function failsWith(verdict: string, env: Process['env']): boolean {
  const words = (inputOf(env, 'fail-on') || FAILING.join(',')).split(/[\s,]+/).filter(Boolean);
  const areKnown = words.every((word) => VERDICTS.includes(word));
  return verdict === 'error' || (areKnown && words.includes(verdict));
}

/** What must be true for the verdicts that no comment shows as such. */
const OTHER_PROOFS: typeof PROOFS = {
  error: ({ last }) => last?.answer !== 'unclear',
  skipped: ({ last }) => last === undefined,
  denied: ({ last }) => last === undefined,
};

/** What in a run's outputs contradicts what it knew. */
export function contradictions(
  { verdict, jobId, prLink }: Readonly<Record<'verdict' | 'jobId' | 'prLink', string>>,
  { readings, submits }: Knowledge,
  wasCancelled: boolean,
): string[] {
  const reading = readings.get(jobId);
  const last = submits.at(-1);
  const isProven =
    { ...PROOFS, ...OTHER_PROOFS }[verdict]?.({ reading, last }) ??
    (wasCancelled || verdict !== 'cancelled');
  const known = URL.parse(reading?.prLink ?? '')?.href;
  if (isProven && (prLink === '' || prLink === known)) return [];
  const facts = `last read ${jobId} as ${reading?.status} with ${reading?.prLink}, and its last request was ${last?.answer}`;
  return [`ends ${verdict} with “${prLink}”, ${facts}`];
}

/** For the last request for the status, and for the report. */
const REPORT_MS = 8_000;

/**
 * A run that waits uses its time: it does not give up before its timeout, unless a server lets it
 * wait for longer than that.
 */
export const fullTime: RuleOf = (_, judge) => ({
  onEnd(process) {
    const { result, timeoutMs, name, what } = process;
    if (!result || what === 'post' || result.outputs.verdict !== 'timed-out') return;
    const unused = timeoutMs - (result.ended - result.began);
    const problem =
      unused > REPORT_MS &&
      `${name} ends timed-out ${Math.round(unused / 1000)} s before its timeout`;
    judge(
      'runs use their time',
      wasHit(process, /^/, /429|rate limit/) && 'a server let it wait',
      problem,
    );
  },
});
