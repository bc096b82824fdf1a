import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { FaultForm } from '../../sandbox/http/faults.ts';
import type { JobScript } from '../../sandbox/service/job-script.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { command } from '../support/conversation.ts';
import { alice, as, openAs, openingOf, pushOf, say } from '../support/events.ts';
import { onGitHub, onService, respond } from '../support/faults.ts';
import { createScene, type Scene, startPolling } from '../support/scene.ts';

const test = concurrentTests();
/** Seconds. */
const TIMEOUT = 300;
/** So much later all is reported, and the process ends. */
const REPORTING = 15;
/** More requests to each server than this, in five minutes, are a hammer. */
const MANY = 200;
const HANG: FaultForm = { kind: 'hang' };
const AN_AGE = { 'retry-after': '1000000000' };

/** The scenes in which the fault hit a request. */
const struck = new WeakSet<Scene>();

type Set = (scene: Scene) => void;
const strike = (scene: Scene) => ({ onStrike: () => void struck.add(scene) });
const gitHub =
  (request: string, form: FaultForm): Set =>
  (scene) =>
    onGitHub(scene, request, form, strike(scene));
const service =
  (operation: 'create' | 'get', form: FaultForm): Set =>
  (scene) =>
    onService(scene, operation, form, strike(scene));
const onJob =
  (script: Partial<JobScript>): Set =>
  (scene) => {
    scene.service.script(script);
    struck.add(scene);
  };
const flipping = Array.from({ length: 200 }, (_, at) => ({
  status: at % 2 ? 'completed' : 'active',
  seconds: 3,
}));

interface Attack {
  readonly name: string;
  readonly verdict: string;
  readonly set: Set;
  readonly creates?: number;
  /** Seconds of the timeout that it must not use up. */
  readonly within?: number;
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'a list that never answers',
    verdict: 'error',
    creates: 0,
    set: gitHub('GET /issues/1/comments', HANG),
  },
  {
    name: 'an announcement put off for 31 years',
    verdict: 'error',
    creates: 0,
    within: 60,
    set: gitHub('POST /issues/1/comments', respond(403, '{"message":"rate limit"}', AN_AGE)),
  },
  {
    name: 'a create put off until now',
    verdict: 'quota-exhausted',
    creates: 40,
    set: service('create', respond(429, '', { 'retry-after': '0' })),
  },
  {
    name: 'a status put off for 31 years',
    verdict: 'timed-out',
    within: 60,
    set: service('get', respond(429, '', AN_AGE)),
  },
  {
    name: 'a status that breaks each time',
    verdict: 'timed-out',
    set: service('get', { kind: 'reset' }),
  },
  {
    name: 'a status of 20,000 brackets',
    verdict: 'timed-out',
    set: service('get', respond(200, '['.repeat(20_000))),
  },
  {
    name: 'a job with a new status each time',
    verdict: 'timed-out',
    set: onJob({
      statuses: Array.from({ length: 400 }, (_, at) => ({ status: `step ${at}`, seconds: 1 })),
    }),
  },
  {
    name: 'a job that ends and goes on, over and over',
    verdict: 'no-changes',
    set: onJob({ statuses: flipping, pullRequest: false }),
  },
  { name: 'edits that are never answered', verdict: 'pull-request', set: gitHub('PATCH .', HANG) },
];

const counts = ({ github, service }: Scene) => [github.requests.length, service.requests.length];

describe('no run outlives its timeout by more than fifteen seconds, or hammers a server, because of', () => {
  test.each(ATTACKS)('$name', async ({ verdict, set, creates = 1, within = TIMEOUT }) => {
    await using scene = await createScene({ job: { seconds: 20 } });
    set(scene);
    const result = await scene.run({ inputs: { timeout: `${TIMEOUT}s` } });
    expect(result.outputs.verdict).toBe(verdict);
    expect(result.duration).toBeLessThanOrEqual((within + REPORTING) * 1_000);
    expect(scene.sent('create')).toBeLessThanOrEqual(creates);
    for (const count of counts(scene)) expect(count).toBeLessThanOrEqual(MANY);
    expect(struck.has(scene)).toBe(true);
  });

  type Make = (scene: Scene) => Promise<GitHubEvent>;
  /** A push of so many commits that each is asked for. */
  const push: Make = async (scene) => {
    const shas: string[] = [];
    for (let at = 0; at < 60; at++)
      shas.push(await alice(scene).commit({ 'src/a.ts': `${at}\n` }, `Change ${at}`));
    return as(await pushOf(scene, shas.at(-1) ?? ''), { before: shas[0] });
  };
  /** The opening of a pull request while a job works. */
  const opening: Make = async (scene) => {
    await scene.run({ run: { id: 5 }, inputs: { wait: 'false' } });
    return openingOf(scene, await openAs(scene, 'bob'));
  };
  const review: Make = async (scene) => {
    const { number } = await openAs(scene, 'bob');
    await alice(scene).review(number, { body: '/docs shorter' });
    return scene.github.events.waitFor('pull_request_review', 'submitted');
  };
  const label: Make = async ({ event }) => event;
  const LATE: FaultForm = { kind: 'delay', milliseconds: 9_000 };
  const SLOW: FaultForm = { kind: 'delay', milliseconds: 900 };
  const reads: readonly { name: string; make: Make; set: Set }[] = [
    {
      name: 'recent comments that never answer',
      make: opening,
      set: gitHub('GET /issues/comments\\?', HANG),
    },
    {
      name: 'recent comments that answer after 9 s',
      make: opening,
      set: gitHub('GET /issues/comments\\?', LATE),
    },
    { name: 'a status that never answers', make: opening, set: service('get', HANG) },
    {
      name: 'pull requests of commits that never answer',
      make: push,
      set: gitHub('GET /commits/\\w+/pulls', HANG),
    },
    {
      name: 'pull requests of commits after 900 ms',
      make: push,
      set: gitHub('GET /commits/\\w+/pulls', SLOW),
    },
    {
      name: 'pull requests of commits after 9 s',
      make: push,
      set: gitHub('GET /commits/\\w+/pulls', LATE),
    },
    { name: 'a pull request that never answers', make: label, set: gitHub('GET /pulls/2$', HANG) },
    {
      name: 'comments of it that never answer',
      make: label,
      set: gitHub('GET /issues/2/comments', HANG),
    },
    { name: 'line comments that never answer', make: review, set: gitHub('GET /reviews/', HANG) },
  ];
  test.each(reads.flatMap((row) => [30, TIMEOUT].map((timeout) => ({ ...row, timeout }))))(
    '$name, with a timeout of $timeout s',
    async ({ make, set, timeout }) => {
      await using scene = await createScene({ job: { seconds: 5 } });
      const event = await make(scene);
      scene.github.requests.length = 0;
      set(scene);
      const inputs = { timeout: `${timeout}s`, context: 'none', prompt: 'Update the docs' };
      const result = await scene.run({
        event,
        inputs: make === push ? { timeout: inputs.timeout } : inputs,
      });
      expect(result.outputs.verdict).toMatch(/./);
      expect(result.duration).toBeLessThanOrEqual((timeout + REPORTING) * 1_000);
      for (const count of counts(scene)) expect(count).toBeLessThanOrEqual(MANY);
      expect(struck.has(scene)).toBe(true);
    },
  );

  test('a follow-up to a job that flips between completed and active', async () => {
    await using scene = await createScene();
    await scene.run();
    scene.service.script({ statuses: flipping });
    const result = await command(scene, '/docs shorter', { inputs: { timeout: `${TIMEOUT}s` } });
    expect(result.duration).toBeLessThanOrEqual((TIMEOUT + REPORTING) * 1_000);
    expect(scene.sent('follow-up')).toBe(1);
  });

  test('comments of 60 KB that are beginnings of markers', async () => {
    await using scene = await createScene();
    for (let at = 0; at < 30; at++) await say(scene, '<!-- docs-agent-action:'.repeat(2_600));
    expect(await scene.run()).toMatchObject({
      duration: 2_000,
      outputs: { verdict: 'pull-request' },
    });
  });
});

test('a post step whose GitHub never answers ends within two minutes', async () => {
  await using scene = await createScene({ job: { seconds: 600 } });
  const step = await startPolling(scene, { inputs: { timeout: '10m' } });
  step.kill('SIGKILL');
  const main = await step.result;
  for (const request of ['GET .', 'PATCH .', 'POST .']) onGitHub(scene, request, HANG);
  expect((await scene.runPost(main)).duration).toBeLessThanOrEqual(120_000);
});
