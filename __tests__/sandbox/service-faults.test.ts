import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ServiceFault as Fault } from '../../sandbox/service/service.ts';
import { createService, type Service } from '../../sandbox/service/service.ts';

let service: Service;

const JOBS = '/v2/agent/acme-docs/job';

beforeEach(async () => {
  service = await createService({ job: { seconds: 0 } });
});
afterEach(() => service.close());

interface Seen {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The code of the error that ended the response, or `whole`. */
  readonly end: string;
}

/** What a client receives of a response until its end. */
async function ask(method: 'GET' | 'POST', path: string): Promise<Seen> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const sent = request(`${service.url}${path}`, { method, headers, agent: false });
  sent.on('error', () => undefined); // reported again after the response's error
  const chunks: Buffer[] = [];
  let head: Pick<Seen, 'status' | 'headers'> = { status: undefined, headers: {} };
  try {
    sent.end(method === 'POST' ? '{"prompt":"x"}' : undefined);
    const [response] = await once(sent, 'response');
    head = { status: response.statusCode, headers: response.headers };
    for await (const chunk of response) chunks.push(chunk);
    return { ...head, body: Buffer.concat(chunks), end: 'whole' };
  } catch (error) {
    return { ...head, body: Buffer.concat(chunks), end: Object(error).code };
  }
}

const create = () => ask('POST', JOBS);
const announced = ({ headers }: Seen) => Number(headers['content-length']);

/** Every byte of the response to a create request, and how the connection ended. */
async function onTheWire(): Promise<{ bytes: string; end: string }> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const head = ['host: x', `authorization: Bearer ${service.key}`, 'content-type: application/json'];
  socket.write(`POST ${JOBS} HTTP/1.1\r\n${head.join('\r\n')}\r\ncontent-length: 14\r\n\r\n{"prompt":"x"}`);
  const end = new Promise<string>((resolve) => {
    socket.on('error', () => undefined).on('close', (hadError) => resolve(hadError ? 'reset' : 'clean'));
  });
  let bytes = '';
  socket.setEncoding('latin1').on('data', (data) => {
    bytes += data;
  });
  return { end: await end, bytes };
}

describe('a made-up answer', () => {
  const location = 'http://127.0.0.2/';
  const html = { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>' };
  const given: [string, { status: number; headers?: Record<string, string>; body?: string | Buffer }, object][] = [
    ['502 with HTML', html, { status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>') }],
    ['a redirect', { status: 307, headers: { location } }, { status: 307, headers: { location } }],
    ['an absurd time', { status: 429, headers: { 'Retry-After': '-1' } }, { headers: { 'retry-after': '-1' } }],
    ['nothing', { status: 200 }, { status: 200, body: Buffer.alloc(0) }],
    ['bytes', { status: 200, body: Buffer.from([0, 255, 10]) }, { body: Buffer.from([0, 255, 10]) }],
    ['204', { status: 204 }, { status: 204, body: Buffer.alloc(0) }],
  ];

  test.each(given)('is sent as it was given: %s', async (_, answer, expected) => {
    service.faults.add({ operation: 'create', kind: 'answer', ...answer });
    expect(await create()).toMatchObject({ end: 'whole', ...expected });
    expect((await create()).status).toBe(201);
  });

  test('that cannot be sent is refused when the fault is added', () => {
    const fault = { operation: 'get', kind: 'answer', status: 200 } as const;
    expect(() => service.faults.add({ ...fault, headers: { 'x-bad': 'a\nb' } })).toThrow('x-bad');
    expect(() => service.faults.add({ ...fault, status: 99 })).toThrow('200 to 599');
    expect(() => service.faults.add({ ...fault, times: 0 })).toThrow('at least 1');
  });
});

describe('the fault', () => {
  test('`reset` ends the connection before the answer', async () => {
    service.faults.add({ operation: 'create', kind: 'reset' });
    expect(await onTheWire()).toEqual({ end: 'reset', bytes: '' });
    service.faults.add({ operation: 'create', kind: 'reset' });
    expect((await create()).end).toBe('ECONNRESET');
  });

  test('`reset-mid-body` resets the connection after half of the body', async () => {
    service.faults.add({ operation: 'create', kind: 'reset-mid-body', times: 2 });
    const seen = await create();
    expect(seen).toMatchObject({ status: 201, end: 'ECONNRESET' });
    expect(seen.body.length).toBe(Math.floor(announced(seen) / 2));
    expect((await onTheWire()).end).toBe('reset');
  });

  test('`truncate` closes the connection after half of the announced body', async () => {
    service.faults.add({ operation: 'create', kind: 'truncate', times: 2 });
    const seen = await create();
    expect([seen.status, seen.body.length]).toEqual([201, Math.floor(announced(seen) / 2)]);
    const { end, bytes } = await onTheWire();
    const [head = '', body = ''] = bytes.split('\r\n\r\n');
    expect([end, body.length]).toEqual(['clean', Math.floor(Number(/content-length: (\d+)/.exec(head)?.[1]) / 2)]);
  });

  test('`truncate-chunked` closes the connection without a last chunk', async () => {
    service.faults.add({ operation: 'create', kind: 'truncate-chunked', times: 2 });
    expect(await create()).toMatchObject({
      status: 201,
      end: 'ECONNRESET',
      headers: { 'transfer-encoding': 'chunked' },
    });
    const { end, bytes } = await onTheWire();
    expect(end).toBe('clean');
    expect(bytes).toMatch(/\r\n\r\n[0-9a-f]+\r\n\{"id":"job_[^\r]+\r\n$/);
  });

  test.each(['close', 'reset'] as const)('`hang` sends nothing until a %s of the service', async (release) => {
    service.faults.add({ operation: 'create', kind: 'hang' });
    const answer = create();
    while (service.jobs.length === 0) await new Promise(setImmediate);
    expect(await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 50, 'hangs'))])).toBe('hangs');
    await service[release]();
    expect((await answer).end).toBe('ECONNRESET');
  });
});

describe('the body of an answer', () => {
  test('can be huge JSON without a length', async () => {
    service.faults.add({ operation: 'create', kind: 'huge', bytes: 5_000_000 });
    const { headers, body, end } = await create();
    expect([end, body.length, headers['content-length']]).toEqual(['whole', 5_000_000, undefined]);
    expect(JSON.parse(body.toString())).toHaveLength(4_999_998);
  });

  test('can be a gzip bomb', async () => {
    service.faults.add({ operation: 'create', kind: 'gzip-bomb' });
    const { headers, body } = await create();
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(body.length).toBeLessThan(60_000);
    const opened = gunzipSync(body);
    expect([opened.length, opened[0], opened.at(-1)]).toEqual([50 * 1024 * 1024, 0x22, 0x22]);
  });

  test('can have 20 KB of headers', async () => {
    service.faults.add({ operation: 'create', kind: 'big-headers', times: 2 });
    expect((await create()).end).toBe('HPE_HEADER_OVERFLOW');
    const options = { method: 'POST', agent: false, maxHeaderSize: 65_536 };
    const [response] = await once(request(`${service.url}${JOBS}`, options).end(), 'response');
    expect(JSON.stringify(response.headers).length).toBeGreaterThan(20_000);
    expect(await text(response)).toContain('error');
  });
});

describe('a fault', () => {
  const answers = async (count: number) => {
    const seen: (number | undefined)[] = [];
    for (let at = 0; at < count; at += 1) seen.push((await create()).status);
    return seen;
  };
  const failing = (status: number) => ({ operation: 'create', kind: 'answer', status }) as const;

  test('applies once, several times or always', async () => {
    service.faults.add(failing(500));
    service.faults.add({ ...failing(502), times: 2 });
    service.faults.add({ ...failing(503), times: Number.POSITIVE_INFINITY });
    expect(await answers(6)).toEqual([500, 502, 502, 503, 503, 503]);
    service.faults.clear();
    expect(await answers(1)).toEqual([201]);
  });

  test('lets some requests pass, counted from when it was added', async () => {
    service.faults.add({ ...failing(500), skip: 1 });
    service.faults.add({ ...failing(502), skip: 3 });
    expect(await answers(5)).toEqual([201, 500, 201, 502, 201]);
  });

  const leaving: [string, Fault, number][] = [
    ['reset', { operation: 'create', kind: 'reset' }, 1],
    ['reset before it was taken', { operation: 'create', kind: 'reset', after: false }, 0],
    ['cut short', { operation: 'create', kind: 'truncate' }, 1],
    ['cut short before it was taken', { operation: 'create', kind: 'truncate', after: false }, 0],
    ['500', { operation: 'create', kind: 'answer', status: 500 }, 1],
    ['500 before it was taken', { operation: 'create', kind: 'answer', status: 500, after: false }, 0],
    ['429', { operation: 'create', kind: 'answer', status: 429 }, 0],
    ['307', { operation: 'create', kind: 'answer', status: 307 }, 0],
    ['400 that lies', { operation: 'create', kind: 'answer', status: 400, after: true }, 1],
  ];
  test.each(leaving)('of the kind “%s” creates its job or does not', async (_, fault, jobs) => {
    service.faults.add(fault);
    await create();
    expect([service.jobs.length, service.requests.length]).toEqual([jobs, 1]);
  });
});
