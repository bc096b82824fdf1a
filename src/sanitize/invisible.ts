import type { Count, RemovedKind } from './removed.ts';

/** Scripts that spell with joiners between letters. */
const JOINED =
  '[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}' +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]]';

/** Signs of Arabic, Syriac and Kaithi that are written around what follows: of the class of format characters, yet seen. */
const SEEN = '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]';

const UNSEEN =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Cf}\\p{Cc}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}' +
  `\\p{Noncharacter_Code_Point}]--[\\t\\n]--${SEEN}]`;

/** Made when it is first needed: to know all emoji takes 11 ms, and most texts hold nothing unseen. */
const keptOrUnseen = once(
  () => new RegExp(`(?<kept>\\p{RGI_Emoji}|(?<=${JOINED})[\\u200c\\u200d](?=${JOINED}))|${UNSEEN}`, 'gv'),
);
const ANY_UNSEEN = new RegExp(UNSEEN, 'v');
const ONE_UNSEEN = new RegExp(`^${UNSEEN}$`, 'v');
const DIRECTION_MARK = /^\p{Bidi_Control}$/u;
const CONTROL = /^[\p{Cc}\p{Zl}\p{Zp}]$/u;

/** Named references to characters that nobody sees (HTML, 13.5). */
const NAMED: Readonly<Record<string, number>> = {
  shy: 0xad,
  zwnj: 0x200c,
  zwj: 0x200d,
  lrm: 0x200e,
  rlm: 0x200f,
  ZeroWidthSpace: 0x200b,
  NegativeVeryThinSpace: 0x200b,
  NegativeThinSpace: 0x200b,
  NegativeMediumSpace: 0x200b,
  NegativeThickSpace: 0x200b,
  NoBreak: 0x2060,
  ApplyFunction: 0x2061,
  af: 0x2061,
  InvisibleTimes: 0x2062,
  it: 0x2062,
  InvisibleComma: 0x2063,
  ic: 0x2063,
};
/** HTML reads `&shy` and numbers without the semicolon too. */
const REFERENCE = new RegExp(
  `&(?:#x(?<hex>[\\da-f]+);?|#(?<decimal>\\d+);?|(?<name>${Object.keys(NAMED).join('|')});|(?<bare>shy))`,
  'gi',
);

/** Without characters that nobody sees; separators of lines and paragraphs become newlines. */
export function withoutUnseenCharacters(text: string, count: Count): string {
  if (!ANY_UNSEEN.test(text)) return text;
  return text.replace(keptOrUnseen(), (found: string, kept: string | undefined) => {
    if (kept !== undefined) return found;
    count(kindOf(found));
    return /[\u2028\u2029]/.test(found) ? '\n' : '';
  });
}

/** The same for character references: `&#8203;`. */
export function withoutUnseenReferences(text: string, count: Count): string {
  return text.replace(REFERENCE, (...args) => {
    const [found]: string[] = args;
    const groups: Readonly<Record<string, string | undefined>> = args.at(-1);
    const character = characterOf(groups);
    if (character === undefined || !ONE_UNSEEN.test(character)) return found ?? '';
    count(kindOf(character));
    return '';
  });
}

function characterOf({ hex, decimal, name, bare }: Readonly<Record<string, string | undefined>>): string | undefined {
  const number = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : NAMED[name ?? bare ?? ''];
  return number === undefined || number > 0x10ffff ? undefined : String.fromCodePoint(number);
}

function kindOf(character: string): RemovedKind {
  if (DIRECTION_MARK.test(character)) return 'direction marks';
  return CONTROL.test(character) ? 'control characters' : 'invisible characters';
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
