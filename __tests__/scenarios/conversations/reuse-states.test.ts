import { describe, expect } from '@jest/globals';
import { concurrentTests } from '../../support/concurrent-tests.ts';
import { botComments, start, turnsOf } from '../../support/conversation.ts';
import { alice, pushOf } from '../../support/events.ts';
import { createScene, type Scene, type SceneOptions, warnings } from '../../support/scene.ts';
import { exactly } from '../../support/scene-test.ts';

const test = concurrentTests();
const DAY = 24 * 3_600_000;
/** Of the second job. */
const PULL = 3;
/** All requests are reported in the issue of the scene. */
const TRACKED = { 'issue-number': '1' };
type Inputs = Record<string, string>;

let lastRun = 3_000;

/** Alice pushes `src/NAME.ts`, and the step starts. */
async function startPush(scene: Scene, name: string, inputs: Inputs = TRACKED) {
  const event = await pushOf(scene, await alice(scene).commit({ [`src/${name}.ts`]: '1\n' }, `Change ${name}`));
  const rules = { 'pull-request': 'reuse', 'paths-ignore': 'docs/**', timeout: '30m' };
  return start(scene, event, { run: { id: ++lastRun }, inputs: { ...rules, ...inputs } });
}
const push = async (scene: Scene, name: string, inputs?: Inputs) => (await startPush(scene, name, inputs)).result;

/** The files that each prompt describes, by jobs. */
const described = ({ service }: Scene): string[][] =>
  service.jobs.map(({ turns }) =>
    turns.map(({ prompt }) => [...new Set(prompt.match(/(?<=src\/)\w+(?=\.ts)/g))].toSorted().join(' ')),
  );

async function afterFirstPush(inputs: Inputs = TRACKED, options: SceneOptions = {}) {
  const scene = await createScene(options);
  const first = await push(scene, 'one', inputs);
  expect(first.outputs.verdict).toBe('pull-request');
  return { ...scene, first };
}

/** The job of an earlier push is merged, and another job describes the push `one` in pull request 3. */
async function afterMergedJob() {
  const scene = await createScene();
  const { outputs } = await push(scene, 'zero');
  await alice(scene).mergePull(Number(outputs.prNumber));
  await scene.clock.pass(60_000);
  expect((await push(scene, 'one')).outputs.prNumber).toBe(String(PULL));
  await scene.clock.pass(60_000);
  return scene;
}

/** A follow-up describes the second push, and meanwhile something happens to the pull request, whose link the job keeps. */
async function duringFollowUp(scene: Scene, act: () => Promise<unknown>) {
  scene.service.script({ seconds: 60, link: `${scene.github.url}/acme/docs/pull/${PULL}` });
  const second = await startPush(scene, 'two');
  await scene.until('it is sent', () => scene.sent('follow-up') === 1);
  await act();
  await second.result;
  await scene.clock.pass(60_000);
  scene.service.script({ seconds: 0, link: null });
}

describe('with `reuse`, after the pull request', () => {
  const merge = (scene: Scene) => alice(scene).mergePull(PULL);
  const close = (scene: Scene) => alice(scene).closePull(PULL);
  const rows: readonly {
    readonly what: string;
    readonly prompts: string[][];
    readonly why?: string;
    act(scene: Scene): Promise<unknown>;
  }[] = [
    { what: 'stayed open, a push continues its job', prompts: [['one', 'three']], act: async () => {} },
    {
      what: 'was merged, a new job describes the next push only',
      prompts: [['one'], ['three']],
      why: 'its pull request was merged',
      act: merge,
    },
    {
      what: 'was closed, a new job describes its changes again',
      prompts: [['one'], ['one three']],
      why: 'its pull request was closed',
      act: close,
    },
    {
      what: 'was merged after a follow-up, a new job describes the next push only',
      prompts: [['one', 'two'], ['three']],
      why: 'its pull request was merged',
      async act(scene) {
        await duringFollowUp(scene, async () => {});
        await merge(scene);
      },
    },
    {
      what: 'was closed during a follow-up, a new job describes everything again',
      prompts: [['one', 'two'], ['one three two']],
      why: 'its pull request was closed',
      act: (scene) => duringFollowUp(scene, () => close(scene)),
    },
    {
      what: 'is answered with 502 for a moment, a push continues its job',
      prompts: [['one', 'three']],
      act: async ({ github }) =>
        github.faults.add({ kind: 'answer', method: 'GET', path: /\/pulls\/3$/, status: 502, times: 3 }),
    },
    {
      what: 'is unknown (404) in a readable repository, it counts as closed',
      prompts: [['one'], ['one three']],
      act: async ({ github }) =>
        github.faults.add({ kind: 'answer', method: 'GET', path: /\/pulls\/3$/, status: 404, times: 99 }),
    },
    {
      what: 'stayed open for 29 days, a push continues its job',
      prompts: [['one', 'three']],
      act: ({ clock }) => clock.pass(29 * DAY),
    },
  ];
  test.each(rows)('$what', async ({ act, prompts, why }) => {
    await using scene = await afterMergedJob();
    await act(scene);
    const result = await push(scene, 'three');
    expect(result.outputs.verdict).toBe('pull-request');
    expect(described(scene)).toEqual([['zero'], ...prompts]);
    if (why) expect((await botComments(scene)).at(-1)?.prose).toContain(why);
  });

  test('was merged during a follow-up, the changes are described once more and then not again', async () => {
    await using scene = await afterMergedJob();
    await duringFollowUp(scene, () => merge(scene));
    const third = await push(scene, 'three');
    await alice(scene).mergePull(Number(third.outputs.prNumber));
    await push(scene, 'four');
    expect(described(scene)).toEqual([['zero'], ['one', 'two'], ['three two'], ['four']]);
  });

  test('stayed open for 31 days, a push gets a new job', async () => {
    await using scene = await afterFirstPush();
    await scene.clock.pass(31 * DAY);
    await push(scene, 'two');
    expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  });

  test('was closed, only the newest job counts, although the one before it is open again', async () => {
    await using scene = await afterFirstPush();
    await alice(scene).closePull(Number(scene.first.outputs.prNumber));
    const second = await push(scene, 'two');
    await alice(scene).reopenPull(Number(scene.first.outputs.prNumber));
    await alice(scene).closePull(Number(second.outputs.prNumber));
    await push(scene, 'three');
    expect(turnsOf(scene)).toEqual([['create'], ['create'], ['create']]);
  });
});

describe('with `reuse`, a pull request that the token cannot read', () => {
  const PULL_PATH = /\/repos\/acme\/guides\/pulls\/1$/;
  const rows = [
    { what: 'for good (403)', status: 403, paths: [PULL_PATH], link: null },
    { what: 'as its repository is not found', status: 404, paths: [PULL_PATH, /\/repos\/acme\/guides$/], link: null },
    { what: 'as the link is none of GitHub', status: 404, paths: [], link: 'https://docs.example/preview/7' },
  ] as const;
  test.each(rows)('$what is an error that names both ways on, and the first run warns', async (row) => {
    await using scene = await createScene({ agentRepository: 'guides', job: { link: row.link } });
    for (const path of row.paths)
      scene.github.faults.add({ kind: 'answer', method: 'GET', path, status: row.status, times: 999 });
    const first = await push(scene, 'one');
    expect(first.outputs.verdict).toBe('pull-request');
    expect(warnings(first).join('\n')).toContain('pull-request: new');

    const second = await push(scene, 'two');
    expect([second.exitCode, second.outputs.verdict]).toEqual([1, 'error']);
    for (const way of row.link ? ['pull-request: new'] : ['pull-requests: read', 'github-token', 'pull-request: new'])
      expect(second.log).toContain(way);
    expect(turnsOf(scene)).toEqual([['create']]);
  });
});

describe('with `reuse`, without a thread', () => {
  test('the first push creates a job, and the second is reported on its pull request', async () => {
    await using scene = await afterFirstPush({});
    expect(scene.first.outputs.commentUrl).toBe('');
    const second = await push(scene, 'two', {});
    const [opened, own] = exactly(2, await botComments(scene, Number(scene.first.outputs.prNumber)));
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', prNumber: '2', commentUrl: own?.url });
    expect([opened?.prose, own?.prose]).toEqual([
      expect.stringContaining('Opened for'),
      expect.stringContaining('Follow-up done'),
    ]);
    expect(described(scene)).toEqual([['one', 'two']]);
  });

  test('a pull request in another repository is an error that says to set `issue-number`', async () => {
    await using scene = await afterFirstPush(TRACKED, { agentRepository: 'guides' });
    const second = await push(scene, 'two', {});
    expect([second.exitCode, second.outputs.verdict]).toEqual([1, 'error']);
    expect(second.log).toContain('issue-number');
    expect(turnsOf(scene)).toEqual([['create']]);
  });
});
