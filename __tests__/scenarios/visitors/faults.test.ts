import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { onService, respond } from '../../support/faults.ts';
import { testIn } from '../../support/scene-test.ts';
import {
  countSite,
  createExportScene,
  type ExportScene,
  expectPartial,
  page,
  rowsIn,
  visitorsOf,
} from '../../support/visitors-scene.ts';

const VISITORS = { pages: 2_600, seed: 3 };
const { totals, rows: ALL } = countSite(VISITORS);
const test = testIn(createExportScene, { visitors: VISITORS });
/** Requests for all of them. */
const REQUESTS = 11;
const FILE = { 'visitors-file': 'visitors.csv', timeout: '60s' };
/** Seconds for which it waits: the last ones of the timeout are for the report. */
const WAIT = 58.8;

/** A fault for one request, or for all requests from that one on. */
interface Played {
  /** From 1. */
  readonly nth: number;
  readonly form: FaultForm;
  readonly forGood?: boolean;
}

const play = (scene: ExportScene, { nth, form, forGood = false }: Played): void =>
  onService(scene, 'visitors', form, {
    skip: nth - 1,
    times: forGood ? Number.POSITIVE_INFINITY : 1,
  });

interface Fault {
  readonly what: string;
  readonly form: FaultForm;
  readonly verdict: string;
  readonly says: string;
  /** Seconds. */
  readonly after: number;
}

test.each<Fault>([
  {
    what: '401',
    form: respond(401),
    verdict: 'error',
    says: 'the key in `api-key` is wrong, expired or revoked',
    after: 0,
  },
  {
    what: '429 with a Retry-After beyond the timeout',
    form: respond(429, '', { 'retry-after': '7200' }),
    verdict: 'quota-exhausted',
    says: 'UTC',
    after: 0,
  },
  {
    what: 'no answer',
    form: { kind: 'hang' },
    verdict: 'error',
    says: 'no complete answer',
    after: WAIT,
  },
])(
  'an export whose first request gets $what ends as `$verdict` after $after s, without a file',
  async (scene, { form, verdict, says, after }) => {
    play(scene, { nth: 1, form, forGood: true });
    const result = await scene.run(FILE);
    expect(result).toMatchObject({ exitCode: 1, duration: after * 1_000 });
    expect(result.outputs).toMatchObject({ verdict, visitors: '', visitorsFile: '', pages: '' });
    for (const place of [result.log, result.summary, result.outputs.summary]) {
      expect(place?.replaceAll('\\', '')).toContain(says);
    }
    expect(scene.service.requests).toHaveLength(1);
    expect(scene.files()).toEqual([]);
  },
);

interface Ending {
  readonly what: string;
  readonly played: Played;
  /** Rows before the fault. */
  readonly rows: number;
  /** The row to continue at. Default: the one after them. */
  readonly nextOffset?: number;
  readonly requests: number;
  readonly says: string;
  /** Seconds. */
  readonly after?: number;
}

test.each<Ending>([
  {
    what: '500 from page 3 on',
    played: { nth: 3, form: respond(500, '{"error":"later"}'), forGood: true },
    rows: 500,
    requests: 2 + 4,
    says: 'The service answered 500',
  },
  {
    what: 'unusable rows alone from page 2 on',
    played: {
      nth: 2,
      form: page(totals, Array(250).fill({ path: '/broken' }), true),
      forGood: true,
    },
    rows: 250,
    requests: 1 + 10,
    nextOffset: 250 + 10 * 250,
    after: 0,
    says: 'contain no new usable row',
  },
  {
    what: 'no answer on page 2 until the timeout',
    played: { nth: 2, form: { kind: 'hang' } },
    rows: 250,
    requests: 2,
    says: 'the timeout came',
    after: WAIT,
  },
])(
  'an export that gets $what is an error, keeps all rows before it and names the offset to continue at',
  async (scene, { played, rows, nextOffset = rows, requests, says, after }) => {
    play(scene, played);
    const result = await scene.run(FILE);
    expectPartial(scene, result, { rows: ALL.slice(0, rows), nextOffset, says });
    expect(scene.queries()).toHaveLength(requests);
    if (after !== undefined) expect(result.duration).toBe(after * 1_000);
  },
);

test.each<{ what: string; form: FaultForm; pause: number; jitter: number }>([
  {
    what: '429 with `Retry-After: 7`',
    form: respond(429, '', { 'retry-after': '7' }),
    pause: 7_000,
    jitter: 0,
  },
  {
    what: 'a reset in the middle of the body',
    form: { kind: 'reset-mid-body' },
    pause: 1_000,
    jitter: 250,
  },
])(
  'an export that gets $what for a page asks again after $pause ms and up to $jitter ms of jitter, and has every row once',
  async (scene, { form, pause, jitter }) => {
    play(scene, { nth: 7, form });
    const result = await scene.run(FILE);
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'exported' },
    });
    expect(visitorsOf(result)).toMatchObject({ ...totals, pages: 2_600 });
    expect(result.summary).not.toMatch(/incomplete/i);
    expect(scene.files()).toEqual(['visitors.csv']);
    expect(rowsIn(scene.read('visitors.csv'))).toEqual(ALL);
    expect(scene.queries()).toHaveLength(REQUESTS + 1);
    expect(result.log).toContain(`Trying again in ${pause / 1_000} s`);
    expect(result.duration).toBeGreaterThanOrEqual(pause);
    expect(result.duration).toBeLessThanOrEqual(pause + jitter);
  },
);

test('a second export continues at the offset that the first one named, and has exactly the rest', async (scene) => {
  play(scene, { nth: 9, form: respond(403), forGood: true });
  const first = await scene.run({ 'visitors-file': 'first.csv' });
  const [, nextOffset] = /offset: (\d+)/.exec(first.log) ?? [];
  scene.service.reset();
  const second = await scene.run({ 'visitors-file': 'rest.csv', offset: `${nextOffset}` });
  expect(second).toMatchObject({
    exitCode: 0,
    annotations: [],
    outputs: { visitorsFile: 'rest.csv' },
  });
  expect(visitorsOf(second)).toMatchObject({ ...totals, pages: 600 });
  expect(scene.files()).toEqual(['first.partial.csv', 'rest.csv']);
  const files = [scene.read('first.partial.csv'), scene.read('rest.csv')];
  expect(files.flatMap((text) => rowsIn(text))).toEqual(ALL);
  expect(scene.queries().map(({ offset }) => offset)).toEqual(['2000', '2250', '2500']);
  for (const place of [second.log, second.summary, second.outputs.summary]) {
    expect(place).toContain('The export starts at offset 2,000 and lacks the rows before it.');
  }
  expect(second.summary).toContain('; 600 pages read.');
  expect(second.summary).toContain('of the rows that were read');
});

const SITE = { pages: 600, seed: 3 };
const { totals: siteTotals, rows: SITE_ROWS } = countSite(SITE);

describe('an export reads to the end and warns', () => {
  const test = testIn(createExportScene, { visitors: SITE });
  const good = { path: '/good', human: 1, ai: 0, total: 1 };
  const BROKEN = [
    null,
    'a row',
    {},
    { ...good, path: '' },
    { ...good, path: '/\ud800' },
    { ...good, human: -1 },
  ];

  test.each<{
    what: string;
    played: Played[];
    rows: typeof ALL;
    counts: Record<string, number>;
    says: string;
  }>([
    {
      what: 'of unusable rows among good ones',
      played: [
        {
          nth: 2,
          form: page(siteTotals, [...BROKEN, ...SITE_ROWS.slice(250 + BROKEN.length, 500)], true),
        },
      ],
      rows: SITE_ROWS.toSpliced(250, BROKEN.length),
      counts: { unusable: BROKEN.length },
      says: `${BROKEN.length} rows without a valid path or numbers left out.`,
    },
    {
      what: 'of repeated rows, after ten new ones came in front of the list',
      played: [
        { nth: 2, form: page(siteTotals, SITE_ROWS.slice(240, 490), true) },
        { nth: 3, form: page(siteTotals, SITE_ROWS.slice(490), false) },
      ],
      rows: SITE_ROWS,
      counts: { repeated: 10 },
      says: '10 rows received twice and counted once. If the list changed while it was read, other rows may be missing.',
    },
  ])('$what', async (scene, { played, rows, counts, says }) => {
    for (const each of played) play(scene, each);
    const result = await scene.run(FILE);
    expect(result).toMatchObject({
      exitCode: 0,
      outputs: { verdict: 'exported', visitorsFile: 'visitors.csv' },
    });
    const none = { unusable: 0, repeated: 0 };
    expect(visitorsOf(result)).toMatchObject({
      ...siteTotals,
      ...none,
      ...counts,
      pages: rows.length,
    });
    expect(scene.queries().map(({ offset }) => offset)).toEqual(['0', '250', '500']);
    expect(rowsIn(scene.read('visitors.csv'))).toEqual(rows);
    expect(result.annotations).toEqual([
      { level: 'warning', message: expect.stringContaining(says) },
    ]);
    for (const place of [result.log, result.summary, result.outputs.summary])
      expect(place).toContain(says);
  });
});

describe('an export has every row once', () => {
  const test = testIn<ExportScene, { visitors: object }>(createExportScene, { visitors: SITE });
  const ESTIMATED = SITE_ROWS.map(({ path, human, ai, total }) => {
    return { path, human: human + 0.5, ai: ai + 0.25, total: total + 0.75 };
  });
  /** What a service answers that has these pages of rows. */
  const inPages = (...pages: (typeof ALL)[]): Played[] =>
    pages.map((rows, at) => ({ nth: at + 1, form: page(siteTotals, rows, at + 1 < pages.length) }));

  test.each<{
    what: string;
    visitors?: object;
    played?: Played[];
    offsets: number[];
    rows?: typeof ALL;
  }>([
    {
      what: 'from a service that gives at most 100 rows per page',
      visitors: { ...SITE, rowCap: 100 },
      offsets: [0, 100, 200, 300, 400, 500],
    },
    {
      what: 'from a service with an empty page in the middle',
      played: inPages(SITE_ROWS.slice(0, 250), [], SITE_ROWS.slice(250, 500), SITE_ROWS.slice(500)),
      offsets: [0, 250, 500, 750],
    },
    {
      what: 'with fractions, from a service that estimates',
      played: inPages(ESTIMATED.slice(0, 250), ESTIMATED.slice(250, 500), ESTIMATED.slice(500)),
      offsets: [0, 250, 500],
      rows: ESTIMATED,
    },
  ])('$what', async (scene, { played = [], offsets, rows = SITE_ROWS }) => {
    for (const each of played) play(scene, each);
    const result = await scene.run(FILE);
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'exported' },
    });
    expect(visitorsOf(result)).toMatchObject({ pages: 600, unusable: 0, repeated: 0 });
    expect(scene.queries().map(({ offset }) => Number(offset))).toEqual(offsets);
    expect(rowsIn(scene.read('visitors.csv'))).toEqual(rows);
  });
});
