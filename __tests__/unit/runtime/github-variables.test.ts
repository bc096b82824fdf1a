import { expect, test } from '@jest/globals';
import { readGitHubVariables } from '../../../src/runtime/runner.ts';

test.each([
  [undefined, 'https://github.com'],
  ['', 'https://github.com'],
  ['https://git.acme.example', 'https://git.acme.example'],
  ['https://git.acme.example/', 'https://git.acme.example'],
  ['git.acme.example', 'https://github.com'],
  ['@team', 'https://github.com'],
  ['javascript:alert(1)', 'https://github.com'],
  ['https://git.acme.example?x=y', 'https://github.com'],
])('with GITHUB_SERVER_URL %j, pages are at %s', (GITHUB_SERVER_URL, serverUrl) => {
  const context = readGitHubVariables({ GITHUB_SERVER_URL, GITHUB_REPOSITORY: 'acme/app', GITHUB_RUN_ID: '77' });
  expect(context.serverUrl).toBe(serverUrl);
  expect(context.runUrl).toBe(`${serverUrl}/acme/app/actions/runs/77`);
});

test.each([
  [undefined, 'https://api.github.com'],
  ['', 'https://api.github.com'],
  ['https://git.acme.example/api/v3/', 'https://git.acme.example/api/v3'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['HTTPS://Git.Acme.Example:443', 'https://git.acme.example'],
  ['git.acme.example', undefined],
  ['/api', undefined],
  ['https://', undefined],
  ['ftp://git.acme.example', undefined],
  ['https://git.acme.example?x=y', undefined],
  ['https://a:b@git.acme.example', undefined],
])('with GITHUB_API_URL %j, the API is at %s', (GITHUB_API_URL, apiUrl) => {
  expect(readGitHubVariables({ GITHUB_API_URL }).apiUrl).toBe(apiUrl);
});

test.each([
  ['acme/app', { owner: 'acme', repo: 'app' }],
  ['acme_corp/.github', { owner: 'acme_corp', repo: '.github' }],
  ['', undefined],
  ['acme', undefined],
  ['acme/', undefined],
  ['/app', undefined],
  ['../..', undefined],
  ['acme/..', undefined],
  ['acme/app/more', undefined],
  ['acme/app?x', undefined],
])('with GITHUB_REPOSITORY %j, the repository is %j', (GITHUB_REPOSITORY, repository) => {
  expect(readGitHubVariables({ GITHUB_REPOSITORY }).repository).toEqual(repository);
});

test.each(['', '0', '-1', '1.5', '1e400', '99999999999999999999', '7@team', ' 7'])(
  'the run and attempt %j are no numbers that a marker can hold: both are 1, without a link',
  (GITHUB_RUN_ID) => {
    const env = { GITHUB_REPOSITORY: 'acme/app', GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT: GITHUB_RUN_ID };
    expect(readGitHubVariables(env)).toMatchObject({ run: 1, attempt: 1, runUrl: undefined });
  },
);
