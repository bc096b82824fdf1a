import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { stepEnvironment } from '../../sandbox/runner/environment.ts';
import { createLog, readValues } from '../../sandbox/runner/log.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import {
  type BundleExportScene,
  countSite,
  createBundleExportScene,
  rowsIn,
} from '../support/visitors-scene.ts';

const together = concurrentTests();

const VISITORS = { pages: 2_600, seed: 3 };
const { rows: ALL } = countSite(VISITORS);

/** Runs the step where no file grows beyond so many KiB. */
async function runWhereFilesEndAt(
  kibibytes: number,
  scene: BundleExportScene,
  inputs: Record<string, string>,
) {
  const room = mkdtempSync(join(tmpdir(), 'step-'));
  const env = stepEnvironment(scene.contextOf(inputs), room);
  const command = `trap '' XFSZ; ulimit -f ${kibibytes}; exec "${process.execPath}" dist/index.js`;
  const child = spawn('bash', ['-c', command], { env });
  const log = createLog();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', log.reader());
  const [exitCode] = await once(child, 'close');
  const read = (name: string) => readFileSync(join(room, name), 'utf8');
  const result = {
    ...log.finish(),
    exitCode,
    outputs: readValues(read('output')),
    summary: read('summary'),
  };
  rmSync(room, { recursive: true });
  return result;
}

together(
  'a full disk ends an export at a whole page, and the next export brings exactly the rest',
  async () => {
    await using scene = await createBundleExportScene({ visitors: VISITORS });
    const inputs = { 'visitors-file': 'visitors.csv' };
    const { exitCode, outputs, summary } = await runWhereFilesEndAt(20, scene, inputs);
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ verdict: 'error', visitorsFile: '' });
    const pages = Number(/`offset: (\d+)`/.exec(summary)?.[1]);
    expect(pages).toBeGreaterThan(0);
    expect(summary.replaceAll('\\', '')).toContain(
      'The file of `visitors-file` cannot be written (EFBIG)',
    );
    const rows = rowsIn(scene.read('visitors.partial.csv'));
    expect(rows).toEqual(ALL.slice(0, pages));

    const rest = await scene.run({ 'visitors-file': 'rest.csv', offset: `${pages}` });
    expect(rest).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { visitorsFile: 'rest.csv' },
    });
    expect([...rows, ...rowsIn(scene.read('rest.csv'))]).toEqual(ALL);
    expect(scene.files()).toEqual(['rest.csv', 'visitors.partial.csv']);
  },
);

together(
  'a disk without any room is a warning per file of the runner, and the log still has the verdict',
  async () => {
    await using scene = await createBundleExportScene();
    const { exitCode, log, annotations } = await runWhereFilesEndAt(0, scene, {});
    expect(exitCode).toBe(0);
    expect(log).toContain('Visitor analytics');
    expect(annotations.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('The output `verdict` could not be written'),
        expect.stringContaining('The job summary could not be written'),
      ]),
    );
  },
);
