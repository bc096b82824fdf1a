import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, labeled, labeledPull, pushed, sha } from './events.ts';
import { COMMENT, CREATE, doesAndSays, FOLLOW_UP, LIST, lost, mute } from './faults.ts';
import { BOT } from './stub-github.ts';
import { createWorld, type Fault } from './world.ts';

const LABEL: Step = { event: labeled() };
const again = (step: Step): Step => ({ ...step, attempt: 2 });

describe('two runs at once', () => {
  const lags = [0, 1_500, 10_000];
  test.each(lags)('of one label create one job where lists lag by %d ms', async (lag) => {
    const world = createWorld();
    world.github.lag = lag;
    const verdicts = await world.runAll([LABEL, { ...LABEL, run: 8 }, { ...LABEL, run: 9 }], 70);
    expect(world.count(CREATE)).toBeLessThanOrEqual(1);
    if (lag < 2_000) expect(verdicts.map(({ verdict }) => verdict)).toContain('pull-request');
  });

  test('of one comment create one job, and the later one ends skipped at once', async () => {
    const world = createWorld();
    const event = commented('/docs explain it');
    const [first, second] = await world.runAll([{ event }, { event, run: 8 }], 5_000);
    expect([first?.verdict, second?.verdict]).toEqual(['pull-request', 'skipped']);
    expect(second?.outputs.prLink).toBe('');
    expect(second?.took).toBeLessThan(10_000);
    expect(world.count(CREATE)).toBe(1);
  });

  const clocks = [
    { clock: 'an hour slow', ahead: -3_600_000 },
    { clock: 'an hour fast', ahead: 3_600_000 },
  ];
  test.each(clocks)('of one comment create one job where the clock of GitHub is $clock', async ({ ahead }) => {
    const world = createWorld(ahead);
    const event = commented('/docs explain it');
    const [, second] = await world.runAll([{ event }, { event, run: 8 }], 5_000);
    expect([second?.verdict, world.count(CREATE)]).toEqual(['skipped', 1]);
    const more = commented('/docs more', { id: 901 });
    await world.run({ event: more, run: 9, kill: { request: 12, when: 'after' } });
    await world.time.during(world.time.sleep(2_000_000));
    expect((await world.run({ event: more, run: 10 })).verdict).toBe('pull-request');
  });

  test('of a label set again while the first one is busy create one job', async () => {
    const world = createWorld();
    const later = { event: labeled({ at: 20_000 }), run: 8 };
    const [, second] = await world.runAll([LABEL, later], 20_000);
    expect([second?.verdict, world.count(CREATE)]).toEqual(['skipped', 1]);
  });

  test('of a label set while the first run was busy, but started only after it, create one job', async () => {
    const world = createWorld();
    await world.run(LABEL);
    const second = await world.run({ event: labeled({ at: 20_000 }), run: 8 });
    expect([second.verdict, world.count(CREATE)]).toEqual(['pull-request', 1]);
  });

  test('with other inputs, from two callers of one workflow, get a job each, and re-runs create none', async () => {
    const world = createWorld();
    const steps = ['Explain it', 'Shorten it'].map((prompt): Step => ({ ...LABEL, inputs: { prompt } }));
    await world.runAll(steps, 100);
    const rerun = await world.runAll(steps.map(again), 100);
    expect(world.service.jobs).toHaveLength(2);
    expect(new Set(rerun.map(({ outputs }) => outputs.jobId))).toEqual(new Set(['job-1', 'job-2']));
  });
});

describe('one event delivered again', () => {
  const pushes = [pushed(sha('f'), sha('a')), pushed(sha('a'), sha('b')), pushed(sha('b'), sha('a'))];
  test('gets no second job after pushes from a to b and back to a', async () => {
    const world = createWorld();
    world.github.comparison = undefined;
    const inputs = { 'issue-number': '31', context: 'none', prompt: 'Update the docs' };
    const steps = pushes.map((event, at): Step => ({ event, inputs, run: 20 + at }));
    for (const step of steps) await world.run(step);
    for (const step of steps) await world.run(again(step));
    for (const step of steps) await world.run({ ...step, run: 40 });
    expect(world.service.jobs).toHaveLength(3);
  });

  test('gets no second job after labels on heads a, b and a again, each run again', async () => {
    const world = createWorld();
    const inputs = { context: 'none', prompt: 'Update the docs' };
    for (const [at, letter] of ['a', 'b', 'a'].entries()) {
      const step = { event: labeledPull(sha(letter), world.time.now()), inputs, run: 20 + at };
      await world.run(step);
      await world.run(again(step));
    }
    expect(world.service.jobs).toHaveLength(3);
  });

  const kill = { request: 9, when: 'after' } as const;
  const EXPLAIN = commented('/docs explain it');
  test.each([
    { what: 'the event again', first: { event: EXPLAIN, kill }, second: EXPLAIN, sent: 1 },
    { what: 'a command on its job', first: LABEL, second: commented('/docs more', { id: 901 }), sent: 2 },
  ])(
    'gets no second job when the list loses its comment between two reads of $what',
    async ({ first, second, sent }) => {
      const world = createWorld();
      await world.run(first);
      const own = world.github.comments.find(({ author }) => author === BOT);
      const hide = (_: unknown, carryOut: () => ReturnType<Fault['how']>) => {
        if (own) own.listedFrom = Number.POSITIVE_INFINITY;
        return carryOut();
      };
      world.faults.push({ on: COMMENT, how: hide });
      world.faults.push({ on: LIST, how: hide, after: 1 });
      await world.run({ event: second, run: 8 });
      expect([world.count(CREATE), world.count(CREATE) + world.count(FOLLOW_UP)]).toEqual([1, sent]);
    },
  );
});

describe('a follow-up', () => {
  const unclear: readonly (Pick<Fault, 'how'> & { readonly name: string })[] = [
    { name: 'answered 502', how: doesAndSays(502, '') },
    { name: 'reset', how: lost },
    { name: 'never answered', how: mute },
    { name: 'answered with HTML', how: doesAndSays(200, '<html>') },
    { name: 'answered 204', how: doesAndSays(204, '') },
  ];
  test.each(unclear)('$name, is never sent again, by this run or a re-run', async ({ how }) => {
    const world = createWorld();
    await world.run(LABEL);
    world.faults.push({ on: FOLLOW_UP, how });
    const step = { event: commented('/docs shorter, please'), run: 8 };
    await world.run(step);
    await world.run(again(step));
    expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([1, 1]);
  });

  const moments = Array.from({ length: 10 }, (_, at) => at + 1);
  test.each(moments)('is never sent again by a re-run, killed after request %d', async (request) => {
    const world = createWorld();
    world.service.script = { seconds: 3 };
    await world.run(LABEL);
    const step = { event: commented('/docs shorter, please'), run: 8 };
    await world.run({ ...step, kill: { request, when: 'after' } });
    await world.run(again(step));
    expect(world.count(CREATE)).toBe(1);
    expect(world.count(FOLLOW_UP)).toBeLessThanOrEqual(1);
  });
});
