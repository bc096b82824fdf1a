import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import { concurrentTests } from '../../support/concurrent-tests.ts';
import { answer, say, start } from '../../support/conversation.ts';
import { alice, by, type OpenedPull, openAs, pullEvent, pushOf, workflowRun } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';

const test = concurrentTests();
const HOUR = 3_600_000;
let lastRun = 6_000;
const asOtherRun = (inputs: Record<string, string> = {}) => ({
  run: { id: ++lastRun },
  inputs: { timeout: '10m', ...inputs },
});

describe('no second job and no follow-up for an agent that opens its pull request 20 s after the create, adds commits and', () => {
  const agents = [
    { as: 'bob', what: 'shows the link with the end', isDraft: false, linkDelay: 0, mergedAfter: HOUR },
    { as: 'agent', what: 'shows the link 45 s after the end', isDraft: false, linkDelay: 45, mergedAfter: HOUR },
    { as: 'bob', what: 'opens it as a draft, which it makes ready', isDraft: true, linkDelay: 0, mergedAfter: HOUR },
    { as: 'agent', what: 'merges it before the end', isDraft: false, linkDelay: 0, mergedAfter: 10_000 },
    {
      as: 'bob',
      what: 'opens a draft, merges it before the end, and shows the link 45 s later',
      isDraft: true,
      linkDelay: 45,
      mergedAfter: 10_000,
    },
  ] as const;
  test.each(agents)('$what, as $as', async ({ as, isDraft, linkDelay, mergedAfter }) => {
    await using scene = await createScene({ job: { seconds: 90, linkDelay } });
    const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
    await scene.until('the job is created', () => scene.sent('create') === 1);
    await scene.clock.pass(20_000);
    const pull = await openAs(scene, as, { draft: isDraft });
    scene.service.script({ link: pull.url }, scene.service.jobs[0]?.id);
    const agent = createPerson(scene.github, as);
    const verdicts: unknown[] = [];
    const happens = async (event: Parameters<typeof by>[0], inputs: Record<string, string> = {}) =>
      verdicts.push(
        (await answer(scene, by(event, 'alice'), asOtherRun({ wait: 'false', ...inputs }))).outputs.verdict,
      );

    await happens(await pullEvent(scene, pull, 'opened'));
    await scene.clock.pass(5_000);
    await agent.commit({ 'src/more.ts': '2\n' }, 'Add more', { branch: pull.branch });
    const reuse = { 'pull-request': 'reuse', 'issue-number': '1' };
    await happens(await pullEvent(scene, pull, 'synchronize'), reuse);
    if (isDraft) await agent.markReady(pull.number);
    if (isDraft) await happens(await pullEvent(scene, pull, 'ready_for_review'));
    await scene.clock.pass(mergedAfter);
    const { sha } = await alice(scene).mergePull(pull.number);
    await happens(await pullEvent(scene, pull, 'closed'));
    const push = await pushOf(scene, sha);
    await happens(push, reuse);
    await happens(workflowRun(push));
    expect((await first.result).exitCode).toBe(0);
    expect(new Set(verdicts)).toEqual(new Set(['skipped']));
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 0]);
  });
});

describe('one old job that the service answers', () => {
  const answers = [
    { what: 'with 403', fault: { kind: 'answer', status: 403 } },
    { what: 'with 404', fault: { kind: 'answer', status: 404 } },
    { what: 'with 410', fault: { kind: 'answer', status: 410 } },
    { what: 'with 500', fault: { kind: 'answer', status: 500 } },
    { what: 'with HTML', fault: { kind: 'answer', status: 200, body: '<html>' } },
  ] as const;

  /** A job that no run reported, or one that ended without a pull request, and cannot be read from now on. */
  async function withUnreadableJob(fault: (typeof answers)[number]['fault'], isReported: boolean) {
    const scene = await createScene({ job: { seconds: 30, pullRequest: false } });
    const first = await answer(scene, scene.event, { inputs: { wait: String(isReported) } });
    const { jobId = '', commentUrl = '' } = first.outputs;
    scene.service.faults.add({ ...fault, operation: 'get', job: jobId, times: 9_999 });
    scene.service.script({ seconds: 600 });
    return { ...scene, jobId, commentUrl };
  }

  const requests: readonly {
    readonly request: string;
    make(scene: Scene, pull: OpenedPull): ReturnType<typeof say>;
  }[] = [
    {
      request: 'the opening of a pull request',
      make: async (scene, pull) => by(await pullEvent(scene, pull, 'opened'), 'alice'),
    },
    { request: 'a command on it', make: (scene, { number }) => say(scene, '/docs explain it', { on: number }) },
    {
      request: 'a label on it',
      async make(scene, pull) {
        await alice(scene).addLabel(pull.number, 'docs');
        return pullEvent(scene, pull, 'labeled');
      },
    },
    { request: 'the push of its merge', make: (scene, pull) => mergedPush(scene, pull) },
    { request: 'a push', make: async (scene) => pushOf(scene, await alice(scene).commit({ 'src/a.ts': '1\n' }, 'A')) },
  ];
  const mergedPush = async (scene: Scene, { number }: OpenedPull) =>
    pushOf(scene, (await alice(scene).mergePull(number)).sha);

  test.each(
    requests.map((request, at) => {
      const isReported = at % 2 === 1;
      return { ...request, isReported, state: isReported ? 'reported' : 'never reported' };
    }),
  )('with 410 for ever, $state: $request is a request a day later', async ({ make, isReported }) => {
    await using scene = await withUnreadableJob({ kind: 'answer', status: 410 }, isReported);
    await scene.clock.pass(25 * HOUR);
    const event = await make(scene, await openAs(scene, 'bob'));
    const result = await answer(scene, event, asOtherRun({ wait: 'false' }));
    expect([result.exitCode, result.outputs.verdict]).toEqual([0, 'started']);
  });

  test.each(answers)(
    '$what for ever harms no pull request that was opened 11 minutes after its end',
    async ({ fault }) => {
      await using scene = await withUnreadableJob(fault, true);
      await scene.clock.pass(11 * 60_000);
      const event = by(await pullEvent(scene, await openAs(scene, 'bob'), 'opened'), 'alice');
      const result = await answer(scene, event, asOtherRun({ wait: 'false' }));
      expect([result.exitCode, result.outputs.verdict]).toEqual([0, 'started']);
    },
  );

  test.each(answers)('$what suspects one that was opened while it could work, and is named', async ({ fault }) => {
    await using scene = await withUnreadableJob(fault, false);
    const event = by(await pullEvent(scene, await openAs(scene, 'bob'), 'opened'), 'alice');
    const result = await answer(scene, event, asOtherRun({ wait: 'false' }));
    expect([result.exitCode, result.outputs.verdict, scene.sent('create')]).toEqual([0, 'skipped', 1]);
    for (const part of [scene.jobId, scene.commentUrl]) expect(result.log).toContain(part);
    expect(result.summary).toContain(scene.jobId);
  });
});
