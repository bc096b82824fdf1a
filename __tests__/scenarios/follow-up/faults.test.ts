import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import { AGAIN, answer, botComments, command, start, turnsOf } from '../../support/conversation.ts';
import { say } from '../../support/events.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import { COMMENT, EDIT, type KillPoint, killedOnce, LISTING } from '../../support/kill-points.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { exactly, testIn } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

/**
 * A thread whose first job is done; its next turn takes a second, and the service answers a
 * follow-up so.
 */
async function withJob({
  form = respond(500),
  after = false,
}: {
  form?: FaultForm | number;
  after?: boolean;
} = {}) {
  const scene = await createScene();
  expect((await answer(scene, scene.event)).outputs.verdict).toBe('pull-request');
  scene.service.script({ seconds: 1 });
  onService(scene, 'follow-up', form, { times: 1, after });
  return scene;
}
const test = testIn(withJob, {});
/** The numbers of jobs and follow-ups that were sent. */
const sent = (scene: Scene) => [scene.sent('create'), scene.sent('follow-up')];

test.each<{ gets: string; form: FaultForm | number; after?: boolean }>([
  { gets: 'a reset after it was accepted', form: { kind: 'reset' }, after: true },
  { gets: '502', form: 502 },
])(
  'a follow-up that gets $gets is `unconfirmed`, and the next command continues the job',
  async (scene) => {
    const lost = await command(scene, '/docs Add a jq example');
    const [, doubtful] = await botComments(scene);
    expect(lost.outputs).toMatchObject({ verdict: 'unconfirmed', commentUrl: doubtful?.url });
    expect(sent(scene)).toEqual([1, 1]);
    expect(doubtful?.prose).toContain(
      '**❓ Unconfirmed** · the service may have accepted the follow-up\n',
    );

    const next = await command(scene, '/docs And one for awk', { inputs: { timeout: '2m' } });
    const [, stays] = exactly(3, await botComments(scene));
    expect(next.outputs.verdict).toBe('pull-request');
    expect(sent(scene)).toEqual([1, 2]);
    expect(stays).toEqual(doubtful);
  },
);

test('a follow-up is not sent if GitHub does not take the edit that says so', async (scene) => {
  onGitHub(scene, 'PATCH /comments/', 403);
  expect((await command(scene, '/docs Add a jq example')).outputs.verdict).toBe('error');
  expect(sent(scene)).toEqual([1, 0]);
});

test('a follow-up that gets 429 with a Retry-After within the timeout is sent again after it', {
  form: respond(429, '', { 'retry-after': '20' }),
}, async (scene) => {
  expect((await command(scene, '/docs Add a jq example')).outputs.verdict).toBe('pull-request');
  const asked = scene.service.requests.filter(({ operation }) => operation === 'follow-up');
  const [first, second] = exactly(2, asked);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(20_000);
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});

test('a follow-up that gets 429 beyond the timeout is `quota-exhausted`, and the next command continues the job', {
  form: respond(429, '', { 'retry-after': '3600' }),
}, async (scene) => {
  const result = await command(scene, '/docs Add a jq example');
  const [, throttled] = await botComments(scene);
  expect(result.outputs).toMatchObject({ verdict: 'quota-exhausted', commentUrl: throttled?.url });
  expect(sent(scene)).toEqual([1, 1]);
  expect(throttled?.prose).toMatch(
    /^\*\*🚦 Quota of the service used up\*\* · the follow-up was not sent\n/,
  );
  expect(throttled?.prose).toMatch(/\nAfter \d{4}-\d\d-\d\d \d\d:\d\d UTC, repeat the comment\./);

  const next = await command(scene, '/docs And one for awk');
  expect(next.outputs.verdict).toBe('pull-request');
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});

test('a follow-up that gets 409 is sent once and is not accepted, and a re-run sends it', {
  form: respond(409, '{"error":"The job is busy"}'),
}, async (scene) => {
  const event = await say(scene, '/docs Add a jq example');
  const refused = await answer(scene, event);
  expect(refused.outputs).toMatchObject({ verdict: 'error', jobId: '' });
  expect(sent(scene)).toEqual([1, 1]);
  const [, own] = await botComments(scene);
  for (const place of [refused.log, refused.summary, own?.prose]) {
    expect(place).toContain(
      'The follow-up was not accepted: the service says that the job is busy or closed (409)',
    );
    expect(place).toContain('The job is busy');
    expect(place).toContain('To start a new job, comment `/docs new <request>`.');
    expect(place).not.toMatch(/was not sent|may have accepted/);
  }
  expect(own?.prose).toContain(
    '**⛔ Follow-up not accepted (409)** · the job did not get the follow-up',
  );

  expect((await answer(scene, event, AGAIN)).outputs.verdict).toBe('pull-request');
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(await botComments(scene)).toHaveLength(2);
});

test.each([
  {
    what: 'another job',
    form: respond(200, JSON.stringify({ id: 'job_other', status: 'active', prLink: null })),
  },
  { what: 'HTML', form: respond(200, '<html>') },
])(
  'a follow-up that is answered 200 with $what was accepted, and its job is polled',
  async (scene) => {
    const { outputs } = await command(scene, '/docs Add a jq example', {
      inputs: { timeout: '2m' },
    });
    expect(outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.service.jobs[0]?.id });
    expect(sent(scene)).toEqual([1, 1]);
  },
);

test('a follow-up to a job whose status cannot be read is an error, and nothing is sent', async (scene) => {
  onService(scene, 'get', 503);
  const result = await command(scene, '/docs Add a jq example', { inputs: { timeout: '5s' } });
  expect(result.outputs.verdict).toBe('error');
  expect(result.log).toContain('⛔ error: Service error (503) · ');
  expect(result.log).toMatch(
    /Nothing was sent, as job \S+ could not be read\. The service answered 503\./,
  );
  expect(sent(scene)).toEqual([1, 0]);
});

const FOLLOW_UP = { at: 'service', operation: 'follow-up' } as const;
/** Seconds that the killed run may take. */
const TIMEOUT = 8;

interface KilledAt extends Pick<KillPoint, 'point'> {
  readonly killed: string;
}

/** One for each state of thread and service that a killed follow-up can leave. */
const POINTS: readonly [KilledAt, ...KilledAt[]] = [
  { killed: 'before it read the thread', point: { ...LISTING, when: 'before' } },
  { killed: 'after its first comment, before the answer', point: { ...COMMENT, when: 'after' } },
  {
    killed: 'after the service accepted it, before the answer',
    point: { ...FOLLOW_UP, when: 'after' },
  },
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

describe('a follow-up that was killed', () => {
  const test = testIn(killedFollowUp, POINTS[0]);

  test.each(POINTS)(
    '$killed is sent at most once by a re-run too, and all comments are true',
    async (scene) => {
      expect((await answer(scene, scene.command, AGAIN)).signal).toBeNull();
      await expectAllTrue(scene);
    },
  );

  test.each(POINTS)(
    '$killed has true comments after a sweep, which sends nothing',
    async (scene) => {
      await scene.clock.pass((TIMEOUT + 31) * 1_000); // an end is believed 30 s after a prompt
      const turns = turnsOf(scene);
      expect((await sweep(scene, { notify: 'false' })).outputs.verdict).toBe('swept');
      expect(turnsOf(scene)).toEqual(turns);
      await expectAllTrue(scene);
    },
  );
});
