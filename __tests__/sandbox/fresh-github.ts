import { afterAll, beforeEach } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { createGitHub, type GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import { APP_KEY } from '../support/app-key.ts';

/** One GitHub per file, which is reset before each test. @returns the parts that tests use. */
export function useGitHub() {
  let github: GitHub | undefined;

  beforeEach(async () => {
    await github?.reset();
    github ??= await createGitHub({ appKey: APP_KEY });
  });
  afterAll(() => github?.close());

  return () => {
    if (!github) throw new Error('There is no GitHub.');
    const { url, owner, repo, tokens, events } = github;
    const action = new Octokit({ auth: tokens.action, baseUrl: url, log: silent }).rest;
    return { github, events, action, repository: { owner, repo }, alice: createPerson(github, 'alice') };
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
