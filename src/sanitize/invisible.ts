import type { Count, RemovedKind } from './removed.ts';

/** Letters of scripts that spell with joiners. */
const JOINING =
  '[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}' +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]]';

/**
 * Signs of Arabic, Syriac and Kaithi that surround what follows: visible, although they are format
 * characters.
 */
const SEEN = '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]';

const UNSEEN =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Cf}\\p{Cc}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}' +
  `\\p{Noncharacter_Code_Point}]--[\\t\\n]--${SEEN}]`;

/**
 * The characters that have two forms, and those that have one, in StandardizedVariants.txt of the
 * Unicode Character Database (16.0), beside the scripts that {@link KEPT} names: script capitals,
 * punctuation in East Asian fonts; mathematical signs, letters of Khamti, Phags-pa and Manichaean.
 */
const TWO_FORMS =
  '[\\u2018\\u2019\\u201c\\u201d\\u210b\\u2110\\u2112\\u211b\\u212c\\u2130\\u2131\\u2133\\u3001\\u3002\\uff01\\uff0c\\uff0e\\uff1a\\uff1b' +
  '\\uff1f\\u{1d49c}\\u{1d49e}\\u{1d49f}\\u{1d4a2}\\u{1d4a5}\\u{1d4a6}\\u{1d4a9}-\\u{1d4ac}\\u{1d4ae}-\\u{1d4b5}]';
const ONE_FORM =
  '[0\\uff10\\u1000\\u1002\\u1004\\u1010\\u1011\\u1015\\u1019\\u101a\\u101c\\u101d\\u1022\\u1031\\u1075\\u1078\\u107a\\u1080' +
  '\\uaa60-\\uaa66\\uaa6b\\uaa6c\\uaa6f\\uaa7a\\ua856\\ua85c\\ua85e-\\ua860\\ua868\\u2205\\u2229\\u222a\\u2268\\u2269\\u2272\\u2273' +
  '\\u228a\\u228b\\u2293-\\u2295\\u2297\\u229c\\u22da\\u22db\\u2a3c\\u2a3d\\u2a9d\\u2a9e\\u2aac\\u2aad\\u2acb\\u2acc' +
  '\\u{10ac5}\\u{10ac6}\\u{10ad6}\\u{10ad7}\\u{10ae1}]';
const MONGOLIAN = '[\\p{L}&&\\p{sc=Mong}]';
const HANGUL = '[[\\p{L}&&\\p{sc=Hang}]--[\\u115f\\u1160\\u3164\\uffa0]]';
/** The parts of a Hangul syllable, of which a filler may stand for the first or the second one. */
const [LEADING, VOWEL, TRAILING] = [
  '[\\u1100-\\u115e\\ua960-\\ua97c]',
  '[\\u1161-\\u11a7\\ud7b0-\\ud7c6]',
  '[\\u11a8-\\u11ff\\ud7cb-\\ud7fb]',
];

/**
 * What chooses a glyph: one variation selector after a character that has variants; fillers in a
 * Hangul syllable, and as a blank between letters. One joiner after such a letter; in emoji,
 * joiners, variation selectors, and the tag letters of the three flags that exist (England,
 * Scotland, Wales).
 */
const KEPT = [
  `(?<=${JOINING})[\\u200c\\u200d]`,
  '(?<=\\p{Extended_Pictographic}[\\ufe0e\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\u{1f3f4})(?:\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f})',
  `(?<=${TWO_FORMS})[\\ufe00\\ufe01]|(?<=${ONE_FORM})\\ufe00|(?<=[\\p{Unified_Ideograph}\\p{sc=Egyp}])[\\ufe00-\\ufe06]`,
  '(?<=\\p{Unified_Ideograph})[\\u{e0100}-\\u{e01ef}]',
  `(?<=${MONGOLIAN})[\\u180b-\\u180d\\u180f]|(?<=${MONGOLIAN}[\\u180b-\\u180d\\u180f]?)\\u180e(?=[\\u1820\\u1821])`,
  `(?<=${HANGUL})[\\u3164\\uffa0](?=${HANGUL})|\\u115f(?=${VOWEL}|\\u1160${TRAILING})|(?<=${LEADING})\\u1160|(?<=\\u115f)\\u1160(?=${TRAILING})`,
].join('|');
/**
 * Built on demand: that takes 10 ms, and only texts with invisible characters need it. V8 keeps the
 * result.
 */
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

/**
 * The kind of the invisible character that a reference (`&#8203;`) denotes; undefined for other
 * references.
 */
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
