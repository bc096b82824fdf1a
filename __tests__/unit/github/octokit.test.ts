import { GitHub, getOctokitOptions } from '@actions/github/lib/utils';
import { describe, expect, test } from '@jest/globals';
import { octokitRequest } from '../../../src/github/client.ts';
import { createTransport, type HttpClient, type HttpRequest } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { httpAnswer, type Loopback, serveBytes, serveHttp } from '../../support/loopback.ts';

const TOKEN = 'ghs_t0ken-of-the-test';
const REPOSITORY = { owner: 'acme', repo: 'app' };
const silent = { debug() {}, info() {}, warn() {}, error() {} };

function octokitFor(apiUrl: string, send: HttpClient = createTransport(systemClock)) {
  const request = octokitRequest(send, apiUrl, '4711');
  return new GitHub(getOctokitOptions(TOKEN, { baseUrl: apiUrl, log: silent, request })).rest;
}

/** Serves one JSON text for everything, with GitHub's content type. */
const serveJson = (body: string, status = 200, headers: Record<string, string> = {}) =>
  serveHttp((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body);
  });

const comment = (server: Loopback) =>
  octokitFor(server.url).issues.createComment({ ...REPOSITORY, issue_number: 31, body: 'Hällo 🎉' });

const listed = (server: Loopback) => octokitFor(server.url).issues.listComments({ ...REPOSITORY, issue_number: 31 });

describe('an answer that Octokit alone takes for a success', () => {
  const answers: [what: string, bytes: Buffer][] = [
    ['HTML that claims to be JSON', httpAnswer(200, '<html>', { 'content-type': 'application/json' })],
    ['nothing', httpAnswer(200, '', { 'content-type': 'application/json' })],
    ['half a list', httpAnswer(200, '[{"id":1},', { 'content-type': 'application/json' })],
    ['304', httpAnswer(304, '')],
  ];

  test.each(answers)('is an error: %s', async (_, bytes) => {
    await using server = await serveBytes((socket) => socket.end(bytes));
    await expect(listed(server)).rejects.toMatchObject({ cause: { name: 'TransportError' } });
    expect(server.requests).toHaveLength(1);
  });
});

test.each([200, 404])(
  'lists in lists of 1,500 levels, which Octokit needs many seconds to read, are read at once (%d)',
  async (status) => {
    await using server = await serveJson(`[${'['.repeat(1_500)}${']'.repeat(1_500)}]`, status);
    const began = performance.now();
    const answer: unknown = await listed(server).catch((error: unknown) => error);
    expect(answer).toMatchObject({ status });
    expect(performance.now() - began).toBeLessThan(1_000);
  },
);

describe('the token', () => {
  test.each(['https://elsewhere.example', 'https://api.github.com.evil.example'])(
    'never goes to another host: %s',
    async (baseUrl) => {
      const sent: HttpRequest[] = [];
      const send: HttpClient = async (request) => {
        sent.push(request);
        return { status: 204, headers: new Map(), body: Buffer.alloc(0) };
      };
      const rest = octokitFor('https://api.github.com', send);
      await expect(rest.issues.listComments({ ...REPOSITORY, issue_number: 1, baseUrl })).rejects.toMatchObject({
        cause: { fault: 'redirect' },
      });
      expect(sent).toEqual([]);
    },
  );
});

describe('a redirect of GitHub', () => {
  const MOVED = '{"id":7,"html_url":"https://x.example/7"}';
  const serveRename = (location: (origin: string) => string, status: number) =>
    serveHttp((request, response) => {
      const isNew = request.url?.startsWith('/repositories/');
      const to = location(`http://${request.headers.host}`);
      if (isNew) response.writeHead(201, { 'content-type': 'application/json' }).end(MOVED);
      else response.writeHead(status, { location: to }).end('{}');
    });

  test('to a relative address of the renamed repository is followed', async () => {
    await using server = await serveRename(() => '/repositories/4711/issues/31/comments', 307);
    expect((await comment(server)).status).toBe(201);
  });

  test.each([
    ['another repository', (origin: string) => `${origin}/repositories/4712/issues/31/comments`],
    [
      'a repository whose number begins with its number',
      (origin: string) => `${origin}/repositories/47110/issues/31/comments`,
    ],
    ['an address above the repository', (origin: string) => `${origin}/repositories/4711/../4712/issues`],
    ['another host', () => 'https://elsewhere.example/repositories/4711/issues/31/comments'],
    ['no address', () => 'http://['],
  ])('to %s is not followed', async (_, location) => {
    await using server = await serveRename(location, 301);
    await expect(comment(server)).rejects.toMatchObject({ cause: { fault: 'redirect' } });
    expect(server.requests).toHaveLength(1);
  });

  test('that leads to another one is not followed a second time', async () => {
    await using server = await serveHttp((request, response) => {
      response.writeHead(307, { location: `http://${request.headers.host}/repositories/4711/again` }).end();
    });
    await expect(comment(server)).rejects.toMatchObject({ cause: { fault: 'redirect' } });
    expect(server.requests).toHaveLength(2);
  });
});
