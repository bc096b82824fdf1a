import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { brokenCommands, type Commands } from '../../scripts/check-docs/commands.ts';
import type { Finding } from '../../scripts/check-docs/finding.ts';
import { brokenLinks } from '../../scripts/check-docs/links.ts';
import { unknownInputs, unmentionedNames } from '../../scripts/check-docs/names.ts';
import { parsePage, proseOf } from '../../scripts/check-docs/page.ts';
import { longSentences } from '../../scripts/check-docs/sentences.ts';
import { americanWords, misspellings, OWN_WORDS } from '../../scripts/check-docs/spelling.ts';
import { stringLiterals } from '../../scripts/check-docs/string-literals.ts';
import { otherVersions } from '../../scripts/check-docs/versions.ts';
import { avoidedWords } from '../../scripts/check-docs/wording.ts';
import { yamlProse } from '../../scripts/check-docs/yaml-prose.ts';

const readme = (markdown: string) => parsePage('README.md', markdown);
const lines = (findings: readonly Finding[]) =>
  findings.map(({ path, line, problem }) => `${path}:${line}: ${problem}`);

const FILES = ['README.md', 'docs', 'docs/faq.md', 'docs/comment.png', 'src/main.ts'];
const FAQ = parsePage('docs/faq.md', '# FAQ\n\n## What does `/docs` do?\n\n## Again\n\n## Again\n\n<a id="own"></a>');
const linkProblems = (markdown: string) => brokenLinks([readme(markdown), FAQ], (path) => FILES.includes(path));

test.each([
  '[a](docs/faq.md)',
  '[a](/docs/faq.md#what-does-docs-do)',
  '[a](docs/faq.md#again-1)',
  '[a](docs/faq.md#own)',
  '# Quick start & more\n\n[a](#quick-start--more)',
  '[a](docs) [b](src/main.ts#L5)',
  '![a](docs/comment.png)',
  '<img src="docs/comment.png" srcset="docs/comment.png 2x">',
  '[a][b]\n\n[b]: docs/faq.md',
  '[a](https://docs.github.com/en/actions?x=1#y) [b](mailto:docs@example.com)',
  '`[a](missing.md)`',
])('the links of %j work', (markdown) => {
  expect(linkProblems(markdown)).toEqual([]);
});

test.each([
  ['a link to no file', '[a](docs/missing.md)', 'link docs/missing.md names no file'],
  ['a link with the wrong capitals', '[a](docs/FAQ.md)', 'link docs/FAQ.md names no file'],
  ['a link out of the repository', '[a](../other/x.md)', 'link ../other/x.md leaves the repository'],
  ['an anchor of no heading', '[a](docs/faq.md#what-does-it-do)', 'names no heading of docs/faq.md'],
  ['an anchor of no heading of the same page', '# One\n[a](#two)', 'link #two names no heading of README.md'],
  ['an anchor with capitals', '[a](docs/faq.md#Again)', 'names no heading'],
  ['a third anchor of two equal headings', '[a](docs/faq.md#again-2)', 'names no heading'],
  ['a picture that is missing', '![a](docs/missing.png)', 'link docs/missing.png names no file'],
  [
    'a source in HTML that is missing',
    '<picture><source srcset="docs/dark.png"></picture>',
    'docs/dark.png names no file',
  ],
  ['a definition of a link', '[a][b]\n\n[b]: missing.md', 'link missing.md names no file'],
  ['a reference without a definition', '[a][b]', 'link #[b] names no heading'],
  ['plain http', '[a](http://example.com)', 'link http://example.com is not https'],
  ['an address without a host', '[a](https://localhost/x)', 'link https://localhost/x has no host name'],
  ['a malformed address', '[a](https://exa%mple.com)', 'is malformed'],
])('%s is broken', (_, markdown, problem) => {
  expect(lines(linkProblems(markdown))).toEqual([expect.stringContaining(problem)]);
});

const COMMANDS: Commands = {
  scripts: { demo: 'node sandbox/demo.ts', test: 'jest', check: 'node scripts/check.ts' },
  scenarios: ['success', 'follow-up'],
  flagsOf: (script) => (script === 'demo' ? ['--help'] : []),
  exists: (path) => path === '.ci/run' || path === 'scripts/check.ts',
};
const commandProblems = (markdown: string) => brokenCommands([readme(markdown)], COMMANDS);
const block = (language: string, ...code: string[]) => [`\`\`\`${language}`, ...code, '```'].join('\n');

test.each([
  block('sh', 'npm run demo -- follow-up  # a comment', 'npm test', '.ci/run', 'node scripts/check.ts && npm ci'),
  block('console', '$ npm run demo', 'npm run whatever was printed'),
  block('', 'npm run check    15 s    all static checks', 'npm test -- __tests__/unit'),
  'Use `npm run demo -- --help`, or `npm run demo -- NAME`.',
])('the commands of %j run', (markdown) => {
  expect(commandProblems(markdown)).toEqual([]);
});

test.each([
  ['a script in a block', block('sh', '', 'npm run demos'), 'README.md:3: `npm run demos`: no script demos'],
  ['a script in a console', block('console', '$ npm run demos'), 'no script demos'],
  ['a script in a list of commands', block('', 'npm run demos   1 min   the demo'), 'no script demos'],
  ['a script in code font', 'Use `npm run demos`.', 'README.md:1: `npm run demos`: no script demos'],
  ['a script after another', block('bash', 'npm test && npm run demos'), 'no script demos'],
  ['a scenario', block('sh', 'npm run demo -- followup'), 'no scenario followup'],
  ['a flag', 'Use `npm run demo -- --fast=1`.', 'no flag --fast of demo'],
  ['a file for node', block('sh', 'node scripts/none.ts'), 'no file scripts/none.ts'],
  ['a program of the repository', block('sh', './ci.sh'), 'no file ./ci.sh'],
])('a command that names a missing thing is broken: %s', (_, markdown, problem) => {
  expect(lines(commandProblems(markdown))).toEqual([expect.stringContaining(problem)]);
});

const NAMES = { inputs: ['wait', 'job-id'], outputs: ['prLink'], verdicts: ['no-changes'], operations: ['follow-up'] };

test('a name counts as mentioned in code font, alone or with a value', () => {
  const pages = [readme('`wait: false` and `prLink`'), parsePage('docs/a.md', '| `job-id` |\n|---|\n| `no-changes` |')];
  expect(unmentionedNames(pages, NAMES)).toEqual([]);
});

test('an input, output or verdict that no page mentions in code font is named', () => {
  expect(lines(unmentionedNames([readme('wait, `await`, prLink, no-changes\n\n```\njob-id\n```')], NAMES))).toEqual([
    'action.yml:1: no page mentions the input `wait`',
    'action.yml:1: no page mentions the input `job-id`',
    'action.yml:1: no page mentions the output `prLink`',
    'src/outcome.ts:1: no page mentions the verdict `no-changes`',
  ]);
});

test('a table of inputs names only inputs, and in its other columns also verdicts, operations and values', () => {
  const table = (row: string) => [readme(`| Input | Meaning |\n|---|---|\n${row}`)];
  expect(unknownInputs(table('| `job-id` | For `follow-up`, `wait`, `no-changes`, `true`. |'), NAMES)).toEqual([]);
  expect(lines(unknownInputs(table('| `jobId` | See `job-name`. |'), NAMES))).toEqual([
    'README.md:3: `jobId` is not an input',
    'README.md:3: `job-name` is not an input',
  ]);
  expect(unknownInputs([readme('| Event | Meaning |\n|---|---|\n| `pull-requests` | |')], NAMES)).toEqual([]);
});

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

test.each([
  ['thirty words', `${words(30)}.`],
  ['two sentences', `${words(20)}. And ${words(20)}.`],
  ['two sentences, the first in parentheses', `(${words(20)}.) And ${words(20)}.`],
  ['code', `${words(29)} \`${words(20)}\`.\n\n${block('sh', words(40))}`],
  ['list items without full stops', `- ${words(20)}\n- ${words(20)}\n  - ${words(20)}`],
  ['cells of a table', `| ${words(20)} | ${words(20)} |\n|---|---|\n| ${words(20)} | ${words(20)} |`],
  ['numbered steps', `1. ${words(20)}.\n2. ${words(20)}.`],
])('a sentence may have %s', (_, markdown) => {
  expect(longSentences(readme(markdown))).toEqual([]);
});

test.each([
  ['a paragraph', `Short.\n\nThis ${words(30)}.`, 3],
  ['a paragraph of several lines and links', `[This](x.md) ${words(15)}\n${words(15)}.`, 1],
  ['a list item', `- One.\n- This ${words(30)}`, 2],
  ['a cell of a table', `| a |\n|---|\n| This ${words(30)} |`, 3],
])('a sentence of 31 words in %s is too long', (_, markdown, line) => {
  expect(lines(longSentences(readme(markdown)))).toEqual([
    `README.md:${line}: sentence of 31 words: "This word word word word word …"`,
  ]);
});

test('a word outside of the American dictionary and the own words is misspelled', () => {
  const isWord = americanWords(['webhook']);
  const prose = proseOf(readme("The webhook's color: recieve, `colour`,\ncolour, `a` honoured, Recieve"));
  expect(misspellings(prose, isWord).map(({ line, problem }) => `${line} ${problem.split(' (')[0]}`)).toEqual([
    '1 unknown word "recieve"',
    '2 unknown word "colour"',
    '2 unknown word "honoured"',
    '2 unknown word "Recieve"',
  ]);
});

test('names, acronyms, addresses and code are not spelled', () => {
  const prose = proseOf(
    readme(
      'prLink v1x a/b @alice file.md SOME_NAME APIs SIGINT --flag https://example.com/colour\n\n```sh\ncolour\n```',
    ),
  );
  expect(misspellings(prose, () => false)).toEqual([]);
});

test('descriptions of pictures, text in HTML and shown messages are spelled', () => {
  const markdown = `![aa](x.png)\n\n<img alt="bb">\n\n<!-- no -->\n<details><summary>cc</summary></details>\n\n${block('markdown', '**dd** `no`')}`;
  const found = misspellings(proseOf(readme(markdown)), () => false);
  expect(found.map(({ line, problem }) => `${line} ${problem.slice(14, 16)}`)).toEqual([
    '1 aa',
    '3 bb',
    '6 cc',
    '9 dd',
  ]);
});

test.each([
  ['Whoever asks', 'Whoever'],
  ['for somebody', 'somebody'],
  ['nobody asked', 'nobody'],
  ['the thread is\ntold', 'is told'],
  ['two of which fail', 'of which'],
  ['it goes by the time', 'goes by'],
  ['what stands below', 'what stands below'],
  ['the budget ends', 'budget'],
  ['a time-out', 'time-out'],
  ['a labelled issue', 'labelled'],
  ['the Behaviour', 'Behaviour'],
  ['sanitised text', 'sanitised'],
])('%j has a word to avoid', (text, word) => {
  expect(lines(avoidedWords(proseOf(readme(`First.\n\n${text}`))))).toEqual([
    expect.stringMatching(`^README.md:3: avoid "${word}": `),
  ]);
});

test('parts of words and code are not avoided', () => {
  expect(avoidedWords(proseOf(readme('A `nobody` user, nobodyElse, not-nobody, told us.')))).toEqual([]);
});

test('of a source, string and template literals with a space are read, without identifiers, comments and code font', () => {
  const source = [
    '// whoever writes comments',
    `const nobody = /whoever is it/.test(text) ? 4 / 2 / 1 : \`über \${whoever} to \\n \${\`the budget of\`}\`;`,
    "const list = 'nobody somebody'.split(' ');",
    "throw new Error('the `budget` of whoever');",
    "type Budget = 'whoever-asks';",
  ].join('\n');
  expect(stringLiterals('a.ts', source).map(({ line, text }) => [line, text])).toEqual([
    [2, 'the budget of'],
    [2, 'über '],
    [2, ' to \n '],
    [4, 'the          of whoever'],
  ]);
});

test('of a workflow, comments and texts for people are read', () => {
  const yaml =
    'name: Docs # first\non: push\njobs:\n  a:\n    with:\n      prompt: |\n        Use `code` here.\n    run: no # last';
  const read = yamlProse('a.yml', yaml).map(({ line, text }) => `${line} ${text.trim()}`);
  expect(read.sort()).toEqual(['1 Docs', '1 first', '6 Use', '6 here.', '8 last']);
});

test('every workflow uses the major tag of the version of package.json, with the pinned form beside it', () => {
  const uses = (ref: string) => `steps:\n  - uses: your-org/my-action@${ref}\n  - uses: actions/checkout@v5 # v5\n`;
  const texts = (...refs: string[]) => new Map(refs.map((ref, index) => [`${index}.yml`, uses(ref)]));
  const right = 'v1 # or pinned: @<sha> # v1.2.3';
  const found = otherVersions(
    texts(right, 'v1', 'v2 # or pinned: @<sha> # v1.2.3', `${right.slice(0, -1)}2`),
    'my-action',
    '1.2.3',
  );
  expect(lines(found)).toEqual([
    `1.yml:2: uses my-action@v1, not @${right}`,
    `2.yml:2: uses my-action@v2 # or pinned: @<sha> # v1.2.3, not @${right}`,
    `3.yml:2: uses my-action@v1 # or pinned: @<sha> # v1.2.2, not @${right}`,
  ]);
});

test('the own words are sorted', () => {
  const own = readFileSync(OWN_WORDS, 'utf8').trim().split('\n');
  expect(own).toEqual([...new Set(own)].sort());
});
