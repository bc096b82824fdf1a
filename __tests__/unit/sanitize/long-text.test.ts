import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

const LIMIT = 262_144;
/** At most so much of a word is left out at a cut, as it may be a part of a token. */
const WORD = 4096;

describe('the length of a text', () => {
  test('at the limit stays', () => {
    const text = 'a'.repeat(LIMIT);
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test('beyond the limit is cut, with a mark and a count', () => {
    expect(sanitize('a'.repeat(LIMIT + 1))).toEqual({
      text: `${'a'.repeat(LIMIT - 64 - WORD)}\n\n[cut here: ${65 + WORD} characters left out]`,
      removed: { 'cut characters': 65 + WORD },
    });
  });

  test('beyond the limit is cut at the end of a word', () => {
    const { text } = sanitize(`${'a'.repeat(LIMIT - 100)} bbb ${'c'.repeat(200)}`);
    expect(text).toBe(`${'a'.repeat(LIMIT - 100)} bbb\n\n[cut here: 201 characters left out]`);
  });

  test('that backslashes would make too long is cut to half of the limit', () => {
    const links = '[](a)\n'.repeat(10);
    const text = `${'a'.repeat(LIMIT - links.length - 5)}\n\n<p>\n${links}`.slice(0, LIMIT);
    const left = sanitize(text);
    expect(left.text).toBe(
      `${'a'.repeat(LIMIT / 2 - 64 - WORD)}\n\n[cut here: ${text.length - LIMIT / 2 + 64 + WORD} characters left out]`,
    );
  });
});

describe('a label', () => {
  test('has at most 999 characters', () => {
    const long = 'a'.repeat(999);
    expect(sanitize(`[${long}]: b`).text).toBe('');
    expect(sanitize(`[${long}a]: b`).text).toBe(`[${long}a]: b`);
    expect(sanitize(`[${long}]\n\n[${long}]: b`).removed).toEqual({});
    expect(sanitize(`[b][${long}]\n\n[${long}]: b`).removed).toEqual({});
  });

  test.each([
    '[a  b]\n\n[a b]: c',
    '[ a ]\n\n[a]: c',
    '[ẞ]\n\n[SS]: c',
    '[a\nb]\n\n[A B]: c',
    '[\\]]\n\n[\\]]: c',
  ])('matches regardless of case and white space: %j', (text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });
});

test('an address nests at most 32 pairs of parentheses', () => {
  const nested = (depth: number) => `[a](${'('.repeat(depth)}b${')'.repeat(depth)} "c")`;
  expect(sanitize(nested(32)).text).toBe(nested(32).replace(' "c"', ''));
  expect(sanitize(nested(33)).text).toBe(nested(33));
});

test('addresses replace labels up to 32,768 characters', () => {
  const address = 'u'.repeat(20_000);
  const { text } = sanitize(`[x][a b] [y][a b]\n\n[a b]: ${address}`);
  expect(text).toBe(`[x](${address}) [y]\n\n`);
});
