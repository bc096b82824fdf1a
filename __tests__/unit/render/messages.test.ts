import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { promptExamples, renderMessages } from '../../../scripts/examples.ts';

test('the documentation shows all messages and two prompts as the action writes them: `npm run generate` after a change', () => {
  expect(renderMessages()).toBe(readFileSync('docs/engineering/messages.md', 'utf8'));
  expect(readFileSync('docs/events.md', 'utf8')).toContain(promptExamples());
});
