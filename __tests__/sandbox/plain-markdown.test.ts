import { expect, test } from '@jest/globals';
import { plainMarkdown } from '../../sandbox/demo/plain-markdown.ts';

test.each([
  ['a\\[bot\\] · [run](https://x.example/1)', 'a[bot] · run (https://x.example/1)'],
  ['[a\\[1\\]](https://x.example/1) [again](https://x.example/1)', 'a[1] (https://x.example/1) again'],
  ['<!-- hidden -->**Bold** `code` &lt;b&gt;', 'Bold `code` <b>'],
  ['| Item | Value |\n|---|---|\n| Longer | 1 |', 'Item    Value\nLonger  1'],
])('%j is shown in a terminal as %j', (markdown, text) => {
  expect(plainMarkdown(markdown, new Set())).toBe(text);
});
