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
    ...(survey.offset > 0
      ? [[`It begins at the offset ${number(survey.offset)}: what comes before is not in it.`]]
      : []),
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

function ofProblem(why: Stop): Phrase[] {
  const problem = why.kind === 'problem' || why.kind === 'budget' ? why.problem : undefined;
  return problem ? [[{ foreign: problem.message }], [{ foreign: problem.remedy }]] : [];
}

/** Rows of the summary's table. */
export function factsOfExport({ rows, leftOut, end }: Survey): [name: string, value: Phrase][] {
  const parts = [
    `${number(rows)} read`,
    ...(leftOut > 0 ? [`${number(leftOut)} left out of the ranking by paths`] : []),
  ];
  return [['Pages', [`${parts.join(', ')}${end.kind === 'partial' ? ' (partial)' : ''}`]]];
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
export function toJsonOfSurvey({ totals, rows, unusable, offset, end, period }: Survey): string {
  const nextOffset = end.kind === 'partial' ? end.nextOffset : null;
  const { from: dateFrom = null, to: dateTo = null } = period;
  const read = { pages: rows, unusable, offset, partial: nextOffset !== null, nextOffset };
  return JSON.stringify({ ...totals, ...read, dateFrom, dateTo });
}

const share = (part: number, whole: number): string => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–');
