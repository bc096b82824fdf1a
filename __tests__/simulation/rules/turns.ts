import { endOf } from '../service.ts';
import { firstLineOf, readComment } from '../wording.ts';
import type { Exchange, Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/** A run stops polling 5 s before its timeout, and a lease is chosen before it is written. */
const SLOW_SECONDS = 12;
/** GitHub's times are whole seconds, and a request is answered after it was sent. */
const ROUNDED_MS = 2_000;

/**
 * While a run holds the lease of a status comment, no other run edits it, unless the job has ended.
 * Each lease ends with the timeout of its holder.
 */
export const leases: RuleOf = (world, judge) => ({
  onExchange(exchange) {
    const { by, at, written } = exchange;
    if (!written?.shown?.marker) return;
    const { marker, kind } = written.shown;
    const limit = (by.sent[0]?.at ?? at) + by.timeoutMs + ROUNDED_MS;
    const surplus = Math.round((at + marker.leaseSeconds * 1000 - limit) / 1000);
    const isOff = surplus > 0 || surplus < -SLOW_SECONDS;
    const told = isOff && `${by.name} takes a lease that ends ${surplus} s after its timeout`;
    if (marker.leaseSeconds > 0) judge('leases end in time', false, told);
    const other = leaseOfOther(exchange, world);
    if (!other) return;
    // a sweep may read the end before the run does
    const isRight = marker.state.startsWith('ended') || other.left <= 0;
    const problem =
      !isRight && `${by.name} edits (${kind}) what ${other.holder.name} holds: ${other.left} s`;
    judge('leases are honored', excuseFor(other), problem);
  },
});

const excuseFor = (other: { readonly isUnread: boolean; readonly isOwnBefore: boolean }) =>
  (other.isUnread && 'it did not see the lease') ||
  (other.isOwnBefore && 'a re-run attaches to its earlier attempt');

/**
 * The lease, as this edit found it, that another run took: for how many seconds it holds it still.
 */
function leaseOfOther({ by, at, line }: Exchange, world: World) {
  const { github, writers, authors, setup } = world;
  const id = Number(/^PATCH github\/issues\/comments\/(\d+)$/.exec(line)?.[1]);
  const holder = writers.get(id);
  const [former] = github.comment(id)?.texts.slice(-2) ?? [];
  const lease = former && readComment(former.body)?.marker?.leaseSeconds;
  if (!holder || !former || !lease || (holder.run === by.run && holder.leg === by.leg))
    return undefined;
  const read = by.sent.findLast((each) => /^GET github\/issues\/.*comments/.test(each.line));
  const isUnread = !read || read.fault !== undefined || read.at < former.at + setup.lag.edited;
  const author = authors.get(id);
  const isOwnBefore = author?.run === by.run && author.attempt < by.attempt;
  return {
    holder,
    isUnread,
    isOwnBefore,
    left: Math.round((former.at + lease * 1000 - ROUNDED_MS - at) / 1000),
  };
}

/** Poll pauses, and requests between them, take no longer. */
const LATE_MS = 180_000;

/**
 * A request that waits for its turn goes on once no other is ahead of it. An edit that GitHub
 * refused is not sent again before the time that GitHub named.
 */
export const waits: RuleOf = (world, judge) => {
  /** When GitHub accepts the next edit of each run. */
  const retries = new Map<string, number>();

  function judgeEdit({ by, at, line, fault = '', status }: Exchange): void {
    if (!/^PATCH github\/issues\/comments\/\d+$/.test(line)) return;
    const edit = `${by.name} ${line}`;
    const early = Math.round(((retries.get(edit) ?? 0) - at) / 1000);
    // GitHub itself names the end of the hour
    retries.set(edit, at + (status === 403 ? 0 : (RETRIES[fault] ?? 0)));
    judge('edits wait', false, early > 2 && `${by.name} edits ${early} s too early`);
  }

  function judgeWait({ by, at, written }: Exchange): void {
    if (written?.shown?.kind !== 'not sent' || !written.shown.marker) return;
    if (at - (by.sent[0]?.at ?? at) < LATE_MS + 60_000) return;
    const line = firstLineOf(written.text);
    const isRight = isBehind(by, line, at - LATE_MS, world);
    const problem = !isRight && `${by.name} waited although no request was ahead of it: ${line}`;
    judge('waits no longer', isHindered(by, at - LATE_MS, world), problem);
  }

  return {
    onExchange(exchange) {
      judgeEdit(exchange);
      judgeWait(exchange);
    },
  };
};

/** Milliseconds that such a refusal names. */
const RETRIES: Readonly<Record<string, number>> = {
  'secondary rate limit': 30_000,
  'primary rate limit': 40_000,
};

const HOUR_MS = 3_600_000;

const isHindered = (
  { sent, occasion }: Process,
  since: number,
  { github }: World,
): string | false =>
  (sent.some(({ at, fault }) => at >= since && fault !== undefined) && 'a fault hit it') ||
  (sent.some(({ at, status }) => at >= since - HOUR_MS && status === 403) &&
    'it waited for the end of a rate limit') ||
  (github.isClosed(occasion.thread ?? 0) && 'its thread was locked or moved');

/** Whether, after a time, the job that a comment names was active, or another run held a lease. */
function isBehind(
  by: Process,
  line: string,
  since: number,
  { github, service, writers }: World,
): boolean {
  const job = service.jobs.get(/job `([^`]+)`/.exec(line)?.[1] ?? '');
  if (job && endOf(job) > since) return true;
  return github.repository.comments.some(({ id, texts }) =>
    texts.some(({ at, body }, index) => {
      const until = at + (readComment(body)?.marker?.leaseSeconds ?? 0) * 1000;
      return writers.get(id) !== by && Math.min(until, texts[index + 1]?.at ?? until) > since;
    }),
  );
}

const FOLLOW_UP = /^POST service\/v2\/agent\/p1\/job\/([^/]+)\/message$/;
const LIST = /^GET github\/issues\/(?:\d+\/)?comments$/;
/** A run reads the lists again so long after it announced its request, in milliseconds. */
const PAUSE_MS = 2_000;

/**
 * The service drops what it works on when a follow-up comes, so none is sent before that work has
 * ended, whichever threads the requests are made in. Does not apply if people or another key took
 * away the status comment of the request that is dropped, or if lists showed the announcement of
 * one of the two too late for the other.
 */
export const noOvertaking: RuleOf = (world, judge) => ({
  onExchange({ at, by, line, status }) {
    const { service, senders, forgotten } = world;
    const [isFollowUp, id = ''] = FOLLOW_UP.exec(line) ?? [];
    if (!isFollowUp || status >= 300) return;
    const former = senders.get(id)?.at(-1);
    const prompts = service.jobs.get(id)?.prompts ?? [];
    const excuse =
      ([by, former].some((each) => each && !isQueued(each, id, world)) && NOT_QUEUED) ||
      ((former === undefined || forgotten.has(former.occasion.id)) &&
        'people took away the status comment') ||
      ((isHidden(former, by, at, world) || isHidden(by, former, prompts.at(-2)?.at ?? 0, world)) &&
        'a list did not show an announcement');
    const problem = `${by.name} sends a follow-up to ${id}, which drops its work for ${former?.name}`;
    const isDropped = prompts.at(-1)?.drops === true;
    judge('no overtaking', isDropped && excuse, isDropped && problem);
  },
});

const NOT_QUEUED = 'a follow-up by `job-id` from another thread is not queued';

/**
 * Whether a request to a job was made in one of the threads that are read for its queue: where it
 * was created, and its pull request. A link with a former name of the repository leads to none.
 */
export const isQueued = (
  { occasion: { thread = 0 } }: Process,
  id: string,
  { senders, github }: World,
): boolean =>
  github.repository.formerNames.length === 0 &&
  (thread === senders.get(id)?.[0]?.occasion.thread || github.pulls.get(thread)?.job === id);

/**
 * Whether lists show the announcement of a process late, and did not yet when another one read them
 * last before it sent its request.
 */
function isHidden(
  author: Process | undefined,
  reader: Process | undefined,
  sentAt: number,
  world: World,
): boolean {
  const { github, authors } = world;
  const read = reader?.sent.findLast(({ at, line }) => at <= sentAt && LIST.test(line))?.at ?? 0;
  return github.repository.comments.some(
    (comment) =>
      authors.get(comment.id) === author &&
      ['starting', 'waiting'].includes(readComment(comment.texts[0]?.body ?? '')?.kind ?? '') &&
      github.shownAt(comment) - comment.createdAt > PAUSE_MS &&
      github.shownAt(comment) > read,
  );
}
