import type { Reported } from '../outcome.ts';
import { age, dayAndTime, toMarkdown, withCode } from '../render/to-markdown.ts';
import { squares } from '../render/visitor-report.ts';
import { number, plural, type RichText } from '../text/format.ts';
import type { Request } from '../thread/request.ts';
import { countIn, medianOf, type Report, type Result, shareMerged } from './report.ts';

/** What a report is about beside its counts. Times are milliseconds since the epoch. */
export interface ReportFrame {
  /** In words. */
  readonly period: string;
  readonly from: number;
  readonly now: number;
  /** The comments were read back to this time only; undefined if all were read. */
  readonly since: number | undefined;
  /** How many pull requests were not read, as there are too many. */
  readonly unread: number;
  /** In the reader's own currency; null if it is not known. */
  readonly costPerRun: number | null;
  /** The path of the file with the requests. */
  readonly file: string | undefined;
}

/** How many open pull requests a report lists. */
const MAX_OPEN = 10;

/** The texts and outputs of a report. */
export function describeReport(report: Report, frame: ReportFrame): Reported {
  const hidden = countIn(report.pulls, 'unreadable');
  const { unread, since, file } = frame;
  return {
    headline: 'Documentation requests',
    detail: [frame.period],
    lines: [
      ...formatRequests(report),
      ...formatPulls(report),
      ...formatCost(report, frame),
      ...(hidden > 0 ? [withCode(`${plural(hidden, 'pull request')} could not be read with \`github-token\`.`)] : []),
      ...(unread > 0 ? [[`The ${plural(unread, 'oldest pull request')} were not read, and are not counted.`]] : []),
      ...(since === undefined ? [] : [[readBack(since)]]),
      ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
    ],
    isPartial: hidden + unread > 0 || since !== undefined,
    blocks: blocksOf(report, frame),
    outputs: { report: toJson(report, frame) },
  };
}

function formatRequests({ requests, jobs, followUps, unconfirmed }: Report): RichText[] {
  const unsent = requests.filter(({ record }) => record.facts.sent === 'no').length;
  const parts = [
    plural(jobs, 'new job'),
    plural(followUps, 'follow-up'),
    ...(unconfirmed > 0 ? [`${number(unconfirmed)} unconfirmed, which may have led to a job`] : []),
    ...(unsent > 0 ? [`${number(unsent)} not sent`] : []),
  ];
  return [[`${plural(requests.length, 'request')}: ${parts.join(', ')}.`]];
}

function formatPulls(report: Report): RichText[] {
  const { pulls, mergedAfter, open } = report;
  const [merged, closed, still] = [countIn(pulls, 'merged'), countIn(pulls, 'closed'), countIn(pulls, 'open')];
  const share = Math.round((shareMerged(report) ?? 0) * 100);
  const before = open.length - still;
  const hidden = countIn(pulls, 'unreadable');
  const unread = hidden > 0 ? `, ${number(hidden)} not readable, which the share leaves out` : '';
  const states = `${number(merged)} merged (${share} %), ${number(closed)} closed without merging, ${number(still)} open${unread}`;
  return [
    [
      pulls.length === 0
        ? 'The new jobs opened no pull request.'
        : `The new jobs opened ${plural(pulls.length, 'pull request')}: ${states}.`,
    ],
    ...(mergedAfter.length > 0
      ? [
          [
            `Time from opening to merging: ${age(medianOf(mergedAfter))} (median), ${age(mergedAfter.at(-1) ?? 0)} (longest).`,
          ],
        ]
      : []),
    ...(before > 0
      ? [[`${plural(before, 'pull request')} of earlier jobs ${before === 1 ? 'is' : 'are'} open too.`]]
      : []),
  ];
}

/** Of jobs and follow-ups. */
function costOf({ jobs, followUps, pulls }: Report, { costPerRun }: ReportFrame) {
  if (costPerRun === null) return null;
  const runs = jobs + followUps;
  const total = rounded(runs * costPerRun);
  const merged = countIn(pulls, 'merged');
  return { perRun: costPerRun, runs, total, perMergedPullRequest: merged > 0 ? rounded(total / merged) : null };
}

const rounded = (amount: number) => Math.round(amount * 100) / 100;

function formatCost(report: Report, frame: ReportFrame): RichText[] {
  const cost = costOf(report, frame);
  if (!cost) return [];
  const { runs, perRun, total, perMergedPullRequest: each } = cost;
  const perMerged = each === null ? '' : `, ${each.toFixed(2)} per merged pull request`;
  const factors = `${number(runs)} jobs and follow-ups × ${perRun}`;
  return [[`Estimated cost: ${total.toFixed(2)} (${factors}, from `, { code: 'cost-per-run' }, `)${perMerged}.`]];
}

const readBack = (since: number) =>
  `Comments were read back to ${dayAndTime(new Date(since))} only. Requests before that are not counted, and nothing is estimated for them.`;

/** Of the words, those that are no verdict of the service say where the request stopped. */
const RESULTS: Readonly<Record<Result, string>> = {
  'pull-request': 'Pull request, new or updated',
  'no-changes': 'Job completed without a pull request',
  failed: 'Job failed',
  archived: 'Job archived without a pull request',
  'timed-out': 'Not sent before the timeout',
  started: 'Job started',
  skipped: 'Requested before',
  denied: 'Denied',
  'quota-exhausted': 'Not sent: quota of the service used up',
  unconfirmed: 'Unconfirmed: the service may have the request',
  cancelled: 'Cancelled before it was sent',
  'limit-reached': 'Not sent: limit reached',
  swept: '',
  exported: '',
  reported: '',
  error: 'Not sent: error',
  open: 'Not ended yet',
  continued: 'Continued by a later request',
  lost: 'Given up: job active for more than 24 h',
};

const TRIGGERS: Readonly<Record<Request['trigger'], string>> = {
  label: 'Label',
  opened: 'Opened or updated thread',
  command: 'Command',
  review: 'Review',
  merged: 'Merged pull request',
  push: 'Push',
  release: 'Release',
  'workflow-run': 'Another workflow',
  schedule: 'Schedule',
  dispatch: 'Run by hand or API',
  event: 'Another event',
};

function blocksOf(report: Report, { now }: ReportFrame): string[] {
  const { pulls, open, byResult, byTrigger } = report;
  const states = (['merged', 'closed', 'open', 'unreadable'] as const)
    .map((state) => [STATES[state], countIn(pulls, state)] as const)
    .filter(([, count]) => count > 0);
  const waiting = open
    .slice(0, MAX_OPEN)
    .map(
      ({ name, url, isDraft, createdAt }) =>
        `| ${toMarkdown([{ link: name, to: url }])}${isDraft ? ' (draft)' : ''} | ${age(now - createdAt)} |`,
    );
  const title = `### Open pull requests${open.length > MAX_OPEN ? `, the ${MAX_OPEN} oldest of ${number(open.length)}` : ''}`;
  return [
    ...(states.length > 0 ? [barTable('Pull requests of the new jobs', '🟩', states)] : []),
    ...(waiting.length > 0 ? [[title, '', '| Pull request | Open for |', '|---|---:|', ...waiting].join('\n')] : []),
    ...(report.requests.length > 0
      ? [
          barTable(
            'Requests by result',
            '🟦',
            [...byResult].map(([result, count]) => [RESULTS[result], count]),
          ),
          barTable(
            'Requests by trigger',
            '🟪',
            [...byTrigger].map(([trigger, count]) => [TRIGGERS[trigger], count]),
          ),
        ]
      : []),
    '<sub>Counted by status comments in this repository. Requests without one, as they have no thread, are not counted.</sub>',
  ];
}

const STATES = { merged: 'Merged', closed: 'Closed without merging', open: 'Open', unreadable: 'Not readable' };

function barTable(title: string, square: string, rows: readonly (readonly [name: string, count: number])[]): string {
  const longest = Math.max(...rows.map(([, count]) => count));
  const lines = rows.map(([name, count]) => `| ${name} | ${squares(square, count, longest)} | ${number(count)} |`);
  return [`### ${title}`, '', '| | | Number |', '|---|---|---:|', ...lines].join('\n');
}

const HOUR = 3_600_000;
const hours = (ms: number) => Math.round((ms / HOUR) * 10) / 10;
const iso = (time: number) => new Date(time).toISOString();

/** The output `report`. */
function toJson(report: Report, frame: ReportFrame): string {
  const { requests, jobs, followUps, unconfirmed, pulls, mergedAfter, open, byResult, byTrigger } = report;
  const share = shareMerged(report);
  return JSON.stringify({
    from: iso(frame.from),
    to: iso(frame.now),
    readBackTo: frame.since === undefined ? null : iso(frame.since),
    requests: requests.length,
    jobs,
    followUps,
    unconfirmed,
    pullRequests: {
      opened: pulls.length,
      merged: countIn(pulls, 'merged'),
      closed: countIn(pulls, 'closed'),
      open: countIn(pulls, 'open'),
      unreadable: countIn(pulls, 'unreadable'),
    },
    shareMerged: share === null ? null : Math.round(share * 1000) / 1000,
    hoursToMerge:
      mergedAfter.length > 0 ? { median: hours(medianOf(mergedAfter)), longest: hours(mergedAfter.at(-1) ?? 0) } : null,
    openNow: open.length,
    oldestOpen: open.slice(0, MAX_OPEN).map(({ url, createdAt }) => ({ url, opened: iso(createdAt) })),
    byResult: Object.fromEntries(byResult),
    byTrigger: Object.fromEntries(byTrigger),
    cost: costOf(report, frame),
  });
}
