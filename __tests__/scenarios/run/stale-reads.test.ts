import { expect, test } from '@jest/globals';
import { botComments, byHand, say, start } from '../../support/conversation.ts';
import { EDIT } from '../../support/kill-points.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { mentions, startSweep, sweep } from '../../support/sweep.ts';

/** What a process read may have changed before it writes. */

const HEADLINE = /^.*?(?= · |\n)/;
const headlines = async (scene: Scene) => (await botComments(scene)).map(({ prose }) => HEADLINE.exec(prose)?.[0]);
const NOTIFY = { notify: 'true' };

/** A command that waits for the job of the label, which works for so many seconds. */
async function withWaiting(seconds: number) {
  const scene = await createScene({ job: { seconds } });
  await scene.run({ inputs: { wait: 'false' } });
  const event = await say(scene, '/docs Shorter');
  const waiting = start(scene, event, { run: { id: 9 }, inputs: { timeout: '3h' } });
  await scene.clock.pass(10_000);
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
  const again = (attempt = 2) => start(scene, event, { run: { id: 9, attempt }, inputs: { timeout: '3h' } });
  return { ...scene, waiting, again };
}

test('a re-run neither hides the end that a sweep reported after it read the comment, nor mentions the requester again', async () => {
  await using scene = await createScene({ job: { seconds: 605 } });
  await scene.run({ inputs: { ...NOTIFY, timeout: '5m' } });
  const created = scene.service.jobs[0]?.createdAt ?? 0;
  await scene.clock.pass(created + 604_000 - scene.clock.now()); // one second before the end of the job
  scene.service.faults.add({ operation: 'get', kind: 'delay', milliseconds: 8_000 });
  const before = scene.commentWrites().length;
  const again = scene.start({ run: { attempt: 2 }, inputs: { ...NOTIFY, timeout: '5m' } });
  await scene.clock.pass(2_000);
  await sweep(scene);
  expect((await again.result).outputs.verdict).toBe('pull-request');
  const written = scene.commentWrites().slice(before);
  expect(written.filter(({ body }) => body.includes('Working on it'))).toEqual([]);
  expect(await mentions(scene)).toHaveLength(2); // the timeout, and the end
});

test('a re-run leaves a command as it is that waits in the list, although it was sent meanwhile', async () => {
  await using scene = await withWaiting(60);
  const { url, owner, repo, tokens } = scene.github;
  const headers = { authorization: `Bearer ${tokens.alice}` };
  const list = await fetch(`${url}/repos/${owner}/${repo}/issues/1/comments?per_page=100`, { headers });
  const body = await list.text();
  await scene.waiting.result;
  const texts = await headlines(scene);
  scene.github.faults.add({ kind: 'answer', status: 200, body, method: 'GET', path: /\/issues\/1\/comments\?/ });
  expect((await scene.again().result).outputs.verdict).toBe('pull-request');
  expect(scene.sent('follow-up')).toBe(1);
  expect(await headlines(scene)).toEqual(texts);
});

test('a re-run of a command that was killed while it waited sends it', async () => {
  await using scene = await withWaiting(60);
  scene.waiting.kill('SIGKILL');
  expect((await scene.again().result).outputs.verdict).toBe('pull-request');
  expect(scene.sent('follow-up')).toBe(1);
});

test('a sweep leaves a request whose lease was over in the list, and whose run renewed it with the same text since', async () => {
  await using scene = await withWaiting(7_200);
  scene.waiting.kill('SIGKILL');
  await scene.clock.pass(3_600_000);
  const comments = scene.github.hub.repositories[0]?.comments ?? [];
  const onStrike = () => {
    for (const comment of comments) if (comment.body.includes('Waiting for')) comment.updatedAt = scene.clock.now();
  };
  const list = { method: 'GET', path: /\/issues\/comments\?/ };
  scene.github.faults.add({ kind: 'delay', milliseconds: 1, ...list, onStrike });
  await sweep(scene);
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
  await sweep(scene, { timeout: '10m' });
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
});

test('two runs whose final edits of one comment fail give up after a few requests', async () => {
  await using scene = await createScene({ job: { seconds: 120 } });
  const first = scene.start({ inputs: { timeout: '1h' } });
  await scene.clock.pass(20_000);
  const inputs = { operation: 'attach', 'job-id': scene.service.jobs[0]?.id ?? '', 'issue-number': '1', timeout: '1h' };
  const second = scene.start({ event: byHand(scene), run: { id: 9 }, inputs });
  await scene.clock.pass(80_000);
  scene.github.faults.add({ kind: 'answer', status: 502, ...EDIT, times: Infinity });
  for (const { result } of [first, second]) expect((await result).duration).toBeLessThan(180_000);
  expect(scene.github.requests.length).toBeLessThan(60);
});

test('a run that is cancelled while it waits to try its final edit again ends within 5 s, although GitHub is slow', async () => {
  await using scene = await createScene({ job: { seconds: 20 } });
  let failed = false;
  const onStrike = () => {
    scene.github.latency.milliseconds = 1_400;
    failed = true;
  };
  scene.github.faults.add({ kind: 'answer', status: 502, ...EDIT, skip: 1, times: 2, onStrike });
  const step = scene.start({ inputs: { timeout: '5m' } });
  await scene.until('its final edit fails', () => failed);
  await scene.clock.pass(1_000);
  const before = scene.clock.elapsed();
  step.kill('SIGTERM');
  await step.result;
  expect(scene.clock.elapsed() - before).toBeLessThan(5_000);
});

test('a run that GitHub keeps waiting at its end does not mention again whom a sweep mentioned meanwhile', async () => {
  await using scene = await createScene({ job: { seconds: 1_792 } });
  const path = /\/pulls\/2$/;
  const limited = { kind: 'answer', status: 429, headers: { 'retry-after': '30' } } as const;
  scene.github.faults.add({ ...limited, method: 'GET', path });
  const step = scene.start({ inputs: { ...NOTIFY, timeout: '1h' } });
  await scene.until('GitHub keeps it waiting', () => scene.github.requests.some((request) => path.test(request.path)));
  await startSweep(scene).result;
  expect((await step.result).outputs.verdict).toBe('pull-request');
  expect(await mentions(scene)).toHaveLength(1);
});
