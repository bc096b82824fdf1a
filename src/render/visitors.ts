import type { Exported } from '../outcome.ts';
import type { Visitors } from '../service/visitors.ts';
import { number, people, plural, type RichText } from '../text/format.ts';
import { formatDataWarnings, formatRanked, type VisitorReport } from '../visitors/collect.ts';
import type { Completion, StopReason } from '../visitors/paginate.ts';
import { formatPeriod } from '../visitors/period.ts';
import { dayAndTime, toMarkdown, withCode } from './to-markdown.ts';

/** The result of an export and its data warnings, one line each. */
export function formatExport({ survey: report, file }: Exported): RichText[] {
  const { end, offset, rows, tooLong } = report;
  const start =
    rows > 0
      ? `The export starts at offset ${number(offset)} and lacks the rows before it.`
      : `There is no row at offset ${number(offset)} or after it.`;
  return [
    [formatTotals(report)],
    ...formatOverlap(report.totals),
    ...(end.kind === 'partial' ? [formatContinuation(end, report), ...formatProblem(end.why)] : []),
    ...(offset > 0 ? [[start]] : []),
    ...formatDataWarnings(report).map((line) => [line]),
    ...(tooLong > 0 ? [[`${plural(tooLong, 'page')} not ranked, as the path is too long.`]] : []),
    ...(isAllExcluded(report) ? [withCode(ALL_EXCLUDED)] : []),
    ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
  ];
}

const ALL_EXCLUDED = 'All pages are excluded from the ranking by `paths` and `paths-ignore`.';

const isAllExcluded = ({ pages, leftOut }: VisitorReport): boolean => pages.length === 0 && leftOut > 0;

/** Whether the report is partial, has data warnings, or ranks no page because of `paths` and `paths-ignore`. */
export const hasDataWarnings = (report: VisitorReport): boolean =>
  report.end.kind === 'partial' || formatDataWarnings(report).length > 0 || isAllExcluded(report);

/** Counts that contradict each other have no share. */
function formatTotals({ rows, totals: { human, ai, total } }: VisitorReport): string {
  const share = total > 0 && ai <= total ? ` (${Math.round((ai / total) * 100)} % of all)` : '';
  return `${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')}${share}; ${plural(rows, 'page')} read.`;
}

/** Why people and AI agents do not add up to the visitors; empty if they do, and for counts that contradict each other. */
function formatOverlap({ human, ai, total }: Visitors): RichText[] {
  const both = human + ai - total;
  if (both <= 0 || both > Math.min(human, ai)) return [];
  const who = `${plural(both, 'visitor')} ${both === 1 ? 'counts' : 'count'} as both`;
  return [[`People and AI agents add up to more than the visitors, because ${who}.`]];
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
export const warningsOf = (report: VisitorReport): RichText[] => [
  ...(report.end.kind === 'partial'
    ? [[`The pages are ${formatPartial(report)}.`], ...formatProblem(report.end.why)]
    : []),
  ...formatDataWarnings(report).map((line) => [line]),
];

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
  const read = { pages: rows, unusable, repeated, offset, partial: nextOffset !== null, nextOffset };
  const { from: dateFrom = null, to: dateTo = null } = period;
  return JSON.stringify({ ...totals, ...read, dateFrom, dateTo });
}
