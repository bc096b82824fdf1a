import type { Exchange, Process, World } from '../world.ts';
import { type RuleOf, wasHit } from './rule.ts';

/**
 * Log and summary say the verdict, and without a fault or an interruption, no request ends with an
 * error, or before its link comes.
 */
export const visibleReasons: RuleOf = (world, judge) => ({
  onEnd(process) {
    const { result, what, name } = process;
    if (!result || result.exitCode === null || what === 'post') return;
    const { verdict = '' } = result.outputs;
    const isSaid =
      result.log.some(({ text }) => text.includes(`${verdict}:`)) &&
      result.summary.includes(verdict);
    judge('says its verdict', false, !isSaid && `${name} ends ${verdict}, which it does not say`);
    const disturbance = disturbanceOf(process, world);
    const isError =
      verdict === 'error' && `${name} ends with an error for no reason: ${warningsOf(process)}`;
    judge('errors have a reason', disturbance, isError);
    if (!isLinked(process, world)) return;
    const forLink =
      disturbance ?? (wasHit(process, /^GET service/) && 'a status could not be read');
    const isEarly =
      verdict === 'no-changes' && `${name} ends no-changes, although the link came soon`;
    judge('links are waited for', forLink, isEarly);
  },
});

const warningsOf = ({ result }: Process): string =>
  (result?.log ?? [])
    .filter(({ level }) => level === 'error' || level === 'warning')
    .map(({ text }) => text)
    .join(' / ');

/** How long a run waits for the link of a job that has completed, in seconds. */
const LINK_WAIT = 25;

/** Whether the job of this run alone ends with a pull request while the run waits for it. */
function isLinked({ result, knowledge, timeoutMs }: Process, { service }: World): boolean {
  const job = service.jobs.get(result?.outputs.jobId ?? '');
  if (!result || !job || knowledge.submits.length === 0 || job.prompts.length > 1) return false;
  const isCut = result.ended - result.began > timeoutMs - 6_000;
  return job.plan.end === 'pull-request' && job.plan.linkAfter < LINK_WAIT && !isCut;
}

/**
 * Why a run may end with an error: what happened to this run, or to what it works with. Undefined
 * if nothing did.
 */
export function disturbanceOf(process: Process, world: World): string | undefined {
  const { occasion, result, interruption, knowledge, env, sent } = process;
  const { thread = 0 } = occasion;
  const submitted =
    sent.findLast(({ line, status }) => line.startsWith('POST service/') && status < 300)?.at ??
    Infinity;
  const reasons: Readonly<Record<string, boolean>> = {
    'a fault hit it': sent.some((exchange) => mayMatter(exchange, exchange.at > submitted)),
    'it was cancelled or killed':
      result?.cancelled !== undefined || interruption.kill !== undefined,
    'its API key was replaced': env['INPUT_API-KEY'] !== world.apiKey,
    'its job never existed, counts as lost, or was not created as a run was killed':
      /^(?:follow-up|attach)$/.test(occasion.kind) && mayLackJob(thread, world),
    'only `job-id` names its job, which the service did not know yet':
      occasion.inputs['job-id'] !== undefined &&
      /Job not found/.test(result?.outputs.message ?? ''),
    'its job was archived': knowledge.submits.at(-1)?.answer === 'rejected',
    'its thread was locked or moved':
      world.github.isClosed(thread) || sent.some((exchange) => isClosedTo(exchange, world)),
    'its timeout came': isLate(process),
    'people broke its status comment': [...world.unreadable].some(
      (id) => world.writers.get(id) === process,
    ),
    'the service refuses to show a job': sent.some((exchange) => isRefused(exchange, world)),
    'it says what to change': hasNoPlace(process, world),
  };
  return Object.keys(reasons).find((reason) => reasons[reason]);
}

const mayLackJob = (thread: number, world: World) =>
  world.processes.some(
    (process) =>
      process.occasion.thread === thread &&
      (namesNoJob(process, world) || process.interruption.kill !== undefined),
  ) || [...world.service.jobs.values()].some(({ plan }) => plan.end === 'stuck');

/** Whether `job-id` names no job of the project. */
function namesNoJob({ occasion, env }: Process, { service }: World): boolean {
  const id = occasion.inputs['job-id'];
  return id !== undefined && service.jobs.get(id)?.project !== env['INPUT_PROJECT-ID'];
}

/** Whether a request met a fault that may be the reason of an error. */
function mayMatter({ line, fault }: Exchange, isSent: boolean): boolean {
  if (fault === undefined || /^(?:GET github\/user\/|POST github\/.*\/reactions$)/.test(line))
    return false;
  // Then, what cannot be reported is a warning, and the job is read again after most faults.
  return !isSent || (line.startsWith('GET service/') && /^4(?!08|29)/.test(fault));
}

function isClosedTo({ line }: Exchange, { github }: World): boolean {
  const [, method, thread] = /^(\w+) github\/issues\/(\d+)\//.exec(line) ?? [];
  return (
    thread !== undefined &&
    (method === 'POST'
      ? github.isClosed(Number(thread))
      : github.thread(Number(thread)).movedTo !== undefined)
  );
}

const isRefused = ({ line, status }: Exchange, { service }: World) =>
  status >= 400 &&
  service.jobs.get(/^GET service.*\/job\/([^/]+)$/.exec(line)?.[1] ?? '')?.plan.refusedAs ===
    status;

/**
 * What has no thread, or whose pull request the token cannot read, goes on only with another
 * setting, which is named. A command on a pull request that one of several jobs opened is to be
 * repeated.
 */
function hasNoPlace({ occasion, result }: Process, { service }: World): boolean {
  const errors = result?.log.filter(({ level }) => level === 'error').map(({ text }) => text) ?? [];
  const isUnclear = errors.some((text) => text.includes('Ask again when it has ended.'));
  if (isUnclear && service.jobs.size > 0) return true;
  const isElsewhere = [...service.jobs.values()].some(({ link }) => link?.includes('/acme/docs/'));
  const settings = [
    ...(occasion.thread === undefined || !occasion.inputs['issue-number']
      ? ['`issue-number`']
      : []),
    ...(isElsewhere ? ['`pull-request: new`', '`max-open-pulls`'] : []),
  ];
  return errors.some((text) => settings.some((setting) => text.includes(setting)));
}

/** The last seconds of a timeout are no time for a request. */
const LAST_MS = 10_000;

const isLate = ({ result, timeoutMs }: Process): boolean =>
  result?.outputs.verdict === 'error' && result.ended - result.began > timeoutMs - LAST_MS;
