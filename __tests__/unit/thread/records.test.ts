import { describe, expect, test } from '@jest/globals';
import type { Comment } from '../../../src/github/issue-comments.ts';
import { deriveMarkerKey, type MarkerKey, writeMarker } from '../../../src/thread/marker.ts';
import { readRecords } from '../../../src/thread/records.ts';
import { NOON } from '../../support/fake-clock.ts';
import {
  MARKER_KEY,
  type MarkerFields,
  OWN_LOGIN,
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
  const { id = 101, issueNumber: issue = 31 } = comment;
  const place = { repository: REPOSITORY, issue, comment: signedFor === undefined ? id : signedFor };
  return sampleComment({ ...comment, body: `**Words**\n${writeMarker(sampleMarker(marker), under, place)}` });
}

async function reading(comments: readonly Comment[], now = NOON) {
  let asked = 0;
  const ownLogin = async () => {
    asked++;
    return OWN_LOGIN;
  };
  const found = await readRecords(
    { comments, now },
    { key: MARKER_KEY, repository: REPOSITORY, writer: 'this-process-123', ownLogin },
  );
  return { ...found, asked };
}

describe('a marker counts', () => {
  test('if it is signed for its comment, without a request for our own login', async () => {
    const { records, ignored, asked } = await reading([signed(), signed({}, { id: 102, ...STRANGER })]);
    expect(records.map(({ comment }) => comment.id)).toEqual([101, 102]);
    expect(records[0]).toMatchObject({ marker: sampleMarker(), isUnderOtherKey: false });
    expect(ignored).toEqual([]);
    expect(asked).toBe(0);
  });

  test('if it is the one of a first text by our own account', async () => {
    const { records, asked } = await reading([signed({ state: STATES.starting, signedFor: null })]);
    expect(records).toMatchObject([{ marker: { state: 'starting' } }]);
    expect(asked).toBe(1);
  });

  test('if it is by our own account under another key', async () => {
    const { records } = await reading([signed({ under: OLDER_KEY })]);
    expect(records).toMatchObject([{ isUnderOtherKey: true, marker: { state: 'open' } }]);
  });
});

describe('a marker is ignored with a reason if it is', () => {
  const altered = signed();
  test.each([
    ['forged', sampleComment({ body: '<!-- docs-agent-action:1 forged -->' }), 'it is malformed'],
    [
      'altered',
      { ...altered, body: altered.body.replace(/.{4} -->$/, 'AAAA -->') },
      'it is altered, or copied from elsewhere',
    ],
    ['a copy of another comment', signed({ signedFor: 7 }), 'it is altered, or copied from elsewhere'],
    ['a copy of another thread', { ...altered, issueNumber: 32 }, 'it is altered, or copied from elsewhere'],
    [
      'a first text by another account',
      signed({ state: STATES.starting, signedFor: null }, STRANGER),
      'it is by another account, and nothing binds it to this comment',
    ],
    [
      'by another account under another key',
      signed({ under: OLDER_KEY }, STRANGER),
      'it is by another account, and nothing binds it to this comment',
    ],
    [
      'by another bot under another key',
      signed({ under: OLDER_KEY }, { author: 'dependabot[bot]' }),
      'it is by another account, and nothing binds it to this comment',
    ],
    [
      'by a deleted account under another key',
      signed({ under: OLDER_KEY }, { author: 'ghost' }),
      expect.stringContaining('another account'),
    ],
  ])('%s', async (_, comment, why) => {
    const { records, ignored } = await reading([comment]);
    expect(records).toEqual([]);
    expect(ignored).toEqual([{ url: urlOf(101), why }]);
  });
});

test('an unknown own login is an error', async () => {
  const failing = readRecords(
    { comments: [signed({ under: OLDER_KEY })], now: NOON },
    {
      key: MARKER_KEY,
      repository: REPOSITORY,
      writer: 'this-process-123',
      ownLogin: () => Promise.reject(new Error('no answer')),
    },
  );
  await expect(failing).rejects.toThrow('no answer');
});

test('a comment without a marker is no record and not ignored', async () => {
  const { records, ignored, asked } = await reading([sampleComment({ body: '/docs explain', ...STRANGER })]);
  expect({ records, ignored, asked }).toEqual({ records: [], ignored: [], asked: 0 });
});

test('records are sorted by comment id', async () => {
  const ids = [205, 7, 1_001, 99];
  const { records } = await reading(ids.map((id) => signed({}, { id })));
  expect(records.map(({ comment }) => comment.id)).toEqual([7, 99, 205, 1_001]);
});

describe('a lease', () => {
  test.each([
    ['is held for its length after the last edit', 60, 59_999, true],
    ['ends after its length', 60, 60_000, false],
    ['of no length is not held', 0, 0, false],
    ["is held if GitHub's clock is behind its own time of the edit", 60, -1_000, true],
    ['of no length is not held if the clock is behind', 0, -1_000, false],
  ])('%s', async (_, alive, age, isAlive) => {
    const edited = signed({ alive }, { updatedAt: NOON });
    const { records } = await reading([edited], NOON + age);
    expect(records).toMatchObject([{ age: Math.max(0, age), isAlive }]);
  });
});
