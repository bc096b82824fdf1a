import { describe, expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/github/faults.ts';
import { as, askedGitHub, openPull, promptOf, written } from '../../support/events.ts';
import {
  aliceIn,
  changesIn,
  EDITS,
  OBJECTIVE,
  PULLS_OF_COMMIT,
  pushIn,
  runOnPush,
  short,
} from '../../support/pushes.ts';
import { createScene, shown, warnings } from '../../support/scene.ts';

describe('a push', () => {
  test('sends files with status and counts, commit subjects and a link, but no patches', async () => {
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

  test('without a selected file is skipped', async () => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, EDITS, { paths: '**\n!src/**', 'paths-ignore': 'docs/*.md' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '' } });
    expect(result.log).toContain(
      'Nothing to do · all 3 changed files (`docs/cli.md`, …) are excluded by `paths` and `paths-ignore`',
    );
    expect(scene.service.requests).toEqual([]);
    expect(written(scene)).toEqual([]);
  });

  test('sends the selected files and patches, and counts the others', async () => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, EDITS, { paths: 'src/**\nlib/**', context: 'patches' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(changesIn(scene).slice(0, 3)).toEqual([
      'added: src/list.ts (+1 -0)',
      '[left out by the workflow: 2 files]',
      '',
    ]);
    expect(promptOf(scene)).toContain('--- src/list.ts\n@@');
    expect(promptOf(scene)).not.toContain('docs/cli.md');
  });

  test('of several commits sends all of them, the oldest first', async () => {
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

  test('of a new branch sends what it adds to the default branch, which has newer commits', async () => {
    await using scene = await createScene();
    const { number, alice } = await openPull(scene);
    expect(number).toBe(2);
    await alice.commit({ 'main.md': 'Main\n' }, 'Go on');
    const result = await scene.run({ event: await pushIn(scene) });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(changesIn(scene).slice(1).join()).not.toContain('main.md');
  });

  test('of a tag brings no changes, and needs a prompt', async () => {
    await using scene = await createScene();
    await aliceIn(scene).createTag('v1.0.0');
    const event = await pushIn(scene);
    const failed = await scene.run({ event });
    expect(failed).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(failed.log).toContain('Set `prompt` to what the agent shall do.');
    expect(scene.service.requests).toEqual([]);
    const result = await scene.run({ event, inputs: { prompt: 'Write the page on this release.', paths: 'src/**' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toContain('Write the page on this release.');
    expect(askedGitHub(scene)).toEqual([]);
  });

  test('that rewrites history sends the differences in both directions', async () => {
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

  test('of more than 300 files is compared by its trees, so that `paths` apply to all of them', async () => {
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

describe('a merge', () => {
  test.each(['merge', 'rebase'] as const)(
    '(method `%s`) is reported in the pull request, if the trigger is its push',
    async (method) => {
      await using scene = await createScene();
      const { number, alice } = await openPull(scene);
      const { sha } = await alice.mergePull(number, method);
      const event = await pushIn(scene, 2);
      expect(event.payload).toMatchObject({ ref: 'refs/heads/main', after: sha });
      const result = await scene.run({ event });
      const [own, ...others] = await alice.readComments(number);
      expect(result).toMatchObject({
        exitCode: 0,
        annotations: [],
        outputs: { verdict: 'pull-request', commentUrl: own?.url },
      });
      expect(own?.body).toContain(`[acme/docs#3](${result.outputs.prLink})`);
      expect(others).toEqual([]);
      expect(await scene.comments()).toEqual([]);
      expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    },
  );

  test('sends the text of the pull request and its changes', async () => {
    await using scene = await createScene();
    const { number, alice, url } = await openPull(scene);
    await alice.mergePull(number);
    const event = await scene.github.events.waitFor('pull_request', 'closed');
    const result = await scene.run({ event });
    const [own, ...others] = await alice.readComments(number);
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: own?.url },
    });
    expect(others).toEqual([]);
    expect(promptOf(scene)).toContain('alice merged the pull request below.');
    expect(promptOf(scene)).toContain(
      `FENCE pull request #${number} by alice, ${url}\nTitle: Add \`--json\`\n\nOne object`,
    );
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(promptOf(scene)).not.toContain('@@');
  });

  test('without a selected file is skipped, and causes no comment', async () => {
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

  test('is reported in the thread that `issue-number` names, without a search for the pull request', async () => {
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

  test('is not reported if GitHub forbids the search for the pull request: one warning, and the job is created', async () => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'answer', status: 403, ...PULLS_OF_COMMIT, times: Infinity });
    const { result } = await runOnPush(scene, EDITS, { timeout: '4s' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
    expect(warnings(result)).toEqual([expect.stringContaining('No status comment: GitHub could not be asked')]);
    expect(warnings(result)[0]).toContain('pull-requests: ');
    expect(await shown(scene, result)).not.toMatch(/made to fail|undefined/);
    expect(scene.sent('create')).toBe(1);
  });

  test.each<{ fault: string; form: FaultForm }>([
    { fault: '500', form: { kind: 'answer', status: 500 } },
    { fault: '502 with HTML', form: { kind: 'answer', status: 502, body: '<h1>Unicorn</h1>' } },
    { fault: '401', form: { kind: 'answer', status: 401 } },
    { fault: '429', form: { kind: 'answer', status: 429 } },
    { fault: 'a rate limit', form: { kind: 'answer', status: 403, headers: { 'retry-after': '60' } } },
    { fault: 'a reset', form: { kind: 'reset' } },
    { fault: 'no response', form: { kind: 'hang' } },
    { fault: 'half a response', form: { kind: 'truncate' } },
  ])('creates no job if the search for the pull request gets $fault, and a re-run creates one', async ({ form }) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...form, ...PULLS_OF_COMMIT, times: Infinity });
    const { event, result } = await runOnPush(scene, EDITS, { timeout: '4s' });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
    expect(scene.sent('create')).toBe(0);
    scene.github.faults.clear();
    const again = await scene.run({ event, run: { attempt: 2 } });
    expect(again).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(scene.sent('create')).toBe(1);
  });
});
