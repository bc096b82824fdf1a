import type { Occasion } from '../occasion.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/** Something happens: without a fault or an interruption, no run ends with an error or without a word. */
export const visibleReasons: RuleOf = (world) => ({
  name: 'visible reasons',
  onEnd(process) {
    const { result, what, name } = process;
    if (!result || result.exitCode === null || what === 'post') return [];
    const { verdict = '' } = result.outputs;
    if (result.summary === '') return [`${name} ends ${verdict} without a summary`];
    const warnings = result.log.filter(({ level }) => level === 'error' || level === 'warning').map(({ text }) => text);
    if (verdict === 'error' && !isDisturbed(process, world))
      return [`${name} ends with an error for no reason: ${warnings.join(' / ')}`];
    if (verdict === 'skipped' && !isAnswered(process, world))
      return [`${name} is skipped, and no other run works on its request`];
    if (verdict === 'no-changes' && missesLink(process, world))
      return [`${name} ends no-changes, although the link came soon`];
    return [];
  },
  atEnd: () => world.github.unknown.map((line) => `GitHub's model does not know ${line}`),
});

/** Within such a timeout, a run may find no time for its request. */
const SHORT_MS = 60_000;

/** Whether anything but the plain course of things happened before the process ended. */
const isDisturbed = (process: Process, world: World): boolean =>
  world.isDisturbed ||
  process.timeoutMs <= SHORT_MS ||
  process.knowledge.submits.at(-1)?.answer === 'rejected' || // an archived job
  process.occasion.inputs['job-id'] === 'none' || // a job that never existed
  mayMeetLostJob(process, world) ||
  process.result?.cancelled !== undefined ||
  process.interruption.kill !== undefined;

/** A job that never ends counts as lost after 24 h, and a killed run may leave none. A follow-up creates none in its place. */
const mayMeetLostJob = ({ occasion }: Process, { service, processes }: World) =>
  occasion.kind === 'follow-up' &&
  ([...service.jobs.values()].some(({ plan }) => plan.end === 'stuck') ||
    processes.some((other) => other.interruption.kill !== undefined && other.occasion.thread === occasion.thread));

/** The last two: of a commit of the agent, or of one that was deployed before; without a job to continue. */
const MAY_BE_SKIPPED: ReadonlySet<Occasion['kind']> = new Set(['agent', 'sweep', 'push', 'workflow run', 'follow-up']);

/** Whether the run may be skipped: its event is no request, or another run had the same one. */
function isAnswered(process: Process, world: World): boolean {
  const { occasion, leg } = process;
  if (MAY_BE_SKIPPED.has(occasion.kind)) return true;
  if (isDisturbed(process, world)) return true;
  return world.processes.some(
    (other) =>
      other !== process &&
      other.what === 'main' &&
      other.leg === leg &&
      (other.occasion === occasion || other.occasion.subject === (occasion.subject || undefined)),
  );
}

/** How long a run waits for the link of a job that has completed, in seconds. */
const LINK_WAIT = 25;

function missesLink(process: Process, world: World): boolean {
  const { result, knowledge, timeoutMs } = process;
  const job = world.service.jobs.get(result?.outputs.jobId ?? '');
  if (!result || !job || isDisturbed(process, world) || knowledge.submits.length === 0 || job.prompts.length > 1)
    return false;
  const isCut = result.ended - result.began > timeoutMs - 5_000;
  return job.plan.end === 'pull-request' && job.plan.linkAfter < LINK_WAIT && !isCut;
}
