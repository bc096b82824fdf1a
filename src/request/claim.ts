import { InputError, ServiceError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { toPlain } from '../render/to-markdown.ts';
import { urlOfComment } from '../report/earlier-comments.ts';
import type { StatusDetails, StatusReport } from '../report/status-report.ts';
import type { Job } from '../service/job.ts';
import { type PollOrigin, pollOriginOf } from '../service/poll.ts';
import { matchEarlierRequest, ownRecords, type RequestIdentity } from '../thread/earlier-requests.ts';
import { type FollowUpTarget, openedBy, type Turn, turnOf, waitsBehind } from '../thread/job-to-continue.ts';
import { hashOf } from '../thread/marker.ts';
import { jobOfMarker, leaseEnd, type StatusRecord } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import { type TurnEffects, type TurnTaken, waitForTurn } from './follow-up-turn.ts';
import { answerOf, changedSince, type EarlierAnswer, notAfterOurs, readThread, warnOnceAbout } from './read-earlier.ts';

/** The next step of a run for its request. */
export type Claim =
  | TurnTaken
  /** The job of the request exists: wait for it. */
  | { readonly kind: 'attach'; readonly job: Job; readonly since: PollOrigin };

export interface ClaimEffects extends TurnEffects {
  readonly thread: ReportThread;
  readonly report: Pick<StatusReport, 'describe' | 'adopt' | 'retract' | 'announce' | 'waiting' | 'starting'>;
  /** Why no job may be created. The run still attaches to an existing job. */
  readonly analyticsFailure: Outcome | undefined;
  readonly warn: (line: string) => void;
  readonly log: (line: string) => void;
  /** The timeout of the step, in milliseconds. */
  readonly timeout: number;
  /** The number of the pull request in which the request was made; undefined if it was made elsewhere. */
  readonly pull?: number | undefined;
  /** The job that opened that pull request, if the thread does not say it; undefined if there is no pull request. */
  readonly openerByLink: (() => Promise<string | undefined>) | undefined;
  /** Reads the status comments with the same cause outside the thread; undefined if all of them are in it. */
  readonly readCause: (() => Promise<readonly StatusRecord[]>) | undefined;
}

/**
 * Milliseconds between the announcement and the second read of the thread: GitHub does not guarantee that a read shows an earlier write.
 */
const PAUSE_MS = 2_000;
/** The largest share of the timeout that this pause may take. */
const MAX_PAUSE_SHARE = 0.25;

/**
 * Ensures at most one job per request: announces the request in the thread, reads the thread again, and claims the request unless
 * another run is handling it.
 * @param target how to find the job to continue; undefined if the request creates its own job.
 * @throws GitHubError when the thread cannot be read, or GitHub does not confirm the status comment: nothing may be submitted then.
 */
async function claim(asked: RequestIdentity, wanted: FollowUpTarget | undefined, parts: ClaimEffects): Promise<Claim> {
  const effects = { ...parts, onIgnored: warnOnceAbout(parts.warn) };
  const first = await readThread([], effects);
  const { identity, target } = await inConversation(asked, wanted, first, effects);
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
  const turn = target && turnOf(target, identity, effects.readCause ? [] : first, new Set());
  if (target?.kind === 'thread' && isWithoutJob(target, turn)) return ended(NO_JOB);
  effects.report.describe({ note: before.note });
  await effects.report.announce(turn && waitsBehind(turn));
  await removeFormer(own, identity, effects);
  await effects.clock.sleep(Math.min(PAUSE_MS, effects.timeout * MAX_PAUSE_SHARE), effects.signal);

  const second = await readThread(first, effects);
  const since = await answerOf(matchEarlierRequest(identity, changedSince(first, second, effects)), second, effects);
  const late = stopNow(effects);
  if (late) return late;
  if (since.kind !== 'none') {
    await effects.report.retract(since.record.comment.url);
    return take(since, effects);
  }
  if (!target) return { kind: 'create' };
  const { readCause } = effects;
  const read = async (seen: readonly StatusRecord[]) =>
    notAfterOurs(await (readCause ? readCause() : readThread(seen, effects)), effects);
  const records = readCause ? await read([]) : notAfterOurs(second, effects);
  return waitForTurn({ identity, target, records, read }, effects);
}

/**
 * A pull request that a job opened is one conversation: a command in it continues that job, in whichever workflow or leg of a matrix it
 * is read, so its request key consists of the job and the command only.
 */
async function inConversation(
  identity: RequestIdentity,
  target: FollowUpTarget | undefined,
  records: readonly StatusRecord[],
  { openerByLink, report, thread, pull }: ClaimEffects,
): Promise<{ readonly identity: RequestIdentity; readonly target: FollowUpTarget | undefined }> {
  if (target?.kind !== 'thread') return { identity, target };
  const isElsewhere = pull !== undefined && pull !== thread.comments.issueNumber;
  const opener = (isElsewhere ? undefined : openedBy(identity.project, records)) ?? (await openerByLink?.());
  if (opener === undefined) return { identity, target };
  const inPull = { ...target, openedBy: opener, isElsewhere };
  if (target.orElse === 'skip') return { identity, target: inPull };
  const requestKey = hashOf(opener, ...identity.event);
  report.describe({ requestKey });
  return { identity: { ...identity, requestKey }, target: inPull };
}

/** Whether a follow-up has no job to continue, and may not create one. */
const isWithoutJob = (target: Extract<FollowUpTarget, { kind: 'thread' }>, turn: Turn | undefined): boolean =>
  (target.orElse === 'skip' && turn?.kind === 'none') || (target.needsOpener === true && target.openedBy === undefined);

/** The outcome of `follow-up` and `attach` without `job-id`, if there is no thread, or no job in it. */
export const NO_JOB: Outcome = {
  verdict: 'skipped',
  reason: 'no job of this project was found in the thread; `job-id` can name one',
};

/** Continues an earlier request, in its status comment. */
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
      return ended({ verdict: 'unconfirmed', problem: unknownJob(), earlier: record.comment.url });
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
    jobId: jobOfMarker(marker),
    url: comment.url,
  };
}

/** Deletes the status comments of earlier attempts. A re-run needs a new one, as the order of the ids shows which run announced first. */
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

/** The error if the timeout ends before a request is sent to the service. */
export const tooLate = () =>
  new InputError('The timeout came before a request could be sent to the service.', 'Set a longer `timeout`.', {
    headline: 'Timeout too short',
  });

const unknownJob = () =>
  new ServiceError(
    'An earlier attempt sent this request, and whether a job exists is unknown.',
    'Look for its pull request in the documentation repository.',
  );

interface RequestClaimEffects extends Omit<ClaimEffects, 'thread' | 'report'> {
  /** Undefined if the request is not reported in a thread. */
  readonly thread: Pick<ClaimEffects, 'thread' | 'report'> | undefined;
  /** The `comment` input. */
  readonly mayComment: boolean;
  /** Warns in the log and the job summary. */
  readonly note: (warning: string) => void;
}

/** Claims a request in its thread. Without a thread, it warns about a re-run. @throws GitHubError as {@link claim} does. */
export async function claimRequest(
  identity: RequestIdentity,
  target: FollowUpTarget | undefined,
  { thread, mayComment, ...effects }: RequestClaimEffects,
): Promise<Claim> {
  if (thread) return claim(identity, target, { ...effects, ...thread });
  if (effects.analyticsFailure) return ended(effects.analyticsFailure);
  if (identity.attempt > 1) effects.note(mayComment ? NO_THREAD : NO_COMMENT);
  if (target?.kind === 'thread' && target.orElse === 'skip') return ended(NO_JOB);
  if (!target || target.kind === 'thread') return { kind: 'create' };
  const read = effects.readCause ?? (async () => []);
  const report = {
    describe({ note }: StatusDetails) {
      if (note) effects.log(toPlain(note));
    },
    waiting: async () => {},
    starting: async () => {},
  };
  return waitForTurn({ identity, target, records: await read(), read }, { ...effects, report });
}

const NO_THREAD =
  'This is a re-run without a thread, so the result of the first attempt is unknown and a second job may be created. ' +
  'Set `issue-number` to report in a thread.';
const NO_COMMENT =
  'This is a re-run with `comment: false`, so the result of the first attempt is unknown and a second job may be created.';
