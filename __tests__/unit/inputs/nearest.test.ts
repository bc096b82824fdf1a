import { describe, expect, test } from '@jest/globals';
import { DEFAULTS } from '../../../src/inputs/action-metadata.ts';
import { nearestOf } from '../../../src/inputs/malformed-inputs.ts';

const INPUTS = Object.keys(DEFAULTS);

describe('a misspelled input', () => {
  test.each([
    ['trigger-lable', 'trigger-label'],
    ['api_key', 'api-key'],
    ['apikey', 'api-key'],
    ['PROJECT_ID', 'project-id'],
    ['promt', 'prompt'],
    ['time-out', 'timeout'],
    ['pull_requests', 'pull-request'],
  ])('`%s` is most like `%s`', (name, meant) => {
    expect(nearestOf(name, INPUTS)).toBe(meant);
  });

  test.each(['colour', 'x', '', 'reviewers'])('`%s` is like none', (name) => {
    expect(nearestOf(name, INPUTS)).toBeUndefined();
  });
});
