import { expect, test } from '@jest/globals';
import { warningsAbout } from '../../../src/thread/status-records.ts';
import { urlOf } from '../../support/sample-records.ts';

const OTHER_KEY = 'it is signed with another API key';
const MALFORMED = 'it is malformed';
const ignored = (id: number, why: string) => ({ url: urlOf(id), why });

test('an ignored comment is named in a warning with the reason', () => {
  expect(warningsAbout([ignored(7, MALFORMED)])).toEqual([
    `A status comment is ignored because it is malformed: ${urlOf(7)}`,
  ]);
});

test('comments that are ignored for one reason are counted in one warning, which names the first', () => {
  const three = [ignored(7, OTHER_KEY), ignored(8, OTHER_KEY), ignored(9, OTHER_KEY)];
  expect(warningsAbout(three)).toEqual([
    `3 status comments are ignored, each because it is signed with another API key: ${urlOf(7)}, …`,
  ]);
});

test('each reason has a warning', () => {
  const mixed = [ignored(7, OTHER_KEY), ignored(8, MALFORMED), ignored(9, OTHER_KEY)];
  expect(warningsAbout(mixed)).toEqual([
    `2 status comments are ignored, each because it is signed with another API key: ${urlOf(7)}, …`,
    `A status comment is ignored because it is malformed: ${urlOf(8)}`,
  ]);
});

test('a comment that was read twice counts once', () => {
  expect(warningsAbout([ignored(7, MALFORMED), ignored(7, MALFORMED)])).toHaveLength(1);
});

test('without ignored comments there is no warning', () => {
  expect(warningsAbout([])).toEqual([]);
});
