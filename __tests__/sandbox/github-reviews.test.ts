import { describe, expect, test } from '@jest/globals';
import { createPerson } from '../../sandbox/github/person.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

/** A pull request by alice that adds three lines in `a.md` and removes all but the first of `docs/cli.md`, and bob. */
async function openPull() {
  const { github, alice } = at();
  const files = { 'a.md': 'One\nTwo\nThree\n', 'docs/cli.md': '# Command line\n' };
  const sha = await alice.commit(files, 'Add', { branch: 'feature/a' });
  return { sha, bob: createPerson(github, 'bob'), ...(await alice.openPull('feature/a', 'Add a page', 'Words')) };
}

describe('a review', () => {
  test('is an event with its state in small letters', async () => {
    const { events } = at();
    const { number, bob } = await openPull();
    const { id, url } = await bob.review(number, { body: '/docs please' });
    const { payload } = await events.waitFor('pull_request_review', 'submitted');
    expect(payload).toMatchObject({
      review: { id, html_url: url, state: 'commented', body: '/docs please', submitted_at: expect.any(String) },
      pull_request: { number },
      sender: { login: 'bob', type: 'User' },
    });
  });

  test('has all its comments on lines, each with an event', async () => {
    const { events } = at();
    const { number, sha, bob, url } = await openPull();
    const asked = [
      { path: 'a.md', line: 2, body: 'Why two?' },
      { path: 'docs/cli.md', line: 1, body: 'Keep the rest' },
    ];
    const { id, comments } = await bob.review(number, { body: '/docs please', comments: asked });
    await events.waitFor('pull_request_review_comment', 'created', 2);
    expect(events.all('pull_request_review', 'submitted')).toHaveLength(1);
    const payloads = events.all('pull_request_review_comment', 'created').map(({ payload }) => payload);
    expect(payloads).toMatchObject(
      asked.map((comment, nth) => ({
        comment: { ...comment, id: comments[nth], pull_request_review_id: id, side: 'RIGHT', commit_id: sha },
        pull_request: { number, head: { sha } },
        repository: { full_name: 'acme/docs' },
        sender: { login: 'bob' },
      })),
    );
    expect(payloads[0]?.comment).toMatchObject({
      position: 2,
      diff_hunk: '@@ -0,0 +1,3 @@\n+One\n+Two',
      html_url: expect.stringMatching(`${url}#discussion_r`),
    });
  });

  test("lists its comments with their hunks, without those of other reviews, and without lines, as GitHub's list does", async () => {
    const { action, repository } = at();
    const { number, bob } = await openPull();
    const first = await bob.review(number, { comments: [{ path: 'a.md', line: 1, body: 'One' }] });
    await bob.review(number, { comments: [{ path: 'a.md', line: 2, body: 'Two' }] });
    const { data } = await action.pulls.listCommentsForReview({
      ...repository,
      pull_number: number,
      review_id: first.id,
    });
    expect(data).toMatchObject([{ body: 'One', path: 'a.md', position: 1, diff_hunk: '@@ -0,0 +1,3 @@\n+One' }]);
    expect(data[0]).not.toHaveProperty('line');
  });

  test('is refused if it comments on a line that the pull request does not show', async () => {
    const { events } = at();
    const { number, bob } = await openPull();
    const comments = [{ path: 'docs/index.md', line: 1, body: 'Here?' }];
    await expect(bob.review(number, { body: '/docs', comments })).rejects.toMatchObject({ status: 422 });
    expect(events.all('pull_request_review')).toEqual([]);
  });
});

describe('a single comment on a line', () => {
  test('has a review of its own without a body, and an event for each', async () => {
    const { action, repository, events } = at();
    const { number, bob } = await openPull();
    const { id, review } = await bob.commentOnLine(number, { path: 'a.md', line: 3, body: '/docs' });
    const { payload } = await events.waitFor('pull_request_review_comment', 'created');
    expect(payload).toMatchObject({ comment: { id, body: '/docs', line: 3, pull_request_review_id: review } });
    const submitted = await events.waitFor('pull_request_review', 'submitted');
    expect(submitted.payload).toMatchObject({ review: { id: review, body: null, state: 'commented' } });
    const { data } = await action.pulls.getReview({ ...repository, pull_number: number, review_id: review });
    expect(data.body).toBe('');
  });

  test('keeps its place when it is edited', async () => {
    const { action, repository } = at();
    const { number, bob } = await openPull();
    const { id, review: review_id } = await bob.commentOnLine(number, { path: 'a.md', line: 3, body: '/docs' });
    await bob.editCodeComment(id, '/docs otherwise');
    const { data } = await action.pulls.listCommentsForReview({ ...repository, pull_number: number, review_id });
    expect(data).toMatchObject([{ body: '/docs otherwise', path: 'a.md', position: 3 }]);
  });
});
