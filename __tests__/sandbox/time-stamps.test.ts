import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { createGitHub, type GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import { createVirtualClock } from '../../sandbox/virtual-clock.ts';

const HOUR = 3_600_000;

describe('with a virtual clock', () => {
  const clock = createVirtualClock();
  let github: GitHub;
  beforeAll(async () => {
    github = await createGitHub({ clock });
  });
  beforeEach(() => {
    clock.reset();
    github.reset();
  });
  afterAll(() => github.close());

  const time = (ms: number) => new Date(clock.now() - clock.elapsed() + ms).toISOString();
  const asGitHub = (iso: string) => iso.replace('.000Z', 'Z');
  const timesOf = (thing: unknown) => {
    const { created_at: createdAt, updated_at: updatedAt } = Object(thing);
    return { created: new Date(createdAt).toISOString(), updated: new Date(updatedAt).toISOString() };
  };

  /** An issue, a comment an hour later, and its edit after another hour. */
  async function comment() {
    const alice = createPerson(github, 'alice');
    const { number } = await alice.openIssue('One', '');
    await clock.pass(HOUR);
    const { id } = await alice.comment(number, 'Hi');
    const { rest } = new Octokit({ auth: github.tokens.alice, baseUrl: github.url });
    const at = { owner: github.owner, repo: github.repo };
    return { alice, number, id, rest, at };
  }

  test('answers say when a comment was created by that clock', async () => {
    const { id, rest, at } = await comment();
    await clock.pass(HOUR);
    const { data } = await rest.issues.getComment({ ...at, comment_id: id });
    expect(timesOf(data)).toEqual({ created: time(HOUR), updated: time(HOUR) });
  });

  test('answers say when a comment was edited by that clock', async () => {
    const { alice, id, rest, at } = await comment();
    await clock.pass(HOUR);
    await alice.editComment(id, 'Hello');
    const { data } = await rest.issues.getComment({ ...at, comment_id: id });
    expect(timesOf(data)).toEqual({ created: time(HOUR), updated: time(2 * HOUR) });
  });

  test('lists have the same times as single answers', async () => {
    const { number, rest, at } = await comment();
    const { data } = await rest.issues.listComments({ ...at, issue_number: number });
    expect(data.map(timesOf)).toEqual([{ created: time(HOUR), updated: time(HOUR) }]);
  });

  test('a pull request says when it was opened and merged by that clock', async () => {
    const alice = createPerson(github, 'alice');
    await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'b' });
    await clock.pass(HOUR);
    const { number } = await alice.openPull('b', 'Add', '');
    await clock.pass(HOUR);
    await alice.mergePull(number);
    const { rest } = new Octokit({ auth: github.tokens.alice, baseUrl: github.url });
    const { data } = await rest.pulls.get({ owner: github.owner, repo: github.repo, pull_number: number });
    expect([data.created_at, data.merged_at]).toEqual([time(HOUR), time(2 * HOUR)].map(asGitHub));
  });

  test('webhooks say when something was created by that clock', async () => {
    const { id } = await comment();
    const opened = await github.events.waitFor('issues', 'opened');
    const commented = await github.events.waitForComment(id);
    expect(timesOf(opened.payload.issue)).toEqual({ created: time(0), updated: time(0) });
    expect(timesOf(commented.payload.comment)).toEqual({ created: time(HOUR), updated: time(HOUR) });
  });

  test('the `Date` header of every answer is the time of that clock', async () => {
    await clock.pass(HOUR);
    const answer = await fetch(`${github.url}/repos/${github.owner}/${github.repo}`);
    expect(answer.headers.get('date')).toBe(new Date(clock.now()).toUTCString());
  });
});
