import { expect } from '@jest/globals';
import { answer, botComments, command, start, turnsOf } from '../../support/conversation.ts';
import { say } from '../../support/events.ts';
import type { Scene } from '../../support/scene.ts';
import { testWith } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

const test = testWith({ job: { seconds: 25 } });

/** The label's run waits for its job. */
async function startWaiting(scene: Scene) {
  const step = start(scene, scene.event, { inputs: { timeout: '120s' } });
  await scene.until('the agent works', () =>
    scene.commentWrites().some(({ body }) => body.includes('Working on it')),
  );
  return step;
}

const headline = (prose = '') => prose.split('\n')[0];

test('a command that comes while a run waits is sent after that run has reported its end', async (scene) => {
  const waiting = await startWaiting(scene);
  const newer = start(scene, await say(scene, '/docs Add a jq example'), {
    inputs: { timeout: '120s' },
  });
  const jobId = scene.service.jobs[0]?.id;
  await scene.until('the command waits', () =>
    scene.commentWrites().some(({ body }) => body.includes('Waiting for job')),
  );
  expect(headline((await botComments(scene))[1]?.prose)).toBe(
    `**⏳ Waiting for job \`${jobId}\` to finish its current work** · requested by alice · [run](${scene.github.url}/acme/docs/actions/runs/102)`,
  );
  const reads = scene.github.requests.length;
  const older = await waiting.result;
  const [first] = await botComments(scene);
  expect(older.outputs).toMatchObject({ verdict: 'pull-request', jobId });
  expect(turnsOf(scene)).toEqual([['create']]);
  expect(
    scene.github.requests.slice(reads).filter(({ method }) => method === 'GET').length,
  ).toBeLessThan(12);

  const end = await newer.result;
  const [stays, own, ...others] = await botComments(scene);
  expect(end.outputs).toMatchObject({ verdict: 'pull-request', jobId, commentUrl: own?.url });
  expect(headline(own?.prose)).toMatch(/^\*\*✅ Follow-up done: /);
  expect([stays, others]).toEqual([first, []]);
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});

test('a command whose timeout comes before the job has ended sends nothing, says so, and a re-run sends it', {
  job: { seconds: 90 },
}, async (scene) => {
  await answer(scene, scene.event, { inputs: { wait: 'false' } });
  const event = await say(scene, '/docs Add a jq example');
  const result = await answer(scene, event, { inputs: { timeout: '30s' } });
  expect(result.outputs).toMatchObject({ verdict: 'timed-out', jobId: '' });
  expect(headline((await botComments(scene))[1]?.prose)).toMatch(
    /^\*\*⌛ Not sent\*\* · job `.*` was still active after/,
  );
  expect(turnsOf(scene)).toEqual([['create']]);
  await scene.clock.pass(60_000);
  scene.service.script({ seconds: 1 });
  const again = await answer(scene, event, { run: { id: 102, attempt: 2 } });
  expect(again.outputs.verdict).toBe('pull-request');
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(await botComments(scene)).toHaveLength(2);
});

test('a run that waits reports its end after a follow-up that is unconfirmed', async (scene) => {
  scene.service.script({ seconds: 14 });
  const waiting = await startWaiting(scene);
  scene.service.faults.add({ operation: 'follow-up', kind: 'reset', after: false });
  const result = await command(scene, '/docs Add a jq example');
  const older = await waiting.result;
  const [first] = await botComments(scene);
  expect([older.outputs.verdict, result.outputs.verdict]).toEqual(['pull-request', 'unconfirmed']);
  expect(headline(first?.prose)).toContain('Pull request ready');
});

test('each of three requests to one job has a comment of its own, and a sweep reports the end of the job in each', async (scene) => {
  scene.service.script({ seconds: 5 });
  const inputs = { wait: 'false' };
  await answer(scene, scene.event, { inputs });
  await command(scene, '/docs Add a jq example', { inputs });
  await command(scene, '/docs And one for awk', { inputs });
  const proses = async () => (await botComments(scene)).map(({ prose }) => headline(prose));
  for (const head of await proses()) expect(head).toMatch(/Job started|Pull request ready/);
  await scene.clock.pass(60_000);
  await sweep(scene, { notify: 'false' });
  expect(await proses()).toEqual([
    expect.stringContaining('Pull request ready'),
    expect.stringContaining('Follow-up done'),
    expect.stringContaining('Follow-up done'),
  ]);
});

test('a request keeps the result that a sweep reports while a follow-up waits for the quota', async (scene) => {
  scene.service.script({ seconds: 60 });
  await answer(scene, scene.event, { inputs: { wait: 'false' } });
  await scene.clock.pass(120_000);
  const limited = { kind: 'answer', status: 429, headers: { 'retry-after': '8' } } as const;
  scene.service.faults.add({ operation: 'follow-up', ...limited });
  const sent = start(scene, await say(scene, '/docs Shorter'), { inputs: { timeout: '5m' } });
  await scene.until('it is sent', () => scene.sent('follow-up') === 1);
  await sweep(scene);
  await sent.result;
  expect(headline((await botComments(scene))[0]?.prose)).toContain('Pull request ready');
});
