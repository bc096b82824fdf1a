import { expect, test } from '@jest/globals';
import type { Counts } from '../../../src/gaps/count.ts';
import { rank, scoreOf } from '../../../src/gaps/ranking.ts';

const NOTHING: Counts = { pages: [], categories: [], searches: [], isPercent: false, hidden: 0, others: 0 };
const RULES = { top: 20, minCount: 3, visitors: new Map<string, number>(), isSelected: () => true };

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

const aPage = (path: string | null, thumbsDown: number, unanswered = 0) => ({
  ...{ path, thumbsUp: 0, thumbsDown, unanswered, questions: [] },
});

test('pages need as many signs as `min-count`; equal ones are in order of their paths, and none is shown that may name a person', () => {
  const pages = [aPage('/c', 3), aPage('/b', 1, 2), aPage('/a', 2), aPage('/d', 2, 4), aPage(null, 9)];
  const ranking = rank({ ...NOTHING, pages }, RULES);
  expect(ranking.pages.map(({ path }) => path)).toEqual(['/d', '/b', '/c']);
  expect(ranking.hidden).toBe(1);
  expect(rank({ ...NOTHING, pages }, { ...RULES, top: 1 }).pages).toHaveLength(1);
});

test('topics are ordered by failures; a search counts if fewer than a quarter of it ends with a click', () => {
  const searches = [
    { text: 'quarter', hits: 40, clicks: 10 },
    { text: 'fewer', hits: 40, clicks: 9 },
    { text: 'rare', hits: 2, clicks: 0 },
    { text: null, hits: 90, clicks: 0 },
  ];
  const category = { isFrequent: true, asked: 50, questions: [] };
  const categories = [
    { ...category, text: 'Billing', unanswered: 35 },
    { ...category, text: '', unanswered: 31 },
    { ...category, text: 'Rare', unanswered: 2, isFrequent: false },
  ];
  const { topics, hidden } = rank({ ...NOTHING, searches, categories }, RULES);
  expect(topics.map(({ kind, text, failed, total }) => [kind, text, failed, total])).toEqual([
    ['questions', 'Billing', 35, 50],
    ['questions', '', 31, 50],
    ['search', 'fewer', 31, 40],
  ]);
  expect(hidden).toBe(1);
});
