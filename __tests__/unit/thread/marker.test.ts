import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MARKER_PREFIX } from '../../../src/github/comments.ts';
import {
  deriveMarkerKey,
  deriveMarkerKeys,
  hashOf,
  type Marker,
  type MarkerState,
  MENTIONED,
  quoteIn,
  readMarker,
  requestOf,
  writeMarker,
} from '../../../src/thread/marker.ts';
import { anyText } from '../../support/any-text.ts';
import { MARKER_KEY as KEY, STATES, sampleMarker, sampleRequest } from '../../support/sample-records.ts';

const KEYS = { key: KEY };
const PLACE = { repository: '1296269', issue: 31, comment: 7 };
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
const state: fc.Arbitrary<MarkerState> = fc.oneof(
  fc.constantFrom(STATES.starting, STATES.unsent, STATES.unconfirmed),
  fc.record({ state: fc.constant('open' as const), job }),
  fc.record({ state: fc.constant('opened' as const), job, author: fc.option(id) }),
  fc.record({ state: fc.constant('waiting' as const), behind: fc.option(job) }),
  fc.record({
    state: fc.constant('ended' as const),
    job,
    verdict: fc.constantFrom('pull-request' as const, 'no-changes' as const, 'failed' as const, 'archived' as const),
    link,
  }),
  fc.record({ state: fc.constant('continued' as const), job, by: place }),
);
const fields = fc.record({
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
  retryVia: fc.constantFrom('command' as const, 'label' as const, 'run' as const),
  cause: fc.oneof(fc.constant(''), hash),
  head: fc.constantFrom('', 'a'.repeat(40), 'b'.repeat(64)),
  base: fc.constantFrom('', 'a'.repeat(40), 'b'.repeat(64)),
  before: fc.option(fc.record({ job, link })),
  quote: fc.oneof(fc.constant(''), hash),
  leaseSeconds: fc.nat({ max: 86_400 }),
});
const marker: fc.Arbitrary<Marker> = fc.tuple(fields, state).map(([what, how]) => ({ ...what, ...how }));

const open = sampleMarker();
const written = writeMarker(open, KEY, PLACE);

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
      { examples: [[{ ...open, job: 'j'.repeat(256), state: 'open' }]] },
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
    '<!-- docs-agent-action:1 EV3pEsa7.eyJub25jZSI6IjhOUzhMM3hxZjFiclQyOG4iLCJzdGVwS2V5IjoiNkg3OWIyZ21ZXzhOQlhjVSIsInJlcXVlc3RLZXkiOiJ5T3B3UldaXzVWdjJtV0xvIiwicHJvamVjdCI6Im44QTRlYmlUN0x1QkszeVMiLCJrZXkiOiJVN1Fhc05ybUstX0xod2hpIiwicnVuIjo3NywiYXR0ZW1wdCI6MSwicmVxdWVzdGVyIjpudWxsLCJyZXRyeVZpYSI6ImxhYmVsIiwicHJldmlvdXMiOm51bGwsImJlZm9yZSI6bnVsbCwiY2F1c2UiOiIiLCJoZWFkIjoiIiwiYmFzZSI6IiIsIndyaXRlciI6InVDZVFuZjdjdWZIRXNfWjgiLCJxdW90ZSI6IiIsIm1lbnRpb25lZCI6Im5vIiwibGVhc2VTZWNvbmRzIjowLCJzdGF0ZSI6Im9wZW4iLCJqb2IiOiJqXzhmazIifQ.gTVwjeWEeseGw1WRg2g4XQ_xot32NEEO3Us0voouo7M -->';
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
