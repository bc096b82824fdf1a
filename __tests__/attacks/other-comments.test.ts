import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, dispatched, labeled, openPull } from './events.ts';
import { COMMENT, CREATE, FOLLOW_UP, says } from './faults.ts';
import { LINK, openings, PULL, pulled, worldWithAgentPull } from './pull-events.ts';
import { BOT } from './stub-github.ts';
import { createWorld, type How, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const pass = (world: World, ms: number) => world.time.during(world.time.sleep(ms));
const headlines = ({ github }: World) =>
  github.comments.filter(({ author }) => author === BOT).map(({ body }) => body.split(/ · |\n/)[0]);
const command = (body: string, id: number): Step => ({ event: commented(body, { id }), run: id });
const SWEEP: Step = { event: dispatched, run: 90, inputs: { operation: 'sweep' } };

/** The server does it 8 s after the request. */
const late =
  ({ time }: World): How =>
  async (_, carryOut) => {
    await time.sleep(8_000);
    return carryOut();
  };

describe('the status comment of', () => {
  test('a follow-up stays that of a follow-up when a re-run waits for it', async () => {
    const world = await worldWithAgentPull();
    world.service.script = { seconds: 600, prLink: LINK };
    const step = command('/docs Shorter', 9);
    await world.run({ ...step, inputs: { timeout: '5m' } });
    await world.run({ ...step, attempt: 2 });
    expect(headlines(world).filter((line) => line?.includes('Follow-up done'))).toHaveLength(2); // and the mention
    expect(world.count(FOLLOW_UP)).toBe(1);
  });

  test('an attempt that failed stays if the one of its re-run cannot be created', async () => {
    const world = createWorld();
    world.service.script = { seconds: 2, fields: () => ({ status: 'failed' }) };
    await world.run({ event: labeled() });
    const before = headlines(world);
    world.faults.push({ on: COMMENT, how: says(403), times: Number.POSITIVE_INFINITY });
    expect((await world.run({ event: labeled(), attempt: 2 })).verdict).toBe('error');
    expect(headlines(world)).toEqual(before);
  });

  test('the request before keeps the result that was reported while a follow-up was sent', async () => {
    const world = createWorld();
    world.github.pulls.set(PULL, openPull(PULL, 5_000));
    world.service.script = { seconds: 60, prLink: LINK };
    await world.run({ event: labeled(), inputs: { wait: 'false' } });
    await pass(world, 2 * MINUTE);
    world.faults.push({ on: FOLLOW_UP, how: late(world) });
    await world.runAll([command('/docs Shorter', 9), SWEEP], 3_000);
    expect(headlines(world)[0]).toMatch(/^\*\*✅ Pull request ready/);
  });

  test('an agent’s pull request stays when a run attaches there', async () => {
    const world = await worldWithAgentPull();
    const before = openings(world);
    expect(before).toHaveLength(1);
    const inputs = { operation: 'attach', 'job-id': 'job-1', 'issue-number': String(PULL) };
    await world.run({ event: dispatched, run: 9, inputs });
    expect(openings(world)).toEqual(before);
    expect(
      (await world.run({ event: pulled('synchronize'), run: 10, inputs: { 'pull-request': 'reuse' } })).verdict,
    ).toBe('skipped');
  });

  test('a command whose run was killed while it waited, with its post step, is corrected by a sweep', async () => {
    const world = createWorld();
    world.service.script = { seconds: 1_200, prLink: LINK };
    const killed = { ...command('/docs Shorter', 9), kill: { request: 12, when: 'after' } } as const;
    await world.runAll([{ event: labeled(), inputs: { timeout: '1h' } }, killed], 10_000);
    expect(headlines(world)).toContainEqual(expect.stringContaining('Waiting for'));
    await world.run(SWEEP);
    expect(headlines(world)).not.toContainEqual(expect.stringContaining('Waiting for'));
  });

  test('a denied label is one, also for two workflows at the same moment', async () => {
    const world = createWorld();
    world.github.roles.set('alice', 'triage');
    const env = { GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/other.yml@refs/heads/main' };
    await world.runAll([{ event: labeled() }, { event: labeled(), run: 8, env }], 20);
    expect(headlines(world)).toEqual([expect.stringContaining('Not started')]);
  });
});

test('a job of yesterday that works on a request in another thread is waited for', async () => {
  const world = createWorld();
  world.service.script = { seconds: 2, prLink: LINK };
  await world.run({ event: labeled(), inputs: { wait: 'false' } });
  await pass(world, 23 * HOUR);
  world.service.script = { seconds: (48 * HOUR) / 1_000, prLink: LINK };
  const inputs = { operation: 'follow-up', 'job-id': 'job-1', 'issue-number': '60', prompt: 'Go on', wait: 'false' };
  expect((await world.run({ event: dispatched, run: 8, inputs })).verdict).toBe('started');
  await pass(world, 2 * HOUR);
  const again = await world.run({ event: labeled({ at: world.time.now() }), run: 9, inputs: { wait: 'false' } });
  expect([again.verdict, again.outputs.jobId, world.count(CREATE)]).toEqual(['started', 'job-1', 1]);
});

test.each(['a command', 'a re-run'])('%s uses a job that was archived with an open pull request', async (what) => {
  const world = createWorld();
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  world.service.script = { seconds: 2, fields: () => ({ status: 'archived', prLink: LINK }) };
  await world.run({ event: labeled() });
  await pass(world, MINUTE);
  const isCommand = what === 'a command';
  const next = await world.run(isCommand ? command('/docs Shorter', 9) : { event: labeled(), attempt: 2 });
  expect([next.outputs.prLink, world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([LINK, 1, isCommand ? 1 : 0]);
});

test.each([-5, 30, 540])(
  'a pull request that opens %d s after the end of a long job without a link may be the agent’s',
  async (seconds) => {
    const world = await worldWithAgentPull('https://github.com/acme/app/pull/1');
    world.service.script = { seconds: 900, prLink: null };
    const began = world.time.now();
    const label = { event: labeled({ number: 60, at: began }), run: 8, inputs: { timeout: '1h' } };
    expect((await world.run(label)).verdict).toBe('no-changes');
    const at = began + 902_000 + seconds * 1_000;
    await pass(world, Math.max(0, at - world.time.now()));
    world.github.pulls.set(50, openPull(50, at));
    const opened = await world.run({ event: pulled('opened', { number: 50, at }), run: 9 });
    expect([opened.verdict, world.count(CREATE)]).toEqual(['skipped', 2]);
  },
);
