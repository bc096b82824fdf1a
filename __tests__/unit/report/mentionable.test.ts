import { describe, expect, test } from '@jest/globals';
import { mentionable } from '../../../src/report/final-report.ts';
import { githubAnswering } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

/** The account 5 has this name at GitHub. */
const atGitHub = (login: string) => githubAnswering(() => json(200, { login }));
const nameOf = (login: string, notify = true) => mentionable(5, { inputs: { notify }, github: atGitHub(login).github });

describe('a name', () => {
  test.each(['alice', 'Alice-B', '0', 'alice_acme', 'a-b_acme'])(
    'that GitHub gives can be mentioned: %s',
    async (login) => {
      expect(await nameOf(login)).toBe(login);
    },
  );

  test.each(['', 'alice bob', 'a/b', '@alice', 'a]b', 'a`b', 'a\nb', 'dependabot[bot]', 'é', 'a'.repeat(101)])(
    'that no account can have, or no person, is not written: %j',
    async (login) => {
      expect(await nameOf(login)).toBeUndefined();
    },
  );

  test('is not read if `notify` is `false`', async () => {
    const { github, requests } = atGitHub('alice');
    expect(await mentionable(5, { inputs: { notify: false }, github })).toBeUndefined();
    expect(requests).toEqual([]);
  });

  test('is not read if the event contains it', async () => {
    const { github, requests } = atGitHub('another-account');
    const known = { id: 5, login: 'alice_acme', isBot: false };
    expect(await mentionable(5, { inputs: { notify: true }, github, known })).toBe('alice_acme');
    expect(requests).toEqual([]);
  });
});
