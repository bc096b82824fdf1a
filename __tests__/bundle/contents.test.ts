import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

test('the bundle contains nothing that starts a process, and no second HTTP client', () => {
  const bundle = readFileSync('dist/index.js', 'utf8');
  expect(['child_process', 'undici'].filter((name) => bundle.includes(name))).toEqual([]);
});
