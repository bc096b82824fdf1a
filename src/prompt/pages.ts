import type { PageVisitors } from '../service/visitors.ts';
import { people, plural } from '../text/format.ts';
import type { Section, Text } from '../trigger/trigger.ts';
import { formatRanked, type VisitorQuery, type VisitorReport } from '../visitors/collect.ts';
import { formatPeriod } from '../visitors/period.ts';
import { formatRanking } from '../visitors/ranking.ts';
import { onOneLine } from './text.ts';

/** The most visited pages; or the query for them, and why they were not read. */
export type TopPages =
  | { readonly kind: 'surveyed'; readonly survey: VisitorReport }
  | { readonly kind: 'unread'; readonly query: VisitorQuery; readonly because: string };

/** The list of the most visited pages as a section of the prompt; empty if there are none. */
export function pageSections(topPages: TopPages): Section[] {
  if (topPages.kind === 'unread') {
    const { query, because } = topPages;
    const heading = `the ${formatRanking(query.top, query.sortBy)}, ${formatPeriod(query.period)}`;
    return [{ heading, parts: [`[not read: ${because}]\n`] }];
  }
  const { survey: report } = topPages;
  const { pages, rows, end } = report;
  if (pages.length === 0) return [];
  const mark = `[ranked by the first ${plural(rows, 'page')} only: the others could not be read]\n`;
  const parts = [...pages.flatMap(renderPage), ...(end.kind === 'partial' ? [mark] : [])];
  return [{ heading: `the ${formatRanked(report)}, ${formatPeriod(report.period)}`, parts }];
}

const renderPage = ({ path, human, ai, total }: PageVisitors, at: number): Text[] => [
  `${at + 1}. `,
  onOneLine(path),
  ` (${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')})\n`,
];
