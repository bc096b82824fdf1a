import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { win32 } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createExportFile } from '../../../src/visitors/export-file.ts';
import {
  at,
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
import { aPage } from '../../support/sample-exports.ts';

useWorkspace();

describe('a whole export file', () => {
  test('has another name until it is whole', async () => {
    const file = await open();
    await file.write(ROWS);
    expect(names()).toEqual([UNDER_WAY]);
    expect(textOf(UNDER_WAY)).toBe(TEXT);
    expect(await file.close('whole')).toBe('visitors.csv');
    expect(names()).toEqual(['visitors.csv']);
    expect(textOf('visitors.csv')).toBe(TEXT);
  });

  test('has the rows of all pages', async () => {
    const file = await createExportFile({ path: 'visitors.ndjson', format: 'ndjson' }, place());
    await file.write([]);
    await file.write(ROWS);
    await file.write([]);
    await file.write([aPage('/c')]);
    await file.close('whole');
    expect(
      textOf('visitors.ndjson')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    ).toEqual([...ROWS, aPage('/c')]);
  });

  test('is made with its folder by the path rules of Windows', async () => {
    const files = createMemoryFiles({}, win32);
    const disk = place({ workspace: 'D:\\a\\docs', files });
    const file = await createExportFile({ path: 'out\\visitors.csv', format: 'csv' }, disk);
    await file.write(ROWS);
    expect(await file.close('whole')).toBe('out\\visitors.csv');
    expect([...files.all].map(([path, text]) => [path, text.toString()])).toEqual([
      ['d:\\a\\docs\\out\\visitors.csv', TEXT],
    ]);
  });

  test('replaces an earlier file only once it is whole', async () => {
    writeFileSync(at('visitors.csv'), 'of yesterday');
    const file = await open();
    await file.write(ROWS);
    expect(textOf('visitors.csv')).toBe('of yesterday');
    await file.close('whole');
    expect(textOf('visitors.csv')).toBe(TEXT);
  });

  test.each(['new/and/deep/visitors.csv', './visitors.csv', 'v.1/a b.csv'])(
    'has the path %s, whose folders are made',
    async (path) => {
      const file = await open(path);
      expect(await file.close('whole')).toBe(path);
      expect(textOf(path)).toBe(HEAD);
    },
  );

  test('may have an absolute path', async () => {
    const file = await createExportFile(
      { path: at('out/visitors.csv'), format: 'csv' },
      place({ workspace: '/nowhere' }),
    );
    expect(await file.close('whole')).toBe(at('out/visitors.csv'));
    expect(textOf('out/visitors.csv')).toBe(HEAD);
  });
});

describe('a partial export file', () => {
  test('has `partial` in its name and valid content, and an earlier whole file stays', async () => {
    writeFileSync(at('visitors.ndjson'), 'of yesterday');
    const file = await createExportFile({ path: 'visitors.ndjson', format: 'ndjson' }, place());
    await file.write(ROWS);
    expect(await file.close('partial')).toBe('visitors.partial.ndjson');
    expect(textOf('visitors.partial.ndjson')).toBe(ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''));
    expect(textOf('visitors.ndjson')).toBe('of yesterday');
  });

  test('is removed if there was nothing to write, and an earlier whole file stays', async () => {
    writeFileSync(at('visitors.csv'), 'of yesterday');
    const file = await open();
    expect(await file.close('nothing')).toBeUndefined();
    expect(names()).toEqual(['visitors.csv']);
    expect(textOf('visitors.csv')).toBe('of yesterday');
  });

  test('replaces an earlier partial file', async () => {
    writeFileSync(at('visitors.partial.csv'), 'of yesterday, and much longer than what comes now'.repeat(9));
    const file = await open();
    await file.write(ROWS);
    await file.close('partial');
    expect(textOf('visitors.partial.csv')).toBe(TEXT);
  });
});

describe('a symbolic link at the path of an export file', () => {
  beforeEach(() => {
    mkdirSync(at('elsewhere'));
    writeFileSync(at('elsewhere/precious'), 'precious');
  });

  test.each([
    ['visitors.partial.csv', 'elsewhere/precious'],
    ['visitors.csv', 'elsewhere/precious'],
    ['visitors.partial.csv', 'elsewhere/new'],
    ['visitors.csv', 'elsewhere/new'],
  ])('is replaced, not followed: from %s to %s', async (name, target) => {
    symlinkSync(at(target), at(name));
    const file = await open();
    await file.write(ROWS);
    await file.close(name === 'visitors.csv' ? 'whole' : 'partial');
    expect(textOf(name)).toBe(TEXT);
    expect(lstatSync(at(name)).isSymbolicLink()).toBe(false);
    expect(textOf('elsewhere/precious')).toBe('precious');
    expect(readdirSync(at('elsewhere'))).toEqual(['precious']);
  });
});

test('an export file has no secret, even if a path of the site has', async () => {
  const redact = (text: string) => text.replaceAll('docs_key', '***');
  const file = await createExportFile({ path: 'visitors.csv', format: 'csv' }, place({ redact }));
  await file.write([aPage('/docs_key/a')]);
  await file.close('whole');
  expect(textOf('visitors.csv')).toBe(`${HEAD}"/***/a",30,20,45\n`);
});
