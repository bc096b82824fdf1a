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
export const isPrivatePath = (path: string): boolean => isPrivate(readPlain(path).text.replace(DATE, ''));

const DATE = /(?<!\d)20\d\d[-/_]?(?:0\d|1[0-2])[-/_]?[0-3]\d(?!\d)/g;

/** A blank on one side of the `@` is also before a mention, but no dot follows that. */
const MAIL = /\S(?:@|%40| @ )\S|\S(?: @|@ )[\w-]+\.\w|[([{]\s?at\s?[)\]}]/i;
/** The address of a page. In a path, `/node.js/start` is none. */
const WEB = /:\/\/|\bwww\.|(?<![\w./-])[\w.-]+\.[a-z]{2,}\/\S/i;
/** The address of a machine, IPv4 or IPv6. */
const IP = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{1,4}:[\da-f]{0,4}:[\da-f:]*[\da-f]\b/i;
/** Also with up to three signs between two digits, as in telephone numbers and account numbers. */
const SIX_DIGITS = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5}/u;
/** Longer than words, and with a digit: no documented form of a token, but one all the same. Or a UUID, which may be of an account. */
const RANDOM = /(?=[a-z]*\d)[a-z\d]{24,}|\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/i;

/** Whether a sanitized text may name a person or contain a secret. Letters and digits in another form, such as `＠`, count as the usual ones. */
function isPrivate(visible: string): boolean {
  const usual = visible.normalize('NFKC');
  return [MAIL, WEB, IP, SIX_DIGITS, RANDOM].some((form) => form.test(usual)) || usual.includes(REDACTED);
}
