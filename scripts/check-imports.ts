/**
 * Checks the imports in `src`: a file may import from its own folder and from lower layers, but not
 * from other folders of its layer, and a package only through its entry. Tests from outside import
 * the seam of `src` only. Biome finds circular imports in a folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * The layers from top to bottom, as in docs/engineering/architecture.md. A name is a folder of
 * `src` or a file in `src`.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['index.ts'],
  ['main.ts', 'post.ts'],
  ['operations'],
  ['request'],
  ['report'],
  ['thread', 'render'],
  ['prompt'],
  ['inputs'],
  ['outcome.ts'],
  ['trigger', 'visitors'],
  ['github', 'service'],
  ['action-context.ts'],
  ['http'],
  ['runtime'],
  ['text', 'errors.ts', 'schema.ts'],
  ['sanitize'],
];

/**
 * Folders that are packages: all other files import their entry only. In the lowest layer, they
 * import nothing from outside.
 */
const ENTRIES: Readonly<Record<string, string>> = { sanitize: 'sanitize/index.ts' };

/** Paths below `src`, each with the paths that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const folderOf = (path: string): string => path.split('/')[0] ?? '';
const layerOf = (path: string): number =>
  LAYERS.findIndex((names) => names.includes(folderOf(path)));

/** The violations, one line each; empty if there are none. */
export function violations(imports: Imports): string[] {
  const lines: string[] = [];
  for (const [from, targets] of imports) {
    if (layerOf(from) < 0)
      lines.push(`${from}: its folder is in no layer of scripts/check-imports.ts`);
    for (const to of targets) {
      const folder = folderOf(to);
      if (folderOf(from) === folder) continue;
      if (layerOf(from) >= layerOf(to)) lines.push(`${from} imports ${to}: against the direction`);
      if ((ENTRIES[folder] ?? to) !== to)
        lines.push(`${from} imports ${to}: ${folder} has one entry, ${ENTRIES[folder]}`);
    }
  }
  return lines;
}

/**
 * What tests outside of `__tests__/unit` may import from `src`, also through `__tests__/support`:
 * entry points, their parameters, markers, and the sanitizer, which has a single entry. So these
 * tests say the same after everything else in `src` was built in another way.
 */
const SEAM: readonly string[] = [
  'main.ts',
  'post.ts',
  'action-context.ts',
  'http/transport.ts',
  'http/transport-error.ts',
  'runtime/clock.ts',
  'runtime/files.ts',
  'runtime/runner.ts',
  'thread/marker.ts',
  'sanitize/index.ts',
];

/**
 * The imports of tests from outside that go beyond the seam, one line each. @param imports of
 * `__tests__`.
 */
export function beyondSeam(imports: Imports): string[] {
  const outside = [...imports.keys()].filter((path) => !/^(unit|support)\//.test(path));
  const reached = new Set(outside);
  // the loop reaches what it adds
  for (const path of reached) for (const to of imports.get(path) ?? []) reached.add(to);
  return [...reached].flatMap((from) =>
    (imports.get(from) ?? [])
      .filter((to) => to.startsWith('../src/') && !SEAM.includes(to.slice('../src/'.length)))
      .map(
        (to) =>
          `__tests__/${from} imports ${to}: tests from outside import the seam only (scripts/check-imports.ts)`,
      ),
  );
}

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** The imports of all files below a folder, including type imports. */
export function readImports(root: string): Imports {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  return new Map(
    files.sort().map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const targets = [...text.matchAll(IMPORT)].map(([, to = '']) =>
        posix.join(posix.dirname(path), to),
      );
      return [path, [...new Set(targets)]];
    }),
  );
}

if (import.meta.main) {
  const lines = [...violations(readImports('src')), ...beyondSeam(readImports('__tests__'))];
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
