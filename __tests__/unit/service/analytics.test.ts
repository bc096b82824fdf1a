import { describe, expect, test } from '@jest/globals';
import type { HttpRequest } from '../../../src/http/transport.ts';
import { createVisitorsReader } from '../../../src/service/analytics.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { KEY, wordsOf } from '../../support/service-errors.ts';

const TOTALS = { human: 40, ai: 20, total: 55 };
const ROW = { path: '/docs', human: 4, ai: 2, total: 5 };

interface Scene {
  readonly status?: number;
  readonly body?: string;
  readonly projectId?: string;
  readonly period?: { readonly from?: string; readonly to?: string };
  readonly offset?: number;
}

/** What a page of visitors is read as, and the request for it. */
async function read({
  status = 200,
  body = bodyWith(),
  projectId = 'p1',
  offset = 0,
  period = {},
}: Scene = {}) {
  const requests: HttpRequest[] = [];
  const announced: string[] = [];
  const connection = {
    baseUrl: new URL('https://agent.example'),
    projectId,
    apiKey: KEY,
    userAgent: 'test',
  };
  const readPage = createVisitorsReader(
    connection,
    { from: undefined, to: undefined, ...period },
    {
      send: async (request) => {
        requests.push(request);
        return { status, headers: new Map(), body: Buffer.from(body) };
      },
      clock: createFakeClock(),
      signal: new AbortController().signal,
      onSend: (operation) => void announced.push(operation),
    },
  );
  const reading = await readPage(offset, 5_000);
  expect([requests.length, announced]).toEqual([1, ['analytics']]);
  return { reading, request: requests[0] };
}

const bodyWith = (fields: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ totals: TOTALS, visitors: [ROW], hasMore: false, ...fields });

/** The page in an answer with these fields. */
const pageWith = async (fields: Readonly<Record<string, unknown>>) =>
  (await read({ body: bodyWith(fields) })).reading;

describe('a request for visitors', () => {
  test('is a GET with the documented headers, and its answer has at most 16 MiB', async () => {
    const { method, headers, maxBytes } = (await read()).request ?? {};
    expect({ method, headers, maxBytes }).toEqual({
      method: 'GET',
      headers: { authorization: `Bearer ${KEY}`, accept: 'application/json', 'user-agent': 'test' },
      maxBytes: 16 * 1024 * 1024,
    });
  });

  test.each<[Scene, string]>([
    [{}, 'p1/visitors?limit=250&offset=0'],
    [{ projectId: 'a/../b' }, 'a%2F..%2Fb/visitors?limit=250&offset=0'],
    [
      { period: { from: '2026-10-01', to: '2026-11-01' } },
      'p1/visitors?dateFrom=2026-10-01&dateTo=2026-11-01&limit=250&offset=0',
    ],
    [
      { period: { to: '2026-11-01' }, offset: 999_999_999_999 },
      'p1/visitors?dateTo=2026-11-01&limit=250&offset=999999999999',
    ],
    [
      { period: { from: '2026-10-01T12:00+02:00' } },
      'p1/visitors?dateFrom=2026-10-01T12%3A00%2B02%3A00&limit=250&offset=0',
    ],
  ])('with %j is for %s', async (scene, address) => {
    expect((await read(scene)).request?.url.href).toBe(
      `https://agent.example/v1/analytics/${address}`,
    );
  });
});

describe('an answer', () => {
  test('has totals, rows, and whether there are more; unknown fields are dropped', async () => {
    const page = { totals: TOTALS, rows: [ROW], unusable: 0, hasMore: true };
    expect(
      await pageWith({ visitors: [{ bounce: 0.2, ...ROW }], next: 'x', hasMore: true }),
    ).toEqual({
      kind: 'page',
      page,
    });
  });

  test.each([
    [400, 'refused', /Check `date-from`, `date-to` and `project-id`/],
    [404, 'refused', /Check `base-url`.*`project-id`/],
    [500, 'transient', /The service has a problem/],
  ])('with status %d is %s', async (status, kind, words) => {
    const { reading } = await read({ status, body: '{"error":"No, [secret redacted]"}' });
    expect(reading.kind).toBe(kind);
    expect(wordsOf(reading)).toMatch(words);
    expect(wordsOf(reading)).not.toContain('No,');
  });

  test.each<[words: string, bodies: readonly string[]]>([
    ['not a JSON object of visitors', ['', 'null', '"visitors"', '{"totals":']],
    ['a web page (HTML)', ['<html>Sign in</html>']],
    ['`totals` is missing or wrong', ['{}']],
    ['`totals.human` is missing or wrong', [bodyWith({ totals: { ...TOTALS, human: undefined } })]],
    ['`totals.ai` is missing or wrong', [bodyWith({ totals: { ...TOTALS, ai: -1 } })]],
    ['`visitors` is missing or wrong', [bodyWith({ visitors: { 0: ROW } })]],
    ['`hasMore` is missing or wrong', [bodyWith({ hasMore: undefined }), bodyWith({ hasMore: 0 })]],
  ])('is transient, and says what is wrong: %s', async (words, bodies) => {
    for (const body of bodies) {
      const { reading } = await read({ body });
      expect(reading.kind).toBe('transient');
      expect(wordsOf(reading)).toContain(words);
      expect(wordsOf(reading)).toContain('Check `base-url`');
      expect(wordsOf(reading)).not.toMatch(/undefined|Sign in/);
    }
  });
});

test('malformed rows are counted, and leave the others usable', async () => {
  const before = { ...ROW, path: '/before' };
  const after = { ...ROW, path: '/after' };
  const malformed = [
    null,
    JSON.parse('{"__proto__":{"path":"/x"},"human":1,"ai":1,"total":1}'),
    ...[undefined, 7, '', `/${'x'.repeat(1_000)}`, '\u0001'.repeat(167), '/\ud800', '/\udc00a'].map(
      (path) => ({
        ...ROW,
        path,
      }),
    ),
    ...[{ human: undefined }, { human: -1 }, { total: '5' }].map((count) => ({ ...ROW, ...count })),
  ];
  const page = { rows: [before, after], unusable: malformed.length };
  expect(await pageWith({ visitors: [before, ...malformed, after] })).toMatchObject({ page });
});

test('rows with an odd path or odd counts are usable', async () => {
  const rows = [
    ...[`/${'x'.repeat(999)}`, '/🎉', 'index.html', '/two\nlines', '\u200b'].map((path) => ({
      ...ROW,
      path,
    })),
    { ...ROW, human: 3, ai: 2, total: 3 }, // no sum
    { ...ROW, human: 0, ai: 0, total: 0 },
    { ...ROW, human: 0.5, ai: 2 ** 53, total: 1e300 }, // estimated
  ];
  expect(await pageWith({ visitors: rows })).toMatchObject({ page: { rows, unusable: 0 } });
});
