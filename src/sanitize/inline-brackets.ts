import { entangled, goesOnPlainly } from './html-extent.ts';
import { ANY_TARGET, at, labelKey, REFERENCE_LABEL, TARGET } from './markdown-syntax.ts';
import type { Opener } from './paragraph.ts';
import { isCertain, type Reading, type Spot } from './reading.ts';

const LONGEST_LABEL = 1_001;

/** `[` or `![`. */
export function readOpening(reading: Reading, token: string, { paragraph }: Spot): void {
  reading.keep(reading.index + token.length);
  paragraph.open({ image: token === '![', start: reading.index - 1, pieces: reading.kept.length });
}

/** `]`, and what belongs to a link or an image after it. */
export function readClosing(reading: Reading, spot: Spot): void {
  const opener = spot.paragraph.close();
  if (reading.text[reading.index + 1] === '(') readTarget(reading, spot, opener);
  else readReference(reading, spot, opener);
}

function readReference(reading: Reading, spot: Spot, opener: Opener | undefined): void {
  const { text, labels, index } = reading;
  const label = at(REFERENCE_LABEL, spot.paragraph.text, index + 1)?.[0];
  const named = label !== undefined && labels.defined.has(labelKey(label));
  const own = opener && index - opener.start < LONGEST_LABEL ? text.slice(opener.start, index + 1) : '[]';
  if (named || labels.defined.has(labelKey(own))) endText(reading, spot, opener);
  reading.keep(index + 1);
  if (named) readLabel(reading, spot, label);
}

/** The text of a link is shown, that of an image is not. */
function endText(reading: Reading, { paragraph }: Spot, opener: Opener | undefined): void {
  if (!opener?.image) paragraph.linked();
  else if (reading.kept.splice(opener.pieces).join('') !== '') reading.count('image texts');
}

/** The address in parentheses stays, if it is one word; the title goes. */
function readTarget(reading: Reading, spot: Spot, opener: ReturnType<Spot['paragraph']['close']>): void {
  const open = reading.index + 1;
  const exact = at(TARGET, spot.paragraph.text, open);
  const found = exact ?? at(ANY_TARGET, spot.paragraph.text, open);
  if (found || opener?.image) endText(reading, spot, opener);
  reading.keep(open);
  if (!found) return;
  const { target = '', title } = found.groups ?? {};
  const certain = exact !== undefined && isCertain(spot) && canBegin(opener);
  const doubtful = !certain && entangled(found[0].replace(/^\(<[^<>]*>/, ''));
  const hidden = /\s/.test(target);
  const torn = doubtful || !goesOnPlainly(found[0]);
  if (!torn && !hidden && title === undefined) {
    reading.keep(open + found[0].length);
    return;
  }
  reading.count('hidden references');
  if (!torn) reading.kept.push(hidden ? '()' : `(${target})`);
  if (torn) reading.cutRest(spot.line, spot.paragraph);
  else reading.index = open + found[0].length;
}

/** No link is in another link. */
const canBegin = (opener: ReturnType<Spot['paragraph']['close']>): boolean =>
  opener !== undefined && (opener.image || !opener.holdsLink);

/** The label of a reference stays, if it is one word. */
function readLabel(reading: Reading, { line, paragraph }: Spot, label: string): void {
  const words = label.slice(1, -1).trim();
  if (!/\s/.test(words)) {
    reading.keep(reading.index + label.length);
    return;
  }
  reading.count('hidden references');
  reading.index += label.length;
  if (entangled(words) || !goesOnPlainly(words)) reading.cutRest(line, paragraph);
}
