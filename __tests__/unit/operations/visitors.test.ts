import { writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Files, systemFiles } from '../../../src/runtime/files.ts';
import { at, names, textOf, useWorkspace } from '../../support/export-workspace.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { json, live, type World } from '../../support/scripted-world.ts';

useWorkspace();

const BUG = new TypeError('a bug');
const raise = (): never => {
  throw BUG;
};
const diskFault = (code: string) => () => Promise.reject(Object.assign(new Error(), { code }));

/** The disk, and how many of its files are open. */
function countingFiles(broken: Partial<Files> = {}, isCloseBroken = false) {
  let opened = 0;
  const files: Files = {
    ...systemFiles,
    async open(path, flags) {
      const file = await systemFiles.open(path, flags);
      opened++;
      return {
        appendFile: (bytes) => file.appendFile(bytes),
        truncate: (size) => file.truncate(size),
        async close() {
          await file.close();
          opened--;
          if (isCloseBroken) await diskFault('EIO')();
        },
      };
    },
    ...broken,
  };
  return { files, open: () => opened };
}

const page = (path: string, hasMore = true) =>
  json(200, {
    totals: { human: 1, ai: 0, total: 1 },
    visitors: [{ path, human: 1, ai: 0, total: 1 }],
    hasMore,
  });

/** Two pages of a site, and what happens when the second one is read. */
const site = (second: () => ReturnType<typeof page>) => {
  let reads = 0;
  return () => (reads++ === 0 ? page('/a') : second());
};

const exportWith = (world: World) =>
  live({
    ...world,
    event: { name: 'schedule', payload: {} },
    env: { GITHUB_WORKSPACE: at('') },
    inputs: { operation: 'visitors', 'visitors-file': 'visitors.csv' },
  });

describe('an unexpected error closes and removes the file of an export, and leaves an earlier one:', () => {
  test.each<{ where: string; world: () => World }>([
    { where: 'in the first request', world: () => ({ status: raise }) },
    { where: 'in a request after rows were written', world: () => ({ status: site(raise) }) },
    {
      where: 'before the head is written',
      world: () => ({ broken: { redact: (text) => (text.startsWith('path,') ? raise() : text) } }),
    },
    {
      where: 'before a row is written',
      world: () => ({
        status: site(() => page('/b')),
        broken: { redact: (text) => (text.startsWith('"/b"') ? raise() : text) },
      }),
    },
    {
      where: 'in the log, after a row was written',
      world() {
        const clock = createFakeClock();
        const slow = () => {
          clock.pass(60_000);
          return page('/a');
        };
        return {
          clock,
          status: slow,
          broken: { log: (line) => void (line.startsWith('1 page of the analytics read') && raise()) },
        };
      },
    },
  ])('$where', async ({ world }) => {
    writeFileSync(at('visitors.csv'), 'of an earlier export');
    const { files, open } = countingFiles();
    const { exitCode, runner } = await exportWith({ ...world(), files });
    expect({ exitCode, verdict: runner.outputs.verdict, open: open() }).toEqual({
      exitCode: 1,
      verdict: 'error',
      open: 0,
    });
    expect(names()).toEqual(['visitors.csv']);
    expect(textOf('visitors.csv')).toBe('of an earlier export');
  });
});

describe('a file that cannot be tidied up hides no error:', () => {
  const refused = () => json(403, { error: 'no' });

  test.each([
    { what: 'closing it fails', disk: () => countingFiles({}, true), left: 0 },
    { what: 'removing it fails', disk: () => countingFiles({ rm: diskFault('EPERM') }), left: 1 },
  ])('$what, and the service answers 403', async ({ disk, left }) => {
    const { files, open } = disk();
    const { runner } = await exportWith({ status: refused, files });
    expect(runner.outputs.verdict).toBe('error');
    expect(runner.told.join()).toMatch(/403/);
    expect(open()).toBe(0);
    expect(names()).toHaveLength(left);
  });

  test('closing it fails, after an unexpected error', async () => {
    const { files, open } = countingFiles({}, true);
    const { runner } = await exportWith({ status: raise, files });
    expect(runner.told.filter((line) => line.startsWith('error '))).toEqual([expect.stringContaining('TypeError')]);
    expect({ open: open(), names: names() }).toEqual({ open: 0, names: [] });
  });
});
