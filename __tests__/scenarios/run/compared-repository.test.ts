import { describe, expect, test } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import { askedGitHub, promptOf, written } from '../../support/events.ts';
import { changesIn, OBJECTIVE, schedule, short } from '../../support/pushes.ts';
import { createScene, type Scene, shown } from '../../support/scene.ts';

/** Another repository of the organization, in which alice added a file after the tag `v1`. */
async function product(scene: Scene, { isPrivate }: { isPrivate: boolean }) {
  const alice = await createPerson(scene.github, 'alice').createRepository('product', { isPrivate });
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
  test('that is public sends and shows its changes', async () => {
    await using scene = await createScene();
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
    expect(result.log).not.toContain('Not shown');
    expect(askedGitHub(scene).filter((request) => request.includes('/product'))).toEqual([
      expect.stringMatching(/^GET \/repos\/acme\/product\/compare\/v1\.\.\.release%2F2\?/),
      'GET /repos/acme/product',
    ]);
  });

  test('that is private sends its changes to the service, and shows their numbers', async () => {
    await using scene = await createScene();
    const { compare } = await product(scene, { isPrivate: true });
    const thread = { 'issue-number': String(scene.issue.number) };
    const inputs = { compare, context: 'patches', ...thread, ...personalToken(scene) };
    const result = await scene.run({ event: schedule, inputs });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(promptOf(scene)).toContain('added: src/secret-feature.ts');
    expect(promptOf(scene)).toContain('Prepare the launch');
    expect(promptOf(scene)).toContain('+launch();');
    expect(await shown(scene, result)).not.toMatch(SECRETS);
    expect(result.log).toContain('Context: 1 file, 1 commit, 1 of 1 patches');
    expect(result.log).toMatch(/^Not shown: names of files and commits: the compared repository is not public/m);
    expect(result.summary).toContain('The prompt is not shown: it contains changes of a repository');
  });

  test('that is private is not shown by a dry run', async () => {
    await using scene = await createScene();
    const { compare } = await product(scene, { isPrivate: true });
    const inputs = { compare, 'dry-run': 'true', context: 'patches', ...personalToken(scene) };
    const result = await scene.run({ event: schedule, inputs });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(result.log).toMatch(/^A real run would send: POST .* bytes of JSON\. The prompt is not shown: /m);
    expect(await shown(scene, result)).not.toMatch(SECRETS);
  });

  test('that is private and has no relevant file is skipped without the name of a file', async () => {
    await using scene = await createScene();
    const { compare } = await product(scene, { isPrivate: true });
    const result = await scene.run({ event: schedule, inputs: { compare, paths: 'lib/**', ...personalToken(scene) } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(result.log).toMatch(/the only changed file is excluded by `paths`$/);
    expect(await shown(scene, result)).not.toMatch(SECRETS);
    expect(scene.service.requests).toEqual([]);
  });

  test('whose visibility cannot be read counts as private', async () => {
    await using scene = await createScene();
    const { compare } = await product(scene, { isPrivate: false });
    scene.github.faults.add({ kind: 'answer', status: 404, method: 'GET', path: /\/product$/, times: Infinity });
    const result = await scene.run({ event: schedule, inputs: { compare } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(promptOf(scene)).toContain('secret-feature');
    expect(await shown(scene, result)).not.toMatch(SECRETS);
  });

  test.each([403, 404])('that the token cannot read is an error that names the token: %d', async (status) => {
    await using scene = await createScene();
    const { compare } = await product(scene, { isPrivate: true });
    scene.github.faults.add({ kind: 'answer', status, method: 'GET', path: /\/acme\/product/, times: Infinity });
    const result = await scene.run({ event: schedule, inputs: { compare } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations[0]?.message).toMatch(
      /`acme\/product`.*\n.*`github-token` reads public repositories only/,
    );
    expect(scene.service.requests).toEqual([]);
    expect(written(scene)).toEqual([]);
  });

  test('on another server is an error before any request', async () => {
    await using scene = await createScene();
    const compare = 'https://gitlab.example/acme/product/compare/v1...v2';
    const result = await scene.run({ event: schedule, inputs: { compare } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations[0]?.message).toContain('names a page on https://gitlab.example');
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });

  test('is another request once a branch has moved', async () => {
    await using scene = await createScene();
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
