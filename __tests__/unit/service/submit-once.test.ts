import { createServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { connect, KEY, wordsOf } from '../../support/connected-service.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { jobBody } from '../../support/job-body.ts';
import { deadPort, httpAnswer, type Loopback, serveBytes, serveHttp } from '../../support/loopback.ts';
import { sampleJob } from '../../support/sample-job.ts';

const JOB = JSON.stringify(jobBody());

/** Sends one create to a server, and gives what came of it with what was on the wire. */
async function createAt(server: Loopback, deadline = 60_000) {
  const { service, clock, sent } = connect(server.url, { deadline });
  const result = await service.createJob('Explain it');
  return { kind: result.kind, words: wordsOf(result), sent, pauses: clock.pauses, requests: server.requests };
}

describe('a create whose connection never opened', () => {
  test('as it was refused is tried three times, with pauses, and has a clear error', async () => {
    const { service, sent, clock } = connect(`http://127.0.0.1:${await deadPort()}`);
    const result = await service.createJob('x');
    expect(result).toMatchObject({ kind: 'unsent', repeatable: true });
    expect(wordsOf(result)).toMatch(/refused.*base-url/);
    expect(sent).toEqual(['create', 'create', 'create']);
    expect(clock.pauses).toHaveLength(2);
    for (const pause of clock.pauses) expect(pause).toBeGreaterThanOrEqual(1_000);
  });

  test('as the name does not resolve is tried three times', async () => {
    // `.invalid` never resolves (RFC 6761, 6.4).
    const { service, sent } = connect('https://agent.invalid');
    const result = await service.createJob('x');
    expect(result).toMatchObject({ kind: 'unsent', repeatable: true });
    expect(wordsOf(result)).toMatch(/does not resolve/);
    expect(sent).toHaveLength(3);
  });

  test('is not tried again if the pause does not fit into the timeout', async () => {
    const { service, sent } = connect(`http://127.0.0.1:${await deadPort()}`, { deadline: 500 });
    expect((await service.createJob('x')).kind).toBe('unsent');
    expect(sent).toHaveLength(1);
  });

  test('is accepted if the server is up at the second attempt', async () => {
    const clock = createFakeClock();
    const port = await deadPort();
    const late = createServer((socket) => {
      socket.once('data', () => socket.end(httpAnswer(201, JOB)));
    });
    const listening = Promise.withResolvers<void>();
    clock.at(1, () => late.listen(port, '127.0.0.1', listening.resolve));
    const sleep = async (ms: number, signal?: AbortSignal) => {
      await clock.sleep(ms, signal);
      await listening.promise;
    };
    const { service, sent } = connect(`http://127.0.0.1:${port}`, { clock: { ...clock, sleep } });
    expect((await service.createJob('x')).kind).toBe('accepted');
    expect(sent).toHaveLength(2);
    late.close();
  });
});

describe('a create that may have been carried out is sent once:', () => {
  test('its connection is reset before the answer', async () => {
    await using server = await serveBytes((socket) => socket.resetAndDestroy());
    const { kind, words, requests } = await createAt(server);
    expect(kind).toBe('unconfirmed');
    expect(words).toMatch(/broke before the answer/);
    expect(requests).toEqual(['POST /v2/agent/p1/job']);
    expect(server.connections()).toBe(1);
  });

  test('its connection is closed before the answer', async () => {
    await using server = await serveBytes((socket) => socket.end());
    expect(await createAt(server)).toMatchObject({ kind: 'unconfirmed', requests: ['POST /v2/agent/p1/job'] });
    expect(server.connections()).toBe(1);
  });

  test('it gets no answer before the timeout', async () => {
    await using server = await serveBytes(() => {});
    const { kind, words, requests } = await createAt(server, 250);
    expect(kind).toBe('unconfirmed');
    expect(words).toMatch(/no complete answer within 1 s/);
    expect(requests).toEqual(['POST /v2/agent/p1/job']);
    expect(server.connections()).toBe(1);
  });

  test.each([
    ['cut short and closed', (): Buffer => httpAnswer(201, JOB).subarray(0, -9)],
    [
      'cut short within its chunks',
      () => Buffer.from(`HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${JOB.slice(0, 5)}`),
    ],
    ['not HTTP', () => Buffer.from('220 mail.example ESMTP\r\n\r\n')],
    ['a head of 20 KB', () => httpAnswer(201, JOB, { 'x-long': 'x'.repeat(20_480) })],
    ['in an encoding that was not asked for', () => httpAnswer(201, JOB, { 'content-encoding': 'br' })],
    ['gzip that is none', () => httpAnswer(201, JOB, { 'content-encoding': 'gzip' })],
  ])('its answer is %s', async (_, bytes) => {
    await using server = await serveBytes((socket) => socket.end(bytes()));
    const { kind, words, requests, pauses } = await createAt(server);
    expect(kind).toBe('unconfirmed');
    expect(words).not.toMatch(/undefined|\[object/);
    expect(requests).toEqual(['POST /v2/agent/p1/job']);
    expect(server.connections()).toBe(1);
    expect(pauses).toEqual([]);
  });

  test('a follow-up, too, if its connection is reset', async () => {
    await using server = await serveBytes((socket) => socket.resetAndDestroy());
    const { service } = connect(server.url);
    expect((await service.sendFollowUp({ ...sampleJob(), id: 'j1' }, 'x')).kind).toBe('unconfirmed');
    expect(server.requests).toEqual(['POST /v2/agent/p1/job/j1/message']);
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    '(%d) to another host is refused, and that host sees nothing',
    async (status) => {
      await using other = await serveHttp((_, response) => response.end(JOB));
      await using server = await serveHttp((_, response) => {
        response.writeHead(status, { location: `${other.url}/v2/agent/p1/job` }).end();
      });
      const { kind, words } = await createAt(server);
      expect(kind).toBe('rejected');
      expect(words).toMatch(/redirect to `http:\/\/127\.0\.0\.1:\d+`,.*base-url/);
      expect(words).not.toContain(KEY);
      expect(server.requests).toEqual(['POST /v2/agent/p1/job']);
      expect(other.connections()).toBe(0);

      const reading = await connect(server.url).service.readJob('j1', 1_000);
      expect(reading.kind).toBe('refused');
      expect(other.connections()).toBe(0);
    },
  );

  test.each(['/elsewhere', '', 'http://[', 'javascript:alert(1)'])(
    'to %j on the same host is refused',
    async (location) => {
      await using server = await serveHttp((_, response) => response.writeHead(302, { location }).end());
      const { kind, words } = await createAt(server);
      expect(kind).toBe('rejected');
      expect(words).not.toMatch(/null|undefined|javascript/);
      expect(server.requests).toHaveLength(1);
    },
  );
});
