import { InputError, ServiceError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { urlOfComment } from '../report/status-fields.ts';
import type { StatusReport } from '../report/status-report.ts';
import type { Job } from '../service/job.ts';
import { type PollOrigin, pollOriginOf } from '../service/poll-state.ts';
import { matchEarlierRequest, ownRecords, type RequestIdentity } from '../thread/earlier-requests.ts';
import { leaseEnd, type StatusRecord } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import { answerOf, type EarlierAnswer } from './earlier-answer.ts';
import {
  type FollowUpTarget,
  type TurnEffects,
  type TurnTaken,
  turnOf,
  waitForTurn,
  waitsBehind,
} from './follow-up-turn.ts';
import { changedSince, notAfterOurs, readThread, warnOnceAbout } from './thread-reading.ts';

/** What a run may do about its request. */
export type Claim =
  | TurnTaken
  /** The job exists: wait for it. */
  | { readonly kind: 'attach'; readonly job: Job; readonly since: PollOrigin };

export interface ClaimEffects extends TurnEffects {
  readonly thread: ReportThread;
  readonly report: Pick<StatusReport, 'describe' | 'adopt' | 'retract' | 'announce' | 'waiting' | 'starting'>;
  /** Why nothing may be submitted; what is there is looked for all the same. */
  readonly analyticsFailure: Outcome | undefined;
  readonly warn: (line: string) => void;
  /** The whole of it, in milliseconds. */
  readonly budget: number;
}

/** Milliseconds between our first text in the thread and the second reading: GitHub promises no read after a write. */
const PAUSE = 2_000;
/** Of the timeout, at most. */
const SHARE = 0.25;

/**
 * At most one job per request: announces it in the thread, reads the thread again, and claims the request unless another run has it.
 * @param target how the request finds a job to continue; undefined for a job of its own.
 * @throws GitHubError when the thread cannot be read: nothing may be submitted then.
 */
export async function claim(
  identity: RequestIdentity,
  target: FollowUpTarget | undefined,
  parts: ClaimEffects,
): Promise<Claim> {
  const effects = { ...parts, onIgnored: warnOnceAbout(parts.warn) };
  const first = await readThread([], effects);
  const before = await answerOf(matchEarlierRequest(identity, first), first, effects);
  if (before.kind !== 'none') return take(before, effects);
  const own = ownRecords(identity, first);
  if (effects.analyticsFailure) {
    const [former] = own;
    if (former) effects.thread.comment.adopt(former);
    return ended(effects.analyticsFailure);
  }
  const early = stopNow(effects);
  if (early) return early;
  effects.report.describe({ note: before.note });
  await effects.report.announce(target && waitsBehind(turnOf({ identity, target, records: first })));
  await removeFormer(own, identity, effects);
  await effects.clock.sleep(Math.min(PAUSE, effects.budget * SHARE), effects.signal);

  const second = await readThread(first, effects);
  const since = await answerOf(matchEarlierRequest(identity, changedSince(first, second, effects)), second, effects);
  const late = stopNow(effects);
  if (late) return late;
  if (since.kind !== 'none') {
    await effects.report.retract(since.record.comment.url);
    return take(since, effects);
  }
  if (!target) return { kind: 'create' };
  const read = async (seen: readonly StatusRecord[]) => notAfterOurs(await readThread(seen, effects), effects);
  return waitForTurn({ identity, target, records: notAfterOurs(second, effects), read }, effects);
}

/** Goes with a request that was there before: in its comment. */
function take(answer: Exclude<EarlierAnswer, { kind: 'none' }>, effects: ClaimEffects): Claim {
  const { record } = answer;
  if (effects.signal.aborted) return ended({ verdict: 'cancelled', job: undefined });
  switch (answer.kind) {
    case 'fail':
      return ended(answer.outcome);
    case 'duplicate':
      return ended({ verdict: 'skipped', duplicate: duplicateOf(record) });
    case 'unconfirmed':
      effects.report.adopt(record);
      return ended({ verdict: 'unconfirmed', problem: nobodyKnows(record.comment.url) });
    case 'attach': {
      const { before, previous: id, mentioned } = record.marker;
      if (answer.isOwn) {
        effects.thread.comment.adopt(record);
        const previous = id === null ? undefined : { id, url: urlOfComment(record.comment.url, id) };
        effects.report.describe({ before, previous, mentioned });
      } else effects.report.adopt(record);
      return { kind: 'attach', job: answer.job, since: pollOriginOf(before) };
    }
  }
}

function duplicateOf(record: StatusRecord) {
  const { marker, comment } = record;
  return {
    run: marker.run,
    until: leaseEnd(record),
    jobId: 'job' in marker ? marker.job : undefined,
    url: comment.url,
  };
}

/** A re-run has a comment of its own, as its id says who announced first; those of its earlier attempts go. */
async function removeFormer(
  own: readonly StatusRecord[],
  { requestKey }: RequestIdentity,
  { thread }: ClaimEffects,
): Promise<void> {
  for (const record of own.filter(({ marker }) => marker.requestKey === requestKey)) {
    const former = thread.handle();
    former.adopt(record);
    await former.remove();
  }
}

function stopNow({ signal, clock, deadline }: ClaimEffects): Claim | undefined {
  if (signal.aborted) return ended({ verdict: 'cancelled', job: undefined });
  return clock.now() < deadline ? undefined : ended({ verdict: 'error', problem: tooLate(), job: undefined });
}

const ended = (outcome: Outcome): Claim => ({ kind: 'ended', outcome });

export const tooLate = () =>
  new InputError(
    'The timeout was over before anything could be sent to the service.',
    'No job was created. Set a longer `timeout`.',
  );

const nobodyKnows = (url: string) =>
  new ServiceError(
    `This request was sent before, and whether a job exists is unknown: ${url}`,
    'Look for its pull request in the repository of the documentation.',
  );

interface RequestClaimEffects extends Omit<ClaimEffects, 'thread' | 'report' | 'budget'> {
  /** Undefined where the request is reported in no thread. */
  readonly thread: Pick<ClaimEffects, 'thread' | 'report'> | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  /** False where the workflow wants no comments. */
  readonly mayComment: boolean;
}

/** Claims a request, in its thread or, with a warning for a re-run, without one. @throws GitHubError as {@link claim} does. */
export async function claimRequest(
  identity: RequestIdentity,
  target: FollowUpTarget | undefined,
  { thread, timeout, mayComment, ...effects }: RequestClaimEffects,
): Promise<Claim> {
  if (thread) return claim(identity, target, { ...effects, ...thread, budget: timeout });
  if (effects.analyticsFailure) return ended(effects.analyticsFailure);
  if (identity.attempt > 1) effects.warn(mayComment ? NO_MEMORY : NO_COMMENT);
  if (target?.kind !== 'job') return { kind: 'create' };
  const report = { describe() {}, waiting: async () => {}, starting: async () => {} };
  return waitForTurn({ identity, target, records: [], read: async () => [] }, { ...effects, report });
}

const NO_MEMORY =
  'This run was run again, and no thread remembers what came of it the first time: a second job may be started. ' +
  'Set `issue-number` to give it a memory.';
const NO_COMMENT =
  'This run was run again, and with `comment: false` nothing remembers what came of it the first time: a second job may be started.';
