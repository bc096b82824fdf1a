import { describe, expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/github/faults.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { ASKS, askedGitHub, by, openPull, type Way, written } from '../../support/events.ts';
import { createScene, dispatch, type Scene, shown } from '../../support/scene.ts';

/** Whoever may least comes first, so that what they cost is nothing. `null`: the account is gone. */
const EVERYBODY = [null, 'nobody-known', 'mallory', 'trudy', 'bob', 'mike', 'alice'] as const;
const AROUND_WRITE = ['mallory', 'trudy', 'bob'] as const;
const PERMISSION = /\/collaborators\/[^/]+\/permission$/;

function expectDenied(result: StepResult): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'denied', jobId: '', prLink: '', commentUrl: '' } });
  expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringContaining('🚫') }]);
  expect(result.summary).toContain('## 🚫 ');
}

function expectNothingHappened(scene: Scene): void {
  expect(scene.service.requests).toEqual([]);
  expect(written(scene)).toEqual([]);
}

/** Who of them gets a job. */
async function admitted(
  people: readonly (string | null)[],
  scene: Scene,
  event: GitHubEvent,
  inputs: Record<string, string>,
): Promise<string[]> {
  const names: string[] = [];
  for (const person of people) {
    const before = scene.sent('create');
    const result = await scene.run({ event: by(event, person), inputs: { timeout: '10s', ...inputs } });
    if (result.outputs.verdict === 'pull-request') names.push(String(person));
    else expectDenied(result);
    if (names.length === 0) expectNothingHappened(scene);
    expect(scene.sent('create') - before).toBe(names.includes(String(person)) ? 1 : 0);
  }
  return names;
}

describe('whoever asks in words', () => {
  test.each([...ASKS])('by $what needs write permission', async ({ what, make }) => {
    await using scene = await createScene();
    const event = await make(scene);
    const inputs = { 'trigger-label': what.includes('no label') ? '*' : 'docs' };
    expect(await admitted(AROUND_WRITE, scene, event, inputs)).toEqual(['bob']);
  });

  test.each([
    { minimum: 'triage', may: ['trudy', 'bob', 'mike', 'alice'] },
    { minimum: 'maintain', may: ['mike', 'alice'] },
    { minimum: 'admin', may: ['alice'] },
  ])('needs $minimum, where the workflow says so', async ({ minimum, may }) => {
    await using scene = await createScene();
    expect(await admitted(EVERYBODY, scene, scene.event, { 'minimum-permission': minimum })).toEqual(may);
  });

  test.each([
    { login: 'mallory' as const, verdict: 'denied' },
    { login: 'bob' as const, verdict: 'pull-request' },
  ])('in a comment of their own: $login, $verdict', async ({ login, verdict }) => {
    await using scene = await createScene();
    await createPerson(scene.github, login).comment(scene.issue.number, '/docs explain the flag');
    const event = await scene.github.events.waitFor('issue_comment', 'created');
    const result = await scene.run({ event });
    expect(result.outputs.verdict).toBe(verdict);
    expect(scene.sent('create')).toBe(verdict === 'denied' ? 0 : 1);
  });

  test('is told, when refused, the role and what asking takes, in the log and the summary alone', async () => {
    await using scene = await createScene();
    const result = await scene.run({ event: by(scene.event, 'trudy') });
    expectDenied(result);
    expectNothingHappened(scene);
    expect(result.log).toContain('`trudy` has the role `triage` here; asking takes `write` (`minimum-permission`)');
    expect(result.summary).toContain('`minimum-permission`');
    expect(askedGitHub(scene)).toEqual(['GET /repos/acme/docs/collaborators/trudy/permission']);
    expect(await scene.comments()).toEqual([]);
  });

  test.each([
    { role_name: 'docs-writer', permission: 'write', verdict: 'pull-request' },
    { role_name: 'security-reader', permission: 'read', verdict: 'denied' },
    { role_name: 'maintain', permission: 'write', verdict: 'pull-request', minimum: 'maintain' },
    { role_name: 'docs-writer', permission: 'write', verdict: 'denied', minimum: 'maintain' },
    { role_name: 'triage', permission: 'read', verdict: 'pull-request', minimum: 'triage' },
  ])('holds the role $role_name, which is $permission in the old words: $verdict', async ({ verdict, ...row }) => {
    await using scene = await createScene();
    const { minimum = 'write', ...level } = row;
    const body = JSON.stringify({ ...level, user: null });
    scene.github.faults.add({ kind: 'answer', status: 200, body, method: 'GET', path: PERMISSION });
    const result = await scene.run({ inputs: { 'minimum-permission': minimum } });
    expect(result.outputs.verdict).toBe(verdict);
  });
});

describe('everybody behind a run must be somebody who may', () => {
  test.each([
    { GITHUB_ACTOR: 'mallory' },
    { GITHUB_TRIGGERING_ACTOR: 'mallory' },
    { GITHUB_ACTOR: 'nobody-known' },
    { GITHUB_ACTOR: 'bob', GITHUB_TRIGGERING_ACTOR: 'trudy' },
    { GITHUB_TRIGGERING_ACTOR: 'renovate[bot]' },
  ])('alice asked, and the runner names others who may not: %o', async (env) => {
    await using scene = await createScene();
    expectDenied(await scene.run({ env }));
    expectNothingHappened(scene);
  });

  test('mallory asked, and alice runs it again', async () => {
    await using scene = await createScene();
    const env = { GITHUB_TRIGGERING_ACTOR: 'alice' };
    expectDenied(await scene.run({ event: by(scene.event, 'mallory'), env }));
    expectNothingHappened(scene);
  });

  test('alice asked, and bob runs it again', async () => {
    await using scene = await createScene();
    const result = await scene.run({ env: { GITHUB_TRIGGERING_ACTOR: 'bob' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(result.log).toContain('Asked by alice (admin; needs write), run by bob (write; needs write)');
  });

  test('one person in other letters is asked about once', async () => {
    await using scene = await createScene();
    const result = await scene.run({ env: { GITHUB_ACTOR: 'Alice', GITHUB_TRIGGERING_ACTOR: 'ALICE' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(askedGitHub(scene).filter((request) => PERMISSION.test(request))).toHaveLength(1);
  });
});

describe('a bot', () => {
  const NAMED = 'renovate[bot]';
  test.each([
    { bots: '', verdict: 'denied' },
    { bots: 'renovate', verdict: 'denied' },
    { bots: 'other[bot]\nrenovate-2[bot]', verdict: 'denied' },
    { bots: `other[bot]\n${NAMED}`, verdict: 'pull-request' },
    { bots: 'Renovate[bot]', verdict: 'pull-request' },
  ])('with allow-bots “$bots”: $verdict, and its permission is not asked for', async ({ bots, verdict }) => {
    await using scene = await createScene();
    const event = by(scene.event, NAMED, 'Bot');
    const result = await scene.run({ event, inputs: { 'allow-bots': bots } });
    if (verdict === 'denied') {
      expectDenied(result);
      expectNothingHappened(scene);
    }
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict } });
    expect(askedGitHub(scene).filter((request) => PERMISSION.test(request))).toEqual([]);
  });

  test('is one by its type, whatever its name', async () => {
    await using scene = await createScene();
    expectDenied(await scene.run({ event: by(scene.event, 'alice', 'Bot') }));
    expectNothingHappened(scene);
  });

  test('that may ask does not let mallory run it again', async () => {
    await using scene = await createScene();
    const env = { GITHUB_TRIGGERING_ACTOR: 'mallory' };
    expectDenied(await scene.run({ event: by(scene.event, NAMED, 'Bot'), env, inputs: { 'allow-bots': NAMED } }));
    expectNothingHappened(scene);
  });

  test('is what allow-bots names: a person there passes by no other way than before', async () => {
    await using scene = await createScene();
    expectDenied(await scene.run({ event: by(scene.event, 'mallory'), inputs: { 'allow-bots': 'mallory' } }));
    expectNothingHappened(scene);
  });

  test.each(['*', 'renovate*'])('cannot be named by a wildcard: %s', async (bots) => {
    await using scene = await createScene();
    const result = await scene.run({ event: by(scene.event, NAMED, 'Bot'), inputs: { 'allow-bots': bots } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining('`allow-bots` got “') }]);
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });
});

describe('GitHub does not say who somebody is', () => {
  const HTML = { 'content-type': 'text/html' };
  test.each<{ fault: string; form: FaultForm; says: string }>([
    { fault: '500 for ever', form: { kind: 'answer', status: 500 }, says: 'GitHub answered 500' },
    { fault: '401', form: { kind: 'answer', status: 401 }, says: '`github-token`' },
    { fault: '403', form: { kind: 'answer', status: 403 }, says: 'forbids it' },
    { fault: '429', form: { kind: 'answer', status: 429 }, says: 'rate limit' },
    { fault: 'no answer', form: { kind: 'hang' }, says: 'alice' },
    { fault: 'reset for ever', form: { kind: 'reset' }, says: 'the connection broke' },
    { fault: 'cut short', form: { kind: 'truncate' }, says: 'alice' },
    { fault: 'HTML', form: { kind: 'answer', status: 200, headers: HTML, body: '<h1>Hi</h1>' }, says: 'not JSON' },
    { fault: 'an empty object', form: { kind: 'answer', status: 200, body: '{}' }, says: 'does not document' },
    { fault: 'a redirect', form: { kind: 'answer', status: 301, headers: { location: '/x' } }, says: 'redirect' },
    {
      fault: 'a word that is no permission',
      form: { kind: 'answer', status: 200, body: '{"permission":"owner","role_name":"admin"}' },
      says: 'does not document',
    },
  ])('$fault: an error, which is no “no” and no “yes”; nothing is spent or written', async ({ form, says }) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...form, method: 'GET', path: PERMISSION, times: Infinity });
    const result = await scene.run({ inputs: { timeout: '4s' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
    expect(result.annotations).toEqual([
      { level: 'error', message: expect.stringContaining('GitHub could not be asked what alice may do here') },
    ]);
    expect(result.log).toContain(says);
    expect(result.log).toContain('Nothing was spent');
    expect(await shown(scene, result)).not.toMatch(/<h1>|made to fail|undefined/);
    expectNothingHappened(scene);
  });

  test('no answer: it is not asked again when half of the budget is over', async () => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'hang', method: 'GET', path: PERMISSION, times: Infinity });
    const result = await scene.run({ inputs: { timeout: '4s' } });
    expect(result.outputs.verdict).toBe('error');
    expect(askedGitHub(scene).filter((request) => PERMISSION.test(request))).toHaveLength(1);
    expect(scene.service.requests).toEqual([]);
  });

  test('until the budget is over: nothing is spent then', async () => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'hang', method: 'GET', path: PERMISSION, times: 2 });
    const result = await scene.run({ inputs: { timeout: '4s' } });
    expect(result.outputs.verdict).toBe('error');
    expect(scene.service.requests).toEqual([]);
  });

  test.each<FaultForm & { what: string }>([
    { what: 'reset', kind: 'reset' },
    { what: '502', kind: 'answer', status: 502 },
    { what: 'cut short', kind: 'truncate' },
  ])('$what once: asked again, and all is well', async ({ what: _, ...form }) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...form, method: 'GET', path: PERMISSION });
    const result = await scene.run();
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' }, annotations: [] });
    expect(askedGitHub(scene).filter((request) => PERMISSION.test(request))).toHaveLength(2);
    expect(scene.sent('create')).toBe(1);
  });

  test('404: it knows no such person, and that is a “no”', async () => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'answer', status: 404, method: 'GET', path: PERMISSION, times: Infinity });
    expectDenied(await scene.run());
    expectNothingHappened(scene);
  });

  test('without a token nobody is admitted', async () => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: { 'github-token': '' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('Leave `github-token` at its default');
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });
});

/** Events in which GitHub or the workflow has decided already, and the words of nobody else are the request. */
const WORDLESS: readonly Way[] = [
  {
    what: 'push',
    async make({ github }) {
      await createPerson(github, 'alice').commit({ 'docs/cli.md': 'New\n' }, 'Rework');
      return github.events.waitFor('push');
    },
  },
  {
    what: 'release',
    async make({ github }) {
      await createPerson(github, 'alice').publishRelease('v1.0.0', 'The first.');
      return github.events.waitFor('release', 'published');
    },
  },
  {
    what: 'merged pull request',
    async make(scene) {
      const { number, alice } = await openPull(scene);
      await alice.mergePull(number);
      return scene.github.events.waitFor('pull_request', 'closed');
    },
  },
  { what: 'workflow_dispatch', make: async () => dispatch() },
  { what: 'schedule', make: async () => ({ name: 'schedule', payload: { schedule: '0 3 * * *' } }) },
];

test.each([...WORDLESS])('$what: nobody asks who mallory is', async ({ make }) => {
  await using scene = await createScene();
  const event = by(await make(scene), 'mallory');
  const result = await scene.run({ event, inputs: { prompt: 'Bring the pages up to date.' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(askedGitHub(scene).filter((request) => PERMISSION.test(request))).toEqual([]);
  expect(scene.sent('create')).toBe(1);
});
