import { expect, test } from '@jest/globals';
import { readGitHubVariables } from '../../../src/runtime/runner.ts';
import { authorize, type Role, readRole } from '../../../src/trigger/authorization.ts';
import { type Script, scriptedGitHub } from '../../support/github-answering.ts';
import { LABELED } from '../../support/sample-triggers.ts';

const ROLES: Readonly<Record<string, Role>> = {
  mallory: 'read',
  trudy: 'triage',
  bob: 'write',
  mike: 'maintain',
  alice: 'admin',
};

/** Whether a label may be a request, and the accounts whose role was looked up. */
async function ask({
  by = 'alice',
  isBot = false,
  minimum = 'write' as Role,
  bots = [] as string[],
  ...env
}) {
  const looked: string[] = [];
  const roleOf = async (login: string) => {
    looked.push(login);
    return ROLES[login] ?? 'none';
  };
  const isBotThere = async (login: string) => {
    looked.push(`type of ${login}`);
    return login === 'Copilot';
  };
  const trigger = { ...LABELED, requester: { login: by, id: 501, isBot } };
  const { kind } = await authorize(
    trigger,
    readGitHubVariables(env),
    { minimum, bots },
    { roleOf, isBot: isBotThere },
  );
  return [kind, ...looked];
}

test.each([
  ['triage', ['trudy', 'bob', 'mike', 'alice']],
  ['write', ['bob', 'mike', 'alice']],
  ['maintain', ['mike', 'alice']],
  ['admin', ['alice']],
] as const)(
  'where `%s` is required, %j pass, and all others are denied',
  async (minimum, passing) => {
    const passed: string[] = [];
    for (const by of ['stranger', ...Object.keys(ROLES)])
      if ((await ask({ by, minimum }))[0] === 'passed') passed.push(by);
    expect(passed).toEqual(passing);
  },
);

test.each([
  [
    'of an admin for mallory',
    { by: 'mallory', GITHUB_ACTOR: 'alice' },
    ['denied', 'mallory', 'alice'],
  ],
  ['by an unnamed bot', { GITHUB_ACTOR: 'renovate[bot]' }, ['denied', 'alice']],
  [
    'of members',
    { GITHUB_ACTOR: 'bob', GITHUB_TRIGGERING_ACTOR: 'mike' },
    ['passed', 'alice', 'bob', 'mike'],
  ],
  [
    'of one account',
    { GITHUB_ACTOR: 'Alice', GITHUB_TRIGGERING_ACTOR: 'ALICE' },
    ['passed', 'alice'],
  ],
  ['without an actor', { GITHUB_ACTOR: '' }, ['passed', 'alice']],
])('a run %s is judged by each account behind it: %j', async (_, given, expected) => {
  expect(await ask(given)).toEqual(expected);
});

test.each([
  [
    'passes where `allow-bots` names it',
    'renovate[bot]',
    ['other[bot]', 'renovate[bot]'],
    'passed',
  ],
  [
    'passes where its login has capitals and the list has none',
    'Renovate[bot]',
    ['renovate[bot]'],
    'passed',
  ],
  [
    'passes where the list has capitals and its login has none',
    'renovate[bot]',
    ['Renovate[bot]'],
    'passed',
  ],
  ['passes where the list names it without its suffix', 'renovate[bot]', ['renovate'], 'passed'],
  [
    'passes where the list names it with a suffix that its login lacks',
    'Copilot',
    ['copilot[bot]'],
    'passed',
  ],
  [
    'is denied where a named login is only the start of its own',
    'renovate-evil',
    ['renovate'],
    'denied',
  ],
  [
    'is denied where a named login is only the start of its own',
    'renovate-evil[bot]',
    ['renovate[bot]'],
    'denied',
  ],
  ['is denied where the list holds a wildcard', 'renovate[bot]', ['*'], 'denied'],
  ['is denied by its type, also with the login of an admin', 'alice', [], 'denied'],
])('a bot %s', async (_, by, bots, kind) => {
  expect(await ask({ by, isBot: true, bots })).toEqual([kind]);
});

test('a person whom `allow-bots` names needs permission all the same', async () => {
  expect(await ask({ by: 'mallory', bots: ['mallory'] })).toEqual(['denied', 'mallory']);
});

/** `user.permissions` of an account with this role. */
function granted(role: Role) {
  const rank = ['read', 'triage', 'write', 'maintain', 'admin'].indexOf(role);
  return {
    pull: rank >= 0,
    triage: rank >= 1,
    push: rank >= 2,
    maintain: rank >= 3,
    admin: rank >= 4,
  };
}

test.each([
  ['a bot', 'Copilot', ['Copilot'], ['passed', 'alice', 'type of Copilot']],
  [
    'a bot, which the list names with its suffix',
    'Copilot',
    ['Copilot[bot]'],
    ['passed', 'alice', 'type of Copilot'],
  ],
  [
    'a person with the name of a bot',
    'mallory',
    ['mallory[bot]'],
    ['denied', 'alice', 'type of mallory', 'mallory'],
  ],
  [
    'an account that the list does not name',
    'Copilot',
    ['renovate'],
    ['denied', 'alice', 'Copilot'],
  ],
])(
  'an actor without the suffix of bots that is %s is judged by its type',
  async (_, actor, bots, expected) => {
    expect((await ask({ GITHUB_ACTOR: actor, bots })).toSorted()).toEqual(expected.toSorted());
  },
);

test.each<[Script, Role]>([
  ...(['triage', 'write', 'maintain', 'admin'] as const).map((role): [Script, Role] => [
    { permission: 'read', role_name: 'docs-lead', user: { permissions: granted(role) } },
    role,
  ]),
  [
    { permission: 'write', role_name: 'docs-lead', user: { permissions: granted('maintain') } },
    'maintain',
  ],
  [
    { permission: 'write', role_name: 'docs-lead', user: { permissions: granted('write') } },
    'write',
  ],
  [
    {
      permission: 'write',
      role_name: 'maintain',
      user: { permissions: { pull: true, push: true } },
    },
    'maintain',
  ],
  [{ permission: 'read', role_name: 'triage' }, 'triage'],
  [{ permission: 'write', role_name: 'maintain' }, 'maintain'],
  [{ permission: 'write', role_name: 'docs-team' }, 'write'],
  [{ permission: 'admin' }, 'admin'],
  [{ permission: 'read', role_name: null }, 'read'],
  [
    {
      permission: 'read',
      role_name: 'docs-lead',
      user: { permissions: { pull: true, triage: true } },
    },
    'triage',
  ],
  [{ permission: 'read', role_name: 'triage', user: { permissions: { triage: false } } }, 'read'],
  [{ permission: 'read', role_name: 'maintain', user: 'none' }, 'read'],
  [{ permission: 'none', role_name: '' }, 'none'],
  [404, 'none'],
  [410, 'none'],
])('after the answer %j, the role is `%s`', async (answer, role) => {
  const { github } = scriptedGitHub({ 'collaborators/alice/permission': [answer] });
  expect(await readRole(github, 'alice')).toBe(role);
});
