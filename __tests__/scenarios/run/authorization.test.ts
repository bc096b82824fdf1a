import { describe, expect } from '@jest/globals';
import { addAccount } from '../../../sandbox/github/model/state.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { askedGitHub, asks, by, mergePull, pushFile, type Way } from '../../support/events.ts';
import { expectNothingAsked, expectNothingDone } from '../../support/expectations.ts';
import { type FaultCase, onGitHub, respond } from '../../support/faults.ts';
import { type Scene, shown } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const PERMISSION = 'GET /.*/collaborators/[^/]+/permission$';

const permissionLookups = (scene: Scene) =>
  askedGitHub(scene).filter((request) => new RegExp(PERMISSION).test(request));

function expectDenied(result: StepResult): void {
  expect(result.outputs).toMatchObject({
    verdict: 'denied',
    jobId: '',
    prLink: '',
    commentUrl: '',
  });
  expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringContaining('🚫') }]);
  expect(result.summary).toContain('## 🚫 ');
}

describe('the requester', () => {
  const events = ['a labeled pull request', 'a command on an issue', 'a command at a line of code'];
  test.each(asks(...events, 'an opened pull request'))(
    'of $what needs write permission',
    async (scene, { make }) => {
      const event = await make(scene);
      expectDenied(await scene.run({ event: by(event, 'mallory') }));
      expectNothingDone(scene);
      expect((await scene.run({ event: by(event, 'bob') })).outputs.verdict).toBe('pull-request');
      expect(scene.sent('create')).toBe(1);
    },
  );

  test('needs the permission that `minimum-permission` names', async (scene) => {
    const inputs = { 'minimum-permission': 'maintain' };
    expectDenied(await scene.run({ event: by(scene.event, 'bob'), inputs }));
    expectNothingDone(scene);
    const result = await scene.run({ event: by(scene.event, 'mike'), inputs });
    expect(result.outputs.verdict).toBe('pull-request');
  });

  test('who is denied finds the required permission in the log and no role', async (scene) => {
    const result = await scene.run({ event: by(scene.event, 'trudy') });
    expectDenied(result);
    expectNothingDone(scene);
    expect(result.log).toContain(
      '🚫 denied: `trudy` does not have the permission `write` (`minimum-permission`)',
    );
    expect(await shown(scene, result)).not.toContain('triage');
    expect(result.summary).toContain('`minimum-permission`');
    expect(permissionLookups(scene)).toEqual([
      'GET /repos/acme/docs/collaborators/trudy/permission',
    ]);
  });
});

/** Another account behind the run that may not. */
const OTHERS = [{ GITHUB_ACTOR: 'mallory' }, { GITHUB_TRIGGERING_ACTOR: 'renovate[bot]' }];

test.each(OTHERS)(
  'the account that started the run must be authorized as well: %j is denied',
  async (scene, env) => {
    expectDenied(await scene.run({ env }));
    expectNothingDone(scene);
  },
);

describe('a bot', () => {
  const NAMED = 'renovate[bot]';

  test('that `allow-bots` does not name is denied without a permission lookup', async (scene) => {
    const event = by(scene.event, NAMED, 'Bot');
    expectDenied(
      await scene.run({ event, inputs: { 'allow-bots': 'other[bot]\nrenovate-2[bot]' } }),
    );
    expectNothingDone(scene);
    expect(permissionLookups(scene)).toEqual([]);
  });

  test('that `allow-bots` names is authorized without a permission lookup', async (scene) => {
    const event = by(scene.event, NAMED, 'Bot');
    const result = await scene.run({ event, inputs: { 'allow-bots': `other[bot]\n${NAMED}` } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(permissionLookups(scene)).toEqual([]);
  });
});

describe('a bot that GITHUB_ACTOR names without `[bot]`', () => {
  test.each([
    ['Copilot', 'Copilot', 'Copilot'],
    ['Copilot', 'Copilot', 'Copilot[bot]'],
    ['release-bot', 'release-bot[bot]', 'release-bot'],
    ['release-bot', 'release-bot[bot]', 'release-bot[bot]'],
  ])(
    '%s, as account %s, is authorized by `allow-bots: %s`',
    async (scene, actor, account, listed) => {
      addAccount(scene.github.hub, account, 'Bot');
      const inputs = { 'allow-bots': listed };
      const result = await scene.run({
        event: by(scene.event, account, 'Bot'),
        env: { GITHUB_ACTOR: actor },
        inputs,
      });
      expect(result.outputs.verdict).toBe('pull-request');
      expect(permissionLookups(scene)).toEqual([]);
    },
  );

  test('is a person where GitHub has a person of that name, who needs permission', async (scene) => {
    addAccount(scene.github.hub, 'release-bot[bot]', 'Bot');
    addAccount(scene.github.hub, 'release-bot');
    const env = { GITHUB_ACTOR: 'release-bot[bot]', GITHUB_TRIGGERING_ACTOR: 'release-bot' };
    const inputs = { 'allow-bots': 'release-bot[bot]' };
    expectDenied(
      await scene.run({ event: by(scene.event, 'release-bot[bot]', 'Bot'), env, inputs }),
    );
    expectNothingDone(scene);
  });

  test('is an error before any job is created if GitHub does not say', async (scene) => {
    onGitHub(scene, 'GET /users/Copilot$', 500);
    const result = await scene.run({
      env: { GITHUB_ACTOR: 'Copilot' },
      inputs: { 'allow-bots': 'Copilot' },
    });
    expect(result.outputs.verdict).toBe('error');
    expectNothingDone(scene);
  });
});

describe('a permission lookup', () => {
  const owner = '{"permission":"owner","role_name":"admin"}';
  test.each<FaultCase & { lookups: number }>([
    { fault: '500', form: respond(500), says: 'GitHub answered 500', lookups: 2, duration: 1_000 },
    { fault: 'no response', form: { kind: 'hang' }, says: 'alice', lookups: 1, duration: 1_000 },
    {
      fault: 'an unknown role',
      form: respond(200, owner),
      says: 'an undocumented form',
      lookups: 1,
      duration: 0,
    },
  ])(
    'that gets $fault is an error before any job is created',
    async (scene, { form, says, lookups, duration }) => {
      onGitHub(scene, PERMISSION, form);
      const result = await scene.run({ inputs: { timeout: '4s' } });
      expect(result.outputs).toMatchObject({ verdict: 'error', jobId: '', commentUrl: '' });
      const head =
        'Request to GitHub failed · no job was created\nReading the permission of alice from GitHub failed: ';
      expect(result.annotations).toEqual([
        { level: 'error', message: expect.stringContaining(`⛔ error: ${head}`) },
      ]);
      expect(result.log).toContain(says);
      expect(await shown(scene, result)).not.toContain('made to fail');
      expectNothingDone(scene);
      expect([permissionLookups(scene).length, result.duration]).toEqual([lookups, duration]);
    },
  );

  test('needs a token: without one, the run ends with an error', async (scene) => {
    const result = await scene.run({ inputs: { 'github-token': '' } });
    expect(result.outputs.verdict).toBe('error');
    expect(result.log).toContain('Leave `github-token` at its default');
    expectNothingAsked(scene);
  });

  /** Events that GitHub or the workflow itself has authorized. */
  test.each<Way>([
    { what: 'push', make: (scene) => pushFile(scene, 'list') },
    { what: 'merged pull request', make: async (scene) => (await mergePull(scene)).event },
  ])('is not made for a $what', async (scene, { make }) => {
    const event = by(await make(scene), 'mallory');
    const result = await scene.run({ event, inputs: { prompt: 'Bring the pages up to date.' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(permissionLookups(scene)).toEqual([]);
    expect(scene.sent('create')).toBe(1);
  });
});
