import { describe, expect } from '@jest/globals';
import { addAccount } from '../../../sandbox/github/model/state.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { answer, botComments, command } from '../../support/conversation.ts';
import { alice, as, askedGitHub, asks, by, mergePull, pushFile, type Way, written } from '../../support/events.ts';
import { expectNothingAsked, expectNothingDone } from '../../support/expectations.ts';
import { type FaultCase, onGitHub, respond } from '../../support/faults.ts';
import { type Scene, shown, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { sweep, sweptBy } from '../../support/sweep.ts';

const PERMISSION = 'GET /.*/collaborators/[^/]+/permission$';

const permissionLookups = (scene: Scene) =>
  askedGitHub(scene).filter((request) => new RegExp(PERMISSION).test(request));

function expectDenied(result: StepResult): void {
  expect(result.outputs).toMatchObject({ verdict: 'denied', jobId: '', prLink: '', commentUrl: '' });
  expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringContaining('🚫') }]);
  expect(result.summary).toContain('## 🚫 ');
}

/** Nothing but the answer to a label by an account with at least triage, see below. */
function expectOnlyAnAnswer(scene: Scene): void {
  expect(scene.service.requests).toEqual([]);
  expect(written(scene)).toEqual(['POST /repos/acme/docs/issues/1/comments']);
}

describe('the requester', () => {
  const events = ['a labeled pull request', 'a command on an issue', 'a command at a line of code'];
  test.each(asks(...events, 'an opened pull request'))('of $what needs write permission', async (scene, { make }) => {
    const event = await make(scene);
    expectDenied(await scene.run({ event: by(event, 'mallory') }));
    expectNothingDone(scene);
    expect((await scene.run({ event: by(event, 'bob') })).outputs.verdict).toBe('pull-request');
    expect(scene.sent('create')).toBe(1);
  });

  test('needs the permission that `minimum-permission` names', async (scene) => {
    const inputs = { 'minimum-permission': 'maintain' };
    expectDenied(await scene.run({ event: by(scene.event, 'bob'), inputs }));
    expectOnlyAnAnswer(scene);
    const result = await scene.run({ event: by(scene.event, 'mike'), inputs });
    expect(result.outputs.verdict).toBe('pull-request');
  });

  test.each([
    ['maintain', { push: true, maintain: true }, 'pull-request'],
    ['maintain', { push: true, maintain: false }, 'denied'],
    ['admin', { push: true, maintain: true, admin: true }, 'pull-request'],
    ['triage', { triage: true }, 'pull-request'],
  ])('with a custom role has what that includes: `%s`, %j', async (scene, minimum, granted, verdict) => {
    const permissions = { pull: true, triage: true, push: false, maintain: false, admin: false, ...granted };
    const answer = { permission: permissions.push ? 'write' : 'read', role_name: 'docs-lead', user: { permissions } };
    onGitHub(scene, PERMISSION, respond(200, JSON.stringify(answer)));
    const result = await scene.run({ inputs: { 'minimum-permission': minimum } });
    expect(result.outputs.verdict).toBe(verdict);
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

/** Another account behind the run that may not. */
const OTHERS = [{ GITHUB_ACTOR: 'mallory' }, { GITHUB_TRIGGERING_ACTOR: 'renovate[bot]' }];

test.each(OTHERS)('the account that started the run must be authorized as well: %j is denied', async (scene, env) => {
  expectDenied(await scene.run({ env }));
  expectNothingDone(scene);
});

describe('a bot', () => {
  const NAMED = 'renovate[bot]';

  test('that `allow-bots` does not name is denied without a permission lookup', async (scene) => {
    const event = by(scene.event, NAMED, 'Bot');
    expectDenied(await scene.run({ event, inputs: { 'allow-bots': 'other[bot]\nrenovate-2[bot]' } }));
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
  ])('%s, as account %s, is authorized by `allow-bots: %s`', async (scene, actor, account, listed) => {
    addAccount(scene.github.hub, account, 'Bot');
    const inputs = { 'allow-bots': listed };
    const result = await scene.run({ event: by(scene.event, account, 'Bot'), env: { GITHUB_ACTOR: actor }, inputs });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(permissionLookups(scene)).toEqual([]);
  });

  test('is a person where GitHub has a person of that name, who needs permission', async (scene) => {
    addAccount(scene.github.hub, 'release-bot[bot]', 'Bot');
    addAccount(scene.github.hub, 'release-bot');
    const env = { GITHUB_ACTOR: 'release-bot[bot]', GITHUB_TRIGGERING_ACTOR: 'release-bot' };
    const inputs = { 'allow-bots': 'release-bot[bot]' };
    expectDenied(await scene.run({ event: by(scene.event, 'release-bot[bot]', 'Bot'), env, inputs }));
    expectNothingDone(scene);
  });

  test('is an error before any job is created if GitHub does not say', async (scene) => {
    onGitHub(scene, 'GET /users/Copilot$', 500);
    const result = await scene.run({ env: { GITHUB_ACTOR: 'Copilot' }, inputs: { 'allow-bots': 'Copilot' } });
    expect(result.outputs.verdict).toBe('error');
    expectNothingDone(scene);
  });
});

describe('a permission lookup', () => {
  const owner = '{"permission":"owner","role_name":"admin"}';
  test.each<FaultCase & { lookups: number }>([
    { fault: '500', form: respond(500), says: 'GitHub answered 500', lookups: 2, duration: 1_000 },
    { fault: 'no response', form: { kind: 'hang' }, says: 'alice', lookups: 1, duration: 1_000 },
    { fault: 'an unknown role', form: respond(200, owner), says: 'an undocumented form', lookups: 1, duration: 0 },
  ])('that gets $fault is an error before any job is created', async (scene, { form, says, lookups, duration }) => {
    onGitHub(scene, PERMISSION, form);
    const result = await scene.run({ inputs: { timeout: '4s' } });
    expect(result.outputs).toMatchObject({ verdict: 'error', jobId: '', commentUrl: '' });
    const head = 'Request to GitHub failed · no job was created\nReading the permission of alice from GitHub failed: ';
    expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining(`⛔ error: ${head}`) }]);
    expect(result.log).toContain(says);
    expect(await shown(scene, result)).not.toContain('made to fail');
    expectNothingDone(scene);
    expect([permissionLookups(scene).length, result.duration]).toEqual([lookups, duration]);
  });

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

/** The answer to a label of an account with less than `minimum-permission`: trudy may only triage, mallory may only read. */
const labelBy = (scene: Scene, login: string) => by(scene.event, login);
const answers = async (scene: Scene) =>
  (await botComments(scene)).filter(({ prose }) => prose.startsWith('**🔒 Not started**'));

async function expectNoAnswer(scene: Scene): Promise<void> {
  expect(written(scene)).toEqual([]);
  expect(await scene.comments()).toEqual([]);
}

describe('a label of an account that may only triage', () => {
  test('is answered by one comment that says who can start it', async (scene) => {
    const result = await answer(scene, labelBy(scene, 'trudy'));
    expect(result.outputs).toMatchObject({ verdict: 'denied', jobId: '' });
    expect(result.annotations).toHaveLength(1);
    const [{ prose = '' } = {}] = exactly(1, await botComments(scene));
    expect(prose.replace(/ +$/gm, '').trim().split('\n')).toEqual([
      '**🔒 Not started** · requests need `write` permission in this repository',
      'A maintainer can remove the label and set it again, or comment `/docs`.',
      expect.stringMatching(/^<sub>\[run\]\(http\S+\/actions\/runs\/\d+\)<\/sub>$/),
    ]);
    expect(scene.service.requests).toEqual([]);
  });

  test('is answered once per thread, whoever sets it again', async (scene) => {
    for (const id of [1, 2]) await answer(scene, labelBy(scene, 'trudy'), { run: { id } });
    await answer(scene, labelBy(scene, 'trudy'), { run: { id: 2, attempt: 2 } });
    expect(await answers(scene)).toHaveLength(1);
  });

  test('is answered once by two runs that start at the same moment', async (scene) => {
    const event = labelBy(scene, 'trudy');
    await Promise.all([1, 2].map((id) => answer(scene, event, { run: { id } })));
    expect(written(scene).filter((line) => line.startsWith('POST'))).toHaveLength(2);
    expect(await answers(scene)).toHaveLength(1);
  });

  test.each([
    { method: 'POST', says: 'No answer to the label: GitHub forbids it (403).' },
    { method: 'GET', says: 'No answer to the label: ' },
  ])('is one warning if GitHub forbids to $method comments, and stays denied', async (scene, { method, says }) => {
    onGitHub(scene, `${method} /issues/1/comments`, 403);
    const result = await answer(scene, labelBy(scene, 'trudy'));
    expect(result.outputs.verdict).toBe('denied');
    expect(warnings(result)).toEqual([expect.stringContaining(says)]);
  });
});

describe('nothing is written', () => {
  test('for a stranger, in whose name GitHub sets the labels of an issue template', async (scene) => {
    await answer(scene, labelBy(scene, 'mallory'));
    await expectNoAnswer(scene);
  });

  test('for a custom role that may not triage', async (scene) => {
    const permissions = { pull: true, triage: false, push: false, maintain: false, admin: false };
    const body = { permission: 'read', role_name: 'triage', user: { login: 'x', permissions } };
    onGitHub(scene, PERMISSION, respond(200, JSON.stringify(body)));
    await answer(scene, labelBy(scene, 'trudy'));
    await expectNoAnswer(scene);
  });

  test.each(OTHERS)('if another account behind the run may not triage: %j', async (scene, env) => {
    await answer(scene, labelBy(scene, 'trudy'), { env });
    await expectNoAnswer(scene);
  });

  test('with `comment: false`, and in a dry run', async (scene) => {
    await answer(scene, labelBy(scene, 'trudy'), { inputs: { comment: 'false' } });
    await answer(scene, labelBy(scene, 'trudy'), { inputs: { 'dry-run': 'true' } });
    await expectNoAnswer(scene);
  });
});

describe('the answer to a label', () => {
  test('is no request: a label of a maintainer starts a job, a command continues it, and a sweep finds nothing', async (scene) => {
    scene.service.script({ seconds: 1 });
    await answer(scene, labelBy(scene, 'trudy'));
    expect(sweptBy(await sweep(scene))).toEqual([]);
    const labeled = await answer(scene, scene.event, { run: { id: 2 } });
    expect(labeled.outputs.verdict).toBe('pull-request');
    await command(scene, '/docs Add a jq example');
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
    expect((await botComments(scene)).filter(({ prose }) => /⚠️|🔒/.test(prose))).toHaveLength(1);
  });

  test('that was copied to another thread is ignored there', async (scene) => {
    await answer(scene, labelBy(scene, 'trudy'));
    const [own] = await botComments(scene);
    const { number } = await alice(scene).openIssue('Another one', 'Explain `--csv`.');
    await createPerson(scene.github, 'mallory').comment(number, own?.body ?? '');
    const labeled = as(labelBy(scene, 'trudy'), { issue: { ...Object(scene.event.payload.issue), number } });
    await answer(scene, labeled, { run: { id: 2 } });
    const there = await alice(scene).readComments(number);
    expect(there.map(({ body }) => body)).toEqual(Array(2).fill(expect.stringContaining('**🔒 Not started**')));
  });
});
