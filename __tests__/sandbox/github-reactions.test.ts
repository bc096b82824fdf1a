import { beforeEach, describe, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

type Subject = 'issue' | 'pull' | 'comment' | 'reviewComment';
let subjects: Record<Subject, number>;

beforeEach(async () => {
  const { alice, action, repository } = at();
  const { number: issue } = await alice.openIssue('One', '');
  const { id: comment } = await alice.comment(issue, 'Hi');
  const commit_id = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'b' });
  const { number: pull } = await alice.openPull('b', 'Add', '');
  const review = { ...repository, pull_number: pull, body: 'Why?', path: 'a.md', line: 1, commit_id };
  subjects = { issue, pull, comment, reviewComment: (await action.pulls.createReviewComment(review)).data.id };
});

const KINDS = { issue: 'issues', pull: 'issues', comment: 'issues/comments', reviewComment: 'pulls/comments' };
const pathOf = (subject: Subject) => `/repos/acme/docs/${KINDS[subject]}/${subjects[subject]}/reactions`;
const of = (subject: Subject) =>
  subject === 'comment' || subject === 'reviewComment'
    ? at().alice.readReactions(
        subject === 'comment' ? { comment: subjects.comment } : { reviewComment: subjects.reviewComment },
      )
    : at().alice.readReactions({ issue: subjects[subject] });

async function ask(method: string, path: string, { as, body }: { as?: 'action' | 'bob'; body?: object } = {}) {
  const { url, tokens } = at().github;
  const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${tokens[as]}` }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : undefined };
}

describe.each<Subject>(['issue', 'pull', 'comment', 'reviewComment'])(
  'reactions to a subject of the kind %s',
  (subject) => {
    test('are added once, listed and removed', async () => {
      const eyes = { as: 'action', body: { content: 'eyes' } } as const;
      const first = await ask('POST', pathOf(subject), eyes);
      expect(first).toEqual({
        status: 201,
        body: {
          id: expect.any(Number),
          node_id: expect.any(String),
          content: 'eyes',
          created_at: expect.any(String),
          user: expect.objectContaining({ login: 'github-actions[bot]', id: expect.any(Number), type: 'Bot' }),
        },
      });
      expect(await ask('POST', pathOf(subject), eyes)).toEqual({ status: 200, body: first.body });
      await ask('POST', pathOf(subject), { as: 'bob', body: { content: 'eyes' } });
      await ask('POST', pathOf(subject), { as: 'action', body: { content: '+1' } });
      expect(await of(subject)).toEqual([
        { author: 'github-actions[bot]', content: 'eyes' },
        { author: 'bob', content: 'eyes' },
        { author: 'github-actions[bot]', content: '+1' },
      ]);
      expect((await ask('GET', `${pathOf(subject)}?content=%2B1`)).body).toHaveLength(1);
      if (subject !== 'pull') {
        const { body } = await ask('GET', pathOf(subject).replace(/\/reactions$/, ''));
        expect(body.reactions).toMatchObject({ total_count: 3, eyes: 2, '+1': 1, '-1': 0 });
      }

      const one = `${pathOf(subject)}/${first.body.id}`;
      expect((await ask('DELETE', one, { as: 'bob' })).status).toBe(403);
      expect((await ask('DELETE', one)).status).toBe(401);
      expect((await ask('DELETE', one, { as: 'action' })).status).toBe(204);
      expect((await ask('DELETE', one, { as: 'action' })).status).toBe(404);
      expect(await of(subject)).toHaveLength(2);
    });

    test('are refused when content, subject or account is unknown', async () => {
      const eyes = { content: 'eyes' };
      expect((await ask('POST', pathOf(subject), { as: 'bob', body: { content: 'tada' } })).status).toBe(422);
      expect((await ask('POST', pathOf(subject), { body: eyes })).status).toBe(401);
      const unknown = pathOf(subject).replace(/\d+/, '4711');
      for (const [method, path] of [
        ['GET', unknown],
        ['POST', unknown],
        ['DELETE', `${unknown}/1`],
      ] as const)
        expect((await ask(method, path, { as: 'bob', ...(method === 'POST' && { body: eyes }) })).status).toBe(404);
      expect(await of(subject)).toEqual([]);
    });
  },
);

test('reactions are listed in pages per subject, and are gone after a reset', async () => {
  const { github, alice } = at();
  for (const content of ['heart', 'rocket', 'laugh'])
    await ask('POST', pathOf('issue'), { as: 'bob', body: { content } });
  const { rest } = new Octokit({ baseUrl: github.url });
  const { data, headers } = await rest.reactions.listForIssue({
    owner: github.owner,
    repo: github.repo,
    issue_number: subjects.issue,
    per_page: 2,
  });
  expect(data).toHaveLength(2);
  expect(headers.link).toContain('rel="next"');
  expect(await of('pull')).toEqual([]);

  github.reset();
  const { number: issue } = await alice.openIssue('One', '');
  expect(await alice.readReactions({ issue })).toEqual([]);
});
