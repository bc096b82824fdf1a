import { expect, test } from '@jest/globals';
import { findPlace } from '../../sandbox/github/diff-place.ts';

const PATCH = ['@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c', '@@ -10,2 +10,3 @@ under', ' j', '+k', ' l'].join('\n');

test.each([
  { line: 1, side: 'RIGHT', position: 1, hunk: 2 },
  { line: 2, side: 'LEFT', position: 2, hunk: 3 },
  { line: 2, side: 'RIGHT', position: 3, hunk: 4 },
  { line: 11, side: 'RIGHT', position: 7, hunk: 3 },
  { line: 12, side: 'RIGHT', position: 8, hunk: 4 },
])('line $line on the side $side of a patch has the position $position', ({ line, side, position, hunk }) => {
  const place = findPlace(PATCH, { line, side });
  expect(place).toMatchObject({ line, side, position });
  expect(place?.diff_hunk.split('\n')).toHaveLength(hunk);
  expect(findPlace(PATCH, { position })).toEqual(place);
});

test('a line outside of the hunks has no place', () => {
  expect(findPlace(PATCH, { line: 5 })).toBeUndefined();
  expect(findPlace('', { line: 1 })).toBeUndefined();
});
