import { describe, expect, test } from '@jest/globals';
import { commented, dispatched, labeled, openPull } from './events.ts';
import { EDIT, STATUS, says } from './faults.ts';
import { LINK, openings, PULL } from './pull-events.ts';
import { BOT } from './stub-github.ts';
import { createWorld, type World } from './world.ts';

/** A label whose job ended without a pull request, then a sweep half an hour later. */
async function sweepLater(
  before: (world: World) => void,
): Promise<{ readonly texts: string[]; readonly world: World }> {
  const world = createWorld();
  world.service.script = { seconds: 5, prLink: null };
  await world.run({ event: labeled() });
  const ownTexts = () => world.github.comments.filter(({ author }) => author === BOT).map(({ body }) => body);
  const texts = ownTexts();
  before(world);
  await world.time.during(world.time.sleep(1_800_000));
  await world.run({ event: dispatched, inputs: { operation: 'sweep' }, run: 8 });
  expect(ownTexts()).toEqual(texts);
  return { texts, world };
}

describe('a sweep leaves the report of a job without a pull request as it is', () => {
  test('when a later request to that job has failed', async () => {
    await sweepLater(({ service: { jobs } }) => {
      const [job] = jobs;
      if (job) job.script = { seconds: 0, prLink: null, fields: () => ({ status: 'failed' }) };
    });
  });

  test('when the service no longer knows the job', async () => {
    await sweepLater(({ faults }) => faults.push({ on: STATUS, how: says(404), times: 100 }));
  });
});

test('a sweep finds a job behind hundreds of older comments, which GitHub lists first unless it is asked otherwise', async () => {
  const world = createWorld();
  for (let at = 0; at < 250; at++) world.github.say(50, `Me too (${at}).`);
  await world.time.during(world.time.sleep(2 * 86_400_000));
  await world.run({ event: labeled({ at: world.time.now() }), inputs: { wait: 'false' } });
  await world.time.during(world.time.sleep(600_000));
  const swept = await world.run({ event: dispatched, inputs: { operation: 'sweep', window: '1d' }, run: 8 });
  expect(JSON.parse(swept.outputs.swept ?? '')).toMatchObject([{ jobId: 'job-1', verdict: 'pull-request' }]);
});

test('two sweeps at once comment on the agent’s pull request once, although a rate limit holds up the reads of one', async () => {
  const world = createWorld();
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  world.service.script = { seconds: 5, prLink: LINK };
  await world.run({ event: labeled(), inputs: { wait: 'false' } });
  await world.time.during(world.time.sleep(600_000));
  world.faults.push({ on: new RegExp(`^GET github/pulls/${PULL}$`), how: says(429, {}, { 'retry-after': '30' }) });
  const step = { event: dispatched, inputs: { operation: 'sweep' } };
  await world.runAll(
    [
      { ...step, run: 8 },
      { ...step, run: 9 },
    ],
    5_000,
  );
  expect(openings(world)).toHaveLength(1);
});

test('a sweep says that the pull request was merged while the job worked on a follow-up', async () => {
  const world = createWorld();
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  world.service.script = { seconds: 5, prLink: LINK };
  await world.run({ event: labeled() });
  await world.time.during(world.time.sleep(60_000));
  await world.run({ event: commented('/docs shorter'), inputs: { wait: 'false' }, run: 8 });
  await world.time.during(world.time.sleep(600_000));
  world.github.pulls.set(PULL, { ...openPull(PULL, 5_000), state: 'closed', merged_at: '2026-03-02T12:10:00Z' });
  await world.run({ event: dispatched, inputs: { operation: 'sweep' }, run: 9 });
  const last = world.github.comments.find(({ body }) => body.startsWith('**✅ Follow-up done'));
  expect(last?.body).toContain('was merged while the job worked; what it did may not be in it');
});

test.each([403, 404, 410])(
  'a sweep stays green and warns once if GitHub refuses the edit of a status comment (%i)',
  async (status) => {
    const world = createWorld();
    world.service.script = { seconds: 5, prLink: null };
    await world.run({ event: labeled(), inputs: { wait: 'false' } });
    await world.time.during(world.time.sleep(600_000));
    world.faults.push({ on: EDIT, how: says(status), times: 99 });
    for (const run of [8, 9]) {
      const swept = await world.run({ event: dispatched, inputs: { operation: 'sweep' }, run });
      expect([swept.exitCode, swept.verdict]).toEqual([0, 'swept']);
      expect(swept.log.match(/could not be written/g)).toHaveLength(1);
    }
  },
);
