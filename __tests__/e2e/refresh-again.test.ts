import { expect } from '@jest/globals';
import { AGAIN, onlyComment } from './re-running.ts';
import { analytics, refresh, row } from './refreshing.ts';
import { createScene, type Scene } from './scene.ts';
import { sideBySide } from './side-by-side.ts';

const together = sideBySide();

const WORKING = { job: { seconds: 1_000 } };

/** A refresh that nobody waits for. */
async function started(scene: Scene, inputs: Record<string, string> = {}, run = {}): Promise<string> {
  const { outputs } = await refresh(scene, { wait: 'false', ...inputs }, { run });
  expect(outputs.verdict).toBe('started');
  return outputs.jobId ?? '';
}

together.each([
  { what: 'no page was visited', fault: analytics([]) },
  { what: 'no page is left', fault: analytics([row('/other')]), paths: '/guides/**' },
  {
    what: 'the analytics are refused',
    fault: { operation: 'visitors', kind: 'answer', status: 401 } as const,
  },
  {
    what: 'their quota is used up',
    fault: { operation: 'visitors', kind: 'answer', status: 429, headers: { 'retry-after': '3600' } } as const,
  },
])('run again when $what: it waits for the job that is there', async ({ fault, paths = '' }) => {
  await using scene = await createScene(WORKING);
  const jobId = await started(scene, { paths });
  scene.service.script({ seconds: 0 }, jobId);
  scene.service.faults.add(fault);
  const again = await refresh(scene, { paths }, AGAIN);
  expect(again).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId } });
  expect((await onlyComment(scene))?.body).toContain('Pull request ready');
  expect(scene.sent('create')).toBe(1);
});

together('of the same pages while a job is open it is the same job, and of other pages another', async () => {
  await using scene = await createScene(WORKING);
  const guides = await started(scene, { paths: '/guides/**' }, { id: 1 });
  expect(await started(scene, { paths: '/guides/**' }, { id: 2 })).toBe(guides);
  expect(await started(scene, { paths: '/cli/**' }, { id: 3 })).not.toBe(guides);
});
