import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { renderMessages } from '../../../scripts/examples.ts';

test('the page of all messages shows them as the action writes them: `npm run generate` after a change', () => {
  expect(renderMessages()).toBe(readFileSync('docs/engineering/messages.md', 'utf8'));
});
