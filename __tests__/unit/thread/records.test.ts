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

describe('believed', () => {
  test('is a signature for the very comment, and nobody needs to be asked who we are', async () => {
    const { records, ignored, asked } = await reading([signed(), signed({}, { id: 102, ...STRANGER })]);
    expect(records.map(({ comment }) => comment.id)).toEqual([101, 102]);
    expect(records[0]).toMatchObject({ marker: sampleMarker(), isUnderOtherKey: false });
    expect(ignored).toEqual([]);
    expect(asked).toBe(0);
  });

  test('is a first text of our own account', async () => {
    const { records, asked } = await reading([signed({ state: STATES.starting, signedFor: null })]);
    expect(records).toMatchObject([{ marker: { state: 'starting' } }]);
    expect(asked).toBe(1);
  });

  test('is one of our own account under another key', async () => {
    const { records } = await reading([signed({ under: OLDER_KEY })]);
    expect(records).toMatchObject([{ isUnderOtherKey: true, marker: { state: 'open' } }]);
  });
});

describe('not believed, and said', () => {
  const altered = signed();
  test.each([
    ['a forged one', sampleComment({ body: '<!-- docs-agent-action:1 forged -->' }), 'it is malformed'],
    [
      'an altered one',
      { ...altered, body: altered.body.replace(/.{4} -->$/, 'AAAA -->') },
      'it is altered, or copied from elsewhere',
    ],
    ['a copy of another comment', signed({ signedFor: 7 }), 'it is altered, or copied from elsewhere'],
    ['a copy of another thread', { ...altered, issueNumber: 32 }, 'it is altered, or copied from elsewhere'],
    [
      'a first text that somebody copied',
      signed({ state: STATES.starting, signedFor: null }, STRANGER),
      'it is by another account, and nothing binds it to this comment',
    ],
    [
      'one of another account under another key',
      signed({ under: OLDER_KEY }, STRANGER),
      'it is by another account, and nothing binds it to this comment',
    ],
    [
      'one of another bot',
      signed({ under: OLDER_KEY }, { author: 'dependabot[bot]' }),
      'it is by another account, and nothing binds it to this comment',
    ],
    [
      'one of a deleted account',
      signed({ under: OLDER_KEY }, { author: 'ghost' }),
      expect.stringContaining('another account'),
    ],
  ])('%s', async (_, comment, why) => {
    const { records, ignored } = await reading([comment]);
    expect(records).toEqual([]);
    expect(ignored).toEqual([{ url: urlOf(101), why }]);
  });
});

test('where GitHub does not tell who we are, nothing is guessed', async () => {
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

test('words of people are neither', async () => {
  const { records, ignored, asked } = await reading([sampleComment({ body: '/docs explain', ...STRANGER })]);
  expect({ records, ignored, asked }).toEqual({ records: [], ignored: [], asked: 0 });
});

test('they come in the order in which they were created, however the list is sorted', async () => {
  const ids = [205, 7, 1_001, 99];
  const { records } = await reading(ids.map((id) => signed({}, { id })));
  expect(records.map(({ comment }) => comment.id)).toEqual([7, 99, 205, 1_001]);
});

describe('a process may be alive', () => {
  test.each([
    ['for as long as it said, from its last edit on', 60, 59_999, true],
    ['and not longer', 60, 60_000, false],
    ['where nobody watches, never', 0, 0, false],
    ["where GitHub's own clock is behind its own time of the edit, all the same", 60, -1_000, true],
    ['not where nobody watches, whatever the clocks say', 0, -1_000, false],
  ])('%s', async (_, alive, age, isAlive) => {
    const edited = signed({ alive }, { updatedAt: NOON });
    const { records } = await reading([edited], NOON + age);
    expect(records).toMatchObject([{ age: Math.max(0, age), isAlive }]);
  });
});
