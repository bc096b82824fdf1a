import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

/** Short texts, each of which a change of one rule would sanitize differently; cmark-gfm shows the same text before and after. */
describe('links, labels and definitions are read as CommonMark and GFM define:', () => {
  test.each([
    '[r]:\\()',
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
    ['[^g]:[^g]:[r]\n\n[r]:x', '\n\n', { 'hidden references': 3 }],
    ['[^f]:[r]][]()\n>[^f]\n\n[r]:u', '[^f]:[r]]\n>[^f]\n\n[r]:u', { 'hidden references': 1 }],
  ])('%j becomes %j', (text, left, removed) => {
    expect(sanitize(text)).toEqual({ text: left, removed });
  });
});

describe('links that contain or follow links', () => {
  test.each([
    ['a link in a link makes the outer brackets text', '[a [b](c "hidden")](d "seen")', '[a [b](c)](d "seen")'],
    ['an image in a link leaves it a link', '[a ![b](c "hidden")](d "hidden") seen', '[a ![](c)](d) seen'],
    ['a link after a link is a link', '[a](b "hidden") [c](d "hidden") seen', '[a](b) [c](d) seen'],
    ['brackets in brackets are a link', '[[a]] seen\n\n[a]: /u', '[[a]] seen\n\n[a]: /u'],
    ['a label contains no brackets', '[a [b] c] seen\n\n[a [b] c]: /u', '[a [b] c] seen\n\n[a [b] c]: /u'],
    ['an address with words replaces no label', "![r] ![r]\n\n[r]: <hidden words> 'hidden'", '![] ![]\n\n'],
  ])('%s', (_, text, left) => {
    expect(sanitize(text).text).toBe(left);
  });

  test.each(['[&#x5e;a\nhidden] seen', '[&#x005E;a\nhidden] seen', '[&#094;a\nhidden] seen', '[&hat;a\nhidden] seen'])(
    'brackets over lines that begin with a circumflex are lost: %j',
    (text) => {
      expect(sanitize(text)).toEqual({ text: ' seen', removed: { 'hidden references': 1 } });
    },
  );

  test('brackets over lines are lost after a link too', () => {
    expect(sanitize('[b](c) [^a\nhidden] seen').text).toBe('[b](c)  seen');
  });
});
