import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { createFolder } from '../../support/folder.ts';
import { testIn } from '../../support/scene-test.ts';
import {
  countSite,
  createExportScene,
  type ExportScene,
  expectPartial,
  rowsIn,
} from '../../support/visitors-scene.ts';

const VISITORS = { pages: 2_600, seed: 3 };
const { rows: ALL } = countSite(VISITORS);
const FILE = { 'visitors-file': 'visitors.csv' };

const test = testIn(createExportScene, { visitors: VISITORS });

/** Starts an export that gets no answer for page 5, with four pages on the disk. */
async function startUntilPage5(scene: ExportScene) {
  scene.service.faults.add({ operation: 'visitors', kind: 'hang', skip: 4 });
  const step = scene.start(FILE);
  await scene.clock.until('page 5 was asked for', () => scene.service.requests.length === 5);
  return step;
}

const put = ({ workspace }: ExportScene, path: string, text: string) =>
  writeFileSync(join(workspace, path), text);

test('a killed export leaves all rows so far under the name of a partial file, which the next one replaces', async (scene) => {
  const step = await startUntilPage5(scene);
  step.kill('SIGKILL');
  expect(await step.result).toMatchObject({ signal: 'SIGKILL' });
  expect(scene.files()).toEqual(['visitors.partial.csv']);
  expect(rowsIn(scene.read('visitors.partial.csv'))).toEqual(ALL.slice(0, 1_000));

  const next = await scene.run(FILE);
  expect(next).toMatchObject({
    exitCode: 0,
    annotations: [],
    outputs: { visitorsFile: 'visitors.csv' },
  });
  expect(scene.files()).toEqual(['visitors.csv']);
  expect(rowsIn(scene.read('visitors.csv'))).toEqual(ALL);
});

test('a cancelled export ends at once and keeps what it read, and the outputs name the file', async (scene) => {
  const step = await startUntilPage5(scene);
  const before = scene.clock.elapsed();
  step.kill('SIGTERM');
  const result = await step.result;
  expect(scene.clock.elapsed()).toBe(before);
  expectPartial(scene, result, {
    rows: ALL.slice(0, 1_000),
    nextOffset: 1_000,
    says: 'the run was cancelled',
  });
  expect(result.signal).toBeNull();
});

test('a partial export replaces an older partial file, and not an older whole one', async (scene) => {
  put(scene, 'visitors.csv', 'older');
  put(scene, 'visitors.partial.csv', 'older'.repeat(100_000));
  scene.service.faults.add({ operation: 'visitors', kind: 'answer', status: 401, skip: 2 });
  const result = await scene.run(FILE);
  expect(result.outputs.verdict).toBe('error');
  expect(scene.files()).toEqual(['visitors.csv', 'visitors.partial.csv']);
  expect(scene.read('visitors.csv')).toBe('older');
  expect(rowsIn(scene.read('visitors.partial.csv'))).toEqual(ALL.slice(0, 500));
});

test('an export that continues at an offset and would replace the earlier file is an error before any request', async (scene) => {
  put(scene, 'visitors.partial.csv', 'mine');
  const result = await scene.run({ ...FILE, offset: '250' });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', visitorsFile: '' } });
  expect(result.log).toContain('The file of `visitors-file` exists');
  expect(scene.service.requests).toEqual([]);
  expect(scene.files()).toEqual(['visitors.partial.csv']);
  expect(scene.read('visitors.partial.csv')).toBe('mine');
});

test.each([
  ['out', 'out/visitors.csv'],
  ['out', 'out/a/b/visitors.csv'],
  ['a/out', './a/out/visitors.csv'],
  ['out', '$WORKSPACE/out/visitors.csv'],
])(
  'a linked folder that leads out of the workspace is an error before any request: %s in %s',
  async (scene, link, path) => {
    using elsewhere = createFolder();
    if (link.includes('/')) mkdirSync(join(scene.workspace, dirname(link)));
    symlinkSync(elsewhere.path, join(scene.workspace, link));
    const result = await scene.run({
      'visitors-file': path.replace('$WORKSPACE', scene.workspace),
    });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', visitorsFile: '' } });
    expect(result.log).toContain('a folder of its path is a symbolic link that leads out');
    expect(readdirSync(elsewhere.path)).toEqual([]);
    expect(scene.service.requests).toEqual([]);
  },
);

test('a linked folder that stays in the workspace, and an absolute path beside it, are the choice of the workflow', async (scene) => {
  using elsewhere = createFolder();
  mkdirSync(join(scene.workspace, 'real'));
  symlinkSync('real', join(scene.workspace, 'out'));
  expect((await scene.run({ 'visitors-file': 'out/new/visitors.csv' })).outputs.visitorsFile).toBe(
    'out/new/visitors.csv',
  );
  expect(existsSync(join(scene.workspace, 'real/new/visitors.csv'))).toBe(true);
  const path = join(elsewhere.path, 'visitors.csv');
  expect((await scene.run({ 'visitors-file': path })).outputs.visitorsFile).toBe(path);
});

test('the API key is in no file, no output and nothing shown, though the service repeats it', async (scene) => {
  const { key } = scene.service;
  const echo = {
    operation: 'visitors',
    kind: 'answer',
    body: `Bearer ${key}`,
    headers: { 'x-key': key },
  } as const;
  scene.service.faults.add({ ...echo, status: 503, skip: 1 });
  scene.service.faults.add({ ...echo, status: 400, skip: 3 });
  const result = await scene.run(FILE);
  expect(result.log).toContain('After 500 pages');
  expect(result.masks).toContain(key);
  const shown = [
    result.rawLog.replaceAll(/^::add-mask::.*$/gm, ''),
    result.summary,
    ...Object.values(result.outputs),
  ];
  const text = [...shown, ...Object.values(result.state), ...scene.files().map(scene.read)].join(
    '\n',
  );
  expect(text.replaceAll('\\', '')).not.toContain(key);
  expect(text).toContain('The service answered 400');
});
