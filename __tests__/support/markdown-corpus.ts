import { globSync, readFileSync } from 'node:fs';
import { sanitize } from '../../src/sanitize/sanitize.ts';
import { visibleText, visibleTexts } from './visible-text.ts';

export interface Document {
  readonly name: string;
  readonly text: string;
}

/** UTF-16 units; leaves room for inserted passages. */
const LONGEST = 200_000;

/** Every Markdown file of a folder, by default of the installed packages, each text once, sorted by name. */
export function markdownFiles(folder = 'node_modules'): Document[] {
  const names = globSync(`${folder}/**/*.{md,mdx}`).sort();
  const byText = new Map(
    names.toReversed().map((name) => [readFileSync(name, 'utf8').slice(0, LONGEST), name] as const),
  );
  return [...byText].map(([text, name]) => ({ name, text })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Words with how often they occur. */
function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').matchAll(/[\p{L}\p{N}]+/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

/** The words of the page of `before` that are not on the page of `after`. */
export function lostWords(before: string, after: string): string[] {
  if (before === after) return [];
  return wordsMissing(wordsOf(visibleText(before, 'dropped')), after);
}

/** The words that occur less often on the page of `after` than on the page before. */
function wordsMissing(before: ReadonlyMap<string, number>, after: string): string[] {
  const left = wordsOf(visibleText(after, 'dropped'));
  return [...before].flatMap(([word, times]) => Array(Math.max(0, times - (left.get(word) ?? 0))).fill(word));
}

/** Hidden passages with a word, to insert at the end of any line or on lines of their own. */
const PASSAGES: readonly ((word: string) => string)[] = [
  (word) => ` <!-- ${word} -->`,
  (word) => ` ![${word}](x.png)`,
  (word) => ` ![a ${word}][planted]`,
  (word) => ` [a](/u "${word}")`,
  (word) => ` [a](/u '${word}')`,
  (word) => ` [a](/u (${word}))`,
  (word) => ` [a](<u ${word}>)`,
  (word) => ` [](/u/${word})`,
  (word) => ` <b title="${word}">a</b>`,
  (word) => ` <span data-x='${word}' hidden>a</span>`,
  (word) => ` <img alt="${word}" src="x.png">`,
  (word) => ` <a href="/x" title="${word}"></a>`,
  (word) => ` <picture><source srcset="x.png">${word}<img src="x.png"></picture>`,
  (word) => ` <script>${word}</script>`,
  (word) => ` <style>${word}</style>`,
  (word) => ` <title>${word}</title>`,
  (word) => ` <template>${word}</template>`,
  (word) => ` <noscript>${word}</noscript>`,
  (word) => ` <ruby>a<rp>${word}</rp></ruby>`,
  (word) => ` <? ${word} ?>`,
  (word) => ` <![CDATA[ ${word} ]]>`,
  (word) => ` <!X ${word}>`,
  (word) => `\n\n<!-- ${word}\n\n${word} -->\n\n`,
  (word) => `\n\n<picture>\n<source>${word}\n<img>\n</picture>\n\n`,
  (word) => `\n\n[//]: # (${word})\n\n`,
  (word) => `\n\n[${word}]: <> "${word}\n${word}"\n\n`,
  (word) => `\n\n[^${word}]: ${word}\n    ${word}\n\n`,
  (word) => `\n\n- a\n  - b <!-- ${word} -->\n    > <!-- ${word}\n    > -->\n\n`,
  (word) => `\n\n| a |\n| - |\n| ![${word}](x) | ${word} |\n\n`,
  (word) => `\n\n\`\`\`js ${word}\na\n\`\`\`\n<!-- ${word} -->\n\n`,
];

export interface Planted {
  readonly text: string;
  readonly words: readonly string[];
}

/** The document with a passage after every `every` lines, of each kind in turn. */
export function plant(text: string, every: number): Planted {
  const words: string[] = [];
  const lines = text.split('\n').map((line, index) => {
    if (index % every > 0) return line;
    const word = `planted${words.length}x`;
    words.push(word);
    return line + (PASSAGES[(words.length + text.length) % PASSAGES.length]?.(word) ?? '');
  });
  return { text: `${lines.join('\n')}\n\n[planted]: x.png\n`, words };
}

export interface Findings {
  /** Words that are visible before sanitizing, but not after. */
  readonly lost: readonly string[];
  /** Words that are hidden before sanitizing, and present after. */
  readonly left: readonly string[];
  /** The number of inserted passages that are hidden. */
  readonly hidden: number;
}

/** Compares the page of a document with inserted passages before and after sanitizing. */
export function compare(
  { text, words }: Planted,
  clean: (text: string) => string = (each) => sanitize(each).text,
): Findings {
  const after = clean(text);
  const { dropped, filtered } = visibleTexts(text);
  const isHidden = (word: string) => !dropped.includes(word) && !filtered.includes(word);
  const hidden = words.filter(isHidden);
  const planted = new Set(words);
  // Without a passage, the next line may be of another kind: then its words are in the text, even if not on its page.
  const kept = wordsOf(after);
  const source = wordsOf(text);
  const before = (word: string) => Math.min(source.get(word) ?? 0, page.get(word) ?? 0);
  const page = wordsOf(dropped);
  const lost = wordsMissing(page, after).filter(
    (word) => (kept.get(word) ?? 0) < before(word) && (!planted.has(word) || filtered.includes(word)),
  );
  return { lost, left: hidden.filter((word) => after.includes(word)), hidden: hidden.length };
}
