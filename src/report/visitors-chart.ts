import type { PageVisitors } from '../visitors/page.ts';

/** A picture of the first pages of a ranking, in Mermaid. */
export function chartOf(pages: readonly PageVisitors[]): string {
  const shown = pages.slice(0, MAX_BARS);
  const values = (of: (page: PageVisitors) => number) => shown.map(of).join(', ');
  return [
    '```mermaid',
    'xychart-beta',
    '  title "People (bars) and AI agents (line)"',
    `  x-axis [${shown.map((_, at) => at + 1).join(', ')}]`,
    `  bar [${values(({ human }) => human)}]`,
    `  line [${values(({ ai }) => ai)}]`,
    '```',
  ].join('\n');
}

const MAX_BARS = 10;
