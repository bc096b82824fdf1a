import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

/** Short texts, each of which a change of one rule would sanitize differently; cmark-gfm shows the same text before and after. */
describe('blocks begin and end as CommonMark and GFM define:', () => {
  test.each([
    '\n~~~\n<!-->',
    '##\n    &#3;',
    '|\n-\n    <e>',
    '    #\n    <p',
    '- #######\n2.     <e>',
    '\\\n0. <?',
    'u\n#\n    <!-->',
    '#\ta|b\n-|-\n|||-',
    '-\n```\n[r]:u',
    '```\t',
    '[\n-\n\t![h]()',
    '- + \t<t>',
    '*   \t<v>',
    '\t<b>',
    ' \t![h]()',
    '- - -\n\t[r]:u',
    '***\n    <!-->',
    '`\n`<!-->`\n|-',
    '`<!-- -->`\n|-',
    '| \n-|\nc|d',
    '|\n|\nw',
    '>~~~\n   ><e>',
    '1.\n\n    ```x y',
    ':|a\n-|',
    '>\n    ><li',
    'a\n-|\nh||',
  ])('nothing in %j is hidden', (text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test.each([
    ['<?\n', '', { 'HTML comments': 1 }],
    ['[^f]:10.\n"', '\n"', { 'hidden references': 1 }],
    ['<r>```x y', '\\```x y', { 'HTML tags': 1 }],
    ['[^f]:=\n#a', '', { 'hidden references': 1 }],
    ['a\n-|\nb|a ', 'a\n-|\nb|', { 'hidden references': 1 }],
    ['<h>\n<!--\n\n\t>\n', '\n\n\n\t', { 'HTML tags': 1, 'HTML comments': 1 }],
    ['><!--\n\n>\t  x\n>\t  >', '>\n\n>\t  ', { 'HTML comments': 1 }],
    ['\t`\n<l>', '\t`\n', { 'HTML tags': 1 }],
    ['[]()\n    <e>', '\n    ', { 'hidden references': 1, 'HTML tags': 1 }],
    ['-    <!--\n    -\n    u', '-    \n    ', { 'HTML comments': 1 }],
    ['[f]:\n[^f]:x', '[f]:\n', { 'hidden references': 1 }],
    ['- [ ] [^a]:[^a]:', '- [ ] ', { 'hidden references': 1 }],
    ['[^f]:    `\n', '\n', { 'hidden references': 1 }],
    ['[]()\n1. <div', '\n1. ', { 'hidden references': 1, 'HTML tags': 1 }],
    ['- <picture>\na', '- \na', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['[^f]:***\n->', '\n->', { 'hidden references': 1 }],
    ['[^f]:]\n***\n->', '\n***\n->', { 'hidden references': 1 }],
    ['[^f]:\n     #', '', { 'hidden references': 1 }],
    ['# []()', '# ', { 'hidden references': 1 }],
    // An item that begins with an empty line ends at the next one only as long as it is empty.
    ['   -\n     a\n\n     <!-- -->', '   -\n     a\n\n     ', { 'HTML comments': 1 }],
    ['   -\n     # a\n\n     <!-- -->', '   -\n     # a\n\n     ', { 'HTML comments': 1 }],
    ['   -\n     ```\n     ```\n\n     <!-- -->', '   -\n     ```\n     ```\n\n     ', { 'HTML comments': 1 }],
    ['   -\n     > a\n\n\n     <!-- -->', '   -\n     > a\n\n\n     ', { 'HTML comments': 1 }],
    ['<p\n\n```\n>', '\n\n```\n>', { 'HTML tags': 1 }],
    ['<h>\n<b\n\n<!--', '\n\n\n', { 'HTML tags': 2 }],
    ['>b\n<h>', '>b\n', { 'HTML tags': 1 }],
    ['[^f]:|\n0. |', '\n0. |', { 'hidden references': 1 }],
    ['~~~\n~~~\n<p', '~~~\n~~~\n', { 'HTML tags': 1 }],
    ['<picture>\n\n```\n```', '\n\n```\n```', { 'hidden elements': 1, 'HTML tags': 1 }],
    ["<div e='\n\n```\n    ```", '\n\n```\n', { 'HTML tags': 1 }],
    ['<rp>\n\n ```\n ', '\n\n ```\n ', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['<div\n\n    a', '\n\n    a', { 'HTML tags': 1 }],
    ['[^f]:\n\n    1', '', { 'hidden references': 1 }],
    ['[^g]:b\n--\n`', '', { 'hidden references': 1 }],
    ['<p><picture>\n\n# a', '\n\n# a', { 'hidden elements': 1, 'HTML tags': 2 }],
    ['<div e="\n\n```\na', '\n\n```\n', { 'HTML tags': 1 }],
    ['<div ="\n\n```y\n`', '\n\n```y\n`', { 'HTML tags': 1 }],
    ['>\t<r>', '>\t', { 'HTML tags': 1 }],
    ['[^g]: 1.\nr', '\nr', { 'hidden references': 1 }],
    ['01.  <video>\n     </video>', '01.       ', { 'hidden elements': 1, 'HTML tags': 2 }],
    ['-\t<h>', '-\t', { 'HTML tags': 1 }],
    ['><!--\n\n>\t  >', '>\n\n>\t  ', { 'HTML comments': 1 }],
    ['[^f]:---\n=', '\n=', { 'hidden references': 1 }],
    ['[^f]:"\n---\t', '\n---\t', { 'hidden references': 1 }],
    ['[^f]:___\ni', '\ni', { 'hidden references': 1 }],
    ['>\t>\t<e>', '>\t>\t', { 'HTML tags': 1 }],
    ['[r]:<u>>\n-', '\\[r]:>\n-', { 'HTML tags': 1 }],
    ['<rp>\n\n```', '\n\n```', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['- ><!T\n', '- >\n', { 'HTML comments': 1 }],
    ['[^f]:>\n\n    x', '', { 'hidden references': 1 }],
    ['><picture>\nx', '>\nx', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['2. <picture>\nh', '2. \nh', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['>\n1. <!T\n', '>\n1. ', { 'HTML comments': 1 }],
    ['![h]()\na\n-|', '![]()\na\n-|', { 'image descriptions': 1 }],
    ['![h]()\n:-', '![]()\n:-', { 'image descriptions': 1 }],
    ['# <noscript>\n]', '# \n]', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['<p><picture>\n\n    a', '\n\n    a', { 'hidden elements': 1, 'HTML tags': 2 }],
    ['><picture>\n>\n>|||\n>-|-\na', '>\n>\n>|||\n>-|-\na', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['a\n\n<rp>\n\na', 'a\n\n\n\n', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['<p><picture>\n\na\n-|', '\n\na\n-|', { 'hidden elements': 1, 'HTML tags': 2 }],
  ])('%j becomes %j', (text, left, removed) => {
    expect(sanitize(text)).toEqual({ text: left, removed });
  });
});

describe('a fence or an underline', () => {
  test.each([
    ['of two tildes ends no block of code', '~~~\na\n~~\n<b>\n~~~', '~~~\na\n~~\n<b>\n~~~'],
    ['with spaces behind it ends one', '```\na\n```  \n<b> seen', '```\na\n```  \n seen'],
    ['with a word behind it ends none', '```\na\n```x\n<b> seen\n```', '```\na\n```x\n<b> seen\n```'],
    ['indented by four columns ends none', '```\na\n    ```\n<b>', '```\na\n    ```\n<b>'],
    ['of two signs makes a heading', 'a\n==\n<b>seen', 'a\n==\nseen'],
    ['below definitions is text', '[r]: /u\n===\nseen [r]', '[r]: /u\n===\nseen [r]'],
    ['below a reference makes a heading', '[r]\n===\n\n[r]: /u', '[r]\n===\n\n[r]: /u'],
    ['below definitions and text makes a heading', '[r]: /u\nx\n===\nseen [r]', '[r]: /u\nx\n===\nseen [r]'],
  ])('%s', (_, text, left) => {
    expect(sanitize(text).text).toBe(left);
  });
});
