import { describe, expect, test } from '@jest/globals';
import { createRateLimit } from '../../sandbox/github/rate-limit.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

const ask = async () => {
  const { status, headers } = await fetch(`${at().github.url}/repos/acme/docs`);
  return [status, headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-used')];
};

test('every request counts, and each answer has what is left of the rate limit', async () => {
  const { github } = at();
  expect(await ask()).toEqual([200, '4999', '1']);
  expect(await ask()).toEqual([200, '4998', '2']);
  expect(github.rateLimit.remaining).toBe(4998);
  const { headers } = await fetch(`${github.url}/nothing`, { method: 'POST', body: '{}' });
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '4997',
    'x-ratelimit-resource': 'core',
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
  });
});

test('requests beyond the rate limit are refused and have no effect', async () => {
  const { github, action, repository, alice } = at();
  const { number } = await alice.openIssue('One', '');
  github.rateLimit.remaining = 1;
  expect(await ask()).toEqual([200, '0', '5000']);
  const attempt = action.issues.createComment({ ...repository, issue_number: number, body: 'Hi' });
  await expect(attempt).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('API rate limit exceeded'),
    response: { headers: { 'x-ratelimit-remaining': '0' } },
  });
  github.rateLimit.remaining = 5000;
  expect(await alice.readComments(number)).toEqual([]);

  github.rateLimit.remaining = 0;
  github.reset();
  expect(github.rateLimit.remaining).toBe(5000);
  expect((await ask())[0]).toBe(200);
});

describe('without a limit that a test has set', () => {
  test('the count begins anew after the last request', () => {
    const limit = createRateLimit(Date.now);
    const refusals = Array.from({ length: 5_100 }, () => limit.countRequest()).filter((isLeft) => !isLeft);
    expect(refusals).toEqual([]);
    expect(limit.remaining).toBe(4_900);
  });
});
