import { describe, expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/github/faults.ts';
import { ASKS, askedGitHub, comment, openPull, promptOf, written } from '../../support/events.ts';
import {
  aliceIn,
  COMPARE,
  changesIn,
  EDITS,
  OBJECTIVE,
  pushIn,
  runOnPush,
  schedule,
  short,
} from '../../support/pushes.ts';
import { createScene, shown } from '../../support/scene.ts';

describe('what of the changes goes to the service', () => {
  test('patches: whole ones as far as they fit, and the names of the others', async () => {
    await using scene = await createScene();
    const big = Array.from({ length: 6_000 }, (_, at) => `Line ${at} of a long page.\n`).join('');
    const files = { ...EDITS, 'docs/big.md': big, 'logo.png': Buffer.from([137, 80, 78, 71, 0, 255, 254]) };
    const { result } = await runOnPush(scene, files, { context: 'patches' });
    expect(result.outputs.verdict).toBe('pull-request');
    const patches = promptOf(scene).split('\nFENCE the patches\n')[1] ?? 'none';
    expect(patches).toContain('--- src/list.ts\n@@ -0,0 +1 @@\n+print();\n');
    expect(patches).toContain('--- docs/cli.md\n@@ ');
    expect(patches).toContain('-Lists all anvils, one a line.');
    expect(patches).toContain('[patches left out: docs/big.md, logo.png]');
    expect(patches).not.toContain('Line 0 of a long page.');
    expect(changesIn(scene)).toEqual(expect.arrayContaining(['added: docs/big.md (+6000 -0)']));
    expect(result.log).toContain('Changes: 5 files, 1 commit, 3 of 5 patches');
    expect(Buffer.byteLength(promptOf(scene))).toBeLessThan(132 * 1024);
  });

  test('patches: as many whole ones as the budget holds', async () => {
    await using scene = await createScene();
    const page = (name: string) =>
      Array.from({ length: 1_200 }, (_, at) => `Line ${at} of the page ${name}, which is of use.\n`).join('');
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`docs/${name}.md`, page(name)]));
    await runOnPush(scene, files, { context: 'patches' });
    const patches = promptOf(scene).split('\nFENCE the patches\n')[1] ?? 'none';
    expect([...patches.matchAll(/^--- (.*)$/gm)].map(([, name]) => name)).toEqual(['docs/a.md', 'docs/b.md']);
    for (const name of ['a', 'b']) expect(patches).toContain(`+Line 999 of the page ${name},`);
    expect(patches).toContain('[patches left out: docs/c.md, docs/d.md]');
    expect(Buffer.byteLength(patches)).toBeLessThanOrEqual(128 * 1024);
  });

  test('patches: only of what matters', async () => {
    await using scene = await createScene();
    await runOnPush(scene, EDITS, { context: 'patches', paths: 'src/**' });
    expect(promptOf(scene)).toContain('--- src/list.ts\n@@');
    expect(promptOf(scene)).not.toContain('docs/cli.md');
  });

  test('none: nothing, and GitHub is not asked what changed', async () => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, EDITS, { context: 'none', prompt: 'Refresh the pages.' });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toBe('Refresh the pages.');
    expect(askedGitHub(scene).filter((request) => request.includes('/compare/'))).toEqual([]);
  });

  test('none, with paths: GitHub is asked, and the service told nothing', async () => {
    await using scene = await createScene();
    const inputs = { context: 'none', prompt: 'Refresh the pages.', paths: 'src/**' };
    const { event } = await runOnPush(scene, EDITS, inputs);
    expect(promptOf(scene)).toBe('Refresh the pages.');
    const result = await scene.run({ event, inputs: { ...inputs, paths: 'lib/**' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(scene.sent('create')).toBe(1);
  });

  test('none, and no prompt: an error', async () => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, EDITS, { context: 'none' });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(scene.service.requests).toEqual([]);
  });

  const commands = ASKS.filter(({ what }) => /command on a pull request|review|line of code/.test(what));
  test.each([...commands])('by $what: no patch, whatever the workflow says', async ({ make }) => {
    await using scene = await createScene();
    const result = await scene.run({ event: await make(scene), inputs: { context: 'patches' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).not.toMatch(/@@|the patches/);
    expect(promptOf(scene)).toContain('/pull/2');
  });

  test('by a command on a pull request that changed nothing that matters: it is a request in words', async () => {
    await using scene = await createScene();
    const event = await comment(scene, (await openPull(scene)).number, '/docs explain the flag');
    const result = await scene.run({ event, inputs: { paths: 'lib/**' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toContain('explain the flag');
  });

  test.each(['a labelled pull request', 'an opened pull request'])(
    'by %s: the patches, where the workflow says so',
    async (what) => {
      await using scene = await createScene();
      const event = await ASKS.find((each) => each.what === what)?.make(scene);
      const result = await scene.run({ ...(event && { event }), inputs: { context: 'patches' } });
      expect(result.outputs.verdict).toBe('pull-request');
      expect(promptOf(scene)).toContain('--- docs/flag.md\n@@ -0,0 +1 @@\n+One object a line.');
    },
  );

  test('by an opened pull request that changed nothing that matters: skipped', async () => {
    await using scene = await createScene();
    const { event, number, alice } = await openPull(scene);
    const result = await scene.run({ event, inputs: { 'paths-ignore': '**/*.md' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(scene.service.requests).toEqual([]);
    expect(await alice.readComments(number)).toEqual([]);
  });
});

describe('changes that the workflow names', () => {
  test('are described instead of the event’s own', async () => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    await alice.createTag('v1.0.0');
    const first = await alice.commit({ 'src/a.ts': '1\n' }, 'Add a');
    const second = await alice.commit({ 'src/b.ts': '1\n' }, 'Add b');
    const result = await scene.run({ event: schedule, inputs: { compare: 'v1.0.0...main' } });
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: '' },
    });
    expect(promptOf(scene).startsWith(OBJECTIVE)).toBe(true);
    expect(promptOf(scene)).toContain(`FENCE the changes, ${scene.github.url}/acme/docs/compare/v1.0.0...main\n`);
    expect(changesIn(scene)).toEqual([
      ...['added: src/a.ts (+1 -0)', 'added: src/b.ts (+1 -0)', '', 'Commits, the oldest first:'],
      ...[`${short(first)} Add a (alice)`, `${short(second)} Add b (alice)`],
    ]);
  });

  test('go with a release, too', async () => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    await alice.createTag('v1.0.0');
    await alice.commit({ 'src/a.ts': '1\n' }, 'Add a');
    await alice.publishRelease('v1.1.0', '`a` is new.');
    const event = await scene.github.events.waitFor('release', 'published');
    const result = await scene.run({ event, inputs: { compare: 'v1.0.0...v1.1.0' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)[0]).toBe('added: src/a.ts (+1 -0)');
    expect(promptOf(scene)).toMatch(/FENCE release v1\.1\.0 by alice, .*\nTitle: v1\.1\.0\n\n`a` is new\./);
  });

  test('that are none: nothing is spent', async () => {
    await using scene = await createScene();
    await aliceIn(scene).createTag('v1.0.0');
    const result = await scene.run({ event: schedule, inputs: { compare: 'v1.0.0...main' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(result.log).toContain('no file changed');
    expect(scene.service.requests).toEqual([]);
  });

  test.each(['v0.9.0...main', 'main...nowhere'])('that GitHub does not know: %s', async (compare) => {
    await using scene = await createScene();
    const result = await scene.run({ event: schedule, inputs: { compare } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations).toEqual([
      { level: 'error', message: expect.stringMatching(/does not know .*\n.*Check `compare`/) },
    ]);
    expect(scene.service.requests).toEqual([]);
    expect(written(scene)).toEqual([]);
  });
});

describe('GitHub does not tell what changed', () => {
  const compare = 'main...main';
  test.each<{ fault: string; form: FaultForm; says: string; inputs?: Record<string, string> }>([
    { fault: '500', form: { kind: 'answer', status: 500 }, says: 'GitHub answered 500' },
    { fault: '403', form: { kind: 'answer', status: 403 }, says: 'permissions: { contents: read }' },
    { fault: '404', form: { kind: 'answer', status: 404 }, says: 'does not know ' },
    { fault: 'HTML', form: { kind: 'answer', status: 200, body: '<h1>Hi</h1>' }, says: 'not JSON' },
    { fault: 'something else', form: { kind: 'answer', status: 200, body: '{"files":[]}' }, says: 'does not document' },
    { fault: 'no answer', form: { kind: 'hang' }, says: 'what changed' },
    { fault: 'cut short', form: { kind: 'truncate' }, says: 'what changed' },
    { fault: '500 to `compare`', inputs: { compare }, form: { kind: 'answer', status: 500 }, says: 'answered 500' },
    { fault: '403 to `compare`', inputs: { compare }, form: { kind: 'answer', status: 403 }, says: 'forbids it' },
    { fault: 'no answer to `compare`', inputs: { compare }, form: { kind: 'hang' }, says: 'what changed' },
    { fault: '500, with `paths`', inputs: { paths: 'x' }, form: { kind: 'answer', status: 500 }, says: 'answered 500' },
  ])('$fault: an error, and nothing is spent or written', async ({ form, says, inputs }) => {
    await using scene = await createScene();
    await aliceIn(scene).commit(EDITS, 'Rework');
    const event = inputs?.compare ? schedule : await pushIn(scene);
    scene.github.faults.add({ ...form, ...COMPARE, times: Infinity });
    const result = await scene.run({ event, inputs: { timeout: '4s', ...inputs } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
    expect(result.log).toContain(says);
    expect(result.log).toContain('Nothing was spent');
    expect(await shown(scene, result)).not.toMatch(/<h1>|made to fail|undefined/);
    expect(scene.service.requests).toEqual([]);
    expect(written(scene)).toEqual([]);
  });

  test('the tree of a history that was rewritten: an error too', async () => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    await alice.commit({ 'a.md': 'A\n' }, 'Add a');
    await alice.forcePush('main', String((await pushIn(scene)).payload.before));
    scene.github.faults.add({ kind: 'answer', status: 403, method: 'GET', path: /\/git\/trees\//, times: Infinity });
    const result = await scene.run({ event: await pushIn(scene, 2) });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(scene.service.requests).toEqual([]);
  });
});
