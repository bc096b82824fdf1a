import { expect, test } from '@jest/globals';
import { findPlace } from '../../sandbox/github/model/diff-place.ts';

const PATCH = ['@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c', '@@ -10,2 +10,3 @@ under', ' j', '+k', ' l'].join('\n');

test.each([
  { line: 1, position: 1, hunk: 2 },
  { line: 2, position: 3, hunk: 4 },
  { line: 11, position: 7, hunk: 3 },
  { line: 12, position: 8, hunk: 4 },
])('line $line of a patch has the position $position', ({ line, position, hunk }) => {
  const place = findPlace(PATCH, line);
  expect(place).toMatchObject({ line, side: 'RIGHT', position });
  expect(place?.diff_hunk.split('\n')).toHaveLength(hunk);
});

test('a line outside of the hunks has no place', () => {
  expect(findPlace(PATCH, 5)).toBeUndefined();
  expect(findPlace('', 1)).toBeUndefined();
});
