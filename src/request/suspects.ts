import { ServiceError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { hasEnded, type JobReading, type PollOrigin, snapshotOf } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import { fetchJob, type PollResult, watchJob } from '../service/watch-job.ts';
import type { RequestIdentity } from '../thread/earlier-requests.ts';
import type { FollowUpTarget } from '../thread/job-to-continue.ts';
import type { PullOrigin, Suspect } from './agent-pulls.ts';
import { pauseAhead, type TurnEffects, unsent } from './wait-for-turn.ts';

/**
 * The ids of the jobs that may still show that they opened the pull request: those that cannot be read only if there are no others, and
 * of several those that have ended only just after their last prompt.
 */
export function suspectsOf(
  origin: PullOrigin,
  wanted: FollowUpTarget | undefined,
  { project }: RequestIdentity,
): readonly string[] {
  if (origin.kind !== 'suspected' || wanted?.kind !== 'thread') return [];
  const own = origin.suspects.filter(
    ({ record: { marker, facts } }) => marker.project === project && facts.end?.kind !== 'job',
  );
  const readable = own.filter(({ job }) => job !== undefined);
  const candidates = readable.length > 0 ? readable : own;
  const isOpen = ({ job, record }: Suspect) => !job || !hasEnded(job) || record.ageMs < SETTLE_MS;
  return (candidates.length > 1 ? candidates.filter(isOpen) : candidates).flatMap(({ jobId }) => jobId ?? []);
}

/** The outcome if several jobs may have opened the pull request. */
export const severalSuspects = (jobs: readonly string[]): Outcome => ({
  verdict: 'error',
  job: undefined,
  wasAccepted: false,
  problem: new ServiceError(
    `It is not known yet which job opened this pull request: ${jobs.map((id) => `\`${id}\``).join(', ')}. Make the request again when these jobs have ended.`,
    '',
    { headline: 'Not sent' },
  ),
});

/** What became of a suspect: it opened the pull request, it did not, or the run ends before that is known. */
type Settled = { readonly kind: 'opener' | 'other' } | { readonly kind: 'ended'; readonly outcome: Outcome };

/** Waits until the job that may have opened the pull request shows its own, has ended without one, or turns out not to be readable. */
export async function waitForSuspect(suspect: string, link: string, effects: TurnEffects): Promise<Settled> {
  const { clock, deadline, service, signal, report } = effects;
  const until = new Date(clock.date().getTime() + deadline - clock.now());
  effects.onWaiting(`job ${suspect}, which may have opened this pull request`, until);
  const read = (timeout: number) => service.readJob(suspect, timeout);
  /** A refusal may concern this job only, so it decides nothing before it lasts. */
  async function insist(timeout: number): Promise<JobReading> {
    const reading = await read(timeout);
    return reading.kind === 'refused' ? { ...reading, isFinal: false } : reading;
  }
  async function onReading(reading: Parameters<TurnEffects['onReading']>[0]) {
    await effects.onReading(reading);
    await report.waiting(suspect);
  }
  // Another run may just be sending a follow-up: the end before that is no end.
  const since: PollOrigin = { kind: 'follow-up', before: { job: suspect, link: '' } };
  let result: PollResult | undefined;
  let isCutShort: boolean;
  const began = clock.now();
  do {
    if (result) await pauseAhead(began, effects);
    const asked = clock.now();
    const found = await fetchJob(insist, effects);
    isCutShort = found.kind === 'unreadable' && clock.now() - asked < SETTLE_MS; // by the timeout
    if (found.kind !== 'job') break;
    result = await watchJob({ until: 'done', since }, found.job, { ...effects, read, onReading });
  } while (result.kind === 'gone' || result.kind === 'unreadable');
  if (signal.aborted) return { kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } };
  if (isCutShort || clock.now() >= deadline || result?.kind === 'timed-out')
    return { kind: 'ended', outcome: unsent(suspect) };
  return { kind: result && snapshotOf(result.job).link === link ? 'opener' : 'other' };
}
