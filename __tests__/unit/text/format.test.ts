import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import {
  codeSpan,
  cut,
  escapeMarkdown,
  excerpt,
  number,
  oneLine,
  quoteName,
  tableRow,
} from '../../../src/text/format.ts';
import { liveThings } from '../../support/rendered-markdown.ts';

/** What GitHub makes of a line, without the paragraph around it. */
const html = (markdown: string) =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).replace(
    /^<p>|<\/p>$/g,
    '',
  );
const inHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

describe('untrusted text in Markdown', () => {
  /** Separated by `¦`. */
  const SIGNS = `*a* **b** ¦ _a_ __b__ ¦ ~a~ ~~b~~ ¦ [a](b) [c][d] [^e] ¦ ![a](b) ¦ <b>a</b> <!-- c --> ¦ a && b &lt; c &copy; ¦ \\* \\\\ \\
    ¦ # heading ¦ # ¦ - item ¦ + item ¦ 1. item ¦ 12. item ¦ 3) item ¦ > quote ¦ \` ¦ \`\` ¦ [ ] task ¦ --- ¦ *** ¦ a | b`;
  test.each(SIGNS.split(/\s*¦ /))('is shown as it is written: %j', (text) => {
    expect(html(escapeMarkdown(text, 100))).toBe(inHtml(text));
  });

  test.each(['$x$', '$x$ and $$y$$'])('is no formula: %j', (text) => {
    expect(escapeMarkdown(text, 100)).toBe(text.replaceAll('$', '\\$'));
  });

  test('before a link is no image', () => {
    expect(html(`${escapeMarkdown('Wow!', 100)}[a](https://b.example)`)).toBe(
      'Wow!<a href="https://b.example">a</a>',
    );
  });

  test('after a bracket is no address', () => {
    expect(html(`[a]${escapeMarkdown('(https://b.example)', 100)}`)).not.toContain('<a');
  });

  test.each(['C #', 'C ##', 'F#'])('is shown whole in a heading: %j', (text) => {
    expect(html(`## ${escapeMarkdown(text, 100)}`)).toBe(`<h2>${text}</h2>`);
  });

  const LIVE =
    '@alice ¦ @Acme/team ¦ #1 ¦ acme/app#4 ¦ GH-3 ¦ gh-3 ¦ https://x.example ¦ ftp://x.example ¦ WWW.x.example ¦ a@b.example';
  test.each(LIVE.split(' ¦ '))('mentions and links nothing: %j', (text) => {
    const escaped = escapeMarkdown(`See ${text}`, 100);
    expect(liveThings(escaped)).toEqual([]);
    expect(html(escaped).replaceAll('\u200b', '')).toBe(`See ${text}`);
  });

  test.each([
    'Re-run it (ECONNRESET): a + b = {c}, no. 2) of #x! Or',
    'C: and D:/, gh is a tool, www is old, v1.5 and 2. the end, item 1. and so on',
    '“é” 👩‍👧',
  ])('without an effect does not change: %j', (text) => {
    expect(escapeMarkdown(text, 100)).toBe(text);
  });

  test('keeps its code, in which nothing has an effect', () => {
    const text = 'Run `docs --to *.md` and `@x`';
    expect(escapeMarkdown(text, 100)).toBe(text);
    expect(html(escapeMarkdown(text, 100))).toBe(
      'Run <code>docs --to *.md</code> and <code>@x</code>',
    );
  });

  test('has no effect behind code either', () => {
    expect(escapeMarkdown('`a` *b* `c` @d', 100)).toBe('`a` \\*b\\* `c` @&#8203;d');
  });

  test('is cut before it is escaped, so that no escape is cut', () => {
    expect(escapeMarkdown('a*****', 3)).toBe('a\\*…');
  });
});

describe('untrusted text in a code span', () => {
  test.each([
    ['docs build', '`docs build`'],
    ['a`b``c', '`aˋbˋˋc`'],
    ['a|b||c', '`a|b||c`'],
    ['*a* @b', '`*a* @b`'],
    ['', '`(blank)`'],
    [' \u200b ', '`(blank)`'],
  ])('cannot end it: %j', (text, span) => {
    expect(codeSpan(text, 100)).toBe(span);
  });

  test('is cut with a mark', () => {
    expect(codeSpan('abcdef', 4)).toBe('`abc…`');
  });
});

describe('the row of a table', () => {
  test.each([
    ['`a|b` c', '<code>a|b</code> c'],
    ['a | b', 'a | b'],
    ['\\| b', '\\| b'],
    ['`a\\\\|b`', '<code>a\\\\|b</code>'],
  ])('keeps a sign of the next cell in its own: %j', (text, shown) => {
    const row = tableRow([escapeMarkdown(text, 100), 'd']);
    const cells = html(`| A | B |\n|---|---|\n${row}`).match(/<td>.*?<\/td>/g);
    expect(cells).toEqual([`<td>${shown}</td>`, '<td>d</td>']);
  });
});

describe('a quoted name', () => {
  test.each([
    ['docs', '`docs`'],
    ['a`b`\nc', "`a'b' c`"],
    ['x'.repeat(61), `\`${'x'.repeat(59)}…\``],
  ])('is one short line: %j', (name, quoted) => {
    expect(quoteName(name)).toBe(quoted);
  });
});

describe('an excerpt', () => {
  test.each([
    ['Bad\nrequest', '“Bad request”'],
    [' \n', ''],
    ['a longer answer', '“a longer a…”'],
  ])('is one line in quotation marks, and nothing if nothing is left: %j', (text, shown) => {
    expect(excerpt(text, 11)).toBe(shown);
  });
});

test('a line is cut without the space before the mark', () => {
  expect(oneLine('abc def', 5)).toBe('abc…');
});

describe('a cut', () => {
  test.each([
    ['abc', 2, 'ab'],
    ['abc', 3, 'abc'],
    ['abc', 0, ''],
    ['abc', -1, ''],
    ['a🎉b', 2, 'a'],
    ['a🎉b', 3, 'a🎉'],
    ['🎉', 1, ''],
  ])('splits no character: %j at %d', (text, max, start) => {
    expect(cut(text, max)).toBe(start);
  });
});

test('a number reads as English locales write it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.nat(),
        fc.maxSafeInteger(),
        fc.double({ noNaN: true }).map((value) => value + 0),
      ),
      (value) => {
        expect(number(value)).toBe(value.toLocaleString('en'));
      },
    ),
  );
});
