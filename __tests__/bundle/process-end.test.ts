import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { runStep, type StepOptions, type StepResult } from '../../sandbox/runner/step.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { serveBytes } from '../support/loopback.ts';
import { type BundleScene, createBundleScene, dispatch } from '../support/scene.ts';
import { createBundleExportScene } from '../support/visitors-scene.ts';

/** Milliseconds after its report in which a process is gone: 1 s, and what a busy machine adds. */
const GONE = 6_000;
/** Milliseconds that a report may take after the timeout. */
const REPORTING = 15_000;
/** Milliseconds after which a process that stays is killed, so that a failure ends the test. */
const PATIENCE = 45_000;
const LOOKUP = 'looking up ';

let room = '';
const resolverThatNeverAnswers = () => ({ NODE_OPTIONS: `--require ${join(room, 'hook.cjs')}` });
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'resolver-'));
  execFileSync('mkfifo', [join(room, 'fifo')]);
  // `getaddrinfo` holds a thread of libuv until it answers. So does opening a pipe without a writer.
  const hook = `require('node:dns').lookup = (name) => {
    process.stderr.write('${LOOKUP}' + name + '\\n');
    require('node:fs').open(${JSON.stringify(join(room, 'fifo'))}, () => {});
  };`;
  writeFileSync(join(room, 'hook.cjs'), hook);
});
afterAll(() => rmSync(room, { recursive: true }));
const together = concurrentTests(); // in a hook after the one above

interface Ended {
  readonly result: StepResult;
  /** Milliseconds from the last line of its log to the end of the process. */
  readonly lingered: number;
}

/** Runs a step, which gets a signal when it says that it looks up a name. */
async function runToEnd(
  scene: BundleScene,
  { onLookup, ...step }: Omit<Partial<StepOptions>, 'actionDir'> & { readonly onLookup?: NodeJS.Signals },
): Promise<Ended> {
  let lastLine = 0;
  const started = scene.start({
    ...step,
    onLine(line) {
      lastLine = performance.now();
      if (onLookup && line.startsWith(LOOKUP)) started.kill(onLookup);
    },
  });
  const killer = setTimeout(() => started.kill('SIGKILL'), PATIENCE);
  const result = await started.result;
  clearTimeout(killer);
  return { result, lingered: performance.now() - lastLine };
}

together('a service whose name never resolves is an `error`, and the process ends right after its report', async () => {
  await using scene = await createBundleScene();
  const inputs = { 'base-url': 'https://docs.example.com', timeout: '12s' };
  const { result, lingered } = await runToEnd(scene, { inputs, env: resolverThatNeverAnswers() });
  const [comment] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict: 'error', jobId: '' } });
  expect(result.log).toContain(`${LOOKUP}docs.example.com`);
  for (const place of [result.log, result.summary, comment?.body])
    expect(place).toContain('no connection could be opened');
  expect(result.duration).toBeLessThan(12_000 + REPORTING);
  expect(lingered).toBeLessThan(GONE);
});

together('a GitHub whose name never resolves is an `error`, and the process ends right after its report', async () => {
  await using scene = await createBundleScene();
  const env = { ...resolverThatNeverAnswers(), GITHUB_API_URL: 'https://api.github.example' };
  const { result, lingered } = await runToEnd(scene, { inputs: { timeout: '12s' }, env });
  expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict: 'error', jobId: '' } });
  expect(result.log).toContain(`${LOOKUP}api.github.example`);
  expect(scene.service.requests).toEqual([]);
  expect(result.duration).toBeLessThan(12_000 + REPORTING);
  expect(lingered).toBeLessThan(GONE);
});

together(
  'a cancel while a name is being resolved is `cancelled`, and the process ends right after its report',
  async () => {
    await using scene = await createBundleScene();
    const inputs = { 'base-url': 'https://docs.example.com', prompt: 'Explain the flag.', timeout: '1m' };
    const event = dispatch();
    const env = resolverThatNeverAnswers();
    const { result, lingered } = await runToEnd(scene, { event, inputs, env, onLookup: 'SIGTERM' });
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', jobId: '' } });
    expect(lingered).toBeLessThan(GONE);
  },
);

together('a proxy that drips its answer is an `error`, and the process ends right after its report', async () => {
  let dripped = 0;
  await using proxy = await serveBytes((socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\nx-drip: ');
    const drip = setInterval(() => socket.write('x', () => dripped++), 100);
    socket.on('close', () => clearInterval(drip));
  });
  await using scene = await createBundleScene();
  const inputs = { 'base-url': 'https://127.0.0.1:9', prompt: 'Explain the flag.', timeout: '10s' };
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
  const { result, lingered } = await runToEnd(scene, { event: dispatch(), inputs, env });
  expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict: 'error', jobId: '' } });
  expect(result.log).toContain('no connection could be opened');
  expect(dripped).toBeGreaterThan(0);
  expect(result.duration).toBeLessThan(10_000 + REPORTING);
  expect(lingered).toBeLessThan(GONE);
});

together('an export ends in the process in which it began, as no file is open then', async () => {
  await using scene = await createBundleExportScene({ visitors: { pages: 10, seed: 1 } });
  const [hook, ended] = [join(room, 'on-exit.cjs'), join(room, 'ended')];
  writeFileSync(hook, `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(ended)}, ''));`);
  const context = scene.contextOf({ 'visitors-file': 'visitors.csv' });
  const { result } = runStep({ ...context, env: { NODE_OPTIONS: `--require ${hook}` } });
  expect(await result).toMatchObject({ exitCode: 0, outputs: { verdict: 'exported' } });
  expect(existsSync(ended)).toBe(true);
});
