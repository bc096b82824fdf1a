import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { onGitHub, onService, respond } from '../support/faults.ts';
import { createBundleScene, dispatch, startPolling } from '../support/scene.ts';

const together = concurrentTests();
const TIMEOUT = { timeout: '1m' };

interface Case {
  readonly when: string;
  readonly verdict: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

// That key, token and fence appear nowhere is tested after each step of every scene.
together.each<Case>([
  { when: 'a job opens a pull request', verdict: 'pull-request' },
  { when: 'debug logging is switched on', verdict: 'pull-request', env: { RUNNER_DEBUG: '1' } },
  { when: 'a dry run shows the prompt', verdict: 'skipped', inputs: { 'dry-run': 'true' } },
  { when: 'the service answers 500 with the key', verdict: 'unconfirmed' },
])(
  'the process masks key and token, and leaves no file, when $when',
  async ({ verdict, inputs, env }) => {
    await using scene = await createBundleScene();
    if (verdict === 'unconfirmed')
      onService(scene, 'create', respond(500, JSON.stringify({ key: scene.service.key })));
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    const result = await scene.run({
      env: { ...env, HOME: folder, TMPDIR: folder, RUNNER_TEMP: folder },
      workspace: folder,
      inputs: { ...TIMEOUT, notify: 'true', ...inputs },
    });
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true });
    expect(result.outputs.verdict).toBe(verdict);
    expect(result.masks).toEqual(
      expect.arrayContaining([scene.service.key, scene.github.tokens.action]),
    );
    expect(left).toEqual([]);
  },
);

together('the masks of key and token are the first lines that the process prints', async () => {
  await using scene = await createBundleScene();
  const { rawLog } = await scene.run({ inputs: { timeout: 'soon' } });
  const [key, token] = [scene.service.key, scene.github.tokens.action];
  expect(rawLog.split('\n').slice(0, 2)).toEqual([`::add-mask::${key}`, `::add-mask::${token}`]);
});

together('the post step shows nothing of a token that GitHub answers with', async () => {
  await using scene = await createBundleScene({ job: { seconds: 60 } });
  const step = await startPolling(scene, { inputs: TIMEOUT });
  step.kill('SIGKILL');
  const main = await step.result;
  onGitHub(
    scene,
    'PATCH comments',
    respond(403, JSON.stringify({ message: scene.github.tokens.action })),
  );
  expect((await scene.runPost(main)).log).toContain('issues: write');
});

together('the file of an export holds no secret', async () => {
  await using scene = await createBundleScene();
  const workspace = mkdtempSync(join(tmpdir(), 'secrets-'));
  const inputs = { ...TIMEOUT, operation: 'visitors', notify: '', 'visitors-file': 'visitors.csv' };
  const result = await scene.run({ event: dispatch(), workspace, inputs });
  const file = readFileSync(join(workspace, 'visitors.csv'), 'utf8');
  rmSync(workspace, { recursive: true });
  expect(result.outputs.verdict).toBe('exported');
  for (const secret of [scene.service.key, scene.github.tokens.action])
    expect(file).not.toContain(secret);
});
