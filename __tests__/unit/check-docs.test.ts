import { expect, test } from '@jest/globals';
import { problemsOfPages } from '../../scripts/check-docs.ts';

const FAQ = '# FAQ\n\n## What does `/docs` do?\n\n## Again\n\n## Again\n\n<a id="own"></a>\n';
const problems = (...lines: string[]) =>
  problemsOfPages(
    new Map([
      ['README.md', lines.join('\n')],
      ['docs/f.md', FAQ],
    ]),
  ).map((problem) => problem.replace('README.md: ', ''));
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

test.each([
  '[a](docs/f.md) [b](/docs/f.md#what-does-docs-do) [c](docs/f.md#again-1) [d](docs/f.md#own) [e](docs) [f](src/main.ts#L5)',
  '# Quick start & more\n\n[a](#quick-start--more)',
  '<img src="docs/comment-dark.png" srcset="docs/comment-dark.png 2x"> ![a](docs/comment-dark.png)',
  '[a](https://docs.github.com/en/actions?x=1#y) [b](mailto:docs@example.com) `[c](missing.md)`',
  '```sh\nnpm run demo -- success  # a comment\nnpm test\n.ci/run && node scripts/check.ts\n```',
  '```console\n$ npm run demo\nnpm run whatever was printed\n```',
  '```\nnpm run check    15 s    --all of them\nnpm test -- __tests__/unit\n```',
  'Use `npm run demo -- --keep`, `npm run demo -- NAME`, `npm run simulate -- --seed 1`, or `scripts/build.ts`.',
  `${words(20)}. And ${words(20)}.\n\n- ${words(29)} \`${words(20)}\`\n  - ${words(20)}`,
])('a page without a mistake: %j', (page) => {
  expect(problems(page)).toEqual([]);
});

test.each([
  ['[a](docs/missing.md)', 'link docs/missing.md names no file'],
  ['[a](docs/F.md)', 'link docs/F.md names no file'],
  ['[a](../other/x.md)', 'link ../other/x.md names no file'],
  [
    '[a](docs/f.md#what-does-it-do)',
    'link docs/f.md#what-does-it-do names no heading of docs/f.md',
  ],
  ['[a](docs/f.md#again-2)', 'link docs/f.md#again-2 names no heading of docs/f.md'],
  ['[a](docs/f.md#Again)', 'link docs/f.md#Again names no heading of docs/f.md'],
  ['[a](#two)', 'link #two names no heading of README.md'],
  ['<picture><source srcset="docs/dark.png"></picture>', 'link docs/dark.png names no file'],
  ['[a][b]', 'link [b] names no file'],
  ['[a](http://example.com)', 'link http://example.com is not the https address of a host'],
  ['[a](https://localhost/x)', 'link https://localhost/x is not the https address of a host'],
  ['Use `npm run demos`.', 'no script demos in package.json'],
  ['```console\n$ npm test && npm run demos\n```', 'no script demos in package.json'],
  ['```sh\nnpm run demo -- followup\n```', 'demo knows no followup'],
  ['Use `npm run demo -- --fast=1`.', 'demo knows no --fast'],
  ['```sh\nnode scripts/none.ts\n```', 'no file scripts/none.ts'],
  ['See `src/none/x.ts`.', 'no file src/none/x.ts'],
  [
    `| a |\n|---|\n| This ${words(30)} |`,
    'sentence of 31 words: "This word word word word word …"',
  ],
])('%j has a mistake', (page, problem) => {
  expect(problems(page)).toEqual([problem]);
});
