import { expect, test } from '@jest/globals';
import { as, promptOf } from '../../support/events.ts';
import { aliceIn, EDITS, NOTHING, pushIn, runOnPush } from '../../support/pushes.ts';
import { onlyComment } from '../../support/re-runs.ts';
import { analytics, pagesIn, refresh, row, WEEKLY } from '../../support/refresh.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';

const REFUSED = { operation: 'visitors', kind: 'answer', status: 401 } as const;
const SPOILT = row('/'.repeat(8_193));
const BUSY = { ...REFUSED, status: 429, headers: { 'retry-after': '3600' } } as const;

/** A push that brings neither words nor changes. */
async function tagIn(scene: Scene) {
  await aliceIn(scene).commit(EDITS, 'Print one object a line');
  return as(await pushIn(scene), { ref: 'refs/tags/v1', before: NOTHING, base_ref: null });
}

test.each([
  { name: 'a refusal', fault: REFUSED, verdict: 'error' },
  { name: 'a quota', fault: BUSY, verdict: 'quota-exhausted' },
])('$name after pages that do not matter is no word on the others: $verdict', async ({ fault, verdict }) => {
  await using scene = await createScene({ faults: [analytics([row('/other')], true), fault] });
  const result = await refresh(scene, { paths: 'guides/**' });
  expect(result.outputs.verdict).toBe(verdict);
  expect(scene.sent('create')).toBe(0);
});

const SLOW = { paths: '', 'paths-ignore': '/blog/*-*-*-*-*.html' };

test.each([
  {
    what: 'rows are missing',
    faults: [analytics([row('/other')], true), analytics([row('/x')])],
    says: 'The service gave 249 rows fewer than it was asked for',
  },
  {
    what: 'rows are missing and others are spoilt',
    faults: [analytics([row('/other')], true), analytics([row('/x'), SPOILT])],
    says: 'Left out, without a proper path or numbers: 1 row.',
  },
  { what: 'all rows are spoilt', faults: [analytics([SPOILT])], inputs: { paths: '' }, says: '1 row.' },
  {
    what: 'the globs do not decide on pages',
    faults: [analytics(Array.from({ length: 12 }, (_, at) => row(`/blog/${'-'.repeat(900)}${at}`)))],
    inputs: SLOW,
    says: 'Not ranked, as the globs take too long on their paths: 12 pages.',
  },
])('no page is left, and $what: an error, as one may matter', async ({ faults, inputs, says }) => {
  await using scene = await createScene({ faults });
  const result = await refresh(scene, { paths: 'guides/**', ...inputs });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  const unsure = 'No page is left, but nobody knows whether one should be, and nothing was spent.';
  expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining(unsure) }]);
  expect(result.log).toContain(says);
  expect(result.log).not.toContain('The analytics could not be read');
  expect(scene.sent('create')).toBe(0);
});

test('no page is left, and a row is spoilt: skipped, and both are said', async () => {
  await using scene = await createScene({ faults: [analytics([row('/x'), SPOILT])] });
  const result = await refresh(scene, { paths: 'guides/**' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
  expect(result.log).toMatch(/none of 1 page is left by .*\. Left out, without a proper path or numbers: 1 row\./);
});

test('pages whose paths are too long were not left out by `paths`', async () => {
  await using scene = await createScene({ faults: [analytics([row(`/${'a'.repeat(1_200)}`)])] });
  const result = await refresh(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
  expect(result.log).toContain('no page can be ranked: ');
  expect(result.log).not.toContain('left by `paths`');
});

test('a quota that ends after a whole page: nothing was spent, though something was read', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => row(`/x${at}`));
  await using scene = await createScene({ faults: [analytics(rows, true), BUSY] });
  const result = await refresh(scene, { paths: 'guides/**' });
  const said = 'The quota of the analytics is used up · nothing was spent';
  const comment = await onlyComment(scene);
  for (const told of [result.log, result.summary, comment?.body]) {
    expect(told?.replaceAll('**', '')).toContain(said);
    expect(told).not.toContain('nothing was read');
  }
});

test('a tag brings nothing of its own: the pages are the request', async () => {
  await using scene = await createScene();
  await scene.run({ event: await tagIn(scene), inputs: WEEKLY });
  expect(promptOf(scene)).toMatch(/^Bring the pages below up to date/);
});

test('a tag where no page is left is skipped', async () => {
  await using scene = await createScene();
  const result = await scene.run({ event: await tagIn(scene), inputs: { ...WEEKLY, paths: 'nowhere/**' } });
  expect(result.outputs.verdict).toBe('skipped');
  expect(scene.sent('create')).toBe(0);
});

test('a push with changes has their title', async () => {
  await using scene = await createScene();
  const { result } = await runOnPush(scene, EDITS, WEEKLY);
  expect(result.log).toContain('push to main: Bring the documentation up to date');
});

test('beside changes, no page left is no part of the prompt', async () => {
  await using scene = await createScene();
  const { result } = await runOnPush(scene, EDITS, { ...WEEKLY, paths: 'src/**' });
  expect(pagesIn(scene)).toBeUndefined();
  expect(result.log).toMatch(/^Pages: none left by paths, of \d+; /m);
});

test('why reading ended early is told, and wherever the end is told, that it did', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => row(`/page-${at}`));
  await using scene = await createScene({ faults: [analytics(rows, true), REFUSED] });
  const result = await refresh(scene);
  expect(result.outputs.verdict).toBe('pull-request');
  const short = 'partial: ranked by the first 250 pages only, as something failed';
  expect(warnings(result)).toEqual([
    expect.stringMatching(new RegExp(`^The pages are ${short}\\.\nThe service answered 401\\.`)),
  ]);
  expect(result.outputs.summary).toContain(`The pages are ${short}.`);
  const [comment] = await scene.comments();
  expect(comment?.body).toContain(`· ${short}</sub>`);
});

test('whoever labelled an issue is told that it did not work', async () => {
  await using scene = await createScene({ faults: [REFUSED] });
  await scene.run({ inputs: WEEKLY });
  const [comment, ...more] = await scene.comments();
  expect(comment?.body).toContain('The service answered 401');
  expect(more).toEqual([]);
  expect(scene.sent('create')).toBe(0);
});
