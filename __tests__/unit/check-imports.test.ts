import { expect, test } from '@jest/globals';
import { type Imports, readImports, violations } from '../../scripts/check-imports.ts';

const imports = (of: Readonly<Record<string, readonly string[]>>): Imports => new Map(Object.entries(of));

test('the imports of `src` go one way', () => {
  expect(violations(readImports('src'))).toEqual([]);
});

test.each([
  ['an import against the direction', { 'thread/a.ts': ['operations/b.ts'] }, 'thread/a.ts imports operations/b.ts'],
  ['an import between folders of one layer', { 'thread/a.ts': ['render/b.ts'] }, 'thread/a.ts imports render/b.ts'],
  ['a circle in one folder', { 'http/a.ts': ['http/b.ts'], 'http/b.ts': ['http/a.ts'] }, 'circle: http/a.ts'],
  ['a folder without a layer', { 'elsewhere/a.ts': [] }, 'elsewhere/a.ts: its folder is in no layer'],
])('%s is named', (_, graph, line) => {
  expect(violations(imports(graph))).toEqual([expect.stringContaining(line)]);
});

test('imports down, and within a folder, are allowed', () => {
  expect(
    violations(imports({ 'main.ts': ['http/a.ts', 'errors.ts'], 'http/a.ts': ['http/b.ts'], 'http/b.ts': [] })),
  ).toEqual([]);
});
