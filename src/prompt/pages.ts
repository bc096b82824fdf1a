import type { PageVisitors } from '../service/visitor-page.ts';
import { people, plural } from '../text/format.ts';
import type { Section, Text } from '../trigger/trigger.ts';
import { type Survey, type SurveyWish, sayRanked } from '../visitors/collect.ts';
import { sayPeriod } from '../visitors/period.ts';
import { sayRanking } from '../visitors/ranking.ts';
import { onOneLine } from './text.ts';

/** The pages that are read most; or which ones these would be, and why nobody knows. */
export type ReadMost =
  | { readonly kind: 'surveyed'; readonly survey: Survey }
  | { readonly kind: 'unread'; readonly wish: SurveyWish; readonly because: string };

/** Nothing where no page is left. */
export function pagesAsWords(readMost: ReadMost): Section[] {
  if (readMost.kind === 'unread') {
    const { wish, because } = readMost;
    const heading = `the ${sayRanking(wish.top, wish.sortBy)}, ${sayPeriod(wish.period)}`;
    return [{ heading, parts: [`[not read: ${because}]\n`] }];
  }
  const { survey } = readMost;
  const { pages, rows, end } = survey;
  if (pages.length === 0) return [];
  const mark = `[ranked by the first ${plural(rows, 'page')} only: the others could not be read]\n`;
  const parts = [...pages.flatMap(renderPage), ...(end.kind === 'partial' ? [mark] : [])];
  return [{ heading: `the ${sayRanked(survey)}, ${sayPeriod(survey.period)}`, parts }];
}

const renderPage = ({ path, human, ai, total }: PageVisitors, at: number): Text[] => [
  `${at + 1}. `,
  onOneLine(path),
  ` (${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')})\n`,
];
