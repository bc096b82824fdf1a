import { expect, test } from '@jest/globals';
import { readGitHubContext } from '../../../src/runtime/github-context.ts';

test.each([
  [undefined, 'https://github.com'],
  ['', 'https://github.com'],
  ['https://git.acme.example', 'https://git.acme.example'],
  ['https://git.acme.example/', 'https://git.acme.example'],
])('with GITHUB_SERVER_URL %j, pages are at %s', (GITHUB_SERVER_URL, serverUrl) => {
  const context = readGitHubContext({ GITHUB_SERVER_URL, GITHUB_REPOSITORY: 'acme/app', GITHUB_RUN_ID: '77' });
  expect(context.serverUrl).toBe(serverUrl);
  expect(context.runUrl).toBe(`${serverUrl}/acme/app/actions/runs/77`);
});
