import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorkCounter, type WorkCounter } from './counted-work.ts';
import { DEEP_TEXTS, LIVE_PARTS, PUNCTUATION } from './live-markdown.ts';

/** UTF-16 units: more than a label may have, so that this limit hides nothing that grows. */
const LENGTH = 1_024;
/** What is nested needs more of it to outweigh what is done once. */
const DEEP_LENGTH = 8_192;
/**
 * Twice the text is twice the work; a binary search or a sort adds a little, and quadratic time
 * makes it four times.
 */
const MOST = 2.5;

let counter: WorkCounter;
beforeAll(() => {
  counter = createWorkCounter();
});
afterAll(async () => {
  await counter[Symbol.asyncDispose]();
});

/**
 * Whether twice the length is more than twice the work. V8 sometimes loses counts, so this counts
 * up to three times.
 */
async function grows(textOf: (length: number) => string, length: number): Promise<boolean> {
  for (let round = 1; round <= 3; round++) {
    const once = await counter.count(textOf(length));
    const twice = await counter.count(textOf(2 * length));
    if (twice.blocks <= MOST * once.blocks && twice.characters <= MOST * once.characters)
      return false;
  }
  return true;
}

test.each([
  ['one sign', PUNCTUATION],
  ['lines that begin with one sign', PUNCTUATION.map((sign) => `${sign} a\n`)],
  ...Object.entries(LIVE_PARTS),
])('twice as much text is twice the work: %s', async (_, parts) => {
  const growing: string[] = [];
  for (const part of parts) {
    if (await grows((length) => part.repeat(length / part.length), LENGTH)) growing.push(part);
  }
  expect(growing).toEqual([]);
});

test.each(Object.entries(DEEP_TEXTS))(
  'twice as much text is twice the work: %s',
  async (_, textOf) => {
    expect(await grows(textOf, DEEP_LENGTH)).toBe(false);
  },
);

test('the work is counted block by block: one more character of an address is more work', async () => {
  const workOfAddress = async (length: number) =>
    (await counter.count(`[a](${'b'.repeat(length)})`)).blocks;
  expect((await workOfAddress(2_000)) - (await workOfAddress(1_000))).toBeGreaterThanOrEqual(1_000);
});
