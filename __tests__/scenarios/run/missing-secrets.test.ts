import { describe, expect, test } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { as, askedGitHub, openPull } from '../../support/events.ts';
import { createScene, type Scene, shown } from '../../support/scene.ts';

describe('a run without secrets', () => {
  const NOTHING = { 'base-url': '', 'project-id': '', 'api-key': '' };

  async function expectSkipped(scene: Scene, result: StepResult, reason: string): Promise<void> {
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '' } });
    expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringContaining(reason) }]);
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  }

  test('for a pull request from a fork: skipped, with what works instead', async () => {
    await using scene = await createScene();
    const mallory = createPerson(scene.github, 'mallory');
    const fork = await mallory.fork();
    await fork.commit({ 'docs/flag.md': 'New\n' }, 'Add', { branch: 'feature' });
    await mallory.openPull('mallory:feature', 'Explain it', 'Please.');
    const event = await scene.github.events.waitFor('pull_request', 'opened');
    await expectSkipped(scene, await scene.run({ event, inputs: NOTHING }), 'pull requests from forks get no secrets');
  });

  test('in a fork itself: skipped, and where a key would go', async () => {
    await using scene = await createScene();
    const { repository } = scene.event.payload;
    const event = as(scene.event, { repository: { ...Object(repository), fork: true } });
    await expectSkipped(scene, await scene.run({ event, inputs: NOTHING }), 'variables → Actions');
  });

  test.each([NOTHING, { 'api-key': ' \n' }])('of Dependabot: skipped, and which store to fill: %o', async (inputs) => {
    await using scene = await createScene();
    const { event } = await openPull(scene);
    const result = await scene.run({ event, env: { GITHUB_ACTOR: 'dependabot[bot]' }, inputs });
    await expectSkipped(scene, result, 'Settings → Secrets and variables → Dependabot');
  });

  test.each([
    { what: 'empty', key: '', says: '`api-key` is empty' },
    { what: 'nothing but blanks', key: ' \n ', says: '`api-key` is empty' },
    { what: 'two lines', key: 'docs_canary-one\ndocs_canary-two', says: '`api-key` holds blanks, line breaks' },
    { what: 'two words', key: 'docs_canary-one docs_canary-two', says: '`api-key` holds blanks, line breaks' },
    { what: 'not ASCII', key: 'docs_canary-öne', says: '`api-key` holds blanks, line breaks' },
  ])('the key is $what: red before anybody is asked, and which store to fill', async ({ key, says }) => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: { 'api-key': key } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining(says) }]);
    expect(result.log).toContain('Settings → Secrets and variables → Actions');
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
    const printed = [result.rawLog.replaceAll(/^::add-mask::.*$/gm, ''), await shown(scene, result)].join('\n');
    expect(printed).not.toContain('docs_canary');
  });
});
