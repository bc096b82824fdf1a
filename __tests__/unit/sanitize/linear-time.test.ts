import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/sanitize.ts';
import { createWorkCounter, type WorkCounter } from '../../support/counted-work.ts';
import { DEEP_TEXTS, LIVE_PARTS, PUNCTUATION } from '../../support/live-markdown.ts';

/** UTF-16 units: more than a label may have, so that this limit hides nothing that grows. */
const LENGTH = 1_024;
/** What is nested needs more of it to outweigh what is done once. */
const DEEP_LENGTH = 8_192;
/** Twice the text is twice the work; a binary search or a sort adds a little, and quadratic time makes it four times. */
const MOST = 2.5;

let counter: WorkCounter;
beforeAll(() => {
  counter = createWorkCounter('/src/sanitize/');
});
afterAll(() => counter[Symbol.dispose]());

/** Counting takes longer than the work, so the work of so many parts is counted at once. */
const COUNTED_TOGETHER = 3;
/** Their sum varies less than the work of one, and one of quadratic time in it is found as it would be alone with `MOST`. */
const MOST_TOGETHER = 2.2;

const workOf = (parts: readonly string[], length: number) => {
  const texts = parts.map((part) => part.repeat(length / part.length));
  return counter.count(() => {
    for (const text of texts) sanitize(text);
  });
};

test.each([
  ['one sign', PUNCTUATION],
  ['lines that begin with one sign', PUNCTUATION.map((sign) => `${sign} a\n`)],
  ...Object.entries(LIVE_PARTS),
])('twice as much text is twice the work: %s', (_, parts) => {
  const groups = parts.flatMap((_, at) => (at % COUNTED_TOGETHER ? [] : [parts.slice(at, at + COUNTED_TOGETHER)]));
  const grown = groups.map((group) => {
    const [once, twice] = [workOf(group, LENGTH), workOf(group, 2 * LENGTH)];
    return { group, blocks: twice.blocks / once.blocks, characters: twice.characters / once.characters };
  });
  expect(grown.filter(({ blocks, characters }) => blocks > MOST_TOGETHER || characters > MOST_TOGETHER)).toEqual([]);
});

test.each(Object.entries(DEEP_TEXTS))('twice as much text is twice the work: %s', (_, textOf) => {
  const once = counter.count(() => sanitize(textOf(DEEP_LENGTH)));
  const twice = counter.count(() => sanitize(textOf(2 * DEEP_LENGTH)));
  expect(twice.blocks).toBeLessThan(MOST * once.blocks);
  expect(twice.characters).toBeLessThan(MOST * once.characters);
});

test('the work is counted block by block: one more character of an address is more work', () => {
  const workOfAddress = (length: number) => counter.count(() => sanitize(`[a](${'b'.repeat(length)})`)).blocks;
  expect(workOfAddress(2_000) - workOfAddress(1_000)).toBeGreaterThanOrEqual(1_000);
});
