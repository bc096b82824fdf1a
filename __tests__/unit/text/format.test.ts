import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { number } from '../../../src/text/format.ts';

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
