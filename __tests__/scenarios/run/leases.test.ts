import { expect, test } from '@jest/globals';
import { createScene } from '../../support/scene.ts';

const MINUTE = 60_000;

test('the lease of a killed run ends with its timeout, although its create had to wait for half an hour', async () => {
  await using scene = await createScene({ job: { seconds: 3_600 } });
  scene.service.faults.add({ operation: 'create', kind: 'answer', status: 429, headers: { 'retry-after': '1800' } });
  const killed = scene.start({ inputs: { timeout: '40m' } });
  await scene.clock.pass(31 * MINUTE);
  killed.kill('SIGKILL');
  expect(scene.service.jobs).toHaveLength(1);
  await scene.clock.pass(10 * MINUTE);
  const second = await scene.run({ run: { id: 8 }, inputs: { timeout: '2h' } });
  expect([second.outputs.verdict, scene.service.jobs.length]).toEqual(['pull-request', 1]);
});
