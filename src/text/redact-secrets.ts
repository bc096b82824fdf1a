import { REDACTED } from '../sanitize/index.ts';

/** Encoded forms of shorter secrets are not searched for: they would occur by chance. */
const MIN_ENCODED = 8;

/** UTF-16 units of a secret that are searched for: no server accepts a longer header, and no pattern can be of any length. */
const MAX_LENGTH = 4096;

/**
 * Finds whole secrets: in any case, as Markdown, HTML, URLs and JSON escape them, and, if they are long enough, in hexadecimal and base64.
 * @param secrets those that no server may be sent or send back; what is added later is only kept out of what people read.
 */
export function createRedactor(secrets: readonly string[]) {
  const patterns = new Map<string, Pattern>();
  function add(secret: string): void {
    const visible = secret.slice(0, MAX_LENGTH).replace(UNSEEN_CHARACTERS, '');
    if (visible) patterns.set(visible, patternFor(visible));
  }
  for (const secret of secrets) add(secret);
  const exchanged = [...patterns].filter(([secret]) => isLong(secret)).map(([, pattern]) => pattern);
  return {
    add,
    /** For texts that the action writes: replaces every secret by `***`. */
    redact: (text: string): string => replaceAll(text, [...patterns.values()], '***'),
    /** For texts that the action reads, before they are cut, and sends: replaces secrets of at least {@link MIN_ENCODED} characters, which are no words. */
    redactExchanged: (text: string): string => replaceAll(text, exchanged, REDACTED),
  };
}

/** Parses JSON and applies `redact` to each string in it. @throws SyntaxError */
export function parseRedacted(json: string, redact: (text: string) => string): unknown {
  const text = unescaped(json);
  if (redact(text) === text) return JSON.parse(json);
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value));
}

/** A body without secrets: JSON stays JSON. */
export function redactBody(body: string, redact: (text: string) => string): string {
  const text = unescaped(body);
  if (redact(text) === text) return body;
  try {
    return JSON.stringify(parseRedacted(body, redact));
  } catch {
    return redact(body); // not JSON, or with too many levels to walk through
  }
}

/** JSON as its strings read, but that a tab becomes a line break too: an escape between the characters of a secret would hide it. */
const unescaped = (json: string): string =>
  json.replace(/\\(?:u([\da-fA-F]{4})|.)/g, (sequence, code) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return /[bfnrt]$/.test(sequence) ? '\n' : sequence.slice(1);
  });

/** Finds a secret, if `start` finds its first characters: compiling `whole` takes 5 ms, and 50 ms for a token of 520 characters. */
interface Pattern {
  readonly start: RegExp;
  readonly whole: () => RegExp;
}

const START = 6;

/** Of a longer secret, what follows may be any characters of a key: a pattern for all forms of 520 characters takes 0.1 s to compile. */
const MAX_EXACT = 48;
const ANY_FORM = String.raw`(?:[\w.+/=~-]|(?:&|\\u0026)(?:#x?[\da-f]+|[a-z]+);|%[\da-f]{2}|\\u[\da-f]{4})`;

const isLong = (secret: string) => secret.length >= MIN_ENCODED;

/**
 * What may stand between the characters of a secret: the backslashes of Markdown and JSON, invisible characters, and line breaks
 * with the blanks around them, each of which matches in one way only.
 */
const UNSEEN = String.raw`(?:[ \t]{0,99}(?:\r?\n|\r(?!\n))|(?<=[\n\r])[ \t]+(?!\s)|[\\\0-\x08\x0b\f\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\udb40-\udb43][\udc00-\udfff]|&(?:#8203|shy|zwnj|zwj|ZeroWidthSpace);)`;
const UNSEEN_CHARACTERS = new RegExp(UNSEEN, 'g');
const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  _: 'lowbar',
  '-': 'hyphen|dash',
  '.': 'period',
  '+': 'plus',
  '=': 'equals',
  '/': 'sol',
  '%': 'percnt',
  '@': 'commat',
  ':': 'colon',
  '*': 'ast',
  '~': 'tilde',
  '!': 'excl',
};

function patternFor(secret: string): Pattern {
  let whole: RegExp | undefined;
  return {
    start: new RegExp(formsOf(secret, START).join('|'), 'i'),
    whole: () => (whole ??= new RegExp(formsOf(secret).join('|'), 'gi')),
  };
}

/** The source of a pattern for each form of a secret. @param length only the first characters of each form. */
function formsOf(secret: string, length = Number.POSITIVE_INFINITY): string[] {
  const characters = [...secret];
  const tail = length < MAX_EXACT ? [] : characters.slice(MAX_EXACT);
  const rest = tail.length > 0 ? `(?:${tail.map(literal).join('')}|(?:${UNSEEN}*?${ANY_FORM}){0,${tail.length}})` : '';
  const plain = characters.slice(0, Math.min(length, MAX_EXACT)).map(formsOfCharacter).join(`${UNSEEN}*`) + rest;
  if (!isLong(secret)) return [plain];
  const encoded = [[...Buffer.from(secret).toString('hex')], ...base64FormsOf(secret)];
  return [plain, ...encoded.map((form) => form.slice(0, length).join(String.raw`\s*`))]; // programs break them into lines
}

/** As it is, or as HTML, URLs and JSON write its code, in either case of the letter. */
function formsOfCharacter(character: string): string {
  const cases = [...new Set([character.toLowerCase(), character.toUpperCase()])];
  const codes = cases.map((each) => each.codePointAt(0) ?? 0);
  const hex = codes.map((code) => code.toString(16)).join('|');
  const hexOfBytes = cases.map((each) => Buffer.from(each).toString('hex'));
  const bytes = hexOfBytes.map((each) => each.replace(/..(?!$)/g, '$&%')).join('|');
  const names = ENTITIES[character] ?? '(?!)';
  return String.raw`(?:${literal(character)}|(?:&|\\u0026)(?:#0*(?:${codes.join('|')}|x0*(?:${hex}))|${names});|%(?:${bytes})|\\u0*(?:${hex}))`;
}

const literal = (text: string) => text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');

/** In base64, a text begins at one of three places of a group of three bytes. Characters that also depend on its neighbors are left out. */
const base64FormsOf = (secret: string): string[][] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [...whole].map((each) => ({ '+': '(?:[+-]|%2B)', '/': String.raw`(?:\\?[\/_]|%2F)` })[each] ?? each);
  });

/** Replaces what the patterns find; overlapping or adjacent ranges become one. */
function replaceAll(text: string, patterns: readonly Pattern[], replacement: string): string {
  const found = patterns.flatMap(({ start, whole }) => (start.test(text) ? [...text.matchAll(whole())] : []));
  const kept: string[] = [];
  let end = 0;
  for (const { index, 0: secret } of found.toSorted((one, other) => one.index - other.index)) {
    if (index > end || kept.length === 0) kept.push(text.slice(end, index), replacement);
    end = Math.max(end, index + secret.length);
  }
  return kept.length > 0 ? kept.join('') + text.slice(end) : text;
}
