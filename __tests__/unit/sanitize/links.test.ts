import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/sanitize.ts';

/** Short texts, each of which a change of one rule would sanitize differently; micromark and parse5 show the same text before and after. */
describe('links, labels and definitions are read as CommonMark and GFM define:', () => {
  test.each([
    '[r]:\\()',
    '[r]:(',
    '))[](u ',
    '[/]:# (\\',
    '![](: )',
    '[[]:u',
    ':[r][\n\n[r]:u',
    "[r]:<>''",
    '))[]((',
    '[]:',
    '[]:a',
    '[^]',
    '[http://x[r]\n\n[r]:u',
    '[]t)',
    '[R]\\^]\n\n[r]:u',
    '[r][]\n\n[r]:u',
  ])('nothing in %j is hidden', (text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test.each([
    ['[/]:  z', '', { 'hidden references': 1 }],
    ['[r]:[]()', '', { 'hidden references': 1 }],
    ['[r]:\\', '', { 'hidden references': 1 }],
    ['[<p>\n\n[', '[\n\n[', { 'HTML tags': 1 }],
    ['[r]:u ', '', { 'hidden references': 1 }],
    ['<div ="\n\n[]()<', '\n\n<', { 'HTML tags': 1, 'hidden references': 1 }],
    ['<noSCRIPT>&#3;)', '', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['[^g]:[^g]:[r]\n\n[r]:x', '\n\n', { 'hidden references': 2 }],
    ['[^f]:[r]][]()\n>[^f]\n\n[r]:u', '[^f]:[r]]\n>[^f]\n\n[r]:u', { 'hidden references': 1 }],
  ])('%j becomes %j', (text, left, removed) => {
    expect(sanitize(text)).toEqual({ text: left, removed });
  });
});
