import { expect, test } from '@jest/globals';
import {
  answer,
  countedBySets,
  createExportScene,
  type Played,
  play,
  rowsIn,
  visitorsOf,
} from '../../support/visitors-scene.ts';

const VISITORS = { pages: 2_600, seed: 3 };
const { totals, rows: ALL } = countedBySets(VISITORS);
/** Requests for all of them. */
const REQUESTS = 11;

interface Overcome {
  readonly what: string;
  readonly played: readonly Played[];
  readonly requests?: number;
}

test.each<Overcome>([
  { what: '429 with Retry-After on page 7', played: [{ nth: 7, form: answer(429, '', { 'retry-after': '1' }) }] },
  { what: '429 without a word on page 7', played: [{ nth: 7, form: answer(429) }] },
  { what: 'a reset on page 9', played: [{ nth: 9, form: { kind: 'reset' } }] },
  { what: 'a reset in the middle of page 3', played: [{ nth: 3, form: { kind: 'reset-mid-body' } }] },
  { what: 'half a page', played: [{ nth: 2, form: { kind: 'truncate-chunked' } }] },
  { what: '500 on the first page', played: [{ nth: 1, form: answer(500, '{"error":"later"}') }] },
  { what: 'a page that is no JSON', played: [{ nth: 5, form: answer(200, '<html>Maintenance</html>') }] },
  {
    what: 'faults on three pages',
    played: [1, 4, 8].map((nth) => ({ nth, form: answer(503) })),
    requests: REQUESTS + 3,
  },
])('$what: overcome, and every row once', async ({ played, requests = REQUESTS + 1 }) => {
  await using scene = await createExportScene({ visitors: VISITORS });
  for (const each of played) play(scene, each);
  const result = await scene.run({ 'visitors-file': 'visitors.csv', timeout: '60s' });
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'exported' } });
  expect(visitorsOf(result)).toMatchObject({ ...totals, pages: 2_600, partial: false, nextOffset: null });
  expect(result.summary).not.toMatch(/partial/i);
  expect(scene.files()).toEqual(['visitors.csv']);
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(ALL);
  expect(scene.queries()).toHaveLength(requests);
});

test('a second run goes on from the offset that the first one named, and brings exactly the rest', async () => {
  await using scene = await createExportScene({ visitors: VISITORS });
  play(scene, { nth: 9, form: answer(403), forGood: true });
  const first = await scene.run({ 'visitors-file': 'first.csv' });
  const { nextOffset } = Object(visitorsOf(first));
  scene.service.reset();
  const second = await scene.run({ 'visitors-file': 'rest.csv', offset: `${nextOffset}` });
  expect(second).toMatchObject({ exitCode: 0, annotations: [], outputs: { visitorsFile: 'rest.csv' } });
  expect(visitorsOf(second)).toMatchObject({ ...totals, pages: 600, partial: false, nextOffset: null });
  expect(scene.files()).toEqual(['first.partial.csv', 'rest.csv']);
  const files = [scene.read('first.partial.csv'), scene.read('rest.csv')];
  expect(files.flatMap((text) => rowsIn(text, 'csv'))).toEqual(ALL);
  expect(scene.queries().map(({ offset }) => offset)).toEqual(['2000', '2250', '2500']);
  for (const told of [second.log, second.summary, second.outputs.summary]) {
    expect(told).toContain('The export begins at offset 2,000; what comes before is not in it.');
  }
  expect(second.summary).toContain('| Pages | 600 read |');
  expect(second.summary).toContain('of the part that was read');
});
