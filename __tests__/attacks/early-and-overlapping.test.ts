import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { dispatched, labeled, labeledPull, openPull, PAGE, sha } from './events.ts';
import { CREATE, FOLLOW_UP, STATUS, says } from './faults.ts';
import { LINK, PULL, pulled, pushedTo, worldWithAgentPull } from './pull-events.ts';
import { createWorld, type World } from './world.ts';

const MINUTE = 60_000;
const GO = { context: 'none', prompt: 'Update the docs' };
const pass = (world: World, ms: number) => world.time.during(world.time.sleep(ms));

/** Nothing but a rule of who may be the agent can stop these: each is a job for what the agent did. */
describe('no paid loop:', () => {
  // Otherwise each pull request of a person would be suspected that is opened while a job works.
  test('a limit: early pull requests of the agent’s second account are requests until a job has ended with one of them', async () => {
    const world = await worldWithAgentPull(); // by account 503
    world.service.script = { seconds: 900, prLink: `${PAGE}/pull/70` };
    await world.run({ event: labeled({ number: 60, at: world.time.now() }), run: 20, inputs: { wait: 'false' } });
    const open = async (number: number) => {
      await pass(world, 2 * MINUTE);
      const at = world.time.now();
      world.github.pulls.set(number, { ...openPull(number, at), user: { login: 'alice', id: 501, type: 'User' } });
      return world.run({
        event: pulled('opened', { number, at }),
        run: number,
        inputs: { ...GO, wait: 'false' },
      });
    };
    expect([(await open(70)).verdict, (await open(71)).verdict]).toEqual(['started', 'started']);
    await pass(world, 15 * MINUTE);
    await world.run({ event: dispatched, run: 90, inputs: { operation: 'sweep' } });
    await world.run({ event: labeled({ number: 61, at: world.time.now() }), run: 21, inputs: { wait: 'false' } });
    expect((await open(72)).verdict).toBe('skipped');
  });

  test('a pull request that the agent opened for a first attempt, whose job failed, before a re-run', async () => {
    const world = createWorld();
    const fields = (elapsed: number) => (elapsed >= 10 * MINUTE ? { status: 'failed', prLink: null } : {});
    world.service.script = { seconds: 600, prLink: null, fields };
    await world.run({ event: labeled(), run: 20, inputs: { timeout: '1h' } });
    await pass(world, MINUTE);
    world.service.script = { seconds: 3_600, prLink: null };
    await world.run({ event: labeled(), run: 20, attempt: 2, inputs: { wait: 'false' } });
    const event = pulled('opened', { at: 5 * MINUTE });
    const ended = await world.run({ event, run: 30, inputs: { ...GO, wait: 'false' } });
    expect([ended.verdict, world.count(CREATE)]).toEqual(['skipped', 2]);
  });

  // Only the 500 comments that were edited last are read, and what is not known then is a person's.
  test('a limit: an early pull request in a repository with 600 newer comments is a request, with a warning', async () => {
    const world = createWorld();
    world.service.script = { seconds: 3_600, prLink: LINK };
    await world.run({ event: labeled(), run: 20, inputs: { wait: 'false' } });
    await pass(world, 5 * MINUTE);
    const event = pulled('opened', { at: world.time.now() });
    for (let at = 0; at < 600; at++) world.github.say(900 + at, 'Thanks!');
    const ended = await world.run({ event, run: 30, inputs: { ...GO, wait: 'false' } });
    expect(world.count(CREATE)).toBe(2);
    expect(ended.log).toContain('only the 500 most recently edited comments of the repository were read');
  });

  // Only events of a branch leave out the agent's commits.
  test('the agent’s pull request is merged into the branch of a person’s pull request', async () => {
    const world = createWorld();
    const { history, pulls } = world.github;
    const inputs = { 'pull-request': 'reuse' };
    const base = history.commit({ sha: sha('0'), message: 'Base' });
    const head = history.commit({ message: 'Work', files: ['src/one.ts'], pulls: [31] });
    pulls.set(31, { ...openPull(31, 0), user: { login: 'bob', id: 502 } });
    pulls.set(PULL, openPull(PULL, 5_000));
    world.service.script = { seconds: 2, prLink: LINK };
    await world.run({ event: labeledPull(head), run: 20, inputs });
    const merged = history.commit({ message: `Merge #${PULL}`, files: ['docs/cli.md'], pulls: [31, PULL] });
    pulls.set(PULL, {
      ...openPull(PULL, 5_000),
      state: 'closed',
      merged_at: '2026-03-02T12:10:00Z',
      merge_commit_sha: merged,
    });
    const { payload } = pulled('synchronize', { number: 31, head: merged, at: 0 });
    await world.run({ event: { name: 'pull_request', payload }, run: 21, inputs });
    expect(base).toBe(sha('0'));
    expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([1, 0]);
  });
});

// The later run describes its changes before the job ahead of it fails, and then counts as the newest that is handled.
test('with `reuse`, the changes of a push whose job failed while a later push waited for it are described again', async () => {
  const world = createWorld();
  const { history } = world.github;
  const names = ['one', 'two', 'three'];
  const heads = ['zero', ...names].map((name) => history.commit({ message: name, files: [`src/${name}.ts`] }));
  const push = (at: number): Step => ({
    event: pushedTo('main', heads[at] ?? '', heads[at + 1] ?? ''),
    run: 20 + at,
    inputs: { 'pull-request': 'reuse', 'issue-number': '31', timeout: '1h' },
  });
  const failed = { status: 'failed', prLink: null };
  const fields = (elapsed: number, { id }: { id: string }) => (id === 'job-1' && elapsed >= 120_000 ? failed : {});
  world.service.script = { seconds: 120, prLink: null, fields };
  const ended = await world.runAll([push(0), push(1)], 10_000);
  expect(ended.map(({ verdict }) => verdict)).toEqual(['failed', 'no-changes']);
  await world.run(push(2));
  const later = world.service.jobs
    .slice(1)
    .flatMap(({ prompts }) => prompts)
    .join('\n');
  expect(names.filter((name) => later.includes(`src/${name}.ts`))).toEqual(names);
});

// After each refusal in the middle of a wait, the wait begins anew, with its shortest pause.
test('a service that refuses every other status request is not asked without end while a command waits for a suspect', async () => {
  const world = createWorld();
  world.service.script = { seconds: 36_000, prLink: null };
  await world.run({ event: labeled(), inputs: { wait: 'false' } });
  await pass(world, MINUTE);
  const event = pulled('labeled', { at: world.time.now() });
  const payload = { ...event.payload, sender: { login: 'alice', id: 599, type: 'User' } };
  let asked = 0;
  world.faults.push({
    on: STATUS,
    how: (request, carryOut) => (++asked % 2 === 0 ? says(403)(request, carryOut) : carryOut()),
    times: Number.POSITIVE_INFINITY,
  });
  const ended = await world.run({ event: { ...event, payload }, run: 9, inputs: { ...GO, timeout: '1h' } });
  expect(ended.verdict).toBe('timed-out');
  expect(asked).toBeLessThan(350); // as of a job that answers
});

// The comment on the pull request is the only memory of a job without a report thread, and is tried for 3 s only.
test('with `reuse` and without a thread, a GitHub that fails for 30 s at the end of a job buys no second pull request', async () => {
  const world = createWorld();
  const { history, pulls } = world.github;
  const heads = ['zero', 'one', 'two'].map((name) => history.commit({ message: name, files: [`src/${name}.ts`] }));
  const push = (at: number): Step => ({
    event: pushedTo('main', heads[at] ?? '', heads[at + 1] ?? ''),
    run: 20 + at,
    inputs: { 'pull-request': 'reuse', timeout: '1h' },
  });
  world.service.script = { seconds: 120, prLink: LINK };
  pulls.set(PULL, openPull(PULL, 100_000));
  const until = 160_000;
  world.faults.push({
    on: /^GET github\/pulls\/\d+$/,
    how: (request, carryOut) => (world.time.now() < until ? says(502)(request, carryOut) : carryOut()),
    times: Number.POSITIVE_INFINITY,
  });
  const first = await world.run(push(0));
  expect(first.verdict).toBe('pull-request');
  await world.post(push(0), first);
  await pass(world, 5 * MINUTE);
  await world.run(push(1));
  expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([1, 1]);
});

// As above: the run that is cancelled while it waits has announced its commits, and no later run describes them.
test('with `reuse`, the changes of a push that was cancelled beside a later one are described again', async () => {
  const world = createWorld();
  const { history } = world.github;
  const names = ['one', 'two', 'three', 'four'];
  const heads = ['zero', ...names].map((name) => history.commit({ message: name, files: [`src/${name}.ts`] }));
  const push = (at: number): Step => ({
    event: pushedTo('main', heads[at] ?? '', heads[at + 1] ?? ''),
    run: 20 + at,
    inputs: { 'pull-request': 'reuse', 'issue-number': '31', timeout: '1h' },
  });
  world.service.script = { seconds: 120, prLink: LINK };
  world.github.pulls.set(PULL, openPull(PULL, 100_000));
  const ended = await world.runAll([push(0), { ...push(1), cancelAfter: 40_000 }, push(2)], 10_000);
  expect(ended.map(({ verdict }) => verdict)).toEqual(['pull-request', 'cancelled', 'pull-request']);
  await world.run(push(3));
  const all = world.service.jobs.flatMap(({ prompts }) => prompts).join('\n');
  expect(names.filter((name) => all.includes(`src/${name}.ts`))).toEqual(names);
});
