import { countAtMost } from './binary-search.ts';

/** Removes secrets from texts, including parts of secrets. */
export interface Redactor {
  add(secret: string): void;
  redact(text: string): string;
}

/** How many consecutive characters of a secret are redacted. */
const RUN = 8;
/** So many characters of a run begin at a multiple of {@link STEP}: a text without such a part of a secret needs no closer look. */
const PART = 4;
const STEP = RUN - PART + 1;

/**
 * Replaces every secret by `***`, and every run of {@link RUN} or more of its characters, because a text may have been cut within a
 * secret. In a key with a prefix (`docs_…`), only runs after the prefix count, because the prefix may be an ordinary word. Secrets
 * are recognized case-insensitively, as Markdown, URLs and HTML escape them (`\_`, `%5F`, `&#95;`), and with zero-width characters
 * inside.
 */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  const runs = new Set<string>();
  const parts = new Set<string>();
  return {
    add(secret) {
      const { letters } = readLetters(secret, NONE);
      if (letters) secrets.add(letters);
      const behindPrefix = letters.slice(letters.indexOf('_') + 1);
      for (let at = 0; at + RUN <= behindPrefix.length; at++) runs.add(behindPrefix.slice(at, at + RUN));
      for (let at = 0; at + PART <= behindPrefix.length; at++) parts.add(behindPrefix.slice(at, at + PART));
    },
    redact(text) {
      const hidden = readingsOf(text).flatMap(({ letters, placeOf }) =>
        [
          ...(mayHoldRun(letters, parts) ? findRuns(letters, runs) : []),
          ...[...secrets].flatMap((secret) => findAll(letters, secret)),
        ].map(([start, end]): Range => [placeOf(start)[0], placeOf(end - 1)[1]]),
      );
      return replace(text, hidden);
    },
  };
}

type Range = readonly [start: number, end: number];

/** A text in lower case, unescaped, and without backslashes and zero-width characters. */
interface Letters {
  readonly letters: string;
  /** The range of a letter in the text. */
  readonly placeOf: (at: number) => Range;
}

const NONE = /(?!)/y;
const ENTITY = /&#\d{1,7};|&#x[0-9a-f]{1,6};|&[a-z]{2,10};/iy;
const ENTITY_OR_PERCENT = new RegExp(`${ENTITY.source}|%[0-9a-f]{2}`, 'iy');
/** Characters that are one letter each in every reading. */
const PLAIN = /[^\\%&\u0080-\uffff]+/y;
const UNSEEN = /\\|\p{Default_Ignorable_Code_Point}|\p{Cf}/u;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  period: '.',
  plus: '+',
  equals: '=',
  sol: '/',
  percnt: '%',
  commat: '@',
  colon: ':',
  ast: '*',
  tilde: '~',
  excl: '!',
};

/** A text is read with and without unescaping, because a secret may itself contain what looks like an escape. */
function readingsOf(text: string): Letters[] {
  // Nearly every line has no escapes.
  if (/^[^\\%&\u0080-\uffff]*$/.test(text)) return [{ letters: text.toLowerCase(), placeOf: (at) => [at, at + 1] }];
  const escapes = [text.includes('&') ? [ENTITY] : [], text.includes('%') ? [ENTITY_OR_PERCENT] : []].flat();
  return [NONE, ...escapes].map((escaped) => readLetters(text, escaped));
}

function readLetters(text: string, escaped: RegExp): Letters {
  let letters = '';
  /** Where in `letters` each part of the text begins, and that part. */
  const starts: number[] = [];
  const parts: { readonly range: Range; readonly isPlain: boolean }[] = [];
  const add = (added: string, range: Range, isPlain: boolean) => {
    if (added === '') return;
    starts.push(letters.length);
    parts.push({ range, isPlain });
    letters += added;
  };
  for (let at = 0; at < text.length; ) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(text)?.[0] ?? '';
    add(plain.toLowerCase(), [at, at + plain.length], true);
    at += plain.length;
    if (at === text.length) break;
    escaped.lastIndex = at;
    const written = escaped.exec(text)?.[0] ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    const meant = decode(written);
    add(UNSEEN.test(meant) ? '' : meant.toLowerCase(), [at, at + written.length], false);
    at += written.length;
  }
  function placeOf(at: number): Range {
    const number = countAtMost(starts, at) - 1;
    const { range, isPlain } = parts[number] ?? { range: [at, at], isPlain: false };
    const letter = range[0] + at - (starts[number] ?? 0);
    return isPlain ? [letter, letter + 1] : range;
  }
  return { letters, placeOf };
}

function decode(written: string): string {
  if (written.length === 1) return written;
  if (written.startsWith('%')) return String.fromCharCode(Number.parseInt(written.slice(1), 16));
  const [, decimal, hex, name] = /^&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));$/i.exec(written) ?? [];
  if (name) return ENTITIES[name.toLowerCase()] ?? written;
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
  return code === undefined || code > 0x10ffff ? written : String.fromCodePoint(code);
}

function mayHoldRun(letters: string, parts: ReadonlySet<string>): boolean {
  for (let at = 0; at + PART <= letters.length; at += STEP) if (parts.has(letters.slice(at, at + PART))) return true;
  return false;
}

function findRuns(letters: string, runs: ReadonlySet<string>): Range[] {
  const found: Range[] = [];
  for (let at = 0; at + RUN <= letters.length; at++) {
    if (runs.has(letters.slice(at, at + RUN))) found.push([at, at + RUN]);
  }
  return found;
}

function findAll(letters: string, secret: string): Range[] {
  const found: Range[] = [];
  for (let at = letters.indexOf(secret); at >= 0; at = letters.indexOf(secret, at + 1)) {
    found.push([at, at + secret.length]);
  }
  return found;
}

/** Replaces ranges by `***`; overlapping or adjacent ranges become one. */
function replace(text: string, hidden: readonly Range[]): string {
  let result = '';
  let index = 0;
  let open = false;
  for (const [start, end] of hidden.toSorted((one, other) => one[0] - other[0])) {
    if (!open || start > index) result += `${text.slice(index, Math.max(index, start))}***`;
    open = true;
    index = Math.max(index, end);
  }
  return result + text.slice(index);
}
