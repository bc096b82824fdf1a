import { expect } from '@jest/globals';
import type { ServiceFault as Fault } from '../../../sandbox/service/service.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import {
  answer,
  botComments,
  command,
  linkBefore,
  requestsFor,
  say,
  start,
  turnsOf,
} from '../../support/conversation.ts';
import { COMMENT, EDIT, type KillPoint, killedOnce, LISTING } from '../../support/kill-points.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

/** A thread whose first job is done; its next turn takes a second. */
async function withJob(fault: Fault) {
  const scene = await createScene();
  const first = await answer(scene, scene.event);
  expect(first.outputs.verdict).toBe('pull-request');
  scene.service.script({ seconds: 1 });
  scene.service.faults.add(fault);
  return scene;
}

test.each<{ gets: string; fault: Fault }>([
  { gets: 'a reset after it was accepted', fault: { operation: 'follow-up', kind: 'reset', after: true } },
  { gets: '502', fault: { operation: 'follow-up', kind: 'answer', status: 502 } },
])(
  'a follow-up that gets $gets is `unconfirmed` and sent once, and the next command continues the same job',
  async ({ fault }) => {
    await using scene = await withJob(fault);
    const lost = await command(scene, '/docs Add a jq example');
    const [, doubtful] = await botComments(scene);
    expect(lost).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed', commentUrl: doubtful?.url } });
    expect(requestsFor(scene, 'follow-up')).toHaveLength(1);
    expect(doubtful?.prose).toContain('**❓ Unconfirmed** · the service may have accepted the follow-up\n');

    const next = await command(scene, '/docs And one for awk');
    const [, stays, own] = exactly(3, await botComments(scene));
    expect(next).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect([requestsFor(scene, 'create').length, requestsFor(scene, 'follow-up').length]).toEqual([1, 2]);
    expect(linkBefore(own?.prose ?? '')).toBe(doubtful?.url);
    expect(stays).toEqual(doubtful);
  },
);

test('a follow-up is not sent if GitHub does not take the edit that says so', async (scene) => {
  await answer(scene, scene.event);
  scene.github.faults.add({ kind: 'answer', method: 'PATCH', path: EDIT.path, status: 403, times: 9 });
  const result = await command(scene, '/docs Add a jq example');
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(requestsFor(scene, 'follow-up')).toHaveLength(0);
});

test('a follow-up that gets 429 with a Retry-After within the timeout is sent again after it', async () => {
  const headers = { 'retry-after': '20' };
  await using scene = await withJob({ operation: 'follow-up', kind: 'answer', status: 429, headers });
  const result = await command(scene, '/docs Add a jq example');
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  const asked = scene.service.requests.filter(({ operation }) => operation === 'follow-up');
  const [first, second] = exactly(2, asked);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(20_000);
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});

test('a follow-up that gets 429 beyond the timeout is `quota-exhausted`, and the next command continues the job', async () => {
  const headers = { 'retry-after': '3600' };
  await using scene = await withJob({ operation: 'follow-up', kind: 'answer', status: 429, headers });
  const result = await command(scene, '/docs Add a jq example');
  const [first, throttled] = await botComments(scene);
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted', commentUrl: throttled?.url } });
  expect(requestsFor(scene, 'follow-up')).toHaveLength(1);
  expect(throttled?.prose).toMatch(
    /^\*\*🚦 Quota of the service used up\*\* · the follow-up was not sent\n[\s\S]*\nAfter \d{4}-\d\d-\d\d \d\d:\d\d UTC, repeat the comment\./,
  );

  const next = await command(scene, '/docs And one for awk');
  const [, , own] = await botComments(scene);
  expect(next).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(linkBefore(own?.prose ?? '')).toBe(first?.url);
});

test('a follow-up that gets 409 is sent once and is not accepted, and a re-run sends it', async () => {
  const body = '{"error":"The job is busy"}';
  await using scene = await withJob({ operation: 'follow-up', kind: 'answer', status: 409, body });
  const event = await say(scene, '/docs Add a jq example');
  const refused = await answer(scene, event);
  expect(refused).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
  expect(requestsFor(scene, 'follow-up')).toHaveLength(1);
  const [, own] = await botComments(scene);
  for (const place of [refused.log, refused.summary, own?.prose]) {
    expect(place).toContain('The follow-up was not accepted: the service says that the job is busy or closed (409)');
    expect(place).toContain('The job is busy');
    expect(place).toContain('To start a new job, comment `/docs new <request>`.');
    expect(place).not.toMatch(/was not sent|may have accepted/);
  }
  expect(own?.prose).toContain('**⛔ Follow-up not accepted (409)** · the job did not get the follow-up');

  const again = await answer(scene, event, { run: { attempt: 2 } });
  expect(again).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(await botComments(scene)).toHaveLength(2);
});

test('a create that gets 409 is sent once, and creates nothing', async () => {
  const conflict: Fault = { operation: 'create', kind: 'answer', status: 409, body: '{"error":"Busy"}' };
  await using scene = await createScene({ faults: [conflict] });
  const result = await answer(scene, scene.event);
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
  expect(result.log).toMatch(/no job was created[\s\S]*The service answered 409: “Busy”[\s\S]*reports a conflict/);
  expect(requestsFor(scene, 'create')).toHaveLength(1);
});

test.each([
  ['another job', JSON.stringify({ id: 'job_other', status: 'active', prLink: null })],
  ['an empty object', '{}'],
  ['HTML', '<html>'],
  ['nothing', ''],
])('a follow-up that is answered 200 with %s was accepted: it is sent once, and its job is polled', async (_, body) => {
  await using scene = await withJob({ operation: 'follow-up', kind: 'answer', status: 200, body });
  const result = await command(scene, '/docs Add a jq example', { inputs: { timeout: '2m' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId: scene.service.jobs[0]?.id } });
  expect(requestsFor(scene, 'follow-up')).toHaveLength(1);
});

test('a follow-up to a job whose status cannot be read is an error, and nothing is sent', async () => {
  await using scene = await withJob({ operation: 'get', kind: 'answer', status: 503, times: Infinity });
  const result = await command(scene, '/docs Add a jq example', { inputs: { timeout: '5s' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('⛔ error: Service error (503) · ');
  expect(result.log).toMatch(/Nothing was sent, as job \S+ could not be read\. The service answered 503\./);
  expect([requestsFor(scene, 'create').length, requestsFor(scene, 'follow-up').length]).toEqual([1, 0]);
});

const FOLLOW_UP = { at: 'service', operation: 'follow-up' } as const;
/** Seconds that the killed run may take. */
const TIMEOUT = 8;

interface KilledAt extends Pick<KillPoint, 'point'> {
  readonly killed: string;
}

/** One for each state of thread and service that a killed follow-up can leave. */
const POINTS: readonly KilledAt[] = [
  { killed: 'before it read the thread', point: { ...LISTING, when: 'before' } },
  { killed: 'after its first comment, before the answer', point: { ...COMMENT, when: 'after' } },
  { killed: 'after the service accepted it, before the answer', point: { ...FOLLOW_UP, when: 'after' } },
  { killed: 'before the edit that hands the job over', point: { ...EDIT, when: 'before', nth: 2 } },
  { killed: 'after the edit that hands the job over', point: { ...EDIT, when: 'after', nth: 2 } },
];

const PULL = 'https://github.com/acme/docs/pull';

/** A job, and a command that goes on with it, whose run is killed there. */
async function killedFollowUp({ point }: KilledAt) {
  const scene = await createScene({ job: { seconds: 1, link: `${PULL}/8` } });
  await answer(scene, scene.event, { inputs: { wait: 'false' } });
  await scene.clock.pass(1_000); // the job has ended, and no run has reported it
  scene.service.script({ seconds: 600, link: `${PULL}/9` });
  const event = await say(scene, '/docs add an example');
  const { reached } = stopAt(scene, point);
  const step = start(scene, event, { inputs: { timeout: `${TIMEOUT}s` } });
  await killedOnce(reached, step);
  scene.service.script({ seconds: 0 });
  const [job] = scene.service.jobs;
  if (job?.turns.length === 2) scene.service.script({ seconds: 0 }, job.id);
  return { ...scene, command: event };
}

/** One comment for each request. None says that a run waits, and nothing was sent twice. */
async function expectAllTrue(scene: Scene): Promise<void> {
  const proses = (await botComments(scene)).map(({ prose }) => prose);
  for (const prose of proses) expect(prose).not.toMatch(/Working on it|⏳ Starting|undefined/);
  expect(proses.length).toBeLessThanOrEqual(2);
  expect(scene.service.jobs).toHaveLength(1);
  expect(scene.service.jobs[0]?.turns.length).toBeLessThanOrEqual(2);
}

test.each([...POINTS])(
  'a follow-up that was killed $killed is sent at most once by a re-run too, and all comments are true',
  async (killPoint) => {
    await using scene = await killedFollowUp(killPoint);
    const second = await answer(scene, scene.command, { run: { attempt: 2 } });
    expect(second.signal).toBeNull();
    await expectAllTrue(scene);
  },
);

test.each([...POINTS])(
  'a follow-up that was killed $killed has true comments after a sweep, which sends nothing',
  async (killPoint) => {
    await using scene = await killedFollowUp(killPoint);
    await scene.clock.pass((TIMEOUT + 1) * 1_000);
    const turns = turnsOf(scene);
    const result = await sweep(scene, { notify: 'false' });
    expect(turnsOf(scene)).toEqual(turns);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
    await expectAllTrue(scene);
  },
);
