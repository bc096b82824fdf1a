import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { errorsByKind } from '../../scripts/errors.ts';
import { DEFAULTS } from '../../src/inputs/action-metadata.ts';
import { VERDICTS } from '../../src/verdicts.ts';

const DOCS = ['README.md', ...globSync('docs/**/*.md')];
const read = (path: string) => readFileSync(path, 'utf8');
const TEST = /`((?:unit|scenarios|attacks|bundle|sandbox|simulation|fuzz)\/[\w/-]+)`(?:: ((?:(?!<br>)[^|])*))?/g;

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

test('README has at most 170 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(170);
});

test('the table of verdicts has each one, in order, and marks those that fail the step by default', () => {
  const table = read('docs/troubleshooting.md').split('## Verdicts')[1]?.split('\n## ')[0] ?? '';
  const verdicts = Array.from(table.matchAll(/^\| `(.+?)`( ✗)? \|/gm), ([, verdict = '', mark]) => ({ verdict, mark }));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(Object.keys(VERDICTS));
  const failing = verdicts.filter(({ mark }) => mark).map(({ verdict }) => verdict);
  expect(failing.sort()).toEqual([...DEFAULTS['fail-on'].split(/[\s,]+/), 'error'].sort());
});

test('the troubleshooting page has the errors of the sources', () => {
  const kinds = new Map(errorsByKind());
  expect(kinds.get('Invalid inputs')).toContainEqual(['`prompt` and `prompt-file` are both set.', 'Remove one.']);
  expect(kinds.get('Invalid inputs')).toContainEqual(['The operation `…` does not support ….', expect.any(String)]);
  expect(kinds.get('Service error')?.join()).toContain('**Job not found (404):** The service no longer knows');
  expect([...kinds.values()].flat().length).toBeGreaterThan(50);
});
