import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { connectGitHub } from '../../../src/github/client.ts';
import { readMergedPull } from '../../../src/github/pulls.ts';
import { readGitHubVariables } from '../../../src/runtime/runner.ts';
import { readRole } from '../../../src/trigger/authorization.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { githubAnswering, type Script, scriptedGitHub } from '../../support/github-answering.ts';
import { BASE, HEAD } from '../../support/sample-triggers.ts';

const PERMISSION = 'collaborators/alice/permission';
/** The next hour begins in 120 s. */
const USED_UP = {
  date: 'Mon, 02 Mar 2026 12:00:00 GMT',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Date.UTC(2026, 2, 2, 12, 2) / 1000),
};

/** What alice may do, when GitHub answers so, one after the other. */
function ask(...answers: readonly Script[]) {
  const { github, requests, clock } = scriptedGitHub({ [PERMISSION]: answers });
  return { role: readRole(github, 'alice'), requests, clock };
}

describe('the GitHub client', () => {
  test.each([
    [
      500,
      'Reading the permission of alice from GitHub failed: GitHub answered 500.',
      'Re-run the workflow later',
      3,
    ],
    ['reset' as const, 'the connection broke before the answer', 'Re-run the workflow later', 3],
    [401, 'GitHub rejected `github-token` (401)', 'pass a token that is valid', 1],
    [403, 'GitHub denied access (403)', 'pull-requests: write }`, and leave `github-token`', 1],
    [
      { status: 403, headers: { 'retry-after': '600' } },
      'rate limit is used up (403)',
      'Re-run the workflow later',
      1,
    ],
    [{ status: 429, headers: {} }, 'rate limit', 'Re-run the workflow later', 10],
    ['redirect' as const, 'points elsewhere', 'was moved: use its current name', 1],
    [{ status: 200, headers: {} }, 'an answer of an undocumented form', 'Check whether a proxy', 1],
  ])('turns the failure %j into an error with a remedy', async (answer, message, remedy, times) => {
    const { role, requests } = ask(answer);
    const error = await role.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GitHubError);
    expect(error).toMatchObject({
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });
    expect(JSON.stringify(error)).not.toContain('untrusted');
    expect(requests).toHaveLength(times);
  });

  test.each([
    ['403 with `retry-after`', { status: 403, headers: { 'retry-after': '130' } }, 130],
    ['429 with `retry-after`', { status: 429, headers: { 'retry-after': '5' } }, 5],
    ['429 without a time', { status: 429, headers: {} }, 60],
    ['403 with no requests left', { status: 403, headers: USED_UP }, 120],
    [
      '429 with requests left',
      { status: 429, headers: { ...USED_UP, 'x-ratelimit-remaining': '9' } },
      60,
    ],
  ])('waits after a rate limit (%s), and reads again', async (_, limit, seconds) => {
    const { role, requests, clock } = ask(limit, 502, limit, 502, {
      permission: 'write',
      role_name: 'write',
    });
    expect(await role).toBe('write');
    expect(requests).toHaveLength(5); // a limit does not count as one of three attempts
    expect(clock.now()).toBe(2 * seconds * 1_000 + 2_000 + 8_000);
    expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(60_000); // a line in the log before each
  });

  test('ends the wait for a rate limit when the run is cancelled', async () => {
    const cancel = new AbortController();
    const limit = { status: 403, headers: { 'retry-after': '130' } };
    const { github, requests, clock } = scriptedGitHub(
      { [PERMISSION]: [limit] },
      { signal: cancel.signal },
    );
    clock.at(70_000, () => cancel.abort());
    await expect(readRole(github, 'alice')).rejects.toThrow(GitHubError);
    expect([requests.length, clock.now()]).toEqual([1, 70_000]);
  });

  test('leaves an exception that is a bug as it is, and does not retry', async () => {
    const bug = new TypeError('Promise.withResolvers is not a function');
    const { github, requests } = githubAnswering(() => {
      throw bug;
    });
    await expect(readRole(github, 'alice')).rejects.toBe(bug);
    expect(requests).toHaveLength(1);
  });

  test('retries nothing after a cancel or after the deadline', async () => {
    for (const effects of [{ signal: AbortSignal.abort() }, { deadline: 0 }]) {
      const { github, requests } = scriptedGitHub({ [PERMISSION]: [500] }, effects);
      await expect(readRole(github, 'alice')).rejects.toThrow(GitHubError);
      expect(requests).toHaveLength(1);
    }
  });

  test.each([
    [4_000, 1],
    [6_000, 2],
    [20_000, 3],
  ])(
    'leaves half of a timeout of %d ms to the job, with slow answers after %d requests',
    async (deadline, times) => {
      const { github, clock, requests } = scriptedGitHub(
        { [PERMISSION]: [500] },
        { deadline, takes: 1_000 },
      );
      await expect(readRole(github, 'alice')).rejects.toThrow(GitHubError);
      expect(requests).toHaveLength(times);
      expect(clock.now()).toBeLessThanOrEqual(Math.max(1_000, deadline / 2 + 1_000));
    },
  );

  const connect = (token: string, env: Record<string, string | undefined>) =>
    connectGitHub(token, {
      variables: readGitHubVariables(env),
      clock: createFakeClock(),
      signal: new AbortController().signal,
      deadline: 1,
      send: () => Promise.reject(new Error('asked')),
    });

  test.each([
    ['', 'acme/app'],
    ['token', undefined],
    ['token', 'acme'],
  ])('does not exist without a token and a repository: %j, %j', (token, GITHUB_REPOSITORY) => {
    expect(connect(token, { GITHUB_REPOSITORY })).toBeUndefined();
  });

  test('of a runner whose GITHUB_API_URL is no address is an error that names it', () => {
    const act = () => connect('token', { GITHUB_REPOSITORY: 'acme/app', GITHUB_API_URL: '/api' });
    expect(act).toThrow(GitHubError);
    expect(act).toThrow('GITHUB_API_URL');
  });
});

test.each([
  ['is the one whose merge commit was pushed', {}, { merge_commit_sha: HEAD }, 2],
  ['is otherwise the first that contains the commit', {}, {}, 1],
  ['is never an open one', { state: 'open', merged_at: null }, {}, 2],
  ['is never one of another branch', { base: { ref: 'next', repo: { id: 1 } } }, {}, 2],
])('the pull request of a push %s', async (_, first, second, number) => {
  const pull = {
    html_url: 'https://github.com/acme/app/pull/1',
    state: 'closed',
    created_at: '2026-03-02T11:00:00Z',
    merged_at: '2026-03-02T12:00:00Z',
    merge_commit_sha: BASE,
    base: { ref: 'main', repo: { id: 1 } },
    head: { repo: { id: 1 } },
  };
  const pulls = [first, second].map((more, at) => ({ ...pull, number: at + 1, ...more }));
  const { github } = scriptedGitHub({ [`commits/${HEAD}/pulls`]: [pulls] });
  expect(await readMergedPull(github, { sha: HEAD, branch: 'main' })).toBe(number);
});
