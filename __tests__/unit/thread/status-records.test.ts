import { describe, expect, test } from '@jest/globals';
import type { Comment } from '../../../src/github/comments.ts';
import { deriveMarkerKey, type MarkerKey, writeMarker } from '../../../src/thread/marker.ts';
import { readRecords, warningsAbout } from '../../../src/thread/status-records.ts';
import { NOON } from '../../support/fake-clock.ts';
import {
  MARKER_KEY,
  type MarkerFields,
  REPOSITORY,
  STATES,
  sampleComment,
  sampleMarker,
  urlOf,
} from '../../support/sample-records.ts';

const OLDER_KEY = deriveMarkerKey('docs_older-key');
const STRANGER = { author: 'mallory' };

interface Signed extends MarkerFields {
  readonly under?: MarkerKey;
  /** The comment that it is signed for; null as a comment's first text is. */
  readonly signedFor?: number | null;
}

/** A status comment, signed for itself unless the test says otherwise. */
function signed({ under = MARKER_KEY, signedFor, ...marker }: Signed = {}, comment: Partial<Comment> = {}): Comment {
  const { id = 101, issueNumber: issue = 31, createdAt = NOON } = comment;
  const place = { repository: REPOSITORY, issue, comment: signedFor === undefined ? id : signedFor, createdAt };
  return sampleComment({ ...comment, body: `**Words**\n${writeMarker(sampleMarker(marker), under, place)}` });
}

const reading = (comments: readonly Comment[], now = NOON, previousKey?: MarkerKey) =>
  readRecords(
    { comments, now },
    { key: MARKER_KEY, previousKey, repository: REPOSITORY, writer: 'this-process-123', run: 500, attempt: 2 },
  );

const firstText = (fields: Signed = {}, comment: Partial<Comment> = {}) =>
  signed({ state: STATES.starting, signedFor: null, ...fields }, comment);

describe('a marker counts', () => {
  test('if it is signed for its comment, by any account', () => {
    const { records, ignored } = reading([signed(), signed({}, { id: 102, ...STRANGER })]);
    expect(records.map(({ comment }) => comment.id)).toEqual([101, 102]);
    expect(records[0]).toMatchObject({ marker: sampleMarker() });
    expect(ignored).toEqual([]);
  });

  test('if it is the one of a first text', () => {
    expect(reading([firstText()]).records).toMatchObject([{ marker: { phase: { at: 'sending' } } }]);
  });

  test('if it is signed with the previous key, also in a first text', () => {
    const written = [signed({ under: OLDER_KEY }), firstText({ under: OLDER_KEY, nonce: 'w'.repeat(16) }, { id: 102 })];
    const { records, ignored } = reading(written, NOON, OLDER_KEY);
    expect(records.map(({ comment }) => comment.id)).toEqual([101, 102]);
    expect(ignored).toEqual([]);
  });
});

describe('of two first texts with the same nonce', () => {
  const copy = firstText({}, { id: 102, ...STRANGER });
  const COPY = { url: urlOf(102), why: 'it is a copy of an older comment' };

  test('the older comment counts, in any order of the list', () => {
    for (const listed of [
      [firstText(), copy],
      [copy, firstText()],
    ]) {
      const { records, ignored } = reading(listed);
      expect(records.map(({ comment }) => comment.id)).toEqual([101]);
      expect(ignored).toEqual([COPY]);
    }
  });

  test('the older comment counts after it was edited', () => {
    const { records, ignored } = reading([signed({ state: STATES.ended }), copy]);
    expect(records).toMatchObject([{ comment: { id: 101 }, marker: { phase: { why: 'ended' } } }]);
    expect(ignored).toEqual([COPY]);
  });

  test('the older comment counts after another process edited it', () => {
    const { records, ignored } = reading([signed({ state: STATES.ended, writer: 'a-sweep-12345678' }), copy]);
    expect(records).toMatchObject([{ comment: { id: 101 } }]);
    expect(ignored).toEqual([COPY]);
  });

  test('a copy of the own one is ignored', () => {
    const own = { writer: 'this-process-123' };
    const { records, ignored } = reading([firstText(own), firstText(own, { id: 102, ...STRANGER })]);
    expect(records).toEqual([]);
    expect(ignored).toEqual([COPY]);
  });
});

test('two first texts with their own nonces both count', () => {
  const { records } = reading([firstText(), firstText({ nonce: 'w'.repeat(16) }, { id: 102 })]);
  expect(records.map(({ comment }) => comment.id)).toEqual([101, 102]);
});

test('a comment whose marker does not count is ignored with its reason', () => {
  const { records, ignored } = reading([{ ...firstText(), issueNumber: 32 }]);
  expect({ records, ignored }).toEqual({
    records: [],
    ignored: [{ url: urlOf(101), why: 'it is altered, or copied from elsewhere' }],
  });
});

test('a comment without a marker is no record and not ignored', () => {
  const { records, ignored } = reading([sampleComment({ body: '/docs explain', ...STRANGER })]);
  expect({ records, ignored }).toEqual({ records: [], ignored: [] });
});

test('records are sorted by comment id', () => {
  const ids = [205, 7, 1_001, 99];
  const { records } = reading(ids.map((id) => signed({}, { id })));
  expect(records.map(({ comment }) => comment.id)).toEqual([7, 99, 205, 1_001]);
});

describe('a lease', () => {
  test.each([
    ['is held for its length after the last edit', 60, 59_999, true],
    ['ends after its length', 60, 60_000, false],
    ['of no length is not held', 0, 0, false],
    ["is held if GitHub's clock is behind its own time of the edit", 60, -1_000, true],
    ['of no length is not held if the clock is behind', 0, -1_000, false],
  ])('%s', (_, leaseSeconds, age, isLeaseHeld) => {
    const edited = signed({ leaseSeconds }, { updatedAt: NOON });
    const { records } = reading([edited], NOON + age);
    expect(records).toMatchObject([{ ageMs: Math.max(0, age), isLeaseHeld }]);
  });

  test.each([
    ['an earlier attempt of the run, which has ended, does not hold it', { run: 500, attempt: 1 }, false],
    ['another leg of the attempt holds it', { run: 500, attempt: 2 }, true],
    ['another run holds it', { run: 499, attempt: 1 }, true],
  ])('%s', (_, by, isLeaseHeld) => {
    expect(reading([signed({ leaseSeconds: 60, ...by }, { updatedAt: NOON })]).records).toMatchObject([
      { isLeaseHeld },
    ]);
  });
});

const OTHER_KEY = 'it is signed with another API key';
const MALFORMED = 'it is malformed';
const ignored = (id: number, why: string) => ({ url: urlOf(id), why });

test('an ignored comment is named in a warning with the reason', () => {
  expect(warningsAbout([ignored(7, MALFORMED)])).toEqual([
    `A status comment is ignored because it is malformed: ${urlOf(7)}`,
  ]);
});

test('comments that are ignored for one reason are counted in one warning, which names the first', () => {
  const three = [ignored(7, OTHER_KEY), ignored(8, OTHER_KEY), ignored(9, OTHER_KEY)];
  expect(warningsAbout(three)).toEqual([
    `3 status comments are ignored, each because it is signed with another API key: ${urlOf(7)}, …`,
  ]);
});

test('each reason has a warning', () => {
  const mixed = [ignored(7, OTHER_KEY), ignored(8, MALFORMED), ignored(9, OTHER_KEY)];
  expect(warningsAbout(mixed)).toEqual([
    `2 status comments are ignored, each because it is signed with another API key: ${urlOf(7)}, …`,
    `A status comment is ignored because it is malformed: ${urlOf(8)}`,
  ]);
});

test('a comment that was read twice counts once', () => {
  expect(warningsAbout([ignored(7, MALFORMED), ignored(7, MALFORMED)])).toHaveLength(1);
});

test('without ignored comments there is no warning', () => {
  expect(warningsAbout([])).toEqual([]);
});
