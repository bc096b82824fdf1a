import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

describe('after six rounds, every character that could hide something has a backslash:', () => {
  test.each([
    ['<u><title><h', '\\<title>\\ \\ \\ \\ \\<h'],
    [
      '<u><title><h [a] \\[b] \\\\[c] `d` e|f ~g~',
      '\\<title>\\ \\ \\ \\ \\<h \\[a] \\[b] \\\\\\[c] \\`d\\` e\\|f \\~g\\~',
    ],
  ])('%j', (text, left) => {
    expect(sanitize(text).text).toBe(left);
    expect(sanitize(left)).toEqual({ text: left, removed: {} });
  });
});

describe('a reference in text that is removed refers to nothing:', () => {
  test.each([
    ['in lost lines', '[^\n![r]]\n\n[r]:u', '\n\n'],
    ['in lost lines before a reference', '[^\n![r]] [r]\n\n[r]:u', ' [r]\n\n[r]:u'],
    ['in a description of an image', '![[r]](x)\n\n[r]: u', '![](x)\n\n'],
  ])('%s', (_, text, left) => {
    expect(sanitize(text).text).toBe(left);
  });
});

test.each([
  ['with a bracket', '![r] seen\n\n[r]:u[', '![] seen\n\n'],
  ['of one bracket', '![r] seen\n\n[r]:]', '![] seen\n\n'],
])('an address %s replaces no label', (_, text, left) => {
  expect(sanitize(text).text).toBe(left);
});

test('a control character is no address', () => {
  expect(sanitize('[r]:\u007f')).toEqual({ text: '[r]:', removed: { 'control characters': 1 } });
});
