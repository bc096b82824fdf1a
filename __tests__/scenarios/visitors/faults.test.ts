import { expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/service/faults.ts';
import {
  answer,
  countedBySets,
  createExportScene,
  expectPartial,
  type Played,
  page,
  play,
  visitorsOf,
} from '../../support/visitors-scene.ts';

const VISITORS = { pages: 2_600, seed: 3 };
const { totals, rows: ALL } = countedBySets(VISITORS);

/** Enough for a slow machine to come to the first page, and to wait for nothing from then on. */
const SHORT = { timeout: '10s' };

interface Silence {
  readonly what: string;
  readonly form: FaultForm;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly verdict: string;
  readonly requests: number;
  readonly says: string;
}

test.each<Silence>([
  {
    what: 'nobody listens',
    ...{ form: { kind: 'reset' }, inputs: { 'base-url': 'http://127.0.0.1:9' } },
    ...{ verdict: 'error', requests: 0, says: 'The service could not be asked' },
  },
  { what: '500 for good', form: answer(500), verdict: 'error', requests: 4, says: 'answered 500' },
  {
    what: '401',
    form: answer(401),
    ...{ verdict: 'error', requests: 1, says: 'Check the secret behind `api-key`' },
  },
  {
    what: '403',
    form: answer(403),
    ...{ verdict: 'error', requests: 1, says: 'is an admin key of the project' },
  },
  {
    what: '404',
    form: answer(404),
    ...{ verdict: 'error', requests: 1, says: 'Check `project-id` and `base-url`' },
  },
  {
    what: '429 beyond the budget',
    form: answer(429, '', { 'retry-after': '7200' }),
    ...{ verdict: 'quota-exhausted', requests: 1, says: 'UTC' },
  },
  {
    what: 'no answer',
    form: { kind: 'hang' },
    inputs: SHORT,
    verdict: 'error',
    requests: 1,
    says: 'no whole answer',
  },
])('$what on the first page: $verdict, and no file', async ({ form, inputs, verdict, requests, says }) => {
  await using scene = await createExportScene({ visitors: VISITORS });
  play(scene, { nth: 1, form, forGood: true });
  const result = await scene.run({ 'visitors-file': 'visitors.csv', timeout: '60s', ...inputs });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict, visitors: '', visitorsFile: '', pages: '' } });
  for (const told of [result.log, result.summary.replaceAll('\\', ''), result.outputs.summary?.replaceAll('\\', '')]) {
    expect(told).toContain(says);
  }
  expect(scene.service.requests).toHaveLength(requests);
  expect(scene.files()).toEqual([]);
});

interface Ending {
  readonly what: string;
  readonly played: Played;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Rows before it. */
  readonly rows: number;
  /** The row to go on from; the one after them, unless it is told. */
  readonly nextOffset?: number;
  readonly requests: number;
  readonly says: string;
}

test.each<Ending>([
  {
    what: '`hasMore` for ever, with the same rows',
    played: { nth: 1, form: page(totals, ALL.slice(0, 250), true), forGood: true },
    ...{ rows: 250, requests: 2, says: 'nothing usable that it had not brought before' },
  },
  {
    what: 'an empty page 4 with `hasMore`',
    played: { nth: 4, form: page(totals, [], true) },
    ...{ rows: 750, requests: 4, says: 'nothing usable that it had not brought before' },
  },
  {
    what: 'a reset from page 9 on',
    played: { nth: 9, form: { kind: 'reset' }, forGood: true },
    ...{ rows: 2_000, requests: 8 + 4, says: 'The service could not be asked' },
  },
  {
    what: '500 from page 3 on',
    played: { nth: 3, form: answer(500, '{"error":"later"}'), forGood: true },
    ...{ rows: 500, requests: 2 + 4, says: 'The service answered 500' },
  },
  {
    what: 'a page that is no JSON, from page 2 on',
    played: { nth: 2, form: answer(200, '<html>Maintenance</html>'), forGood: true },
    ...{ rows: 250, requests: 1 + 4, says: 'not a JSON object of visitors' },
  },
  {
    what: 'a page without its totals, from page 2 on',
    played: { nth: 2, form: answer(200, '{"visitors":[],"hasMore":false}'), forGood: true },
    ...{ rows: 250, requests: 1 + 4, says: 'is missing or wrong' },
  },
  {
    what: 'nothing but broken rows from page 2 on',
    played: { nth: 2, form: page(totals, Array(250).fill({ path: '/broken' }), true), forGood: true },
    ...{
      rows: 250,
      requests: 1 + 10,
      nextOffset: 250 + 10 * 250,
      says: 'without a proper path or numbers: 2,500 rows',
    },
  },
  {
    what: '401 on page 4',
    played: { nth: 4, form: answer(401) },
    ...{ rows: 750, requests: 4, says: 'the service does not accept it' },
  },
  {
    what: 'a redirect on page 2',
    played: { nth: 2, form: answer(307, '', { location: 'https://example.com/' }) },
    ...{ rows: 250, requests: 2, says: 'which is never followed' },
  },
  {
    what: 'no answer on page 2 until the budget ends',
    played: { nth: 2, form: { kind: 'hang' } },
    ...{ inputs: SHORT, rows: 250, requests: 2, says: 'the budget ended' },
  },
  {
    what: 'the quota used up for longer than the budget on page 7',
    played: { nth: 7, form: answer(429, '', { 'retry-after': 'Wed, 01 Jan 2200 12:00:30 GMT' }) },
    ...{ rows: 1_500, requests: 7, says: 'the quota was used up until 2200-01-01 12:00 UTC' },
  },
])(
  '$what: partial, and nothing of what was read is lost',
  async ({ played, inputs, rows, nextOffset = rows, requests, says }) => {
    await using scene = await createExportScene({ visitors: VISITORS });
    play(scene, played);
    const result = await scene.run({ 'visitors-file': 'visitors.csv', timeout: '60s', ...inputs });
    expect(result.outputs.verdict).toBe('exported');
    expect(visitorsOf(result)).toMatchObject(totals);
    expectPartial(scene, result, { rows: ALL.slice(0, rows), nextOffset, says });
    expect(scene.queries()).toHaveLength(requests);
  },
);
