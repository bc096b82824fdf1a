import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sanitize } from '../../src/sanitize/index.ts';
import { textOnPage } from './github-page.ts';
import type { Renderer } from './renderer.ts';

/** UTF-16 units: the most that the sanitizer reads. */
const LONGEST = 262_144;
const BLOCK = 50;

export interface DocumentDifference {
  readonly name: string;
  /** Words that the page shows more often before sanitizing. */
  readonly lost: readonly string[];
  /** Words that the page shows more often after sanitizing: they were hidden. */
  readonly leaked: readonly string[];
}

/** Compares the pages of all Markdown files in a folder before and after sanitizing. */
export async function compareDocuments(
  renderer: Renderer,
  folder: string,
): Promise<DocumentDifference[]> {
  const found: DocumentDifference[] = [];
  const names = globSync('**/*.{md,mdx,markdown}', { cwd: folder }).sort();
  for (let first = 0; first < names.length; first += BLOCK) {
    const block = names.slice(first, first + BLOCK);
    const texts = block.map((name) => readFileSync(join(folder, name), 'utf8').slice(0, LONGEST));
    const html = await renderer.render(texts.flatMap((text) => [text, sanitize(text).text]));
    const pages = html.map((page) => wordsOf(textOnPage(page)));
    for (const [index, name] of block.entries()) {
      const [before = new Map(), after = new Map()] = pages.slice(2 * index, 2 * index + 2);
      found.push({ name, lost: missing(before, after), leaked: missing(after, before) });
    }
  }
  return found;
}

/** Words with how often they occur. */
function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

const missing = (all: ReadonlyMap<string, number>, left: ReadonlyMap<string, number>): string[] =>
  [...all].flatMap(([word, times]) =>
    Array<string>(Math.max(0, times - (left.get(word) ?? 0))).fill(word),
  );
