import { expect } from '@jest/globals';
import { always, asked, gaps, gapsOf, LISTS, page, questions, read, search, serve, votes } from '../../support/gaps.ts';
import type { Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

/** Serves a list whose pages never end. @param cursor of the nth page. */
function serveEndless(scene: Scene, list: List, cursor: (nth: number) => string, rows: (nth: number) => object[]) {
  for (let nth = 1; nth < 30; nth++) scene.service.faults.add(page(list, rows(nth), cursor(nth)));
}

const aQuestion = (nth: number) => questions('Can I pay in euros?', 1, { day: 10 + (nth % 15) });
const fresh = (nth: number) => `c${nth}`;
const lost = () => [search('lost', 5)];
const lostAgain = (nth: number) => [search(`lost ${nth}`, 5)];

type List = (typeof LISTS)[number];
type Endless = [List, what: string, cursor: (nth: number) => string, rows: (nth: number) => object[], number, number];

/** By list and what it does: how it ends, how many requests it gets, and how many rows of questions or hits count. */
test.each<Endless>([
  ['assistant', 'new cursors without end', fresh, aQuestion, 12, 12],
  ['assistant', 'one cursor for ever', () => 'c', aQuestion, 2, 2],
  ['assistant', 'two cursors in turn', (nth: number) => `c${nth % 2}`, aQuestion, 3, 3],
  ['assistant', 'empty pages without end', fresh, () => [], 12, 0],
  ['searches', 'new cursors without end', fresh, lostAgain, 10, 50],
  ['searches', 'the same rows again', fresh, lost, 10, 5],
  ['searches', 'a cursor of 2,000 characters', () => 'c'.repeat(2_000), lost, 4, 0],
  ['feedback', 'more pages, and no cursor', () => 'more', () => [votes('/a', 9)], 1, 0],
])('%s, %s', async (scene, list, _, cursor, rows, requests, counted) => {
  serveEndless(scene, list, cursor, rows);
  serve(scene, {});
  const result = await gaps(scene, { 'min-count': '2' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'reported' } });
  expect(asked(scene, list)).toBe(requests);
  const failed = gapsOf(result).topics.reduce((sum: number, topic: { failed: number }) => sum + topic.failed, 0);
  expect(failed).toBe(counted);
  expect(result.log).toContain(requests === 4 ? 'The report lacks the searches' : 'Only a part of the');
});

test('an empty page with a cursor is no end', async (scene) => {
  scene.service.faults.add(page('assistant', [], 'c'));
  serve(scene, { assistant: questions('Can I pay in euros?', 3) });
  expect(gapsOf(await gaps(scene))).toMatchObject({ parts: { questions: 'whole' }, topics: [{ failed: 3 }] });
});

test('however all lists go on, the run sends at most 40 requests, of these 14 for visitors', async (scene) => {
  for (let nth = 1; nth < 30; nth++) {
    scene.service.faults.add(page('assistant', aQuestion(nth), `c${nth}`));
    scene.service.faults.add(page('searches', [search(`lost ${nth}`, 5)], `c${nth}`));
    scene.service.faults.add(page('visitors', [read(`/${nth}`, nth)], 'more'));
  }
  scene.service.faults.add({ ...page('feedback', [votes('/14', 9), votes('/15', 9)], 'more') });
  const result = await gaps(scene);
  expect(LISTS.map((list) => asked(scene, list))).toEqual([1, 12, 10, 14]);
  expect(gapsOf(result)).toMatchObject({
    parts: { feedback: 'partial', questions: 'partial', searches: 'partial', visitors: 'partial' },
    pages: [{ path: '/14', visitors: 14 }, { path: '/15' }],
  });
  expect(result.annotations).toEqual([]); // the bounds are no fault
});

test('failures of all lists count among the 40', async (scene) => {
  for (const list of LISTS) scene.service.faults.add(always(list, { kind: 'answer', status: 429 }));
  const result = await gaps(scene, { timeout: '6h' });
  expect(result).toMatchObject({ exitCode: 1 });
  expect(scene.service.requests.length).toBeLessThanOrEqual(40);
});

test('an issue has room for all that fits, and says how much does not', async (scene) => {
  const long = (nth: number) => `${nth} ${'word '.repeat(38)}`;
  serve(scene, {
    feedback: Array.from({ length: 100 }, (_, nth) => votes(`/${nth}/${'a-b'.repeat(90)}`, 103 - nth)),
    searches: Array.from({ length: 256 }, (_, nth) => search(long(nth), 500 - nth)),
  });
  const result = await gaps(scene, { top: '256', 'create-issue': 'true' });
  const body = String(scene.github.hub.repositories[0]?.threads.at(-1)?.body);
  expect(gapsOf(result).pages).toHaveLength(100);
  expect(body.length).toBeLessThan(65_536);
  expect(body.match(/\d+ more do not fit here\./g)).toHaveLength(2);
});
