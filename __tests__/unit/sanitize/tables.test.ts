import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

const row = { 'hidden references': 1 };

describe('the cells of a table', () => {
  test.each([
    ['with spaces behind the last bar', '| a |   \n| - | \t\n| b |   \n'],
    ['without outer bars', 'a | b\n- | -\nc | d'],
    ['that begin with an escaped bar', '| a | b |\n| - | - |\n\\|c | d'],
    ['with escaped bars', '| a |\n| - |\n| b \\| c \\| d |'],
    ['less than its head has', '| a | b |\n| - | - |\n| c |'],
    ['aligned', '| a | b | c |\n|:-|:-:|-:|\n| d | e | f |'],
    ['behind an indent', '  | a | b |\n | - | - |\n   | c | d |'],
  ])('stay: %s', (_, text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test.each([
    ['without outer bars', 'a|\n-|\nb|c', 'a|\n-|\nb|'],
    ['behind an indent', '| a |\n| - |\n  | b | c |', '| a |\n| - |\n  | b |'],
    ['below a longer line', 'a | b\n:--- | ---:\nc | d | e', 'a | b\n:--- | ---:\nc | d |'],
    ['of several rows', '| a |\n| - |\n| b |\n| c | d |', '| a |\n| - |\n| b |\n| c |'],
  ])('beyond its columns are removed: %s', (_, text, left) => {
    expect(sanitize(text)).toEqual({ text: left, removed: row });
  });
});

describe('rows without a table', () => {
  test.each([
    ['no row below the first', '| a | b |\n| c | d | e |'],
    ['words in the second', '| a |\n| -x- |\n| b | c |'],
    ['no dash in the second', '| a |\n| : |\n| b | c |'],
    ['an empty second row', '| a |\n| |\n| b | c |'],
    ['a second row of one bar', '| a |\n|\n| b | c |'],
    ['a dash between two colons only', '| a |\n| -:- |\n| b | c |'],
    ['a space between dashes', '| a |\n| - - |\n| b | c |'],
    ['one cell without a dash', '| a | b |\n| - | : |\n| c | d | e |'],
    ['a heading', 'a\n---\n| b | c |'],
  ])('keep all their cells: %s', (_, text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });
});
