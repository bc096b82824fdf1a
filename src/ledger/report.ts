import type { Request } from '../thread/request.ts';
import { linksOf, type StatusRecord } from '../thread/status-records.ts';
import type { Ledger, LedgerPull } from './ledger.ts';

/** What became of a request: its verdict, or a state that is none. */
export type Result = Extract<Request['phase'], { verdict: unknown }>['verdict'] | 'open' | 'continued' | 'lost';

/** A request of the period. */
export interface ReportedRequest {
  readonly record: StatusRecord;
  readonly result: Result;
  /** The pull requests of its job. */
  readonly pulls: readonly LedgerPull[];
}

/** The counts of a period. Times are milliseconds since the epoch. */
export interface Report {
  readonly requests: readonly ReportedRequest[];
  /** Requests that created a job, that were sent to an existing one, and of which it is unknown whether the service has them. */
  readonly jobs: number;
  readonly followUps: number;
  readonly unconfirmed: number;
  /** The pull requests of these jobs, each once. */
  readonly pulls: readonly LedgerPull[];
  /** For how many milliseconds the merged ones were open, ascending. */
  readonly mergedAfter: readonly number[];
  /** All open pull requests, also of earlier jobs, the oldest first. */
  readonly open: readonly LedgerPull[];
  readonly byResult: ReadonlyMap<Result, number>;
  readonly byTrigger: ReadonlyMap<Request['trigger'], number>;
}

/**
 * Counts the requests that were made since a time.
 * @param repository the start of the identities of its own pull requests.
 */
export function countRequests({ records, pulls }: Ledger, from: number, repository: string): Report {
  const made = records.filter(({ facts, comment }) => !facts.isOpening && comment.createdAt >= from);
  const ofJob = Map.groupBy(records, ({ facts }) => facts.job);
  function pullsOf({ facts: { job } }: StatusRecord): readonly LedgerPull[] {
    const all = job === undefined ? [] : (ofJob.get(job) ?? []);
    const links = new Set(all.flatMap((record) => linksOf(record, repository)));
    return [...links].flatMap((link) => pulls.get(link) ?? []);
  }
  const requests = made.map((record) => ({ record, result: resultOf(record), pulls: pullsOf(record) }));
  const created = requests.filter(({ record: { marker, facts } }) => facts.sent === 'yes' && marker.before === null);
  const opened = [...new Set(created.flatMap((request) => request.pulls))];
  const merged = opened.filter(({ state, endedAt }) => state === 'merged' && endedAt !== null);
  return {
    requests,
    jobs: new Set(created.map(({ record }) => record.facts.job)).size,
    followUps: requests.filter(({ record: { marker, facts } }) => facts.sent === 'yes' && marker.before !== null)
      .length,
    unconfirmed: requests.filter(({ record }) => record.facts.sent === 'maybe').length,
    pulls: opened,
    mergedAfter: merged.map(({ createdAt, endedAt }) => (endedAt ?? 0) - createdAt).sort((one, other) => one - other),
    open: [...new Set(pulls.values())]
      .filter(({ state }) => state === 'open')
      .sort((one, other) => one.createdAt - other.createdAt),
    byResult: countsOf(requests.map(({ result }) => result)),
    byTrigger: countsOf(requests.map(({ record }) => record.marker.trigger)),
  };
}

function resultOf({ marker: { phase } }: StatusRecord): Result {
  if (phase.at !== 'over') return 'open';
  return 'verdict' in phase ? phase.verdict : phase.why;
}

/** The most frequent first. */
function countsOf<T>(all: readonly T[]): ReadonlyMap<T, number> {
  const groups = [...Map.groupBy(all, (each) => each)].map(([each, { length }]) => [each, length] as const);
  return new Map(groups.sort(([, one], [, other]) => other - one));
}

/** The middle of ascending numbers; of an even count, the mean of the two. */
export function medianOf(ascending: readonly number[]): number {
  const middle = (ascending.length - 1) / 2;
  return ((ascending[Math.floor(middle)] ?? 0) + (ascending[Math.ceil(middle)] ?? 0)) / 2;
}

/** How many of the pull requests are in a state. */
export const countIn = (pulls: readonly LedgerPull[], state: LedgerPull['state']): number =>
  pulls.filter((pull) => pull.state === state).length;

/** The share of the merged ones among those whose state is known; null without any. */
export function shareMerged({ pulls }: Report): number | null {
  const known = pulls.length - countIn(pulls, 'unreadable');
  return known > 0 ? countIn(pulls, 'merged') / known : null;
}
