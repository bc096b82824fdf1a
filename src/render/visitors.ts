import type { Exported } from '../outcome.ts';
import { number, people, plural, type RichText } from '../text/format.ts';
import { formatDataWarnings, formatRanked, type VisitorReport } from '../visitors/collect.ts';
import type { Completion, StopReason } from '../visitors/paginate.ts';
import { formatPeriod } from '../visitors/period.ts';
import { dayAndTime, toMarkdown } from './to-markdown.ts';

/** The result of an export and its data warnings, one line each. */
export function formatExport({ survey: report, file }: Exported): RichText[] {
  const { end, offset, pages, leftOut, tooLong } = report;
  return [
    [formatTotals(report)],
    ...formatOverlap(report),
    ...(end.kind === 'partial' ? [formatContinuation(end, report), ...formatProblem(end.why)] : []),
    ...(offset > 0 ? [[formatOffset(report)]] : []),
    ...formatDataWarnings(report).map((line) => [line]),
    ...(tooLong > 0 ? [[`${plural(tooLong, 'page')} not ranked, as the path is too long.`]] : []),
    ...(pages.length === 0 && leftOut > 0 ? [NONE_LEFT] : []),
    ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
  ];
}

/** Whether the report is partial, has data warnings, or ranks no page because of `paths` and `paths-ignore`. */
export const hasDataWarnings = (report: VisitorReport): boolean =>
  report.end.kind === 'partial' ||
  formatDataWarnings(report).length > 0 ||
  (report.pages.length === 0 && report.leftOut > 0);

const NONE_LEFT: RichText = [
  'All pages are excluded from the ranking by ',
  { code: 'paths' },
  ' and ',
  { code: 'paths-ignore' },
  '.',
];

const formatOffset = ({ offset, rows }: VisitorReport): string =>
  rows > 0
    ? `The export starts at offset ${number(offset)} and lacks the rows before it.`
    : `There is no row at offset ${number(offset)} or after it.`;

function formatTotals({ rows, totals: { human, ai, total } }: VisitorReport): string {
  const ofAll = share(ai, total);
  return `${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')}${ofAll ? ` (${ofAll} of all)` : ''}; ${plural(rows, 'page')} read.`;
}

/** Why people and AI agents do not add up to the visitors; empty if they do, and for counts that contradict each other. */
function formatOverlap({ totals: { human, ai, total } }: VisitorReport): RichText[] {
  const both = human + ai - total;
  if (both <= 0 || both > Math.min(human, ai)) return [];
  return [
    [
      `People and AI agents add up to more than the visitors, because ${plural(both, 'visitor')} ${both === 1 ? 'counts' : 'count'} as both.`,
    ],
  ];
}

/** Why the export is partial, and the inputs that continue it. */
function formatContinuation(
  { nextOffset, why }: Extract<Completion, { kind: 'partial' }>,
  { rows, period: { from, to } }: VisitorReport,
): RichText {
  const dates = [...(from ? [`date-from: ${from}`] : []), ...(to ? [`date-to: ${to}`] : [])];
  const inputs = dates.flatMap((input): RichText => [', ', { code: input }]);
  const last = dates.length > 0 ? ', and another ' : ' and another ';
  const head = `Partial: after ${plural(rows, 'page')} ${whyStopped(why)}. To continue from there, set `;
  return [head, { code: `offset: ${nextOffset}` }, ...inputs, last, { code: 'visitors-file' }, '.'];
}

/** A phrase for the pages that a request without text and changes updates. */
export const namePages = (report: VisitorReport | undefined): string =>
  report ? `the top ${formatRanked(report)}, ${formatPeriod(report.period)}` : 'the most visited pages';

/** Why a ranking contains only the first pages; empty if it is complete. */
export const formatPartial = ({ end, rows }: VisitorReport): string =>
  end.kind === 'whole' ? '' : `partial: ranked by the first ${plural(rows, 'page')} only, as ${whyStopped(end.why)}`;

/** Why a ranking is partial, what failed, and the data warnings; one line each. */
export function warningsOf(report: VisitorReport): RichText[] {
  const { end } = report;
  const short = formatPartial(report);
  return [
    ...(short ? [[`The pages are ${short}.`]] : []),
    ...(end.kind === 'partial' ? formatProblem(end.why) : []),
    ...formatDataWarnings(report).map((line) => [line]),
  ];
}

function whyStopped(why: StopReason): string {
  switch (why.kind) {
    case 'cancelled':
      return 'the run was cancelled';
    case 'timeout':
      return 'the timeout came';
    case 'throttled':
      return `the quota was used up${why.tryAgainAt ? ` until ${dayAndTime(why.tryAgainAt)}` : ''}`;
    case 'problem':
      return 'a request failed';
  }
}

function formatProblem(why: StopReason): RichText[] {
  const problem = why.kind === 'problem' || why.kind === 'timeout' ? why.problem : undefined;
  return problem ? [[{ untrusted: problem.message }], [{ untrusted: problem.remedy }]] : [];
}

/** Rows of the summary's table. */
export function factsOfExport({ rows, leftOut, end }: VisitorReport): [name: string, value: RichText][] {
  const parts = [`${number(rows)} read`, ...(leftOut > 0 ? [`${number(leftOut)} excluded from the ranking`] : [])];
  return [['Pages', [`${parts.join(', ')}${end.kind === 'partial' ? ' (partial)' : ''}`]]];
}

/** The ranking as a heading and a table, which draws people and AI agents as a bar of text: it looks the same wherever it is read. */
export function renderRanking(report: VisitorReport): string[] {
  const { pages, end, offset } = report;
  if (pages.length === 0) return [];
  const ofPartial = end.kind === 'partial' || offset > 0 ? ', of the rows that were read' : '';
  const longest = Math.max(...pages.map(({ human, ai }) => human + ai));
  return [
    `### Top ${formatRanked(report)}${ofPartial}`,
    [
      '| # | Page | 🟦 People 🟧 AI agents | Visitors | People | AI agents |',
      '|---:|---|---|---:|---:|---:|',
      ...pages.map(({ path, human, ai, total }, at) => {
        const bar = squares('🟦', human, longest) + squares('🟧', ai, longest);
        return `| ${at + 1} | ${toMarkdown([{ code: path }])} | ${bar} | ${[total, human, ai].map(number).join(' | ')} |`;
      }),
    ].join('\n'),
  ];
}

/** Squares of the longest bar, which people and AI agents share. */
const BAR = 8;

/** At least one for a count that is not 0. */
const squares = (square: string, count: number, longest: number): string =>
  square.repeat(count > 0 ? Math.max(1, Math.round((count / longest) * BAR)) : 0);

/** The output `visitors`, as JSON. */
export function toJsonOfReport({ totals, rows, unusable, repeated, offset, end, period }: VisitorReport): string {
  const nextOffset = end.kind === 'partial' ? end.nextOffset : null;
  const { from: dateFrom = null, to: dateTo = null } = period;
  const read = {
    pages: rows,
    unusable,
    repeated,
    offset,
    partial: nextOffset !== null,
    nextOffset,
  };
  return JSON.stringify({ ...totals, ...read, dateFrom, dateTo });
}

/** Undefined for counts that contradict each other, and without visitors. */
const share = (part: number, whole: number): string | undefined =>
  whole > 0 && part <= whole ? `${Math.round((part / whole) * 100)} %` : undefined;
