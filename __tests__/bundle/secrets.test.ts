import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { onService, respond } from '../support/faults.ts';
import { createBundleScene } from '../support/scene.ts';

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
