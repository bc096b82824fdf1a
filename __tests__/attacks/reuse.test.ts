import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { openPull } from './events.ts';
import { CREATE, FOLLOW_UP, says } from './faults.ts';
import { LINK, PULL, pulled, pushedTo } from './pull-events.ts';
import { BOT } from './stub-github.ts';
import { createWorld, type World } from './world.ts';

const submits = (world: World) => [world.count(CREATE), world.count(FOLLOW_UP)];

describe('pull-request: reuse', () => {
  const REUSE = { 'pull-request': 'reuse' };
  const MAIN = { ...REUSE, 'issue-number': '60' };

  /** A world whose `main` has so many commits of people, each with a file `src/N.ts`. */
  function worldWithCommits(count: number) {
    const world = createWorld();
    world.github.pulls.set(PULL, openPull(PULL, 5_000));
    world.service.script = { seconds: 2, prLink: LINK };
    const shas = Array.from({ length: count + 1 }, (_, at) => world.github.history.commit({ files: [`src/${at}.ts`] }));
    const push = (at: number): Step['event'] => pushedTo('main', shas[at - 1] ?? '', shas[at] ?? '');
    const described = () =>
      world.service.jobs.flatMap(({ prompts }) =>
        prompts.map((prompt) => (prompt.match(/src\/\d+\.ts/g) ?? []).join(' ')),
      );
    return { world, push, shas, described };
  }

  test('does not hide the result from a re-run, which creates nothing', async () => {
    const { world, push } = worldWithCommits(1);
    const first = await world.run({ event: push(1), run: 8, inputs: MAIN });
    const second = await world.run({ event: push(1), run: 8, attempt: 2, inputs: MAIN });
    expect([first.verdict, second.verdict, second.outputs.prLink]).toEqual(['pull-request', 'pull-request', LINK]);
    expect(submits(world)).toEqual([1, 0]);
  });

  test('loses no change of a closed pull request, nor of a job that failed although it names one', async () => {
    const { world, push, described } = worldWithCommits(3);
    const link = 'https://github.com/acme/app/pull/45';
    await world.run({ event: push(1), run: 8, inputs: REUSE });
    world.github.pulls.set(PULL, { ...openPull(PULL, 5_000), state: 'closed' });
    world.github.pulls.set(45, openPull(45, 60_000));
    world.service.script = { seconds: 2, fields: (at) => (at < 2_000 ? {} : { status: 'failed', prLink: link }) };
    const second = await world.run({ event: push(2), run: 9, inputs: REUSE });
    world.service.script = { seconds: 2, prLink: link };
    await world.run({ event: push(3), run: 10, inputs: REUSE });
    expect([second.verdict, ...described()]).toEqual([
      'failed',
      'src/1.ts',
      'src/1.ts src/2.ts',
      'src/1.ts src/2.ts src/3.ts',
    ]);
  });

  // The jobs of one reusable workflow, called twice, have the same step key, and the commit that one has handled counts for both.
  // `key` would tell them apart, and nothing says so.
  test.failing('loses no change of a caller of a reusable workflow because another caller handled it', async () => {
    const { world, push, described } = worldWithCommits(2);
    const inputs = (paths: string) => ({ ...MAIN, paths });
    await world.run({ event: push(1), run: 8, inputs: inputs('src/0.ts\nsrc/1.ts') });
    // The run of the other caller failed then: GitHub did not answer.
    await world.run({ event: push(2), run: 9, inputs: { ...inputs('src/*.ts'), prompt: 'The other caller' } });
    expect(described().at(-1)).toContain('src/1.ts');
  });

  test.each([0, 90, 1_500, 6_000])('creates one job for two pushes %d ms apart', async (apart) => {
    const { world, push } = worldWithCommits(2);
    await world.runAll(
      [
        { event: push(1), run: 8, inputs: MAIN },
        { event: push(2), run: 9, inputs: MAIN },
      ],
      apart,
    );
    expect(submits(world)).toEqual([1, 1]);
    expect(world.service.jobs[0]?.interruptions).toBe(0);
  });

  test('creates one job for two merges at once, each reported in its own pull request', async () => {
    const { world } = worldWithCommits(0);
    const { history, pulls } = world.github;
    const before = history.commit();
    const merged = [71, 72].map((number) => {
      const commit = history.commit({ files: [`src/${number}.ts`], pulls: [number] });
      pulls.set(number, {
        ...openPull(number, 0),
        state: 'closed',
        merged_at: '2026-03-02T12:00:00Z',
        merge_commit_sha: commit,
      });
      return commit;
    });
    const [one = '', two = ''] = merged;
    await world.runAll(
      [
        { event: pushedTo('main', before, one), run: 8, inputs: REUSE },
        { event: pushedTo('main', one, two), run: 9, inputs: REUSE },
      ],
      150,
    );
    expect(submits(world)).toEqual([1, 1]);
  });

  const forged: readonly { readonly name: string; readonly at: Step }[] = [
    { name: 'another repository', at: { event: pushedTo('main', '', ''), env: { GITHUB_REPOSITORY_ID: '2' } } },
    { name: 'another thread', at: { event: pushedTo('main', '', ''), inputs: { 'issue-number': '61' } } },
  ];
  test.each(forged)('continues no job that a comment copied from $name names', async ({ at }) => {
    const { world, push } = worldWithCommits(2);
    await world.run({ event: push(1), run: 8, env: at.env ?? {}, inputs: { ...MAIN, ...at.inputs } });
    const thief = worldWithCommits(2);
    const body = world.github.comments.find(({ issue }) => issue !== PULL)?.body ?? '';
    thief.world.github.say(60, body, BOT);
    await thief.world.run({ event: thief.push(2), run: 9, inputs: MAIN });
    expect([submits(thief.world), thief.described().at(-1)]).toEqual([[1, 0], 'src/2.ts']);
  });

  test('does not take a branch that is named like a pull request for that', async () => {
    const { world, push, shas } = worldWithCommits(2);
    await world.run({
      event: pulled('synchronize', { number: 60, head: shas[1] ?? '' }),
      run: 8,
      inputs: { ...MAIN, context: 'none', prompt: 'Go' },
    });
    const { payload } = push(2);
    const event = { name: 'push', payload: { ...payload, ref: 'refs/heads/60' } };
    await world.run({ event, run: 9, inputs: { ...MAIN, context: 'none', prompt: 'Go', branches: '**' } });
    expect(submits(world)).toEqual([2, 0]);
  });

  test('does not take two steps of one workflow for one', async () => {
    const { world, push } = worldWithCommits(1);
    await world.run({ event: push(1), run: 8, inputs: MAIN });
    await world.run({ event: push(1), run: 8, inputs: MAIN, env: { GITHUB_ACTION: 'second' } });
    expect(submits(world)).toEqual([2, 0]);
  });

  test('creates nothing where the list of comments cannot be read', async () => {
    for (const how of [says(502), says(403, { message: 'API rate limit exceeded' }), says(200, {}), says(404)]) {
      const { world, push } = worldWithCommits(1);
      world.faults.push({ on: /^GET github\/issues\/comments$/, how, times: 99 });
      const ended = await world.run({ event: push(1), run: 8, inputs: REUSE });
      expect([ended.verdict, ...submits(world)]).toEqual(['error', 0, 0]);
    }
  });

  test('reads no list without end', async () => {
    const { world, push } = worldWithCommits(1);
    for (let at = 0; at < 800; at++) world.github.say(3_000 + at, 'Hello');
    await world.run({ event: push(1), run: 8, inputs: REUSE });
    expect(world.count(/^GET github\/issues\/comments$/)).toBeLessThanOrEqual(10);
  });
});
