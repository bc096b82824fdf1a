import { expect, test } from '@jest/globals';
import { withLineComments } from '../../../src/prompt/prepare.ts';
import { textOf } from '../../../src/trigger/trigger.ts';
import { command, PULL } from '../../support/sample-triggers.ts';

/** What runs make of a review is in the scenarios of reviews. */

const SUBMITTED = Date.parse('2026-01-01T12:00:00Z');
const REVIEW = { kind: 'comments-of', pull: 32, id: 70, submittedAt: SUBMITTED } as const;

const lineComment = (nth: number, seconds: number) => ({
  url: `https://github.com/acme/app/pull/32#discussion_r${nth}`,
  path: `src/${nth}.ts`,
  line: nth,
  hunk: '@@ -0,0 +1 @@\n+x',
  body: `Remark ${nth}`,
  updatedAt: SUBMITTED + seconds * 1000,
});

/** A review whose only text is the command. */
const added = (...comments: readonly ReturnType<typeof lineComment>[]) =>
  withLineComments(
    command({ kind: 'review', thread: PULL, text: '' }),
    REVIEW,
    { comments, isComplete: false },
    () => {},
  );

test('line comments that were edited more than 2 s after the review are left out; the last one says that not all were read', () => {
  const { sections } = added(lineComment(1, -60), lineComment(2, 2), lineComment(3, 3));
  expect(sections.map(({ heading }) => heading)).toEqual([
    'the request: line comment 1 of 2 on pull request #32 by alice, https://github.com/acme/app/pull/32#discussion_r1',
    'the request: line comment 2 of 2 on pull request #32 by alice, https://github.com/acme/app/pull/32#discussion_r2',
    'pull request #32 by carol, https://github.com/acme/app/pull/32',
  ]);
  const texts = sections.map(({ parts }) => textOf(parts));
  const mark = expect.stringMatching(
    /\nRemark 2\n\[and more: only the first 3 line comments are read\]$/,
  );
  expect(texts).toEqual([expect.not.stringContaining('[and more'), mark, expect.any(String)]);
});

test('a review without text is a request in words if it has a line comment', () => {
  expect([added(), added(lineComment(1, 0))].map(({ isRequestInText }) => isRequestInText)).toEqual(
    [false, true],
  );
});
