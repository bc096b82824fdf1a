import { describe, expect, test } from '@jest/globals';
import { sanitize, sanitizePlain } from '../../../src/sanitize/index.ts';

describe('text that is not Markdown', () => {
  test('keeps what Markdown would hide', () => {
    const text = '![alt](x "title") <!-- comment --> [a]: b &#8203;';
    expect(sanitizePlain(text)).toEqual({ text, removed: {} });
  });

  test('has one kind of line break', () => {
    expect(sanitizePlain('a\rb\r\nc\nd')).toEqual({ text: 'a\nb\nc\nd', removed: {} });
  });

  test('loses invisible characters, counted by kind', () => {
    expect(sanitizePlain('a\u200bb\u202ec\u0000d\u2028e')).toEqual({
      text: 'abcd\ne',
      removed: { 'invisible characters': 1, 'direction marks': 1, 'control characters': 2 },
    });
  });
});

describe('a character reference', () => {
  test.each([
    '&#x110000;',
    '&#1114112;',
    '&#99999999;',
    '&unknown;',
    '&#xe9;',
    '&#233;',
    '&eacute;',
    '&af',
    '&it is',
  ])('to nothing, or to a visible character, stays: %s', (reference) => {
    const text = `a ${reference} b`;
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test.each(['&#x10FFFF;', '&#8203;', '&#X200B;', '&#x200b;', '&ApplyFunction;'])(
    'to an invisible character is removed: %s',
    (reference) => {
      expect(sanitize(`a${reference}b`)).toEqual({
        text: 'ab',
        removed: { 'invisible characters': 1 },
      });
    },
  );
});

test('only what would be hidden gets a backslash', () => {
  const rest = ' and [a](b), `c`, <b>d</b> | e & f ~g~';
  expect(sanitize(`<<!-- x -->b title="seen">${rest} <<!-- x -->i title="seen">`).text).toBe(
    '\\<b title="seen"> and [a](b), `c`, d | e & f ~g~ \\<i title="seen">',
  );
});
