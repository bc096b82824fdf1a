import { type Knowledge, PROOFS } from '../knowledge.ts';
import type { Process } from '../world.ts';
import { type RuleOf, wasHit } from './rule.ts';

const FAILING = new Set(['error', 'failed', 'timed-out', 'quota-exhausted', 'unconfirmed']);
const GRACE_MS = 15_000;
const CANCEL_MS = 5_000;
const POST_MS = 120_000;

/** Every run ends in time; verdict, exit code and annotation agree with each other, and with what the run knew. */
export const endings: RuleOf = (_, judge) => ({
  onEnd(process) {
    const { result, name } = process;
    if (!result) return;
    judge('ends in time', false, ...delaysOf(process).map((problem) => `${name} ${problem}`));
    if (result.exitCode !== null)
      judge('ends as it knows', false, ...problemsOfEnd(process).map((problem) => `${name} ${problem}`));
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
    ...(tookAfterCancel > CANCEL_MS ? [`took ${Math.round(tookAfterCancel)} ms after the cancel`] : []),
  ];
}

function problemsOfEnd({ what, result, knowledge }: Process): string[] {
  if (!result) return [];
  if (what === 'post') return result.exitCode === 0 ? [] : [`the post step fails`];
  const { verdict = '', jobId = '', prLink = '' } = result.outputs;
  const problems: string[] = [];
  const fails = FAILING.has(verdict);
  if (verdict === '') problems.push('ends without a verdict');
  if (fails !== (result.exitCode === 1)) problems.push(`ends ${verdict} with exit code ${result.exitCode}`);
  const last = result.log.findLast(({ text }) => text.split(' ')[1] === `${verdict}:`);
  if (fails !== (last?.level === 'error')) problems.push(`ends ${verdict} with an annotation of level ${last?.level}`);
  const isAborted = result.log.some(
    ({ text }) => text.includes('Unexpected error') || text.includes('unexpected error'),
  );
  if (isAborted) problems.push(`meets an unexpected error: ${result.log.at(-1)?.text}`);
  const accepted = knowledge.submits.findLast(({ answer }) => answer === 'accepted');
  if (accepted?.jobId && jobId !== accepted.jobId)
    problems.push(`knows ${accepted.jobId}, but the output is “${jobId}”`);
  problems.push(...contradictions({ verdict, jobId, prLink }, knowledge, result.cancelled !== undefined));
  return problems;
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
    { ...PROOFS, ...OTHER_PROOFS }[verdict]?.({ reading, last }) ?? (wasCancelled || verdict !== 'cancelled');
  const known = URL.parse(reading?.prLink ?? '')?.href;
  if (isProven && (prLink === '' || prLink === known)) return [];
  const facts = `last read ${jobId} as ${reading?.status} with ${reading?.prLink}, and its last request was ${last?.answer}`;
  return [`ends ${verdict} with “${prLink}”, ${facts}`];
}

/** For the last request for the status, and for the report. */
const REPORT_MS = 8_000;

/** A run that waits uses its time: it does not give up before its timeout, unless a server lets it wait for longer than that. */
export const fullTime: RuleOf = (_, judge) => ({
  onEnd(process) {
    const { result, timeoutMs, name, what } = process;
    if (!result || what === 'post' || result.outputs.verdict !== 'timed-out') return;
    const unused = timeoutMs - (result.ended - result.began);
    const problem = unused > REPORT_MS && `${name} ends timed-out ${Math.round(unused / 1000)} s before its timeout`;
    judge('runs use their time', wasHit(process, /^/, /429|rate limit/) && 'a server let it wait', problem);
  },
});
