import { writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Files, systemFiles } from '../../../src/runtime/files.ts';
import { at, names, textOf, useWorkspace } from '../../support/export-workspace.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { json, linesOf, live, type World } from '../../support/scripted-world.ts';

useWorkspace();

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

const page = (path: string) =>
  json(200, {
    totals: { human: 1, ai: 0, total: 1 },
    visitors: [{ path, human: 1, ai: 0, total: 1 }],
    hasMore: path === '/a',
  });

const exportWith = (world: World) =>
  live({
    ...world,
    event: { name: 'schedule', payload: {} },
    env: { GITHUB_WORKSPACE: at('') },
    inputs: { operation: 'visitors', 'visitors-file': 'visitors.csv' },
  });

test.each([
  ['the head', 'path,'],
  ['a row of the second page', '"/b"'],
])(
  'an unexpected error before %s is written closes and removes the file of an export, and leaves an earlier one',
  async (_, beginning) => {
    writeFileSync(at('visitors.csv'), 'of an earlier export');
    const { files, open } = countingFiles();
    const paths = ['/a', '/b'].values();
    const redact = (text: string) => {
      if (text.startsWith(beginning)) throw new TypeError('a bug');
      return text;
    };
    const status = () => page(paths.next().value ?? '');
    const { exitCode, runner } = await exportWith({ status, broken: { redact }, files });
    expect({ exitCode, verdict: runner.outputs.verdict, open: open() }).toEqual({
      exitCode: 1,
      verdict: 'error',
      open: 0,
    });
    expect(names()).toEqual(['visitors.csv']);
    expect(textOf('visitors.csv')).toBe('of an earlier export');
  },
);

test.each([
  { what: 'closing it fails', disk: () => countingFiles({}, true), left: 0 },
  { what: 'removing it fails', disk: () => countingFiles({ rm: diskFault('EPERM') }), left: 1 },
])('a file that cannot be tidied up does not hide a 403: $what', async ({ disk, left }) => {
  const { files, open } = disk();
  const { runner } = await exportWith({ status: () => json(403, { error: 'no' }), files });
  expect(runner.outputs.verdict).toBe('error');
  expect(runner.told.join()).toMatch(/403/);
  expect(open()).toBe(0);
  expect(names()).toHaveLength(left);
});

test('a long export logs once per minute how many pages were read', async () => {
  const clock = createFakeClock();
  const paths = ['/a', '/b'].values();
  const status = () => {
    clock.pass(60_000);
    return page(paths.next().value ?? '');
  };
  const lines = linesOf(await exportWith({ clock, status }), 'log');
  expect(lines.match(/\w+ pages? of the analytics read/g)).toEqual([
    '1 page of the analytics read',
    '2 pages of the analytics read',
  ]);
});
