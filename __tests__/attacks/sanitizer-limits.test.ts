import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../src/sanitize/index.ts';
import { DEEP_TEXTS, LIVE_PARTS, PUNCTUATION } from './live-markdown.ts';

/** UTF-16 units: the most that is read. */
const LIMIT = 262_144;
const filled = (part: string, length = LIMIT) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);
/** Signs that begin or end something in Markdown or HTML. */
const LIVE = '<>[]`~*_|&#-';

function expectFixedPoint(part: string): void {
  const { text } = sanitize(filled(part, 8_192));
  expect(sanitize(text)).toEqual({ text, removed: {} });
}

/**
 * Nothing here is timed: what takes quadratic time does not end within the time limit of a test.
 */
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

describe('a text filled to the limit with', () => {
  test.each(Object.entries(DEEP_TEXTS))(
    '%s is read in linear time, and a shorter one to a fixed point',
    (_, textOf) => {
      expect(sanitize(textOf(LIMIT)).text.length).toBeLessThanOrEqual(LIMIT);
      const { text } = sanitize(textOf(LIMIT / 16));
      expect(sanitize(text)).toEqual({ text, removed: {} });
    },
  );

  test('images in HTML, which backslashes make longer than the limit, is cut at half of it and is a fixed point', () => {
    const { text, removed } = sanitize(
      filled('<div>\n![a](b)', 12) + filled('![a](b)', LIMIT - 12),
    );
    expect(removed['cut characters']).toBeGreaterThanOrEqual(LIMIT / 2);
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });
});

describe('a text over the limit', () => {
  test('is cut, with a mark and a count', () => {
    const { text, removed } = sanitize('a'.repeat(LIMIT + 1));
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(text).toMatch(/a\n\n\[cut here: 4161 characters left out\]$/);
    expect(removed).toEqual({ 'cut characters': 4161 });
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test('is cut before it is read, so that a comment over the cut hides no mark', () => {
    const { text } = sanitize(`a\n\n<!-- ${'hidden '.repeat(LIMIT)}`);
    expect(text).toMatch(/^a\n\n\n\n\[cut here: \d+ characters left out\]$/);
  });
});
