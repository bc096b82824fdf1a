import { REDACTED, readPlain } from '../sanitize/index.ts';
import { oneLine } from '../text/format.ts';
import { hashOf } from '../thread/marker.ts';

/** UTF-16 units of a text that is shown, and of one that may be. */
const MAX_SHOWN = 120;
const MAX_READ = 500;
/** How many different texts are told apart. */
const MAX_DISTINCT = 20_000;

/** A text of strangers: the same object for the same text, which is trimmed, case-folded, and in Unicode's form NFC. */
export interface StrangersText {
  /** Sanitized, on one line, cut. Null if it may name a person or contain a secret. */
  readonly shown: string | null;
}

/** No text, and those that are too many to be told apart. */
const NO_TEXT: StrangersText = { shown: '' };

export type TextReader = ReturnType<typeof createTextReader>;

/** Creates a reader of texts. It keeps hashes, and what may be shown. */
export function createTextReader() {
  const texts = new Map<string, StrangersText>();
  let others = 0;
  return {
    /** How many texts were too many to be told apart. */
    others: () => others,
    read(text: string): StrangersText {
      const visible = text.length > MAX_READ ? text : readPlain(text).text.trim().normalize('NFC');
      if (visible === '') return NO_TEXT;
      const hash = hashOf(visible.toUpperCase().toLowerCase()); // upper case first folds more letters: `ß` and `ss`
      const known = texts.get(hash);
      if (known) return known;
      if (texts.size === MAX_DISTINCT) {
        others += 1;
        return NO_TEXT;
      }
      const isShown = text.length <= MAX_READ && !isPrivate(visible);
      const read = { shown: isShown ? oneLine(visible, MAX_SHOWN) : null };
      texts.set(hash, read);
      return read;
    },
  };
}

/** The path of a page may contain a date. */
export const isPrivatePath = (path: string): boolean => isPrivate(readPlain(path).text.replace(DATE, '-'));

const DATE = /(?<!\d)20\d\d[-/_]?(?:0\d|1[0-2])[-/_]?[0-3]\d(?!\d)/g;

/** Forms of what may be private. Each takes linear time. */
const PRIVATE: readonly RegExp[] = [
  // A sign in another form, as in `bob%40example.com` and `bob&#64;example.com`.
  /%[\da-f]{2}|&(?!(?:lt|gt);)(?:#|\w+;)/i,
  // A mail address. A blank on one side of the `@` is also before a mention, but no dot follows that.
  /\S(?:@| @ )\S|\S(?: @|@ )[\w-]+\.\w|[([{]\s?at\s?[)\]}]/i,
  // An address: its start, a port, and a query or path after a name. In the path of a page, `/node.js/start` is none.
  /[/\\]{2}[\p{L}\d[]|\bwww\d*\.|[a-z]\d{0,4}:\d\d|\.\p{L}[\p{L}\d-]+[?#]\w/iu,
  /(?<![\p{L}\w./-])(?:localhost|[\p{L}\w.-]+\.\p{L}[\p{L}\d-]+)\//iu,
  // A domain: it ends with two letters, unless files do, with letters of another script, or with a common word.
  /[\p{L}\d][.。](?!cs|go|js|kt|md|py|rb|rs|sh|ts)[a-z]{2}(?![\p{L}\d])|[\p{L}\d]\.(?!\p{ASCII})\p{L}/iu,
  /[\p{L}\d][.。](?:com|net|org|edu|gov|info|biz|dev|app|xyz|cloud|online|site|tech|xn--\w+)(?![\p{L}\d])/iu,
  /[\p{L}\d]\.(?:shop|blog|local|internal|intranet|corp|lan)(?![\p{L}\d])/iu,
  // IPv4 and IPv6.
  /\b\d+(?:\.\d+){3}\b|(?<!\w)(?=:?:?[\da-f])(?:[\da-f]*:){2}[\da-f]*(?!\w)/i,
  // Six digits, also with signs between them, as in telephone numbers and account numbers.
  /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){5}/u,
  // A long word, not in camel case: with a digit, two capitals or two short parts in a row, or 30 small letters in a row.
  /(?<![A-Za-z\d])(?=[A-Za-z\d]{24})[A-Za-z\d]*?(?:\d|[A-Z]{2}|[A-Z][a-z][A-Z][a-z]?(?![a-z])|[a-z]{30})/,
  // The same with signs: it has small letters, capitals and digits, or a letter is next to a digit five times.
  /(?<![^\s/])(?=[^\s/]{24})(?=[^\s/]*[a-z])(?=[^\s/]*[A-Z])[^\s/]*\d/,
  /(?<!\S)(?=\S{24})(?:\S*?(?:[a-z](?=\d)|\d(?=[a-z]))){5}/i,
];

/** Whether a sanitized text may name a person or contain a secret. Letters and digits in another form, such as `＠`, count as the usual ones. */
function isPrivate(visible: string): boolean {
  const usual = visible.normalize('NFKC');
  return PRIVATE.some((form) => form.test(usual)) || usual.includes(REDACTED);
}
