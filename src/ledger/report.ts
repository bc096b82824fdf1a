import type { Request } from '../thread/request.ts';
import { linksOf, type StatusRecord } from '../thread/status-records.ts';
import { type Ledger, type LedgerPull, openIn } from './ledger.ts';

/** What became of a request: its verdict, or a state that is none. */
export type Result = Extract<Request['phase'], { verdict: unknown }>['verdict'] | 'open' | 'continued' | 'lost';

/** What a report is about. Times are milliseconds since the epoch. */
interface ReportQuery {
  readonly from: number;
  /** The comments were read back to this time only; undefined if all were read. */
  readonly since: number | undefined;
  /** In the reader's own currency; null if it is not known. */
  readonly costPerRun: number | null;
}

/** The requests of a period. */
export type Report = ReturnType<typeof countRequests>;

/** How many open pull requests a report lists. */
export const MAX_OPEN = 10;

/** Counts the requests that were made since a time. `counts`: the output `report`, whose fields docs/limits-and-report.md explains. */
export function countRequests(ledger: Ledger, { from, since, costPerRun }: ReportQuery) {
  const { now, records, unread } = ledger;
  const pullsOf = readingPulls(ledger);
  const requests = records
    .filter(({ facts, comment }) => !facts.isOpening && comment.createdAt >= from)
    .map((record) => ({ record, result: resultOf(record), pulls: pullsOf(record) }));
  const sent = requests.filter(({ record }) => record.facts.sent === 'yes');
  const created = sent.filter(({ record }) => record.marker.before === null);
  const jobs = new Set(created.map(({ record }) => record.facts.job)).size;
  const followUps = sent.length - created.length;
  const sentAs = (how: 'no' | 'maybe') => requests.filter(({ record }) => record.facts.sent === how).length;

  const opened = [...new Set(created.flatMap(({ pulls }) => pulls))];
  const inState = (state: LedgerPull['state']) => opened.filter((pull) => pull.state === state).length;
  const [merged, unreadable] = [inState('merged'), inState('unreadable')];
  const mergeTimes = timesToMerge(opened);
  const open = openIn(ledger);
  const byResult = byFrequency(requests.map(({ result }) => result));
  const byTrigger = byFrequency(requests.map(({ record }) => record.marker.trigger));
  const counts = {
    from: iso(from),
    to: iso(now),
    readBackTo: since === undefined ? null : iso(since),
    requests: requests.length,
    jobs,
    followUps,
    unconfirmed: sentAs('maybe'),
    pullRequests: { opened: opened.length, merged, closed: inState('closed'), open: inState('open'), unreadable },
    shareMerged: opened.length > unreadable ? rounded(merged / (opened.length - unreadable), 3) : null,
    hoursToMerge: mergeTimes && { median: hours(mergeTimes.median), longest: hours(mergeTimes.longest) },
    openNow: open.length,
    oldestOpen: open.slice(0, MAX_OPEN).map(({ url, createdAt }) => ({ url, opened: iso(createdAt) })),
    byResult: Object.fromEntries(byResult),
    byTrigger: Object.fromEntries(byTrigger),
    cost: costPerRun === null ? null : costOf(jobs + followUps, costPerRun, merged),
  };
  return { counts, requests, unsent: sentAs('no'), mergeTimes, open, byResult, byTrigger, now, since, unread };
}

/** The pull requests of the job of a request, by all requests to it. */
function readingPulls({ records, pulls, repository }: Ledger) {
  const ofJob = Map.groupBy(records, ({ facts }) => facts.job);
  return ({ facts: { job } }: StatusRecord): readonly LedgerPull[] => {
    const all = job === undefined ? [] : (ofJob.get(job) ?? []);
    const links = new Set(all.flatMap((record) => linksOf(record, repository)));
    return [...links].flatMap((link) => pulls.get(link) ?? []);
  };
}

function resultOf({ marker: { phase } }: StatusRecord): Result {
  if (phase.at !== 'over') return 'open';
  return 'verdict' in phase ? phase.verdict : phase.why;
}

/** For how many milliseconds the merged ones were open; null without any. Of an even number, the median is the mean of the two in the middle. */
function timesToMerge(pulls: readonly LedgerPull[]) {
  const times = pulls
    .flatMap(({ state, createdAt, endedAt }) => (state === 'merged' && endedAt !== null ? endedAt - createdAt : []))
    .sort((one, other) => one - other);
  const [longest] = times.slice(-1);
  if (longest === undefined) return null;
  const middle = (times.length - 1) / 2;
  return { longest, median: ((times[Math.floor(middle)] ?? 0) + (times[Math.ceil(middle)] ?? 0)) / 2 };
}

/** @param merged how many pull requests. */
function costOf(runs: number, perRun: number, merged: number) {
  const total = rounded(runs * perRun, 2);
  return { perRun, runs, total, perMergedPullRequest: merged > 0 ? rounded(total / merged, 2) : null };
}

function byFrequency<T>(all: readonly T[]): (readonly [each: T, count: number])[] {
  const groups = [...Map.groupBy(all, (each) => each)].map(([each, { length }]) => [each, length] as const);
  return groups.sort(([, one], [, other]) => other - one);
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
const hours = (ms: number): number => rounded(ms / 3_600_000, 1);
const iso = (time: number): string => new Date(time).toISOString();
