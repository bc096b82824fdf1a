import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { ASKS, askedGitHub, by, mergePull, type Way, written } from '../../support/events.ts';
import { createScene, type Scene, shown } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const PERMISSION = /\/collaborators\/[^/]+\/permission$/;

const permissionLookups = (scene: Scene) => askedGitHub(scene).filter((request) => PERMISSION.test(request));

function expectDenied(result: StepResult): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'denied', jobId: '', prLink: '', commentUrl: '' } });
  expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringContaining('🚫') }]);
  expect(result.summary).toContain('## 🚫 ');
}

function expectNothingHappened(scene: Scene): void {
  expect(scene.service.requests).toEqual([]);
  expect(written(scene)).toEqual([]);
}

/** The exception: a label of an account with at least triage is answered, see `denied-label.test.ts`. */
function expectOnlyAnAnswer(scene: Scene, thread = scene.issue.number): void {
  expect(scene.service.requests).toEqual([]);
  expect(written(scene)).toEqual([`POST /repos/acme/docs/issues/${thread}/comments`]);
}

describe('the requester', () => {
  const events = ['a labeled pull request', 'a command on an issue', 'a command at a line of code'];
  test.each(ASKS.filter(({ what }) => [...events, 'an opened pull request'].includes(what)))(
    'of $what needs write permission',
    async ({ make }) => {
      await using scene = await createScene();
      const event = await make(scene);
      expectDenied(await scene.run({ event: by(event, 'mallory') }));
      expectNothingHappened(scene);
      const result = await scene.run({ event: by(event, 'bob') });
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
      expect(scene.sent('create')).toBe(1);
    },
  );

  test('needs the permission that `minimum-permission` names', async (scene) => {
    const inputs = { 'minimum-permission': 'maintain' };
    expectDenied(await scene.run({ event: by(scene.event, 'bob'), inputs }));
    expectOnlyAnAnswer(scene);
    const result = await scene.run({ event: by(scene.event, 'mike'), inputs });
    expect(result.outputs.verdict).toBe('pull-request');
  });

  test('who is denied finds the required permission in the log and no role', async (scene) => {
    const result = await scene.run({ event: by(scene.event, 'trudy') });
    expectDenied(result);
    expectOnlyAnAnswer(scene);
    expect(result.log).toContain('🚫 denied: `trudy` does not have the permission `write` (`minimum-permission`)');
    expect(await shown(scene, result)).not.toContain('triage');
    expect(result.summary).toContain('`minimum-permission`');
    expect(permissionLookups(scene)).toEqual(['GET /repos/acme/docs/collaborators/trudy/permission']);
  });
});

describe('the account that started the run', () => {
  test.each([{ GITHUB_ACTOR: 'mallory' }, { GITHUB_TRIGGERING_ACTOR: 'renovate[bot]' }])(
    'must be authorized as well: %j is denied',
    async (env) => {
      await using scene = await createScene();
      expectDenied(await scene.run({ env }));
      expectNothingHappened(scene);
    },
  );
});

describe('a bot', () => {
  const NAMED = 'renovate[bot]';

  test('that `allow-bots` does not name is denied without a permission lookup', async (scene) => {
    const event = by(scene.event, NAMED, 'Bot');
    expectDenied(await scene.run({ event, inputs: { 'allow-bots': 'other[bot]\nrenovate-2[bot]' } }));
    expectNothingHappened(scene);
    expect(permissionLookups(scene)).toEqual([]);
  });

  test('that `allow-bots` names is authorized without a permission lookup', async (scene) => {
    const event = by(scene.event, NAMED, 'Bot');
    const result = await scene.run({ event, inputs: { 'allow-bots': `other[bot]\n${NAMED}` } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(permissionLookups(scene)).toEqual([]);
  });
});

describe('a permission lookup', () => {
  const owner = '{"permission":"owner","role_name":"admin"}';
  test.each<{ what: string; form: FaultForm; says: string; lookups: number; duration: number }>([
    { what: '500', form: { kind: 'answer', status: 500 }, says: 'GitHub answered 500', lookups: 2, duration: 1_000 },
    { what: 'no response', form: { kind: 'hang' }, says: 'alice', lookups: 1, duration: 1_000 },
    {
      what: 'an unknown permission',
      form: { kind: 'answer', status: 200, body: owner },
      says: 'an undocumented form',
      lookups: 1,
      duration: 0,
    },
  ])(
    'that gets $what ends the run with an error before any job is created',
    async ({ form, says, lookups, duration }) => {
      await using scene = await createScene();
      scene.github.faults.add({ ...form, method: 'GET', path: PERMISSION, times: Infinity });
      const result = await scene.run({ inputs: { timeout: '4s' } });
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
      expect(result.annotations).toEqual([
        {
          level: 'error',
          message: expect.stringMatching(
            /^⛔ error: Request to GitHub failed · no job was created\nReading the permission of alice from GitHub failed: /,
          ),
        },
      ]);
      expect(result.log).toContain(says);
      expect(await shown(scene, result)).not.toMatch(/made to fail|undefined/);
      expectNothingHappened(scene);
      expect(permissionLookups(scene)).toHaveLength(lookups);
      expect(result.duration).toBe(duration);
    },
  );

  test('needs a token: without one, the run ends with an error', async (scene) => {
    const result = await scene.run({ inputs: { 'github-token': '' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('Leave `github-token` at its default');
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });

  /** Events that GitHub or the workflow itself has authorized. */
  const AUTHORIZED: readonly Way[] = [
    {
      what: 'push',
      async make({ github }) {
        await createPerson(github, 'alice').commit({ 'docs/cli.md': 'New\n' }, 'Rework');
        return github.events.waitFor('push');
      },
    },
    {
      what: 'merged pull request',
      make: async (scene) => (await mergePull(scene)).event,
    },
  ];

  test.each([...AUTHORIZED])('is not made for a $what', async ({ make }) => {
    await using scene = await createScene();
    const event = by(await make(scene), 'mallory');
    const result = await scene.run({ event, inputs: { prompt: 'Bring the pages up to date.' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(permissionLookups(scene)).toEqual([]);
    expect(scene.sent('create')).toBe(1);
  });
});
