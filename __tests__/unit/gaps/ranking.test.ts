import { expect, test } from '@jest/globals';
import { rank, scoreOf } from '../../../src/gaps/ranking.ts';
import type { Question, Readers } from '../../../src/gaps/readers.ts';

const RULES = { top: 20, minCount: 3, paths: { include: [], exclude: [] } };
const WHOLE = { extent: 'whole', problem: undefined } as const;
const part = <Row>(rows: Row[]) => ({ rows, unusable: 0, ...WHOLE });
const NOTHING: Readers = {
  ...{ feedback: part([]), questions: part([]), searches: part([]), others: 0 },
  visitors: { byPath: new Map(), ...WHOLE },
};
const text = (shown: string | null) => ({ shown });

/** The same question in `count` conversations, each on a day of its own. */
const ask = (count: number, question: Partial<Question>): Question[] =>
  Array.from({ length: count }, (_, day) => ({
    ...{ id: `${day}`, day, text: text('Why?'), isAnswered: false, category: text(''), path: undefined },
    ...question,
  }));

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

test('pages need as many signs as `min-count`; equal ones are in order of their paths, and none is shown that may name a person', () => {
  const votes = (path: string, thumbsDown: number) => ({ path, thumbsUp: 0, thumbsDown });
  const feedback = part([votes('/c', 3), votes('/b', 1), votes('/a', 2), votes('/d', 2), votes('/bob@example.com', 9)]);
  const questions = part([...ask(2, { path: '/b' }), ...ask(4, { path: '/d' })]);
  const ranking = rank({ ...NOTHING, feedback, questions }, RULES);
  expect(ranking.pages.map(({ path }) => path)).toEqual(['/d', '/b', '/c']);
  expect(ranking.hidden).toBe(1);
  expect(rank({ ...NOTHING, feedback }, { ...RULES, top: 1 }).pages).toHaveLength(1);
});

test('topics are ordered by failures; a search counts if fewer than a quarter of it ends with a click', () => {
  const search = (shown: string | null, hits: number, ctr: number) => ({
    ...{ spelling: String(shown), text: text(shown), hits, ctr },
  });
  const searches = part([
    search('quarter', 40, 0.25),
    search('fewer', 40, 0.225),
    search('rare', 2, 0),
    search(null, 90, 0),
  ]);
  const [billing, none, rare] = [text('Billing'), text(''), text('Rare')];
  const questions = part([
    ...ask(35, { category: billing }),
    ...ask(50, { category: billing, isAnswered: true }),
    ...ask(31, { category: none }),
    ...ask(2, { category: rare }),
  ]);
  const { topics, hidden } = rank({ ...NOTHING, searches, questions }, RULES);
  expect(topics.map(({ kind, text, failed, total }) => [kind, text, failed, total])).toEqual([
    ['questions', 'Billing', 35, 50],
    ['questions', '', 31, 31],
    ['search', 'fewer', 31, 40],
  ]);
  expect(hidden).toBe(1);
});
