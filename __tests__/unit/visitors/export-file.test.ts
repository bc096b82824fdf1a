import { lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { win32 } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ExportError } from '../../../src/errors.ts';
import { type Files, systemFiles } from '../../../src/runtime/files.ts';
import type { PageVisitors } from '../../../src/service/analytics.ts';
import { CSV_HEAD, createExportFile, csvRow } from '../../../src/visitors/export-file.ts';
import { anyPath, anyText } from '../../support/any-text.ts';
import { at, names, textOf, useWorkspace } from '../../support/export-workspace.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { ODD_PATHS } from '../../support/odd-paths.ts';
import { aPage } from '../../support/sample-exports.ts';

/** What becomes of partial files and earlier ones is in the scenarios of `visitors`. */

useWorkspace();

const place = (more: Partial<Parameters<typeof createExportFile>[1]> = {}) => ({
  workspace: at(''),
  isFresh: true,
  redact: (text: string) => text,
  files: systemFiles,
  ...more,
});
const open = (path = 'visitors.csv', more = {}) => createExportFile(path, place(more));

/** The name of a file during the export. */
const UNDER_WAY = 'visitors.partial.csv';
const ROWS = [aPage('/a'), aPage('/b')];
const TEXT = 'path,human,ai,total\n"/a",30,20,45\n"/b",30,20,45\n';

/** The message for a file that cannot be written. */
async function complaint(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof ExportError) return `${error.message} ${error.remedy}`;
  throw new Error(`It was no ExportError: ${error}`);
}

test.each(['new/and/deep/visitors.csv', './visitors.csv', 'v.1/a b.csv'])(
  'the folders of %s are made',
  async (path) => {
    expect(await (await open(path)).close('whole')).toBe(path);
    expect(await (await open(at(path))).close('whole')).toBe(at(path));
    expect(textOf(path)).toBe(CSV_HEAD);
  },
);

test('a file is made with its folder by the path rules of Windows', async () => {
  const files = createMemoryFiles({}, win32);
  const file = await open('out\\visitors.csv', { workspace: 'D:\\a\\docs', files });
  await file.write(ROWS);
  expect(await file.close('whole')).toBe('out\\visitors.csv');
  const all = [...files.all].map(([path, text]) => [path, text.toString()]);
  expect(all).toEqual([['d:\\a\\docs\\out\\visitors.csv', TEXT]]);
});

test.each([
  [UNDER_WAY, 'elsewhere/precious'],
  ['visitors.csv', 'elsewhere/precious'],
  [UNDER_WAY, 'elsewhere/new'],
  ['visitors.csv', 'elsewhere/new'],
])('a symbolic link is replaced, not followed: from %s to %s', async (name, target) => {
  mkdirSync(at('elsewhere'));
  writeFileSync(at('elsewhere/precious'), 'precious');
  symlinkSync(at(target), at(name));
  const file = await open();
  await file.write(ROWS);
  await file.close(name === 'visitors.csv' ? 'whole' : 'partial');
  expect([textOf(name), lstatSync(at(name)).isSymbolicLink()]).toEqual([TEXT, false]);
  expect([textOf('elsewhere/precious'), readdirSync(at('elsewhere'))]).toEqual([
    'precious',
    ['precious'],
  ]);
});

test('a file has no secret, even if a path of the site has', async () => {
  const file = await open('visitors.csv', {
    redact: (text: string) => text.replaceAll('docs_key', '***'),
  });
  await file.write([aPage('/docs_key/a')]);
  await file.close('whole');
  expect(textOf('visitors.csv')).toBe(`${CSV_HEAD}"/***/a",30,20,45\n`);
});

test.each<[string, () => void, string, RegExp]>([
  ['a folder has its name', () => mkdirSync(at('visitors.csv')), 'visitors.csv', /\(EISDIR\)/],
  ['a folder has its partial name', () => mkdirSync(at(UNDER_WAY)), 'visitors.csv', /\(EISDIR\)/],
  [
    'a file has its folder’s name',
    () => writeFileSync(at('out'), ''),
    'out/visitors.csv',
    /\((ENOTDIR|EEXIST)\)/,
  ],
  ['its name is too long', () => {}, `${'x'.repeat(300)}.csv`, /\(ENAMETOOLONG\)/],
])(
  'before anything is written, it is an error with a remedy if %s',
  async (_, prepare, path, code) => {
    prepare();
    const before = names();
    const said = await complaint(open(path));
    expect(said).toMatch(code);
    expect(said).toMatch(
      /^The file of `visitors-file` cannot be written .* in a folder that the runner can write to/,
    );
    expect([said.includes('xxx'), names()]).toEqual([false, before]);
  },
);

test('a file that cannot be renamed is an error that names the rows', async () => {
  const file = await open('out/visitors.csv');
  await file.write(ROWS);
  mkdirSync(at('out/visitors.csv'));
  const said = await complaint(file.close('whole'));
  expect(said).toContain('(EISDIR). What was read is in `out/visitors.partial.csv`. ');
  expect(textOf('out/visitors.partial.csv')).toBe(TEXT);
});

test('a file that was deleted meanwhile is an error', async () => {
  const file = await open();
  rmSync(at(UNDER_WAY));
  expect(await complaint(file.close('whole'))).toMatch(/\(ENOENT\)/);
  expect(await complaint(file.write(ROWS))).toMatch(/cannot be written/);
  expect(names()).toEqual([]);
});

/** A disk on which a write takes what fits, and then fails. */
const diskWith = (room: number): Files => ({
  ...systemFiles,
  async open(path, flags) {
    const file = await systemFiles.open(path, flags);
    let size = 0;
    return {
      async appendFile(bytes) {
        await file.appendFile(bytes.subarray(0, room - size));
        size += bytes.length;
        if (size > room) throw Object.assign(new Error(), { code: 'ENOSPC' });
      },
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    };
  },
});

test('on a full disk, a partial file has exactly the rows taken', async () => {
  const rows = [aPage('/größe'), aPage('/b')];
  const file = await open('visitors.csv', { files: diskWith(100) });
  await file.write(rows);
  expect(await complaint(file.write([aPage('/c'.repeat(40))]))).toMatch(/\(ENOSPC\)/);
  expect(await file.close('partial')).toBe(UNDER_WAY);
  expect(textOf(UNDER_WAY)).toBe(CSV_HEAD + rows.map(csvRow).join(''));
});

test('on a disk without any room, a file is an error and leaves none', async () => {
  expect(await complaint(open('visitors.csv', { files: diskWith(0) }))).toMatch(/\(ENOSPC\)/);
  expect(names()).toEqual([]);
});

/** Records of cells, by RFC 4180: a quoted cell holds anything, and `""` is a quote in it. */
function readCsv(text: string): string[][] {
  const records = text.matchAll(/"((?:[^"]|"")*)",([^,\n]*),([^,\n]*),([^,\n]*)\n/g);
  return [...records].map(([, path = '', ...counts]) => [path.replaceAll('""', '"'), ...counts]);
}

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const blank = fc.constantFrom(
  ' ',
  '\t',
  '\n',
  '\r',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '\u0000',
  "'",
  '"',
  '',
);
const formula = fc
  .tuple(blank, fc.constantFrom(...'=+-@＝＋－＠,;'), fc.string())
  .map((parts) => parts.join(''));
const path = fc.oneof(anyPath(), fc.constantFrom(...ODD_PATHS), anyText({ minLength: 1 }), formula);
const anyRows = fc.array(fc.record({ path, human: count, ai: count, total: count }), {
  maxLength: 12,
});

test('a CSV file has its rows when it is read back, each path quoted, and no formula', () => {
  const BEGINS_ODDLY = /^[\s\p{C}=+\-@＝＋－＠]/u;
  fc.assert(
    fc.property(anyRows, (rows: PageVisitors[]) => {
      const records = readCsv(rows.map(csvRow).join(''));
      // OWASP, "CSV injection"
      const cellOf = (text: string) => (BEGINS_ODDLY.test(text) ? `'${text}` : text);
      expect(records).toEqual(
        rows.map(({ path, ...counts }) => [cellOf(path), ...Object.values(counts).map(String)]),
      );
    }),
  );
  expect(CSV_HEAD).toBe('path,human,ai,total\n');
});
