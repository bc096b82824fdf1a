import { expect, test } from '@jest/globals';
import { serveBytes } from '../support/loopback.ts';
import { createBundleScene, dispatch } from '../support/scene.ts';

/** Milliseconds after its report in which a process is gone: 1 s, and what a busy machine adds. */
const GONE = 6_000;
/** Milliseconds that a report may take after the timeout. */
const REPORTING = 15_000;
/** Milliseconds after which a process that stays is killed, so that a failure ends the test. */
const PATIENCE = 45_000;

test('a proxy that drips its answer is an `error`, and the process ends right after its report', async () => {
  let dripped = 0;
  await using proxy = await serveBytes((socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\nx-drip: ');
    const drip = setInterval(() => socket.write('x', () => dripped++), 100);
    socket.on('close', () => clearInterval(drip));
  });
  await using scene = await createBundleScene();
  const inputs = { 'base-url': 'https://127.0.0.1:9', prompt: 'Explain the flag.', timeout: '10s' };
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
  let lastLine = 0;
  const onLine = () => {
    lastLine = performance.now();
  };
  const started = scene.start({ event: dispatch(), inputs, env, onLine });
  const killer = setTimeout(() => started.kill('SIGKILL'), PATIENCE);
  const result = await started.result;
  clearTimeout(killer);
  expect(result).toMatchObject({
    exitCode: 1,
    signal: null,
    outputs: { verdict: 'error', jobId: '' },
  });
  expect(result.log).toContain('no connection could be opened');
  expect(dripped).toBeGreaterThan(0);
  expect(result.duration).toBeLessThan(10_000 + REPORTING);
  expect(performance.now() - lastLine).toBeLessThan(GONE);
});
