import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const DOCS = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) => name.endsWith('.md'));
const TEST = /`((?:unit|scenarios|attacks|bundle|sandbox|contract|e2e)\/[\w/-]+)`/g;

test.each(DOCS)('%s names only tests that exist', (name) => {
  const named = [...readFileSync(name, 'utf8').matchAll(TEST)].map(([, path]) => `__tests__/${path}.test.ts`);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
