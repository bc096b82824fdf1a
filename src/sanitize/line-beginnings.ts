import { entangled } from './html-extent.ts';
import type { Line } from './markdown-lines.ts';
import { at, DEFINITION, FENCE, labelKey } from './markdown-syntax.ts';
import type { Reading, Spot } from './reading.ts';
import { footnoteEnd } from './references.ts';

const LONGEST_LANGUAGE = 32;

/** Reads what only the beginning of a line can be; true if the line is read to its end. */
export function readBeginning(reading: Reading, spot: Spot, footnotes: ReadonlySet<string>): boolean {
  if (spot.line.html === 'yes') return false;
  if (readFootnote(reading, spot, footnotes) || readDefinition(reading, spot)) return true;
  readLanguage(reading, spot.line, spot);
  return false;
}

/** Of the words after a fence the first is the language of its code, and the others are not shown. */
export function readLanguage(reading: Reading, line: Line, doubtful?: Spot): void {
  const { fence = '', info = '' } = at(FENCE, reading.text, line.content)?.groups ?? {};
  const word = /^[ \t]*(?<word>\S*)/.exec(info);
  const language = (word?.groups?.word ?? '').length > LONGEST_LANGUAGE ? '' : (word?.[0] ?? '');
  const rest = info.slice(language.length);
  if (rest.trim() === '') return;
  reading.count('hidden attributes');
  reading.keep(line.content + fence.length + language.length);
  reading.index = line.end;
  if (!doubtful) return;
  doubtful.paragraph.certain = false;
  if (entangled(rest)) reading.cutRest(line, doubtful.paragraph);
}

/** A footnote that nobody refers to is not shown, nor a second one of the same name. */
function readFootnote(reading: Reading, { line, row, paragraph }: Spot, footnotes: ReadonlySet<string>): boolean {
  const label = /\[\^(?<name>[^\s\]]+)\]:/.exec(reading.text.slice(line.start, line.content));
  if (!label) return false;
  const name = (label.groups?.name ?? '').toLowerCase();
  const shown = footnotes.has(name) && !reading.footnotesSeen.has(name);
  reading.footnotesSeen.add(name);
  if (shown) return false;
  const start = line.start + label.index;
  const end = footnoteEnd(reading.text, reading.lines, row);
  reading.count('hidden references');
  reading.keep(start);
  const doubtful = line.html === 'maybe' && entangled(reading.text.slice(start + label[0].length, end));
  reading.cut(doubtful ? 'text' : end, paragraph);
  return true;
}

/** Neither is the title of a link reference definition, nor one that nobody refers to. */
function readDefinition(reading: Reading, spot: Spot): boolean {
  const { line, row, paragraph } = spot;
  const found = at(DEFINITION, paragraph.text, line.content);
  const { label = '', target = '', title = '' } = found?.groups ?? {};
  const first = row === paragraph.first || reading.definitionEnd === line.start;
  if (!found || !isLabel(label) || (!first && line.html === 'no' && paragraph.continues(row))) return false;
  const end = line.content + found[0].length;
  const used = reading.labels.used.has(labelKey(label)) && !/\s/.test(target);
  reading.keep(used ? end - title.length : line.content);
  const kept = reading.index;
  reading.index = end;
  const certain = first && line.prose && !/[()\p{Cc}\\]/u.test(target);
  const doubtful = !certain && entangled(found[0].slice(label.length).replace(/<[^<>]*>/, ''));
  if (doubtful) reading.cutRest(line, paragraph);
  if (Math.min(reading.index, reading.text.length) > kept) reading.count('hidden references');
  reading.definitionEnd = reading.text.indexOf('\n', reading.index) + 1;
  return reading.index > line.end;
}

const isLabel = (label: string): boolean => labelKey(label) !== '' && !label.startsWith('[^');
