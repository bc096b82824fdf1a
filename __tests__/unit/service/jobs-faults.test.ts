import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { createTransport } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { expired, selfSigned, trusting } from '../../support/certificates.ts';
import { connect, wordsOf } from '../../support/connected-service.ts';
import { jobBody } from '../../support/job-body.ts';
import { httpAnswer, serveBytes, serveCutShort, serveHttp, serveTls } from '../../support/loopback.ts';

const JOB = JSON.stringify(jobBody());

describe('a create at a server', () => {
  const local = selfSigned('127.0.0.1');
  const elsewhere = selfSigned('other.example');
  const old = expired('127.0.0.1');

  test('with a trusted certificate is accepted', async () => {
    await using server = await serveTls(local, (socket) => socket.end(httpAnswer(201, JOB)));
    using _ = trusting(local);
    expect((await connect(`https://127.0.0.1:${server.port}`).service.createJob('x')).kind).toBe('accepted');
    expect(server.requests).toEqual(['POST /v2/agent/p1/job']);
  });

  test.each([
    { what: 'that is self-signed', served: local, trusted: elsewhere, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    { what: 'of another host', served: elsewhere, trusted: elsewhere, code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    { what: 'that has expired', served: old, trusted: old, code: 'CERT_HAS_EXPIRED' },
  ])('with a certificate $what is not sent or repeated, and names the problem', async ({ served, trusted, code }) => {
    await using server = await serveTls(served, (socket) => socket.end(httpAnswer(201, JOB)));
    using _ = trusting(trusted);
    const { service, sent } = connect(`https://127.0.0.1:${server.port}`);
    const result = await service.createJob('x');
    expect(result).toMatchObject({ kind: 'unsent', repeatable: false });
    expect(wordsOf(result)).toContain(code);
    expect(wordsOf(result)).toContain('NODE_EXTRA_CA_CERTS');
    expect(sent).toEqual(['create']);
    expect(server.requests).toEqual([]);
    expect((await service.readJob('j1', 1_000)).kind).toBe('refused');
  });

  test('without TLS is not sent or repeated', async () => {
    await using server = await serveHttp((_, response) => response.end(JOB));
    const { service, sent } = connect(`https://127.0.0.1:${server.port}`);
    const result = await service.createJob('x');
    expect(result).toMatchObject({ kind: 'unsent', repeatable: false });
    expect(wordsOf(result)).toMatch(/TLS/);
    expect(sent).toEqual(['create']);
  });

  test('that hangs up in the handshake is not sent', async () => {
    await using server = await serveBytes(() => {});
    await using rude = await serveTls({}, () => {}); // without a certificate, every handshake fails
    expect((await connect(`https://127.0.0.1:${rude.port}`).service.createJob('x')).kind).toBe('unsent');
    const { service } = connect(`https://127.0.0.1:${server.port}`, { deadline: 200 });
    expect((await service.createJob('x')).kind).toBe('unsent');
  });
});

describe('a status request', () => {
  test.each([
    ['reset in mid-body', false],
    ['cut short and closed cleanly', true],
  ])('whose answer is %s is transient', async (_, isClean) => {
    await using server = await serveCutShort(JOB, isClean);
    const reading = await connect(server.url).service.readJob('j_8fk2', 2_000);
    expect(reading.kind).toBe('transient');
    expect(wordsOf(reading)).toMatch(/truncated/);
  });

  test('whose answer drips ends at the timeout of the attempt', async () => {
    await using server = await serveBytes((socket) => {
      const bytes = httpAnswer(200, JOB);
      let next = 0;
      const timer = setInterval(() => socket.write(bytes.subarray(next, ++next)), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const began = performance.now();
    const reading = await connect(server.url).service.readJob('j_8fk2', 120);
    expect(reading.kind).toBe('transient');
    expect(wordsOf(reading)).toMatch(/no complete answer/);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('ends at once when the run is cancelled', async () => {
    const cancel = new AbortController();
    await using server = await serveBytes(() => cancel.abort());
    const { service } = connect(server.url, { signal: cancel.signal });
    const began = performance.now();
    expect((await service.readJob('j_8fk2', 10_000)).kind).toBe('transient');
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe('an answer', () => {
  const MEGABYTE = 1024 * 1024;

  test('of 50 MB is cut off at 1 MiB', async () => {
    let written = 0;
    await using server = await serveHttp((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (written < 50 * MEGABYTE && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const reading = await connect(server.url).service.readJob('j_8fk2', 5_000);
    expect(reading.kind).toBe('refused');
    expect(wordsOf(reading)).toMatch(/larger than 1048576 bytes.*base-url/);
    expect(written).toBeLessThan(25 * MEGABYTE);
  });

  test('of 48 KB of gzip that expand to 50 MB is cut off', async () => {
    // Members of gzip, one behind the other, are one stream (RFC 1952, 2.2).
    const bomb = Buffer.concat(Array(50).fill(gzipSync(Buffer.alloc(MEGABYTE))));
    expect(bomb.length).toBeLessThan(64 * 1024);
    await using server = await serveBytes((socket) =>
      socket.end(httpAnswer(201, bomb, { 'content-encoding': 'gzip' })),
    );
    const result = await connect(server.url).service.createJob('x');
    expect(result.kind).toBe('unconfirmed');
    expect(wordsOf(result)).toMatch(/larger than/);
    expect(server.requests).toHaveLength(1);
  });

  test('of exactly 1 MiB is read, and of one byte more is not', async () => {
    await using server = await serveHttp((request, response) => {
      response.end(Buffer.alloc(request.url === '/1' ? MEGABYTE : MEGABYTE + 1, ' '));
    });
    const ask = (path: string) =>
      createTransport(systemClock)({
        method: 'GET',
        url: new URL(path, server.url),
        headers: {},
        timeout: 5_000,
        maxBytes: MEGABYTE,
      });
    expect((await ask('/1')).body).toHaveLength(MEGABYTE);
    await expect(ask('/2')).rejects.toMatchObject({ fault: 'too-large' });
  });

  test('with headers of 20 KB is a clear error', async () => {
    await using server = await serveBytes((socket) =>
      socket.end(httpAnswer(200, JOB, { 'x-long': 'x'.repeat(20_480) })),
    );
    const reading = await connect(server.url).service.readJob('j_8fk2', 2_000);
    expect(reading.kind).toBe('transient');
    expect(wordsOf(reading)).toMatch(/HPE_HEADER_OVERFLOW/);
  });
});
