import type { Exported } from '../outcome.ts';
import type { PageVisitors } from '../service/visitors.ts';
import { number, people, plural, type RichText } from '../text/format.ts';
import { formatRanked, type VisitorReport } from '../visitors/collect.ts';
import type { Completion, StopReason } from '../visitors/paginate.ts';
import { formatPeriod } from '../visitors/period.ts';
import { dayAndTime, toMarkdown } from './to-markdown.ts';

/** The result of an export and its data warnings, one line each. */
export function formatExport({ survey: report, file }: Exported): RichText[] {
  const { end, offset, pages, leftOut, tooLong } = report;
  return [
    [formatTotals(report)],
    ...(end.kind === 'partial' ? [formatContinuation(end, report), ...formatProblem(end.why)] : []),
    ...(offset > 0 ? [[formatOffset(report)]] : []),
    ...formatDataWarnings(report),
    ...(tooLong > 0 ? [[`${plural(tooLong, 'page')} not ranked, as the path is too long.`]] : []),
    ...(pages.length === 0 && leftOut > 0 ? [NONE_LEFT] : []),
    ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
  ];
}

/** Why pages may be missing from a report, one line each. */
export function formatDataWarnings({ unusable, repeated }: VisitorReport): RichText[] {
  const dataWarnings: [count: number, text: string][] = [
    [unusable, `${plural(unusable, 'row')} without a valid path or numbers left out.`],
    [
      repeated,
      `${plural(repeated, 'row')} received twice and counted once. If the list changed while it was read, other rows may be missing.`,
    ],
  ];
  return dataWarnings.flatMap(([count, text]) => (count > 0 ? [[text]] : []));
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

/** A visitor may be both human and AI, so the numbers do not add up. */
function formatTotals({ rows, totals: { human, ai, total } }: VisitorReport): string {
  const ofAll = share(ai, total);
  return `${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')}${ofAll ? ` (${ofAll} of all)` : ''}; ${plural(rows, 'page')} read.`;
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
  report ? `the ${formatRanked(report)}, ${formatPeriod(report.period)}` : 'the most visited pages';

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
    ...formatDataWarnings(report),
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

/** The ranking as a heading, a chart and a table. */
export function renderRanking(report: VisitorReport): string[] {
  const { pages, end, offset } = report;
  if (pages.length === 0) return [];
  const ofPartial = end.kind === 'partial' || offset > 0 ? ', of the rows that were read' : '';
  return [
    `### The ${formatRanked(report)}${ofPartial}`,
    chartOf(pages),
    [
      '| # | Page | Visitors | People | AI agents | Share of AI |',
      '|---:|---|---:|---:|---:|---:|',
      ...pages.map(
        ({ path, human, ai, total }, at) =>
          `| ${at + 1} | ${toMarkdown([{ code: path }])} | ${[total, human, ai].map(number).join(' | ')} | ${share(ai, total) ?? '–'} |`,
      ),
    ].join('\n'),
  ];
}

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

/** As many as fit on a screen. */
const MAX_PAGES = 10;
/** UTF-16 units. If one label is too wide, Mermaid shows none: 40 of the widest letters fit, 48 do not. */
const MAX_LABEL = 36;

/**
 * A Mermaid chart of the first pages of a ranking, with two bars per page: side by side and not stacked, because they do not add up.
 * Mermaid's bar chart has no groups, so each bar has a row of its own, and an empty row separates pages. The settings are based on
 * rendering them with Mermaid 11.4 to 11.17: a value axis with labels draws a bar for 0, and the names of rows must differ.
 */
export function chartOf(ranking: readonly PageVisitors[]): string {
  const pages = ranking.slice(0, MAX_PAGES);
  const labels = pages.flatMap(labelsOf).slice(1);
  const bars = (values: (page: PageVisitors) => number[]) => pages.flatMap((page) => [0, ...values(page)]).slice(1);
  const longest = Math.max(1, ...pages.flatMap(({ human, ai }) => [human, ai]));
  return [
    '🟦 People · 🟧 AI agents. A visitor can be counted as both.',
    '',
    '```mermaid',
    ...settings(20 * labels.length + 10),
    'xychart-beta horizontal',
    '  accTitle: People and AI agents, by page',
    `  x-axis [${labels.map((label) => `"${label}"`).join(', ')}]`,
    `  y-axis 0 --> ${longest}`,
    `  bar "People" [${bars(({ human }) => [human, 0]).join(', ')}]`,
    `  bar "AI agents" [${bars(({ ai }) => [0, ai]).join(', ')}]`,
    '```',
  ].join('\n');
}

/**
 * The names of an empty row and of two rows with bars. Mermaid draws several blanks as one, so their number makes equal names differ;
 * #8203; is a zero-width space.
 */
function labelsOf({ path, human, ai }: PageVisitors, at: number): string[] {
  const blanks = ' '.repeat(at + 1);
  return [
    `#8203;${blanks}#8203;`,
    `${at + 1}. ${nameOf(path)}: ${people(human)}`,
    `${number(ai)}${blanks}AI agent${ai === 1 ? '' : 's'}`,
  ];
}

/** Only characters that Mermaid shows unchanged; cut in the middle, because the end of a path is its most specific part. */
function nameOf(path: string): string {
  const plain = path.replace(/[^A-Za-z0-9 /._~:@!$'()*+=,?|-]/gu, '_');
  const half = (MAX_LABEL - 3) / 2;
  return plain.length <= MAX_LABEL ? plain : `${plain.slice(0, Math.ceil(half))}...${plain.slice(-Math.floor(half))}`;
}

const settings = (height: number): string[] => [
  '---',
  'config:',
  `  xyChart: { width: 720, height: ${height}, plotReservedSpacePercent: 5, showTitle: false, showLegend: false,`,
  '    xAxis: { labelFontSize: 13, labelPadding: 10, showTick: false },',
  '    yAxis: { showLabel: false, showTick: false, showTitle: false, showAxisLine: false } }',
  '  themeVariables: { xyChart: { backgroundColor: transparent, plotColorPalette: "#2f81f7, #e8803a" } }',
  '---',
];
