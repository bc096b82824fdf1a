import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createTransport, type HttpClient, type HttpRequest } from '../../src/http/transport.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Ended } from './action-process.ts';
import { labeled } from './events.ts';
import { leaks } from './leaks.ts';
import { createWorld, type World } from './world.ts';

/** What a server does with one request; `hang` lets time pass from then on. */
type Misdeed = (response: ServerResponse, hang: () => void, port: number) => void;

interface Wire {
  /** First lines that each server read. */
  readonly service: string[];
  readonly github: string[];
  readonly elsewhere: string[];
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(handle);
  return opened(server);
}

/** A proxy that answers to each tunnel that is wanted, and opens none. */
const refuseTunnels = (wanted: string[], answer: string): Promise<number> =>
  opened(
    createServer().on('connect', ({ url = '' }, socket) => {
      wanted.push(url);
      socket.end(answer);
    }),
  );

async function opened(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A run on real sockets and virtual time, between servers on this machine. */
async function runOnWire(
  world: World,
  {
    at,
    misdeed,
    env = {},
    inputs = {},
  }: { at: RegExp; misdeed: Misdeed; env?: Record<string, string>; inputs?: Record<string, string> },
): Promise<Wire & { readonly ended: Ended }> {
  const wire: Wire = { service: [], github: [], elsewhere: [] };
  const holds = new Set<() => void>();
  const hang = () => {
    for (const release of holds) release();
  };
  const elsewhere = await listen((request, response) => {
    wire.elsewhere.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  const serve = (name: 'service' | 'github') => async (request: IncomingMessage, response: ServerResponse) => {
    const line = `${request.method} ${name}${request.url}`;
    wire[name].push(line);
    let body = '';
    for await (const chunk of request) body += chunk;
    if (at.test(line)) return misdeed(response, hang, elsewhere);
    const { status, headers, body: answer } = world[name].answer(toRequest(request, body));
    response.writeHead(status, Object.fromEntries(headers)).end(answer);
  };
  const [service, github] = [await listen(serve('service')), await listen(serve('github'))];
  const transport = (clock: Clock): HttpClient => {
    const send = createTransport(clock, env);
    return async (request) => {
      const release = world.time.hold();
      holds.add(release);
      return send(request).finally(() => {
        holds.delete(release);
        release();
      });
    };
  };
  const ended = await world.run({
    event: labeled(),
    transport,
    env: { GITHUB_API_URL: `http://127.0.0.1:${github}` },
    inputs: { 'base-url': `http://127.0.0.1:${service}`, timeout: '2m', ...inputs },
  });
  return { ...wire, ended };
}

function toRequest({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): HttpRequest {
  const { authorization = '' } = headers;
  const rest = { timeout: 1, maxBytes: 1 };
  return {
    method,
    url: new URL(url, 'https://api.github.com'),
    headers: { authorization },
    body: body || '{}',
    ...rest,
  };
}

const CREATE = /^POST service\/v2\/agent\/p1\/job$/;
const STATUS = /^GET service\/v2\/agent\/p1\/job\//;
const LIST = /^GET github\/repos\/acme\/app\/issues\/31\/comments/;

const MISDEEDS: Readonly<Record<string, Misdeed>> = {
  'drips one byte': (response, hang) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{', hang);
  },
  'sends headers only': (response, hang) => {
    response.writeHead(200, { 'content-length': '100' }).flushHeaders();
    setImmediate(hang);
  },
  'says nothing': (_, hang) => hang(),
  'sends early hints and nothing else': (response, hang) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' }, hang);
  },
  'sends 4 MB': (response) => {
    response
      .on('error', () => {})
      .writeHead(200, { 'content-type': 'application/json' })
      .end(BIG);
  },
  'sends gzip of 4 MB': (response) => {
    response
      .on('error', () => {})
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(BOMB);
  },
  'sends an encoding that is not gzip': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}');
  },
  'sends 40 KB of headers': (response) => {
    response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end('{}');
  },
  'breaks off in the body': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"id":', () => response.destroy());
  },
  'speaks no HTTP': (response) => {
    response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n');
  },
};
const BIG = Buffer.alloc(4 << 20, 32);
const BOMB = gzipSync(BIG);

const cases = Object.entries(MISDEEDS).map(([name, misdeed]) => ({ name, misdeed }));

describe('a server that', () => {
  test.each(cases)(
    '$name when a job is to be created gets one request, and the verdict is unconfirmed',
    async ({ misdeed }) => {
      const { ended, service } = await runOnWire(createWorld(), { at: CREATE, misdeed });
      expect([ended.verdict, service.length]).toEqual(['unconfirmed', 1]);
      expect(ended.took).toBeLessThanOrEqual(135_000);
    },
  );

  test.each(cases)('$name instead of the status does not block the run', async ({ misdeed }) => {
    const world = createWorld();
    const { ended, service } = await runOnWire(world, { at: STATUS, misdeed });
    expect(['timed-out', 'error']).toContain(ended.verdict);
    expect([ended.outputs.jobId, service.filter((line) => CREATE.test(line)).length]).toEqual(['job-1', 1]);
    expect(ended.took).toBeLessThanOrEqual(135_000);
  });

  const silent = cases.filter(({ name }) => !name.includes('4 MB'));
  test.each(silent)('$name instead of the thread’s comments gets no job created', async ({ misdeed }) => {
    const { ended, service } = await runOnWire(createWorld(), { at: LIST, misdeed });
    expect([ended.verdict, service.length]).toEqual(['error', 0]);
  });
});

describe('a redirect', () => {
  const statuses = [301, 302, 303, 307, 308];
  const SECRET_PLACE = '/x?token=ghs_NotToBeShown0123456789';
  test.each(statuses)('of %d by the service is not followed, and its address not shown', async (status) => {
    for (const at of [CREATE, STATUS]) {
      const misdeed: Misdeed = (response, _, port) =>
        response.writeHead(status, { location: `http://127.0.0.1:${port}${SECRET_PLACE}` }).end();
      const { ended, service, elsewhere } = await runOnWire(createWorld(), { at, misdeed });
      expect([elsewhere, service.filter((line) => CREATE.test(line)).length]).toEqual([[], 1]);
      expect(ended.shown).not.toMatch(/NotToBeShown/);
    }
  });

  test.each(statuses)('of %d by GitHub to another host is not followed', async (status) => {
    const misdeed: Misdeed = (response, _, port) =>
      response.writeHead(status, { location: `http://127.0.0.1:${port}/repositories/1/issues/31/comments` }).end();
    const { ended, service, elsewhere } = await runOnWire(createWorld(), { at: LIST, misdeed });
    expect([ended.verdict, service, elsewhere]).toEqual(['error', [], []]);
  });

  test.each(statuses)('of %d by GitHub that leads to itself ends', async (status) => {
    const misdeed: Misdeed = (response) =>
      response.writeHead(status, { location: '/repositories/1/issues/31/comments' }).end();
    const at = /^GET github\/(repos\/acme\/app|repositories\/1)\/issues\/31\/comments/;
    const { ended, service, github } = await runOnWire(createWorld(), { at, misdeed });
    expect([ended.verdict, service]).toEqual(['error', []]);
    expect(github.length).toBeLessThan(20);
  });
});

describe('the credentials of a proxy are never shown, where', () => {
  const PASSWORD = 'pr0xyPassw0rdCanary';
  const proxies = [
    {
      name: 'it answers 407',
      answer: `HTTP/1.1 407 No\r\nproxy-authenticate: Basic realm="u:${PASSWORD}"\r\n\r\nu:${PASSWORD}`,
    },
    { name: 'it answers 502', answer: `HTTP/1.1 502 u:${PASSWORD}\r\n\r\n` },
    { name: 'it speaks no HTTP', answer: `${PASSWORD}\r\n\r\n` },
    { name: 'its address is no URL', answer: '', address: `http://u:${PASSWORD}@[::1` },
    { name: 'its scheme is not supported', answer: '', address: `socks5://u:${PASSWORD}@127.0.0.1:1` },
    { name: 'its address has no scheme', answer: 'HTTP/1.1 403 No\r\n\r\n', address: `u:${PASSWORD}@127.0.0.1:PORT` },
  ];
  test.each(proxies)('$name', async ({ answer, address }) => {
    const world = createWorld();
    const wanted: string[] = [];
    const port = await refuseTunnels(wanted, answer);
    const proxy = address ?? `http://u:${PASSWORD}@127.0.0.1:PORT`;
    const env = { HTTPS_PROXY: proxy.replace('PORT', String(port)) };
    const inputs = { 'base-url': 'https://agent.example' };
    const { ended } = await runOnWire(world, { at: /^$/, misdeed: () => {}, env, inputs });
    expect([ended.verdict, ended.exitCode]).toEqual(['error', 1]);
    expect(wanted).toEqual(proxy.includes('PORT') ? ['agent.example:443'] : []);
    const comments = world.github.comments.map(({ body }) => body).join('\n');
    expect(ended.shown + comments).not.toMatch(/pr0xy|Passw0rd|u:/);
    expect(leaks(world, [ended])).toEqual([]);
  });
});
