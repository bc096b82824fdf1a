import { expect, test } from '@jest/globals';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

const ask = async () => {
  const { status, headers } = await fetch(`${at().github.url}/repos/acme/docs`);
  return [status, headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-used')];
};

test('every request takes one off, and answers say what is left', async () => {
  const { github } = at();
  expect(await ask()).toEqual([200, '4999', '1']);
  expect(await ask()).toEqual([200, '4998', '2']);
  expect(github.rateLimit.remaining).toBe(4998);
  const { headers } = await fetch(`${github.url}/graphql`, { method: 'POST', body: '{}' });
  expect(Object.fromEntries(headers)).toMatchObject({
    ...{ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4997', 'x-ratelimit-resource': 'core' },
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
  });
});

test('after the last one requests are refused, and nothing is done', async () => {
  const { github, action, repository, alice } = at();
  const { number } = await alice.openIssue('One', '');
  github.rateLimit.remaining = 1;
  expect(await ask()).toEqual([200, '0', '5000']);
  const attempt = action.issues.createComment({ ...repository, issue_number: number, body: 'Hi' });
  await expect(attempt).rejects.toMatchObject({
    ...{ status: 403, message: expect.stringContaining('API rate limit exceeded') },
    response: { headers: { 'x-ratelimit-remaining': '0' } },
  });
  github.rateLimit.remaining = 5000;
  expect(await alice.readComments(number)).toEqual([]);

  github.rateLimit.remaining = 0;
  await github.reset();
  expect(github.rateLimit.remaining).toBe(5000);
  expect((await ask())[0]).toBe(200);
});

test('nobody meets it by accident: neither here nor in the emulator', async () => {
  const { github, action, repository } = at();
  const page = () => action.repos.get(repository).then(({ status }) => status);
  const statuses = new Set<number>();
  for (let at = 0; at < 5100; at += 100)
    for (const status of await Promise.all(Array.from({ length: 100 }, page))) statuses.add(status);
  expect([...statuses]).toEqual([200]);
  expect(github.rateLimit.remaining).toBe(4900);
}, 60_000);
