import '../contract/one-realm.ts';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ExportError } from '../../src/errors.ts';
import { createExportFile } from '../../src/visitors/export-file.ts';
import { aPage } from './sample-exports.ts';

let workspace = '';
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'export-'));
});
afterEach(() => rmSync(workspace, { recursive: true }));

const at = (name: string) => join(workspace, name);
const textOf = (name: string) => readFileSync(at(name), 'utf8');
const place = (more: Partial<Parameters<typeof createExportFile>[1]> = {}) => ({
  ...{ workspace, isFresh: true, redact: (text: string) => text },
  ...more,
});
const open = (path = 'visitors.csv') => createExportFile({ path, format: 'csv' }, place());

const HEAD = 'path,human,ai,total\n';
const ROWS = [aPage('/a'), aPage('/b')];
const TEXT = `${HEAD}"/a",30,20,45\n"/b",30,20,45\n`;

/** What is told of a file that cannot be written. */
async function complaint(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ExportError) return `${error.message} ${error.remedy}`;
  throw new Error(`It was no ExportError: ${error}`);
}

describe('a file that becomes whole', () => {
  test('has another name until then', async () => {
    const file = await open();
    await file.write(ROWS, 0);
    expect(readdirSync(workspace)).toEqual(['visitors.partial.csv']);
    expect(textOf('visitors.partial.csv')).toBe(TEXT);
    expect(await file.close('whole')).toBe('visitors.csv');
    expect(readdirSync(workspace)).toEqual(['visitors.csv']);
    expect(textOf('visitors.csv')).toBe(TEXT);
  });

  test('takes its rows batch by batch', async () => {
    const file = await createExportFile({ path: 'visitors.json', format: 'json' }, place());
    await file.write([], 0);
    await file.write(ROWS, 0);
    await file.write([], 2);
    await file.write([aPage('/c')], 2);
    await file.close('whole');
    expect(JSON.parse(textOf('visitors.json'))).toEqual([...ROWS, aPage('/c')]);
  });

  test('replaces the one before, and is whole at every moment', async () => {
    writeFileSync(at('visitors.csv'), 'of yesterday');
    const file = await open();
    await file.write(ROWS, 0);
    expect(textOf('visitors.csv')).toBe('of yesterday');
    await file.close('whole');
    expect(textOf('visitors.csv')).toBe(TEXT);
  });

  test.each(['new/and/deep/visitors.csv', './visitors.csv', 'v.1/a b.csv'])('may lie anywhere: %s', async (path) => {
    const file = await open(path);
    expect(await file.close('whole')).toBe(path);
    expect(textOf(path)).toBe(HEAD);
  });

  test('may be named from the root', async () => {
    const file = await createExportFile(
      { path: at('out/visitors.csv'), format: 'csv' },
      place({ workspace: '/nowhere' }),
    );
    expect(await file.close('whole')).toBe(at('out/visitors.csv'));
    expect(textOf('out/visitors.csv')).toBe(HEAD);
  });
});

describe('a file that does not', () => {
  test('keeps its other name, and what it holds is in order', async () => {
    writeFileSync(at('visitors.json'), 'of yesterday');
    const file = await createExportFile({ path: 'visitors.json', format: 'json' }, place());
    await file.write(ROWS, 0);
    expect(await file.close('partial')).toBe('visitors.partial.json');
    expect(JSON.parse(textOf('visitors.partial.json'))).toEqual(ROWS);
    expect(textOf('visitors.json')).toBe('of yesterday');
  });

  test('is gone where there was nothing to write, and the one before stays', async () => {
    writeFileSync(at('visitors.csv'), 'of yesterday');
    const file = await open();
    expect(await file.close('nothing')).toBeUndefined();
    expect(readdirSync(workspace)).toEqual(['visitors.csv']);
    expect(textOf('visitors.csv')).toBe('of yesterday');
  });

  test('is replaced by the next', async () => {
    writeFileSync(at('visitors.partial.csv'), 'of yesterday, and much longer than what comes now'.repeat(9));
    const file = await open();
    await file.write(ROWS, 0);
    await file.close('partial');
    expect(textOf('visitors.partial.csv')).toBe(TEXT);
  });
});

describe('a link that somebody put there', () => {
  beforeEach(() => {
    mkdirSync(at('elsewhere'));
    writeFileSync(at('elsewhere/precious'), 'precious');
  });

  test.each([
    ['visitors.partial.csv', 'elsewhere/precious'],
    ['visitors.csv', 'elsewhere/precious'],
    ['visitors.partial.csv', 'elsewhere/new'],
    ['visitors.csv', 'elsewhere/new'],
  ])('is replaced, not followed: %s to %s', async (name, target) => {
    symlinkSync(at(target), at(name));
    const file = await open();
    await file.write(ROWS, 0);
    await file.close('whole');
    expect(textOf('visitors.csv')).toBe(TEXT);
    expect(lstatSync(at('visitors.csv')).isSymbolicLink()).toBe(false);
    expect(textOf('elsewhere/precious')).toBe('precious');
    expect(readdirSync(at('elsewhere'))).toEqual(['precious']);
  });
});

describe('is an error, with what to do', () => {
  const REMEDY = /below a folder that the runner may write to/;

  test('where a folder has its name, before anything is written', async () => {
    mkdirSync(at('visitors.csv'));
    expect(await complaint(open())).toMatch(/`visitors-file` cannot be written \(EISDIR\)/);
    expect(readdirSync(workspace)).toEqual(['visitors.csv']);
  });

  test('where a folder has its other name', async () => {
    mkdirSync(at('visitors.partial.csv'));
    expect(await complaint(open())).toMatch(REMEDY);
    expect(readdirSync(workspace)).toEqual(['visitors.partial.csv']);
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

  test('where it cannot be moved to its name', async () => {
    const file = await open();
    mkdirSync(at('visitors.csv'));
    expect(await complaint(file.close('whole'))).toMatch(/\(EISDIR\)/);
    expect(textOf('visitors.partial.csv')).toBe(HEAD);
  });

  test('where it was taken away', async () => {
    const file = await open();
    rmSync(at('visitors.partial.csv'));
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
    expect(readdirSync(workspace)).toEqual([name]);
    expect(textOf(name)).toBe('of the first');
  });

  test('is a file like any other where none stands', async () => {
    const file = await goOn();
    expect(await file.close('whole')).toBe('visitors.csv');
  });
});

test('no secret is written, whatever holds it', async () => {
  const redact = (text: string) => text.replaceAll('docs_key', '***');
  const file = await createExportFile({ path: 'visitors.csv', format: 'csv' }, place({ redact }));
  await file.write([aPage('/docs_key/a')], 0);
  await file.close('whole');
  expect(textOf('visitors.csv')).toBe(`${HEAD}"/***/a",30,20,45\n`);
});
