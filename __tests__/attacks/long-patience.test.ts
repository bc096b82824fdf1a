import { describe, expect } from '@jest/globals';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { answer, start } from '../support/conversation.ts';
import { say } from '../support/events.ts';
import { onGitHub, onService, respond } from '../support/faults.ts';
import { createScene, type Scene } from '../support/scene.ts';

const test = concurrentTests();
const MINUTE = 60_000;
const LIMITED = respond(403, '{"message":"You have exceeded a secondary rate limit."}');

/** Headers that name the end of the outage. */
const until = ({ clock }: Scene, end: number) => ({
  get 'retry-after'() {
    return String(Math.ceil((end - clock.now()) / 1_000));
  },
});

/** Longer than the lease of a waiting request: it must not be forgotten meanwhile. */
const OUTAGES: readonly { readonly what: string; begin(scene: Scene, end: number): void }[] = [
  {
    what: 'GitHub does not show pull requests',
    begin: (scene) => onGitHub(scene, 'GET /pulls/[0-9]+$', 502),
  },
  {
    what: 'the service answers 429 with the time of its end',
    begin: (scene, end) => onService(scene, 'get', { ...respond(429), headers: until(scene, end) }),
  },
  {
    what: 'GitHub limits edits',
    begin: (scene, end) =>
      onGitHub(scene, 'PATCH /issues/comments/', { ...LIMITED, headers: until(scene, end) }),
  },
];

/**
 * The job of the labeled issue opened pull request 2, and works for two minutes on each follow-up.
 */
async function sceneIn(begin: (scene: Scene, end: number) => void, minutes: number) {
  const scene = await createScene();
  await answer(scene, scene.event);
  scene.service.script({ seconds: 120 });
  begin(scene, scene.clock.now() + minutes * MINUTE);
  void scene.clock.sleep(minutes * MINUTE).then(() => {
    scene.github.faults.clear();
    scene.service.faults.clear();
  });
  return scene;
}

const inputs = { timeout: '4h' };
const turns = ({ service }: Scene) => service.jobs[0]?.turns ?? [];
const dropped = (scene: Scene) => turns(scene).filter(({ outcome }) => !outcome).length;

describe.each(OUTAGES)('while $what,', ({ begin }) => {
  test('for 17 min, two commands 16 min apart drop no work', async () => {
    await using scene = await sceneIn(begin, 17);
    const first = start(scene, await say(scene, '/docs do one'), { inputs });
    await scene.clock.pass(16 * MINUTE);
    const second = start(scene, await say(scene, '/docs do two', { on: 2 }), { inputs });
    for (const { result } of [first, second])
      expect((await result).outputs.verdict).toBe('pull-request');
    expect([scene.service.jobs.length, turns(scene).length, dropped(scene)]).toEqual([1, 3, 0]);
  });

  test('for 25 min, a command read twice 16 min apart is sent once', async () => {
    await using scene = await sceneIn(begin, 25);
    const event = await say(scene, '/docs do one', { on: 2 });
    const first = start(scene, event, { inputs });
    await scene.clock.pass(16 * MINUTE);
    const second = start(scene, event, {
      run: { id: 902, workflow: '.github/workflows/other.yml' },
      inputs,
    });
    const verdicts = [(await first.result).outputs.verdict, (await second.result).outputs.verdict];
    expect(verdicts.toSorted()).toEqual(['pull-request', 'skipped']);
    expect(scene.sent('follow-up')).toBe(1);
  });
});

describe('a request whose lease ended while it waited, as its comment could not be edited,', () => {
  // The job ends 20 min after the first command, and both others, which waited, read the queue
  // then.
  test.each([-10, 0, 10].map((seconds) => ({ seconds })))(
    'is not sent together with one that passed it, if the outage ends $seconds s after the job',
    async ({ seconds }) => {
      await using scene = await createScene();
      await answer(scene, scene.event);
      scene.service.script({ seconds: 20 * 60 });
      const began = scene.clock.now();
      const runs = [start(scene, await say(scene, '/docs Do one'), { inputs })];
      await scene.clock.pass(20_000);
      runs.push(start(scene, await say(scene, '/docs Do two'), { inputs }));
      await scene.clock.pass(20_000);
      const second = scene.github.hub.repositories[0]?.comments.at(-1);
      runs.push(start(scene, await say(scene, '/docs Do three', { on: 2 }), { inputs }));
      await scene.clock.pass(80_000);
      onGitHub(scene, `PATCH /issues/comments/${second?.id}$`, {
        ...LIMITED,
        headers: { 'retry-after': '1' },
      });
      const end = began + (20 * 60 + seconds) * 1_000;
      void scene.clock.sleep(end - scene.clock.now()).then(() => scene.github.faults.clear());
      const results = await Promise.all(runs.map(({ result }) => result));
      // others end with an error, unsent
      const reported = results.filter(({ outputs }) => outputs.verdict === 'pull-request').length;
      expect([turns(scene).length, dropped(scene)]).toEqual([1 + reported, 0]);
    },
  );
});
