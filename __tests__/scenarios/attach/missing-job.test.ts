import { expect, test } from '@jest/globals';
import { answer, byHand, command, start, told, turnsOf } from '../../support/conversation.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { mentions, writtenDuring } from '../../support/sweep.ts';

const NOTIFY = { notify: 'true' };
const ELSEWHERE = '/v2/nowhere/{projectId}/job/{id}';

/** Another workflow, which tells in the thread that asked. */
const attach = (scene: Scene, inputs: Record<string, string>, event = scene.event) =>
  answer(scene, event, {
    run: { id: 2, workflow: '.github/workflows/attach.yml' },
    inputs: { operation: 'attach', timeout: '3s', ...NOTIFY, ...inputs },
  });

/** It fails, and the thread is as it was. */
async function expectInVain(scene: Scene, act: () => ReturnType<typeof attach>): Promise<void> {
  const before = await scene.comments();
  const writes = await writtenDuring(scene, async () => {
    expect(await act()).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', commentUrl: '' } });
  });
  expect(writes).toEqual([]);
  expect(await scene.comments()).toEqual(before);
}

/** A command goes to the job of the thread's first request. */
async function expectGoesOn(scene: Scene): Promise<void> {
  const id = scene.service.jobs[0]?.id;
  const next = await command(scene, '/docs Add a jq example', { inputs: { wait: 'false' } });
  expect(next).toMatchObject({ exitCode: 0, outputs: { jobId: id } });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
}

test.each([
  { where: 'on an event of the thread', isByHand: false },
  { where: 'with an `issue-number`', isByHand: true },
])(
  'a job that nobody knows, $where: no word in the thread, and a command goes on with its job',
  async ({ isByHand }) => {
    await using scene = await createScene();
    await answer(scene, scene.event);
    const inputs = { 'job-id': 'job_typo', ...(isByHand && { 'issue-number': String(scene.issue.number) }) };
    await expectInVain(scene, () => attach(scene, inputs, isByHand ? byHand(scene) : scene.event));
    await expectGoesOn(scene);
  },
);

test('a thread in which nothing was said stays without a word', async () => {
  await using scene = await createScene();
  await expectInVain(scene, () => attach(scene, { 'job-id': 'job_typo' }));
  expect(scene.service.jobs).toEqual([]);
});

test('a wrong `job-path`, where nobody waits any more: the comment stays as it is', async () => {
  await using scene = await createScene({ job: { seconds: 3600 } });
  const { outputs } = await answer(scene, scene.event, { inputs: { ...NOTIFY, wait: 'false' } });
  await expectInVain(scene, () => attach(scene, { 'job-id': outputs.jobId ?? '', 'job-path': ELSEWHERE }));
  await expectGoesOn(scene);
});

test('a wrong `job-path`, while another run waits: that one tells the end, and mentions once', async () => {
  await using scene = await createScene({ job: { seconds: 3600 } });
  const live = start(scene, scene.event, { inputs: NOTIFY });
  await scene.until('the agent works', () => scene.commentWrites().some(({ body }) => body.includes('Working on it')));
  const id = scene.service.jobs[0]?.id ?? '';
  await expectInVain(scene, () => attach(scene, { 'job-id': id, 'job-path': ELSEWHERE }));
  scene.service.script({ seconds: 0 }, id);
  expect((await live.result).outputs).toMatchObject({ verdict: 'pull-request', jobId: id });
  const [own] = await told(scene);
  expect(own?.prose).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
  await expectGoesOn(scene);
});
