import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MARKER_PREFIX } from '../../../src/github/comments.ts';
import { deriveMarkerKey, readMarker, writeMarker } from '../../../src/thread/marker.ts';
import { NOON } from '../../support/fake-clock.ts';
import { MARKER_KEY as KEY, STATES, sampleMarker } from '../../support/sample-records.ts';

const KEYS = { key: KEY };
const PLACE = { repository: '1296269', issue: 31, comment: 7, createdAt: NOON };
const FIRST = { ...PLACE, comment: null };
const WORD = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'];
const open = sampleMarker();
const written = writeMarker(open, KEY, PLACE);

describe('a changed marker is ignored', () => {
  test('if any single character is changed', () => {
    const start = MARKER_PREFIX.length;
    fc.assert(
      fc.property(fc.integer({ min: start, max: written.length - 4 }), fc.constantFrom(...WORD, '.', ' '), (at, to) => {
        fc.pre(written[at] !== to);
        const reading = readMarker(written.slice(0, at) + to + written.slice(at + 1), KEYS, PLACE);
        return reading.kind === 'ignored';
      }),
      { numRuns: 1_000 },
    );
  });

  test('if it is cut at any length', () => {
    for (let end = MARKER_PREFIX.length; end < written.length; end++)
      expect(readMarker(written.slice(0, end), KEYS, PLACE)).toEqual({ kind: 'ignored', why: 'it is malformed' });
  });

  test('if it has a line break', () => {
    expect(readMarker(written.replace('.', '.\r\n'), KEYS, PLACE).kind).toBe('ignored');
  });

  test('if it has another version', () => {
    const later = written.replace(`${MARKER_PREFIX}1`, `${MARKER_PREFIX}2`);
    expect(readMarker(later, KEYS, PLACE)).toEqual({ kind: 'ignored', why: 'its version is unknown' });
  });

  test('if a second marker follows it', () => {
    const copied = writeMarker(open, KEY, { ...PLACE, comment: 8 });
    expect(readMarker(`${written}\n${copied}`, KEYS, PLACE)).toEqual({
      kind: 'ignored',
      why: 'it holds more than one',
    });
  });

  test.each(['{}', 'words', '[]'])('if it holds something else than a marker: %s', (content) => {
    const text = Buffer.from(content).toString('base64url');
    const body = `${MARKER_PREFIX}1 ${KEY.id}.${text}.${'A'.repeat(43)} -->`;
    expect(readMarker(body, KEYS, PLACE)).toEqual({ kind: 'ignored', why: 'it is malformed' });
  });
});

describe('a signed marker is ignored', () => {
  test.each([
    { nonce: 'x'.repeat(15) },
    { nonce: `${'x'.repeat(16)} alice` },
    { nonce: `alice ${'x'.repeat(16)}` },
    { head: 'a'.repeat(39) },
    { head: `${'a'.repeat(40)} alice` },
    { head: `alice ${'a'.repeat(40)}` },
  ])('if a field holds more or less than a hash: %j', (fields) => {
    expect(readMarker(writeMarker({ ...open, ...fields }, KEY, PLACE), KEYS, PLACE)).toEqual({
      kind: 'ignored',
      why: 'it is malformed',
    });
  });

  test('if it is longer than 2,048 characters', () => {
    const padded = (length: number) => writeMarker(Object.assign({}, open, { more: 'x'.repeat(length) }), KEY, PLACE);
    const about = Math.floor(((2_048 - padded(0).length) * 3) / 4); // base64 has four characters per three bytes
    const longest = [2, 1, 0, -1, -2].map((more) => about + more).find((length) => padded(length).length <= 2_048) ?? 0;
    expect(padded(longest + 1).length).toBeGreaterThan(2_048);
    expect(readMarker(padded(longest), KEYS, PLACE).kind).toBe('signed');
    expect(readMarker(padded(longest + 1), KEYS, PLACE)).toEqual({ kind: 'ignored', why: 'it is malformed' });
  });
});

describe('a marker counts only in its own place:', () => {
  test.each([
    ['repository', { ...PLACE, repository: '1296270' }],
    ['issue', { ...PLACE, issue: 32 }],
    ['comment', { ...PLACE, comment: 8 }],
  ])('not in another %s', (_, place) => {
    expect(readMarker(written, KEYS, place)).toEqual({
      kind: 'ignored',
      why: 'it is altered, or copied from elsewhere',
    });
  });

  test.each(Object.values(STATES))(
    'one that is signed for its thread only, in state %j, counts only in states of a first text',
    (how) => {
      const what = sampleMarker({ state: how });
      const reading = readMarker(writeMarker(what, KEY, FIRST), KEYS, PLACE);
      expect(reading).toEqual(
        ['starting', 'waiting', 'open', 'opened'].includes(how.state)
          ? { kind: 'signed', marker: what, bound: false }
          : { kind: 'ignored', why: 'it is altered, or copied from elsewhere' },
      );
    },
  );

  test.each([
    [0, 'signed'],
    [90_000, 'signed'],
    [-1_000, 'signed'],
    [241_000, 'ignored'],
    [-241_000, 'ignored'],
    [null, 'ignored'],
  ])('the one of a first text, in a comment that was created %j ms later (null: edited), is %s', (later, kind) => {
    const first = writeMarker(sampleMarker({ state: STATES.starting }), KEY, FIRST);
    const createdAt = later === null ? null : PLACE.createdAt + later;
    expect(readMarker(first, KEYS, { ...PLACE, createdAt }).kind).toBe(kind);
  });

  test.each([{ issue: 32 }, { repository: '2' }])('the one of a first text does not count in %j', (elsewhere) => {
    const first = writeMarker(sampleMarker({ state: STATES.starting }), KEY, FIRST);
    expect(readMarker(first, KEYS, { ...PLACE, ...elsewhere }).kind).toBe('ignored');
  });
});

describe('a marker under an older key', () => {
  const older = deriveMarkerKey('docs_older-key');
  const body = writeMarker(open, older, PLACE);

  test('is signed if that key is passed as the previous one', () => {
    const keys = { key: KEY, previousKey: older };
    expect(readMarker(body, keys, PLACE)).toEqual({ kind: 'signed', marker: open, bound: true });
    expect(readMarker(body, keys, { ...PLACE, comment: 8 }).kind).toBe('ignored');
    expect(readMarker(written, keys, PLACE).kind).toBe('signed');
  });

  test('is ignored without that key, or with another one, and the reason names `previous-api-key`', () => {
    for (const previousKey of [undefined, deriveMarkerKey('docs_third-key')]) {
      const reading = readMarker(body, { key: KEY, previousKey }, PLACE);
      expect(reading).toEqual({ kind: 'ignored', why: expect.stringContaining('`previous-api-key`') });
    }
  });

  test('is ignored if its key id claims another key', () => {
    const keys = { key: KEY, previousKey: older };
    for (const claimed of [body.replace(older.id, KEY.id), written.replace(KEY.id, older.id)]) {
      expect(readMarker(claimed, keys, PLACE).kind).toBe('ignored');
    }
  });
});
