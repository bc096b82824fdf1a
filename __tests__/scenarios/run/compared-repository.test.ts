import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import { askedGitHub, changesIn, OBJECTIVE, promptOf, schedule, short, written } from '../../support/events.ts';
import { createScene, type Scene, shown } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

/** Another repository of the organization, in which alice added a file after the tag `v1`. */
async function product(scene: Scene, { isPrivate }: { isPrivate: boolean }) {
  scene.github.addRepository('product', { isPrivate });
  const alice = createPerson({ ...scene.github, repo: 'product' }, 'alice');
  await alice.createTag('v1');
  const sha = await alice.commit({ 'src/secret-feature.ts': 'launch();\n' }, 'Prepare the launch', {
    branch: 'release/2',
  });
  scene.github.requests.length = 0;
  return { sha, compare: `${scene.github.url}/acme/product/compare/v1...release%2F2` };
}

/** The token of a workflow's job reads no other private repository. */
const personalToken = ({ github }: Scene) => ({ 'github-token': github.tokens.alice });

const SECRETS = /secret-feature|launch/i;

describe('`compare` with the page of another repository', () => {
  test('that is public sends and shows its changes', async (scene) => {
    const { sha, compare } = await product(scene, { isPrivate: false });
    const result = await scene.run({ event: schedule, inputs: { compare, context: 'patches' } });
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request' } });
    expect(promptOf(scene).startsWith(OBJECTIVE)).toBe(true);
    expect(changesIn(scene)).toEqual([
      'added: src/secret-feature.ts (+1 -0)',
      '',
      'Commits, the oldest first:',
      `${short(sha)} Prepare the launch (alice)`,
    ]);
    expect(promptOf(scene)).toContain('+launch();');
    expect(result.summary).toContain('secret-feature');
    expect(askedGitHub(scene).filter((request) => request.includes('/product'))).toEqual([
      'GET /repos/acme/product',
      expect.stringMatching(/^GET \/repos\/acme\/product\/compare\/v1\.\.\.release%2F2\?/),
    ]);
  });

  test.each([
    ['that is private', true, {}],
    ['that is private, in a dry run', true, { 'dry-run': 'true' }],
    ['whose visibility cannot be read', false, {}],
  ])('%s is refused, and no name of its files gets out', async (_, isPrivate, inputs) => {
    await using scene = await createScene();
    const { compare } = await product(scene, { isPrivate });
    if (!isPrivate)
      scene.github.faults.add({ kind: 'answer', status: 404, method: 'GET', path: /\/product$/, times: Infinity });
    const result = await scene.run({ event: schedule, inputs: { compare, ...inputs, ...personalToken(scene) } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations[0]?.message).toMatch(/`acme\/product`, which is not known to be public/);
    expect(await shown(scene, result)).not.toMatch(SECRETS);
    expect(scene.service.requests).toEqual([]);
  });

  test.each([403, 404])('that the token cannot read is an error that names the token: %d', async (status) => {
    await using scene = await createScene();
    const { compare } = await product(scene, { isPrivate: true });
    scene.github.faults.add({ kind: 'answer', status, method: 'GET', path: /\/acme\/product/, times: Infinity });
    const result = await scene.run({ event: schedule, inputs: { compare } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations[0]?.message).toMatch(/`acme\/product`.*\n.*`github-token` that can read it/);
    expect(scene.service.requests).toEqual([]);
    expect(written(scene)).toEqual([]);
  });

  test.each<[string, (own: string) => string]>([
    ['of another name', () => 'https://gitlab.example'],
    ['with another protocol', (own) => own.replace('http:', 'https:')],
    ['with another port', (own) => own.replace(/\d$/, '')],
  ])('on a server %s is an error before any request', async (_, originOf) => {
    await using scene = await createScene();
    const origin = originOf(scene.github.url);
    const compare = `${origin}/acme/product/compare/v1...v2`;
    const result = await scene.run({ event: schedule, inputs: { compare } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations[0]?.message).toContain(`names a page on ${origin}`);
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });

  test('is another request once a branch has moved', async (scene) => {
    const { compare } = await product(scene, { isPrivate: false });
    const run = async (id: number, inputs: Record<string, string>) => {
      const thread = { 'issue-number': String(scene.issue.number), wait: 'false' };
      return (await scene.run({ event: schedule, run: { id }, inputs: { ...thread, ...inputs } })).outputs.jobId;
    };
    const first = await run(8, { compare });
    expect(scene.service.jobs.map(({ id }) => id)).toEqual([first]);
    const alice = createPerson({ ...scene.github, repo: 'product' }, 'alice');
    await alice.commit({ 'src/b.ts': '1\n' }, 'Go on', { branch: 'release/2' });
    const second = await run(9, { compare });
    expect(second).not.toBe(first);
    expect(scene.service.jobs).toHaveLength(2);
  });
});
