import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/sanitize.ts';
import { LIVE_PARTS, PUNCTUATION } from '../../support/live-markdown.ts';

/** UTF-16 units: the most that is read. */
const LIMIT = 262_144;
const filled = (part: string, length = LIMIT) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
/** Signs that begin or end something in Markdown or HTML. */
const LIVE = '<>[]`~*_|&#-';

/** Deep enough for what recurses, and short enough to read the text twice. */
function expectFixedPoint(part: string): void {
  const { text } = sanitize(filled(part, LIMIT / 16));
  expect(sanitize(text)).toEqual({ text, removed: {} });
}

/** Nothing here is timed: what takes quadratic time does not end within the time limit of a test. */
test.each([...LIVE])('a text filled to the limit with %s is read in linear time', (sign) => {
  expect(sanitize(filled(sign)).text.length).toBeLessThanOrEqual(LIMIT);
});

describe('a text that repeats something is sanitized to a fixed point', () => {
  test.each(PUNCTUATION)('with %s', (sign) => {
    expectFixedPoint(sign);
    expectFixedPoint(`${sign} a\n`); // each line is a block
  });

  test.each(Object.entries(LIVE_PARTS))('with %s', (_, parts) => {
    for (const part of parts) expectFixedPoint(part);
  });
});

describe('a text filled to the limit is sanitized to a fixed point', () => {
  test.each([
    ['deeply nested lists and blank lines', '- '.repeat(LIMIT / 4) + '\n'.repeat(LIMIT / 2)],
    ['deeply nested quotes and short lines', '> '.repeat(LIMIT / 4) + 'a\n>'.repeat(LIMIT / 6)],
    ['deeply nested lists and a long indent', `${'- '.repeat(LIMIT / 4)}a\n${' '.repeat(LIMIT / 2 - 2)}`],
    ['brackets that open and close', '['.repeat(LIMIT / 2) + ']'.repeat(LIMIT / 2)],
    ['brackets of footnotes that open and close', '[^'.repeat(LIMIT / 4) + ']'.repeat(LIMIT / 4)],
    ['nested footnotes', '[^a]: '.repeat(LIMIT / 8)],
    ['a link in many brackets', '['.repeat(LIMIT / 2) + '[a](b)'.repeat(LIMIT / 12)],
    ['32,768 backticks', `${'`'.repeat(32_768)}\na`],
    ['32,768 tildes', `${'~'.repeat(32_768)}\na`],
    ['131,000 runs of backticks', '`a'.repeat(131_000)],
    ['a tag with 131,000 attributes', `<a${' b'.repeat(131_000)}>`],
    ['elements that an end tag does not end', `<i><div>${'<b>'.repeat(LIMIT / 8)}${'</i>'.repeat(LIMIT / 8)}`],
    ['one long address and many references to it', `[a b]: ${'u'.repeat(1_000)}\n\n${'[x][a b]'.repeat(LIMIT / 9)}`],
    ['links within links in HTML', `<div>\n${'[a '.repeat(LIMIT / 20)}${'](v "w")'.repeat(LIMIT / 20)}`],
  ])('with %s', (_, source) => {
    const { text } = sanitize(source);
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });
});

describe('a text over the limit', () => {
  test('is cut, with a mark and a count', () => {
    const { text, removed } = sanitize('a'.repeat(LIMIT + 1));
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(text).toMatch(/a\n\n\[cut here: 65 characters left out\]$/);
    expect(removed).toEqual({ 'cut characters': 65 });
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test('is cut before it is read, so that a comment over the cut hides no mark', () => {
    const { text } = sanitize(`a\n\n<!-- ${'hidden '.repeat(LIMIT)}`);
    expect(text).toMatch(/^a\n\n\n\n\[cut here: \d+ characters left out\]$/);
  });
});
