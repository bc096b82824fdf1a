import { readClosing, readOpening } from './inline-brackets.ts';
import { readAngle } from './inline-html.ts';
import { withoutUnseenReferences } from './invisible.ts';
import { readBeginning, readLanguage } from './line-beginnings.ts';
import { type Line, linesOf } from './markdown-lines.ts';
import { at } from './markdown-syntax.ts';
import { Paragraph } from './paragraph.ts';
import { isCertain, Reading, type Spot } from './reading.ts';
import { footnoteReference, footnotesOf, labelsOf } from './references.ts';
import type { Count } from './removed.ts';

const TOKEN = /\\[!-/:-@[-`{-~]|`+|<|!?\[|\]|&|\$|\/\/|www\.|\n/g;

/** Markdown without what is in it but is not shown: comments, attributes, alternative texts, titles, unused definitions. */
export function withoutHiddenMarkup(text: string, count: Count): string {
  const lines = linesOf(text);
  const labels = labelsOf(text, lines);
  const footnotes = footnotesOf(text, lines);
  const first = new Reading(text, lines, labels, () => {});
  readAll(first, footnotes.defined, (name, index) => {
    if (!footnotes.inside(index)) footnotes.used.add(name);
  });
  const reading = new Reading(text, lines, labels, count);
  readAll(reading, first.endsEarly ? new Set() : footnotes.used, () => {});
  return reading.kept.join('');
}

type Referred = (name: string, index: number) => void;

function readAll(reading: Reading, footnotes: ReadonlySet<string>, referred: Referred): void {
  let paragraph: Paragraph | undefined;
  for (const [row, line] of reading.lines.entries()) {
    if (reading.index > line.end) continue;
    if (line.blank || line.code) {
      readVerbatim(reading, line);
    } else {
      if (!paragraph || line.start > paragraph.end) paragraph = new Paragraph(reading.text, reading.lines, row);
      readLine(reading, { line, row, paragraph }, footnotes, referred);
    }
  }
}

function readVerbatim(reading: Reading, line: Line): void {
  if (line.opens && reading.index <= line.start) readLanguage(reading, line);
  reading.keep(line.end + 1);
}

function readLine(reading: Reading, spot: Spot, footnotes: ReadonlySet<string>, referred: Referred): void {
  const read = reading.index === spot.line.start && readBeginning(reading, spot, footnotes);
  if (!read) readWords(reading, spot, referred);
}

function readWords(reading: Reading, spot: Spot, referred: Referred): void {
  const { line } = spot;
  const shownEnd = spot.paragraph.shownEnd(spot.row, line);
  while (reading.index < shownEnd) {
    TOKEN.lastIndex = reading.index;
    const found = TOKEN.exec(reading.text);
    if (!found || found.index >= shownEnd) {
      reading.keep(shownEnd);
      break;
    }
    reading.keep(found.index);
    readToken(reading, found[0], spot, referred);
  }
  if (reading.index > line.end) return;
  if (reading.index >= shownEnd && reading.text.slice(reading.index, line.end).trim() !== '') {
    reading.count('hidden references');
    reading.index = line.end;
  }
  reading.keep(line.end + 1);
}

function readToken(reading: Reading, token: string, spot: Spot, referred: Referred): void {
  if (token === '<') readAngle(reading, spot);
  else if (token === '&') readCharacter(reading);
  else if (spot.line.html === 'yes') reading.keep(reading.index + 1);
  else if (token.startsWith('`')) readCode(reading, token, spot);
  else if (token === ']') readClosing(reading, spot);
  else if (token.endsWith('[') && !token.startsWith('\\')) {
    if (token === '[') readFootnoteReference(reading, spot, referred);
    readOpening(reading, token, spot);
  } else readWord(reading, token, spot);
}

function readFootnoteReference(reading: Reading, spot: Spot, referred: Referred): void {
  if (!isCertain(spot) || !spot.line.prose || spot.paragraph.outerImage) return;
  if (reading.index < spot.paragraph.addressEnd) return;
  const name = footnoteReference(spot.paragraph.text, reading.index);
  if (name !== undefined) referred(name, reading.index);
}

/** Nothing of its own, but code spans after it are less certain. */
function readWord(reading: Reading, token: string, spot: Spot): void {
  const { paragraph } = spot;
  const start = reading.index;
  if (token === '$') paragraph.dollar = true;
  if (token === '\\`') paragraph.certain = false;
  if ((token === '//' || token === 'www.') && start >= paragraph.addressEnd) {
    paragraph.addressEnd = start + (at(/[^\s<]*/y, paragraph.text, start)?.[0].length ?? 0);
  }
  reading.keep(start + (token === '\\<' && !isCertain(spot) ? 1 : token.length));
}

/** `&#8203;` */
function readCharacter(reading: Reading): void {
  const found = at(/&#?\w*;?/y, reading.text, reading.index)?.[0] ?? '&';
  reading.kept.push(withoutUnseenReferences(found, reading.count));
  reading.index += found.length;
}

/** A code span stays as it is, if it is one in every reading. */
function readCode(reading: Reading, run: string, spot: Spot): void {
  const { line, paragraph } = spot;
  const start = reading.index + run.length;
  const close = isCertain(spot) ? closingRun(reading.text, start, line.end, run) : undefined;
  const inner = reading.text.slice(start, close ?? start);
  const torn = (paragraph.table && /(?:^|[^\\])\|/.test(inner)) || (paragraph.dollar && inner.includes('$'));
  if (close !== undefined && !torn && reading.index >= paragraph.addressEnd) {
    reading.keep(close + run.length);
  } else {
    paragraph.certain = false;
    if (paragraph.outerImage) reading.cutRest(line, paragraph);
    else reading.keep(start);
  }
}

/** Where the same number of backticks comes next in the line. */
function closingRun(text: string, from: number, end: number, run: string): number | undefined {
  for (const found of text.slice(from, end).matchAll(/`+/g)) if (found[0] === run) return from + found.index;
  return undefined;
}
