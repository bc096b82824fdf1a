import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../sandbox/github/faults.ts';
import { createPerson, type Person } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import { ASKS, as, askedGitHub, comment, openPull, promptOf, written } from './asking.ts';
import { createScene, type Scene, shown, warnings } from './scene.ts';
import { sideBySide } from './side-by-side.ts';

const together = sideBySide();

const NOTHING = '0'.repeat(40);
const COMPARE = { method: 'GET', path: /\/compare\// };
const PULLS_OF_COMMIT = { method: 'GET', path: /\/commits\/[0-9a-f]+\/pulls/ };
const OBJECTIVE = 'Bring the documentation up to date with the changes below.';

const aliceIn = ({ github }: Scene): Person => createPerson(github, 'alice');
const pushIn = ({ github }: Scene, nth = 1): Promise<GitHubEvent> => github.events.waitFor('push', undefined, nth);
const short = (sha: string) => sha.slice(0, 7);
const schedule: GitHubEvent = { name: 'schedule', payload: { schedule: '0 3 * * *' } };

/** The lines of the prompt's part on the changes, under its heading. */
function changesIn(scene: Scene): string[] {
  const [, ...parts] = promptOf(scene).split('\nFENCE ');
  const lines = parts.find((part) => part.startsWith('the changes'))?.split('\n') ?? [];
  return lines.slice(1);
}

/** One commit by alice, its push, and a run on that. */
async function runOnPush(
  scene: Scene,
  files: Record<string, string | Buffer | null>,
  inputs: Record<string, string> = {},
) {
  const sha = await aliceIn(scene).commit(files, 'Print one object a line\n\nIt was a table.');
  const event = await pushIn(scene);
  return { sha, event, result: await scene.run({ event, inputs: { timeout: '10s', ...inputs } }) };
}

const EDITS = { 'src/list.ts': 'print();\n', 'docs/cli.md': '# Command line\n', 'docs/index.md': null };

describe('a push', () => {
  together('is told by files with status and counts, subjects, and a link; no line of them', async () => {
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

  together.each([
    { paths: 'lib/**', left: null },
    { 'paths-ignore': '**/*.md\nsrc/**', left: null },
    { paths: 'docs/**', 'paths-ignore': 'docs/cli.md\ndocs/index.md', left: null },
    {
      paths: 'src/**\nlib/**',
      left: ['added: src/list.ts (+1 -0)', '[not listed, because the workflow leaves it out: 2 files]'],
    },
    {
      'paths-ignore': 'docs/**',
      left: ['added: src/list.ts (+1 -0)', '[not listed, because the workflow leaves it out: 2 files]'],
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

  together('of several commits: all of them, the oldest first', async () => {
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

  together('that deletes a branch is no request', async () => {
    await using scene = await createScene();
    await aliceIn(scene).commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature' });
    await aliceIn(scene).deleteBranch('feature');
    const result = await scene.run({ event: await pushIn(scene, 2) });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });

  together('of a new branch: what it adds to main, which went on meanwhile', async () => {
    await using scene = await createScene();
    const { number, alice } = await openPull(scene);
    expect(number).toBe(2);
    await alice.commit({ 'main.md': 'Main\n' }, 'Go on');
    const result = await scene.run({ event: await pushIn(scene) });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(changesIn(scene).slice(1).join()).not.toContain('main.md');
  });

  together('of the first commits of all: every file is new', async () => {
    await using scene = await createScene();
    await aliceIn(scene).commit({ 'src/list.ts': 'print();\n' }, 'Begin');
    const result = await scene.run({ event: as(await pushIn(scene), { before: NOTHING, created: true }) });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene).sort()).toEqual([
      ...['added: README.md', 'added: docs/cli.md', 'added: docs/index.md', 'added: src/list.ts'],
    ]);
  });

  together('of a tag changes no file: what to do must be said', async () => {
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

  together('by force, to another history: what differs, both ways', async () => {
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

  together('by force, back to an older commit: what is gone', async () => {
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

  together('by force, back to an older commit, where what is gone does not matter', async () => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    await alice.commit({ 'a.md': 'A\n' }, 'Add a');
    await alice.forcePush('main', String((await pushIn(scene)).payload.before));
    const result = await scene.run({ event: await pushIn(scene, 2), inputs: { paths: 'src/**' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(scene.service.requests).toEqual([]);
  });

  together('of more files than GitHub tells: what matters is looked for in all of them', async () => {
    await using scene = await createScene();
    const names = Array.from({ length: 320 }, (_, at) => `pages/${String(at).padStart(3, '0')}.md`);
    const files = Object.fromEntries(names.map((name) => [name, 'A\n']));
    const { event, result } = await runOnPush(scene, files, { paths: 'other/**' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(scene.service.requests).toEqual([]);
    await scene.run({ event, inputs: { paths: 'pages/319.md' } });
    expect(scene.sent('create')).toBe(1);
    expect(changesIn(scene)[0]).toMatch(/^added: pages\/319\.md/);
    expect(changesIn(scene)[1]).toBe('[not listed, because the workflow leaves it out: 319 files]');
  });
});

describe('a merge', () => {
  together.each(['merge', 'squash', 'rebase'] as const)(
    'by %s: the push that comes with it reports to the pull request',
    async (method) => {
      await using scene = await createScene();
      const { number, alice } = await openPull(scene);
      const { sha } = await alice.mergePull(number, method);
      const event = await pushIn(scene, 2);
      expect(event.payload).toMatchObject({ ref: 'refs/heads/main', after: sha });
      const result = await scene.run({ event });
      const [told, ...others] = await alice.readComments(number);
      expect(result).toMatchObject({
        exitCode: 0,
        annotations: [],
        outputs: { verdict: 'pull-request', commentUrl: told?.url },
      });
      expect(told?.body).toContain(`[acme/docs#3](${result.outputs.prLink})`);
      expect(others).toEqual([]);
      expect(await scene.comments()).toEqual([]);
      expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    },
  );

  together('is a request itself: with the words of the pull request and its changes', async () => {
    await using scene = await createScene();
    const { number, alice, url } = await openPull(scene);
    await alice.mergePull(number);
    const event = await scene.github.events.waitFor('pull_request', 'closed');
    const result = await scene.run({ event });
    const [told, ...others] = await alice.readComments(number);
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: told?.url },
    });
    expect(others).toEqual([]);
    expect(promptOf(scene)).toContain('alice merged the pull request below.');
    expect(promptOf(scene)).toContain(
      `FENCE pull request #${number} by alice, ${url}\nTitle: Add \`--json\`\n\nOne object`,
    );
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(promptOf(scene)).not.toContain('@@');
  });

  together('where nothing that matters was merged: skipped, and the pull request hears nothing', async () => {
    await using scene = await createScene();
    const { number, alice } = await openPull(scene);
    await alice.mergePull(number);
    const inputs = { 'paths-ignore': 'docs/**' };
    for (const event of [await scene.github.events.waitFor('pull_request', 'closed'), await pushIn(scene, 2)]) {
      expect(await scene.run({ event, inputs })).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    }
    expect(scene.service.requests).toEqual([]);
    expect(await alice.readComments(number)).toEqual([]);
  });

  together('with an issue number: reported there, and no pull request is looked for', async () => {
    await using scene = await createScene();
    const { number, alice } = await openPull(scene);
    await alice.mergePull(number);
    const inputs = { 'issue-number': String(scene.issue.number) };
    const result = await scene.run({ event: await pushIn(scene, 2), inputs });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(askedGitHub(scene).filter((request) => request.includes('/commits/'))).toEqual([]);
    expect(await scene.comments()).toHaveLength(1);
    expect(await alice.readComments(number)).toEqual([]);
  });

  together.each<{ fault: string; form: FaultForm; says: string }>([
    { fault: '500', form: { kind: 'answer', status: 500 }, says: 'GitHub answered 500' },
    { fault: '403', form: { kind: 'answer', status: 403 }, says: 'forbids it' },
    { fault: 'HTML', form: { kind: 'answer', status: 200, body: '<h1>Hi</h1>' }, says: 'not JSON' },
    { fault: 'something else', form: { kind: 'answer', status: 200, body: '[{}]' }, says: 'does not document' },
    { fault: 'no answer', form: { kind: 'hang' }, says: 'which pull request was merged' },
    { fault: 'reset', form: { kind: 'reset' }, says: 'the connection broke' },
  ])('cannot be looked up ($fault): one warning, and the job is unharmed', async ({ form, says }) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...form, ...PULLS_OF_COMMIT, times: Infinity });
    const { result } = await runOnPush(scene, EDITS);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
    expect(warnings(result)).toEqual([expect.stringContaining('No status comment: GitHub could not be asked')]);
    expect(warnings(result)[0]).toContain(says);
    expect(warnings(result)[0]).toContain('pull-requests: ');
    expect(await shown(scene, result)).not.toMatch(/<h1>|made to fail|undefined/);
    expect(scene.sent('create')).toBe(1);
  });
});

together.each(['4s', '7s'])(
  'the pull request of a push is not told in time: enough of a budget of %s is left for the job',
  async (timeout) => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'hang', ...PULLS_OF_COMMIT, times: Infinity });
    const { result } = await runOnPush(scene, EDITS, { timeout });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(result.duration).toBeLessThan(Number.parseInt(timeout, 10) * 1000 + 1_500);
  },
);

describe('what of the changes goes to the service', () => {
  together('patches: whole ones as far as they fit, and the names of the others', async () => {
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

  together('patches: as many whole ones as the budget holds', async () => {
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

  together('patches: only of what matters', async () => {
    await using scene = await createScene();
    await runOnPush(scene, EDITS, { context: 'patches', paths: 'src/**' });
    expect(promptOf(scene)).toContain('--- src/list.ts\n@@');
    expect(promptOf(scene)).not.toContain('docs/cli.md');
  });

  together('none: nothing, and GitHub is not asked what changed', async () => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, EDITS, { context: 'none', prompt: 'Refresh the pages.' });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toBe('Refresh the pages.');
    expect(askedGitHub(scene).filter((request) => request.includes('/compare/'))).toEqual([]);
  });

  together('none, with paths: GitHub is asked, and the service told nothing', async () => {
    await using scene = await createScene();
    const inputs = { context: 'none', prompt: 'Refresh the pages.', paths: 'src/**' };
    const { event } = await runOnPush(scene, EDITS, inputs);
    expect(promptOf(scene)).toBe('Refresh the pages.');
    const result = await scene.run({ event, inputs: { ...inputs, paths: 'lib/**' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(scene.sent('create')).toBe(1);
  });

  together('none, and no prompt: an error', async () => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, EDITS, { context: 'none' });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(scene.service.requests).toEqual([]);
  });

  const commands = ASKS.filter(({ what }) => /command on a pull request|review|line of code/.test(what));
  together.each([...commands])('by $what: no patch, whatever the workflow says', async ({ make }) => {
    await using scene = await createScene();
    const result = await scene.run({ event: await make(scene), inputs: { context: 'patches' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).not.toMatch(/@@|the patches/);
    expect(promptOf(scene)).toContain('/pull/2');
  });

  together('by a command on a pull request that changed nothing that matters: it is a request in words', async () => {
    await using scene = await createScene();
    const event = await comment(scene, (await openPull(scene)).number, '/docs explain the flag');
    const result = await scene.run({ event, inputs: { paths: 'lib/**' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toContain('explain the flag');
  });

  together.each(['a labelled pull request', 'an opened pull request'])(
    'by %s: the patches, where the workflow says so',
    async (what) => {
      await using scene = await createScene();
      const event = await ASKS.find((each) => each.what === what)?.make(scene);
      const result = await scene.run({ ...(event && { event }), inputs: { context: 'patches' } });
      expect(result.outputs.verdict).toBe('pull-request');
      expect(promptOf(scene)).toContain('--- docs/flag.md\n@@ -0,0 +1 @@\n+One object a line.');
    },
  );

  together('by an opened pull request that changed nothing that matters: skipped', async () => {
    await using scene = await createScene();
    const { event, number, alice } = await openPull(scene);
    const result = await scene.run({ event, inputs: { 'paths-ignore': '**/*.md' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(scene.service.requests).toEqual([]);
    expect(await alice.readComments(number)).toEqual([]);
  });
});

describe('changes that the workflow names', () => {
  together('are described instead of the event’s own', async () => {
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

  together('go with a release, too', async () => {
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

  together('that are none: nothing is spent', async () => {
    await using scene = await createScene();
    await aliceIn(scene).createTag('v1.0.0');
    const result = await scene.run({ event: schedule, inputs: { compare: 'v1.0.0...main' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(result.log).toContain('no file changed');
    expect(scene.service.requests).toEqual([]);
  });

  together.each(['v0.9.0...main', 'main...nowhere'])('that GitHub does not know: %s', async (compare) => {
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
  together.each<{ fault: string; form: FaultForm; says: string; inputs?: Record<string, string> }>([
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

  together('the tree of a history that was rewritten: an error too', async () => {
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
