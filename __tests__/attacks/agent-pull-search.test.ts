import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { labeled, openPull } from './events.ts';
import { CREATE, deaf, FOLLOW_UP, STATUS, says } from './faults.ts';
import { agentCommits, openings, pulled, pushedTo, reviewed, worldWithAgentPull } from './pull-events.ts';
import { createWorld, type How, type World } from './world.ts';

const GO = { context: 'none', prompt: 'Update the docs' };
const createsNothing = (world: World) => expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([1, 0]);

describe('the search for the agent’s pull request', () => {
  async function withOpenJobs(count: number) {
    const world = createWorld();
    world.service.script = { seconds: 10_000 };
    for (let at = 0; at < count; at++)
      await world.run({ event: labeled({ number: 100 + at }), run: 100 + at, inputs: { wait: 'false' } });
    world.requests.length = 0;
    return world;
  }
  const opened = (world: World): Step => ({ event: pulled('opened', { at: world.time.now() }), run: 8 });

  test('does not outlive the timeout of the step', async () => {
    const world = await withOpenJobs(1);
    const ended = await world.run({ ...opened(world), inputs: { ...GO, timeout: '20s' } });
    expect(ended.took).toBeLessThanOrEqual(35_000);
  });

  test('asks the service no earlier than it allows', async () => {
    const world = await withOpenJobs(1);
    const times: number[] = [];
    const how: How = (request, carryOut) => {
      times.push(world.time.now());
      return times.length === 1 ? says(429, {}, { 'retry-after': '30' })(request, carryOut) : carryOut();
    };
    world.faults.push({ on: STATUS, how, times: 99 });
    await world.run({ ...opened(world), inputs: { ...GO, timeout: '3m' } });
    expect((times[1] ?? Number.POSITIVE_INFINITY) - (times[0] ?? 0)).toBeGreaterThanOrEqual(30_000);
  });

  test('sends no more than 200 requests to the service for a pull request of a person', async () => {
    const world = await withOpenJobs(20);
    await world.run({ ...opened(world), inputs: { ...GO, wait: 'false' } });
    expect(world.count(/ service/)).toBeLessThanOrEqual(200);
  });

  test('sends no more than 100 requests to the service for a push of 40 pull requests', async () => {
    const world = await withOpenJobs(20);
    const { history, pulls } = world.github;
    const before = history.commit();
    let after = before;
    for (let at = 0; at < 40; at++) {
      pulls.set(200 + at, { ...openPull(200 + at, -3_600_000), state: 'closed', merged_at: '2026-03-02T12:09:00Z' });
      after = history.commit({ files: [`src/${at}.ts`], pulls: [200 + at] });
    }
    await world.run({ event: pushedTo('main', before, after), run: 8, inputs: { wait: 'false' } });
    expect(world.count(/ service/)).toBeLessThanOrEqual(100);
    expect(world.count(/ github/)).toBeLessThanOrEqual(150);
  });

  test('ends with an error where GitHub’s rate limit is reached in the middle of the commits', async () => {
    const world = await worldWithAgentPull();
    const { before, after } = agentCommits(world, 30);
    const how = says(403, { message: 'You have exceeded a secondary rate limit.' });
    world.faults.push({ on: /commits\/\w+\/pulls$/, how, after: 12, times: 999 });
    const ended = await world.run({ event: pushedTo('main', before, after), run: 8 });
    createsNothing(world);
    expect(ended.verdict).toBe('error');
  });

  test('is no forgery: a comment that was copied from another pull request marks none', async () => {
    const world = await worldWithAgentPull();
    world.github.pulls.set(45, openPull(45, 5_000));
    world.github.say(45, openings(world)[0]?.body ?? '', 'mallory');
    const ended = await world.run({ event: pulled('labeled', { number: 45 }), run: 8, inputs: GO });
    expect([ended.verdict, world.count(CREATE)]).toEqual(['pull-request', 2]);
  });
});

describe('no run outlives its timeout by more than fifteen seconds because of', () => {
  const slowly =
    (ms: number): ((world: World) => How) =>
    ({ time }) =>
    async (_, carryOut) => {
      await time.sleep(ms);
      return carryOut();
    };
  const endless: How = ({ url }, carryOut) => {
    const answer = carryOut();
    const next = `<${url.origin}${url.pathname}?page=2>; rel="next"`;
    return { ...answer, headers: new Map([...answer.headers, ['link', next]]) };
  };
  const push = (world: World): Step => {
    const { before, after } = agentCommits(world, 90);
    return { event: pushedTo('main', before, after), run: 8 };
  };
  const label = (): Step => ({ event: labeled({ number: 60 }), run: 8 });
  const opening = (): Step => ({ event: pulled('opened', { number: 45 }), inputs: GO, run: 8 });
  const review = (world: World): Step => {
    world.github.reviews.set(700, { body: '/docs shorter', comments: [] });
    return { event: reviewed(), run: 8, inputs: GO };
  };
  const RECENT = /^GET github\/issues\/comments$/;
  const PULLS = /^GET github\/commits\/\w+\/pulls$/;
  const attacks: readonly {
    readonly name: string;
    readonly on: RegExp;
    readonly how: (world: World) => How;
    readonly step: (world: World) => Step;
  }[] = [
    { name: 'a list of recent comments that never answers', on: RECENT, how: () => deaf, step: opening },
    { name: 'a list of recent comments without end', on: RECENT, how: () => endless, step: opening },
    { name: 'a list of recent comments that answers after 9 s', on: RECENT, how: slowly(9_000), step: opening },
    { name: 'pull requests of commits that never answer', on: PULLS, how: () => deaf, step: push },
    { name: 'pull requests of commits that answer after 900 ms', on: PULLS, how: slowly(900), step: push },
    { name: 'pull requests of commits that answer after 9 s', on: PULLS, how: slowly(9_000), step: push },
    { name: 'a pull request that never answers', on: /^GET github\/pulls\/44$/, how: () => deaf, step: label },
    {
      name: 'comments of the pull request that never answer',
      on: /github\/issues\/44\/comments$/,
      how: () => deaf,
      step: label,
    },
    {
      name: 'comments of the pull request without end',
      on: /^GET github\/issues\/44\/comments$/,
      how: () => endless,
      step: label,
    },
    { name: 'line comments of a review without end', on: /reviews\/700\/comments$/, how: () => endless, step: review },
    {
      name: 'line comments of a review that never answer',
      on: /reviews\/700\/comments$/,
      how: () => deaf,
      step: review,
    },
    { name: 'a status that never answers', on: STATUS, how: () => deaf, step: opening },
  ];
  test.each(attacks)('$name', async ({ on, how, step }) => {
    for (const timeout of [30, 60, 300]) {
      const world = await worldWithAgentPull();
      world.service.script = { seconds: 5, prLink: 'https://github.com/acme/app/pull/44' };
      const { inputs, ...rest } = step(world);
      world.requests.length = 0;
      world.faults.push({ on, how: how(world), times: Number.POSITIVE_INFINITY });
      const ended = await world.run({ ...rest, inputs: { ...inputs, timeout: `${timeout}s` } });
      expect(ended.verdict).not.toBe('');
      expect(ended.took).toBeLessThanOrEqual(timeout * 1_000 + 15_000);
      expect(world.count(/ github/)).toBeLessThanOrEqual(200);
    }
  });
});
