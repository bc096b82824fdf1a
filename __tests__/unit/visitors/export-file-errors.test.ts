import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Files, systemFiles } from '../../../src/runtime/files.ts';
import type { PageVisitors } from '../../../src/service/visitors.ts';
import { createExportFile, FORMS, type Format } from '../../../src/visitors/export-file.ts';
import {
  at,
  complaint,
  names,
  open,
  place,
  ROWS,
  TEXT,
  textOf,
  UNDER_WAY,
  useWorkspace,
} from '../../support/export-workspace.ts';
import { aPage } from '../../support/sample-exports.ts';

useWorkspace();

describe('an export file is an error with a remedy', () => {
  const REMEDY = /in a folder that the runner can write to/;

  test('if a folder has its name, before anything is written', async () => {
    mkdirSync(at('visitors.csv'));
    expect(await complaint(open())).toMatch(/`visitors-file` cannot be written \(EISDIR\)/);
    expect(names()).toEqual(['visitors.csv']);
  });

  test('if a folder has the name of the partial file', async () => {
    mkdirSync(at('visitors.partial.csv'));
    expect(await complaint(open())).toMatch(/\(EISDIR\)/);
    expect(readdirSync(at(''))).toEqual(['visitors.partial.csv']);
  });

  test('if a file has the name of its folder', async () => {
    writeFileSync(at('out'), 'a file');
    expect(await complaint(open('out/visitors.csv'))).toMatch(/\((ENOTDIR|EEXIST)\)/);
    expect(await complaint(open('out/deep/visitors.csv'))).toMatch(/\((ENOTDIR|EEXIST)\)/);
    expect(textOf('out')).toBe('a file');
  });

  test('if its name is too long', async () => {
    const said = await complaint(open(`${'x'.repeat(300)}.csv`));
    expect(said).toMatch(/\(ENAMETOOLONG\)/);
    expect(said).not.toContain('xxx');
  });

  test('that names the file with the rows, if that cannot be renamed', async () => {
    const file = await open('out/visitors.csv');
    await file.write(ROWS);
    mkdirSync(at('out/visitors.csv'));
    const said = await complaint(file.close('whole'));
    expect(said).toContain('(EISDIR). What was read is in `out/visitors.partial.csv`. ');
    expect(textOf('out/visitors.partial.csv')).toBe(TEXT);
  });

  test('if the file was deleted meanwhile', async () => {
    const file = await open();
    rmSync(at(UNDER_WAY));
    expect(await complaint(file.close('whole'))).toMatch(/\(ENOENT\)/);
    expect(existsSync(at('visitors.csv'))).toBe(false);
  });

  test('if the file is closed', async () => {
    const file = await open();
    await file.close('partial');
    expect(await complaint(file.write(ROWS))).toMatch(REMEDY);
  });
});

describe('an export that continues at an offset', () => {
  const goOn = () => createExportFile({ path: 'visitors.csv', format: 'csv' }, place({ isFresh: false }));

  test.each(['visitors.csv', 'visitors.partial.csv'])('does not replace an earlier %s', async (name) => {
    writeFileSync(at(name), 'of the first');
    expect(await complaint(goOn())).toMatch(/^The file of `visitors-file` exists, .* Use another file name/);
    expect(names()).toEqual([name]);
    expect(textOf(name)).toBe('of the first');
  });

  test('writes its file if there is no earlier one', async () => {
    const file = await goOn();
    expect(await file.close('whole')).toBe('visitors.csv');
  });
});

/** A disk on which a file has so much room: a write takes what fits, and then fails. */
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
      truncate: (size) => file.truncate(size),
      close: () => file.close(),
    };
  },
});

describe('on a full disk', () => {
  const ROOM = 20 * 1_024;
  const FULL = /^The file of `visitors-file` cannot be written \(ENOSPC\)\./;

  test.each<Format>(['csv', 'ndjson'])('a partial %s file has exactly the rows that were taken', async (format) => {
    const file = await createExportFile({ path: `visitors.${format}`, format }, place({ files: diskWith(ROOM) }));
    const rowsFrom = (first: number) => Array.from({ length: 7 }, (_, index) => aPage(`/page/${first + index}`));
    let rows: PageVisitors[] = [];
    let error: unknown;
    while (error === undefined && rows.length < 10_000) {
      const more = rowsFrom(rows.length);
      try {
        await file.write(more);
        rows = [...rows, ...more];
      } catch (thrown) {
        error = thrown;
      }
    }
    expect(error).toMatchObject({ message: expect.stringMatching(FULL) });
    const name = `visitors.partial.${format}`;
    expect(await file.close('partial')).toBe(name);
    expect(names()).toEqual([name]);
    const { head, ...form } = FORMS[format];
    expect(textOf(name)).toBe(head + form.rows(rows));
    // It was full: another seven rows would not have had room.
    const { size } = statSync(at(name));
    expect(size).toBeLessThanOrEqual(ROOM);
    expect(size).toBeGreaterThan(ROOM - 7 * 70);
  });

  test('a file without any room is an error and leaves no file', async () => {
    const opened = createExportFile({ path: 'visitors.csv', format: 'csv' }, place({ files: diskWith(0) }));
    expect(await complaint(opened)).toMatch(FULL);
    expect(names()).toEqual([]);
  });
});
