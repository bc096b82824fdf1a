import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { readGitHubVariables } from '../../../src/runtime/runner.ts';
import { type AccessPolicy, authorize, type Role, readRole } from '../../../src/trigger/authorization.ts';
import type { RequestTrigger } from '../../../src/trigger/trigger.ts';
import { type Script, scriptedGitHub } from '../../support/github-answering.ts';
import { LABELED, TRIGGERS } from '../../support/sample-triggers.ts';

const RULES: AccessPolicy = { minimum: 'write', bots: [] };
const ROLES: Readonly<Record<string, Role>> = {
  alice: 'admin',
  Octocat: 'admin',
  mike: 'maintain',
  bob: 'write',
  trudy: 'triage',
  mallory: 'read',
};

/** What the authorization decides, and the accounts whose role it looked up. */
async function ask(
  { by = 'alice', isBot = false, trigger = LABELED }: { by?: string; isBot?: boolean; trigger?: RequestTrigger },
  env: Record<string, string> = {},
  rules: Partial<AccessPolicy> = {},
) {
  const looked: string[] = [];
  const authorization = await authorize(
    { ...trigger, requester: { login: by, id: 501, isBot } },
    readGitHubVariables(env),
    { ...RULES, ...rules },
    async (login) => {
      looked.push(login);
      return ROLES[login] ?? 'none';
    },
  );
  return { ...authorization, looked };
}

test.each([
  ['triage', 'trudy'],
  ['write', 'bob'],
  ['maintain', 'mike'],
  ['admin', 'alice'],
] as const)('where `%s` is required, %s and those above pass, and all below are denied', async (minimum, least) => {
  const people = ['stranger', 'mallory', 'trudy', 'bob', 'mike', 'alice'];
  for (const [held, by] of people.entries()) {
    const kind = held >= people.indexOf(least) ? 'passed' : 'denied';
    expect(await ask({ by }, {}, { minimum })).toMatchObject({ kind, looked: [by] });
  }
  const reason = '`mallory` does not have the permission `write` (`minimum-permission`)';
  expect(await ask({ by: 'mallory' })).toMatchObject({ reason });
});

describe('a run', () => {
  const RENOVATE = { by: 'renovate[bot]', isBot: true };
  const bots = ['renovate[bot]'];
  const BY_BOB = { GITHUB_ACTOR: 'bob' };
  const repeatedBy = (login: string) => ({ GITHUB_TRIGGERING_ACTOR: login });

  test.each<[string, Parameters<typeof ask>, 'passed' | 'denied', string[]]>([
    ['by mallory', [{}, { GITHUB_ACTOR: 'mallory' }], 'denied', ['alice', 'mallory']],
    ['by a stranger', [{}, { GITHUB_ACTOR: 'stranger' }], 'denied', ['alice', 'stranger']],
    ['that trudy repeats', [{}, { ...BY_BOB, ...repeatedBy('trudy') }], 'denied', ['alice', 'bob', 'trudy']],
    ['by an unnamed bot', [{}, { GITHUB_ACTOR: 'renovate[bot]' }], 'denied', ['alice']],
    ['that an unnamed bot repeats', [{}, repeatedBy('renovate[bot]')], 'denied', ['alice']],
    ['for mallory that an admin repeats', [{ by: 'mallory' }, repeatedBy('alice')], 'denied', ['mallory', 'alice']],
    ['for a named bot that mallory repeats', [RENOVATE, repeatedBy('mallory'), { bots }], 'denied', ['mallory']],
    ['of members', [{}, { ...BY_BOB, ...repeatedBy('mike') }], 'passed', ['alice', 'bob', 'mike']],
    ['of one account', [{}, { GITHUB_ACTOR: 'Alice', ...repeatedBy('ALICE') }], 'passed', ['alice']],
    ['without an actor', [{}, { GITHUB_ACTOR: '' }], 'passed', ['alice']],
  ])('%s: %j is %s', async (_, given, kind, looked) => {
    expect(await ask(...given)).toMatchObject({ kind, looked });
  });

  test('that passes names each account behind it, with the role that was found', async () => {
    const by = [
      { login: 'renovate[bot]', role: 'bot' },
      { login: 'bob', role: 'write' },
    ];
    expect(await ask(RENOVATE, { GITHUB_ACTOR: 'bob' }, { bots })).toMatchObject({ by });
  });
});

describe('a bot', () => {
  test.each([
    ['passes where `allow-bots` names it', 'renovate[bot]', ['other[bot]', 'renovate[bot]'], 'passed'],
    ['passes where its login has capitals and the list has none', 'Renovate[bot]', ['renovate[bot]'], 'passed'],
    ['passes where the list has capitals and its login has none', 'renovate[bot]', ['Renovate[bot]'], 'passed'],
    ['is denied where the list is empty', 'renovate[bot]', [], 'denied'],
    ['is denied where the list names it without its suffix', 'renovate[bot]', ['renovate'], 'denied'],
    ['is denied where a named login is only the start of its own', 'renovate-evil[bot]', ['renovate[bot]'], 'denied'],
    ['is denied where the list holds a wildcard', 'renovate[bot]', ['*'], 'denied'],
    ['is denied by its type, also with the login of an admin', 'alice', [], 'denied'],
  ])('%s', async (_, by, bots, kind) => {
    expect(await ask({ by, isBot: true }, {}, { bots })).toMatchObject({ kind, looked: [] });
  });

  test('is what `allow-bots` names: a person in the list needs permission all the same', async () => {
    expect(await ask({ by: 'mallory' }, {}, { bots: ['mallory'] })).toMatchObject({ kind: 'denied' });
  });
});

test('a permission lookup that fails is an error, and no denial', async () => {
  const silent = () => Promise.reject(new GitHubError('GitHub answered 503.', 'Later.'));
  await expect(authorize(LABELED, readGitHubVariables({}), RULES, silent)).rejects.toThrow(GitHubError);
});

test.each([
  ['a label by accounts that may triage', LABELED, {}, true],
  ['a label that a reader repeats', LABELED, { GITHUB_TRIGGERING_ACTOR: 'mallory' }, false],
  ['a command', TRIGGERS.command, {}, false],
] as const)('%s may be answered if it is denied: %#', async (_, trigger, env, mayBeAnswered) => {
  expect(await ask({ by: 'trudy', trigger }, env)).toMatchObject({ kind: 'denied', mayBeAnswered });
});

/** The role of alice, when GitHub answers so. */
const roleAfter = (answer: Script) =>
  readRole(scriptedGitHub({ 'collaborators/alice/permission': [answer] }).github, 'alice');

test.each<[Script, Role]>([
  [{ permission: 'write', role_name: 'maintain' }, 'maintain'],
  [{ permission: 'write', role_name: 'docs-team' }, 'write'],
  [{ permission: 'admin' }, 'admin'],
  [{ permission: 'read', role_name: null }, 'read'],
  [{ permission: 'read', role_name: 'docs-lead', user: { permissions: { pull: true, triage: true } } }, 'triage'],
  [{ permission: 'read', role_name: 'triage', user: { permissions: { triage: false } } }, 'read'],
  [{ permission: 'read', role_name: 'triage', user: null }, 'read'],
  [{ permission: 'read', role_name: 'admin' }, 'read'],
  [{ permission: 'none', role_name: '' }, 'none'],
  [404, 'none'],
  [410, 'none'],
])('after the answer %j, the role is `%s`', async (answer, role) => {
  expect(await roleAfter(answer)).toBe(role);
});

test.each([[{ permission: 'owner', role_name: 'owner' }], [{}], [[]]])('the answer %j is an error', async (answer) => {
  await expect(roleAfter(answer)).rejects.toMatchObject({
    message: expect.stringMatching(/the permission of alice .*undocumented form/),
    remedy: 'Check whether a proxy between the runner and GitHub changes answers.',
  });
});
