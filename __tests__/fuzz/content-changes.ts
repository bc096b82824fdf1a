import type { Chance } from '../support/seeded-random.ts';
import { KINDS_OF_TEXT, pick, placed, spoiltText } from './hostile-texts.ts';

/** What a change made of a content, and in a few words what it did. */
export interface Changed<T> {
  readonly content: T;
  /** Without numbers of the case, so that equal changes can be counted. */
  readonly how: string;
  /** Where, and what is there now. */
  readonly note: string;
}

type Path = readonly (string | number)[];

/** A value in a JSON document. */
interface Target {
  readonly value: unknown;
  /** Empty for the whole document. */
  readonly key: string | number;
  readonly isProperty: boolean;
  /** A value elsewhere in the document. */
  readonly other: unknown;
}

/** The JSON text that takes the place of a value; undefined to remove it with its name. */
type Operator = (target: Target, chance: Chance) => string | undefined;

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null';
const CONSTANTS = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '9007199254740993',
  '""',
  '[]',
  '{}',
];

/** Levels of nesting: a recursive reader ends with an overflow of its stack. */
const DEPTHS = [20, 2_000, 20_000] as const;
const LENGTHS = [300, 5_000, 70_000] as const;

const OPERATORS: Readonly<Record<string, Operator>> = {
  'is missing': () => undefined,
  ...Object.fromEntries(CONSTANTS.map((text) => [`is ${text}`, () => text])),
  'is in a list': ({ value }) => `[${textOf(value)}]`,
  'is in an object': ({ value }) => `{"value":${textOf(value)}}`,
  'is a text': ({ value }) =>
    JSON.stringify(typeof value === 'string' ? textOf(value) : String(value)),
  'is a number': ({ value }) => String(Number(value) || 7),
  'is deeply nested lists': (_, chance) => {
    const depth = pick(DEPTHS, chance);
    return '['.repeat(depth) + ']'.repeat(depth);
  },
  'is deeply nested objects': ({ value }, chance) => {
    const depth = pick(DEPTHS, chance);
    return '{"a":'.repeat(depth) + textOf(value) + '}'.repeat(depth);
  },
  'is there twice': (target, chance) =>
    twice(target, pick(['null', '"fuzz"', textOf(target.value)], chance)),
  'is many': ({ value }, chance) => `[${`${textOf(value)},`.repeat(pick([40, 400], chance))}0]`,
  'is a long text': (_, chance) =>
    JSON.stringify(pick(['a', '\u00e9', '<', '\n'], chance).repeat(pick(LENGTHS, chance))),
  'is another value of the document': ({ other }) => textOf(other),
  'has __proto__': ({ value }) =>
    `{"__proto__":{"id":1,"login":"fuzz","polluted":"fuzz"},${membersOf(value)}}`,
  'has constructor': ({ value }) =>
    `{"constructor":{"prototype":{"polluted":"fuzz"}},${membersOf(value)}}`,
  'has another name': (target) => (target.isProperty ? undefined : '"fuzz"'),
};

/** Texts are changed in more ways than these operators, so they come more often. */
const TEXT_SHARE = 0.35;

const twice = ({ isProperty, value, key }: Target, other: string): string =>
  isProperty
    ? `${textOf(value)},${JSON.stringify(String(key))}:${other}`
    : `${textOf(value)},${other}`;

const membersOf = (value: unknown): string => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length > 0 ? textOf(value).slice(1, -1) : '"a":1';
};

/** Names of fields that the action reads: such fields are chosen more often. */
const READ = new Set(
  `action label name sender login id type repository full_name default_branch private issue number title body html_url created_at updated_at
  user schedule pull_request base sha ref head draft merged comment state closed_at merged_at merge_commit_sha locked repo review submitted_at
  path diff_hunk line original_line pull_request_review_id before after head_commit message author username commits deleted created forced
  release tag_name published_at inputs page branch client_payload workflow_run workflow_id event conclusion head_branch head_sha
  head_repository`.split(/\s+/),
);

/**
 * A JSON document in which one value is changed; undefined if there is nothing to change, or the
 * text is no JSON.
 * @param planted a text to put into one of the document's texts; undefined for any change.
 */
export function changeJson(
  text: string,
  chance: Chance,
  planted?: string,
): Changed<string> | undefined {
  const document = parsed(text);
  if (document === undefined) return undefined;
  const all = pathsIn(document).filter(
    (path) => planted === undefined || typeof valueAt(document, path) === 'string',
  );
  const read = all.filter((path) =>
    path.every((step) => typeof step === 'number' || READ.has(step)),
  );
  const among = read.length > 0 && chance.random() < 0.85 ? read : all;
  if (among.length === 0) return undefined;
  const path = pick(among, chance);
  const value = valueAt(document, path);
  const place = path.join('.') || 'the whole';
  const withText = (changed: string, how: string): Changed<string> => {
    const json = JSON.stringify(changed);
    return { content: render(document, path, json), how, note: `${place}: ${shown(json)}` };
  };
  if (planted !== undefined)
    return withText(placed(String(value), planted, chance), 'has a secret');
  if (typeof value === 'string' && chance.random() < TEXT_SHARE) {
    const kind = pick(KINDS_OF_TEXT, chance);
    return withText(spoiltText(value, kind, chance), `has ${kind}`);
  }
  const how = pick(Object.keys(OPERATORS), chance);
  const key = path.at(-1) ?? '';
  const isProperty = typeof key === 'string' && path.length > 0;
  const other = valueAt(document, pick(all, chance));
  const replacement = OPERATORS[how]?.({ value, key, isProperty, other }, chance);
  return { content: render(document, path, replacement), how, note: `${place} ${how}` };
}

const shown = (text: string) =>
  text.length > 90 ? `${text.slice(0, 90)}… (${text.length} characters)` : text;

/** Deeper fields are not read by the action. */
const MAX_DEPTH = 7;

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return [path];
  const isList = Array.isArray(value);
  return [
    path,
    ...Object.entries(value).flatMap(([key, item]) =>
      pathsIn(item, [...path, isList ? Number(key) : key]),
    ),
  ];
}

function valueAt(value: unknown, [step, ...rest]: Path): unknown {
  return step === undefined ? value : valueAt(Object(value)[step], rest);
}

/** @param replacement JSON text; undefined to leave the value out. */
function render(value: unknown, [step, ...rest]: Path, replacement: string | undefined): string {
  if (step === undefined) return replacement ?? '';
  const isRemoved = (key: string | number) =>
    key === step && rest.length === 0 && replacement === undefined;
  const of = (key: string | number, item: unknown) =>
    key === step ? render(item, rest, replacement) : textOf(item);
  if (Array.isArray(value))
    return `[${value.flatMap((item, at) => (isRemoved(at) ? [] : [of(at, item)])).join(',')}]`;
  const members = Object.entries(Object(value)).flatMap(([key, item]) =>
    isRemoved(key) ? [] : [`${JSON.stringify(key)}:${of(key, item)}`],
  );
  return `{${members.join(',')}}`;
}

/** Longer texts come from earlier changes, and could become longer with each. */
const MAX_LENGTH = 200_000;

/**
 * Undefined for a text that is no JSON, and for one that an earlier change made too long or too
 * deep.
 */
function parsed(text: string): unknown {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

type ByteOperator = (bytes: Buffer, at: number, chance: Chance) => Buffer;

const INVALID_UTF8 = [
  [0xff],
  [0xc3],
  [0xed, 0xa0, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0xc0, 0xaf],
  [0xe2, 0x82],
];

const inserted = (bytes: Buffer, at: number, added: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]);

/** A number of bytes from 1 to `max`. */
const some = (max: number, { random }: Chance) => 1 + Math.floor(random() * max);

const BYTE_OPERATORS: Readonly<Record<string, ByteOperator>> = {
  'one bit is flipped': (bytes, at, { random }) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    return copy;
  },
  'the rest is cut off': (bytes, at) => bytes.subarray(0, at),
  'the start is cut off': (bytes, at) => bytes.subarray(at),
  'some bytes are left out': (bytes, at, chance) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + some(20, chance))]),
  'random bytes are inserted': (bytes, at, chance) =>
    inserted(
      bytes,
      at,
      Uint8Array.from({ length: some(8, chance) }, () => Math.floor(chance.random() * 256)),
    ),
  'invalid UTF-8 is inserted': (bytes, at, chance) =>
    inserted(bytes, at, Uint8Array.from(pick(INVALID_UTF8, chance))),
  'NUL is inserted': (bytes, at) => inserted(bytes, at, Uint8Array.of(0)),
  'a part is repeated': (bytes, at, chance) => {
    const part = bytes.subarray(at, at + some(40, chance));
    return inserted(bytes, at, Buffer.concat(Array(some(30, chance)).fill(part)));
  },
  'the whole is there twice': (bytes) => Buffer.concat([bytes, bytes]),
  'nothing is left': () => Buffer.alloc(0),
  'a byte order mark comes first': (bytes) => inserted(bytes, 0, Uint8Array.of(0xef, 0xbb, 0xbf)),
  'text follows': (bytes) => Buffer.concat([bytes, Buffer.from(' fuzz')]),
  'a digit is another': (bytes, _, chance) => {
    const digits = [...bytes.keys()].filter((at) => /\d/.test(String.fromCharCode(bytes[at] ?? 0)));
    const copy = Buffer.from(bytes);
    if (digits.length > 0) copy[pick(digits, chance)] = 0x30 + Math.floor(chance.random() * 10);
    return copy;
  },
  'it is HTML': () => Buffer.from('<html><title>502 Bad Gateway</title></html>'),
  'it is one word': (_, __, chance) =>
    Buffer.from(pick(['null', 'true', '0', '[]', '{}', '""', 'NULL', 'fuzz'], chance)),
  'it is UTF-16': (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  'it is compressed': (bytes) => Buffer.concat([Uint8Array.of(0x1f, 0x8b, 8, 0), bytes]),
};

/** Bytes of which some are changed. */
export function changeBytes(bytes: Buffer, chance: Chance): Changed<Buffer> {
  const how = pick(Object.keys(BYTE_OPERATORS), chance);
  const at = Math.floor(chance.random() * bytes.length);
  const content = BYTE_OPERATORS[how]?.(bytes, at, chance) ?? bytes;
  return { content, how, note: `${how} at byte ${at} of ${bytes.length}` };
}
