import { describe, expect, test } from '@jest/globals';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

/** Something of each kind that takes reactions: their place for people, and their path in the API. */
async function makeSubjects() {
  const { alice } = at();
  const { number: issue } = await alice.openIssue('One', '');
  const { id: comment } = await alice.comment(issue, 'Hi');
  await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'b' });
  const { number: pull } = await alice.openPull('b', 'Add', '');
  const { id: reviewComment } = await alice.commentOnLine(pull, { path: 'a.md', line: 1, body: 'Why?' });
  return {
    issue: { place: { issue }, path: `issues/${issue}` },
    pull: { place: { issue: pull }, path: `issues/${pull}` },
    comment: { place: { comment }, path: `issues/comments/${comment}` },
    reviewComment: { place: { reviewComment }, path: `pulls/comments/${reviewComment}` },
  };
}

async function react(path: string, content: string, as?: 'action' | 'bob') {
  const { url, tokens } = at().github;
  const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${tokens[as]}` }) };
  const body = JSON.stringify({ content });
  const answer = await fetch(`${url}/repos/acme/docs/${path}/reactions`, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}

describe.each(['issue', 'pull', 'comment', 'reviewComment'] as const)(
  'reactions to a subject of the kind %s',
  (kind) => {
    test('are added once per account', async () => {
      const { place, path } = (await makeSubjects())[kind];
      const first = await react(path, 'eyes', 'action');
      expect(first).toMatchObject({
        status: 201,
        body: { content: 'eyes', user: { login: 'github-actions[bot]', type: 'Bot' } },
      });
      expect(await react(path, 'eyes', 'action')).toEqual({ status: 200, body: first.body });
      await react(path, 'eyes', 'bob');
      await react(path, '+1', 'action');
      expect(await at().alice.readReactions(place)).toEqual([
        { author: 'github-actions[bot]', content: 'eyes' },
        { author: 'bob', content: 'eyes' },
        { author: 'github-actions[bot]', content: '+1' },
      ]);
    });

    test('are refused when content, subject or account is unknown', async () => {
      const { place, path } = (await makeSubjects())[kind];
      expect((await react(path, 'tada', 'bob')).status).toBe(422);
      expect((await react(path, 'eyes')).status).toBe(401);
      expect((await react(path.replace(/\d+/, '4711'), 'eyes', 'bob')).status).toBe(404);
      expect(await at().alice.readReactions(place)).toEqual([]);
    });
  },
);
