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
  readonly from?: string;
  readonly to?: string;
  readonly offset?: number;
}

/** What a page of visitors is read as, and the request for it. */
async function read({ status = 200, body = bodyWith(), projectId = 'p1', offset = 0, from, to }: Scene = {}) {
  const requests: HttpRequest[] = [];
  const announced: string[] = [];
  const connection = { baseUrl: new URL('https://agent.example'), projectId, apiKey: KEY, userAgent: 'test' };
  const readPage = createVisitorsReader(
    connection,
    { from, to },
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
  expect(requests).toHaveLength(1);
  expect(announced).toEqual(['analytics']);
  return { reading, request: requests[0] };
}

const bodyWith = (fields: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ totals: TOTALS, visitors: [ROW], hasMore: false, ...fields });

/** The page in an answer with these fields. */
const pageWith = async (fields: Readonly<Record<string, unknown>>) => (await read({ body: bodyWith(fields) })).reading;

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
    [{ from: '2026-10-01', to: '2026-11-01' }, 'p1/visitors?dateFrom=2026-10-01&dateTo=2026-11-01&limit=250&offset=0'],
    [{ to: '2026-11-01', offset: 999_999_999_999 }, 'p1/visitors?dateTo=2026-11-01&limit=250&offset=999999999999'],
    [{ from: '2026-10-01T12:00+02:00' }, 'p1/visitors?dateFrom=2026-10-01T12%3A00%2B02%3A00&limit=250&offset=0'],
  ])('with %j is for %s', async (scene, address) => {
    expect((await read(scene)).request?.url.href).toBe(`https://agent.example/v1/analytics/${address}`);
  });
});

describe('an answer', () => {
  test('has totals, rows, and whether there are more; unknown fields are dropped', async () => {
    const page = { totals: TOTALS, rows: [ROW], unusable: 0, hasMore: true };
    expect(await pageWith({ visitors: [{ bounce: 0.2, ...ROW }], next: 'x', hasMore: true })).toEqual({
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

  test.each([
    ['', 'not a JSON object of visitors'],
    ['null', 'not a JSON object of visitors'],
    ['"visitors"', 'not a JSON object of visitors'],
    ['{"totals":', 'not a JSON object of visitors'],
    ['<html>Sign in</html>', 'a web page (HTML)'],
    ['{}', '`totals` is missing or wrong'],
    [bodyWith({ totals: { ...TOTALS, human: undefined } }), '`totals.human` is missing or wrong'],
    [bodyWith({ totals: { ...TOTALS, ai: -1 } }), '`totals.ai` is missing or wrong'],
    [bodyWith({ visitors: { 0: ROW } }), '`visitors` is missing or wrong'],
    [bodyWith({ hasMore: undefined }), '`hasMore` is missing or wrong'],
    [bodyWith({ hasMore: 0 }), '`hasMore` is missing or wrong'],
  ])('with the body %j is transient, and says what is wrong', async (body, words) => {
    const { reading } = await read({ body });
    expect(reading.kind).toBe('transient');
    expect(wordsOf(reading)).toContain(words);
    expect(wordsOf(reading)).toContain('Check `base-url`');
    expect(wordsOf(reading)).not.toMatch(/undefined|Sign in/);
  });
});

describe('a row', () => {
  test.each<[what: string, row: object | null]>([
    ['null', null],
    ['without a path', { ...ROW, path: undefined }],
    ['with a number for a path', { ...ROW, path: 7 }],
    ['with an empty path', { ...ROW, path: '' }],
    ['with a path of 1,001 characters', { ...ROW, path: `/${'x'.repeat(1_000)}` }],
    ['with a path that JSON makes longer', { ...ROW, path: '\u0001'.repeat(167) }],
    ['with the first half of a character in its path', { ...ROW, path: '/\ud800' }],
    ['with the second half of a character in its path', { ...ROW, path: '/\udc00a' }],
    ['with its path in a `__proto__` field', JSON.parse('{"__proto__":{"path":"/x"},"human":1,"ai":1,"total":1}')],
    ['without people', { ...ROW, human: undefined }],
    ['with a negative count', { ...ROW, human: -1 }],
    ['with text for a count', { ...ROW, total: '5' }],
  ])('%s is counted, and leaves the others usable', async (_, broken) => {
    const [before, after] = [
      { ...ROW, path: '/before' },
      { ...ROW, path: '/after' },
    ];
    const page = { rows: [before, after], unusable: 2 };
    expect(await pageWith({ visitors: [before, broken, after, broken] })).toMatchObject({ page });
  });

  test.each<[what: string, fields: Partial<typeof ROW>]>([
    ['whose total is no sum', { human: 3, ai: 2, total: 3 }],
    ['without visitors', { human: 0, ai: 0, total: 0 }],
    ['with estimated counts', { human: 0.5, ai: 2 ** 53, total: 1e300 }],
    ['with a path of 1,000 characters', { path: `/${'x'.repeat(999)}` }],
    ['with a path of whole characters', { path: '/🎉' }],
    ['with a path without a slash', { path: 'index.html' }],
    ['with a line break in its path', { path: '/two\nlines' }],
    ['with a path of invisible characters', { path: '\u200b' }],
  ])('%s is usable', async (_, fields) => {
    const row = { ...ROW, ...fields };
    expect(await pageWith({ visitors: [row] })).toMatchObject({ page: { rows: [row], unusable: 0 } });
  });
});
