import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { say } from '../../support/conversation.ts';
import {
  ASKS,
  alice,
  askedGitHub,
  COMPARE,
  changesIn,
  EDITS,
  OBJECTIVE,
  promptOf,
  pushIn,
  runOnPush,
  schedule,
  short,
  written,
} from '../../support/events.ts';
import { type Scene, shown } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

describe('`context`', () => {
  test('set to `patches` sends whole patches as far as they fit, and the names of the others', async (scene) => {
    const big = Array.from({ length: 6_000 }, (_, at) => `Line ${at} of a long page.\n`).join('');
    const files = { ...EDITS, 'docs/big.md': big, 'logo.png': Buffer.from([137, 80, 78, 71, 0, 255, 254]) };
    const { result } = await runOnPush(scene, files, { context: 'patches' });
    expect(result.outputs.verdict).toBe('pull-request');
    const patches = promptOf(scene).split('\nFENCE the patches\n')[1] ?? 'none';
    expect(patches).toContain('--- src/list.ts\n@@ -0,0 +1 @@\n+print();\n');
    expect(patches).toContain('--- docs/cli.md\n@@ ');
    expect(patches).toContain('-Lists all anvils, one per line.');
    expect(patches).toContain('[2 files without a patch here]');
    expect(patches).not.toContain('Line 0 of a long page.');
    expect(changesIn(scene)).toEqual(expect.arrayContaining(['added: docs/big.md (+6000 -0)']));
    expect(result.log).toContain('Context: 5 files, 1 commit, 3 of 5 patches');
    expect(Buffer.byteLength(promptOf(scene))).toBeLessThan(132 * 1024);
  });

  test('set to `none` sends the prompt alone, and does not read the changes', async (scene) => {
    const { result } = await runOnPush(scene, EDITS, { context: 'none', prompt: 'Refresh the pages.' });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toBe('Refresh the pages.');
    expect(askedGitHub(scene).filter((request) => request.includes('/compare/'))).toEqual([]);
  });

  test('set to `none` with `paths` reads the changes, to skip the run, but does not send them', async (scene) => {
    const inputs = { context: 'none', prompt: 'Refresh the pages.', paths: 'src/**' };
    const { event } = await runOnPush(scene, EDITS, inputs);
    expect(promptOf(scene)).toBe('Refresh the pages.');
    const result = await scene.run({ event, inputs: { ...inputs, paths: 'lib/**' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(scene.sent('create')).toBe(1);
  });

  const _commands = ['a command on a pull request', 'a command at a line of code'];

  test('set to `patches` sends none for a command at a line of code, but those of `compare` for any command', async (scene) => {
    const event = await ASKS.find(({ what }) => what === 'a command at a line of code')?.make(scene);
    await scene.run({ ...(event && { event }), run: { id: 8 }, inputs: { context: 'patches' } });
    await alice(scene).createTag('v1.0.0');
    await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a');
    const inputs = { context: 'patches', compare: 'v1.0.0...main' };
    await scene.run({ event: await say(scene, '/docs explain it'), run: { id: 9 }, inputs });
    const prompts = scene.service.jobs.map(({ turns }) => turns[0]?.prompt);
    expect(prompts.map((prompt) => /--- (\S+)\n@@/.exec(prompt ?? '')?.[1])).toEqual([undefined, 'src/a.ts']);
  });
});

test('`paths` do not skip a command at a line of code, which is a request by its text', async (scene) => {
  const event = await ASKS.find(({ what }) => what === 'a command at a line of code')?.make(scene);
  const result = await scene.run({ ...(event && { event }), inputs: { paths: 'lib/**' } });
  expect(event?.name).toBe('pull_request_review_comment');
  expect(result.outputs.verdict).toBe('pull-request');
  expect(promptOf(scene)).toContain('say why');
});

describe('`compare`', () => {
  test('replaces the changes of the event', async (scene) => {
    await alice(scene).createTag('v1.0.0');
    const first = await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a');
    const second = await alice(scene).commit({ 'src/b.ts': '1\n' }, 'Add b');
    const result = await scene.run({ event: schedule, inputs: { compare: 'v1.0.0...main' } });
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: '' },
    });
    expect(promptOf(scene).startsWith(OBJECTIVE)).toBe(true);
    expect(promptOf(scene)).toContain(`FENCE the changes\n${scene.github.url}/acme/docs/compare/v1.0.0...main\n`);
    expect(changesIn(scene)).toEqual([
      ...['added: src/a.ts (+1 -0)', 'added: src/b.ts (+1 -0)', '', 'Commits, the oldest first:'],
      ...[`${short(first)} Add a (alice)`, `${short(second)} Add b (alice)`],
    ]);
  });

  test('without changes skips the run', async (scene) => {
    await alice(scene).createTag('v1.0.0');
    const result = await scene.run({ event: schedule, inputs: { compare: 'v1.0.0...main' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(result.log).toContain('no file changed');
    expect(scene.service.requests).toEqual([]);
  });

  test('with a ref that GitHub does not know is an error', async (scene) => {
    const result = await scene.run({ event: schedule, inputs: { compare: 'v0.9.0...main' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations).toEqual([
      { level: 'error', message: expect.stringMatching(/does not show .*\n.*Check `compare`/) },
    ]);
    expect(scene.service.requests).toEqual([]);
    expect(written(scene)).toEqual([]);
  });
});

test.each<{
  fault: string;
  form: FaultForm;
  says: string;
  inputs?: Record<string, string>;
  requests: number;
  duration: number;
}>([
  {
    fault: '403',
    form: { kind: 'answer', status: 403 },
    says: 'permissions: { contents: read, ',
    requests: 1,
    duration: 0,
  },
  {
    fault: '500 with `compare` set',
    form: { kind: 'answer', status: 500 },
    says: 'GitHub answered 500',
    inputs: { compare: 'main...main' },
    requests: 2,
    duration: 1_000,
  },
  {
    fault: 'no response',
    form: { kind: 'hang' },
    says: 'Reading the changes from GitHub failed',
    requests: 1,
    duration: 1_000,
  },
])('a comparison that gets $fault ends the run with an error before any job is created', async (scene, row) => {
  await alice(scene).commit(EDITS, 'Rework');
  const event = row.inputs?.compare ? schedule : await pushIn(scene);
  scene.github.faults.add({ ...row.form, ...COMPARE, times: Infinity });
  const result = await scene.run({ event, inputs: { timeout: '4s', ...row.inputs } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
  expect(result.log).toContain(row.says);
  expect(result.log).toMatch(
    /⛔ error: (Request to GitHub failed|GitHub permission missing \(403\)) · no job was created$/m,
  );
  expect(await shown(scene, result)).not.toMatch(/made to fail|undefined/);
  expect(scene.service.requests).toEqual([]);
  expect(written(scene)).toEqual([]);
  expect(askedGitHub(scene).filter((request) => request.includes('/compare/'))).toHaveLength(row.requests);
  expect(result.duration).toBe(row.duration);
});

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
  ])('%s is refused, and no name of its files gets out', async (scene, _, isPrivate, inputs) => {
    const { compare } = await product(scene, { isPrivate });
    if (!isPrivate)
      scene.github.faults.add({ kind: 'answer', status: 404, method: 'GET', path: /\/product$/, times: Infinity });
    const result = await scene.run({ event: schedule, inputs: { compare, ...inputs, ...personalToken(scene) } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations[0]?.message).toMatch(/`acme\/product`, which is not known to be public/);
    expect(await shown(scene, result)).not.toMatch(SECRETS);
    expect(scene.service.requests).toEqual([]);
  });

  test.each([403, 404])('that the token cannot read is an error that names the token: %d', async (scene, status) => {
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
  ])('on a server %s is an error before any request', async (scene, _, originOf) => {
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
