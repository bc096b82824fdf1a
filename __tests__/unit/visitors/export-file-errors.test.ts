import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { createExportFile } from '../../../src/visitors/export-file.ts';
import {
  at,
  complaint,
  names,
  nameUnderWay,
  open,
  place,
  ROWS,
  TEXT,
  textOf,
  useWorkspace,
} from '../../support/export-workspace.ts';

useWorkspace();

describe('is an error, with what to do', () => {
  const REMEDY = /below a folder that the runner may write to/;

  test('where a folder has its name, before anything is written', async () => {
    mkdirSync(at('visitors.csv'));
    expect(await complaint(open())).toMatch(/`visitors-file` cannot be written \(EISDIR\)/);
    expect(names()).toEqual(['visitors.csv']);
  });

  test('where a folder has the name that it gets when it is partial', async () => {
    mkdirSync(at('visitors.partial.csv'));
    expect(await complaint(open())).toMatch(/\(EISDIR\)/);
    expect(readdirSync(at(''))).toEqual(['visitors.partial.csv']);
  });

  test('where a file stands for a folder', async () => {
    writeFileSync(at('out'), 'a file');
    expect(await complaint(open('out/visitors.csv'))).toMatch(/\((ENOTDIR|EEXIST)\)/);
    expect(await complaint(open('out/deep/visitors.csv'))).toMatch(/\((ENOTDIR|EEXIST)\)/);
    expect(textOf('out')).toBe('a file');
  });

  test('where its name is too long', async () => {
    const said = await complaint(open(`${'x'.repeat(300)}.csv`));
    expect(said).toMatch(/\(ENAMETOOLONG\)/);
    expect(said).not.toContain('xxx');
  });

  test.each([
    ['whole', 'visitors.csv'],
    ['partial', 'visitors.partial.csv'],
  ] as const)('where it cannot be moved to its name, and where the rows are: %s', async (end, name) => {
    const file = await open('out/visitors.csv');
    await file.write(ROWS, 0);
    mkdirSync(at(`out/${name}`));
    const said = await complaint(file.close(end));
    expect(said).toMatch(/\(EISDIR\)\. What was read is in `out\/visitors\.partial-[\da-f]{8}\.csv`\. /);
    expect(textOf(/`(out[^`]+)`/.exec(said)?.[1] ?? 'none')).toBe(TEXT);
  });

  test('where it was taken away', async () => {
    const file = await open();
    rmSync(at(nameUnderWay()));
    expect(await complaint(file.close('whole'))).toMatch(/\(ENOENT\)/);
    expect(existsSync(at('visitors.csv'))).toBe(false);
  });

  test('where the file is closed, as where the disk is full', async () => {
    const file = await open();
    await file.close('partial');
    expect(await complaint(file.write(ROWS, 0))).toMatch(REMEDY);
  });
});

describe('an export that goes on', () => {
  const goOn = () => createExportFile({ path: 'visitors.csv', format: 'csv' }, place({ isFresh: false }));

  test.each(['visitors.csv', 'visitors.partial.csv'])('does not take the place of %s', async (name) => {
    writeFileSync(at(name), 'of the first');
    expect(await complaint(goOn())).toMatch(/^A file of an earlier export stands where .* a name of its own/);
    expect(names()).toEqual([name]);
    expect(textOf(name)).toBe('of the first');
  });

  test('is a file like any other where none stands', async () => {
    const file = await goOn();
    expect(await file.close('whole')).toBe('visitors.csv');
  });
});
