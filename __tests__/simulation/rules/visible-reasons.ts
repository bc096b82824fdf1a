import type { Process, World } from '../world.ts';
import { disturbanceOf } from './disturbance.ts';
import type { RuleOf } from './rule.ts';
import { isLost, mayBeSkipped } from './skips.ts';
import { hasStrayCopy, STRAY_COPY } from './stray-copies.ts';

/**
 * No request of a person is lost without a word: log and summary say the verdict, and without a fault or an interruption none ends with an
 * error, or skipped although no other run works on it.
 */
export const visibleReasons: RuleOf = (world, judge) => ({
  name: 'visible reasons',
  onEnd(process) {
    const { result, what, name } = process;
    if (!result || result.exitCode === null || what === 'post') return [];
    const { verdict = '' } = result.outputs;
    const isLogged = result.log.some(({ text }) => text.includes(`${verdict}:`));
    const disturbance = disturbanceOf(process, world);
    const problems = [
      ...judge('says its verdict', false, () =>
        isLogged && result.summary.includes(verdict) ? [] : [`ends ${verdict}, which it does not say`],
      ),
      ...judge(
        'errors have a reason',
        disturbance ?? (lostItsJob(process, world) && 'no job came of what it waited for'),
        () => (verdict === 'error' ? [`ends with an error for no reason: ${warningsOf(process)}`] : []),
      ),
      ...(verdict === 'skipped'
        ? judge('skips have a reason', disturbance ?? (hasStrayCopy(process, world) && STRAY_COPY), () =>
            mayBeSkipped(process, world)
              ? []
              : [`is skipped, and no other run works on its request: ${result.log.at(-1)?.text}`],
          )
        : []),
      ...(isLinked(process, world)
        ? judge(
            'links are waited for',
            disturbance ?? (lostReads(process, world) && 'a status could not be read'),
            () => (verdict === 'no-changes' ? ['ends no-changes, although the link came soon'] : []),
          )
        : []),
    ];
    return problems.map((problem) => `${name} ${problem}`);
  },
  atEnd: () => [
    ...world.processes
      .filter(({ what, result }) => what === 'main' && result?.outputs.verdict === 'skipped')
      .flatMap((process) =>
        judge('duplicates have an original', false, () =>
          isLost(process, world) ? [`${process.name} is skipped, and so are all runs with the same request`] : [],
        ),
      ),
  ],
});

/** Whether the request that it was to continue ended without a job. */
const lostItsJob = ({ result, occasion }: Process, { processes }: World): boolean =>
  (occasion.kind === 'follow-up' || occasion.kind === 'command') &&
  result?.log.some(({ text }) => text.includes('is no longer known in this thread')) === true &&
  processes.some(
    (other) =>
      other.result?.outputs.jobId === '' && /^(?:quota|limit|error|cancelled)/.test(other.result.outputs.verdict ?? ''),
  );

const lostReads = (process: Process, { exchanges }: World): boolean =>
  exchanges.some(({ by, line, fault }) => by === process && fault !== undefined && line.startsWith('GET service/'));

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
