import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { labeled } from './events.ts';
import { COMMENT, CREATE, cutShort, deaf, doesAndSays, LIST, lost, mute, reset, STATUS, says } from './faults.ts';
import { BOT } from './stub-github.ts';
import { createWorld, type Fault, type World } from './world.ts';

const LABEL: Step = { event: labeled() };
const again = (step: Step): Step => ({ ...step, attempt: 2 });
const PREFIX = '<!-- docs-agent-action:';

const statusComments = ({ github }: World) =>
  github.comments.filter(({ author, body }) => author === BOT && body.includes(PREFIX));

const SECONDARY = { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' };

interface Attack extends Pick<Fault, 'how'> {
  readonly name: string;
  readonly times?: number;
}

describe('the announcement', () => {
  const passing: readonly Attack[] = [
    { name: 'answered 502', how: says(502, '<html>') },
    { name: 'answered 502 twice', how: says(502), times: 2 },
    { name: 'reset before it was written', how: reset },
    { name: 'written, its answer lost', how: lost },
    { name: 'written twice, both answers lost', how: lost, times: 2 },
    { name: 'written, its answer cut short', how: cutShort },
    { name: 'written, and answered 502', how: doesAndSays(502, '<html>') },
    { name: 'written, and never answered', how: mute },
    { name: 'not written, and never answered', how: deaf },
    { name: 'answered 429', how: says(429, {}, { 'retry-after': '20' }) },
    { name: 'put off by the secondary limit', how: says(403, SECONDARY, { 'retry-after': '60' }) },
    { name: 'delayed by a secondary limit without headers', how: says(403, SECONDARY) },
  ];
  test.each(passing)(
    '$name, leads to one job and one status comment, also after a re-run',
    async ({ how, times = 1 }) => {
      const world = createWorld();
      world.faults.push({ on: COMMENT, how, times });
      const first = await world.run(LABEL);
      const second = await world.run(again(LABEL));
      expect([first.verdict, second.verdict]).toEqual(['pull-request', 'pull-request']);
      expect(world.count(CREATE)).toBe(1);
      expect(statusComments(world)).toHaveLength(1);
    },
  );

  test('written although the answer was lost, in a list that lags by five seconds, leads to one job', async () => {
    const world = createWorld();
    world.github.lag = 5_000;
    world.faults.push({ on: COMMENT, how: lost });
    await world.run(LABEL);
    await world.run(again(LABEL));
    expect(world.count(CREATE)).toBe(1);
    expect(statusComments(world)).toHaveLength(1);
  });

  const lasting = [401, 403, 404, 410, 422].map((status) => ({ status }));
  test.each(lasting)('refused with $status leads to no job and the verdict error', async ({ status }) => {
    const world = createWorld();
    world.faults.push({ on: COMMENT, how: says(status, { message: 'No' }), times: 99 });
    const ended = await world.run(LABEL);
    expect([ended.verdict, ended.exitCode, world.count(CREATE)]).toEqual(['error', 1, 0]);
  });

  const unreadable: readonly Attack[] = [
    { name: 'HTML', how: says(200, '<html>') },
    { name: 'an object', how: says(200, {}) },
    { name: 'cut short', how: cutShort },
    { name: 'refused with 500', how: says(500) },
    { name: 'put off by a rate limit', how: says(403, SECONDARY) },
  ];
  test.each(unreadable)('leads to no job where the list of the thread is $name', async ({ how }) => {
    const world = createWorld();
    world.faults.push({ on: LIST, how, times: 99 });
    const ended = await world.run(LABEL);
    expect([ended.verdict, world.count(CREATE)]).toEqual(['error', 0]);
  });
});

describe('a create', () => {
  const job = { id: 'job-1', status: 'active', prLink: null };
  const unclear: readonly Attack[] = [
    ...[500, 502, 503, 504].map((status) => ({ name: `answered ${status}`, how: doesAndSays(status, { error: 'x' }) })),
    { name: 'answered 408', how: doesAndSays(408, '') },
    { name: 'reset', how: lost },
    { name: 'never answered', how: mute },
    { name: 'cut short', how: cutShort },
    { name: 'answered 204', how: doesAndSays(204, '') },
    { name: 'answered with HTML', how: doesAndSays(200, '<html>Welcome</html>') },
    { name: 'answered with a list', how: doesAndSays(201, [job]) },
    { name: 'answered without an id', how: doesAndSays(201, { ...job, id: undefined }) },
    { name: 'answered with an empty id', how: doesAndSays(201, { ...job, id: '' }) },
    { name: 'answered with a path as id', how: doesAndSays(201, { ...job, id: '../../p2/job/1' }) },
    { name: 'answered with an id of 10 KB', how: doesAndSays(201, { ...job, id: 'j'.repeat(10_240) }) },
    { name: 'answered with a line break in the id', how: doesAndSays(201, { ...job, id: 'job\r\n1' }) },
    { name: 'answered with a number as id', how: doesAndSays(201, { ...job, id: 1 }) },
  ];
  test.each(unclear)('$name, is never sent again, by this run or a re-run', async ({ how }) => {
    const world = createWorld();
    world.faults.push({ on: CREATE, how });
    const first = await world.run(LABEL);
    const second = await world.run(again(LABEL));
    expect([first.verdict, second.verdict]).toEqual(['unconfirmed', 'unconfirmed']);
    expect([world.count(CREATE), world.count(STATUS)]).toEqual([1, 0]);
    expect([first.exitCode, statusComments(world).length]).toEqual([1, 1]);
  });

  test('answered 429 is repeated, not early, and leads to one job', async () => {
    const world = createWorld();
    world.faults.push({ on: CREATE, how: says(429, {}, { 'retry-after': '90' }), times: 2 });
    const ended = await world.run(LABEL);
    expect([ended.verdict, world.service.jobs.length]).toEqual(['pull-request', 1]);
    expect(ended.took).toBeGreaterThan(180_000 + 40_000);
  });
});

describe('a run that is killed and run again', () => {
  const moments = Array.from({ length: 14 }, (_, at) => at + 1);
  const retryHints = [
    { name: 'without its post step', hasPost: false },
    { name: 'with its post step', hasPost: true },
  ];
  describe.each(retryHints)('$name', ({ hasPost }) => {
    test.each(moments)('sends no second create, killed when request %d was done', async (request) => {
      const world = createWorld();
      world.service.script = { seconds: 3 };
      const killed = await world.run({ ...LABEL, kill: { request, when: 'after' } });
      if (hasPost) await world.post(LABEL, killed);
      const second = await world.run(again(LABEL));
      expect(world.count(CREATE)).toBeLessThanOrEqual(1);
      expect(second.verdict).toBe(second.outputs.jobId ? 'pull-request' : 'unconfirmed');
      expect(statusComments(world)).toHaveLength(1);
    });
  });

  const answers = [
    { name: '404 as HTML', how: says(404, '<html>Not found</html>'), times: 5 },
    { name: '404 as JSON', how: says(404, { error: 'No such job' }), times: 5 },
    { name: '502', how: says(502, '<html>'), times: 4 },
    { name: 'another job', how: says(200, { id: 'job-9', status: 'failed', prLink: null }), times: 1 },
  ];
  test.each(answers)(
    'creates no second job when the service answers $name about its first job',
    async ({ how, times }) => {
      const world = createWorld();
      world.service.script = { seconds: 300 };
      await world.run({ ...LABEL, kill: { request: 9, when: 'after' } });
      world.faults.push({ on: STATUS, how, times });
      await world.run(again(LABEL));
      expect(world.count(CREATE)).toBe(1);
    },
  );
});
