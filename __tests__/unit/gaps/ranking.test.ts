import { expect, test } from '@jest/globals';
import { scoreOf } from '../../../src/gaps/ranking.ts';

/** Worked by hand: max(visitors, signs) × (down + unanswered) ÷ (down + unanswered + up + 10). */
test.each([
  ['900 × 18 ÷ 32 = 506.25', 506.3, { visitors: 900, thumbsDown: 12, thumbsUp: 4, unanswered: 6 }],
  ['900 × 18 ÷ 68 = 238.24: praise counts', 238.2, { visitors: 900, thumbsDown: 12, thumbsUp: 40, unanswered: 6 }],
  ['90 × 18 ÷ 32 = 50.63: few read it', 50.6, { visitors: 90, thumbsDown: 12, thumbsUp: 4, unanswered: 6 }],
  ['20000 × 3 ÷ 253 = 237.15: most like it', 237.2, { visitors: 20_000, thumbsDown: 3, thumbsUp: 240, unanswered: 0 }],
  ['26 × 13 ÷ 24 = 14.08', 14.1, { visitors: 26, thumbsDown: 9, thumbsUp: 1, unanswered: 4 }],
  ['unknown visitors: 6 × 5 ÷ 16 = 1.875', 1.9, { visitors: undefined, thumbsDown: 3, thumbsUp: 1, unanswered: 2 }],
  ['more signs than visitors: 6 × 5 ÷ 16', 1.9, { visitors: 2, thumbsDown: 3, thumbsUp: 1, unanswered: 2 }],
  ['nothing against it', 0, { visitors: 900, thumbsDown: 0, thumbsUp: 9, unanswered: 0 }],
])('%s', (_, score, page) => {
  expect(scoreOf(page)).toBe(score);
});
