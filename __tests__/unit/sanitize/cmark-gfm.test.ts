import { expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

/**
 * Found by `npm run sanitizer`: GitHub's page of each text hides the word "hidden" and shows the
 * word "seen".
 */
test.each([
  ['a line of one tag after a quote begins a block', '> quote\n<b>\n<b/x hidden'],
  ['a line of one tag after an item begins a block', '- item\n<b>\n<b/x hidden'],
  ['a line of one tag after a footnote begins a block', 'a[^a]\n\n[^a]: b\n<b>\n<b/x hidden'],
  ['a paragraph of a tight list has no tags', '- <video>a\n  > hidden\n- seen'],
  ['a paragraph of a loose list has tags', '- <video>a\n\n  seen\n- b'],
  ['a blank line after a break makes no list loose', '- a<rp>\n  ***\n\n  hidden'],
  ['a list in an item is closed by its own end tag', '2. <video><ol>\n> hidden'],
  ['a player hides what it contains', '<video>hidden</video> <audio>hidden</audio> seen'],
  ['a dialog shows its content if it is open', '<dialog>hidden</dialog><dialog open>seen</dialog>'],
  ['no block begins after the box of a task', '- [ ] <div\n  seen'],
  ['code does not begin after the box of a task', '- [x]     <rp>hidden'],
  ['spaces continue an empty item', '-\n\t\n    <template>hidden'],
  ['a blank line with spaces ends a footnote', 'a[^b]\n\n[^b]: c\n \n    <i>seen</i>'],
  ['a heading ends with its own tag', '<video></h1>seen\n-'],
  ['a line of one bar ends a table', '| a |\n| - |\n|\n| b | seen |'],
  ['the name of a declaration has capitals only', '<!seen>'],
  ['three dashes end no inline comment', 'a <!-- b ---> <b title="--> hidden'],
  ['after an open comment there is no declaration', 'a <!-- <!X <video> hidden'],
  ['a quote after a space begins no value', '<div ="> <b title="> hidden"> '],
  ['an apostrophe in code ends a value and begins another', "<div t='\n\n    'e='\nhidden"],
  ['an address that ends in an equals sign begins another value', '<div t="\n\n[a](/b=)\n\nhidden'],
  ['a tag that the filter misses hides the rest', '<div><script/x>hidden'],
  ['the filter reads only the first tag of inline HTML', 'a <?><script b?> hidden'],
  ['in a select, most end tags are ignored', '<video><select></video>hidden'],
  ['an end tag in a form field list does not end what is around', '- <rp><ul>\n- hidden'],
  ['an end tag of a form ends no element in it', '<form><video></form>hidden'],
  ['in SVG, no tag ends a paragraph', '<svg><select><video>hidden'],
  [
    'a footnote that only a hidden one has is the first that ends',
    '[^a]\n> [^a]: hidden\n>     [^a]: seen',
  ],
  ['a label of a footnote may contain a bracket', '[^[]: hidden'],
  ['brackets with a circumflex contain no reference', '[^b]: hidden\n\n[^[^b]]'],
  ['a link wins over a footnote', '[^a]: hidden\n\n[ ^a]: /u\n\n[^a]'],
  ['a definition in a footnote without a reference is hidden', '[^g]: [r]\n\n[r hidden]: x'],
])('%s: %j', (_, text) => {
  const { text: left } = sanitize(text);
  expect(left).not.toContain('hidden');
  expect(left.includes('seen')).toBe(text.includes('seen'));
});
