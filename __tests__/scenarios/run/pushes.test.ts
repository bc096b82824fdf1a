import { describe, expect, test } from '@jest/globals';
import { as, askedGitHub, openPull, promptOf, written } from '../../support/events.ts';
import { aliceIn, changesIn, EDITS, NOTHING, OBJECTIVE, pushIn, runOnPush, short } from '../../support/pushes.ts';
import { createScene } from '../../support/scene.ts';

describe('a push', () => {
  test('is told by files with status and counts, subjects, and a link; no line of them', async () => {
    await using scene = await createScene();
    const { sha, event, result } = await runOnPush(scene, EDITS);
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: '' },
    });
    expect(promptOf(scene)).toMatch(new RegExp(`^${OBJECTIVE}[^\n]+\n\nalice pushed to the branch main\\.\n\n`));
    const link = `${scene.github.url}/acme/docs/compare/${event.payload.before}...${sha}`;
    expect(promptOf(scene)).toContain(`\nFENCE the changes, ${link}\n`);
    expect(changesIn(scene)).toEqual([
      'modified: docs/cli.md (+0 -4)',
      'removed: docs/index.md (+0 -3)',
      'added: src/list.ts (+1 -0)',
      '',
      'Commits, the oldest first:',
      `${short(sha)} Print one object a line (alice)`,
    ]);
    expect(promptOf(scene)).not.toMatch(/@@|print\(\)|It was a table/);
    expect(result.log).toContain('Changes: 3 files, 1 commit, no patches');
    expect(written(scene)).toEqual([]);
  });

  test.each([
    { paths: 'lib/**', left: null },
    { 'paths-ignore': '**/*.md\nsrc/**', left: null },
    { paths: 'docs/**', 'paths-ignore': 'docs/cli.md\ndocs/index.md', left: null },
    { paths: '**\n!src/**\n!docs/*.md', left: null },
    {
      paths: '**\n!**/*.ts\n!docs/**\nsrc/**',
      left: ['added: src/list.ts (+1 -0)', '[left out by the workflow: 2 files]'],
    },
    {
      paths: 'src/**\nlib/**',
      left: ['added: src/list.ts (+1 -0)', '[left out by the workflow: 2 files]'],
    },
    {
      'paths-ignore': 'docs/**',
      left: ['added: src/list.ts (+1 -0)', '[left out by the workflow: 2 files]'],
    },
  ])('counts by the paths that matter: %o', async ({ left, ...inputs }) => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, EDITS, inputs);
    if (left) {
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
      expect(changesIn(scene).slice(0, left.length + 1)).toEqual([...left, '']);
      return;
    }
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '' } });
    expect(result.log).toContain('none is left by');
    expect(scene.service.requests).toEqual([]);
    expect(written(scene)).toEqual([]);
  });

  test.each([
    { paths: '**/*-*-*-*-*.snap', verdict: 'skipped' },
    { 'paths-ignore': '**/*-*-*-*-*.snap', verdict: 'pull-request' },
    { paths: '**/*-*-*-*-*.ts', verdict: 'pull-request' },
  ])('of a file whose name is made to be slow to match is decided: %o', async ({ verdict, ...inputs }) => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, { [`src/${'-'.repeat(250)}.ts`]: '1\n' }, inputs);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict } });
  });

  test('of several commits: all of them, the oldest first', async () => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    const first = await alice.commit({ 'src/a.ts': '1\n' }, 'Add a');
    const second = await alice.commit({ 'src/a.ts': '1\n2\n' }, 'Go on with a');
    const last = (await pushIn(scene, 2)).payload;
    const { before } = (await pushIn(scene)).payload;
    const result = await scene.run({ event: as({ name: 'push', payload: last }, { before }) });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)).toEqual([
      ...['added: src/a.ts (+2 -0)', '', 'Commits, the oldest first:'],
      ...[`${short(first)} Add a (alice)`, `${short(second)} Go on with a (alice)`],
    ]);
  });

  test('that deletes a branch is no request', async () => {
    await using scene = await createScene();
    await aliceIn(scene).commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature' });
    await aliceIn(scene).deleteBranch('feature');
    const result = await scene.run({ event: await pushIn(scene, 2) });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });

  test('of a new branch: what it adds to main, which went on meanwhile', async () => {
    await using scene = await createScene();
    const { number, alice } = await openPull(scene);
    expect(number).toBe(2);
    await alice.commit({ 'main.md': 'Main\n' }, 'Go on');
    const result = await scene.run({ event: await pushIn(scene) });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(changesIn(scene).slice(1).join()).not.toContain('main.md');
  });

  test('of the first commits of all: every file is new', async () => {
    await using scene = await createScene();
    await aliceIn(scene).commit({ 'src/list.ts': 'print();\n' }, 'Begin');
    const result = await scene.run({ event: as(await pushIn(scene), { before: NOTHING, created: true }) });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene).sort()).toEqual([
      ...['added: README.md', 'added: docs/cli.md', 'added: docs/index.md', 'added: src/list.ts'],
    ]);
  });

  test('of a tag changes no file: what to do must be said', async () => {
    await using scene = await createScene();
    await aliceIn(scene).createTag('v1.0.0');
    const event = await pushIn(scene);
    const silent = await scene.run({ event });
    expect(silent).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(silent.log).toContain('Set `prompt` to what the agent shall do.');
    expect(scene.service.requests).toEqual([]);
    const told = await scene.run({ event, inputs: { prompt: 'Write the page on this release.', paths: 'src/**' } });
    expect(told.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toContain('Write the page on this release.');
    expect(askedGitHub(scene)).toEqual([]);
  });

  test('by force, to another history: what differs, both ways', async () => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    const other = await alice.commit({ 'b.md': 'B\n' }, 'Add b', { branch: 'other' });
    const old = await alice.commit({ 'a.md': 'A\n' }, 'Add a');
    await alice.forcePush('main', other);
    const event = await pushIn(scene, 3);
    expect(event.payload).toMatchObject({ before: old, after: other, forced: true });
    const result = await scene.run({ event });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene).slice(0, 3)).toEqual(['added: b.md (+1 -0)', 'removed: a.md', '']);
  });

  test('by force, back to an older commit: what is gone', async () => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    await alice.commit({ 'a.md': 'A\n' }, 'Add a');
    await alice.commit({ 'b.md': 'B\n', 'a.md': 'AA\n' }, 'Add b');
    const { after: older } = (await pushIn(scene)).payload;
    await alice.forcePush('main', String(older));
    const result = await scene.run({ event: await pushIn(scene, 3) });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)).toEqual(['modified: a.md', 'removed: b.md']);
  });

  test('by force, back to an older commit, where what is gone does not matter', async () => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    await alice.commit({ 'a.md': 'A\n' }, 'Add a');
    await alice.forcePush('main', String((await pushIn(scene)).payload.before));
    const result = await scene.run({ event: await pushIn(scene, 2), inputs: { paths: 'src/**' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(scene.service.requests).toEqual([]);
  });

  test('of more files than GitHub tells: what matters is looked for in all of them', async () => {
    await using scene = await createScene();
    const names = Array.from({ length: 320 }, (_, at) => `pages/${String(at).padStart(3, '0')}.md`);
    const files = Object.fromEntries(names.map((name) => [name, 'A\n']));
    const { event, result } = await runOnPush(scene, files, { paths: 'other/**' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(scene.service.requests).toEqual([]);
    await scene.run({ event, inputs: { paths: 'pages/319.md' } });
    expect(scene.sent('create')).toBe(1);
    expect(changesIn(scene)[0]).toMatch(/^added: pages\/319\.md/);
    expect(changesIn(scene)[1]).toBe('[left out by the workflow: 319 files]');
  });
});
