import { expect, test } from '@jest/globals';
import { mentionable } from '../../../src/report/final-report.ts';
import { githubAnswering } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

/** What is written of account 5, whose name at GitHub this is, and how many requests that takes. */
async function nameOf(login: string, notify = true, known?: string) {
  const { github, requests } = githubAnswering(() => json(200, { login }));
  const actor = known === undefined ? {} : { known: { id: 5, login: known, isBot: false } };
  return [await mentionable(5, { inputs: { notify }, github, ...actor }), requests.length];
}

test.each(['alice', 'Alice-B', '0', 'alice_acme', 'a-b_acme'])(
  'GitHub’s name %s can be mentioned',
  async (login) => {
    expect(await nameOf(login)).toEqual([login, 1]);
  },
);

test.each([
  '',
  'alice bob',
  'a/b',
  '@alice',
  'a]b',
  'a`b',
  'a\nb',
  'dependabot[bot]',
  'é',
  'a'.repeat(101),
])('a name that no account can have, or no person, is not written: %j', async (login) => {
  expect(await nameOf(login)).toEqual([undefined, 1]);
});

test('a name is not read if the event contains it, or `notify` is `false`', async () => {
  expect(await nameOf('another-account', true, 'alice_acme')).toEqual(['alice_acme', 0]);
  expect(await nameOf('alice', false)).toEqual([undefined, 0]);
});
