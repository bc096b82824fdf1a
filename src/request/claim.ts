import { InputError, ServiceError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { urlOfComment } from '../report/earlier-comments.ts';
import type { StatusReport } from '../report/status-report.ts';
import type { Job } from '../service/job.ts';
import { type PollOrigin, pollOriginOf } from '../service/poll.ts';
import { matchEarlierRequest, ownRecords, type RequestIdentity } from '../thread/earlier-requests.ts';
import { type FollowUpTarget, turnOf } from '../thread/job-to-continue.ts';
import { hashOf } from '../thread/marker.ts';
import { jobOfMarker, type StatusRecord, united } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import type { PullOrigin } from './agent-pulls.ts';
import {
  duplicateOf,
  type TurnEffects,
  type TurnTaken,
  untilShown,
  waitForTurn,
  waitsBehind,
} from './follow-up-turn.ts';
import {
  answerOf,
  changedSince,
  type EarlierAnswer,
  readAllThreads,
  readThread,
  warnOnceAbout,
} from './read-earlier.ts';
import { type Suspected, severalSuspects, suspectsOf, waitForSuspect } from './suspects.ts';

/** The next step of a run for its request. */
export type Claim =
  | TurnTaken
  /** The job of the request exists: wait for it. */
  | { readonly kind: 'attach'; readonly job: Job; readonly since: PollOrigin };

interface ClaimEffects extends TurnEffects {
  readonly thread: ReportThread;
  readonly report: Pick<
    StatusReport,
    'describe' | 'adopt' | 'retract' | 'replaces' | 'announce' | 'waiting' | 'starting' | 'url'
  >;
  /** Why no job may be created. The run still attaches to an existing job. */
  readonly analyticsFailure: Outcome | undefined;
  readonly warn: (line: string) => void;
  readonly log: (line: string) => void;
  /** The number of the pull request in which the request was made; undefined if it was made elsewhere. */
  readonly pull?: number | undefined;
  /** Whose pull request that is. @param onPull its status comments, if they were read already. */
  readonly originOf: (onPull?: readonly StatusRecord[]) => Promise<PullOrigin>;
  /** The status comments with the same cause, in whichever thread. @param isFresh whether they must be read again. */
  readonly readCause: (isFresh: boolean) => Promise<readonly StatusRecord[]>;
}

/**
 * Ensures at most one job per request: announces the request in the thread, reads the thread again, and claims the request unless
 * another run is handling it.
 * @param wanted how to find the job to continue; undefined if the request creates its own job.
 * @throws GitHubError when the thread cannot be read, or GitHub does not confirm the status comment: nothing may be submitted then.
 */
async function claim(asked: RequestIdentity, wanted: FollowUpTarget | undefined, parts: ClaimEffects): Promise<Claim> {
  const effects = { ...parts, onIgnored: warnOnceAbout(parts.warn) };
  const { thread, report } = effects;
  const first = await readThread([], effects);
  const origin = await originIn(first, asked, effects);
  const identity = inConversation(asked, wanted, origin, effects);
  const before = await answerOf(matchEarlierRequest(identity, first), first, effects);
  if (before.kind !== 'none') return take(before, effects);
  const own = ownRecords(identity, first);
  if (effects.analyticsFailure) {
    const [former] = own;
    if (former) thread.comment.adopt(former);
    return ended(effects.analyticsFailure);
  }
  const early = stopNow(effects);
  if (early) return early;
  const suspects = suspectsOf(origin, wanted, identity);
  const target = targetIn(origin, wanted, effects);
  const behind = suspects[0] ?? (await jobAhead(target, { identity, first }, effects));
  if (behind === undefined && target?.kind === 'thread' && target.orElse === 'skip') return ended(NO_JOB);
  report.describe({ note: before.note });
  await report.announce(behind);
  // A re-run needs a new comment, as the order of the ids shows which run announced first.
  for (const record of own.filter(({ marker }) => marker.requestKey === identity.requestKey))
    await report.replaces(record, thread.handle());
  await untilShown(effects);

  const second = await readThread(first, effects);
  const since = await answerOf(matchEarlierRequest(identity, changedSince(first, second, effects)), second, effects);
  const late = stopNow(effects);
  if (late) return late;
  if (since.kind !== 'none') {
    await report.retract(since.record.comment.url);
    return take(since, effects);
  }
  if (suspects.length > 1) return ended(severalSuspects(suspects)); // said once, for all workflows and legs that read the command
  const announced = { identity, behind, seen: second };
  const [suspect] = suspects;
  return suspect && origin.kind === 'suspected'
    ? afterSuspect(suspect, { ...announced, wanted, origin }, effects)
    : submitInTurn(target, announced, effects);
}

/** The job that a request waits for, as far as the thread shows it before the announcement: see {@link waitsBehind}. */
async function jobAhead(
  target: FollowUpTarget | undefined,
  { identity, first }: { readonly identity: RequestIdentity; readonly first: readonly StatusRecord[] },
  { readCause, thread }: ClaimEffects,
): Promise<string | null | undefined> {
  if (!target) return undefined;
  const records = target.kind === 'cause' ? united(await readCause(false), first) : first;
  const queue = { records, thread: thread.comments.issueNumber, own: Number.POSITIVE_INFINITY };
  return waitsBehind(turnOf(target, identity, queue, new Set()));
}

type InThread = ClaimEffects & { readonly onIgnored: ReturnType<typeof warnOnceAbout> };

interface Announced {
  readonly identity: RequestIdentity;
  /** The job that the announcement says it waits for; null if that has no id yet, undefined if it does not wait. */
  readonly behind: string | null | undefined;
  /** The status comments of the thread. */
  readonly seen: readonly StatusRecord[];
}

/** Waits for the turn of a request that continues a job. */
async function submitInTurn(
  target: FollowUpTarget | undefined,
  { identity, behind, seen }: Announced,
  effects: InThread,
): Promise<Claim> {
  if (!target) {
    await effects.report.starting();
    return { kind: 'create' };
  }
  const { comments, comment, readAgain } = effects.thread;
  let inThread: readonly StatusRecord[] | undefined;
  async function read() {
    inThread = inThread ? await readThread(inThread, effects) : seen;
    const ofCause = target?.kind === 'cause' ? await effects.readCause(true) : [];
    return united(ofCause, inThread, await readAllThreads(effects));
  }
  const own = comment.ref?.id ?? Number.POSITIVE_INFINITY;
  return waitForTurn({ identity, target, behind, thread: comments.issueNumber, own, read, readAgain }, effects);
}

/** Continues after it is known whether the suspect opened the pull request. */
async function afterSuspect(
  suspect: string,
  { wanted, origin, ...announced }: Announced & { wanted: FollowUpTarget | undefined; origin: Suspected },
  effects: InThread,
): Promise<Claim> {
  const settled = await waitForSuspect(suspect, origin, effects);
  if (settled.kind === 'ended') return settled;
  const isOpener = settled.kind === 'opener';
  const target = isOpener ? targetIn({ kind: 'agent', jobId: suspect }, wanted, effects) : wanted;
  return submitInTurn(target, announced, effects);
}

/** Whose pull request the request was made in. A comment in the thread says it without a further request. */
async function originIn(
  records: readonly StatusRecord[],
  { project }: RequestIdentity,
  { originOf, thread, pull = thread.comments.issueNumber }: ClaimEffects,
): Promise<PullOrigin> {
  const isHere = pull === thread.comments.issueNumber;
  const opened = records.findLast(({ marker }) => marker.state === 'opened' && marker.project === project);
  if (isHere && opened) return { kind: 'agent', jobId: jobOfMarker(opened.marker) };
  return originOf(isHere ? records : undefined);
}

/**
 * A command on a pull request of the agent is one request for all workflows of the project and legs of a matrix that read it, also while it
 * is not known which job opened that: the key consists of the project, the pull request and the command only.
 */
function inConversation(
  identity: RequestIdentity,
  wanted: FollowUpTarget | undefined,
  origin: PullOrigin,
  { report, thread, pull = thread.comments.issueNumber }: ClaimEffects,
): RequestIdentity {
  if (origin.kind === 'agent') report.describe({ opener: origin.jobId });
  if (origin.kind === 'person' || wanted?.kind !== 'thread' || wanted.orElse === 'skip') return identity;
  const requestKey = hashOf('pull', identity.project, String(pull), ...identity.event);
  report.describe({ requestKey });
  return { ...identity, requestKey };
}

/** The job to continue, now that it is known whose pull request it is. */
function targetIn(
  origin: PullOrigin,
  wanted: FollowUpTarget | undefined,
  { thread, pull = thread.comments.issueNumber }: ClaimEffects,
): FollowUpTarget | undefined {
  if (wanted?.kind !== 'thread' || origin.kind !== 'agent' || origin.jobId === undefined) return wanted;
  const onlyOpener = wanted.onlyOpener === true || pull !== thread.comments.issueNumber;
  return { ...wanted, opener: origin.jobId, onlyOpener };
}

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
      const { before, previous: place, mentioned } = record.marker;
      if (answer.isOwn) {
        effects.thread.comment.adopt(record);
        const previous =
          place === null
            ? undefined
            : { id: place.comment, issueNumber: place.thread, url: urlOfComment(record.comment.url, place) };
        effects.report.describe({ before, previous, mentioned });
      } else effects.report.adopt(record);
      return { kind: 'attach', job: answer.job, since: pollOriginOf(before) };
    }
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
  return { kind: 'create' };
}

const NO_THREAD =
  'This is a re-run without a thread, so the result of the first attempt is unknown and a second job may be created. ' +
  'Set `issue-number` to report in a thread.';
const NO_COMMENT =
  'This is a re-run with `comment: false`, so the result of the first attempt is unknown and a second job may be created.';
