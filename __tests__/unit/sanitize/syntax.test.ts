import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

/**
 * Short texts, each of which a change of one rule would sanitize differently; cmark-gfm shows the
 * same text before and after.
 */
describe('blocks, raw HTML and links are read as CommonMark, GFM and HTML define:', () => {
  test.each([
    '\n~~~\n<!-->',
    'u\n#\n    <!-->',
    '#\ta|b\n-|-\n|||-',
    '-\n```\n[r]:u',
    '```\t',
    '[\n-\n\t![h]()',
    '- + \t<t>',
    '*   \t<v>',
    '- - -\n\t[r]:u',
    '`<!-- -->`\n|-',
    '| \n-|\nc|d',
    '|\n|\nw',
    '>~~~\n   ><e>',
    '1.\n\n    ```x y',
    '>\n    ><li',
    'www.x&#1;',
    'http://x_..&#XD;',
    'http://x_.z`<!-->`',
    '<scriptc',
    '[r]:\\()',
    '))[](u ',
    '[[]:u',
    "[r]:<>''",
    '[]:a',
    '[http://x[r]\n\n[r]:u',
    '[r][]\n\n[r]:u',
    '| a |\n| -:- |\n| b | c |',
    '| a | b |\n| - | : |\n| c | d | e |',
    '_ _ _\n    <b>seen',
    '1.\t\t<b>seen',
    '```\na\n```x\n<b> seen\n```',
    '```\na\n    ```\n<b>',
    '[r]: /u\n===\nseen [r]',
    '<aa@bb.cc> [r]\n\n[r]: /u',
    '| a |\n| - |\n| b | | |',
  ])('nothing in %j is hidden', (text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test.each([
    ['[^f]:=\n#a', '', { 'hidden references': 1 }],
    ['><!--\n\n>\t  x\n>\t  >', '>\n\n>\t  ', { 'HTML comments': 1 }],
    ['-    <!--\n    -\n    u', '-    \n    ', { 'HTML comments': 1 }],
    ['[^f]:    `\n', '\n', { 'hidden references': 1 }],
    ['[]()\n1. <div', '\n1. ', { 'hidden references': 1, 'HTML tags': 1 }],
    // An item that begins with an empty line ends at the next one only as long as it is empty.
    ['   -\n     # a\n\n     <!-- -->', '   -\n     # a\n\n     ', { 'HTML comments': 1 }],
    ['   -\n     > a\n\n\n     <!-- -->', '   -\n     > a\n\n\n     ', { 'HTML comments': 1 }],
    ['~~~\n~~~\n<p', '~~~\n~~~\n', { 'HTML tags': 1 }],
    ['<rp>\n\n ```\n ', '\n\n ```\n ', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['[^f]:\n\n    1', '', { 'hidden references': 1 }],
    ['[r]:<u>>\n-', '\\[r]:>\n-', { 'HTML tags': 1 }],
    ['- ><!T\n', '- >\n', { 'HTML comments': 1 }],
    ['>\n1. <!T\n', '>\n1. ', { 'HTML comments': 1 }],
    ['![h]()\na\n-|', '![]()\na\n-|', { 'image descriptions': 1 }],
    ['![h]()\n:-', '![]()\n:-', { 'image descriptions': 1 }],
    ['# <noscript>\n]', '# \n]', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['<p><picture>\n\n    a', '\n\n    a', { 'hidden elements': 1, 'HTML tags': 2 }],
    [
      '><picture>\n>\n>|||\n>-|-\na',
      '>\n>\n>|||\n>-|-\na',
      { 'hidden elements': 1, 'HTML tags': 1 },
    ],
    ['a\n\n<rp>\n\na', 'a\n\n\n\n', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['<p><picture>\n\na\n-|', '\n\na\n-|', { 'hidden elements': 1, 'HTML tags': 2 }],
    ['$<tr>WWW.x[]()', '$ WWW.x', { 'HTML tags': 1, 'hidden references': 1 }],
    ['</b>```![h]()', '\\```![]()', { 'HTML tags': 1, 'image descriptions': 1 }],
    ['<div e="\n\n[^f]', '\n\n', { 'HTML tags': 1 }],
    ['`x`[]();`', '`x`;`', { 'hidden references': 1 }],
    ['- <b c="">\n[r]:u', '- \n', { 'HTML tags': 1, 'hidden references': 1 }],
    ['<!-->&#x5e;', '&#x5e;', { 'HTML comments': 1 }],
    ['<v>\n&#xD', '\n', { 'HTML tags': 1, 'control characters': 1 }],
    ['<v>\n&#x<l', '\n&#x', { 'HTML tags': 2 }],
    ['<script>&#03', '<script>', { 'control characters': 1 }],
    ["<div e='\n\n# e\ns", '\n\n# \n', { 'HTML tags': 1 }],
    ['</b><iframe', '<iframe', { 'HTML tags': 1 }],
    ['<script/><h>></SCRIPT>', '<script/>></SCRIPT>', { 'HTML tags': 1 }],
    ['<y><![CDATA[><i', '\\<![CDATA[>\\<i', { 'HTML tags': 1 }],
    ["<div e='\n\n'\n>a", '\n\n\n>a', { 'HTML tags': 1 }],
    ['<!--!>/', '', { 'HTML comments': 1 }],
    ['<details', '', { 'collapsed sections': 1, 'HTML tags': 1 }],
    ['<textarea><script>&zwj', '<textarea><script>', { 'invisible characters': 1 }],
    ['[r]:\\', '', { 'hidden references': 1 }],
    ['[r]:u ', '', { 'hidden references': 1 }],
    ['<noSCRIPT>&#3;)', '', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['[^g]:[^g]:[r]\n\n[r]:x', '\n\n', { 'hidden references': 3 }],
    ['[^f]:[r]][]()\n>[^f]\n\n[r]:u', '[^f]:[r]]\n>[^f]\n\n[r]:u', { 'hidden references': 1 }],
    ['a | b\n:--- | ---:\nc | d | e', 'a | b\n:--- | ---:\nc | d |', { 'hidden references': 1 }],
    ['[r]:\u007f', '[r]:', { 'control characters': 1 }],
  ])('%j becomes %j', (text, left, removed) => {
    expect(sanitize(text)).toEqual({ text: left, removed });
  });
});

test.each([
  ['a fence with spaces behind it ends one', '```\na\n```  \n<b> seen', '```\na\n```  \n seen'],
  [
    'a tab before a nested item extends to four columns',
    '- a\n\t- b\n\n\t\t<b>seen',
    '- a\n\t- b\n\n\t\tseen',
  ],
  ['so does one in a quote of a list', '>\t- a\n>\t  <b>\n>\n> seen', '>\t- a\n>\t  \n>\n> seen'],
  ['a line of two signs is made of items', '* *\n    <b>seen', '* *\n    seen'],
  ['a line of signs before a word is text', '***a\n    <b>seen', '***a\n    seen'],
  [
    'a link in a link makes the outer brackets text',
    '[a [b](c "hidden")](d "seen")',
    '[a [b](c)](d "seen")',
  ],
  [
    'an address with words replaces no label',
    "![r] ![r]\n\n[r]: <hidden words> 'hidden'",
    '![] ![]\n\n',
  ],
  ['an address with a bracket replaces no label', '![r] seen\n\n[r]:u[', '![] seen\n\n'],
  ['an address of one bracket replaces no label', '![r] seen\n\n[r]:]', '![] seen\n\n'],
  ['brackets over lines that begin with a circumflex are lost', '[&#x5e;a\nhidden] seen', ' seen'],
  ['so are those with another number of it', '[&#x005E;a\nhidden] seen', ' seen'],
  ['so are those with its name', '[&hat;a\nhidden] seen', ' seen'],
  ['a reference in lost lines refers to nothing', '[^\n![r]]\n\n[r]:u', '\n\n'],
  ['a reference after lost lines refers to something', '[^\n![r]] [r]\n\n[r]:u', ' [r]\n\n[r]:u'],
  [
    'a reference in a description of an image refers to nothing',
    '![[r]](x)\n\n[r]: u',
    '![](x)\n\n',
  ],
  [
    'a surplus cell refers to no footnote',
    '| a |\n| - |\n| b | [^f] |\n\n[^f]: hidden',
    '| a |\n| - |\n| b |\n\n',
  ],
  [
    'a cell ends the elements in it',
    '| a |\n| - |\n| <picture> hidden |\n\nseen',
    '| a |\n| - |\n| |\n\nseen',
  ],
])('%s', (_, text, left) => {
  expect(sanitize(text).text).toBe(left);
});

describe('after six rounds, every character that could hide something has a backslash:', () => {
  test.each([
    ['<u><title><h', '\\<title>\\ \\ \\ \\ \\<h'],
    [
      '<u><title><h [a] \\[b] \\\\[c] `d` e|f ~g~',
      '\\<title>\\ \\ \\ \\ \\<h \\[a] \\[b] \\\\\\[c] \\`d\\` e\\|f \\~g\\~',
    ],
  ])('%j', (text, left) => {
    expect(sanitize(text).text).toBe(left);
    expect(sanitize(left)).toEqual({ text: left, removed: {} });
  });
});

describe('an unclosed quote ends at the first quote of a tag that Markdown creates:', () => {
  test.each([
    ['code with a language', '<div title="\n\n```js\nseen\n```', '\n\n```js\nseen\n```'],
    [
      'an address in angle brackets',
      '<div title="\n\n<https://x.example> seen',
      '\n\n<https://x.example> seen',
    ],
    ['a bare address', '<div title="\n\nhttps://x.example seen', '\n\nhttps://x.example seen'],
    [
      'a reference to a footnote',
      '<div title="\n\n[^f] seen\n\n[^f]: a',
      '\n\n[^f] seen\n\n[^f]: a',
    ],
    ['a link', '<div title="\n\nhidden [a](b) seen', '\n\n[a](b) seen'],
    ['an image in a link', '<div title="\n\nhidden [![](b)](c) seen', '\n\n[![](b)](c) seen'],
  ])('%s', (_, text, left) => {
    expect(sanitize(text).text).toBe(left);
  });

  test.each([
    ['a link', '[a](b) <?><a href="?>hidden', '[a](b) '],
    ['a link, and another paragraph follows', '[a](b) <?><a href="?>\n\nhidden', '[a](b) \n\n'],
    ['a bare address', 'https://x.example <?><a href="?>\n\nhidden', 'https://x.example \n\n'],
    ['a link, and one follows', '[a](b) <?><a href="?>hidden [c](d) seen', '[a](b) [c](d) seen'],
  ])('not at one before the quote: %s', (_, text, left) => {
    expect(sanitize(text).text).toBe(left);
  });

  test('code without a language has none', () => {
    expect(sanitize('<div title="\n\n```\nhidden\n```').text).not.toContain('hidden');
  });
});
