import { expect, test } from '@jest/globals';
import { beyondSeam, type Imports, readImports, violations } from '../../scripts/check-imports.ts';

const imports = (of: Readonly<Record<string, readonly string[]>>): Imports =>
  new Map(Object.entries(of));

test('the imports of `src` go one way', () => {
  expect(violations(readImports('src'))).toEqual([]);
});

test.each([
  [
    'an import against the direction',
    { 'thread/a.ts': ['operations/b.ts'] },
    'thread/a.ts imports operations/b.ts',
  ],
  [
    'an import between folders of one layer',
    { 'thread/a.ts': ['render/b.ts'] },
    'thread/a.ts imports render/b.ts',
  ],
  [
    'an import past the entry of a package',
    { 'main.ts': ['sanitize/html.ts'] },
    'sanitize has one entry, sanitize/index.ts',
  ],
  [
    'an import out of a package',
    { 'sanitize/html.ts': ['text/a.ts'] },
    'sanitize/html.ts imports text/a.ts',
  ],
  [
    'a folder without a layer',
    { 'elsewhere/a.ts': [] },
    'elsewhere/a.ts: its folder is in no layer',
  ],
])('%s is named', (_, graph, line) => {
  expect(violations(imports(graph))).toEqual([expect.stringContaining(line)]);
});

test('tests from outside import only the seam of `src`', () => {
  expect(beyondSeam(readImports('__tests__'))).toEqual([]);
});

test('an import beyond the seam is named, also through `support`, but not that of a unit test', () => {
  const graph = {
    'scenarios/a.test.ts': ['../src/main.ts', 'support/a.ts'],
    'unit/b.test.ts': ['../src/outcome.ts', 'support/b.ts'],
    'support/a.ts': ['../src/outcome.ts'],
    'support/b.ts': ['../src/outcome.ts'],
  };
  expect(beyondSeam(imports(graph))).toEqual([
    expect.stringContaining('__tests__/support/a.ts imports ../src/outcome.ts'),
  ]);
});

test('imports down, and within a folder, are allowed', () => {
  expect(
    violations(
      imports({
        'main.ts': ['http/a.ts', 'errors.ts'],
        'http/a.ts': ['http/b.ts'],
        'http/b.ts': [],
      }),
    ),
  ).toEqual([]);
});
