import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Fault } from '../../sandbox/http/faults.ts';
import { createService, type Service } from '../../sandbox/service/service.ts';

let service: Service;

beforeEach(async () => {
  service = await createService({ key: 'docs_1', job: { seconds: 0 } });
});
afterEach(() => service.close());

const REQUEST = `POST /v2/agent/acme-docs/job HTTP/1.1
host: x
connection: close
authorization: Bearer docs_1
content-type: application/json
content-length: 14

{"prompt":"x"}`;

/** The answer to a create request as it came over the wire, and how the connection ended. */
async function create() {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  const end = await new Promise<string>((resolve) => {
    socket
      .on('error', () => undefined)
      .on('close', (hadError) => resolve(hadError ? 'reset' : 'clean'));
    socket.on('data', (data) => chunks.push(data));
    socket.write(REQUEST.replaceAll('\n', '\r\n'));
  });
  const bytes = Buffer.concat(chunks);
  const [headers = ''] = bytes.toString('latin1').split('\r\n\r\n', 1);
  const announced = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
  return {
    end,
    headers,
    status: Number(headers.split(' ')[1]),
    body: bytes.subarray(headers.length + 4),
    announced,
  };
}

test.each<
  [string, { status: number; headers?: Record<string, string>; body?: string | Buffer }, string]
>([
  [
    '502 with HTML',
    { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>' },
    'text/html',
  ],
  [
    'a redirect',
    { status: 307, headers: { location: 'http://127.0.0.2/' } },
    'location: http://127.0.0.2/',
  ],
  ['an absurd time', { status: 429, headers: { 'Retry-After': '-1' } }, 'Retry-After: -1'],
  ['bytes', { status: 200, body: Buffer.from([0, 255, 10]) }, 'content-type: application/json'],
  ['204', { status: 204 }, 'No Content'],
])('a made-up answer is sent once, as it was given: %s', async (_, answer, header) => {
  service.faults.add({ operation: 'create', kind: 'answer', ...answer });
  const seen = await create();
  expect(seen).toMatchObject({
    status: answer.status,
    body: Buffer.from(answer.body ?? ''),
    end: 'clean',
  });
  expect(seen.headers).toContain(header);
  expect((await create()).status).toBe(201);
});

test('a fault that cannot be played is refused when it is added', () => {
  const fault = { operation: 'get', kind: 'answer', status: 200 } as const;
  expect(() => service.faults.add({ ...fault, headers: { 'x-bad': 'a\nb' } })).toThrow(
    'invalid header value',
  );
  expect(() => service.faults.add({ ...fault, status: 99 })).toThrow('200 to 599');
  expect(() => service.faults.add({ ...fault, times: 0 })).toThrow('at least 1');
});

test.each([
  ['reset', 'reset', 0],
  ['reset-mid-body', 'reset', 0.5],
  ['truncate', 'clean', 0.5],
] as const)(
  'the fault `%s` ends the connection (%s) after this share of the body: %d',
  async (kind, end, share) => {
    service.faults.add({ operation: 'create', kind });
    const { announced, body, ...seen } = await create();
    expect([seen.end, body.length]).toEqual([end, Math.floor(announced * share)]);
    expect(announced > 0).toBe(share > 0);
  },
);

test.each(['close', 'reset'] as const)(
  'the fault `hang` sends nothing until a %s of the service',
  async (release) => {
    service.faults.add({ operation: 'create', kind: 'hang' });
    const answer = create();
    while (service.jobs.length === 0) await new Promise(setImmediate);
    expect(
      await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 50, 'hangs'))]),
    ).toBe('hangs');
    await service[release]();
    expect((await answer).headers).toBe('');
  },
);

test('a fault applies once, several times or always, after some requests that pass', async () => {
  const failing = (status: number) => ({ operation: 'create', kind: 'answer', status }) as const;
  service.faults.add({ ...failing(500), skip: 1 });
  service.faults.add({ ...failing(502), times: 2, skip: 3 });
  service.faults.add({ ...failing(503), times: Number.POSITIVE_INFINITY, skip: 4 });
  const seen: number[] = [];
  for (let at = 0; at < 7; at += 1) seen.push((await create()).status);
  service.faults.clear();
  expect([...seen, (await create()).status]).toEqual([201, 500, 201, 502, 502, 503, 503, 201]);
});

test.each<[string, Fault, number]>([
  ['reset', { kind: 'reset' }, 1],
  ['reset before it was taken', { kind: 'reset', after: false }, 0],
  ['500', { kind: 'answer', status: 500 }, 1],
  ['500 before it was taken', { kind: 'answer', status: 500, after: false }, 0],
  ['429', { kind: 'answer', status: 429 }, 0],
  ['307', { kind: 'answer', status: 307 }, 0],
  ['400 that lies', { kind: 'answer', status: 400, after: true }, 1],
])('a request with the fault “%s” creates a job or does not', async (_, fault, jobs) => {
  service.faults.add({ operation: 'create', ...fault });
  await create();
  expect([service.jobs.length, service.requests.length]).toEqual([jobs, 1]);
});
