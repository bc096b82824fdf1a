import { ServiceError } from '../errors.ts';
import type { Exported } from '../outcome.ts';
import type { StopReason } from '../service/analytics.ts';
import { number, plural, quoteName, type RichText, tableRow } from '../text/format.ts';
import { formatPeriod } from '../visitors/period.ts';
import {
  countPages,
  formatDataWarnings,
  formatRanked,
  formatVisitors,
  type VisitorReport,
} from '../visitors/report.ts';
import { dayAndTime, toMarkdown, withCode } from './to-markdown.ts';

/**
 * A complete export for log, summary and outputs. It warns of all that a reader should know before
 * trusting it. @param file its path, if there is one.
 */
export function describeExport(report: VisitorReport, file: string | undefined): Exported {
  const { offset, rows, spellings, pages, leftOut, totals, period } = report;
  const { ai, total } = totals;
  // Counts that contradict each other have no share.
  const share = total > 0 && ai <= total ? ` (${Math.round((ai / total) * 100)} % of all)` : '';
  const start =
    rows > 0
      ? `The export starts at offset ${number(offset)} and lacks the rows before it.`
      : `There is no row at offset ${number(offset)} or after it.`;
  const spelled = spellings > 0 ? ` in ${number(rows)} spellings` : '';
  const excluded = leftOut > 0 ? `, ${number(leftOut)} excluded from the ranking` : '';
  const facts: RichText[] = [
    [
      `${formatVisitors(totals, share)}; ${plural(countPages(report), 'page')} read${spelled}${excluded}.`,
    ],
    ...(offset > 0 ? [[start]] : []),
    ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
  ];
  const warnings = [
    ...formatDataWarnings(report).map((line) => [line]),
    ...(pages.length === 0 && leftOut > 0 ? [withCode(ALL_EXCLUDED)] : []),
  ];
  return {
    headline: 'Visitor analytics exported',
    detail: [formatPeriod(period)],
    lines: [...facts, ...warnings],
    isDoubtful: warnings.length > 0,
    blocks: renderRanking(report),
    outputs: { visitors: toJson(report), visitorsFile: file ?? '', pages: JSON.stringify(pages) },
  };
}

const ALL_EXCLUDED = 'All pages are excluded from the ranking by `paths` and `paths-ignore`.';

/**
 * The error of an export that ended early: why, where its rows are, and the inputs that continue
 * it.
 */
export function incompleteExport(
  { rows, period: { from, to } }: VisitorReport,
  { why, nextOffset }: NonNullable<VisitorReport['partial']>,
  file: string | undefined,
): ServiceError {
  const cause = why.problem;
  const head = `After ${plural(rows, 'page')} ${whyStopped(why)}.`;
  const where = file === undefined ? '' : ` What was read is in ${quoteName(file, 1_000)}.`;
  const dates = (from ? `, \`date-from: ${from}\`` : '') + (to ? `, \`date-to: ${to}\`` : '');
  const remedy = `To continue from there, set \`offset: ${nextOffset}\`${dates}, and another \`visitors-file\`.`;
  const message = [head + where, ...(cause ? [cause.message, cause.remedy] : [])].join('\n');
  return new ServiceError(message, remedy, {
    headline: 'Export incomplete',
    cause,
    quote: cause?.quote ?? '',
  });
}

/** Why a ranking contains only the first pages; empty if it is complete. */
export const formatPartial = ({ partial, rows }: VisitorReport): string =>
  partial
    ? `partial: ranked by the first ${plural(rows, 'page')} only, as ${whyStopped(partial.why)}`
    : '';

/** What the reader should know before trusting the pages of a request, one line each. */
export function warningsOf(report: VisitorReport): RichText[] {
  const why = report.partial?.why;
  const problem = why?.problem;
  const failed = problem ? [problem.message, problem.remedy] : [];
  return [
    ...(why ? [[`The pages are ${formatPartial(report)}.`]] : []),
    ...failed.map((line) => [{ untrusted: line }]),
    ...formatDataWarnings(report).map((line) => [line]),
  ];
}

/** Why reading stopped, as the end of a sentence. */
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

/**
 * The ranking as a heading and a table, which draws people and AI agents as a bar of text: it looks
 * the same wherever it is read.
 */
function renderRanking(report: VisitorReport): string[] {
  const { pages, offset } = report;
  if (pages.length === 0) return [];
  const ofPartial = offset > 0 ? ', of the rows that were read' : '';
  const longest = Math.max(...pages.map(({ human, ai }) => human + ai));
  return [
    [
      `### Top ${formatRanked(report)}${ofPartial}\n`,
      '| # | Page | 🟦 People 🟧 AI agents | Visitors | People | AI agents |',
      '|---:|---|---|---:|---:|---:|',
      ...pages.map(({ path, human, ai, total }, at) =>
        tableRow([
          String(at + 1),
          toMarkdown([{ code: path }]),
          barOf(human, ai, longest),
          ...[total, human, ai].map(number),
        ]),
      ),
    ].join('\n'),
  ];
}

/** Squares of the longest bar, which people and AI agents share. */
const BAR = 8;

/**
 * Counts are rounded to squares, also to none: a square for each part would make nine people look
 * like one AI agent. A bar that would be empty has one square, of the larger part.
 */
function barOf(human: number, ai: number, longest: number): string {
  const [people, agents] = [human, ai].map((count) => Math.round((count / (longest || 1)) * BAR));
  if (people || agents) return '🟦'.repeat(people ?? 0) + '🟧'.repeat(agents ?? 0);
  return human + ai > 0 ? (human < ai ? '🟧' : '🟦') : '';
}

/** The output `visitors`, as JSON. */
function toJson(report: VisitorReport): string {
  const { totals, unusable, repeated, offset, period } = report;
  const { from: dateFrom = null, to: dateTo = null } = period;
  return JSON.stringify({
    ...totals,
    pages: countPages(report),
    unusable,
    repeated,
    offset,
    dateFrom,
    dateTo,
  });
}
