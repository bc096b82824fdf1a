import type { PageVisitors } from '../service/visitor-page.ts';
import { number, people } from '../text/format.ts';

/** More do not fit on a screen. */
const MAX_PAGES = 10;
/** UTF-16 units. Where one label is too wide, Mermaid shows none at all: of the widest letters, 40 still fit, 48 do not. */
const MAX_LABEL = 36;

/**
 * The first pages of a ranking as a picture in Mermaid: two bars a page, side by side and never stacked, as they do not add up.
 * Its bar chart knows no groups, so each bar has a row of its own, and a row without a bar parts the pages. What the settings are
 * for was found by rendering them (Mermaid 11.4 to 11.17): a value axis with labels draws a bar for 0; names of rows must differ.
 */
export function chartOf(ranking: readonly PageVisitors[]): string {
  const pages = ranking.slice(0, MAX_PAGES);
  const labels = pages.flatMap(labelsOf).slice(1);
  const bars = (values: (page: PageVisitors) => number[]) => pages.flatMap((page) => [0, ...values(page)]).slice(1);
  const longest = Math.max(1, ...pages.flatMap(({ human, ai }) => [human, ai]));
  return [
    '🟦 People · 🟧 AI agents: who came as both is in both, so they do not add up.',
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

/** A gap, and a row for each bar. Blanks within a name are drawn as one, and tell equal names apart; #8203; is a blank of no width. */
function labelsOf({ path, human, ai }: PageVisitors, at: number): string[] {
  const blanks = ' '.repeat(at + 1);
  return [
    `#8203;${blanks}#8203;`,
    `${at + 1}. ${nameOf(path)}: ${people(human)}`,
    `${number(ai)}${blanks}AI agent${ai === 1 ? '' : 's'}`,
  ];
}

/** Only what Mermaid shows as it stands; cut in the middle, as the end of a path says most. */
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
