import type { LimitReached, OpenPull } from '../outcome.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { DAY_MS, type Ledger } from './ledger.ts';

/** The limits that a workflow sets; null for none. */
export interface Limits {
  readonly openPulls: number | null;
  readonly jobsPerDay: number | null;
}

/**
 * The limit that a request which would create a job has reached, if there is one.
 * @param commentId of its status comment: requests that announce a job at the same time count if their comments are older. Infinite if all
 * count.
 */
export function limitReached(
  { openPulls, jobsPerDay }: Limits,
  ledger: Ledger,
  commentId: number,
): LimitReached | undefined {
  const recent = recentCreations(ledger, commentId);
  if (openPulls !== null) {
    const open = openOnes(ledger);
    const active = countActive(recent, ledger);
    if (open.length + active >= openPulls) return { limit: 'max-open-pulls', max: openPulls, open, active };
  }
  if (jobsPerDay === null || recent.length < jobsPerDay) return undefined;
  const times = recent.map(createdAt).sort((one, other) => one - other);
  const last = times[times.length - jobsPerDay] ?? ledger.now;
  return { limit: 'max-jobs-per-day', max: jobsPerDay, jobs: recent.length, freeAt: new Date(last + DAY_MS) };
}

/**
 * The requests that have created a job in the last 24 h, or may have: one that is about to, or whose result is not known. Of those that are
 * about to, a later one counts this one. A job has one, its oldest: `attach` reports it in a second thread.
 */
function recentCreations({ records, now }: Ledger, commentId: number): readonly StatusRecord[] {
  const creations = records.filter(({ marker, facts, comment, isLeaseHeld }) => {
    if (marker.before !== null || facts.isOpening || facts.sent === 'no') return false;
    const isStarting = facts.sent === 'maybe' && facts.end === undefined && isLeaseHeld;
    return !isStarting || comment.id < commentId;
  });
  const firsts = new Map(creations.toReversed().map((record) => [record.facts.job ?? record.comment.id, record]));
  return [...firsts.values()].filter((record) => now - createdAt(record) < DAY_MS);
}

/** When the job of a request was created, by GitHub's clock: between the creation and the last edit of its status comment. */
function createdAt({ marker: { jobCreatedAt }, comment }: StatusRecord): number {
  return Math.min(comment.updatedAt, Math.max(comment.createdAt, jobCreatedAt ?? 0));
}

/** How many of these jobs may still open a pull request: no request shows their end. A follow-up was sent after the end of its job's work. */
function countActive(creations: readonly StatusRecord[], { records }: Ledger): number {
  const ended = new Set(records.flatMap(({ facts }) => (facts.end?.why === 'ended' ? (facts.job ?? []) : [])));
  return creations.filter(
    ({ facts: { job, end } }) =>
      (end === undefined || end.why === 'unconfirmed') && !(job !== undefined && ended.has(job)),
  ).length;
}

/** The oldest first. */
const openOnes = ({ pulls, now }: Ledger): readonly OpenPull[] =>
  [...new Set(pulls.values())]
    .filter(({ state }) => state === 'open')
    .sort((one, other) => one.createdAt - other.createdAt)
    .map(({ name, url, createdAt }) => ({ name, url, ageMs: Math.max(0, now - createdAt) }));
