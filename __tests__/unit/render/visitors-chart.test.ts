import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chartOf } from '../../../src/render/visitors.ts';
import type { PageVisitors } from '../../../src/service/visitors.ts';
import { anyText } from '../../support/any-text.ts';
import { aPage, NASTY_PATHS } from '../../support/sample-exports.ts';

const THREE = [aPage('/docs', 900, 400, 1_200), aPage('/docs/install', 500, 1, 500), aPage('/blog', 1, 7, 8)];

/** What Mermaid draws: one label per row, and one number per row and series. */
function drawn(pages: readonly PageVisitors[]) {
  const chart = chartOf(pages);
  const listOf = (start: RegExp) =>
    chart
      .split('\n')
      .filter((line) => start.test(line))
      .map((line) => /\[(.*)\]$/.exec(line)?.[1] ?? '');
  const [axis = '', ...others] = listOf(/^ {2}x-axis /);
  const [people = '', ...more] = listOf(/^ {2}bar "People" /);
  const [agents = '', ...evenMore] = listOf(/^ {2}bar "AI agents" /);
  expect([others, more, evenMore]).toEqual([[], [], []]);
  const labels = axis === '' ? [] : axis.split(', "').map((label) => label.replace(/^"|"$/g, ''));
  const numbersOf = (list: string) => (list === '' ? [] : list.split(', ').map(Number));
  const longest = Number(/^ {2}y-axis 0 --> (\d+)$/m.exec(chart)?.[1]);
  return { labels, people: numbersOf(people), agents: numbersOf(agents), longest, lines: chart.split('\n').length };
}

test('a chart of three pages is a Mermaid block with a legend', () => {
  expect(chartOf(THREE)).toMatchInlineSnapshot(`
"🟦 People · 🟧 AI agents. A visitor can be counted as both.

\`\`\`mermaid
---
config:
  xyChart: { width: 720, height: 170, plotReservedSpacePercent: 5, showTitle: false, showLegend: false,
    xAxis: { labelFontSize: 13, labelPadding: 10, showTick: false },
    yAxis: { showLabel: false, showTick: false, showTitle: false, showAxisLine: false } }
  themeVariables: { xyChart: { backgroundColor: transparent, plotColorPalette: "#2f81f7, #e8803a" } }
---
xychart-beta horizontal
  accTitle: People and AI agents, by page
  x-axis ["1. /docs: 900 people", "400 AI agents", "#8203;  #8203;", "2. /docs/install: 500 people", "1  AI agent", "#8203;   #8203;", "3. /blog: 1 person", "7   AI agents"]
  y-axis 0 --> 900
  bar "People" [900, 0, 0, 500, 0, 0, 1, 0]
  bar "AI agents" [0, 400, 0, 0, 1, 0, 0, 7]
\`\`\`"
`);
});

test('each bar of a chart is in the row of its own page, and no other row has one', () => {
  const { labels, people, agents, longest } = drawn(THREE);
  const rows = labels.map((label, at) => [label.replace(/ +/g, ' '), people[at], agents[at]]);
  const gap = ['#8203; #8203;', 0, 0];
  expect(rows).toEqual([
    ['1. /docs: 900 people', 900, 0],
    ['400 AI agents', 0, 400],
    gap,
    ['2. /docs/install: 500 people', 500, 0],
    ['1 AI agent', 0, 1],
    gap,
    ['3. /blog: 1 person', 1, 0],
    ['7 AI agents', 0, 7],
  ]);
  expect(longest).toBe(900);
});

test.each([
  [1, 2],
  [2, 5],
  [10, 29],
  [11, 29],
  [256, 29],
])('a chart of %d pages draws at most ten, in %d rows', (count, rows) => {
  const pages = Array.from({ length: count }, (_, at) => aPage(`/${at}`, 1_000 - at, at));
  const { labels, longest } = drawn(pages);
  expect(labels).toHaveLength(rows);
  expect(labels.filter((label) => /^\d+\. /.test(label))).toEqual(
    pages.slice(0, 10).map(({ path, human }, at) => `${at + 1}. ${path}: ${human.toLocaleString('en')} people`),
  );
  expect(longest).toBe(1_000);
});

describe('the axis of a chart', () => {
  test('is as long as the longest bar of either series, and not as the total', () => {
    expect(drawn([aPage('/a', 3, 9, 12), aPage('/b', 5, 0, 5)]).longest).toBe(9);
    expect(drawn([aPage('/a', 5, 0, 5), aPage('/b', 3, 9, 12)]).longest).toBe(9);
  });

  test('has the length 1 for pages without visitors, as Mermaid draws no axis of length 0', () => {
    const { labels, people, agents, longest } = drawn([aPage('/a', 0, 0, 0)]);
    expect({ labels, people, agents, longest }).toEqual({
      labels: ['1. /a: 0 people', '0 AI agents'],
      people: [0, 0],
      agents: [0, 0],
      longest: 1,
    });
  });
});

describe('the labels of a chart', () => {
  test('all differ, even if paths are cut to the same text and counts are equal', () => {
    const pages = Array.from({ length: 10 }, (_, at) =>
      aPage(`/the-same-beginning/${'x'.repeat(60)}${at}${'y'.repeat(60)}`),
    );
    const { labels } = drawn(pages);
    expect(new Set(labels).size).toBe(labels.length);
    expect(
      new Set(labels.filter((label) => label.includes('...')).map((label) => label.replace(/^\d+\. /, ''))).size,
    ).toBe(1);
  });

  test.each([
    ['/docs/getting-started', '/docs/getting-started'],
    [`/${'a'.repeat(35)}`, `/${'a'.repeat(35)}`],
    [`/begin${'-'.repeat(40)}end`, '/begin-----------...-------------end'],
    ['/é/🎉', '/_/_'],
    ['/a"b', '/a_b'],
    ['/a\n```\nb', '/a_____b'],
    ['/#35;<b>', '/_35__b_'],
    ['/%%{init: {}}%%', '/___init: _____'],
    ['/[x];{y}', '/_x___y_'],
  ])('have no character with a meaning in Mermaid, for the path %j', (path, name) => {
    expect(drawn([aPage(path, 1, 1, 2)]).labels[0]).toBe(`1. ${name}: 1 person`);
  });
});

test('a chart of any paths and counts has one label of safe characters for each number of each series', () => {
  const path = fc.oneof(
    anyText({ maxLength: 80 }),
    fc.constantFrom(...NASTY_PATHS),
    fc
      .array(fc.constantFrom('"', ']', '`', '\n', '%%', '#', ';', '&', '<', '-->', '\\', ', "', 'a'), { maxLength: 40 })
      .map((parts) => parts.join('')),
  );
  const count = fc.oneof(fc.nat(20), fc.maxSafeNat());
  const page = fc.record({ path, human: count, ai: count, total: count });
  const usual = drawn(THREE).lines;
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 15 }), (pages) => {
      const { labels, people, agents, longest, lines } = drawn(pages);
      const safe = /^(?:#8203;|[A-Za-z0-9 /._~:@!$'()*+=,?|-])+$/;
      const isDrawn = (series: readonly number[]) =>
        series.length === labels.length && series.every((value) => value >= 0 && value <= longest);
      return (
        lines === usual &&
        labels.length === 3 * Math.min(pages.length, 10) - 1 &&
        new Set(labels).size === labels.length &&
        labels.every((label) => safe.test(label)) &&
        [people, agents].every(isDrawn)
      );
    }),
    { numRuns: 200 },
  );
});
