import { describe, expect, test } from '@jest/globals';
import { dispatched, labeled } from './events.ts';
import { STATUS, says } from './faults.ts';
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
