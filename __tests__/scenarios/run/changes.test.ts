import { describe, expect } from '@jest/globals';

import {
  alice,
  askedGitHub,
  asks,
  changesIn,
  EDITS,
  OBJECTIVE,
  promptOf,
  pushIn,
  runOnPush,
  say,
  schedule,
  short,
} from '../../support/events.ts';
import { expectNothingDone } from '../../support/expectations.ts';
import { type FaultCase, onGitHub, respond } from '../../support/faults.ts';
import { shown, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

const [ON_LINE] = exactly(1, asks('a command at a line of code'));

describe('`context`', () => {
  test('set to `patches` sends whole patches as far as they fit, and the names of the others', async (scene) => {
    const big = Array.from({ length: 6_000 }, (_, at) => `Line ${at} of a long page.\n`).join('');
    const files = {
      ...EDITS,
      'docs/big.md': big,
      'logo.png': Buffer.from([137, 80, 78, 71, 0, 255, 254]),
    };
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
    const { result } = await runOnPush(scene, EDITS, {
      context: 'none',
      prompt: 'Refresh the pages.',
    });
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

  test('set to `patches` sends none for a command at a line of code, but those of `compare` for any command', async (scene) => {
    await scene.run({
      event: (await ON_LINE?.make(scene)) ?? scene.event,
      run: { id: 8 },
      inputs: { context: 'patches' },
    });
    await alice(scene).createTag('v1.0.0');
    await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a');
    const inputs = { context: 'patches', compare: 'v1.0.0...main' };
    await scene.run({ event: await say(scene, '/docs explain it'), run: { id: 9 }, inputs });
    const prompts = scene.service.jobs.map(({ turns }) => turns[0]?.prompt);
    expect(prompts.map((prompt) => /--- (\S+)\n@@/.exec(prompt ?? '')?.[1])).toEqual([
      undefined,
      'src/a.ts',
    ]);
  });
});

test('`paths` do not skip a command at a line of code, which is a request by its text', async (scene) => {
  const result = await scene.run({
    event: (await ON_LINE?.make(scene)) ?? scene.event,
    inputs: { paths: 'lib/**' },
  });
  expect(result.outputs.verdict).toBe('pull-request');
  expect(promptOf(scene)).toContain('say why');
});

describe('`paths-ignore`', () => {
  test.each([
    'docs/**,src/**',
    'docs/** src/**',
    '["docs/**","src/**"]',
    'docs/**;src/**',
    '/docs/**',
    'docs\\**',
  ])('in the form of another tool is an error, and no job is created: %s', async (scene, given) => {
    const { result } = await runOnPush(scene, EDITS, { 'paths-ignore': given });
    expect(result.outputs.verdict).toBe('error');
    expect(result.annotations[0]?.message).toMatch(
      /one glob per line|separated by `\/`|without the slash: `docs/,
    );
    expectNothingDone(scene);
  });

  test.each(['docs', './docs'])(
    'with the name of a folder alone says how to write the folder: %s',
    async (scene, given) => {
      const { result } = await runOnPush(scene, EDITS, { 'paths-ignore': given });
      expect(warnings(result)).toEqual([
        expect.stringContaining(
          '`docs` selects a file of that name. For everything in the folder, write `docs/**`.',
        ),
      ]);
      expect(promptOf(scene)).toContain('docs/cli.md');
    },
  );
});

describe('`compare`', () => {
  test('replaces the changes of the event', async (scene) => {
    await alice(scene).createTag('v1.0.0');
    const first = await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a');
    const second = await alice(scene).commit({ 'src/b.ts': '1\n' }, 'Add b');
    const result = await scene.run({ event: schedule, inputs: { compare: 'v1.0.0...main' } });
    expect(result).toMatchObject({
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: '' },
    });
    expect(promptOf(scene).startsWith(OBJECTIVE)).toBe(true);
    expect(promptOf(scene)).toContain(
      `FENCE the changes\n${scene.github.url}/acme/docs/compare/v1.0.0...main\n`,
    );
    expect(changesIn(scene)).toEqual([
      'added: src/a.ts (+1 -0)',
      'added: src/b.ts (+1 -0)',
      '',
      'Commits, the oldest first:',
      `${short(first)} Add a (alice)`,
      `${short(second)} Add b (alice)`,
    ]);
  });

  test('without changes skips the run', async (scene) => {
    await alice(scene).createTag('v1.0.0');
    const result = await scene.run({ event: schedule, inputs: { compare: 'v1.0.0...main' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(result.log).toContain('no file changed');
    expect(scene.service.requests).toEqual([]);
  });

  test('with a ref that GitHub does not know is an error', async (scene) => {
    const result = await scene.run({ event: schedule, inputs: { compare: 'v0.9.0...main' } });
    expect(result.outputs.verdict).toBe('error');
    expect(result.annotations).toEqual([
      { level: 'error', message: expect.stringMatching(/does not show .*\n.*Check `compare`/) },
    ]);
    expectNothingDone(scene);
  });
});

test.each<FaultCase & { compare?: string; requests: number }>([
  {
    fault: '403',
    form: respond(403),
    says: 'permissions: { contents: read, ',
    requests: 1,
    duration: 2_000, // of which GitHub knows no pull request, so that it is asked again
  },
  {
    fault: '500',
    form: respond(500),
    says: 'answered 500',
    compare: 'main...main',
    requests: 2,
    duration: 1_000,
  },
  {
    fault: 'no response',
    form: { kind: 'hang' },
    says: 'Reading the changes from',
    requests: 1,
    duration: 3_000,
  },
])(
  'a comparison that gets $fault ends the run with an error before any job is created',
  async (scene, row) => {
    await alice(scene).commit(EDITS, 'Rework');
    const { compare = '' } = row;
    const event = compare ? schedule : await pushIn(scene);
    onGitHub(scene, 'GET /compare/', row.form);
    const result = await scene.run({ event, inputs: { timeout: '4s', compare } });
    expect(result.outputs).toMatchObject({ verdict: 'error', jobId: '', commentUrl: '' });
    expect(result.log).toContain(row.says);
    expect(result.log).toMatch(
      /⛔ error: (Request to GitHub failed|GitHub permission missing \(403\)) · no job was/,
    );
    expect(await shown(scene, result)).not.toContain('made to fail');
    expectNothingDone(scene);
    expect(askedGitHub(scene).filter((request) => request.includes('/compare/'))).toHaveLength(
      row.requests,
    );
    expect(result.duration).toBe(row.duration);
  },
);
