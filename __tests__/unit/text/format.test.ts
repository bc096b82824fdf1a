import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { number } from '../../../src/text/format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_003, '1,003'],
  [1_234_567, '1,234,567'],
  [-12_345, '-12,345'],
  [1_234.5678, '1,234.568'],
])('%d reads %s', (value, text) => {
  expect(number(value)).toBe(text);
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
