import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { createReactions } from '../../../src/report/reporter.ts';
import type { RequestTrigger } from '../../../src/trigger/trigger.ts';
import { githubAnswering } from '../../support/github-answering.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { command, TRIGGERS } from '../../support/sample-triggers.ts';
import { json } from '../../support/scripted-world.ts';

/** @param status what GitHub answers; undefined: it breaks the connection. */
function reacting(trigger: RequestTrigger, status = 201, headers: Record<string, string> = {}) {
  const warnings: string[] = [];
  const set: string[] = [];
  const { github, requests } = githubAnswering(({ body }) => {
    set.push(String(Object(JSON.parse(body ?? '{}')).content));
    return json(status, { content: 'eyes' }, headers);
  });
  return {
    reactions: createReactions(trigger.reactTo, github, (line) => warnings.push(line)),
    warnings,
    set,
    requests,
  };
}

describe('a request gets a first reaction:', () => {
  test.each<[string, RequestTrigger, string]>([
    ['an issue', TRIGGERS['labeled issue'], 'POST issues/31/reactions'],
    ['a pull request', TRIGGERS['opened pull request'], 'POST issues/32/reactions'],
    ['a comment', command(), 'POST issues/comments/7/reactions'],
    ['a comment at a line', command({ kind: 'review comment' }), 'POST pulls/comments/7/reactions'],
  ])('%s', async (_, trigger, request) => {
    const { reactions, requests, set } = reacting(trigger);
    await reactions.seen();
    expect(requests).toEqual([request]);
    expect(set).toEqual(['eyes']);
  });

  test.each<[string, RequestTrigger]>([
    ['a review', command({ kind: 'review' })],
    ['a merge', TRIGGERS.merged],
    ['a push', TRIGGERS.push],
    ['a release', TRIGGERS.release],
    ['a schedule', TRIGGERS.schedule],
  ])('but not %s, which cannot have one', async (_, trigger) => {
    const { reactions, requests } = reacting(trigger);
    await reactions.seen();
    await reactions.ended(OUTCOMES['pull request']);
    expect(requests).toEqual([]);
  });
});

describe('the second reaction', () => {
  test.each<[keyof typeof OUTCOMES, readonly string[]]>([
    ['pull request', ['rocket']],
    ['no changes', ['rocket']],
    ['failed', ['-1']],
    ['error', ['-1']],
    ['archived', ['confused']],
    ['timed out', ['confused']],
    ['quota exhausted', ['confused']],
    ['unconfirmed', ['confused']],
    ['cancelled before', ['confused']],
    ['skipped', []],
    ['denied', []],
  ])('after %s is %j', async (name, signs) => {
    const { reactions, set } = reacting(command());
    await reactions.ended(OUTCOMES[name]);
    expect(set).toEqual(signs);
  });

  test('is not set if the job keeps running without the run', async () => {
    const { reactions, set } = reacting(command());
    await reactions.ended({ ...OUTCOMES['timed out'], verdict: 'started' });
    expect(set).toEqual([]);
  });
});

describe('a reaction that GitHub answers', () => {
  test.each<[number, Record<string, string>, string]>([
    [403, {}, 'issues: write'],
    [403, { 'retry-after': '60' }, 'rate limit'],
    [404, {}, 'GitHub answered 404'],
    [422, {}, 'GitHub answered 422'],
    [500, {}, 'GitHub answered 500'],
  ])('with %d %j is one warning, and is not tried again', async (status, headers, words) => {
    const { reactions, warnings, requests } = reacting(command(), status, headers);
    await reactions.seen();
    await reactions.ended(OUTCOMES['pull request']);
    expect(requests).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining(words)]);
  });

  test('with 403 is no warning if the run fails because of GitHub, as its error names the same cause', async () => {
    const { reactions, warnings } = reacting(command(), 403);
    await reactions.seen();
    const problem = new GitHubError('The status comment could not be created.', 'Add the permission.');
    await reactions.ended({ verdict: 'error', problem, job: undefined });
    expect(warnings).toEqual([]);
  });
});
