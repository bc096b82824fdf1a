import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stepEnvironment } from '../../sandbox/runner/environment.ts';
import { readValues } from '../../sandbox/runner/value-file.ts';
import { countedBySets, createExportScene, type ExportScene, type Form, rowsIn } from '../support/visitors-scene.ts';

const VISITORS = { pages: 2_600, seed: 3 };
const { rows: ALL } = countedBySets(VISITORS);

/** Runs the step where no file grows beyond 20 KiB. @returns its outputs, and what it wrote into the summary. */
async function runOnFullDisk(scene: ExportScene, inputs: Readonly<Record<string, string>>) {
  const room = mkdtempSync(join(tmpdir(), 'step-'));
  const env = stepEnvironment(scene.contextOf(inputs), room);
  const command = `trap '' XFSZ; ulimit -f 20; exec "${process.execPath}" dist/index.js`;
  const child = spawn('bash', ['-c', command], { env, stdio: 'ignore' });
  await once(child, 'close');
  const read = (name: string) => readFileSync(join(room, name), 'utf8');
  const result = { outputs: readValues(read('output')), summary: read('summary') };
  rmSync(room, { recursive: true });
  return result;
}

test.each<{ form: Form }>([{ form: 'csv' }, { form: 'ndjson' }, { form: 'json' }])(
  'a disk that is full ends a file of $form at a whole page, and the next export brings exactly the rest',
  async ({ form }) => {
    await using scene = await createExportScene({ visitors: VISITORS });
    const { outputs, summary } = await runOnFullDisk(scene, { 'visitors-file': `visitors.${form}` });
    expect(outputs).toMatchObject({ verdict: 'exported', visitorsFile: `visitors.partial.${form}` });
    const { pages, partial, nextOffset } = JSON.parse(outputs.visitors ?? '');
    expect(partial).toBe(true);
    expect(nextOffset).toBe(pages);
    expect(pages).toBeGreaterThan(0);
    expect(summary.replaceAll('\\', '')).toContain('The file of `visitors-file` cannot be written (EFBIG)');
    const rows = rowsIn(scene.read(`visitors.partial.${form}`), form);
    expect(rows).toEqual(ALL.slice(0, pages));

    const rest = await scene.run({ 'visitors-file': `rest.${form}`, offset: `${nextOffset}` });
    expect(rest).toMatchObject({ exitCode: 0, annotations: [], outputs: { visitorsFile: `rest.${form}` } });
    expect([...rows, ...rowsIn(scene.read(`rest.${form}`), form)]).toEqual(ALL);
    expect(scene.files()).toEqual([`rest.${form}`, `visitors.partial.${form}`]);
  },
);
