import { describe, expect, test } from '@jest/globals';
import { createTransport } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import type { Period } from '../../../src/service/analytics.ts';
import { createVisitorsReader } from '../../../src/service/analytics.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { serveHttp } from '../../support/loopback.ts';
import { KEY, wordsOf } from '../../support/service-errors.ts';

const ALL_TIME: Period = { from: undefined, to: undefined };
const ROW = { path: '/docs', human: 4, ai: 2, total: 5 };
const ANSWER = { totals: { human: 40, ai: 20, total: 55 }, visitors: [ROW], hasMore: true };
const BODY = JSON.stringify(ANSWER);

/** The reader on the real transport. */
function connect(baseUrl: string, { projectId = 'p1', period = ALL_TIME, signal = new AbortController().signal } = {}) {
  const sent: string[] = [];
  const connection = { baseUrl: new URL(baseUrl), projectId, apiKey: KEY, userAgent: 'docs-agent-action/test' };
  const effects = { send: createTransport(systemClock), clock: createFakeClock(), signal };
  const read = createVisitorsReader(connection, period, {
    ...effects,
    onSend: (operation) => void sent.push(operation),
  });
  return { read, sent };
}

/** The reading of a service that answers every request like this. */
async function reading(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  await using server = await serveHttp((_, response) => response.writeHead(status, headers).end(body));
  const read = await connect(server.url).read(0, 5_000);
  expect(server.requests).toHaveLength(1);
  return read;
}

describe('a request for visitors', () => {
  test('is a GET with exactly the documented query and headers', async () => {
    const seen: unknown[] = [];
    await using server = await serveHttp(({ method, url, headers }, response) => {
      seen.push({ method, url, headers });
      response.end(BODY);
    });
    const { read, sent } = connect(server.url);
    const page = { totals: ANSWER.totals, rows: [ROW], unusable: 0, hasMore: true };
    expect(await read(0, 5_000)).toEqual({ kind: 'page', page });
    expect(seen).toEqual([
      {
        method: 'GET',
        url: '/v1/analytics/p1/visitors?limit=250&offset=0',
        headers: {
          authorization: `Bearer ${KEY}`,
          accept: 'application/json',
          'accept-encoding': 'gzip',
          'user-agent': 'docs-agent-action/test',
          connection: 'close',
          host: `127.0.0.1:${server.port}`,
        },
      },
    ]);
    expect(sent).toEqual(['analytics']);
  });

  test.each<[Period, number, string]>([
    [{ from: '2026-10-01', to: '2026-11-01' }, 0, 'dateFrom=2026-10-01&dateTo=2026-11-01&limit=250&offset=0'],
    [{ from: '2026-10-01', to: undefined }, 250, 'dateFrom=2026-10-01&limit=250&offset=250'],
    [{ from: undefined, to: '2026-11-01' }, 500, 'dateTo=2026-11-01&limit=250&offset=500'],
    [
      { from: '2026-10-01T12:30:00.000Z', to: undefined },
      999_999_999_999,
      'dateFrom=2026-10-01T12%3A30%3A00.000Z&limit=250&offset=999999999999',
    ],
    [{ from: '2026-10-01T12:00+02:00', to: undefined }, 0, 'dateFrom=2026-10-01T12%3A00%2B02%3A00&limit=250&offset=0'],
  ])('has the period %j and the offset %d in its query', async (period, offset, query) => {
    await using server = await serveHttp((_, response) => response.end(BODY));
    await connect(server.url, { period }).read(offset, 5_000);
    expect(server.requests).toEqual([`GET /v1/analytics/p1/visitors?${query}`]);
  });

  test.each([['a/../b', 'a%2F..%2Fb']])('has the project %s as one segment of its path', async (projectId, encoded) => {
    await using server = await serveHttp((_, response) => response.end(BODY));
    await connect(server.url, { projectId }).read(0, 5_000);
    expect(server.requests).toEqual([`GET /v1/analytics/${encoded}/visitors?limit=250&offset=0`]);
  });
});

describe('an answer with visitors', () => {
  test.each([
    [400, 'refused', /Check `date-from`, `date-to` and `project-id`/],
    [404, 'refused', /Check `base-url`.*`project-id`/],
    [500, 'transient', /The service has a problem/],
  ])('with status %d is %s', async (status, kind, words) => {
    const read = await reading(status, '{"error":"No, [secret redacted]"}');
    expect(read.kind).toBe(kind);
    expect(wordsOf(read)).toMatch(words);
    expect(wordsOf(read)).not.toContain('No,');
  });

  test.each(['<html>Sign in</html>', '', 'null', '[]', '{}', BODY.slice(0, -9), BODY.replace('hasMore', 'more')])(
    'with status 200 and the body %j is transient',
    async (body) => {
      const read = await reading(200, body);
      expect(read.kind).toBe('transient');
      expect(wordsOf(read)).toMatch(/Check `base-url`/);
      expect(wordsOf(read)).not.toMatch(/undefined|Sign in/);
    },
  );

  test('of more than 16 MiB is refused, and not read to its end', async () => {
    const read = await reading(200, BODY + ' '.repeat(16 * 1024 * 1024));
    expect(read.kind).toBe('refused');
    expect(wordsOf(read)).toMatch(/larger than 16777216 bytes/);
  });
});
