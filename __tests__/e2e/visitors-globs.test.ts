import { expect } from '@jest/globals';
import type { StepResult } from '../../sandbox/runner/step.ts';
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

/** Visitors of a page that is made for the glob. */
const HOSTILE = 9_999;

const hostile = (name: string): Row => ({
  path: `/blog/${'-'.repeat(2_000)}${name}`,
  human: HOSTILE,
  ai: 0,
  total: HOSTILE,
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

/** Nothing is ranked that was not decided on, and it is told how much that is; ordinary pages may wait for a busy machine. */
function expectUndecided(result: StepResult, rows: readonly Row[], made: number): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'exported', visitorsFile: 'visitors.csv' } });
  const { undecided } = Object(visitorsOf(result));
  expect(undecided).toBeGreaterThanOrEqual(made);
  expect(visitorsOf(result)).toMatchObject({ pages: rows.length, partial: false, nextOffset: null });
  expect(pagesOf(result)).toHaveLength(rows.length - undecided);
  expect(pagesOf(result).filter(({ total }) => total === HOSTILE)).toEqual([]);
  const says = `Not ranked, as the globs take too long on their paths: ${undecided} pages. Use fewer \`*\``;
  expect(result.annotations).toEqual([{ level: 'warning', message: expect.stringContaining(says) }]);
  for (const told of [result.log, result.outputs.summary]) expect(told).toContain(says);
}

together('paths that are made for a glob are exported and not ranked, and the others of their page are', async () => {
  await using scene = await createExportScene();
  const rows = playHostile(scene, 1, 3);
  const result = await scene.run({ ...GLOB, 'visitors-file': 'visitors.csv', top: '256' });
  expectUndecided(result, rows, 3);
  expect(pagesOf(result)).not.toEqual([]);
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(rows);
});

together('whole pages of them: all are exported, and what came before them is ranked', async () => {
  await using scene = await createExportScene();
  const before = ALL.slice(0, 250);
  play(scene, { nth: 1, form: page(totals, before, true) });
  const rows = [...before, ...playHostile(scene, 2, 250, true), ...playHostile(scene, 3, 250)];
  const result = await scene.run({ ...GLOB, 'visitors-file': 'visitors.csv', top: '256' });
  expectUndecided(result, rows, 500);
  expect(pagesOf(result)).not.toEqual([]);
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(rows);
});

together('nothing else on the only page: all are exported, and none is ranked', async () => {
  await using scene = await createExportScene();
  const rows = playHostile(scene, 1, 250);
  const result = await scene.run({ ...GLOB, 'visitors-file': 'visitors.csv' });
  expectUndecided(result, rows, 250);
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(rows);
});

together('whoever cancels is heard meanwhile', async () => {
  await using scene = await createExportScene();
  const rows = [1, 2, 3].flatMap((nth) => playHostile(scene, nth, 250, true));
  play(scene, { nth: 4, form: { kind: 'hang' } });
  const step = scene.start({ ...GLOB, 'visitors-file': 'visitors.csv' });
  await until('page 2 was asked for', () => scene.service.requests.length === 2);
  step.kill('SIGTERM');
  const result = await step.result;
  const visitorsFile = 'visitors.partial.csv';
  expect(result).toMatchObject({ signal: null, outputs: { verdict: 'cancelled', visitorsFile } });
  const { pages, nextOffset } = Object(visitorsOf(result));
  expect(nextOffset).toBe(pages);
  expect(scene.files()).toEqual([visitorsFile]);
  expect(rowsIn(scene.read(visitorsFile), 'csv')).toEqual(rows.slice(0, pages));
});
