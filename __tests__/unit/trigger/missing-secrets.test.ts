import { expect, test } from '@jest/globals';
import { explainMissingSecrets } from '../../../src/trigger/read-trigger.ts';

const repository = { full_name: 'acme/app', fork: false };
const from = (repo: unknown) => ({ repository, pull_request: { head: { repo } } });
const reason = (payload: unknown, actor = 'alice') => explainMissingSecrets({ name: 'any', payload }, actor);

test.each([
  [
    'a pull request from a fork has no secrets, and the reason says so',
    from({ full_name: 'mallory/app' }),
    'from forks get no secrets',
  ],
  [
    'a pull request from a deleted fork has no secrets, and the reason says so',
    from(null),
    'from forks get no secrets',
  ],
  [
    'a push in a fork has no secrets, and the reason names the store of the fork',
    { repository: { ...repository, fork: true } },
    'Secrets and variables → Actions',
  ],
])('%s', (_, payload, words) => {
  expect(reason(payload)).toContain(words);
});

test('the reason for a review on a pull request from a fork says that a review would not help', () => {
  const payload = from({ full_name: 'mallory/app' });
  expect(explainMissingSecrets({ name: 'pull_request_review', payload }, 'alice')).toContain(
    'comment `/docs` (`trigger-command`) in the conversation, not in a review',
  );
});

test('a run by Dependabot has no secrets, and the reason names the store of Dependabot', () => {
  expect(reason(from({ full_name: 'acme/app' }), 'dependabot[bot]')).toContain('Secrets and variables → Dependabot');
});

test.each([
  ['a pull request of the repository itself', from({ full_name: 'acme/app' })],
  ['a push', { repository }],
  ['an issue', { repository, issue: { number: 1 } }],
  ['an empty payload', {}],
  ['a payload of null', null],
  ['a payload with fields of other types', { repository: 7, pull_request: 'x' }],
])('%s has secrets', (_, payload) => {
  expect(reason(payload)).toBeUndefined();
});
