import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

/** Short texts, each of which a change of one rule would sanitize differently; cmark-gfm shows the same text before and after. */
describe('autolinks, code and raw HTML are read as CommonMark, GFM and HTML define:', () => {
  test.each([
    ')http://x&#3;',
    'www.x&#1;',
    '<http://x>[r]\n\n[r]:u',
    '![^f]\n[^f]:',
    'http://x_..&#XD;',
    '[www.',
    'http://x_.z`<!-->`',
    '\\``<!-->`',
    'a\n<b',
    '\n<b',
    '</b c>',
    '<a:>',
    '<e="">',
    '<x e=>',
    'a<a b=',
    '<scriptc',
    '[ẞ]:u\n[ẞ]',
  ])('nothing in %j is hidden', (text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test.each([
    ['$<tr>WWW.x[]()', '$ WWW.x', { 'HTML tags': 1, 'hidden references': 1 }],
    ['<$@e<i>', '<$@e', { 'HTML tags': 1 }],
    ['- <!--\n]', '- \n', { 'HTML comments': 1 }],
    ['</b>```![h]()', '\\```![]()', { 'HTML tags': 1, 'image descriptions': 1 }],
    [']www.x&#1;', ']www.x', { 'control characters': 1 }],
    ['<div e="\n\n[^f]', '\n\n', { 'HTML tags': 1 }],
    ['`x`[]();`', '`x`;`', { 'hidden references': 1 }],
    ['<a@c<y>', '<a@c', { 'HTML tags': 1 }],
    ['<div ="\n\n<ps:>', '\n\n<ps:>', { 'HTML tags': 1 }],
    ['<div ="\n\nhttp://c', '\n\nhttp://c', { 'HTML tags': 1 }],
    ['a<hr>]', 'a ]', { 'HTML tags': 1 }],
    ['<i></[', '</[', { 'HTML tags': 1 }],
    ['<r  >r', 'r', { 'HTML tags': 1 }],
    [')<p n=er>', ')', { 'HTML tags': 1 }],
    ['- <b c="">\n[r]:u', '- \n', { 'HTML tags': 1, 'hidden references': 1 }],
    ['- <b c="d">\n[r]:u', '- \n', { 'HTML tags': 1, 'hidden references': 1 }],
    ['<b c =d>', '', { 'HTML tags': 1 }],
    ['<b c= d>', '', { 'HTML tags': 1 }],
    ['=<!-->', '=', { 'HTML comments': 1 }],
    ['- <b c="\n">', '- ', { 'HTML tags': 1 }],
    ['<div><script`', '', { 'HTML tags': 2 }],
    ['<!-->&#x5e;', '&#x5e;', { 'HTML comments': 1 }],
    ['<v>\n&#xD', '\n', { 'HTML tags': 1, 'control characters': 1 }],
    ['<v>\n&#x<l', '\n&#x', { 'HTML tags': 2 }],
    ['<script>&#03', '<script>', { 'control characters': 1 }],
    ['<script>&zwj', '<script>', { 'invisible characters': 1 }],
    ['<div><script/x>a', '', { 'HTML tags': 2, 'hidden elements': 1 }],
    ["<div e='\n\n# e\ns", '\n\n# \n', { 'HTML tags': 1 }],
    ["<picture>'<r>", '', { 'hidden elements': 1, 'HTML tags': 2 }],
    ['><!--\n[h]()', '>\n', { 'HTML comments': 1 }],
    ['<div ="\n\n[]()<a>', '\n\n', { 'HTML tags': 2, 'hidden references': 1 }],
    ['<picture>\n]', '', { 'hidden elements': 1, 'HTML tags': 1 }],
    ['<caption></c', '', { 'HTML tags': 2 }],
    ['</b><iframe', '<iframe', { 'HTML tags': 1 }],
    ['<details open><details', '', { 'collapsed sections': 1, 'HTML tags': 2 }],
    ['<details', '', { 'collapsed sections': 1, 'HTML tags': 1 }],
    ['<div\n\n<r>', '\n\n', { 'HTML tags': 1 }],
    ["j<b c=''>", 'j', { 'HTML tags': 1 }],
    ['<script/><h>></SCRIPT>', '<script/>></SCRIPT>', { 'HTML tags': 1 }],
    ['<y><![CDATA[><i', '\\<![CDATA[>\\<i', { 'HTML tags': 1 }],
    ["<div e='\n\n'\n>a", '\n\n\n>a', { 'HTML tags': 1 }],
    ['<div ="\n\n```', '\n\n```', { 'HTML tags': 1 }],
    ['<noscript>\n<v ="\n\n![]()', '\n\n', { 'hidden elements': 1, 'HTML tags': 2 }],
    ['<div e="\n\nb[]()', '\n\n', { 'HTML tags': 1, 'hidden references': 1 }],
    ['<!--!>/', '', { 'HTML comments': 1 }],
    ['a<style>n</<!-->style>', 'a<style>n</style>', { 'HTML comments': 1 }],
    ['<textarea><script>&zwj', '<textarea><script>', { 'invisible characters': 1 }],
    ['<v>\n&', '\n&', { 'HTML tags': 1 }],
  ])('%j becomes %j', (text, left, removed) => {
    expect(sanitize(text)).toEqual({ text: left, removed });
  });
});

test.each([
  ['<!X <!Y> seen', ' seen'],
  ['a <? b ?> c <? d ?> seen', 'a  c  seen'],
  ['```` `x` ````seen', '```` `x` ````seen'],
  ['<aa@bb.cc> [r]\n\n[r]: /u', '<aa@bb.cc> [r]\n\n[r]: /u'],
  ['[^\\]]\n\n[^\\]]: seen', '[^\\]]\n\n[^\\]]: seen'],
])('each mark in %j ends only what it begins', (text, left) => {
  expect(sanitize(text).text).toBe(left);
});
