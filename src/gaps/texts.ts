import { REDACTED, readPlain } from '../sanitize/index.ts';
import { oneLine } from '../text/escape.ts';
import { hashOf } from '../thread/marker.ts';

/** UTF-16 units of a text that is shown, and of one that may be. */
const MAX_SHOWN = 120;
const MAX_READ = 500;

/** The sanitized text of a stranger, for counting and, if it was asked often enough, for showing. */
export interface StrangersText {
  /** Equal for the same text: trimmed, case-folded, in Unicode's form NFC. */
  readonly hash: string;
  /** One line without what readers cannot see, cut. Null if it may name a person or contain a secret. */
  readonly shown: string | null;
}

export function readText(text: string): StrangersText {
  if (text.length > MAX_READ) return { hash: hashOf(text), shown: null };
  const visible = readPlain(text).text.trim().normalize('NFC');
  // Upper case first folds more letters: `ß` and `ss`.
  const hash = hashOf(visible.toUpperCase().toLowerCase());
  return { hash, shown: isPrivate(visible) ? null : oneLine(visible, MAX_SHOWN) || null };
}

/** The path of a page may contain a date. */
export const isPrivatePath = (path: string): boolean => isPrivate(readPlain(path).text.replace(DATE, ''));

const DATE = /\b20\d\d[-/]?(?:0\d|1[0-2])[-/]?[0-3]\d\b/g;

/** An address of mail, of a page or of a machine. */
const ADDRESS = /\S@\S|:\/\/|\bwww\.|\b\d{1,3}(?:\.\d{1,3}){3}\b/i;
/** Also with the signs between the digits of telephone numbers and account numbers. */
const SIX_DIGITS = /\p{Nd}(?:[\s()./\p{Pd}]{0,3}\p{Nd}){5}/u;
/** Longer than words, and with a digit: no documented form of a token, but one all the same. */
const RANDOM = /(?=[a-z]*\d)[a-z\d]{24,}/i;

/** Whether a sanitized text may name a person or contain a secret. Letters and digits in another form, such as `＠`, count as the usual ones. */
function isPrivate(visible: string): boolean {
  const usual = visible.normalize('NFKC');
  return [ADDRESS, SIX_DIGITS, RANDOM].some((form) => form.test(usual)) || usual.includes(REDACTED);
}
