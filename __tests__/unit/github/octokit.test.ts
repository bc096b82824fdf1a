import { getOctokit } from '@actions/github';
import { describe, expect, test } from '@jest/globals';
import { octokitRequest } from '../../../src/github/client.ts';
import { createTransport, type HttpClient, type HttpRequest } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { httpAnswer, type Loopback, serveBytes, serveHttp } from '../../support/loopback.ts';

const TOKEN = 'ghs_t0ken-of-the-test';
const THREAD = { owner: 'acme', repo: 'app', issue_number: 31 };
const silent = { debug() {}, info() {}, warn() {}, error() {} };

function octokitFor(apiUrl: string, send: HttpClient = createTransport(systemClock)) {
  const request = octokitRequest(send, apiUrl, '4711');
  return getOctokit(TOKEN, { baseUrl: apiUrl, log: silent, request }).rest;
}

const listed = (server: Loopback) => octokitFor(server.url).issues.listComments(THREAD);

const JSON_TYPE = { 'content-type': 'application/json' };

test.each<[what: string, bytes: Buffer]>([
  ['HTML that claims to be JSON', httpAnswer(200, '<html>', JSON_TYPE)],
  ['nothing', httpAnswer(200, '', JSON_TYPE)],
  ['half a list', httpAnswer(200, '[{"id":1},', JSON_TYPE)],
  ['304', httpAnswer(304, '')],
])('an answer that Octokit alone takes for a success is an error: %s', async (_, bytes) => {
  await using server = await serveBytes((socket) => socket.end(bytes));
  await expect(listed(server)).rejects.toMatchObject({ cause: { name: 'TransportError' } });
  expect(server.requests).toHaveLength(1);
});

test.each([200, 404])(
  'lists in lists of 1,500 levels, which Octokit needs many seconds to read, are read at once (%d)',
  async (status) => {
    const deep = `[${'['.repeat(1_500)}${']'.repeat(1_500)}]`;
    await using server = await serveHttp(
      (_, response) => void response.writeHead(status, JSON_TYPE).end(deep),
    );
    const began = performance.now();
    const answer: unknown = await listed(server).catch((error: unknown) => error);
    expect(answer).toMatchObject({ status });
    expect(performance.now() - began).toBeLessThan(1_000);
  },
);

test.each(['https://elsewhere.example', 'https://api.github.com.evil.example'])(
  'the token never goes to another host: %s',
  async (baseUrl) => {
    const sent: HttpRequest[] = [];
    const send: HttpClient = async (request) => {
      sent.push(request);
      return { status: 204, headers: new Map(), body: Buffer.alloc(0) };
    };
    const asking = octokitFor('https://api.github.com', send).issues.listComments({
      ...THREAD,
      baseUrl,
    });
    await expect(asking).rejects.toMatchObject({ cause: { fault: 'redirect' } });
    expect(sent).toEqual([]);
  },
);

describe('a redirect of GitHub', () => {
  /**
   * Creates a comment at a server whose addresses all redirect, except those of the renamed
   * repository.
   */
  async function create(location: string, status: number, isEndless = false) {
    await using server = await serveHttp(({ url, headers: { host } }, response) => {
      if (url?.startsWith('/repositories/') && !isEndless)
        response.writeHead(201, JSON_TYPE).end('{}');
      else
        response
          .writeHead(status, { location: location.replace('HOST', `http://${host}`) })
          .end('{}');
    });
    const creating = octokitFor(server.url).issues.createComment({ ...THREAD, body: 'Hällo 🎉' });
    const answer: unknown = await creating.catch((error: unknown) => error);
    return { answer, requests: server.requests.length };
  }

  test.each([301, 307, 308])(
    'to a relative address of the renamed repository is followed: %d',
    async (status) => {
      expect(await create('/repositories/4711/issues/31/comments', status)).toMatchObject({
        answer: { status: 201 },
      });
    },
  );

  test.each([
    ['another repository', 'HOST/repositories/4712/issues/31/comments'],
    [
      'a repository whose number begins with its number',
      'HOST/repositories/47110/issues/31/comments',
    ],
    ['an address above the repository', 'HOST/repositories/4711/../4712/issues'],
    ['another host', 'https://elsewhere.example/repositories/4711/issues/31/comments'],
    ['no address', 'http://['],
  ])('to %s is not followed', async (_, location) => {
    expect(await create(location, 301)).toMatchObject({
      answer: { cause: { fault: 'redirect' } },
      requests: 1,
    });
  });

  test('that leads to another one is not followed a second time', async () => {
    const end = await create('HOST/repositories/4711/again', 307, true);
    expect(end).toMatchObject({ answer: { cause: { fault: 'redirect' } }, requests: 2 });
  });
});
