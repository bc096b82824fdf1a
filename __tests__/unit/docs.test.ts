import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { DEFAULTS } from '../../src/inputs/action-metadata.ts';
import { VERDICTS } from '../../src/outcome.ts';

const DOCS = ['README.md', ...globSync('docs/**/*.md')];
const read = (path: string) => readFileSync(path, 'utf8');
const TEST =
  /`((?:unit|scenarios|attacks|bundle|sandbox|simulation|fuzz)\/[\w/-]+)`(?:: ((?:(?!<br>)[^|])*))?/g;

test.each(DOCS)('%s names only tests that exist, with their words in their order', (name) => {
  for (const [mention, path, words = ''] of read(name).matchAll(TEST)) {
    const source = read(`__tests__/${path}.test.ts`).replaceAll('\\', '');
    let from = 0;
    for (const word of words.replaceAll('\\', '').split(/\s+|…/)) {
      const at = source.indexOf(word, from);
      expect(at < 0 ? `${name}: no “${word}” in ${mention}` : '').toBe('');
      from = at;
    }
  }
});

test('pages that people read whole stay short', () => {
  expect(read('README.md').trim().split(/\s+/).length).toBeLessThanOrEqual(1_100);
  expect(read('docs/limits.md').trim().split(/\s+/).length).toBeLessThanOrEqual(500);
});

test('the inputs that the README shows exist, with their defaults', () => {
  const [, block = ''] = /^ +with:\n +(prompt:.*?)```/ms.exec(read('README.md')) ?? [];
  const { inputs } = parse(read('action.yml'));
  const shown = Object.entries(parse(block.replace(/^ +/gm, '')));
  expect(shown.length).toBeGreaterThan(10);
  for (const [name, value] of shown) {
    const { default: given = value } = inputs[name];
    expect([name, String(value)]).toEqual([name, String(given)]);
  }
});

test('the table of verdicts has each one, in order, and marks those that fail the step by default', () => {
  const table = read('docs/troubleshooting.md').split('## Verdicts')[1]?.split('\n## ')[0] ?? '';
  const verdicts = Array.from(
    table.matchAll(/^\| `(.+?)`( ✗)? \|/gm),
    ([, verdict = '', mark]) => ({ verdict, mark }),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(Object.keys(VERDICTS));
  const failing = verdicts.filter(({ mark }) => mark).map(({ verdict }) => verdict);
  expect(failing.sort()).toEqual([...DEFAULTS['fail-on'].split(/[\s,]+/), 'error'].sort());
});

describe('the troubleshooting page', () => {
  const page = read('docs/troubleshooting.md');
  /**
   * The sources, with the texts of several lines in one, and `…` for what differs from run to run.
   */
  const sources = globSync('src/**/*.ts')
    .map((path) =>
      read(path)
        .replaceAll(/(['"`]) \+\s+['"`]|\\(?=['"`])/g, '')
        .replaceAll(/\$\{[^}]*\}/g, '…'),
    )
    .join('\n');
  const find = (pattern: RegExp) =>
    Array.from(sources.matchAll(pattern), ([, text = '']) => text.replace(/\W+$/, ''));

  test('has each headline', () => {
    const headlines = find(/(?:headline:[^'`\n]*|kind = )['`]([A-Z][^'`…]+)/g);
    expect(headlines.length).toBeGreaterThan(25);
    expect(headlines.filter((headline) => !page.includes(headline))).toEqual([]);
  });

  test('has the message of each error', () => {
    const messages = find(
      /new (?:Input|Event|Runner|Service|GitHub|Export)Error\(\s*['"`]([^'"`…\\]{8,})/g,
    );
    expect(messages.length).toBeGreaterThan(25);
    expect(messages.filter((message) => !page.includes(message))).toEqual([]);
  });

  test('quotes errors as the sources have them', () => {
    const tables =
      page.match(
        /## Errors.*(?=## Answers of the service)|## Answers of GitHub.*(?=## Warnings)/gs,
      ) ?? [];
    const rows = tables.join('').matchAll(/^\| (?!Message|Headline)(.+?) \| /gm);
    const messages = Array.from(rows, ([, message = '']) => message);
    const parts = messages
      .flatMap((message) => message.split(/<br>|`?…`?|:?\*\*/))
      .map((part) => part.replace(/^\W+|\W+$/g, ''));
    expect(parts.filter((part) => part.length > 8 && !sources.includes(part))).toEqual([]);
  });
});
