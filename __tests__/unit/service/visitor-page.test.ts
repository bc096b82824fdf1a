import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { parseVisitors } from '../../../src/service/analytics.ts';

const TOTALS = { human: 40, ai: 20, total: 55 };
const ROW = { path: '/docs', human: 4, ai: 2, total: 5 };

const parse = (body: unknown) => parseVisitors(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

const answer = (fields: Readonly<Record<string, unknown>> = {}) =>
  parse({ totals: TOTALS, visitors: [ROW], hasMore: false, ...fields });

/** The error for an answer that cannot be used, with its remedy. */
function complaint(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return `${error.message} ${error.remedy}`;
    throw error;
  }
  return '';
}

test('an answer has totals, rows, and whether there are more', () => {
  expect(answer({ hasMore: true })).toEqual({ totals: TOTALS, rows: [ROW], unusable: 0, hasMore: true });
  expect(answer({ visitors: [] })).toEqual({ totals: TOTALS, rows: [], unusable: 0, hasMore: false });
});

test('unknown fields of an answer and of its rows are dropped', () => {
  const read = answer({ visitors: [{ bounce: 0.2, ...ROW }], next: 'x' });
  expect(read).toEqual({ totals: TOTALS, rows: [ROW], unusable: 0, hasMore: false });
});

test('the total of a row need not be the sum of people and agents', () => {
  const rows = [
    { path: '/a', human: 3, ai: 2, total: 5 },
    { path: '/b', human: 3, ai: 2, total: 3 },
    { path: '/c', human: 0, ai: 0, total: 0 },
  ];
  expect(answer({ visitors: rows }).rows).toEqual(rows);
});

describe('an unusable row is counted and leaves the others usable', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['one without a path', { ...ROW, path: undefined }],
    ['one with a number for a path', { ...ROW, path: 7 }],
    ['one with a path of 1,001 characters', { ...ROW, path: `/${'x'.repeat(1_000)}` }],
    ['one with a path that JSON makes longer', { ...ROW, path: '\u0001'.repeat(167) }],
    ['one with the first half of a character in its path', { ...ROW, path: '/\ud800' }],
    ['one with the second half of a character in its path', { ...ROW, path: '/\udc00a' }],
    ['one without people', { ...ROW, human: undefined }],
    ['one with a negative count', { ...ROW, human: -1 }],
    ['one with text for a count', { ...ROW, total: '5' }],
  ])('if it is %s', (_, broken) => {
    const [before, after] = [
      { ...ROW, path: '/before' },
      { ...ROW, path: '/after' },
    ];
    expect(answer({ visitors: [before, broken, after, broken] })).toMatchObject({ rows: [before, after], unusable: 2 });
  });

  test.each([0.5, 2 ** 53, 1e300])('but one with a count of %d is usable, as a service may estimate', (count) => {
    const totals = { human: count, ai: 0.25, total: count };
    const row = { ...ROW, ai: count };
    expect(answer({ totals, visitors: [row] })).toMatchObject({ totals, rows: [row], unusable: 0 });
  });

  test.each([
    ['of 1,000 characters', `/${'x'.repeat(999)}`],
    ['of whole characters', '/🎉'],
    ['of one character', '/'],
    ['without a slash', 'index.html'],
    ['with a line break', '/two\nlines'],
    ['of invisible characters', '\u200b'],
  ])('but a path %s is usable', (_, path) => {
    expect(answer({ visitors: [{ ...ROW, path }] })).toMatchObject({ rows: [{ path }], unusable: 0 });
  });

  test('if it has its path in a `__proto__` field', () => {
    const visitors = '[{"__proto__":{"path":"/x"},"human":1,"ai":1,"total":1}]';
    expect(parse(`{"totals":{"human":1,"ai":1,"total":1},"visitors":${visitors},"hasMore":false}`).unusable).toBe(1);
  });
});

describe('the error for an unusable answer names `base-url` to check', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['totals', { totals: undefined }],
    ['totals.human', { totals: { ...TOTALS, human: undefined } }],
    ['totals.ai', { totals: { ...TOTALS, ai: -1 } }],
    ['visitors', { visitors: undefined }],
    ['visitors', { visitors: { 0: ROW } }],
    ['hasMore', { hasMore: undefined }],
    ['hasMore', { hasMore: 0 }],
  ])('and the field %s of %j', (field, fields) => {
    const said = complaint(() => answer(fields));
    expect(said).toContain(`its field \`${field}\` is missing or wrong`);
    expect(said).toContain('`base-url`');
  });

  test.each(['', 'null', '[]', '7', '"visitors"', '<html>Sign in</html>', '{"totals":', '\u0000'])(
    'for the body %j',
    (body) => {
      const said = complaint(() => parse(body));
      expect(said).toMatch(/missing or wrong|not a JSON object of visitors|a web page \(HTML\)/);
      expect(said).toContain('`base-url`');
      expect(said).not.toMatch(/undefined|Sign in/);
    },
  );
});
