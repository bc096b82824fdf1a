import { GitHubError, InputError, ServiceError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { urlOfComment } from '../report/status-fields.ts';
import type { StatusReport } from '../report/status-report.ts';
import type { Job } from '../service/job.ts';
import { type PollOrigin, pollOriginOf } from '../service/poll-state.ts';
import type { RichText } from '../text/rich-text.ts';
import {
  type EarlierRequest,
  matchEarlierRequest,
  ownRecords,
  type RequestIdentity,
} from '../thread/earlier-requests.ts';
import { type IgnoredComment, warningsAbout } from '../thread/ignored-comments.ts';
import { leaseEnd, type StatusRecord } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import { type EarlierJob, failureOf, readEarlierJob } from './earlier-job.ts';
import {
  type FollowUpTarget,
  newJobBecause,
  type TurnEffects,
  type TurnTaken,
  turnOf,
  waitForTurn,
  waitsBehind,
} from './turn.ts';

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
/** How often a list is read that lacks our own comment. */
const MAX_READS = 4;

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
  const effects = { ...parts, onIgnored: newOnly(parts.warn) };
  const first = await readThread([], effects);
  const before = await answerTo(matchEarlierRequest(identity, first), first, effects);
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
  const since = await answerTo(matchEarlierRequest(identity, changed(first, second, effects)), second, effects);
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

/** What an earlier request means for this one, once its job was read. */
type Answer =
  | { readonly kind: 'none'; readonly note: RichText | undefined }
  | { readonly kind: 'fail'; readonly outcome: Outcome; readonly record: StatusRecord }
  | { readonly kind: 'attach'; readonly job: Job; readonly record: StatusRecord; readonly isOwn: boolean }
  | Extract<EarlierRequest, { kind: 'duplicate' | 'unconfirmed' }>;

async function answerTo(
  earlier: EarlierRequest,
  records: readonly StatusRecord[],
  effects: ClaimEffects,
): Promise<Answer> {
  switch (earlier.kind) {
    case 'none':
      return { kind: 'none', note: earlier.instead && newJobBecause(earlier.instead) };
    case 'duplicate':
    case 'unconfirmed':
      return earlier;
    case 'job':
      return answerOfJob(earlier, await readEarlierJob(earlier.jobId, records, effects));
  }
}

/** An earlier attempt whose job failed is repeated; a job of another run is the answer, whatever came of it. */
function answerOfJob({ record, isOwn }: Extract<EarlierRequest, { kind: 'job' }>, read: EarlierJob): Answer {
  switch (read.kind) {
    case 'unreadable':
      return { kind: 'fail', outcome: read.outcome, record };
    case 'lost':
      return { kind: 'none', note: isOwn ? firstAttemptFailed(read.why) : newJobBecause({ record, why: read.why }) };
    case 'usable': {
      const why = isOwn ? failureOf(read.job) : undefined;
      if (why !== undefined) return { kind: 'none', note: firstAttemptFailed(why) };
      return { kind: 'attach', job: read.job, record, isOwn };
    }
  }
}

/** Goes with a request that was there before: in its comment. */
function take(answer: Exclude<Answer, { kind: 'none' }>, effects: ClaimEffects): Claim {
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

/**
 * The requests of others in the thread.
 * @param before those of the last reading: what the list lacks of them is read by its id.
 */
async function readThread(
  before: readonly StatusRecord[],
  { thread, clock, signal, onIgnored }: ReadEffects,
): Promise<readonly StatusRecord[]> {
  let seen = before;
  for (let reads = 1; reads <= MAX_READS; reads++) {
    const { records, ignored, lacksOwn } = await thread.read(seen);
    onIgnored(ignored);
    if (!lacksOwn || signal.aborted) return records;
    seen = records;
    await clock.sleep(PAUSE, signal);
  }
  throw laggingList();
}

interface ReadEffects extends Pick<ClaimEffects, 'thread' | 'clock' | 'signal'> {
  readonly onIgnored: (ignored: readonly IgnoredComment[]) => void;
}

/** The thread is read more than once: warns about what it did not hold before. */
function newOnly(warn: (line: string) => void): ReadEffects['onIgnored'] {
  const known = new Set<string>();
  return (ignored) => {
    for (const warning of warningsAbout(ignored.filter(({ url }) => !known.has(url)))) warn(warning);
    for (const { url } of ignored) known.add(url);
  };
}

/** What the second reading shows that the first one did not: all else was decided on already. */
function changed(
  first: readonly StatusRecord[],
  second: readonly StatusRecord[],
  effects: ClaimEffects,
): readonly StatusRecord[] {
  const known = new Map(first.map(({ comment, marker }) => [comment.id, marker]));
  return notAfterOurs(second, effects).filter(({ comment, marker }) => {
    const former = known.get(comment.id);
    return former?.state !== marker.state || former.writer !== marker.writer;
  });
}

/** Without those that announced after ours, and must yield. A job that exists counts, whoever announced first. */
function notAfterOurs(records: readonly StatusRecord[], { thread }: ClaimEffects): readonly StatusRecord[] {
  const own = thread.comment.ref?.id ?? Number.POSITIVE_INFINITY;
  return records.filter(
    ({ comment, marker }) => comment.id < own || (marker.state !== 'starting' && marker.state !== 'waiting'),
  );
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

const firstAttemptFailed = (why: string): RichText => [`A new job, as the first attempt has no result: ${why}.`];

export const tooLate = () =>
  new InputError(
    'The timeout was over before anything could be sent to the service.',
    'No job was created. Set a longer `timeout`.',
  );

const laggingList = () =>
  new GitHubError(
    "GitHub's list of the thread does not show the status comment that was just created, so it may lack others too.",
    'No job was created. Run it again later.',
  );

const nobodyKnows = (url: string) =>
  new ServiceError(
    `This request was sent before, and whether a job exists is unknown: ${url}`,
    'Look for its pull request in the repository of the documentation.',
  );
