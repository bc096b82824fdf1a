import { expect, test } from '@jest/globals';
import { readReview, withLineComments } from '../../../src/prompt/prepare.ts';
import { textOf } from '../../../src/trigger/trigger.ts';
import { scriptedGitHub } from '../../support/github-answering.ts';
import { command, PULL } from '../../support/sample-triggers.ts';

const SUBMITTED = Date.parse('2026-01-01T12:00:00Z');
const REVIEW = { kind: 'comments-of', pull: 32, id: 70, submittedAt: SUBMITTED } as const;

const lineComment = (nth: number, seconds = 0) => ({
  url: `https://github.com/acme/app/pull/32#discussion_r${nth}`,
  path: `src/${nth}.ts`,
  line: nth,
  hunk: '@@ -0,0 +1 @@\n+x',
  body: `Remark ${nth}`,
  updatedAt: SUBMITTED + seconds * 1000,
});

function added(text: string, comments: readonly ReturnType<typeof lineComment>[], isComplete = true) {
  const notes: string[] = [];
  const review = command({ kind: 'review', thread: PULL, text, review: REVIEW });
  const prompt = withLineComments(review, REVIEW, { comments, isComplete }, (line) => notes.push(line));
  return { ...prompt, notes, headings: prompt.sections.map(({ heading }) => heading) };
}

test('a review without text is a request by its line comments, which come before the pull request', () => {
  expect(added('', []).isRequestInText).toBe(false);
  const { isRequestInText, headings, notes } = added('', [lineComment(1)]);
  expect([isRequestInText, notes]).toEqual([true, []]);
  expect(headings).toEqual([
    'the request: line comment 1 of 1 on pull request #32 by alice, https://github.com/acme/app/pull/32#discussion_r1',
    'pull request #32 by carol, https://github.com/acme/app/pull/32',
  ]);
});

test('line comments that were edited more than 2 s after the review are left out and counted', () => {
  const { headings, notes } = added('x', [lineComment(1, -60), lineComment(2, 2), lineComment(3, 3)]);
  expect(headings.join()).toMatch(/^the request: review .*comment 1 of 2.*_r1.*comment 2 of 2.*_r2/);
  expect(headings.join()).not.toContain('_r3');
  expect(notes).toEqual(['1 line comment left out, edited after the review was submitted.']);
});

test('a review says so if not all of its line comments were read', () => {
  const last = added('x', [lineComment(1), lineComment(2)], false).sections[2];
  expect(textOf(last?.parts ?? [])).toMatch(/\n\[and more: only the first 2 line comments are read\]$/);
});

test.each([
  [null, undefined],
  ['', undefined],
  ['> /docs quoted', undefined],
  ['/docs explain all of it', { verdict: 'skipped', reason: expect.stringContaining('part of the request of its') }],
])('a line comment whose review says %j is a request, unless that is a command', async (body, skipReason) => {
  const { github } = scriptedGitHub({ 'pulls/32/reviews/70': [{ body }] });
  const review = { kind: 'unless-command', pull: 32, id: 70 } as const;
  const trigger = command({ kind: 'review comment', thread: PULL, review });
  expect((await readReview(trigger, '/docs', { github, note: () => {} })).skipReason).toEqual(skipReason);
});
