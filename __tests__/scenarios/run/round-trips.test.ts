import { expect } from '@jest/globals';
import type { Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

/** How long each response of GitHub takes, in milliseconds. */
const ROUND_TRIP = 100;
/** Between the announcement and the second read of the thread, in milliseconds. */
const PAUSE = 2_000;

/**
 * The times of requests, in round trips: of GitHub's by method and path, of the service's by
 * operation.
 */
function timesOf({ github, service }: Scene, since: number) {
  const inTrips = (at: number) => Math.round(at - since) / ROUND_TRIP;
  return {
    github: (method: string, path: RegExp, body = '') =>
      github.requests
        .filter(
          (sent) => sent.method === method && path.test(sent.path) && sent.body.includes(body),
        )
        .map(({ at }) => inTrips(at)),
    service: (operation: string) =>
      service.requests.filter((sent) => sent.operation === operation).map(({ at }) => inTrips(at)),
  };
}

async function runSlowly(scene: Scene) {
  scene.github.latency.milliseconds = ROUND_TRIP;
  const began = scene.clock.now();
  const { outputs } = await scene.run({ inputs: { timeout: '10m' } });
  expect(outputs.verdict).toBe('pull-request');
  return timesOf(scene, began);
}

test('a label reaches the service after the pause and four round trips', async (scene) => {
  const sent = await runSlowly(scene);
  expect({
    permission: sent.github('GET', /permission$/),
    thread: sent.github('GET', /\/issues\/1\/comments\?/),
    reaction: sent.github('POST', /\/reactions$/, 'eyes'),
    announcement: sent.github('POST', /\/issues\/1\/comments$/),
    create: sent.service('create'),
  }).toEqual({
    permission: [0],
    thread: [1, 3 + PAUSE / ROUND_TRIP],
    reaction: [1],
    announcement: [2],
    create: [4 + PAUSE / ROUND_TRIP],
  });
});

test.each([
  { where: 'in another repository', job: { seconds: 10 }, agentRepository: 'handbook', trips: 4 },
  {
    where: 'in this repository, whose thread gets a comment before',
    job: { seconds: 10 },
    trips: 6,
  },
])(
  'a pull request $where is reported $trips round trips after the poll that saw it',
  async (scene, { trips }) => {
    const sent = await runSlowly(scene);
    const [reported] = sent.github('PATCH', /\/comments\/1$/, 'Pull request ready');
    expect((reported ?? 0) + 1 - (sent.service('get').at(-1) ?? 0)).toBeCloseTo(trips, 1);
  },
);
