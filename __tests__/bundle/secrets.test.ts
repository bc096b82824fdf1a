import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { ServiceFault as Fault } from '../../sandbox/service/service.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { type BundleScene, createBundleScene, dispatch, shown } from '../support/scene.ts';

const together = concurrentTests();

/** All that a process printed, wrote for the runner and left in the thread, also without Markdown's escapes. */
async function tracesOf(scene: BundleScene, result: StepResult): Promise<string> {
  // The runner executes these lines, and does not show them.
  const printed = result.rawLog.replaceAll(/^::add-mask::.*$/gm, '');
  const text = [printed, await shown(scene, result), ...Object.values(result.state)].join('\n');
  return `${text}\n${text.replaceAll('\\', '').replaceAll('&#8203;', '')}`;
}

/** The key, the token, and the line that fences untrusted text in the prompt of the first job. */
function secretsOf({ service, github }: BundleScene): string[] {
  const prompt = service.jobs[0]?.turns[0]?.prompt ?? '';
  const [fence] = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/.exec(prompt) ?? [];
  return [service.key, github.tokens.action, ...(fence ? [fence] : [])];
}

async function expectNoneIn(scene: BundleScene, result: StepResult, more = ''): Promise<void> {
  const traces = (await tracesOf(scene, result)) + more;
  for (const secret of secretsOf(scene)) expect(traces).not.toContain(secret);
}

const TIMEOUT = { timeout: '1m' };

interface Echo {
  readonly when: string;
  readonly verdict: string;
  /** What the service answers, with the key in it. */
  readonly fault?: (key: string) => Fault;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const ECHOES: readonly Echo[] = [
  { when: 'a job opens a pull request', verdict: 'pull-request' },
  { when: 'debug logging is switched on', verdict: 'pull-request', env: { RUNNER_DEBUG: '1' } },
  { when: 'a dry run shows the prompt', verdict: 'skipped', inputs: { 'dry-run': 'true' } },
  {
    when: 'the service answers 401 with the key',
    verdict: 'error',
    fault: (key) => ({ operation: 'create', kind: 'answer', status: 401, body: `Bad header: Bearer ${key}` }),
  },
  {
    when: 'the service answers 500 with the key',
    verdict: 'unconfirmed',
    fault: (key) => ({ operation: 'create', kind: 'answer', status: 500, body: JSON.stringify({ key }) }),
  },
  {
    when: 'the service redirects to an address that holds the key',
    verdict: 'error',
    fault: (key) => ({
      operation: 'create',
      kind: 'answer',
      status: 307,
      headers: { location: `https://${key}.example/${key}` },
    }),
  },
];

together.each(ECHOES)(
  'no secret appears in what the process prints and writes when $when',
  async ({ verdict, fault, inputs, env }) => {
    await using scene = await createBundleScene();
    if (fault) scene.service.faults.add(fault(scene.service.key));
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    const result = await scene.run({
      env: { ...env, HOME: folder, TMPDIR: folder, RUNNER_TEMP: folder },
      workspace: folder,
      inputs: { ...TIMEOUT, notify: 'true', ...inputs },
    });
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true });
    expect(result.outputs.verdict).toBe(verdict);
    expect(result.masks).toEqual(expect.arrayContaining(secretsOf(scene)));
    expect(left).toEqual([]);
    await expectNoneIn(scene, result);
  },
);

together('the masks of key and token are the first lines that the process prints', async () => {
  await using scene = await createBundleScene();
  const { rawLog } = await scene.run({ inputs: { timeout: 'soon' } });
  const [first, second] = rawLog.split('\n');
  const [key, token] = secretsOf(scene);
  expect([first, second]).toEqual([`::add-mask::${key}`, `::add-mask::${token}`]);
});

together('no secret appears in what the post step prints when GitHub answers with the token', async () => {
  await using scene = await createBundleScene({ job: { seconds: 60 } });
  const step = scene.start({ inputs: TIMEOUT });
  await scene.until('the status was read', () => scene.sent('get') > 0);
  step.kill('SIGKILL');
  const main = await step.result;
  const body = JSON.stringify({ message: scene.github.tokens.action });
  scene.github.faults.add({ kind: 'answer', status: 403, body, method: 'PATCH', path: /comments/, times: Infinity });
  const post = await scene.runPost(main);
  expect(post.log).toContain('issues: write');
  await expectNoneIn(scene, main);
  await expectNoneIn(scene, post);
});

together('no secret appears in an export and its file', async () => {
  await using scene = await createBundleScene();
  const workspace = mkdtempSync(join(tmpdir(), 'secrets-'));
  const inputs = { operation: 'visitors', notify: '', 'visitors-file': 'visitors.csv' };
  const result = await scene.run({ event: dispatch(), workspace, inputs: { ...TIMEOUT, ...inputs } });
  const file = readFileSync(join(workspace, 'visitors.csv'), 'utf8');
  rmSync(workspace, { recursive: true });
  expect(result.outputs.verdict).toBe('exported');
  await expectNoneIn(scene, result, file);
});
