import { expect } from '@jest/globals';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { answer, botComments, byHand, requestsFor } from '../../support/conversation.ts';
import { createScene, PAUSE_MS, type Scene, warnings } from '../../support/scene.ts';
import { exactly, testWith } from '../../support/scene-test.ts';
import { bodyOf, sweep, verdictsOf } from '../../support/sweep.ts';

const test = testWith({ job: { seconds: 60 } });

const PROMPT = 'Bring it up to date.';
/** Starts a job on the labeled issue, or by hand, with `wait: false`. */
const startJob = (scene: Scene, { event = scene.event, inputs = {} } = {}) =>
  answer(scene, event, { inputs: { wait: 'false', prompt: PROMPT, ...inputs } });

test('`wait: false` creates the job, does not poll it, and the comment says how its result is reported', async (scene) => {
  const result = await startJob(scene);
  const [own] = exactly(1, await botComments(scene));
  const jobId = scene.service.jobs[0]?.id;
  expect(result).toMatchObject({
    annotations: [],
    outputs: { verdict: 'started', jobId, status: 'active', prLink: '', commentUrl: own?.url },
  });
  expect(JSON.parse(result.outputs.job ?? '')).toMatchObject({
    id: jobId,
    status: 'active',
    prLink: null,
  });
  expect(scene.service.requests.map(({ operation }) => operation)).toEqual(['create']);
  expect(own?.prose).toMatch(
    /^\*\*🚀 Job started\*\* · this run does not wait for it\n> Explain the new .* — alice\n/,
  );
  expect(own?.prose).toMatch(/\nTo wait for it, re-run \[this run\]\(.*\/actions\/runs\/\d+\)\./);
  expect(own?.prose).toContain(`Job \`${jobId}\` · [run](`);
  for (const place of [result.log, result.summary, result.outputs.summary])
    expect(place).toContain('Job started');
  expect(scene.commentWrites().map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  expect(result.duration).toBe(PAUSE_MS);
});

test.each([
  { where: 'without a thread', inputs: {}, isByHand: true },
  { where: 'with `comment: false`', inputs: { comment: 'false' }, isByHand: false },
])(
  '`wait: false` $where warns that the result is not reported',
  async (scene, { inputs, isByHand }) => {
    const result = await startJob(scene, { event: isByHand ? byHand(scene) : scene.event, inputs });
    expect(result.outputs).toMatchObject({ verdict: 'started', commentUrl: '' });
    expect(result.log).toContain(
      'If the job opens a pull request, it appears in the documentation repository.',
    );
    expect(result.log).not.toContain('sweep, if this repository');
    expect(warnings(result)).toEqual([
      expect.stringContaining('the result of the job is not reported'),
    ]);
    expect(scene.commentWrites()).toEqual([]);
  },
);

test.each<{ job: Partial<JobScript>; verdict: string; says: string }>([
  { job: {}, verdict: 'pull-request', says: '**✅ Pull request ready: ' },
  {
    job: { end: 'archived', pullRequest: false },
    verdict: 'archived',
    says: '**🗄️ Job archived after 0 s** · without a pull request',
  },
])(
  '`wait: false` reports $verdict, if the answer to the create shows that end',
  async (scene, { verdict, says }) => {
    const result = await startJob(scene);
    const [own] = exactly(1, await botComments(scene));
    expect(result.outputs).toMatchObject({ verdict, commentUrl: own?.url });
    expect(own?.prose.startsWith(says)).toBe(true);
    expect(requestsFor(scene, 'get')).toEqual([]);
  },
);

test('`wait: false` reports a completed job without a link as started, as the link may come', async () => {
  await using scene = await createScene({ job: { linkDelay: 60 } });
  const result = await startJob(scene);
  expect(result.outputs).toMatchObject({ verdict: 'started', status: 'completed' });
  expect(requestsFor(scene, 'get')).toEqual([]);
});

test('a re-run with `wait: false` keeps the end that a sweep reported', async () => {
  await using scene = await createScene({ job: { seconds: 0, pullRequest: false } });
  const first = await startJob(scene);
  expect(first.outputs.verdict).toBe('started'); // the link may come
  expect(verdictsOf(await sweep(scene))).toEqual(['active']);
  await scene.clock.pass(30_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['no-changes']);
  const again = await answer(scene, scene.event, {
    inputs: { wait: 'false', prompt: PROMPT },
    run: { attempt: 2 },
  });
  const url = first.outputs.commentUrl ?? '';
  expect(again.outputs).toMatchObject({ verdict: 'no-changes', commentUrl: url });
  expect(await bodyOf(scene, { url })).toContain('**➖ No pull request**');
  expect(verdictsOf(await sweep(scene))).toEqual([]);
  expect(requestsFor(scene, 'create')).toHaveLength(1);
});
