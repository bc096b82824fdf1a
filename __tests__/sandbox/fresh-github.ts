import { afterAll, beforeEach } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { systemClock } from '../../sandbox/clock.ts';
import { createGitHub, type GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';

/** One GitHub per file, which is reset before each test. @returns the parts that tests use. */
export function useGitHub() {
  let github: GitHub | undefined;
  let passed = 0;
  const clock = { ...systemClock, now: () => Date.now() + passed };

  beforeEach(async () => {
    github?.reset();
    github ??= await createGitHub({ clock });
  });
  afterAll(() => github?.close());

  return () => {
    if (!github) throw new Error('There is no GitHub.');
    const { url, owner, repo, tokens, events } = github;
    const action = new Octokit({ auth: tokens.action, baseUrl: url, log: silent }).rest;
    const repository = { owner, repo };
    return {
      github,
      events,
      action,
      repository,
      alice: createPerson(github, 'alice'),
      /** The newest commit of a branch or tag. */
      tipOf: async (ref: string) => (await action.repos.getCommit({ ...repository, ref })).data.sha,
      /** GitHub's times are whole seconds. */
      passSeconds(seconds: number) {
        passed += seconds * 1000;
      },
    };
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
