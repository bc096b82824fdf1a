import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MARKER_PREFIX } from '../../../src/github/comments.ts';
import {
  deriveMarkerKey,
  deriveMarkerKeys,
  hashOf,
  type Marker,
  quoteIn,
  readMarker,
  writeMarker,
} from '../../../src/thread/marker.ts';
import { MENTIONED, type Phase, requestOf } from '../../../src/thread/request.ts';
import { TRIGGER_KINDS } from '../../../src/trigger/trigger.ts';
import { anyText } from '../../support/any-text.ts';
import { NOON } from '../../support/fake-clock.ts';
import { phaseOf } from '../../support/phases.ts';
import { MARKER_KEY as KEY, STATES, sampleMarker, sampleRequest } from '../../support/sample-records.ts';

const KEYS = { key: KEY };
const PLACE = { repository: '1296269', issue: 31, comment: 7, createdAt: NOON };
const WORD = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'];

const word = (minLength: number, maxLength: number, more: readonly string[] = []) =>
  fc.string({ unit: fc.constantFrom(...WORD, ...more), minLength, maxLength });
const hash = word(16, 16);
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const job = word(1, 256, [...'~:@=+.']).filter((text) => /[^.]/.test(text));
const place = fc.record({ thread: id, comment: id });
const link = fc.oneof(
  fc.constant(''),
  hash,
  word(1, 130).map((name) => `github.com/acme/${name}#412`),
);
const verdict = fc.constantFrom('pull-request' as const, 'no-changes' as const, 'failed' as const, 'archived' as const);
const time = fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 }));
const over = { at: fc.constant('over' as const), job };
const phase: fc.Arbitrary<Phase> = fc.oneof(
  fc.constantFrom(...[STATES.starting, STATES.unsent, STATES.unconfirmed].map(phaseOf)),
  fc.record({ at: fc.constant('working' as const), job }),
  fc.record({ at: fc.constant('opened' as const), job, author: fc.option(id), reportedIn: fc.option(id) }),
  fc.record({ at: fc.constant('waiting' as const), behind: fc.option(job) }),
  fc.record({ ...over, why: fc.constant('ended' as const), verdict, link }),
  fc.record({ ...over, why: fc.constant('continued' as const), by: place }),
);
const marker: fc.Arbitrary<Marker> = fc.record({
  nonce: hash,
  stepKey: hash,
  requestKey: hash,
  project: hash,
  key: hash,
  run: id,
  attempt: id,
  writer: hash,
  requester: fc.option(id),
  previous: fc.option(place),
  mentioned: fc.constantFrom(...MENTIONED),
  trigger: fc.constantFrom(...TRIGGER_KINDS),
  jobCreatedAt: time,
  endedAt: time,
  phase,
  retryVia: fc.constantFrom('command' as const, 'label' as const, 'run' as const),
  cause: fc.oneof(fc.constant(''), hash),
  head: fc.constantFrom('', 'a'.repeat(40), 'b'.repeat(64)),
  base: fc.constantFrom('', 'a'.repeat(40), 'b'.repeat(64)),
  before: fc.option(fc.record({ job, link })),
  quote: fc.oneof(fc.constant(''), hash),
  leaseSeconds: fc.nat({ max: 86_400 }),
});

const open = sampleMarker();
const written = writeMarker(open, KEY, PLACE);

/** Every field as long as it can be. */
const longest: Marker = {
  ...open,
  run: Number.MAX_SAFE_INTEGER,
  requester: Number.MAX_SAFE_INTEGER,
  trigger: 'workflow-run',
  retryVia: 'command',
  previous: { thread: Number.MAX_SAFE_INTEGER, comment: Number.MAX_SAFE_INTEGER },
  before: { job: 'j'.repeat(256), link: `${'h'.repeat(50)}/${'o'.repeat(39)}/${'r'.repeat(48)}#1234567890` },
  cause: open.nonce,
  head: 'a'.repeat(64),
  base: 'b'.repeat(64),
  mentioned: 'timeout',
  phase: {
    at: 'over',
    why: 'ended',
    verdict: 'pull-request',
    job: 'j'.repeat(256),
    link: `${'h'.repeat(50)}/${'o'.repeat(39)}/${'r'.repeat(48)}#1234567890`,
  },
  jobCreatedAt: 1_795_446_000_000,
  endedAt: 1_795_446_000_000,
  quote: open.nonce,
  leaseSeconds: 86_400,
};

describe('a marker', () => {
  test('is read as it was written, after any text', () => {
    fc.assert(
      fc.property(marker, anyText(), (what, prose) => {
        fc.pre(!prose.includes(MARKER_PREFIX));
        const body = `${prose}\n${writeMarker(what, KEY, PLACE)}`;
        expect(readMarker(body, KEYS, PLACE)).toEqual({ kind: 'signed', marker: what, bound: true });
      }),
    );
  });

  test('has at most 2 KB, in one line of ASCII with one end of the HTML comment', () => {
    fc.assert(
      fc.property(marker, (what) => {
        const text = writeMarker(what, KEY, PLACE);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
        expect(text).toMatch(/^<!-- [ -~]+ -->$/);
        expect(text.split('-->')).toHaveLength(2);
      }),
      { examples: [[longest]] },
    );
  });

  test('is written the same way each time', () => {
    fc.assert(
      fc.property(marker, (what) => {
        expect(writeMarker(structuredClone(what), deriveMarkerKey('docs_canary-key'), PLACE)).toBe(
          writeMarker(what, KEY, PLACE),
        );
      }),
    );
  });

  test('holds the constant fields of its request, and nothing else', () => {
    fc.assert(
      fc.property(marker, (what) => {
        expect(Object.keys(requestOf(what)).sort()).toEqual(Object.keys(sampleRequest()).sort());
        expect(what).toMatchObject(requestOf(what));
      }),
    );
  });
});

test('the format of a marker does not change', () => {
  const known =
    '<!-- docs-agent-action:1 EV3pEsa7.eyJwcmV2aW91cyI6bnVsbCwiYmVmb3JlIjpudWxsLCJtZW50aW9uZWQiOiJubyIsInBoYXNlIjp7ImF0Ijoid29ya2luZyIsImpvYiI6ImpfOGZrMiJ9LCJqb2JDcmVhdGVkQXQiOm51bGwsImVuZGVkQXQiOm51bGwsIm5vbmNlIjoiOE5TOEwzeHFmMWJyVDI4biIsInN0ZXBLZXkiOiI2SDc5YjJnbVlfOE5CWGNVIiwicmVxdWVzdEtleSI6InlPcHdSV1pfNVZ2Mm1XTG8iLCJwcm9qZWN0IjoibjhBNGViaVQ3THVCSzN5UyIsImtleSI6IlU3UWFzTnJtSy1fTGh3aGkiLCJydW4iOjc3LCJhdHRlbXB0IjoxLCJyZXF1ZXN0ZXIiOm51bGwsInJldHJ5VmlhIjoibGFiZWwiLCJ0cmlnZ2VyIjoibGFiZWwiLCJjYXVzZSI6IiIsImhlYWQiOiIiLCJiYXNlIjoiIiwid3JpdGVyIjoidUNlUW5mN2N1ZkhFc19aOCIsInF1b3RlIjoiIiwibGVhc2VTZWNvbmRzIjowfQ.fiFDWb8NBPGapWAaE6ZD3_yIMX4pxTnuV2LjI6OxchU -->';
  expect(writeMarker(open, deriveMarkerKey('docs_canary-key'), PLACE)).toBe(known);
});

test.each([
  ['a day, the longest timeout, is signed', 86_400, 'signed'],
  ['more than a day is ignored', 86_401, 'ignored'],
  ['a negative time is ignored', -1, 'ignored'],
])('a marker whose lease is %s', (_, leaseSeconds, kind) => {
  expect(readMarker(writeMarker({ ...open, leaseSeconds }, KEY, PLACE), KEYS, PLACE).kind).toBe(kind);
});

describe('a marker is read', () => {
  test.each([
    ['in the middle of a text', `Before.\n${written}\nAfter.`],
    ['between Windows line endings', `Before.\r\n\r\n${written}\r\n`],
    ['within a line', `Before ${written} after`],
  ])('%s', (_, body) => {
    expect(readMarker(body, KEYS, PLACE)).toMatchObject({ kind: 'signed', bound: true });
  });

  test('only where there is one', () => {
    expect(readMarker('Just words <!-- and a comment -->', KEYS, PLACE)).toEqual({ kind: 'none' });
  });
});

describe('any text of a comment', () => {
  const junk = fc.oneof(
    anyText(),
    fc.string().map((text) => MARKER_PREFIX + text),
    fc
      .tuple(
        fc.nat(),
        word(8, 8),
        fc.string().map((text) => Buffer.from(text).toString('base64url')),
        word(43, 43),
      )
      .map(([version, key, content, signature]) => `${MARKER_PREFIX}${version} ${key}.${content}.${signature} -->`),
    fc
      .json()
      .map((text) => `${MARKER_PREFIX}1 ${KEY.id}.${Buffer.from(text).toString('base64url')}.${'A'.repeat(43)} -->`),
  );

  test('is read without an error, and not as signed', () => {
    fc.assert(
      fc.property(junk, (body) => {
        return ['none', 'ignored'].includes(readMarker(body, KEYS, PLACE).kind);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the API key', () => {
  test('is not in a marker in any encoding', () => {
    fc.assert(
      fc.property(
        word(16, 64).map((text) => `docs_${text}`),
        marker,
        (apiKey, what) => {
          const key = deriveMarkerKey(apiKey);
          const text = writeMarker(what, key, PLACE);
          const content = Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
          const encoded = (['base64', 'base64url', 'hex'] as const).map((as) => Buffer.from(apiKey).toString(as));
          return (
            [apiKey, ...encoded].every((form) => !text.includes(form.replace(/=+$/, '')) && !content.includes(form)) &&
            !text.includes(Buffer.from(key.secret).toString('base64url'))
          );
        },
      ),
    );
  });

  test('derives the marker key, and the previous API key the previous one', () => {
    expect(deriveMarkerKeys('docs_one', '')).toEqual({ key: deriveMarkerKey('docs_one'), previousKey: undefined });
    expect(deriveMarkerKeys('docs_one', 'docs_other').previousKey).toEqual(deriveMarkerKey('docs_other'));
  });

  test('derives its own marker key, with its own id', () => {
    const [one, other] = [deriveMarkerKey('docs_one'), deriveMarkerKey('docs_other')];
    expect(one.id).not.toBe(other.id);
    expect(Buffer.from(one.secret).equals(Buffer.from(other.secret))).toBe(false);
  });
});

test('hashes of texts that are split elsewhere differ', () => {
  expect(hashOf('a', 'bc')).not.toBe(hashOf('ab', 'c'));
  expect(hashOf('a')).not.toBe(hashOf('a', ''));
});

test('the quote is the first line of a comment that quotes; empty if none does', () => {
  expect(quoteIn('**⏳ Starting**\n> Explain it — alice\n> more')).toBe('> Explain it — alice');
  expect(quoteIn('**⏳ Starting**\nExplain > it')).toBe('');
});
