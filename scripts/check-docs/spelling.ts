import dictionary from 'dictionary-en';
import nspell from 'nspell';
import { type Finding, lineAt } from './finding.ts';
import type { Prose } from './page.ts';

/** The words of the project, one per line, sorted. Only for names and terms that the dictionary lacks. */
export const OWN_WORDS = 'scripts/check-docs/words.txt';

/** Whether a word is spelled as in the United States, or is a word of the project. */
export type IsWord = (word: string) => boolean;

/** The American dictionary of Hunspell and the project's own words. Loading it takes about a second. */
export function americanWords(own: readonly string[]): IsWord {
  const speller = nspell(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
  for (const word of own) speller.add(word);
  return (word) => speller.correct(word);
}

/** Finds misspelled words, each once per file. */
export function misspellings(prose: readonly Prose[], isWord: IsWord): Finding[] {
  const seen = new Set<string>();
  return prose.flatMap(({ path, line, text }) =>
    wordsIn(text).flatMap(({ word, index }) => {
      const key = `${path} ${word}`;
      if (seen.has(key) || isWord(word)) return [];
      seen.add(key);
      return [
        {
          path,
          line: line + lineAt(text, index) - 1,
          problem: `unknown word "${word}" (${OWN_WORDS} has the words of the project)`,
        },
      ];
    }),
  );
}

/** Names, not words: what contains a digit or one of `/@_#$&{}=<>\`, begins with `--`, or has a dot, colon or capital in its middle. */
const NAME = /^--|[\d/@_#$&{}=<>\\]|\w[.:]\w|\p{Ll}\p{Lu}/u;
/** Also error codes and signals, and their plurals. */
const ACRONYM = /^\p{Lu}{2,}s?$/u;

function wordsIn(text: string): { word: string; index: number }[] {
  return [...text.matchAll(/\S+/g)]
    .filter(([token]) => !NAME.test(token))
    .flatMap(({ 0: token, index: start }) =>
      [...token.matchAll(/\p{L}+(?:['’]\p{L}+)*/gu)].map(({ 0: letters, index }) => ({
        word: letters.replaceAll('’', "'").replace(/'s$/, ''),
        index: start + index,
      })),
    )
    .filter(({ word }) => word.length > 1 && !ACRONYM.test(word));
}
