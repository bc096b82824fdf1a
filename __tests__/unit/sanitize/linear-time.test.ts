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

const workOf = (part: string, length: number) => {
  const text = part.repeat(length / part.length);
  return counter.count(() => sanitize(text));
};

test.each([
  ['one sign', PUNCTUATION],
  ['lines that begin with one sign', PUNCTUATION.map((sign) => `${sign} a\n`)],
  ...Object.entries(LIVE_PARTS),
])('twice as much text is twice the work: %s', (_, parts) => {
  const grows = (part: string): boolean => {
    const [once, twice] = [workOf(part, LENGTH), workOf(part, 2 * LENGTH)];
    return twice.blocks > MOST * once.blocks || twice.characters > MOST * once.characters;
  };
  // V8 sometimes loses counts; work that grows with the square of the length does so each time.
  expect(parts.filter(grows).filter(grows).filter(grows)).toEqual([]);
});

test.each(Object.entries(DEEP_TEXTS))('twice as much text is twice the work: %s', (_, textOf) => {
  const grows = (): boolean => {
    const once = counter.count(() => sanitize(textOf(DEEP_LENGTH)));
    const twice = counter.count(() => sanitize(textOf(2 * DEEP_LENGTH)));
    return twice.blocks > MOST * once.blocks || twice.characters > MOST * once.characters;
  };
  expect(grows() && grows() && grows()).toBe(false);
});

test('the work is counted block by block: one more character of an address is more work', () => {
  const workOfAddress = (length: number) => counter.count(() => sanitize(`[a](${'b'.repeat(length)})`)).blocks;
  expect(workOfAddress(2_000) - workOfAddress(1_000)).toBeGreaterThanOrEqual(1_000);
});
