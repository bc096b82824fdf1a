import { expect } from '@jest/globals';
import {
  countedBySets,
  createExportScene,
  type ExportScene,
  page,
  pagesOf,
  play,
  type Row,
  rowsIn,
  visitorsOf,
} from './exporting.ts';
import { sideBySide } from './side-by-side.ts';
import { until } from './until.ts';

const together = sideBySide();

const { totals, rows: ALL } = countedBySets({ pages: 1_000, seed: 3 });
/** It tries all ways to share out the dashes of a path. */
const GLOB = { 'paths-ignore': '/blog/*-*-*-*-*.html' };

const hostile = (name: string): Row => ({
  path: `/blog/${'-'.repeat(2_000)}${name}`,
  human: 9_999,
  ai: 0,
  total: 9_999,
});

/** A page that begins with so many paths that are made for the glob. */
function playHostile(scene: ExportScene, nth: number, count: number, hasMore = false): Row[] {
  const rows = [
    ...Array.from({ length: count }, (_, at) => hostile(`${nth}-${at}`)),
    ...ALL.slice((nth - 1) * 250, nth * 250 - count),
  ];
  play(scene, { nth, form: page(totals, rows, hasMore) });
  return rows;
}

together('paths that are made for a glob are left out of the ranking, and nothing else is', async () => {
  await using scene = await createExportScene();
  const rows = playHostile(scene, 1, 3);
  const result = await scene.run({ ...GLOB, 'visitors-file': 'visitors.csv', top: '256' });
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'exported' } });
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(rows);
  expect(pagesOf(result)).toHaveLength(247);
  expect(new Set(pagesOf(result).map(({ path }) => path))).toEqual(new Set(rows.slice(3).map(({ path }) => path)));
});

together('whoever cancels is heard meanwhile', async () => {
  await using scene = await createExportScene();
  for (const nth of [1, 2, 3]) playHostile(scene, nth, 3, true);
  play(scene, { nth: 4, form: { kind: 'hang' } });
  const step = scene.start({ ...GLOB, 'visitors-file': 'visitors.csv' });
  await until('page 2 was asked for', () => scene.service.requests.length === 2);
  step.kill('SIGTERM');
  const result = await step.result;
  expect(result).toMatchObject({ signal: null, outputs: { verdict: 'cancelled' } });
  expect(scene.files()).toEqual(['visitors.partial.csv']);
});

together('too many of them later: what the file holds is what is told', async () => {
  await using scene = await createExportScene();
  play(scene, { nth: 1, form: page(totals, ALL.slice(0, 250), true) });
  playHostile(scene, 2, 11);
  const result = await scene.run({ ...GLOB, 'visitors-file': 'visitors.csv' });
  expect(visitorsOf(result)).toMatchObject({ pages: 250, partial: true, nextOffset: 250 });
  expect(rowsIn(scene.read('visitors.partial.csv'), 'csv')).toEqual(ALL.slice(0, 250));
});

together('too many of them on the first page: an error that says what to do, and no file', async () => {
  await using scene = await createExportScene();
  playHostile(scene, 1, 11, true);
  const result = await scene.run({ ...GLOB, 'visitors-file': 'visitors.csv' });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', visitorsFile: '', pages: '' } });
  expect(result.log).toContain('The globs of `paths` and `paths-ignore` take too long on several paths');
  expect(result.log).toContain('Use fewer `*` within a part of a path');
  expect(scene.queries()).toHaveLength(1);
  expect(scene.files()).toEqual([]);
});
