import { describe, expect, test } from '@jest/globals';
import { paintLine } from '../../sandbox/terminal/line.ts';
import { markdownLines } from '../../sandbox/terminal/markdown-lines.ts';

/** Markdown as plain text; by default, of a comment and without line breaks. */
function shown(markdown: string, { width = Number.POSITIVE_INFINITY, hasLineBreaks = true, isColored = false } = {}) {
  const lines = markdownLines(markdown, { width, isColored, hasLineBreaks, shownAddresses: new Set() });
  return lines.map((line) => paintLine(line, isColored)).join('\n');
}

describe('Markdown in a terminal', () => {
  test.each([
    ['bold and small print', '**a** · _b_ <sub>c</sub>', 'a · b c'],
    ['a code span', 'comment `/docs` now', 'comment `/docs` now'],
    ['a line break of a comment', 'a\nb  \nc', 'a\nb\nc'],
    ['a quote', '**a**\n> b\n> c\n\nd', 'a\n\n▎ b\n▎ c\n\nd'],
    ['lists', '- a\n  - b\n- [x] c\n\n1. d', '• a\n\n  • b\n• ☑ c\n\n1. d'],
    ['a block of code', '```text\n<b>\n  x\n```', '  <b>\n    x'],
    ['folded details', '<details><summary>The <sub>x</sub></summary>\n\nhidden\n\n</details>', '▸ The x (folded)'],
    ['a marker', 'a\n<!-- marker:\nx -->', 'a'],
    ['a marker on its own', 'a\n\n<!-- marker -->', 'a'],
    ['other raw HTML', 'a <b onclick="x">b</b>', 'a <b onclick="x">b</b>'],
    ['an image', '![what it shows](https://example.com/a.png)', '[image: what it shows]'],
    ['a link', '[run](http://x.test/7) and [again](http://x.test/7)', 'run (http://x.test/7) and again'],
    ['a bare address', 'http://x.test/7', 'http://x.test/7'],
    ['a table without a header', '| | |\n|--|-:|\n| a | 1 |\n| bb | 10 |', 'a    1\nbb  10'],
  ])('shows %s', (_, markdown, text) => {
    expect(shown(markdown)).toBe(text);
  });

  test('joins the lines of a paragraph of a file, except at its explicit breaks', () => {
    expect(shown('a\nb  \nc', { hasLineBreaks: false })).toBe('a b\nc');
  });

  test('wraps quotes and tables to the width', () => {
    expect(shown('> one two three', { width: 10 })).toBe('▎ one two\n▎ three');
    expect(shown('| a | b |\n|--|--|\n| x | one two three four |', { width: 15 })).toBe(
      'a  b\nx  one two\n   three four',
    );
  });

  test('colors code spans instead of quoting them', () => {
    expect(shown('**a `b`**', { isColored: true })).toBe(
      '\u001b[1ma \u001b[22m\u001b[1m\u001b[36mb\u001b[39m\u001b[22m',
    );
  });
});
