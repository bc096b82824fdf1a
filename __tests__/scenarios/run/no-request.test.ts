import { describe, expect, test } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import { as, askedGitHub, comment, openPull, type Way } from '../../support/events.ts';
import { type BundleScene, createScene } from '../../support/scene.ts';

describe('no request', () => {
  const said = (body: string) => async (scene: BundleScene) => comment(scene, scene.issue.number, body);
  const pulled =
    (fields: object = {}) =>
    async (scene: BundleScene) =>
      as((await openPull(scene)).event, fields);

  test.each<Way>([
    {
      what: 'a comment that was edited',
      make: async (scene) => as(await said('/docs x')(scene), { action: 'edited' }),
    },
    {
      what: 'a comment that was deleted',
      make: async (scene) => as(await said('/docs x')(scene), { action: 'deleted' }),
    },
    { what: 'a comment that quotes the command', make: said('> /docs explain the flag\n\nYes, please.') },
    { what: 'a comment with the command in a code block', make: said('```\n/docs explain the flag\n```') },
    { what: 'a comment with the command in indented code', make: said('    /docs explain the flag') },
    { what: 'a comment with the command in code', make: said('`/docs` explains the flag') },
    { what: 'a comment with the command in an HTML comment', make: said('<!--\n/docs explain the flag\n-->') },
    { what: 'a comment with the command further down', make: said('Nice.\n\n/docs explain the flag') },
    { what: 'a comment with a longer word', make: said('/docsify explains the flag') },
    { what: 'a comment of our own', make: said('/docs explain\n\n<!-- docs-agent-action: {} -->') },
    { what: 'a label that was taken away', make: async ({ event }) => as(event, { action: 'unlabeled' }) },
    { what: 'another label', make: async ({ event }) => as(event, { label: { name: 'docs-later' } }) },
    { what: 'an opened issue', make: ({ github }) => github.events.waitFor('issues', 'opened') },
    { what: 'an edited issue', make: async ({ event }) => as(event, { action: 'edited' }) },
    {
      what: 'new commits of a pull request',
      make: async (scene) => {
        const { alice } = await openPull(scene);
        await alice.commit({ 'docs/flag.md': 'More.\n' }, 'Say more', { branch: 'feature' });
        return scene.github.events.waitFor('pull_request', 'synchronize');
      },
    },
    { what: 'a pull request closed without a merge', make: pulled({ action: 'closed' }) },
    {
      what: 'a draft',
      make: async ({ github }) => {
        const alice = createPerson(github, 'alice');
        await alice.commit({ 'docs/flag.md': 'New\n' }, 'Add', { branch: 'feature' });
        await alice.openPull('feature', 'Not yet', '', { draft: true });
        return github.events.waitFor('pull_request', 'opened');
      },
    },
    {
      what: 'pull_request_target',
      make: async (scene) => ({ ...(await pulled()(scene)), name: 'pull_request_target' }),
    },
    {
      what: 'a star',
      make: async ({ event }) => ({ name: 'watch', payload: { ...event.payload, action: 'started' } }),
    },
  ])('$what: skipped, green, and nobody is asked anything', async ({ make }) => {
    await using scene = await createScene();
    const event = await make(scene);
    const result = await scene.run({ event });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '', commentUrl: '' } });
    expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringContaining('is no request; ') }]);
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });
});
