import { describe, expect, test } from '@jest/globals';
import type { Ended, Step } from './action-process.ts';
import { commented, dispatched, labeled, openPull, sha } from './events.ts';
import { CREATE, cutShort, doesAndSays, FOLLOW_UP, lost, mute } from './faults.ts';
import { LINK, lineCommented, openings, PULL, reviewed, worldWithAgentPull } from './pull-events.ts';
import { BOT } from './stub-github.ts';
import { createWorld, type How, type World } from './world.ts';

const SWEEP: Step = { event: dispatched, inputs: { operation: 'sweep' }, run: 90 };
const onPull = (body: string, id = 900): Step => ({ event: commented(body, { number: PULL, isPull: true, id }) });
const submits = (world: World) => [world.count(CREATE), world.count(FOLLOW_UP)];
const DAY = 86_400_000;

function forgetOpening(world: World): void {
  for (const comment of openings(world)) world.github.comments.splice(world.github.comments.indexOf(comment), 1);
}

/** What follows a kill. */
const RESCUES: Readonly<
  Record<'post' | 'again' | 'sweep', (world: World, step: Step, killed: Ended) => Promise<unknown>>
> = {
  post: (world, step, killed) => world.post(step, killed),
  again: (world, step) => world.run({ ...step, attempt: 2 }),
  async sweep(world) {
    await world.time.during(world.time.sleep(1_800_000)); // the lease is over
    return world.run(SWEEP);
  },
};

describe('the comment on the agent’s pull request is not written twice, and no second job is created,', () => {
  const moments = Array.from({ length: 18 }, (_, at) => at + 1);
  const rescues: readonly { readonly name: string; readonly steps: readonly ('post' | 'again' | 'sweep')[] }[] = [
    { name: 'a re-run', steps: ['again'] },
    { name: 'the post step and a sweep', steps: ['post', 'sweep'] },
    { name: 'the post step, a re-run and a sweep', steps: ['post', 'again', 'sweep'] },
    { name: 'two sweeps and a re-run', steps: ['sweep', 'sweep', 'again'] },
  ];
  describe.each(rescues)('after a kill and $name,', ({ steps }) => {
    test.each(moments)('killed when request %d was done', async (request) => {
      const world = createWorld();
      world.github.pulls.set(PULL, openPull(PULL, 5_000));
      world.service.script = { seconds: 3, prLink: LINK };
      const step: Step = { event: labeled() };
      const killed = await world.run({ ...step, kill: { request, when: 'after' } });
      for (const rescue of steps) await RESCUES[rescue](world, step, killed);
      const [job] = world.service.jobs;
      expect(world.count(CREATE)).toBeLessThanOrEqual(1);
      expect(openings(world).length).toBeLessThanOrEqual(1);
      const isKnown = world.github.comments.some(({ issue, body }) => issue === 31 && body.includes('job-1'));
      if (job && isKnown) expect(openings(world)).toHaveLength(1);
    });
  });

  const answers: readonly { readonly name: string; readonly how: How }[] = [
    { name: 'lost', how: lost },
    { name: 'never given', how: mute },
    { name: 'cut short', how: cutShort },
    { name: 'a 502', how: doesAndSays(502, '<html>') },
  ];
  test.each(answers)('if the answer to it is $name', async ({ how }) => {
    const world = createWorld();
    world.github.pulls.set(PULL, openPull(PULL, 5_000));
    world.service.script = { seconds: 3, prLink: LINK };
    world.faults.push({ on: /^POST github\/issues\/44\/comments$/, how });
    const step: Step = { event: labeled() };
    const ended = await world.run(step);
    await world.post(step, ended);
    await world.run({ ...step, attempt: 2 });
    await world.run(SWEEP);
    expect([ended.verdict, ended.exitCode, ...submits(world)]).toEqual(['pull-request', 0, 1, 0]);
    expect(openings(world)).toHaveLength(1);
  });

  test('if a sweep finds the end in the same moment as the run', async () => {
    for (const apart of [4_000, 5_000, 6_000, 7_000]) {
      const world = createWorld();
      world.github.pulls.set(PULL, openPull(PULL, 5_000));
      world.service.script = { seconds: 3, prLink: LINK };
      await world.runAll([{ event: labeled() }, SWEEP], apart);
      expect([openings(world).length, ...submits(world)]).toEqual([1, 1, 0]);
    }
  });
});

describe('one command on the agent’s pull request is not sent twice', () => {
  const command = onPull('/docs shorter');
  const otherWorkflow = { GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/other.yml@refs/heads/main' };
  const pairs: readonly { readonly name: string; readonly steps: readonly Step[]; readonly apart: number }[] = [
    0, 90, 3_000, 90_000,
  ].flatMap((apart) => [
    {
      name: 'by the legs of a matrix',
      apart,
      steps: ['{"os":"a"}', '{"os":"b"}', '{"os":"c"}'].map((key) => ({ ...command, run: 8, inputs: { key } })),
    },
    {
      name: 'by two workflows',
      apart,
      steps: [
        { ...command, run: 8 },
        { ...command, run: 9, env: otherWorkflow },
      ],
    },
    {
      name: 'by two workflows with other prompts',
      apart,
      steps: [
        { ...command, run: 8, inputs: { prompt: 'a' } },
        { ...command, run: 9, inputs: { prompt: 'b' }, env: otherWorkflow },
      ],
    },
  ]);
  test.each(pairs)('$name, $apart ms apart', async ({ steps, apart }) => {
    const world = await worldWithAgentPull();
    await world.runAll(steps, apart);
    for (const step of steps) await world.run({ ...step, attempt: 2 });
    expect(submits(world)).toEqual([1, 1]);
  });

  const between: readonly { readonly name: string; readonly change: (world: World) => void }[] = [
    { name: 'was deleted', change: forgetOpening },
    {
      name: 'was emptied',
      change(world) {
        for (const comment of openings(world)) comment.body = 'hacked';
      },
    },
    {
      name: 'was copied to another pull request, and deleted',
      change(world) {
        for (const { body } of openings(world)) world.github.say(45, body, BOT);
        forgetOpening(world);
      },
    },
    {
      name: 'was copied below, and deleted',
      change(world) {
        const [own] = openings(world);
        world.github.say(PULL, own?.body ?? '', 'mallory');
        if (own) world.github.comments.splice(world.github.comments.indexOf(own), 1);
      },
    },
  ];
  test.each(between)('by a re-run or another leg after the comment on the pull request $name', async ({ change }) => {
    const world = await worldWithAgentPull();
    await world.run({ ...command, run: 8 });
    change(world);
    await world.run({ ...command, run: 8, attempt: 2 });
    await world.run({ ...command, run: 8, inputs: { key: 'b' } });
    await world.run({ ...command, run: 9, env: otherWorkflow });
    expect(submits(world)).toEqual([1, 1]);
  });

  test.each([1, 2, 3, 4])(
    'if the comment on the pull request is deleted before read %d of the thread',
    async (read) => {
      const world = await worldWithAgentPull();
      const how: How = (_, carryOut) => {
        forgetOpening(world);
        return carryOut();
      };
      world.faults.push({ on: /^GET github\/issues\/44\/comments$/, how, after: read - 1 });
      await world.run({ ...command, run: 8 });
      await world.run({ ...command, run: 8, attempt: 2 });
      expect(submits(world)).toEqual([1, 1]);
    },
  );

  const moments = Array.from({ length: 12 }, (_, at) => at + 1);
  test.each(moments)('by a re-run after a kill at request %d', async (request) => {
    const world = await worldWithAgentPull();
    const killed = await world.run({ ...command, run: 8, kill: { request, when: 'after' } });
    await world.post(command, killed);
    await world.run({ ...command, run: 8, attempt: 2 });
    expect(world.count(CREATE)).toBe(1);
    expect(world.count(FOLLOW_UP)).toBeLessThanOrEqual(1);
  });

  test('as a line comment of a review that is a command, too', async () => {
    const world = await worldWithAgentPull();
    const comment = {
      body: '/docs shorter',
      html_url: `${LINK}#discussion_r800`,
      path: 'a.md',
      updated_at: '2026-03-02T12:00:00Z',
    };
    world.github.reviews.set(700, { body: '/docs shorter', comments: [comment] });
    const line = lineCommented({ pull_request_review_id: 700 });
    world.github.history.commit({ sha: sha('0') });
    world.github.history.commit({ sha: sha('c') });
    await world.runAll(
      [
        { event: reviewed(), run: 8 },
        { event: line, run: 9 },
      ],
      200,
    );
    expect(submits(world)).toEqual([1, 1]);
  });
});

describe('no prompt interrupts the work on another one', () => {
  const apart: readonly { readonly name: string; readonly steps: readonly Step[]; readonly apart: number }[] = [
    { name: 'of two commands in the pull request', steps: [onPull('/docs a'), onPull('/docs b', 901)], apart: 60 },
    {
      name: 'of a command in the issue and a later one in the pull request',
      steps: [{ event: commented('/docs a', { id: 902 }) }, onPull('/docs b')],
      apart: 8_000,
    },
    {
      name: 'of a command in the issue and one in the pull request at once',
      steps: [{ event: commented('/docs a', { id: 902 }) }, onPull('/docs b')],
      apart: 60,
    },
  ];
  async function interruptions(steps: readonly Step[], pause: number) {
    const world = await worldWithAgentPull();
    world.service.script = { seconds: 30, prLink: LINK };
    await world.runAll(
      steps.map((step, at) => ({ ...step, run: 20 + at })),
      pause,
    );
    const [job] = world.service.jobs;
    return [job?.prompts.length, job?.interruptions];
  }
  test.each(apart)('$name', async ({ steps, apart: pause }) => {
    expect(await interruptions(steps, pause)).toEqual([3, 0]);
  });
});

describe('a command on the agent’s pull request does not go to another job', () => {
  test.each([0, 16])('with `issue-number`, %d days after the pull request was opened', async (days) => {
    const world = await worldWithAgentPull();
    for (const comment of world.github.comments) comment.updatedAt -= days * DAY;
    world.service.script = { seconds: 1 };
    await world.run({ event: labeled({ number: 60, at: world.time.now() }), run: 30 });
    await world.run({ ...onPull('/docs shorter'), run: 31, inputs: { 'issue-number': '60' } });
    await world.run({ ...onPull('/docs shorter'), run: 31, attempt: 2, inputs: { 'issue-number': '60' } });
    expect(world.service.jobs.map(({ prompts }) => prompts.length)).toEqual([2, 1]);
  });

  test('of a stranger: neither a job, nor a follow-up, nor a reaction', async () => {
    const world = await worldWithAgentPull();
    world.requests.length = 0;
    for (const event of [
      commented('/docs x', { number: PULL, isPull: true, sender: 'mallory' }),
      reviewed({ sender: 'mallory' }),
      lineCommented({ pull_request_review_id: 700 }, { sender: 'mallory' }),
    ]) {
      const ended = await world.run({ event, run: 40 });
      expect(ended.verdict).toBe('denied');
    }
    expect(world.count(/^(POST|PATCH|DELETE) /)).toBe(0);
    expect(world.count(/reviews/)).toBe(0);
    expect(world.count(/comments/)).toBeLessThanOrEqual(3); // the first page of the thread may be read beside the permission
  });
});

describe('requests to GitHub are not more than the design says', () => {
  test('for a label, with a pull request in this repository, however long the job takes', async () => {
    const world = createWorld();
    world.github.pulls.set(PULL, openPull(PULL, 5_000));
    world.service.script = { seconds: 1_500, prLink: LINK };
    const ended = await world.run({ event: labeled() });
    expect(ended.verdict).toBe('pull-request');
    expect(world.count(/ github/)).toBeLessThanOrEqual(15);
  });

  test('for a command on the agent’s pull request', async () => {
    const world = await worldWithAgentPull();
    world.requests.length = 0;
    await world.run({ ...onPull('/docs shorter'), run: 8 });
    expect(world.count(/ github/)).toBeLessThanOrEqual(15);
  });
});
