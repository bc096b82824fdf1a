import type { Count, RemovedKind } from './removed.ts';

/** Letters of scripts that spell with joiners. */
const JOINING =
  '[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}' +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]]';

/** Signs of Arabic, Syriac and Kaithi that surround what follows: visible, although they are format characters. */
const SEEN = '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]';

const UNSEEN =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Cf}\\p{Cc}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}' +
  `\\p{Noncharacter_Code_Point}]--[\\t\\n]--${SEEN}]`;

/**
 * One joiner after such a letter; in emoji, joiners, variation selectors, and the tag letters of the three flags that exist (England,
 * Scotland, Wales).
 */
const KEPT = [
  `(?<=${JOINING})[\\u200c\\u200d]`,
  '(?<=\\p{Extended_Pictographic}[\\ufe0e\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\u{1f3f4})(?:\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f})',
].join('|');
/** Built on demand: that takes 10 ms, and only texts with invisible characters need it. V8 keeps the result. */
const keptOrUnseen = () => new RegExp(`(?<kept>${KEPT})|${UNSEEN}`, 'gv');
const ANY_UNSEEN = new RegExp(UNSEEN, 'v');
const VISIBLE = new RegExp(`[^\\s${UNSEEN}]`, 'v');
/** Fast paths for ASCII, which most texts are. */
const BEYOND_ASCII = /[^\t\n -~]/;
const VISIBLE_ASCII = /[!-~]/;
const DIRECTION_MARK = /^\p{Bidi_Control}$/u;
const CONTROL = /^[\p{Cc}\p{Zl}\p{Zp}]$/u;

/** Named references to invisible characters (HTML, 13.5). */
const NAMED =
  /^(?:shy|zwn?j|ZeroWidthSpace|Negative(?:VeryThin|Thin|Medium|Thick)Space|NoBreak|ApplyFunction|af|Invisible(?:Times|Comma)|i[tc])$/;
const NAMED_DIRECTION_MARK = /^[lr]rm$/;
const REFERENCE = /^&(?:#x(?<hex>[\da-f]+)|#(?<decimal>\d+)|(?<name>[a-z]+));?$/i;

/** Whether the text contains a visible character. */
export const hasVisible = (text: string): boolean => VISIBLE_ASCII.test(text) || VISIBLE.test(text);

/** Removes invisible characters; line and paragraph separators become newlines. */
export function withoutUnseenCharacters(text: string, count: Count): string {
  if (!BEYOND_ASCII.test(text) || !ANY_UNSEEN.test(text)) return text;
  return text.replace(keptOrUnseen(), (found: string, kept: string | undefined) => {
    if (kept !== undefined) return found;
    count(kindOf(found));
    return /[\u2028\u2029]/.test(found) ? '\n' : '';
  });
}

/** The kind of the invisible character that a reference (`&#8203;`) denotes; undefined for other references. */
export function unseenReferenceKind(reference: string): RemovedKind | undefined {
  const { hex, decimal, name = '' } = REFERENCE.exec(reference)?.groups ?? {};
  if (NAMED.test(name)) return 'invisible characters';
  if (NAMED_DIRECTION_MARK.test(name)) return 'direction marks';
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  if (!(code <= 0x10ffff)) return undefined;
  const character = String.fromCodePoint(code);
  return ANY_UNSEEN.test(character) ? kindOf(character) : undefined;
}

function kindOf(character: string): RemovedKind {
  if (DIRECTION_MARK.test(character)) return 'direction marks';
  return CONTROL.test(character) ? 'control characters' : 'invisible characters';
}
