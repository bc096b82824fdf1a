import type { PageVisitors } from '../service/visitors.ts';
import { number, people } from '../text/format.ts';

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
