import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { stopAt } from '../../../sandbox/stop.ts';
import { falseStatements } from '../../support/comment-consistency.ts';
import { say } from '../../support/conversation.ts';
import { COMMENT, CREATE, EDIT, LISTING, rerun, STATUS } from '../../support/kill-points.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { signal } from '../../support/signal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const startLong = (scene: Scene) => scene.start({ inputs: { timeout: '1m', notify: 'true' } });

/** Its first comment is answered, and it lets others see it. */
const inThePause = (scene: Scene) =>
  scene.until('its first comment is there', () =>
    scene.github.requests.some(
      ({ method, path, status }) => method === 'POST' && COMMENT.path.test(path) && status === 201,
    ),
  );

interface Moment {
  readonly while: string;
  readonly name: NodeJS.Signals;
  /** Starts a step, and resolves at the moment. */
  readonly come: (scene: Scene) => Promise<ReturnType<typeof startLong>>;
}

const MOMENTS: readonly Omit<Moment, 'name'>[] = [
  {
    while: 'it lets others see its first comment',
    async come(scene) {
      const step = startLong(scene);
      await inThePause(scene);
      return step;
    },
  },
  {
    while: 'it reads the thread again',
    async come(scene) {
      const { reached } = stopAt(scene, { ...LISTING, when: 'before', nth: 2 });
      const step = startLong(scene);
      await reached;
      return step;
    },
  },
  {
    while: 'its first comment is there, and not answered',
    async come(scene) {
      const { reached } = stopAt(scene, { ...COMMENT, when: 'after' });
      const step = startLong(scene);
      await reached;
      return step;
    },
  },
];

const CASES: readonly Moment[] = MOMENTS.flatMap((moment) => SIGNALS.map((name) => ({ ...moment, name })));

describe('before the service is asked', () => {
  test.each(CASES)(
    '$name while $while: the comment says that nothing was started, and a second attempt starts it',
    async ({ name, come }) => {
      await using scene = await createScene();
      const { result, took } = await signal(await come(scene), name);
      const [comment] = await scene.comments();
      expect(took).toBeLessThan(5_000);
      expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', jobId: '' } });
      expect(comment?.body).toContain('nothing was started');
      expect(await falseStatements(scene)).toEqual([]);
      expect(scene.service.requests).toEqual([]);
      const post = await scene.runPost(result);
      expect(post).toMatchObject({ exitCode: 0, log: '' });

      const second = await rerun(scene);
      const last = (await scene.comments()).findLast(({ body }) => !body.startsWith('@'));
      expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: last?.url } });
      expect(last?.body).toContain('Pull request ready');
      expect(await falseStatements(scene)).toEqual([]);
      expect(scene.service.jobs).toHaveLength(1);
    },
  );

  test.each(SIGNALS)('%s while it reads the thread: nothing is said and nothing was started', async (name) => {
    await using scene = await createScene();
    const { reached } = stopAt(scene, { ...LISTING, when: 'before' });
    const step = startLong(scene);
    await reached;
    const { result, took } = await signal(step, name);
    expect(took).toBeLessThan(5_000);
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', jobId: '' } });
    expect(await scene.comments()).toEqual([]);
    expect(scene.service.requests).toEqual([]);
    expect((await scene.runPost(result)).log).toBe('');
  });

  test.each(SIGNALS)('%s while it reads the job of the thread: nothing is said and nothing is sent', async (name) => {
    await using scene = await createScene();
    await scene.run();
    const event = await say(scene, '/docs Add a jq example');
    const before = await scene.comments();
    const { reached } = stopAt(scene, { ...STATUS, when: 'before' });
    const step = scene.start({ event, run: { id: 8 }, inputs: { timeout: '1m', notify: 'true' } });
    await reached;
    const { result, took } = await signal(step, name);
    expect(took).toBeLessThan(5_000);
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', jobId: '' } });
    expect(result.annotations.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await scene.comments()).toEqual(before);
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 0]);
    expect((await scene.runPost(result)).log).toBe('');
  });

  test('a second signal ends it at once, and the post step says that nothing was started', async () => {
    await using scene = await createScene();
    const { reached } = stopAt(scene, { ...LISTING, when: 'before', nth: 2 });
    const step = startLong(scene);
    await reached;
    step.kill('SIGINT');
    await pause(300);
    const { result } = await signal(step, 'SIGTERM');
    expect(result).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
    await scene.runPost(result);
    expect((await scene.comments())[0]?.body).toContain('nothing was started');
    expect(await falseStatements(scene)).toEqual([]);
    expect(scene.service.requests).toEqual([]);
  });
});

describe('once the service is asked', () => {
  const both = <Row extends object>(rows: readonly Row[]) =>
    rows.flatMap((row) => SIGNALS.map((name) => ({ ...row, name })));

  test.each(
    both([
      { while: 'the create is done, and not answered', point: { ...CREATE, when: 'after' }, verdict: 'unconfirmed' },
      { while: 'the edit that names the job hangs', point: { ...EDIT, when: 'before' }, verdict: 'cancelled' },
      { while: 'that edit is done, and not answered', point: { ...EDIT, when: 'after' }, verdict: 'cancelled' },
      { while: 'a status request hangs', point: { ...STATUS, when: 'before' }, verdict: 'cancelled' },
    ] as const),
  )('$name while $while: $verdict, in time, and nothing untrue', async ({ name, point, verdict }) => {
    await using scene = await createScene({ job: { seconds: 600 } });
    const { reached } = stopAt(scene, point);
    const step = startLong(scene);
    await reached;
    const { result, took } = await signal(step, name);
    expect(took).toBeLessThan(5_000);
    expect(result).toMatchObject({ signal: null, outputs: { verdict } });
    expect(await falseStatements(scene)).toEqual([]);
    expect((await scene.runPost(result)).log).toBe('');
    expect(scene.service.jobs).toHaveLength(1);
  });

  test.each(
    both([
      { while: 'the last edit hangs', point: { ...EDIT, when: 'before', nth: 2 } },
      { while: 'the last edit is done, and not answered', point: { ...EDIT, when: 'after', nth: 2 } },
      { while: 'the mention hangs', point: { ...COMMENT, when: 'before', nth: 2 } },
      { while: 'the mention is there, and not answered', point: { ...COMMENT, when: 'after', nth: 2 } },
    ] as const),
  )('$name while $while: the verdict stands, in time, and nothing untrue', async ({ name, point }) => {
    await using scene = await createScene({ job: { seconds: 1 } });
    const { reached } = stopAt(scene, point);
    const step = startLong(scene);
    await reached;
    const { result, took } = await signal(step, name);
    expect(took).toBeLessThan(5_000);
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'pull-request' } });
    await scene.runPost(result);
    expect(await falseStatements(scene)).toEqual([]);
  });
});
