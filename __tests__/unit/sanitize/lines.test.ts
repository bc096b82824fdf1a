import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

describe('a tab extends to the next multiple of four columns:', () => {
  test.each([
    ['behind the mark of an item', '-\t\tseen\n\n  \t  <b>', '-\t\tseen\n\n  \t  <b>'],
    ['behind a number', '1.\t\t<b>seen', '1.\t\t<b>seen'],
    ['behind the mark of a quote', '>\t\t<b>seen', '>\t\t<b>seen'],
    ['before a nested item', '- a\n\t- b\n\n\t\t<b>seen', '- a\n\t- b\n\n\t\tseen'],
    ['in a quote of a list', '>\t- a\n>\t  <b>\n>\n> seen', '>\t- a\n>\t  \n>\n> seen'],
    ['after a space', ' \t  <b>seen', ' \t  <b>seen'],
  ])('%s', (_, text, left) => {
    expect(sanitize(text).text).toBe(left);
  });
});

describe('a line of signs', () => {
  test.each([
    ['of three underscores is a thematic break', '_ _ _\n    <b>seen', '_ _ _\n    <b>seen'],
    ['ends a paragraph', 'a\n* * *\n    <b>seen', 'a\n* * *\n    <b>seen'],
    ['that differ is made of items', '* * -\n      <b>seen', '* * -\n      seen'],
    ['that differ is made of items, whichever comes first', '- - *\n      <b>seen', '- - *\n      seen'],
    ['of two is made of items', '* *\n    <b>seen', '* *\n    seen'],
    ['before a word is text', '***a\n    <b>seen', '***a\n    seen'],
  ])('%s', (_, text, left) => {
    expect(sanitize(text).text).toBe(left);
  });
});

test.each([
  ['a head that ends in an escaped backslash', '| a|\\\\\n|-|-|\n|b|c|hidden', '| a|\\\\\n|-|-|\n|b|c|'],
  ['a head that ends in a backslash', '| a | \\\n| - |\n| b |', '| a | \\\n| - |\n| b |'],
])('%s has the cells that GFM defines', (_, text, left) => {
  expect(sanitize(text).text).toBe(left);
});
