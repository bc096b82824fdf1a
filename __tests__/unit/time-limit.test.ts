import { describe, expect, test } from '@jest/globals';
import { createTimeLimit } from '../../src/time-limit.ts';

/** Milliseconds that no work of these tests needs; and so few that what never ends costs nobody much. */
const [PLENTY, LITTLE] = [60_000, 20];

const forever = (): never => {
  for (let turns = 0; ; turns++) if (turns < 0) throw new Error('It never comes to that.');
};
const backtracking = () => /^(a+)+$/.test(`${'a'.repeat(50)}!`);

test.each([7, 'text', null, undefined, false, { deep: [1] }])(
  'work that ends in time gives its result: %j',
  (value) => {
    expect(createTimeLimit()(() => value, PLENTY)).toEqual({ result: value });
  },
);

test.each([
  ['a loop without an end', forever],
  ['an expression that backtracks', backtracking],
])('%s is stopped, and gives nothing', (_, work) => {
  expect(createTimeLimit()(work, LITTLE)).toBeUndefined();
});

describe('an error of the work', () => {
  test.each([
    ['of its own', new RangeError('mine')],
    ['with a code', Object.assign(new Error('mine'), { code: 'ENOENT' })],
    ['that is none', 'a text'],
    ['that is nothing', undefined],
    ['that is null', null],
  ])('passes through: one %s', (_, thrown) => {
    const caught: unknown[] = [];
    const fail = () => {
      throw thrown;
    };
    try {
      createTimeLimit()(fail, PLENTY);
    } catch (error) {
      caught.push(error);
    }
    expect(caught).toEqual([thrown]);
    expect(caught[0]).toBe(thrown);
  });
});

test('after a time-out, or an error, the next work is done as ever, and gets no result but its own', () => {
  const withinTime = createTimeLimit();
  const fail = () => {
    throw new Error('No.');
  };
  expect(withinTime(() => 'before', PLENTY)).toEqual({ result: 'before' });
  expect(withinTime(forever, LITTLE)).toBeUndefined();
  expect(withinTime(() => 'between', PLENTY)).toEqual({ result: 'between' });
  expect(withinTime(backtracking, LITTLE)).toBeUndefined();
  expect(() => withinTime(fail, PLENTY)).toThrow('No.');
  expect(withinTime(() => 'after', PLENTY)).toEqual({ result: 'after' });
});
