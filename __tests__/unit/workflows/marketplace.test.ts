import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

// What GitHub requires to list an action in the Marketplace:
// https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax#branding
const COLORS = [
  'white',
  'black',
  'yellow',
  'blue',
  'green',
  'orange',
  'red',
  'purple',
  'gray-dark',
];

const { name, description, author, branding } = parse(readFileSync('action.yml', 'utf8'));

test('name and author are set', () => {
  expect(name).toMatch(/\w/);
  expect(author).toMatch(/\w/);
});

test('the description has fewer than 125 characters', () => {
  expect(description.length).toBeLessThan(125);
});

test('icon and color are among those that GitHub knows', () => {
  expect(branding).toEqual({
    icon: 'book-open',
    color: expect.stringMatching(`^(${COLORS.join('|')})$`),
  });
});
