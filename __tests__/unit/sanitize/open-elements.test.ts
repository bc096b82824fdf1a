import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

describe('an element that hides its text ends as in a browser (HTML, 13.2.6)', () => {
  test.each([
    ['<ul><li><picture>hidden<li>seen</ul>', '  seen'],
    ['<dl><dd><picture>hidden<dt>seen</dl>', '  seen'],
    ['<table><tr><td><picture>hidden<th>seen</table>', '   seen'],
    ['<table><tr><picture>hidden<tr><td>seen</table>', '   seen'],
    ['<ul><li><picture><ol><li>hidden</ol></picture>seen</ul>', '    seen'],
    ['<dl><dd><picture><dl><dd>hidden</dl></picture>seen</dl>', '    seen'],
    ['<table><tr><td><picture><table><tr><td>hidden</table></picture>seen</table>', '      seen'],
    ['<table><tr><td><picture><table></td>hidden</table></picture>seen</table>', '     seen'],
    ['<ruby>a<rp>hidden<rt>seen</ruby>', 'aseen'],
    ['<rp>hidden<rt>hidden', ''],
    ['<ruby>a<rt><rp>hidden</rt>seen</ruby>', 'a'],
    ['<option><picture>hidden<option>hidden', ' '],
    ['<div><td><picture>hidden</td>hidden</div>', '  '],
    ['<p><picture>hidden<p>seen', ' seen'],
    ['<p><button><picture><div>hidden</div></picture>seen</button>', '  seen'],
    ['<picture><marquee>hidden</picture>hidden</marquee></picture>seen', 'seen'],
    ['<picture><object><div>hidden</object></div>hidden</picture>seen', '  seen'],
    ['<template><template>hidden</template>hidden</template>seen', 'seen'],
    ['<ul><li><picture>hidden</li>seen</ul>', '  seen'],
    ['<table><tr><td><picture>hidden</table>seen', '   seen'],
    ['<table><tr><td><picture>hidden</tr>seen</table>', '   seen'],
    ['<table><caption><picture>hidden</caption>seen</table>', '  seen'],
    ['<ul><li><section><picture>hidden<li>hidden</section></ul>seen', '     seen'],
    ['<div><picture><div>hidden</picture>hidden</div></picture>seen</div>', '  seen'],
    ['<table><tbody><tr><td><picture>hidden</tbody>seen</table>', '    seen'],
    ['<table><thead><tr><th><picture>hidden<tbody><tr><td>seen</table>', '      seen'],
    ['<h1><picture>hidden</h1>seen', ' seen'],
    ['<summary><picture>hidden</summary>seen', ' seen'],
    ['<fieldset><picture>hidden</fieldset>seen', ' seen'],
    ['<picture/>hidden</picture>seen', 'seen'],
  ])('%j becomes %j', (text, left) => {
    expect(sanitize(text).text).toBe(left);
  });
});
