import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/sanitize.ts';
import { compare, lostWords, markdownFiles, plant } from '../../support/markdown-corpus.ts';

/** Every twentieth file of the installed packages, if it is short; `scripts/sanitize-corpus.ts` takes all of them. */
const FILES = markdownFiles().filter(({ text }, index) => index % 20 === 0 && text.length < 6_000);

describe('in real documents', () => {
  test('there are enough of them', () => {
    expect(FILES.length).toBeGreaterThan(10);
  });

  test('no word is lost that a reader of the page sees', () => {
    const lost = FILES.map(({ name, text }) => ({ name, lost: lostWords(text, sanitize(text).text) }));
    expect(lost.filter((each) => each.lost.length > 0)).toEqual([]);
  });

  test('hidden passages planted at every kind of block are all removed, and nothing else is', () => {
    const found = FILES.map(({ name, text }) => ({ name, ...compare(plant(text, 5)) }));
    expect(found.reduce((sum, { hidden }) => sum + hidden, 0)).toBeGreaterThan(100);
    expect(found.filter(({ lost, left }) => lost.length + left.length > 0)).toEqual([]);
  });

  test('sanitizing a second time changes nothing', () => {
    const once = FILES.map(({ text }) => sanitize(plant(text, 5).text).text);
    expect(once.filter((text) => sanitize(text).text !== text)).toEqual([]);
  });
});
