import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import {
  alice,
  as,
  askedGitHub,
  changesIn,
  EDITS,
  mergePull,
  OBJECTIVE,
  openPull,
  promptOf,
  pushIn,
  runOnPush,
  short,
  workflowRun,
  written,
} from '../../support/events.ts';
import { expectNothingAsked, expectNothingDone } from '../../support/expectations.ts';
import { onGitHub, respond } from '../../support/faults.ts';
import { shown } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

const PULLS_OF_COMMIT = 'GET /commits/[0-9a-f]+/pulls';

describe('a push', () => {
  test('sends files with status and counts, commit subjects and a link, but no patches', async (scene) => {
    const { sha, event, result } = await runOnPush(scene, EDITS);
    expect(result).toMatchObject({
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: '' },
    });
    expect(promptOf(scene)).toMatch(
      new RegExp(`^${OBJECTIVE}[^\n]+\n\n[^\n]+\n\nPush to a branch by alice\\. `),
    );
    const link = `${scene.github.url}/acme/docs/compare/${event.payload.before}...${sha}`;
    expect(promptOf(scene)).toContain(`\nFENCE the changes\n${link}\n`);
    expect(changesIn(scene)).toEqual([
      'modified: docs/cli.md (+0 -4)',
      'removed: docs/index.md (+0 -3)',
      'added: src/list.ts (+1 -0)',
      '',
      'Commits, the oldest first:',
      `${short(sha)} Print one object per line (alice)`,
    ]);
    expect(promptOf(scene)).not.toMatch(/@@|print\(\)|It was a table/);
    expect(result.log).toContain('Context: 3 files, 1 commit, no patches');
    expect(written(scene)).toEqual([
      `POST /repos/acme/docs/issues/${result.outputs.prNumber}/comments`,
    ]);
  });

  test('without a selected file is skipped', async (scene) => {
    const { result } = await runOnPush(scene, EDITS, {
      paths: '**\n!src/**',
      'paths-ignore': 'docs/*.md',
    });
    expect(result.outputs).toMatchObject({ verdict: 'skipped', jobId: '' });
    expect(result.log).toContain(
      'all 3 changed files (`docs/cli.md`, …) are excluded by `paths` and `paths-ignore`',
    );
    expectNothingDone(scene);
  });

  test('sends the selected files and patches, and counts the others', async (scene) => {
    const { result } = await runOnPush(scene, EDITS, {
      paths: 'src/**\nlib/**',
      context: 'patches',
    });
    expect(result.outputs.verdict).toBe('pull-request');
    const [added, excluded] = changesIn(scene);
    expect([added, excluded]).toEqual([
      'added: src/list.ts (+1 -0)',
      '[excluded by the workflow: 2 files]',
    ]);
    expect(promptOf(scene)).toContain('--- src/list.ts\n@@');
    expect(promptOf(scene)).not.toContain('docs/cli.md');
  });

  test('of several commits sends all of them, the oldest first', async (scene) => {
    const first = await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a');
    const second = await alice(scene).commit({ 'src/a.ts': '1\n2\n' }, 'Go on with a');
    const last = (await pushIn(scene, 2)).payload;
    const { before } = (await pushIn(scene)).payload;
    const result = await scene.run({ event: as({ name: 'push', payload: last }, { before }) });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)).toEqual([
      'added: src/a.ts (+2 -0)',
      '',
      'Commits, the oldest first:',
      `${short(first)} Add a (alice)`,
      `${short(second)} Go on with a (alice)`,
    ]);
  });

  test('to a feature branch is skipped, but with `branches` it sends its changes', async (scene) => {
    await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a', { branch: 'feature/a' });
    await alice(scene).commit({ 'src/a.ts': '1\n2\n' }, 'Go on with a', { branch: 'feature/a' });
    const event = await pushIn(scene, 2);
    const skipped = await scene.run({ event });
    expect(skipped.outputs.verdict).toBe('skipped');
    expect(skipped.log).toContain(
      'a push to the branch `feature/a` is not a request; a push to the default branch',
    );
    expectNothingAsked(scene);
    const inputs = { branches: 'release/*\nfeature/**' };
    const created = await scene.run({ event: await pushIn(scene), inputs });
    expect(created.outputs.verdict).toBe('skipped');
    expect(created.log).toContain('a push that creates a branch is not a request');
    const result = await scene.run({ event, inputs });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)[0]).toBe('modified: src/a.ts (+1 -0)');
  });

  test('of a tag is skipped, but with `compare` it sends the changes that this names', async (scene) => {
    await alice(scene).createTag('v1.0.0');
    await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a');
    await alice(scene).createTag('v1.1.0');
    const event = await pushIn(scene, 3);
    expect(event.payload.ref).toBe('refs/tags/v1.1.0');
    const skipped = await scene.run({ event, inputs: { prompt: 'Even so.' } });
    expect(skipped.outputs.verdict).toBe('skipped');
    expectNothingAsked(scene);
    const result = await scene.run({ event, inputs: { compare: 'v1.0.0...v1.1.0' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toMatch(
      /Push of a tag by alice\. .*\n\nFENCE the push\nTag: v1\.1\.0\nFENCE /s,
    );
    expect(changesIn(scene)[0]).toBe('added: src/a.ts (+1 -0)');
  });

  test('that rewrites history sends the differences in both directions', async (scene) => {
    const other = await alice(scene).commit({ 'b.md': 'B\n' }, 'Add b', { branch: 'other' });
    const old = await alice(scene).commit({ 'a.md': 'A\n' }, 'Add a');
    await alice(scene).forcePush('main', other);
    const event = await pushIn(scene, 3);
    expect(event.payload).toMatchObject({ before: old, after: other, forced: true });
    const result = await scene.run({ event });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene).slice(0, 2)).toEqual([
      'added: b.md (+1 -0)',
      '[GitHub does not list all changed files]',
    ]);
  });

  test('of more than 300 files is a request whatever `paths` say, and log and summary say so', async (scene) => {
    const names = Array.from({ length: 320 }, (_, at) => `pages/${String(at).padStart(3, '0')}.md`);
    const files = Object.fromEntries(names.map((name) => [name, 'A\n']));
    const { result } = await runOnPush(scene, files, { paths: 'other/**' });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(changesIn(scene)).toContain('[GitHub does not list all changed files]');
    for (const text of [result.log, result.summary])
      expect(text).toMatch(/`?paths`? was not applied/);
  });
});

describe('a merge', () => {
  test.each(['merge', 'rebase'] as const)(
    '(`%s`) is reported in its pull request by its push',
    async (scene, method) => {
      const { number, alice } = await openPull(scene);
      const { sha } = await alice.mergePull(number, method);
      const event = await pushIn(scene, 2);
      expect(event.payload).toMatchObject({ ref: 'refs/heads/main', after: sha });
      const result = await scene.run({ event });
      const [own] = exactly(1, await alice.readComments(number));
      expect(result).toMatchObject({
        annotations: [],
        outputs: { verdict: 'pull-request', commentUrl: own?.url },
      });
      expect(own?.body).toContain(`[acme/docs#3](${result.outputs.prLink})`);
      expect(own?.body).toMatch(/^> (Merge pull request|Explain the flag).* — alice$/m);
      expect(await scene.comments()).toEqual([]);
      expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    },
  );

  test('sends the text of the pull request and its changes', async (scene) => {
    const { number, alice, url, event } = await mergePull(scene);
    const result = await scene.run({ event });
    const [own] = exactly(1, await alice.readComments(number));
    expect(result).toMatchObject({
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: own?.url },
    });
    expect(promptOf(scene)).toContain(`Pull request #${number} merged by alice.`);
    expect(promptOf(scene)).toContain(
      `FENCE pull request #${number} by alice, ${url}\nTitle: Add \`--json\`\n\nOne object`,
    );
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(promptOf(scene)).not.toContain('@@');
  });

  test('is reported in the thread that `issue-number` names, and only the newest commit is judged', async (scene) => {
    const { number, alice } = await mergePull(scene);
    const inputs = { 'issue-number': String(scene.issue.number) };
    const result = await scene.run({ event: await pushIn(scene, 2), inputs });
    expect(result.outputs.verdict).toBe('pull-request');
    const searched = askedGitHub(scene).filter((request) => request.includes('/commits/'));
    expect(searched).toHaveLength(1);
    expect(await scene.comments()).toHaveLength(1);
    expect(await alice.readComments(number)).toEqual([]);
  });

  test('creates no job if GitHub forbids the search for its pull request, and names the permission', async (scene) => {
    onGitHub(scene, PULLS_OF_COMMIT, 403);
    const { result } = await runOnPush(scene, EDITS, { timeout: '4s' });
    expect(result.outputs).toMatchObject({ verdict: 'error', commentUrl: '' });
    expect(result.annotations[0]?.message).toContain('`pull-requests: read`');
    expect(await shown(scene, result)).not.toContain('made to fail');
    expect(scene.sent('create')).toBe(0);
  });

  test.each<{ fault: string; form: FaultForm }>([
    { fault: '502 with HTML', form: respond(502, '<h1>Unicorn</h1>') },
    { fault: '401', form: respond(401) },
    { fault: '429', form: respond(429) },
    { fault: 'no response', form: { kind: 'hang' } },
  ])(
    'creates no job if the search gets $fault, and a re-run creates one',
    async (scene, { form }) => {
      onGitHub(scene, PULLS_OF_COMMIT, form);
      const { event, result } = await runOnPush(scene, EDITS, { timeout: '4s' });
      expect(result.outputs).toMatchObject({ verdict: 'error', jobId: '' });
      expect(scene.sent('create')).toBe(0);
      scene.github.faults.clear();
      const again = await scene.run({ event, run: { attempt: 2 } });
      expect(again.outputs.verdict).toBe('pull-request');
      expect(scene.sent('create')).toBe(1);
    },
  );
});

describe('a successful workflow run', () => {
  test('sends the changes of its commit since the first parent, and is reported in the merged pull request', async (scene) => {
    const { number, alice } = await openPull(scene);
    await alice.commit({ 'src/a.ts': '1\n' }, 'Add a');
    await alice.mergePull(number);
    const event = workflowRun(await pushIn(scene, 3));
    const result = await scene.run({ event });
    const [own] = await alice.readComments(number);
    expect(result).toMatchObject({
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: own?.url },
    });
    expect(own?.body).toMatch(/^> Merge pull request .* — /m);
    expect(promptOf(scene).startsWith(OBJECTIVE)).toBe(true);
    expect(promptOf(scene)).toMatch(
      /Successful workflow run, started by alice\. .*\n\nFENCE the workflow run\nBranch: main\nFENCE the changes/s,
    );
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(changesIn(scene).join()).not.toContain('src/a.ts');
    const again = await scene.run({ event, run: { id: 2 } });
    expect(again.outputs.jobId).toBe(result.outputs.jobId);
    expect(scene.sent('create')).toBe(1);
  });

  test.each([
    ['of a fork', { head_repository: { id: 99 } }],
    ['for a pull request', { event: 'pull_request' }],
    ['that failed', { conclusion: 'failure' }],
    ['on a feature branch', { head_branch: 'feature' }],
  ])('%s causes no request to the service or GitHub', async (scene, _, run) => {
    await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a');
    const event = workflowRun(await pushIn(scene), run);
    scene.github.requests.length = 0;
    const result = await scene.run({ event, inputs: { prompt: 'Even so.' } });
    expect(result.outputs).toMatchObject({ verdict: 'skipped', jobId: '' });
    expect(result.log).toContain('is not a request; ');
    expectNothingAsked(scene);
  });
});
