import { expect, test } from '@jest/globals';
import { answer, byHand, command, linkBefore, say, start, told, turnsOf } from '../../support/conversation.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';

/** The label's run waits for its job. */
async function startWaiting(scene: Scene, timeout = '120s') {
  const step = start(scene, scene.event, { inputs: { timeout } });
  await scene.until('the agent works', () => scene.commentWrites().some(({ body }) => body.includes('Working on it')));
  return step;
}

const headline = (prose = '') => prose.split('\n')[0];

test('a run that waits when a command comes ends as `started` and links the later request', async () => {
  await using scene = await createScene({ job: { seconds: 25 } });
  const waiting = await startWaiting(scene);
  scene.service.script({ seconds: 1 });
  const newer = command(scene, '/docs Add a jq example', { inputs: { timeout: '120s' } });

  const older = await waiting.result;
  const [first, second, ...others] = await told(scene);
  const jobId = scene.service.jobs[0]?.id;
  expect(older).toMatchObject({
    ...{ exitCode: 0, outputs: { verdict: 'started', jobId, status: 'active', prLink: '', commentUrl: first?.url } },
    annotations: [{ level: 'notice', message: expect.stringContaining('Continued') }],
  });
  for (const place of [older.log, older.summary, older.outputs.summary]) expect(place).toContain(second?.url);
  expect(headline(first?.prose)).toBe(
    `**↪️ Continued** · [a later request](${second?.url}) went to the same job, and tells how it ends`,
  );
  expect(first?.prose).toContain('> Explain the new `--json` flag — alice');
  expect(headline(second?.prose)).toMatch(/^\*\*⏳ Working on it\*\* /);
  expect(linkBefore(second?.prose ?? '')).toBe(first?.url);
  expect(others).toEqual([]);

  const end = await newer;
  const [stays, own] = await told(scene);
  expect(end).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl: own?.url } });
  expect(headline(own?.prose)).toMatch(/^\*\*✅ Follow-up done: /);
  expect(stays).toEqual(first);
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});

test('a run whose job ends before it sees that the request is continued does not report that end', async () => {
  await using scene = await createScene({ job: { seconds: 60 } });
  const waiting = await startWaiting(scene);
  const newer = start(scene, await say(scene, '/docs Add a jq example'), { inputs: { timeout: '20s' } });
  await scene.until('it is handed over', () => scene.commentWrites().some(({ body }) => body.includes('Continued')));
  const id = scene.service.jobs[0]?.id;
  const body = JSON.stringify({ id, status: 'completed', prLink: 'https://git.example/acme/docs/pull/9' });
  scene.service.faults.add({ operation: 'get', kind: 'answer', status: 200, body, times: Infinity });
  const older = await waiting.result;
  await newer.result;
  const [first, second] = await told(scene);
  expect(older.outputs.verdict).toBe('started');
  expect(headline(first?.prose)).toContain(`**↪️ Continued** · [a later request](${second?.url})`);
});

test('a run that waits leaves the end to a run that attaches to its job', async () => {
  await using scene = await createScene({ job: { seconds: 25 } });
  const waiting = await startWaiting(scene);
  const id = scene.service.jobs[0]?.id ?? '';
  const inputs = { operation: 'attach', 'job-id': id, 'issue-number': String(scene.issue.number) };
  const attached = start(scene, byHand(scene), { inputs });
  const [older, newer] = await Promise.all([waiting.result, attached.result]);
  const [own, ...others] = await told(scene);
  expect(older).toMatchObject({ exitCode: 0, outputs: { verdict: 'started', commentUrl: own?.url } });
  expect(older.log).toContain('Taken over');
  expect(newer).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: own?.url } });
  expect(headline(own?.prose)).toContain('Pull request ready');
  expect(others).toEqual([]);
});

test('a run that waits reports its end after `/docs new` created another job', async () => {
  await using scene = await createScene({ job: { seconds: 14 } });
  const waiting = await startWaiting(scene);
  const result = await command(scene, '/docs new Write a page on awk', { inputs: { wait: 'false' } });
  const older = await waiting.result;
  const [first, second] = await told(scene);
  expect([older.outputs.verdict, result.outputs.verdict]).toEqual(['pull-request', 'started']);
  expect(headline(first?.prose)).toContain('Pull request ready');
  expect(second?.prose).not.toContain('before:');
});

test('a run that waits reports its end after a follow-up that is unconfirmed', async () => {
  await using scene = await createScene({ job: { seconds: 14 } });
  const waiting = await startWaiting(scene);
  scene.service.faults.add({ operation: 'follow-up', kind: 'reset', after: false });
  const result = await command(scene, '/docs Add a jq example');
  const older = await waiting.result;
  const [first] = await told(scene);
  expect([older.outputs.verdict, result.outputs.verdict]).toEqual(['pull-request', 'unconfirmed']);
  expect(headline(first?.prose)).toContain('Pull request ready');
});

test('the status comment of a run that timed out says that it is continued once a command comes', async () => {
  await using scene = await createScene({ job: { seconds: 60 } });
  await answer(scene, scene.event, { inputs: { timeout: '5s' } });
  const [before] = await told(scene);
  expect(headline(before?.prose)).toContain('⌛ Still working');
  await command(scene, '/docs Add a jq example', { inputs: { wait: 'false' } });
  const [first, second, ...others] = await told(scene);
  expect(first?.url).toBe(before?.url);
  expect(headline(first?.prose)).toContain(`**↪️ Continued** · [a later request](${second?.url})`);
  expect(linkBefore(second?.prose ?? '')).toBe(first?.url);
  expect(others).toEqual([]);
});

test('an earlier status comment that cannot be edited is a warning, and the follow-up is sent', async () => {
  await using scene = await createScene({ job: { seconds: 60 } });
  await answer(scene, scene.event, { inputs: { wait: 'false' } });
  scene.github.faults.add({ kind: 'answer', status: 403, method: 'PATCH', path: /\/issues\/comments\/\d+$/ });
  const result = await command(scene, '/docs Add a jq example', { inputs: { wait: 'false' } });
  const [first, second] = await told(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'started', commentUrl: second?.url } });
  expect(warnings(result)).toEqual([expect.stringContaining('`permissions: { issues: write }`')]);
  expect([headline(first?.prose), headline(second?.prose)]).toEqual(Array(2).fill(expect.stringContaining('Started')));
});

test('each of three requests to one job links the next one, and the last one reports the job', async () => {
  await using scene = await createScene({ job: { seconds: 60 } });
  const inputs = { wait: 'false' };
  await answer(scene, scene.event, { inputs });
  await command(scene, '/docs Add a jq example', { inputs });
  await command(scene, '/docs And one for awk', { inputs });
  const [first, second, third] = await told(scene);
  expect(headline(first?.prose)).toContain(`Continued** · [a later request](${second?.url})`);
  expect(headline(second?.prose)).toContain(`Continued** · [a later request](${third?.url})`);
  expect(headline(third?.prose)).toContain('Started');
  expect([linkBefore(second?.prose ?? ''), linkBefore(third?.prose ?? '')]).toEqual([first?.url, second?.url]);
});

test('a status comment that reports the end `failed` does not change when a command comes', async () => {
  await using scene = await createScene({ job: { end: 'failed' } });
  const first = await answer(scene, scene.event);
  expect(first.outputs.verdict).toBe('failed');
  const [before] = await told(scene);
  scene.service.script({ seconds: 60, end: 'completed' });
  await command(scene, '/docs Add a jq example', { inputs: { wait: 'false' } });
  expect((await told(scene))[0]).toEqual(before);
});
