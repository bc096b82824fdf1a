import type { Exported } from '../outcome.ts';
import { number, people, plural } from '../text/format.ts';
import type { RichText } from '../text/rich-text.ts';
import { formatRanked, type VisitorReport } from '../visitors/collect.ts';
import type { Completion, StopReason } from '../visitors/paginate.ts';
import { formatPeriod } from '../visitors/period.ts';
import { dayAndTime, toMarkdown } from './rich-text.ts';
import { chartOf } from './visitors-chart.ts';

/** What an export found, and what must be known of it; a line each. */
export function formatExport({ survey, file }: Exported): RichText[] {
  const { end, offset, pages, leftOut, tooLong } = survey;
  return [
    [sayTotals(survey)],
    ...(end.kind === 'partial' ? [ofPart(end, survey), ...ofProblem(end.why)] : []),
    ...(offset > 0 ? [[sayOffset(survey)]] : []),
    ...formatDataWarnings(survey),
    ...(tooLong > 0 ? [[`Not ranked, as their paths are too long: ${plural(tooLong, 'page')}.`]] : []),
    ...(pages.length === 0 && leftOut > 0 ? [NONE_LEFT] : []),
    ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
  ];
}

/** Why some page may not be in it that should. */
export function formatDataWarnings({ unusable, repeated }: VisitorReport): RichText[] {
  const doubts: [count: number, doubt: string][] = [
    [unusable, `Left out, without a proper path or numbers: ${plural(unusable, 'row')}.`],
    [repeated, `Came twice: ${plural(repeated, 'row')}. If the list moved while it was read, others may be missing.`],
  ];
  return doubts.flatMap(([count, doubt]) => (count > 0 ? [[doubt]] : []));
}

export const hasDataWarnings = (survey: VisitorReport): boolean =>
  survey.end.kind === 'partial' ||
  formatDataWarnings(survey).length > 0 ||
  (survey.pages.length === 0 && survey.leftOut > 0);

const NONE_LEFT: RichText = [
  'No page is left for the ranking by ',
  { code: 'paths' },
  ' and ',
  { code: 'paths-ignore' },
  '.',
];

const sayOffset = ({ offset, rows }: VisitorReport): string =>
  rows > 0
    ? `The export begins at offset ${number(offset)}; what comes before is not in it.`
    : `There is no row at offset ${number(offset)} or behind it.`;

/** Some may be both, so these do not add up. */
const sayTotals = ({ rows, totals: { human, ai, total } }: VisitorReport): string =>
  `${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')}${total > 0 ? ` (${share(ai, total)} of all)` : ''}; ${plural(rows, 'page')} read.`;

function ofPart(
  { nextOffset, why }: Extract<Completion, { kind: 'partial' }>,
  { rows, period: { from, to } }: VisitorReport,
): RichText {
  const dates = [...(from ? [`date-from: ${from}`] : []), ...(to ? [`date-to: ${to}`] : [])];
  const inputs = [`offset: ${nextOffset}`, ...dates].flatMap((input): RichText => [{ code: input }, ', ']);
  const head = `Partial: after ${plural(rows, 'page')} ${whyStopped(why)}. To go on from there: `;
  return [head, ...inputs, 'and another ', { code: 'visitors-file' }, '.'];
}

/** What a refresh looks at. */
export const namePages = (survey: VisitorReport | undefined): string =>
  survey ? `the ${formatRanked(survey)}, ${formatPeriod(survey.period)}` : 'the pages that are read most';

/** Why a ranking is of the first pages only; empty where it is of all. */
export const formatPartial = ({ end, rows }: VisitorReport): string =>
  end.kind === 'whole' ? '' : `partial: ranked by the first ${plural(rows, 'page')} only, as ${whyStopped(end.why)}`;

/** The same, with what failed, and what else is doubtful; a line each. */
export function warningsOf(survey: VisitorReport): RichText[] {
  const { end } = survey;
  const short = formatPartial(survey);
  return [
    ...(short ? [[`The pages are ${short}.`]] : []),
    ...(end.kind === 'partial' ? ofProblem(end.why) : []),
    ...formatDataWarnings(survey),
  ];
}

function whyStopped(why: StopReason): string {
  switch (why.kind) {
    case 'cancelled':
      return 'the run was cancelled';
    case 'timeout':
      return 'the budget ended';
    case 'throttled':
      return `the quota was used up${why.tryAgainAt ? ` until ${dayAndTime(why.tryAgainAt)}` : ''}`;
    case 'problem':
      return 'something failed';
  }
}

function ofProblem(why: StopReason): RichText[] {
  const problem = why.kind === 'problem' || why.kind === 'timeout' ? why.problem : undefined;
  return problem ? [[{ untrusted: problem.message }], [{ untrusted: problem.remedy }]] : [];
}

/** Rows of the summary's table. */
export function factsOfExport({ rows, leftOut, end }: VisitorReport): [name: string, value: RichText][] {
  const parts = [`${number(rows)} read`, ...(leftOut > 0 ? [`${number(leftOut)} left out of the ranking`] : [])];
  return [['Pages', [`${parts.join(', ')}${end.kind === 'partial' ? ' (partial)' : ''}`]]];
}

/** The ranking, as a picture and as a table. */
export function renderRanking(survey: VisitorReport): string[] {
  const { pages, end, offset } = survey;
  if (pages.length === 0) return [];
  const ofPartial = end.kind === 'partial' || offset > 0 ? ', of the part that was read' : '';
  return [
    `### The ${formatRanked(survey)}${ofPartial}`,
    chartOf(pages),
    [
      '| | Page | Visitors | People | AI agents | Share of AI |',
      '|---:|---|---:|---:|---:|---:|',
      ...pages.map(
        ({ path, human, ai, total }, at) =>
          `| ${at + 1} | ${toMarkdown([{ code: path }])} | ${[total, human, ai].map(number).join(' | ')} | ${share(ai, total)} |`,
      ),
    ].join('\n'),
  ];
}

/** The output `visitors`. */
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

const share = (part: number, whole: number): string => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–');
