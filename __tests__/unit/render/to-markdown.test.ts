import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  clockTime,
  dayAndTime,
  duration,
  exactDuration,
  pullRequestSpan,
  toMarkdown,
  toPlain,
  withCode,
} from '../../../src/render/to-markdown.ts';
import { cut, oneLine } from '../../../src/text/format.ts';
import { anyText } from '../../support/any-text.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { inTime } from '../../support/sample-outcomes.ts';

describe("the link to the agent's pull request", () => {
  test.each([
    ['https://github.com/acme/docs/pull/412', 'acme/docs#412'],
    ['https://github.com/acme-inc/my.docs_2/pull/7', 'acme-inc/my.docs_2#7'],
    ['http://127.0.0.1:8080/acme/docs/pull/412', 'acme/docs#412'],
    ['http://localhost:8080/acme/docs/pull/412', 'acme/docs#412'],
    ['https://github.example/acme/docs/pull/412', 'github.example/acme/docs/pull/412'],
    ['https://git.example:8443/acme/docs/pull/412', 'git.example:8443/acme/docs/pull/412'],
    ['https://github.com/acme/docs/pull/412/files', 'github.com/acme/docs/pull/412/files'],
    ['https://github.com/x/acme/docs/pull/412', 'github.com/x/acme/docs/pull/412'],
    ['https://github.com/acme/docs/pull/new', 'github.com/acme/docs/pull/new'],
    ['https://github.com/a%20b/docs/pull/1', 'github.com/a%20b/docs/pull/1'],
  ])('is short only on github.com, so that readers see any other host: %s', (to, link) => {
    expect(pullRequestSpan(sampleJob('completed', to))).toEqual({ link, to });
  });
});

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, '0 s', '0 s'],
  [45_499, '45 s', '45 s'],
  [MINUTE, '60 s', '1 min'],
  [75_000, '75 s', '1 min 15 s'],
  [119_600, '2 min', '2 min'],
  [372_000, '6 min', '6 min 12 s'],
  [HOUR - SECOND, '1 h', '59 min 59 s'],
  [HOUR, '1 h', '1 h'],
  [65 * MINUTE, '1 h 5 min', '1 h 5 min'],
  [2 * HOUR - SECOND, '2 h', '2 h'],
  [DAY, '24 h', '24 h'],
])('a duration of %d ms is written as "%s", exactly as "%s"', (ms, words, exact) => {
  expect(duration(ms)).toBe(words);
  expect(exactDuration(ms)).toBe(exact);
});

test.each([
  [0, '12:00 UTC', '2026-03-02 12:00 UTC'],
  [2 * HOUR + 5 * MINUTE, '14:05 UTC', '2026-03-02 14:05 UTC'],
  [DAY, '12:00 UTC', '2026-03-03 12:00 UTC'],
  [1e12, '13:46 UTC', '2057-11-08 13:46 UTC'],
  [1e15, '13:46 UTC', '+033714-11-27 13:46 UTC'],
])('a point of time in %d ms is written with its time zone', (wait, near, far) => {
  expect(clockTime(inTime(wait))).toBe(near);
  expect(dayAndTime(inTime(wait))).toBe(far);
});

describe('untrusted text in one line', () => {
  test('has no control and no invisible character', () => {
    const text = 'a\r\n\tb\u2028c \u001b[31md\u200be\u202ef\ufeffg\ud800 👩‍👧';
    expect(oneLine(text, 40)).toBe('a b c [31mdefg 👩‍👧');
  });

  test('keeps its limit, splits no character and marks the cut', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const line = oneLine(text, max);
        return (
          line.length <= max &&
          line.isWellFormed() &&
          !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(line) &&
          oneLine(line, max) === line &&
          cut(text.toWellFormed(), max).isWellFormed()
        );
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [['x ', { untrusted: 'a_b' }], 'x a\\_b', 'x a_b'],
  [[{ code: 'a`b|' }], '`aˋb|`', '`a`b|`'],
  [
    [{ link: 'acme/my_docs#1', to: 'https://x.example/(a)_b' }],
    '[acme/my\\_docs#1](https://x.example/%28a%29%5Fb)',
    'https://x.example/(a)_b',
  ],
  [
    [{ link: 'x.example/@team', to: 'https://x.example/@team' }],
    '[x.example/@&#8203;team](https://x.example/%40team)',
    'https://x.example/@team',
  ],
] as const)('%j', (phrase, markdown, plain) => {
  expect(toMarkdown(phrase)).toBe(markdown);
  expect(toPlain(phrase)).toBe(plain);
});

test.each([
  ['`a` and `b|c`: *x* @y', '`a` and `b|c`: \\*x\\* @&#8203;y', '`a` and `b|c`: *x* @y'],
  ['one ` tick', 'one \\` tick', 'one ` tick'],
  ['Say `*` and `` twice.', 'Say `*` and \\`\\` twice.', 'Say `*` and `` twice.'],
  ['It says `code\nover` lines', 'It says `code over` lines', 'It says `code over` lines'],
  ['  spaces   between  ', ' spaces between ', ' spaces between '],
  ['', '', ''],
])('a sentence keeps its code, and its other signs are inert: %j', (sentence, markdown, plain) => {
  expect(toMarkdown(withCode(sentence))).toBe(markdown);
  expect(toPlain(withCode(sentence))).toBe(plain);
});
