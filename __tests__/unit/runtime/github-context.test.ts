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

test.each([
  [undefined, 'https://api.github.com'],
  ['', 'https://api.github.com'],
  ['https://git.acme.example/api/v3/', 'https://git.acme.example/api/v3'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['git.acme.example', undefined],
  ['/api', undefined],
  ['https://', undefined],
  ['ftp://git.acme.example', undefined],
  ['https://git.acme.example?x=y', undefined],
  ['https://a:b@git.acme.example', undefined],
])('with GITHUB_API_URL %j, the API is at %s', (GITHUB_API_URL, apiUrl) => {
  expect(readGitHubContext({ GITHUB_API_URL }).apiUrl).toBe(apiUrl);
});
