import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import type { Role } from '../../../src/github/permission.ts';
import { admit, type GateRules } from '../../../src/trigger/gate.ts';
import type { RequestTrigger } from '../../../src/trigger/trigger.ts';
import { LABELLED, TRIGGERS } from '../../support/sample-triggers.ts';

const RULES: GateRules = { minimum: 'write', bots: [] };
const ROLES: Readonly<Record<string, Role>> = {
  alice: 'admin',
  mike: 'maintain',
  bob: 'write',
  trudy: 'triage',
  mallory: 'read',
};

/** Asks the gate, and tells whose role it looked up. */
async function ask(
  { by = 'alice', isBot = false, trigger = LABELLED }: { by?: string; isBot?: boolean; trigger?: RequestTrigger },
  env: Record<string, string> = {},
  rules: Partial<GateRules> = {},
) {
  const looked: string[] = [];
  const admission = await admit(
    { ...trigger, askedBy: { login: by, id: 501, isBot } },
    env,
    { ...RULES, ...rules },
    async (login) => {
      looked.push(login);
      return ROLES[login] ?? 'none';
    },
  );
  return { ...admission, looked };
}

describe('a person', () => {
  const matrix = (['triage', 'write', 'maintain', 'admin'] as const).flatMap((minimum, needed) =>
    ['stranger', 'mallory', 'trudy', 'bob', 'mike', 'alice'].map((by, held) => ({
      minimum,
      by,
      passes: held - 2 >= needed,
    })),
  );

  test.each(matrix)('$by at $minimum: $passes', async ({ minimum, by, passes }) => {
    const { kind, looked } = await ask({ by }, {}, { minimum });
    expect(kind).toBe(passes ? 'passed' : 'denied');
    expect(looked).toEqual([by]);
  });

  test('who may not is told the role and what it takes', async () => {
    expect(await ask({ by: 'mallory' })).toMatchObject({
      reason: '`mallory` has the role `read` here; asking takes `write` (`minimum-permission`)',
    });
  });
});

describe('everybody behind the run must pass', () => {
  test.each([
    ['the actor may not', { GITHUB_ACTOR: 'mallory' }, 'denied', ['alice', 'mallory']],
    [
      'who ran it again may not',
      { GITHUB_ACTOR: 'alice', GITHUB_TRIGGERING_ACTOR: 'trudy' },
      'denied',
      ['alice', 'trudy'],
    ],
    ['all may', { GITHUB_ACTOR: 'bob', GITHUB_TRIGGERING_ACTOR: 'mike' }, 'passed', ['alice', 'bob', 'mike']],
    ['all are one', { GITHUB_ACTOR: 'Alice', GITHUB_TRIGGERING_ACTOR: 'alice' }, 'passed', ['alice']],
    ['a bot runs it', { GITHUB_ACTOR: 'renovate[bot]' }, 'denied', ['alice']],
    ['the runner names nobody', { GITHUB_ACTOR: '' }, 'passed', ['alice']],
  ])('%s', async (_, env, kind, looked) => {
    expect(await ask({}, env)).toMatchObject({ kind, looked });
  });
});

describe('a bot', () => {
  test.each([
    ['named', 'renovate[bot]', ['renovate[bot]'], 'passed'],
    ['named in other case', 'Renovate[bot]', ['renovate[bot]'], 'passed'],
    ['not named', 'renovate[bot]', [], 'denied'],
    ['named without its suffix', 'renovate[bot]', ['renovate'], 'denied'],
    ['whose name only begins so', 'renovate-evil[bot]', ['renovate[bot]'], 'denied'],
    ['a wildcard is a name like any other', 'renovate[bot]', ['*'], 'denied'],
  ])('%s', async (_, by, bots, kind) => {
    expect(await ask({ by, isBot: true }, {}, { bots })).toMatchObject({ kind, looked: [] });
  });

  test('a person does not pass by the name of a bot', async () => {
    expect(await ask({ by: 'mallory' }, {}, { bots: ['mallory'] })).toMatchObject({ kind: 'denied' });
  });
});

test('a GitHub that does not answer is no `no`', async () => {
  const silent = () => Promise.reject(new GitHubError('GitHub answered 503.', 'Later.'));
  await expect(admit(LABELLED, {}, RULES, silent)).rejects.toThrow(GitHubError);
});

test.each(Object.values(TRIGGERS))('$kind: the gate is shut only where somebody has words', async (trigger) => {
  const { kind, looked } = await ask({ by: 'mallory', trigger }, { GITHUB_ACTOR: 'mallory' });
  const hasWords = ['label', 'opened', 'command'].includes(trigger.kind);
  expect(kind).toBe(hasWords ? 'denied' : 'open');
  expect(looked).toHaveLength(hasWords ? 1 : 0);
});
