import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MARKER_PREFIX } from '../../../src/github/comments.ts';
import { renderAnnounced, renderEnded, statusFieldsOf } from '../../../src/render/comment.ts';
import { sanitize } from '../../../src/sanitize/index.ts';
import {
  deriveMarkerKey,
  hashOf,
  type Marker,
  quoteIn,
  readMarker,
  writeMarker,
} from '../../../src/thread/marker.ts';
import { requestOf } from '../../../src/thread/request.ts';
import { NOON } from '../../support/fake-clock.ts';
import { around, OUTCOMES, requestOf as requestFrom } from '../../support/sample-outcomes.ts';
import {
  MARKER_KEY as KEY,
  PHASES,
  sampleMarker,
  sampleRequest,
} from '../../support/sample-records.ts';
import { ISSUE, labeled } from '../../support/sample-triggers.ts';

const PLACE = { repository: '1296269', issue: 31, comment: 7, createdAt: NOON };
const FIRST = { ...PLACE, comment: null };
const other = deriveMarkerKey('docs_other-key');
const open = sampleMarker();
const written = writeMarker(open, KEY, PLACE);
const reading = (body: string, place: Parameters<typeof readMarker>[2] = PLACE) =>
  readMarker(body, KEY, place);
const ignored = (why: string) => ({ kind: 'ignored', why: expect.stringContaining(why) });

const LONG_LINK = `${'h'.repeat(50)}/${'o'.repeat(39)}/${'r'.repeat(48)}#1234567890`;
/** Every field as long as it can be. */
const longest: Marker = {
  ...open,
  run: Number.MAX_SAFE_INTEGER,
  requester: Number.MAX_SAFE_INTEGER,
  trigger: 'workflow-run',
  retryVia: 'command',
  before: { job: 'j'.repeat(128), link: LONG_LINK },
  cause: open.nonce,
  head: 'a'.repeat(64),
  base: 'b'.repeat(64),
  mentioned: 'timeout',
  phase: {
    at: 'over',
    why: 'ended',
    verdict: 'pull-request',
    job: 'j'.repeat(128),
    link: LONG_LINK,
  },
  quote: open.nonce,
  leaseSeconds: 86_400,
  holder: { run: Number.MAX_SAFE_INTEGER, attempt: 1_000 },
};
const before = { job: 'j_8fk2', link: 'github.com/acme/docs#412' };
const MARKERS = Object.values(PHASES).flatMap((phase) => [
  sampleMarker({ phase }),
  sampleMarker({ phase, before }),
]);

test.each([...MARKERS, longest])('a marker is read as it was written: %j', (what) => {
  const text = writeMarker(what, KEY, PLACE);
  for (const body of [
    text,
    `Before.\n${text}\nAfter.`,
    `Before.\r\n\r\n${text}\r\n`,
    `Before ${text} after`,
  ])
    expect(reading(body)).toEqual({ kind: 'signed', marker: what, bound: true });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
  expect(text).toMatch(/^<!-- [ -~]+ -->$/);
  expect(text.split('-->')).toHaveLength(2);
  expect(Object.keys(requestOf(what)).sort()).toEqual(Object.keys(sampleRequest()).sort());
  expect(what).toMatchObject(requestOf(what));
});

test('the format of a marker does not change', () => {
  const known =
    '<!-- docs-agent-action:1 EV3pEsa7.eyJiZWZvcmUiOm51bGwsIm1lbnRpb25lZCI6Im5vIiwicGhhc2UiOnsiYXQiOiJ3b3JraW5nIiwiam9iIjoial84ZmsyIn0sIm5vbmNlIjoiOE5TOEwzeHFmMWJyVDI4biIsInN0ZXBLZXkiOiI2SDc5YjJnbVlfOE5CWGNVIiwicmVxdWVzdEtleSI6InlPcHdSV1pfNVZ2Mm1XTG8iLCJwcm9qZWN0IjoibjhBNGViaVQ3THVCSzN5UyIsImtleSI6IlU3UWFzTnJtSy1fTGh3aGkiLCJydW4iOjc3LCJhdHRlbXB0IjoxLCJyZXF1ZXN0ZXIiOm51bGwsInJldHJ5VmlhIjoibGFiZWwiLCJ0cmlnZ2VyIjoibGFiZWwiLCJjYXVzZSI6IiIsImhlYWQiOiIiLCJiYXNlIjoiIiwid3JpdGVyIjoidUNlUW5mN2N1ZkhFc19aOCIsImhvbGRlciI6eyJydW4iOjc3LCJhdHRlbXB0IjoxfSwicXVvdGUiOiIiLCJsZWFzZVNlY29uZHMiOjB9.gNHhFSdJl_-zrLQXHfhXVtrJ7ACcQUjyxnuA2ZEZNfc -->';
  expect(writeMarker(open, deriveMarkerKey('docs_canary-key'), PLACE)).toBe(known);
});

const word = (characters: number) =>
  fc.string({
    unit: fc.constantFrom(...'abcXYZ019_-'),
    minLength: characters,
    maxLength: characters,
  });
const encoded = (text: string) => Buffer.from(text).toString('base64url');

test('any text of a comment is read without an error, and not as signed', () => {
  const content = fc.oneof(fc.string(), fc.json(), fc.constantFrom('{}', 'words', '[]'));
  const forged = fc
    .tuple(fc.nat({ max: 2 }), fc.oneof(word(8), fc.constant(KEY.id)), content, word(43))
    .map(
      ([version, key, text, signature]) =>
        `${MARKER_PREFIX}${version} ${key}.${encoded(text)}.${signature} -->`,
    );
  const text = fc.oneof(
    fc.string(),
    fc.string().map((each) => MARKER_PREFIX + each),
    forged,
  );
  fc.assert(
    fc.property(text, (body) => ['none', 'ignored'].includes(reading(body).kind)),
    { numRuns: 500 },
  );
  expect(reading('Just words <!-- and a comment -->')).toEqual({ kind: 'none' });
});

test('a marker is ignored if any of its characters is changed, or its end is missing', () => {
  for (let at = MARKER_PREFIX.length; at < written.length - 4; at++)
    for (const to of 'aZ0-. ')
      if (written[at] !== to)
        expect(reading(written.slice(0, at) + to + written.slice(at + 1))).toMatchObject({
          kind: 'ignored',
        });
  for (let end = MARKER_PREFIX.length; end < written.length; end++)
    expect(reading(written.slice(0, end))).toEqual(ignored('it is malformed'));
});

/** With a field that is not in the schema, and so long that the marker has this length. */
function padded(length: number): string {
  const withField = (more: number) =>
    writeMarker(Object.assign({}, open, { more: 'x'.repeat(more) }), KEY, PLACE);
  let more = 0;
  while (withField(more + 1).length <= length) more++;
  return withField(length > 2_048 ? more + 1 : more);
}
const unsigned = (content: string) =>
  `${MARKER_PREFIX}1 ${KEY.id}.${encoded(content)}.${'A'.repeat(43)} -->`;
const withFields = (fields: Partial<Marker>) => writeMarker({ ...open, ...fields }, KEY, PLACE);

test.each<[string, string, string | undefined]>([
  ['a line break', written.replace('.', '.\r\n'), 'it is malformed'],
  [
    'another version',
    written.replace(`${MARKER_PREFIX}1`, `${MARKER_PREFIX}2`),
    'its version is unknown',
  ],
  [
    'a second marker',
    `${written}\n${writeMarker(open, KEY, { ...PLACE, comment: 8 })}`,
    'it holds more than one',
  ],
  ...['{}', 'words', '[]'].map((text): [string, string, string] => [
    text,
    unsigned(text),
    'it is malformed',
  ]),
  ['2,048 characters', padded(2_048), undefined],
  ['more characters', padded(2_049), 'it is malformed'],
  ['a lease of a day', withFields({ leaseSeconds: 86_400 }), undefined],
  ['a longer lease', withFields({ leaseSeconds: 86_401 }), 'it is malformed'],
  ['a negative lease', withFields({ leaseSeconds: -1 }), 'it is malformed'],
  ['a short hash', withFields({ nonce: 'x'.repeat(15) }), 'it is malformed'],
  ['words after a hash', withFields({ nonce: `${'x'.repeat(16)} alice` }), 'it is malformed'],
  ['words before a hash', withFields({ nonce: `alice ${'x'.repeat(16)}` }), 'it is malformed'],
  ['a short commit', withFields({ head: 'a'.repeat(39) }), 'it is malformed'],
  ['words after a commit', withFields({ head: `${'a'.repeat(40)} alice` }), 'it is malformed'],
  ['words before a commit', withFields({ head: `alice ${'a'.repeat(40)}` }), 'it is malformed'],
  ['another key', writeMarker(open, other, PLACE), 'it is signed with another API key'],
  [
    'the id of another key',
    writeMarker(open, other, PLACE).replace(other.id, KEY.id),
    'it is altered',
  ],
])('a marker with %s is ignored, or signed: %#', (_, body, why) => {
  expect(reading(body)).toEqual(
    why === undefined ? expect.objectContaining({ kind: 'signed' }) : ignored(why),
  );
});

describe('a marker counts only in its own place', () => {
  test.each([{ repository: '1296270' }, { issue: 32 }, { comment: 8 }])(
    'not in %j',
    (elsewhere) => {
      expect(reading(written, { ...PLACE, ...elsewhere })).toEqual(
        ignored('it is altered, or copied from elsewhere'),
      );
    },
  );

  test.each(Object.values(PHASES))(
    'a first text counts if its phase can be the first: %j',
    (phase) => {
      const what = sampleMarker({ phase });
      const isFirst = ['sending', 'waiting', 'opened'].includes(phase.at);
      expect(reading(writeMarker(what, KEY, FIRST))).toEqual(
        isFirst ? { kind: 'signed', marker: what, bound: false } : ignored('it is altered'),
      );
    },
  );

  test.each([
    [{ createdAt: NOON + 90_000 }, 'signed'],
    [{ createdAt: NOON - 1_000 }, 'signed'],
    [{ createdAt: NOON + 241_000 }, 'ignored'],
    [{ createdAt: NOON - 241_000 }, 'ignored'],
    [{ createdAt: null }, 'ignored'],
    [{ issue: 32 }, 'ignored'],
    [{ repository: '2' }, 'ignored'],
  ])('a first text in a comment %j is %s', (where, kind) => {
    const first = writeMarker(sampleMarker({ phase: PHASES.starting }), KEY, FIRST);
    expect(reading(first, { ...PLACE, ...where }).kind).toBe(kind);
  });
});

test('the API key is not in a marker in any encoding, and another key leads to another id and secret', () => {
  fc.assert(
    fc.property(word(20), (apiKey) => {
      const key = deriveMarkerKey(apiKey);
      const text = writeMarker(open, key, PLACE);
      const whole = text + Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
      const forms = (['utf8', 'base64', 'base64url', 'hex'] as const).map((as) =>
        Buffer.from(apiKey).toString(as),
      );
      expect(forms.filter((form) => whole.includes(form.replace(/=+$/, '')))).toEqual([]);
      expect(whole).not.toContain(Buffer.from(key.secret).toString('base64url'));
      expect(key.id).not.toBe(KEY.id);
      expect(key.secret).not.toEqual(KEY.secret);
    }),
  );
});

const IMITATION = `${MARKER_PREFIX}1 ${'A'.repeat(8)}.A.${'A'.repeat(43)} -->`;

test.each([
  MARKER_PREFIX,
  `\`${MARKER_PREFIX}\``,
  `Explain \`${MARKER_PREFIX}1 x -->\``,
  `Explain \`\`${MARKER_PREFIX} -->\`\``,
  `Explain \`${IMITATION}\` and \`${IMITATION}\``,
])('a request that looks like a marker leaves ours readable: %s', (title) => {
  const fields = statusFieldsOf(
    requestFrom(labeled({ thread: { ...ISSUE, title: sanitize(title) } })),
    undefined,
  );
  for (const prose of [
    renderAnnounced(fields),
    renderEnded(OUTCOMES['no changes'], fields, around()),
  ])
    expect(reading(`${prose}\n${written}`)).toMatchObject({ kind: 'signed' });
});

test('hashes of texts that are split elsewhere differ', () => {
  expect(hashOf('a', 'bc')).not.toBe(hashOf('ab', 'c'));
  expect(hashOf('a')).not.toBe(hashOf('a', ''));
});

test('the quote is the first line of a comment that quotes; empty if none does', () => {
  expect(quoteIn('**⏳ Starting**\n> Explain it — alice\n> more')).toBe('> Explain it — alice');
  expect(quoteIn('**⏳ Starting**\nExplain > it')).toBe('');
});
