import { describe, expect, test } from '@jest/globals';
import type { Step } from '../../../sandbox/runner/step.ts';
import { command, told } from '../../support/conversation.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { mentions } from '../../support/sweep.ts';

/** Of the first run, in seconds. */
const TIMEOUT = 8;

interface Pair {
  readonly one: Step;
  readonly two: Step;
}

/** Somebody labels again while a run waits: a second run, which attaches to the same job. */
async function startBoth(scene: Scene, timeout = '90s'): Promise<Pair> {
  const one = scene.start({ run: { id: 1 }, inputs: { timeout, notify: 'true' } });
  await scene.until('the agent works', () => scene.commentWrites().some(({ body }) => body.includes('Working on it')));
  const before = scene.sent('get');
  const two = scene.start({ run: { id: 2 }, inputs: { timeout: '90s', notify: 'true' } });
  await scene.until('both read the job', () => scene.sent('get') > before + 1);
  return { one, two };
}

/** The comment of the thread, if there is one only; mentions do not count. */
async function onlyWord(scene: Scene) {
  const [own, ...others] = (await told(scene)).filter(({ body }) => !body.startsWith('@'));
  expect(others).toEqual([]);
  return own;
}

function end({ service }: Scene): void {
  for (const { id } of service.jobs) service.script({ seconds: 0 }, id);
}

interface Leaving {
  readonly how: string;
  readonly timeout?: string;
  /** What the first run came to; null for one that could not say. */
  readonly verdict: string | null;
  leave(one: Step, scene: Scene): void | Promise<void>;
}

describe('a run that attached to the job of another run reports its end, with one mention, after', () => {
  test.each<Leaving>([
    { how: 'the other one timed out', timeout: `${TIMEOUT}s`, verdict: 'timed-out', leave: () => {} },
    { how: 'the other one was cancelled', verdict: 'cancelled', leave: (one) => one.kill('SIGTERM') },
    {
      how: 'the other one was killed, and its timeout is over',
      timeout: `${TIMEOUT}s`,
      verdict: null,
      async leave(one, scene) {
        one.kill('SIGKILL');
        await scene.clock.pass((TIMEOUT + 1) * 1_000);
      },
    },
  ])('$how', async ({ timeout, verdict, leave }) => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    const { one, two } = await startBoth(scene, timeout);
    await leave(one, scene);
    const first = await one.result;
    if (verdict) expect(first.outputs.verdict).toBe(verdict);
    end(scene);
    const second = await two.result;
    const own = await onlyWord(scene);
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: own?.url } });
    expect(own?.prose).toContain('Pull request ready');
    expect(own?.prose).toContain('> Explain the new `--json` flag — alice');
    expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: /)]);
    expect(scene.sent('create')).toBe(1);
  });
});

test('two runs that wait for one job report its end once, with one mention', async () => {
  await using scene = await createScene({ job: { seconds: 3600 } });
  const { one, two } = await startBoth(scene);
  end(scene);
  const results = await Promise.all([one.result, two.result]);
  const own = await onlyWord(scene);
  for (const result of results)
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: own?.url } });
  expect(own?.prose).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
});

test('a run that attached to the job of another run changes no comment when it is cancelled', async () => {
  await using scene = await createScene({ job: { seconds: 3600 } });
  const { one, two } = await startBoth(scene);
  const before = await onlyWord(scene);
  two.kill('SIGTERM');
  expect((await two.result).outputs.verdict).toBe('cancelled');
  expect(await onlyWord(scene)).toEqual(before);
  end(scene);
  expect((await one.result).outputs.verdict).toBe('pull-request');
  expect((await onlyWord(scene))?.prose).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
});

test('two runs that wait for one job end when it gets a follow-up, and link the comment of that', async () => {
  await using scene = await createScene({ job: { seconds: 3600 } });
  const { one, two } = await startBoth(scene);
  await command(scene, '/docs Add a jq example', { inputs: { wait: 'false' } });
  const [first, later] = await told(scene);
  for (const result of await Promise.all([one.result, two.result])) {
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'started', commentUrl: first?.url } });
    expect(result.log).toContain(later?.url);
  }
  expect(first?.prose).toContain('**↪️ Continued**');
  expect(await mentions(scene)).toEqual([]);
});
