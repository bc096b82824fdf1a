import { expect, test } from '@jest/globals';
import { askedGitHub } from '../../support/events.ts';
import { createScene } from '../../support/scene.ts';

test('the outputs name a pull request in another repository, where the action reads and writes nothing', async () => {
  await using scene = await createScene({ agentRepository: 'manual' });
  const { outputs } = await scene.run();
  expect(outputs).toMatchObject({
    verdict: 'pull-request',
    prLink: `${scene.github.url}/acme/manual/pull/1`,
    prNumber: '1',
    prRepository: 'acme/manual',
  });
  expect(outputs.message).toContain(`Pull request ready: ${outputs.prLink} (`);
  expect(askedGitHub(scene).filter((request) => request.includes('manual'))).toEqual([]);
});

test.each(['https://github.com/acme/docs/pull/2', 'javascript:alert(1)'])(
  'the outputs name no pull request if the link is %s',
  async (link) => {
    await using scene = await createScene({ job: { link } });
    const { outputs } = await scene.run();
    expect(outputs).toMatchObject({ verdict: 'pull-request', prNumber: '', prRepository: '' });
    const ready = ['Pull request ready', outputs.prLink].filter(Boolean).join(': ');
    expect(outputs.message).toContain(`${ready} (`);
  },
);
