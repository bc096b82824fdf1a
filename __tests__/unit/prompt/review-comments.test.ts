import { describe, expect, test } from '@jest/globals';
import { readReview, withLineComments } from '../../../src/prompt/prepare.ts';
import { textOf } from '../../../src/trigger/section.ts';
import { command, PULL } from '../../support/sample-triggers.ts';
import { scriptedGitHub } from '../../support/scripted-github.ts';

const SUBMITTED = Date.parse('2026-01-01T12:00:00Z');
const REVIEW = { kind: 'comments-of', pull: 32, id: 70, submittedAt: SUBMITTED } as const;
const review = (text: string) => command({ kind: 'review', thread: PULL, text, review: REVIEW });

const lineComment = (nth: number, { seconds = 0, body = `Remark ${nth}` } = {}) => ({
  url: `https://github.com/acme/app/pull/32#discussion_r${nth}`,
  path: `src/${nth}.ts`,
  line: nth,
  hunk: '@@ -0,0 +1 @@\n+x',
  body,
  updatedAt: SUBMITTED + seconds * 1000,
});

function added(text: string, comments: readonly ReturnType<typeof lineComment>[], isComplete = true) {
  const notes: string[] = [];
  const prompt = withLineComments(review(text), REVIEW, { comments, isComplete }, (line) => notes.push(line));
  return { prompt, notes, headings: prompt.sections.map(({ heading }) => heading) };
}

describe('a review', () => {
  test('brings its text, then its line comments, then the pull request', () => {
    const request = added('Explain both', [lineComment(1), lineComment(2, { body: 'Why<!-- x -->?' })]);
    expect(request.headings).toEqual([
      'the request: review of pull request #32 by alice, https://github.com/acme/app/issues/31#issuecomment-7',
      'the request: line comment 1 of 2 on pull request #32 by alice, https://github.com/acme/app/pull/32#discussion_r1',
      'the request: line comment 2 of 2 on pull request #32 by alice, https://github.com/acme/app/pull/32#discussion_r2',
      'pull request #32 by carol, https://github.com/acme/app/pull/32',
    ]);
    expect(textOf(request.prompt.sections[2]?.parts ?? [])).toBe('Line 2 of src/2.ts\n\n@@ -0,0 +1 @@\n+x\n\nWhy?');
    expect(request.notes).toEqual([]);
  });

  test('without text is a request by its line comments', () => {
    expect(added('', []).prompt.isRequestInText).toBe(false);
    const request = added('', [lineComment(1)]);
    expect(request.prompt.isRequestInText).toBe(true);
    expect(request.headings).toEqual([expect.stringContaining('line comment 1 of 1'), expect.any(String)]);
  });

  test('leaves out and counts the line comments that were edited more than 2 s after it', () => {
    const request = added('x', [
      lineComment(1, { seconds: -60 }),
      lineComment(2, { seconds: 2 }),
      lineComment(3, { seconds: 3 }),
    ]);
    expect(request.headings.join()).toMatch(/comment 1 of 2.*_r1.*comment 2 of 2.*_r2/);
    expect(request.headings.join()).not.toContain('_r3');
    expect(request.notes).toEqual(['1 line comment left out, edited after the review was submitted.']);
  });

  test('says so if not all line comments were read', () => {
    const request = added('x', [lineComment(1), lineComment(2)], false);
    expect(textOf(request.prompt.sections[2]?.parts ?? [])).toMatch(
      /\n\[and more: only the first 2 line comments are read\]$/,
    );
  });
});

describe('a line comment with the command', () => {
  const read = (body: string | null) => {
    const { github } = scriptedGitHub({ 'pulls/32/reviews/70': [{ body }] });
    const review = { kind: 'unless-command', pull: 32, id: 70 } as const;
    return readReview(command({ kind: 'review comment', thread: PULL, review }), '/docs', { github, note: () => {} });
  };

  test.each([null, '', 'Nice work', '> /docs quoted'])('is a request if its review says %j', async (body) => {
    expect((await read(body)).skipReason).toBeUndefined();
  });

  test('is skipped if its review is the request', async () => {
    expect((await read('/docs explain all of it')).skipReason).toEqual({
      verdict: 'skipped',
      reason: expect.stringContaining('part of the request of its review'),
    });
  });
});
