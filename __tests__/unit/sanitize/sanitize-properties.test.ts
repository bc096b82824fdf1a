import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { sanitize } from '../../../src/sanitize/index.ts';
import { randomText } from '../../cmark-gfm/random-text.ts';
import { anyText } from '../../support/any-text.ts';

const nasty = fc.nat({ max: 1_000_000 }).map((number) => randomText(1, number).join(''));
const anyUnits = fc.string({
  unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
});
const anything = fc.oneof(anyText(), anyUnits, nasty);
const { PROPERTY_RUNS } = process.env;
/** The same draws each time; `PROPERTY_RUNS=10` takes ten times as many, and new ones. */
const runs = (numRuns: number) =>
  PROPERTY_RUNS ? { numRuns: numRuns * Number(PROPERTY_RUNS) } : { numRuns, seed: 1 };

const JOINER = /(?<=[\p{L}\p{M}])[\u200c\u200d]/gu;
const EMOJI =
  /\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?)*|[\d#*]\ufe0f\u20e3/gu;
const FLAG = /\u{1f3f4}(?:[\u{e0061}-\u{e007a}]{5}\u{e007f})?/gu;
/** One of them, after a character that may have variants, or between such characters. */
const SELECTOR =
  /(?<=[\p{L}\p{Sm}\p{Po}\p{Pi}\p{Pf}0\uff10\u1031])[\ufe00-\ufe06]|(?<=\p{Unified_Ideograph})[\u{e0100}-\u{e01ef}]|(?<=[\p{sc=Mong}])[\u180b-\u180f]|[\u115f\u1160](?=[\u1160-\u11ff])|(?<=[\u1100-\u115f])\u1160|(?<=\p{sc=Hang})[\u3164\uffa0](?=\p{sc=Hang})/gu;
const UNSEEN =
  /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

describe('for any text, sanitizing', () => {
  test('finds nothing hidden in a text without `[`, `<`, `&`, a fence, `~` and `|`', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const plain = sanitize(text.replace(/[[<&`~|]/g, '')).text;
        return sanitize(`${plain}\n\nA & B`).text === `${plain}\n\nA & B`;
      }),
      runs(2_000),
    );
  });

  test('a second time removes nothing', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const once = sanitize(text).text;
        const again = sanitize(once);
        return again.text === once && Object.keys(again.removed).length === 0;
      }),
      runs(2_000),
    );
  });

  test('leaves invisible characters only in emoji, between letters and where they choose a glyph', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const rest = sanitize(text)
          .text.replace(FLAG, '')
          .replace(EMOJI, '')
          .replace(JOINER, '')
          .replace(SELECTOR, '');
        return !UNSEEN.test(rest);
      }),
      runs(400),
    );
  });

  test('it grows by backslashes only, and something is counted exactly if something is gone', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const result = sanitize(text);
        const counts = Object.values(result.removed);
        return (
          result.text.replaceAll('\\', '').length <= text.length &&
          counts.every((count) => count > 0) &&
          (counts.length === 0) === (result.text === text.replace(/\r\n?/g, '\n'))
        );
      }),
      runs(400),
    );
  });
});
