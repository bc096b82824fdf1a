import { number, plural } from '../text/plural.ts';
import type { PageVisitors } from '../visitors/page.ts';
import { sayPeriod } from '../visitors/period.ts';
import { sayRanking } from '../visitors/ranking.ts';
import type { Survey, SurveyWish } from '../visitors/survey.ts';
import { onOneLine, type Text } from './text.ts';
import type { Words } from './words.ts';

/** The pages that are read most; or which ones these would be, where nobody may ask. */
export type ReadMost =
  | { readonly kind: 'surveyed'; readonly survey: Survey }
  | { readonly kind: 'unread'; readonly wish: SurveyWish };

export function pagesAsWords(readMost: ReadMost): Words {
  switch (readMost.kind) {
    case 'surveyed': {
      const { survey } = readMost;
      const { pages, rows, end } = survey;
      const isPart = end.kind === 'partial';
      const mark = `[of the first ${plural(rows, 'page')} only: the others could not be read]\n`;
      return {
        heading: heading(pages.length, survey),
        parts: [...pages.flatMap(renderPage), ...(isPart ? [mark] : [])],
      };
    }
    case 'unread': {
      const { wish } = readMost;
      return { heading: heading(wish.top, wish), parts: ['[a dry run has no key to read them with]\n'] };
    }
  }
}

const heading = (count: number, { sortBy, period }: SurveyWish) =>
  `the ${sayRanking(count, sortBy)}, ${sayPeriod(period)}`;

const renderPage = ({ path, human, ai, total }: PageVisitors, at: number): Text[] => [
  `${at + 1}. `,
  onOneLine(path),
  ` (${plural(total, 'visitor')}: ${number(human)} people, ${number(ai)} AI)\n`,
];
