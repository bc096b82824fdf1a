import type { AgentService } from '../agent/client.ts';
import { type Found, findJob } from '../agent/find-job.ts';
import { hasEnded, type Job, snapshotOf } from '../agent/job.ts';
import type { Clock } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import type { Outcome } from '../report/outcome.ts';
import type { Phrase } from '../report/phrase.ts';
import { LOST, type Plan } from '../thread/plan.ts';
import { LOST_AFTER, type StatusRecord } from '../thread/records.ts';
import type { Placing } from '../thread/thread-report.ts';

/** What a plan comes to, once the job that it goes by was read. */
export type NextStep =
  | { readonly kind: 'create'; readonly placing: Placing }
  /** `record`: of the request that the job worked on before, if there is one. */
  | { readonly kind: 'follow-up'; readonly job: Job; readonly record?: StatusRecord; readonly placing: Placing }
  | { readonly kind: 'attach'; readonly job: Job; readonly record: StatusRecord }
  | Extract<Plan, { kind: 'await' | 'tell' }>
  | { readonly kind: 'fail'; readonly outcome: Outcome };

type FollowUpStep = Extract<NextStep, { kind: 'follow-up' }>;
type FailedStep = Extract<NextStep, { kind: 'fail' }>;

export interface LookEffects {
  readonly service: AgentService;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly deadline: number;
}

/** A job that cannot be read fails the run: a second one might be paid for in vain. */
export async function nextStep(plan: Plan, effects: LookEffects): Promise<NextStep> {
  switch (plan.kind) {
    case 'await':
    case 'tell':
      return plan;
    case 'create':
      return {
        kind: 'create',
        placing: { note: plan.instead && insteadOf(plan.instead.record, plan.instead.why) },
      };
    case 'look': {
      const { record, jobId } = plan;
      const found = await look(jobId, effects);
      return found.kind === 'unknown' ? unreadable(jobId, found.error) : afterLook(plan, record, found);
    }
  }
}

/** A follow-up to the job that the workflow names: there, or nothing. */
export async function stepForTarget(
  jobId: string,
  records: readonly StatusRecord[],
  effects: LookEffects,
): Promise<FollowUpStep | FailedStep> {
  const found = await look(jobId, effects);
  if (found.kind !== 'job') return unreadable(jobId, found.error);
  const record = records.findLast(({ marker }) => 'job' in marker && marker.job === jobId);
  return followUp(found.job, record);
}

const look = (jobId: string, { service, ...effects }: LookEffects): Promise<Found> =>
  findJob((timeout) => service.readJob(jobId, timeout), effects);

function afterLook(
  { purpose }: Extract<Plan, { kind: 'look' }>,
  record: StatusRecord,
  found: Exclude<Found, { kind: 'unknown' }>,
): NextStep {
  const note = (why: string): Phrase =>
    purpose === 'renew' ? [`A new job, as the first attempt came to nothing: ${why}.`] : insteadOf(record, why);
  const anew = (why: string): NextStep => ({ kind: 'create', placing: { note: note(why) } });
  if (found.kind === 'gone') return anew('the service does not know its job any more');
  const { job } = found;
  if (!hasEnded(job) && record.openFor > LOST_AFTER) return anew(LOST);
  if (purpose === 'join') return hasEnded(job) ? { kind: 'create', placing: {} } : { kind: 'attach', job, record };
  if (purpose === 'share') return { kind: 'attach', job, record };
  const isAnswered = purpose === 'renew' && job.status === 'archived' && job.pullRequest.kind !== 'none';
  if ((job.status === 'failed' || job.status === 'archived') && !isAnswered) return anew(`its job ${WHY[job.status]}`);
  return purpose === 'renew' ? { kind: 'attach', job, record } : followUp(job, record);
}

const WHY = { failed: 'failed', archived: 'was archived' } as const;

function followUp(job: Job, record?: StatusRecord): FollowUpStep {
  const placing = { before: snapshotOf(job), previous: record?.comment };
  return { kind: 'follow-up', job, placing, ...(record ? { record } : {}) };
}

const insteadOf = ({ comment }: StatusRecord, why: string): Phrase => [
  'A new job, and not a follow-up to ',
  { link: 'the request before', to: comment.url },
  `: ${why}.`,
];

function unreadable(jobId: string, cause: ServiceError): FailedStep {
  const problem = new ServiceError(
    `The job ${jobId} could not be read, so nothing was asked of it: ${cause.message}`,
    cause.remedy,
    { cause, quote: cause.quote },
  );
  return { kind: 'fail', outcome: { verdict: 'error', problem, job: undefined, isSpent: false } };
}
