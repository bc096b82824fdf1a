import { lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { win32 } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Files, systemFiles } from '../../../src/runtime/files.ts';
import type { PageVisitors } from '../../../src/service/analytics.ts';
import { createExportFile, FORMS } from '../../../src/visitors/report.ts';
import { anyPath, anyText } from '../../support/any-text.ts';
import {
  at,
  complaint,
  HEAD,
  names,
  open,
  place,
  ROWS,
  TEXT,
  textOf,
  UNDER_WAY,
  useWorkspace,
} from '../../support/export-workspace.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { aPage, NASTY_PATHS } from '../../support/sample-exports.ts';

useWorkspace();

test('a file that ends as nothing is removed, and an earlier one stays', async () => {
  writeFileSync(at('visitors.csv'), 'of yesterday');
  const file = await open();
  await file.write(ROWS);
  expect(await file.close('nothing')).toBeUndefined();
  expect([names(), textOf('visitors.csv')]).toEqual([['visitors.csv'], 'of yesterday']);
});

test.each(['new/and/deep/visitors.csv', './visitors.csv', 'v.1/a b.csv'])(
  'the folders of %s are made',
  async (path) => {
    expect(await (await open(path)).close('whole')).toBe(path);
    expect(await (await open(at(path))).close('whole')).toBe(at(path));
    expect(textOf(path)).toBe(HEAD);
  },
);

test('a file is made with its folder by the path rules of Windows', async () => {
  const files = createMemoryFiles({}, win32);
  const disk = place({ workspace: 'D:\\a\\docs', files });
  const file = await createExportFile('out\\visitors.csv', disk);
  await file.write(ROWS);
  expect(await file.close('whole')).toBe('out\\visitors.csv');
  expect([...files.all].map(([path, text]) => [path, text.toString()])).toEqual([
    ['d:\\a\\docs\\out\\visitors.csv', TEXT],
  ]);
});

test.each([
  ['visitors.partial.csv', 'elsewhere/precious'],
  ['visitors.csv', 'elsewhere/precious'],
  ['visitors.partial.csv', 'elsewhere/new'],
  ['visitors.csv', 'elsewhere/new'],
])('a symbolic link is replaced, not followed: from %s to %s', async (name, target) => {
  mkdirSync(at('elsewhere'));
  writeFileSync(at('elsewhere/precious'), 'precious');
  symlinkSync(at(target), at(name));
  const file = await open();
  await file.write(ROWS);
  await file.close(name === 'visitors.csv' ? 'whole' : 'partial');
  expect([textOf(name), lstatSync(at(name)).isSymbolicLink()]).toEqual([TEXT, false]);
  expect([textOf('elsewhere/precious'), readdirSync(at('elsewhere'))]).toEqual(['precious', ['precious']]);
});

test('a file has no secret, even if a path of the site has', async () => {
  const redact = (text: string) => text.replaceAll('docs_key', '***');
  const file = await createExportFile('visitors.csv', place({ redact }));
  await file.write([aPage('/docs_key/a')]);
  await file.close('whole');
  expect(textOf('visitors.csv')).toBe(`${HEAD}"/***/a",30,20,45\n`);
});

describe('a file is an error with a remedy', () => {
  test.each<[string, () => void, string, RegExp]>([
    ['a folder has its name', () => mkdirSync(at('visitors.csv')), 'visitors.csv', /\(EISDIR\)/],
    ['a folder has its partial name', () => mkdirSync(at(UNDER_WAY)), 'visitors.csv', /\(EISDIR\)/],
    [
      'a file has the name of its folder',
      () => writeFileSync(at('out'), ''),
      'out/visitors.csv',
      /\((ENOTDIR|EEXIST)\)/,
    ],
    ['its name is too long', () => {}, `${'x'.repeat(300)}.csv`, /\(ENAMETOOLONG\)/],
  ])('before anything is written, if %s', async (_, prepare, path, code) => {
    prepare();
    const before = names();
    const said = await complaint(open(path));
    expect(said).toMatch(code);
    expect(said).toMatch(/^The file of `visitors-file` cannot be written .* in a folder that the runner can write to/);
    expect([said.includes('xxx'), names()]).toEqual([false, before]);
  });

  test('that names the rows, if it cannot be renamed', async () => {
    const file = await open('out/visitors.csv');
    await file.write(ROWS);
    mkdirSync(at('out/visitors.csv'));
    const said = await complaint(file.close('whole'));
    expect(said).toContain('(EISDIR). What was read is in `out/visitors.partial.csv`. ');
    expect(textOf('out/visitors.partial.csv')).toBe(TEXT);
  });

  test('if it was deleted or closed meanwhile', async () => {
    const file = await open();
    rmSync(at(UNDER_WAY));
    expect(await complaint(file.close('whole'))).toMatch(/\(ENOENT\)/);
    expect(await complaint(file.write(ROWS))).toMatch(/cannot be written/);
    expect(names()).toEqual([]);
  });

  test.each(['visitors.csv', UNDER_WAY])('if an export from an offset on would replace %s', async (name) => {
    const goOn = () => createExportFile('visitors.csv', place({ isFresh: false }));
    writeFileSync(at(name), 'of the first');
    expect(await complaint(goOn())).toMatch(/^The file of `visitors-file` exists, .* Use another file name/);
    expect(textOf(name)).toBe('of the first');
    rmSync(at(name));
    expect(await (await goOn()).close('whole')).toBe('visitors.csv');
  });
});

describe('on a full disk', () => {
  /** A write takes what fits, and then fails. */
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

  test.each(['csv', 'ndjson'] as const)('a partial %s file has exactly the rows that were taken', async (format) => {
    const pages = Array.from({ length: 100 }, (_, at) => [aPage(`/${at}/a`), aPage(`/${at}/b`)]);
    const file = await createExportFile(`visitors.${format}`, place({ files: diskWith(1_000) }));
    let written = 0;
    const write = (rows: readonly PageVisitors[]) =>
      file.write(rows).then(
        () => true,
        () => false,
      );
    while (written < pages.length && (await write(pages[written] ?? []))) written++;
    expect(written).toBeGreaterThan(5);
    expect(await file.close('partial')).toBe(`visitors.partial.${format}`);
    const { head, ...form } = FORMS[format];
    expect(textOf(`visitors.partial.${format}`)).toBe(head + pages.slice(0, written).flat().map(form.row).join(''));
  });

  test('a file without any room is an error and leaves no file', async () => {
    const opened = createExportFile('visitors.csv', place({ files: diskWith(0) }));
    expect(await complaint(opened)).toMatch(/\(ENOSPC\)/);
    expect(names()).toEqual([]);
  });
});

/** Records of cells, by RFC 4180: a quoted cell holds anything, and `""` is a quote in it. */
function readCsv(text: string): string[][] {
  const records = text.matchAll(/"((?:[^"]|"")*)",([^,\n]*),([^,\n]*),([^,\n]*)\n/g);
  return [...records].map(([, path = '', ...counts]) => [path.replaceAll('""', '"'), ...counts]);
}

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const blank = fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\ufeff', '\u200b', '\u0000', "'", '"', '');
const formula = fc.tuple(blank, fc.constantFrom(...'=+-@＝＋－＠,;'), fc.string()).map((parts) => parts.join(''));
const path = fc.oneof(anyPath(), fc.constantFrom(...NASTY_PATHS), anyText({ minLength: 1 }), formula);
const anyRows = fc.array(fc.record({ path, human: count, ai: count, total: count }), { maxLength: 12 });

test('a CSV file has its rows when it is read back, each path quoted, and no formula', () => {
  const BEGINS_ODDLY = /^[\s\p{C}=+\-@＝＋－＠]/u;
  fc.assert(
    fc.property(anyRows, (rows: PageVisitors[]) => {
      const records = readCsv(rows.map(FORMS.csv.row).join(''));
      const cellOf = (text: string) => (BEGINS_ODDLY.test(text) ? `'${text}` : text); // OWASP, "CSV injection"
      expect(records).toEqual(rows.map(({ path, ...counts }) => [cellOf(path), ...Object.values(counts).map(String)]));
    }),
  );
  expect(FORMS.csv.head).toBe('path,human,ai,total\n');
});
