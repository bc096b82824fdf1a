import { describe, expect, test } from '@jest/globals';
import type { Comment } from '../../../src/github/comments.ts';
import { writeMarker } from '../../../src/thread/marker.ts';
import { linesAbout, readRecords } from '../../../src/thread/status-records.ts';
import { NOON } from '../../support/fake-clock.ts';
import {
  MARKER_KEY,
  type MarkerFields,
  PHASES,
  REPOSITORY,
  sampleComment,
  sampleMarker,
  urlOf,
} from '../../support/sample-records.ts';

interface Signed extends MarkerFields {
  /** The comment that it is signed for; null as a comment's first text is. */
  readonly signedFor?: number | null;
}

/** A status comment, signed for itself unless the test says otherwise. */
function signed({ signedFor, ...marker }: Signed = {}, comment: Partial<Comment> = {}): Comment {
  const { id = 101, issueNumber: issue = 31, createdAt = NOON } = comment;
  const place = {
    repository: REPOSITORY,
    issue,
    comment: signedFor === undefined ? id : signedFor,
    createdAt,
  };
  return sampleComment({
    ...comment,
    body: `**Words**\n${writeMarker(sampleMarker(marker), MARKER_KEY, place)}`,
  });
}
const firstText = (fields: Signed = {}, comment: Partial<Comment> = {}) =>
  signed({ phase: PHASES.starting, signedFor: null, ...fields }, comment);

/** @param account of this run's own comment, once it has one. */
const reading = (comments: readonly Comment[], now = NOON, account?: string) =>
  readRecords(
    { comments, now },
    {
      key: MARKER_KEY,
      repository: REPOSITORY,
      writer: 'this-process-123',
      run: 500,
      attempt: 2,
    },
    account,
  );

const OWN = { writer: 'this-process-123', run: 500, attempt: 2 };
const OTHER_NONCE = { nonce: 'w'.repeat(16) };
const copy = firstText({}, { id: 102, author: 'mallory' });
const COPY = 'it is a copy of another comment';

test.each<[string, readonly Comment[], readonly number[], string?]>([
  [
    'signed for its comment, by any account',
    [signed(), signed({}, { id: 102, author: 'mallory' })],
    [101, 102],
  ],
  ['in any order', [205, 7, 1_001, 99].map((id) => signed({}, { id })), [7, 99, 205, 1_001]],
  ['the one of a first text', [firstText()], [101]],
  [
    'two first texts with their own nonces',
    [firstText(), firstText(OTHER_NONCE, { id: 102 })],
    [101, 102],
  ],
  ['of two with the same nonce, the older one', [copy, firstText()], [101], COPY],
  [
    'the older one after another process edited it',
    [signed({ writer: 'a-sweep-12345678' }), copy],
    [101],
    COPY,
  ],
  ['no copy of the own one', [firstText(OWN), firstText(OWN, { id: 102 })], [], COPY],
  [
    'not elsewhere',
    [{ ...firstText({}, { id: 102 }), issueNumber: 32 }],
    [],
    'it is altered, or copied from elsewhere',
  ],
  ['none without a marker', [sampleComment({ body: '/docs explain' })], []],
])('records: %s', (_, comments, ids, why = '') => {
  const { records, ignored } = reading(comments);
  expect(records.map(({ comment }) => comment.id)).toEqual(ids);
  expect(ignored).toEqual(why ? [{ url: urlOf(102), why }] : []);
});

test('once the run has a comment of its own, first texts of other accounts do not count, and edited ones do', () => {
  const ofMallory = [
    firstText({}, { id: 102, author: 'mallory' }),
    signed({}, { id: 103, author: 'mallory' }),
  ];
  const { records, ignored } = reading(
    [firstText(OTHER_NONCE), ...ofMallory],
    NOON,
    'github-actions[bot]',
  );
  expect(records.map(({ comment }) => comment.id)).toEqual([101, 103]);
  expect(ignored).toEqual([{ url: urlOf(102), why: COPY }]);
});

describe('a lease', () => {
  test.each([
    ['is held for its length after the last edit', { leaseSeconds: 60 }, 59_999, true],
    ['ends after its length', { leaseSeconds: 60 }, 60_000, false],
    [
      "is held if GitHub's clock is behind its own time of the edit",
      { leaseSeconds: 60 },
      -1_000,
      true,
    ],
    ['of no length is not held if the clock is behind', { leaseSeconds: 0 }, -1_000, false],
    [
      'of an earlier attempt, which has ended, is not held',
      { leaseSeconds: 60, run: 500, attempt: 1 },
      0,
      false,
    ],
    ['of another leg of the attempt is held', { leaseSeconds: 60, run: 500, attempt: 2 }, 0, true],
    ['of another run is held', { leaseSeconds: 60, run: 499, attempt: 1 }, 0, true],
  ])('%s', (_, fields, age, isLeaseHeld) => {
    const { records } = reading([signed(fields, { updatedAt: NOON })], NOON + age);
    expect(records).toMatchObject([
      { sinceEditMs: Math.max(0, age), isLeaseHeld, marker: sampleMarker(fields) },
    ]);
  });
});

const KEY = 'it is signed with another API key';
const FORM = 'it is malformed';

test('ignored comments get one warning per reason, in which a comment that was read twice counts once', () => {
  const ignored = [
    { url: urlOf(7), why: KEY },
    { url: urlOf(8), why: FORM },
    { url: urlOf(9), why: KEY },
    { url: urlOf(8), why: FORM },
  ];
  expect(linesAbout(ignored)).toEqual([
    `2 status comments are ignored, each because ${KEY}: ${urlOf(7)}, …`,
    `A status comment is ignored because ${FORM}: ${urlOf(8)}`,
  ]);
});
