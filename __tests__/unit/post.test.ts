import { describe, expect, test } from '@jest/globals';
import type { HttpAnswer, HttpRequest } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { post } from '../../src/post.ts';
import { rememberWatch, type SavedWatch } from '../../src/saved-watch.ts';
import { createFakeClock } from './fake-clock.ts';
import { createRecordingRunner } from './recording-runner.ts';
import { COMMENT_URL, json, KEY, TOKEN } from './scripted-world.ts';

const ENV = {
  ...{ 'INPUT_API-KEY': KEY, 'INPUT_GITHUB-TOKEN': TOKEN, GITHUB_REPOSITORY: 'acme/app' },
  GITHUB_API_URL: 'https://api.github.com',
};
const WATCH: SavedWatch = { jobId: 'j_8fk2', comment: { id: 7, url: COMMENT_URL, issueNumber: 31 }, body: 'Stopped.' };
const EDIT = 'PATCH https://api.github.com/repos/acme/app/issues/comments/7';

/** The post step after a run that left this behind. */
async function postAfter(
  watch: SavedWatch | undefined,
  github: (request: HttpRequest) => Promise<HttpAnswer> = async () => json(200, { id: 7, html_url: COMMENT_URL }),
  env: Record<string, string> = ENV,
) {
  const runner = createRecordingRunner(env);
  if (watch) rememberWatch(runner, watch);
  const requests: string[] = [];
  await post({
    ...{ runner, clock: createFakeClock() },
    send: (request) => {
      requests.push(`${request.method} ${request.url.href} ${request.body}`);
      return github(request);
    },
  });
  return { runner, requests };
}

test('with nothing to do: silent', async () => {
  const { runner, requests } = await postAfter(undefined);
  expect(requests).toEqual([]);
  expect(runner.told).toEqual([]);
});

test('after a run that told its end: silent', async () => {
  const runner = createRecordingRunner(ENV, { main: 'began', watch: '' });
  await post({ runner, clock: createFakeClock(), send: () => Promise.reject(new Error('asked')) });
  expect(runner.told).toEqual([]);
});

test('after a run that was killed: its comment becomes true', async () => {
  const { runner, requests } = await postAfter(WATCH);
  expect(requests).toEqual([`${EDIT} {"body":"Stopped."}`]);
  expect(runner.told).toEqual([expect.stringMatching(/^warn .*killed.*j_8fk2.*goes on/)]);
  expect(runner.masked).toEqual([KEY, TOKEN]);
});

test('without a comment: only the warning', async () => {
  const { runner, requests } = await postAfter({ ...WATCH, comment: null });
  expect(requests).toEqual([]);
  expect(runner.told).toHaveLength(1);
});

describe('trouble with GitHub is a warning, and never fatal', () => {
  test.each([
    { status: 403, tries: 1 },
    { status: 404, tries: 1 },
    { status: 500, tries: 2 },
  ])('$status', async ({ status, tries }) => {
    const { runner, requests } = await postAfter(WATCH, async () => json(status, {}));
    expect(requests).toHaveLength(tries);
    expect(runner.told.at(-1)).toMatch(/^warn .*could not be written/);
  });

  test('a broken connection', async () => {
    const { runner } = await postAfter(WATCH, () => Promise.reject(new TransportError('reset', 'it broke')));
    expect(runner.told.at(-1)).toMatch(/^warn .*it broke/);
  });

  test('no token', async () => {
    const { runner, requests } = await postAfter(WATCH, undefined, { GITHUB_REPOSITORY: 'acme/app' });
    expect(requests).toEqual([]);
    expect(runner.told.at(-1)).toMatch(/`github-token`/);
  });
});

test.each(['{', '{}', '[]', 'null', '{"jobId":7}'])(
  'a saved state that nobody can read (%s) is never fatal',
  async (saved) => {
    const runner = createRecordingRunner(ENV, { main: 'began', watch: saved });
    const send = () => Promise.reject(new Error('asked'));
    await expect(post({ runner, clock: createFakeClock(), send })).resolves.toBeUndefined();
  },
);
