import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import { systemFiles } from '../../../src/runtime/files.ts';
import { readGitHubVariables } from '../../../src/runtime/runner.ts';
import { explainMissingSecrets, readEvent } from '../../../src/trigger/read-trigger.ts';

let room = '';
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'event-'));
  mkdirSync(join(room, 'folder'));
  const files = { good: '{"action":"labeled"}', text: 'Hello', cut: '{"action":"lab', empty: '' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(room, name), text);
});
afterAll(() => rmSync(room, { recursive: true }));

const readFrom = (name: string | undefined, file: string | undefined) =>
  readEvent(
    readGitHubVariables({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file && join(room, file) }).event,
    systemFiles,
    (text) => text,
  );

test('an event has the name and the payload that the runner gives', () => {
  expect(readFrom('issues', 'good')).toEqual({ name: 'issues', payload: { action: 'labeled' } });
});

test.each([
  { what: 'a file that does not exist', name: 'issues', file: 'none', says: 'cannot be read' },
  { what: 'a folder', name: 'issues', file: 'folder', says: 'cannot be read' },
  { what: 'a file that is not JSON', name: 'issues', file: 'text', says: 'is not JSON' },
  { what: 'a file that is cut short', name: 'issues', file: 'cut', says: 'is not JSON' },
  { what: 'an empty file', name: 'issues', file: 'empty', says: 'is not JSON' },
  { what: 'an event without a name', name: undefined, file: 'good', says: 'GITHUB_EVENT_NAME' },
  { what: 'an event with an empty name', name: '', file: 'good', says: 'GITHUB_EVENT_NAME' },
  { what: 'an event without a file', name: 'issues', file: undefined, says: 'GITHUB_EVENT_PATH' },
])('$what is an error that says so', ({ name, file, says }) => {
  const reading = () => readFrom(name, file);
  expect(reading).toThrow(EventError);
  expect(reading).toThrow(says);
});

const repository = { full_name: 'acme/app', fork: false };
const from = (repo: unknown) => ({ repository, pull_request: { head: { repo } } });

test.each([
  ['a pull request from a fork', 'any', from({ full_name: 'mallory/app' }), 'alice', 'from forks get no secrets'],
  ['a pull request from a deleted fork', 'any', from(null), 'alice', 'from forks get no secrets'],
  ['a review in a fork', 'pull_request_review', from(null), 'alice', 'in the conversation, not in a review'],
  ['a fork', 'any', { repository: { ...repository, fork: true } }, 'alice', 'Secrets and variables → Actions'],
  ['Dependabot', 'any', from({ full_name: 'acme/app' }), 'dependabot[bot]', 'Secrets and variables → Dependabot'],
])('a run of %s has no secrets, and the reason says so', (_, name, payload, actor, words) => {
  expect(explainMissingSecrets({ name, payload }, actor)).toContain(words);
});

test.each([from({ full_name: 'acme/app' }), { repository }, {}, null, { repository: 7, pull_request: 'x' }])(
  'any other run has secrets: %j',
  (payload) => {
    expect(explainMissingSecrets({ name: 'any', payload }, 'alice')).toBeUndefined();
  },
);
