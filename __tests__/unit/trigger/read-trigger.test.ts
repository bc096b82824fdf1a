import { expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import { systemFiles } from '../../../src/runtime/files.ts';
import { readGitHubVariables } from '../../../src/runtime/runner.ts';
import { explainMissingSecrets, readEvent } from '../../../src/trigger/read-trigger.ts';

/** Reads an event from a file with this text; without a text, from a folder. */
function readFrom(text: string | undefined, env = {}) {
  const files = text === undefined ? systemFiles : { readFileSync: () => text };
  const variables = readGitHubVariables({
    GITHUB_EVENT_NAME: 'issues',
    GITHUB_EVENT_PATH: '/',
    ...env,
  });
  return readEvent(variables.event, files, (each) => each);
}

test.each([
  ['a folder', undefined, {}, 'cannot be read'],
  ['a file that is not JSON', 'Hello', {}, 'is not JSON'],
  ['an event without a name', '{}', { GITHUB_EVENT_NAME: undefined }, 'GITHUB_EVENT_NAME'],
  ['an event without a file', '{}', { GITHUB_EVENT_PATH: undefined }, 'GITHUB_EVENT_PATH'],
])('%s is an error that says so', (_, text, env, says) => {
  expect(() => readFrom(text, env)).toThrow(EventError);
  expect(() => readFrom(text, env)).toThrow(says);
});

test('half of a surrogate pair in an event is replaced, as no address can hold it', () => {
  expect(readFrom('{"sender":{"login":"\\ud800"},"id":7}').payload).toEqual({
    sender: { login: '\ufffd' },
    id: 7,
  });
});

const repository = { full_name: 'acme/app', fork: false };
const from = (repo: unknown) => ({ repository, pull_request: { head: { repo } } });

/** Scenarios have the others: pull requests of forks, forks and Dependabot. */
test.each([
  ['of a pull request from a deleted fork', 'any', from(null), 'from forks get no secrets'],
  [
    'for a review in a fork',
    'pull_request_review',
    from(null),
    'in the conversation, not in a review',
  ],
])('a run %s has no secrets, and the reason says so', (_, name, payload, words) => {
  expect(explainMissingSecrets({ name, payload }, 'alice', '/docs')).toContain(words);
});

test.each([from({ full_name: 'acme/app' }), { repository }, {}])(
  'any other run has secrets: %j',
  (payload) => {
    expect(explainMissingSecrets({ name: 'any', payload }, 'alice', '/docs')).toBeUndefined();
  },
);
