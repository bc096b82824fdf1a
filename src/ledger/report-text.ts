import type { Reported } from '../outcome.ts';
import { age, dayAndTime, toMarkdown, withCode } from '../render/to-markdown.ts';
import { squares } from '../render/visitor-report.ts';
import { csvCell, number, plural, type RichText } from '../text/format.ts';
import type { Request } from '../thread/request.ts';
import { MAX_OPEN, type Report, type Result } from './report.ts';

/** The texts and outputs of a report. @param period in words. @param file the path of the file with the requests. */
export function describeReport(report: Report, period: string, file: string | undefined): Reported {
  const { counts, unread, since } = report;
  const { opened, unreadable: hidden } = counts.pullRequests;
  return {
    headline: `${plural(counts.requests, 'documentation request')}, ${plural(opened, 'pull request')}`,
    detail: [period],
    lines: [
      formatRequests(report),
      ...formatPulls(report),
      ...formatCost(report),
      ...(hidden > 0 ? [withCode(`${plural(hidden, 'pull request')} could not be read with \`github-token\`.`)] : []),
      ...(unread > 0 ? [[`The ${plural(unread, 'oldest pull request')} were not read, and are not counted.`]] : []),
      ...(since === undefined ? [] : [[readBack(since)]]),
      ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
    ],
    isDoubtful: hidden + unread > 0 || since !== undefined,
    blocks: blocksOf(report),
    outputs: { report: JSON.stringify(counts) },
  };
}

function formatRequests({ counts: { requests, jobs, followUps, unconfirmed }, unsent }: Report): RichText {
  const parts = [
    plural(jobs, 'new job'),
    plural(followUps, 'follow-up'),
    ...(unconfirmed > 0 ? [`${number(unconfirmed)} unconfirmed, which may have led to a job`] : []),
    ...(unsent > 0 ? [`${number(unsent)} not sent`] : []),
  ];
  return [`${plural(requests, 'request')}: ${parts.join(', ')}.`];
}

function formatPulls({ counts: { pullRequests, shareMerged, openNow }, mergeTimes }: Report): RichText[] {
  const { opened, merged, closed, open, unreadable } = pullRequests;
  const share = Math.round((shareMerged ?? 0) * 100);
  const unread = unreadable > 0 ? `, ${number(unreadable)} not readable, which the share leaves out` : '';
  const states = `${number(merged)} merged (${share} %), ${number(closed)} closed without merging, ${number(open)} open${unread}`;
  const none = 'No pull request of the new jobs is recorded.';
  const lines = [opened === 0 ? none : `The new jobs opened ${plural(opened, 'pull request')}: ${states}.`];
  if (mergeTimes) {
    const { median, longest } = mergeTimes;
    lines.push(`Time from opening to merging: ${age(median)} (median), ${age(longest)} (longest).`);
  }
  const before = openNow - open;
  if (before > 0)
    lines.push(`${plural(before, 'pull request')} of earlier jobs ${before === 1 ? 'is' : 'are'} open too.`);
  return lines.map((line) => [line]);
}

function formatCost({ counts: { cost } }: Report): RichText[] {
  if (!cost) return [];
  const { runs, perRun, total, perMergedPullRequest: each } = cost;
  const perMerged = each === null ? '' : `, ${each.toFixed(2)} per merged pull request`;
  const factors = `${number(runs)} ${runs === 1 ? 'job or follow-up' : 'jobs and follow-ups'} × ${perRun}`;
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

const STATES = { merged: 'Merged', closed: 'Closed without merging', open: 'Open', unreadable: 'Not readable' };

function blocksOf({ counts: { pullRequests }, byResult, byTrigger, open, now }: Report): string[] {
  const states = (['merged', 'closed', 'open', 'unreadable'] as const).map(
    (state) => [STATES[state], pullRequests[state]] as const,
  );
  const title = `Open pull requests${open.length > MAX_OPEN ? `, the ${MAX_OPEN} oldest of ${number(open.length)}` : ''}`;
  const waiting = open.slice(0, MAX_OPEN).map(({ name, url, isDraft, createdAt }) => {
    const link = toMarkdown([{ link: name, to: url }]);
    return `| ${link}${isDraft ? ' (draft)' : ''} | ${age(now - createdAt)} |`;
  });
  return [
    barTable('Pull requests of the new jobs', '🟩', states),
    table(title, ['| Pull request | Open for |', '|---|---:|'], waiting),
    barTable(
      'Requests by result',
      '🟦',
      byResult.map(([result, count]) => [RESULTS[result], count]),
    ),
    barTable(
      'Requests by trigger',
      '🟪',
      byTrigger.map(([trigger, count]) => [TRIGGERS[trigger], count]),
    ),
    '<sub>Counted by status comments in this repository. Requests without one, as they have no thread, are not counted.</sub>',
  ].filter(Boolean);
}

/** Empty without rows. */
const table = (title: string, head: readonly string[], rows: readonly string[]): string =>
  rows.length > 0 ? [`### ${title}`, '', ...head, ...rows].join('\n') : '';

/** Rows with the count 0 are left out. */
function barTable(title: string, square: string, rows: readonly (readonly [name: string, count: number])[]): string {
  const longest = Math.max(...rows.map(([, count]) => count));
  const lines = rows.flatMap(([name, count]) =>
    count > 0 ? [`| ${name} | ${squares(square, count, longest)} | ${number(count)} |`] : [],
  );
  return table(title, ['| | | Number |', '|---|---|---:|'], lines);
}

const HEAD = 'requested,trigger,comment,result,kind,job,job created,pull request,state,opened,merged or closed\n';

/** One row per request, the oldest first; of a job with several pull requests the last one. Times are ISO 8601 in UTC. */
export const toCsv = ({ requests }: Report): string =>
  HEAD + requests.map((request) => `${cellsOf(request).map(csvCell).join(',')}\n`).join('');

function cellsOf({ record, result, pulls }: Report['requests'][number]): readonly string[] {
  const { marker, facts, comment } = record;
  const pull = pulls.at(-1);
  return [
    time(comment.createdAt),
    marker.trigger,
    comment.url,
    result,
    marker.before === null ? 'new job' : 'follow-up',
    facts.job ?? '',
    time(marker.jobCreatedAt),
    pull ? pull.url || pull.name : '',
    pull?.state ?? '',
    time(pull?.createdAt || null),
    time(pull?.endedAt ?? null),
  ];
}

/** Times in markers are any numbers. */
function time(ms: number | null): string {
  const date = new Date(ms ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
