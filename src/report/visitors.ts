import { number, people, plural } from '../text/plural.ts';
import type { End, Stop } from '../visitors/batches.ts';
import { sayRanking } from '../visitors/ranking.ts';
import type { Survey } from '../visitors/survey.ts';
import type { Exported } from './outcome.ts';
import { dayAndTime, type Phrase, toMarkdown } from './phrase.ts';
import { chartOf } from './visitors-chart.ts';

/** What an export found, and what must be known of it; a line each. */
export function sayExport({ survey, file }: Exported): Phrase[] {
  return [
    [sayTotals(survey)],
    ...(survey.end.kind === 'partial' ? [ofPart(survey.end, survey), ...ofProblem(survey.end.why)] : []),
    ...(survey.offset > 0 ? [[`The rows before number ${number(survey.offset)} are not in it.`]] : []),
    ...(survey.unusable > 0 ? [[`Left out, as the service spoilt them: ${plural(survey.unusable, 'row')}.`]] : []),
    ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
  ];
}

/** Some may be both, so these do not add up. */
const sayTotals = ({ rows, totals: { human, ai, total } }: Survey): string =>
  `${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')}${total > 0 ? ` (${share(ai, total)} of all)` : ''}; ${plural(rows, 'page')}.`;

function ofPart({ nextOffset, why }: Extract<End, { kind: 'partial' }>, { rows }: Survey): Phrase {
  return [
    `Partial: after ${plural(rows, 'page')} ${whyStopped(why)}. To go on from there: `,
    { code: `offset: ${nextOffset}` },
    '.',
  ];
}

/** Why the pages of a request are some of the first only; nothing where they are not. */
export function sayShort({ end, rows }: Survey): Phrase[] {
  if (end.kind === 'whole') return [];
  return [[`The pages are ranked by the first ${number(rows)} only: ${whyStopped(end.why)}.`], ...ofProblem(end.why)];
}

function whyStopped(why: Stop): string {
  switch (why.kind) {
    case 'cancelled':
      return 'the run was cancelled';
    case 'budget':
      return 'the budget ended';
    case 'throttled':
      return `the quota was used up${why.tryAgainAt ? ` until ${dayAndTime(why.tryAgainAt)}` : ''}`;
    case 'problem':
      return 'something failed';
  }
}

const ofProblem = (why: Stop): Phrase[] =>
  why.kind === 'problem' ? [[{ foreign: why.problem.message }], [{ foreign: why.problem.remedy }]] : [];

/** Rows of the summary's table. */
export function factsOfExport({ rows, leftOut, end, offset }: Survey): [name: string, value: Phrase][] {
  const parts = [
    `${number(rows)} read`,
    ...(leftOut > 0 ? [`${number(leftOut)} left out of the ranking by paths`] : []),
  ];
  const isPart = end.kind === 'partial' || offset > 0;
  return [['Pages', [`${parts.join(', ')}${isPart ? ' (partial)' : ''}`]]];
}

/** The ranking, as a picture and as a table. */
export function renderRanking(survey: Survey): string[] {
  const { pages, sortBy, end, offset } = survey;
  if (pages.length === 0) return [];
  const ofPartial = end.kind === 'partial' || offset > 0 ? ', of the part that was read' : '';
  return [
    `### The ${sayRanking(pages.length, sortBy)}${ofPartial}`,
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
export function toJsonOfSurvey({ totals, rows, end, period }: Survey): string {
  const nextOffset = end.kind === 'partial' ? end.nextOffset : null;
  const { from: dateFrom = null, to: dateTo = null } = period;
  return JSON.stringify({ ...totals, pages: rows, partial: nextOffset !== null, nextOffset, dateFrom, dateTo });
}

const share = (part: number, whole: number): string => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–');
