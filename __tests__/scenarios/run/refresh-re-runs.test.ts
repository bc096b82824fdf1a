import { expect, test } from '@jest/globals';
import { command, told } from '../../support/conversation.ts';
import { AGAIN, onlyComment } from '../../support/re-runs.ts';
import { analytics, refresh, row, WEEKLY } from '../../support/refresh.ts';
import { createScene, type Scene } from '../../support/scene.ts';

const REFUSED = { operation: 'visitors', kind: 'answer', status: 401 } as const;
const BUSY = { ...REFUSED, status: 429, headers: { 'retry-after': '3600' } } as const;
const WORKING = { job: { seconds: 1_000 } };

/** A refresh that nobody waits for. */
async function started(scene: Scene, inputs: Record<string, string> = {}, run = {}): Promise<string> {
  const { outputs } = await refresh(scene, { wait: 'false', ...inputs }, { run });
  expect(outputs.verdict).toBe('started');
  return outputs.jobId ?? '';
}

test.each([
  { what: 'no page was visited', fault: analytics([]) },
  { what: 'no page is left', fault: analytics([row('/other')]), paths: '/guides/**' },
  {
    what: 'the analytics are refused',
    fault: REFUSED,
  },
  {
    what: 'their quota is used up',
    fault: BUSY,
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

test('three attempts that come to nothing leave one comment, which tells of the last', async () => {
  await using scene = await createScene();
  const attempts = [
    { fault: REFUSED, says: 'The service answered 401' },
    { fault: BUSY, says: 'The quota of the analytics is used up' },
    { fault: { ...REFUSED, status: 403 }, says: 'The service answered 403' },
  ];
  for (const [at, { fault, says }] of attempts.entries()) {
    scene.service.faults.add(fault);
    const result = await refresh(scene, {}, { run: { attempt: at + 1 } });
    const comment = await onlyComment(scene);
    expect(comment?.body).toContain(says);
    expect(result).toMatchObject({ exitCode: 1, outputs: { commentUrl: comment?.url } });
    expect(result.annotations.map(({ message }) => message)).toEqual([expect.stringContaining(says)]);
  }
  expect(scene.sent('create')).toBe(0);
});

test('where nothing may be spent, no new job is told of', async () => {
  await using scene = await createScene({ job: { end: 'failed' } });
  await scene.run({ inputs: { ...WEEKLY, 'fail-on': 'none' } });
  scene.service.faults.add(REFUSED);
  const { outputs } = await command(scene, '/docs fix a typo', { inputs: WEEKLY });
  expect(outputs.verdict).toBe('error');
  const [first, second, ...others] = await told(scene);
  expect(others).toEqual([]);
  expect(first?.body).not.toContain('401');
  expect(second?.body).toContain('The service answered 401');
  expect(second?.body).not.toContain('A new job');
  expect(scene.sent('create')).toBe(1);
});

test('of the same pages while a job is open it is the same job, and of other pages another', async () => {
  await using scene = await createScene(WORKING);
  const guides = await started(scene, { paths: '/guides/**' }, { id: 1 });
  expect(await started(scene, { paths: '/guides/**' }, { id: 2 })).toBe(guides);
  expect(await started(scene, { paths: '/cli/**' }, { id: 3 })).not.toBe(guides);
});
