import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  countedBySets,
  createExportScene,
  type ExportScene,
  expectPartial,
  rowsIn,
  visitorsOf,
} from '../../support/visitors-scene.ts';

const VISITORS = { pages: 2_600, seed: 3 };
const { rows: ALL } = countedBySets(VISITORS);
const FILE = { 'visitors-file': 'visitors.csv' };

const createScene = () => createExportScene({ visitors: VISITORS });

/** Starts an export that stands still at page 5, with four pages on the disk. */
async function standingStill(scene: ExportScene) {
  scene.service.faults.add({ operation: 'visitors', kind: 'hang', skip: 4 });
  const step = scene.start(FILE);
  await scene.clock.until('page 5 was asked for', () => scene.service.requests.length === 5);
  return step;
}

const put = ({ workspace }: ExportScene, path: string, text: string) => writeFileSync(join(workspace, path), text);

const BESIDE = expect.stringMatching(/^visitors\.partial-[0-9a-f]{8}\.csv$/);

test('while it is written it stands beside its name; killed, only that is left, with all rows so far', async () => {
  await using scene = await createScene();
  const step = await standingStill(scene);
  expect(scene.files()).toEqual([BESIDE]);
  step.kill('SIGKILL');
  expect(await step.result).toMatchObject({ signal: 'SIGKILL' });
  const [left = '', ...others] = scene.files();
  expect([left, others]).toEqual([BESIDE, []]);
  expect(rowsIn(scene.read(left), 'csv')).toEqual(ALL.slice(0, 1_000));
});

test("what a killed export left is in nobody's way", async () => {
  await using scene = await createScene();
  const step = await standingStill(scene);
  step.kill('SIGKILL');
  await step.result;
  const result = await scene.run(FILE);
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { visitorsFile: 'visitors.csv' } });
  expect(scene.files()).toEqual(['visitors.csv', BESIDE]);
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(ALL);
});

test('two exports to one absolute path at once: none spoils what the other writes', async () => {
  await using scene = await createScene();
  const file = { 'visitors-file': join(scene.workspace, 'visitors.csv') };
  scene.service.faults.add({ operation: 'visitors', kind: 'hang', skip: 4 });
  const slow = scene.start(file);
  await scene.clock.until('page 5 was asked for', () => scene.service.requests.length === 5);
  const quick = await scene.run(file);
  expect(quick).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'exported' } });
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(ALL);
  expect(scene.files()).toEqual(['visitors.csv', BESIDE]);
  scene.service.reset(); // page 5 comes to an end, and is asked for again
  expect(await slow.result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'exported' } });
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(ALL);
  expect(scene.files()).toEqual(['visitors.csv']);
});

test.each<{ name: NodeJS.Signals }>([{ name: 'SIGTERM' }, { name: 'SIGINT' }])(
  'cancelled by $name: what was read is kept, and the outputs tell of it',
  async ({ name }) => {
    await using scene = await createScene();
    const step = await standingStill(scene);
    step.kill(name);
    const result = await step.result;
    expect(result.outputs.verdict).toBe('cancelled');
    expectPartial(scene, result, { rows: ALL.slice(0, 1_000), nextOffset: 1_000, says: 'the run was cancelled' });
    expect(result.signal).toBeNull();
  },
);

test('an older whole one stays where the new one is partial, and an older partial one does not', async () => {
  await using scene = await createScene();
  put(scene, 'visitors.csv', 'older');
  put(scene, 'visitors.partial.csv', 'older'.repeat(100_000));
  scene.service.faults.add({ operation: 'visitors', kind: 'answer', status: 401, skip: 2 });
  const result = await scene.run(FILE);
  expect(result.outputs.visitorsFile).toBe('visitors.partial.csv');
  expect(scene.files()).toEqual(['visitors.csv', 'visitors.partial.csv']);
  expect(scene.read('visitors.csv')).toBe('older');
  expect(rowsIn(scene.read('visitors.partial.csv'), 'csv')).toEqual(ALL.slice(0, 500));
});

test('an older whole one is replaced by a whole one', async () => {
  await using scene = await createScene();
  put(scene, 'visitors.csv', 'older'.repeat(100_000));
  await scene.run(FILE);
  expect(scene.files()).toEqual(['visitors.csv']);
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(ALL);
});

test('a link in its place is replaced, and nothing is written where it leads', async () => {
  await using scene = await createScene();
  put(scene, 'treasure', 'mine');
  for (const name of ['visitors.csv', 'visitors.partial.csv']) symlinkSync('treasure', join(scene.workspace, name));
  await scene.run(FILE);
  expect(scene.files()).toEqual(['treasure', 'visitors.csv']);
  expect(scene.read('treasure')).toBe('mine');
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(ALL);
});

test.each([
  { path: 'reports/2026/visitors.ndjson' },
  { path: './my reports/who reads.v2.ndjson' },
  { path: '.ndjson/-.ndjson' },
])('a folder that is not there is made: $path', async ({ path }) => {
  await using scene = await createScene();
  const result = await scene.run({ 'visitors-file': path });
  expect(result).toMatchObject({ exitCode: 0, outputs: { visitorsFile: path } });
  expect(scene.files()).toEqual([join(path)]);
  expect(rowsIn(scene.read(path), 'ndjson')).toEqual(ALL);
});

test('an absolute path is taken as it is', async () => {
  await using scene = await createScene();
  const path = join(scene.workspace, 'there/visitors.json');
  const result = await scene.run({ 'visitors-file': path });
  expect(result.outputs.visitorsFile).toBe(path);
  expect(rowsIn(scene.read('there/visitors.json'), 'json')).toEqual(ALL);
});

test.each([
  { what: 'a folder stands there', folder: 'visitors.csv', path: 'visitors.csv' },
  { what: 'a file stands where its folder would be', folder: 'reports', path: 'treasure/visitors.csv' },
])('$what: an error before any request', async ({ folder, path }) => {
  await using scene = await createScene();
  mkdirSync(join(scene.workspace, folder));
  put(scene, 'treasure', 'mine');
  const result = await scene.run({ 'visitors-file': path });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', visitors: '', visitorsFile: '' } });
  expect(result.log).toContain('The file of `visitors-file` cannot be written');
  expect(result.summary).toContain('visitors-file');
  expect(scene.service.requests).toEqual([]);
  expect(scene.files()).toEqual(['treasure']);
});

test.each([{ older: 'visitors.csv' }, { older: 'visitors.partial.csv' }])(
  'what goes on at an offset does not replace $older: an error before any request',
  async ({ older }) => {
    await using scene = await createScene();
    put(scene, older, 'mine');
    const result = await scene.run({ ...FILE, offset: '250' });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', visitorsFile: '' } });
    expect(result.log).toContain('A file of an earlier export stands where `visitors-file` goes');
    expect(scene.service.requests).toEqual([]);
    expect(scene.files()).toEqual([older]);
    expect(scene.read(older)).toBe('mine');
  },
);

test('without `visitors-file` nothing is written, and everything told', async () => {
  await using scene = await createScene();
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'exported', visitorsFile: '' } });
  expect(visitorsOf(result)).toMatchObject({ pages: 2_600, partial: false });
  expect(result.summary).not.toContain('File');
  expect(scene.files()).toEqual([]);
});

test('the key is in no file, no output and nothing shown', async () => {
  await using scene = await createScene();
  const { key } = scene.service;
  const echo = { operation: 'visitors', kind: 'answer', body: `Bearer ${key}`, headers: { 'x-key': key } } as const;
  scene.service.faults.add({ ...echo, status: 503, skip: 1 });
  scene.service.faults.add({ ...echo, status: 400, skip: 3 });
  const result = await scene.run(FILE);
  expect(visitorsOf(result)).toMatchObject({ pages: 500, partial: true });
  expect(result.masks).toContain(key);
  const told = [result.rawLog.replaceAll(/^::add-mask::.*$/gm, ''), result.summary, ...Object.values(result.outputs)];
  const text = [...told, ...Object.values(result.state), ...scene.files().map(scene.read)].join('\n');
  expect(text.replaceAll('\\', '')).not.toContain(key);
  expect(text).toContain('The service answered 400');
});
