import { describe, expect } from '@jest/globals';
import { freePort } from '../../../sandbox/http/listen.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import type { ServiceFault as Fault } from '../../../sandbox/service/service.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import {
  AGAIN,
  answer,
  botComments,
  command,
  linkBefore,
  onlyComment,
  requestsFor,
  say,
  turnsOf,
  whyAnew,
} from '../../support/conversation.ts';
import { alice, written } from '../../support/events.ts';
import { type Comment, createScene, dispatch, type Scene, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

const headlineOf = (status: Pick<Comment, 'body'> | undefined) => /^\*\*.*?\*\*/.exec(status?.body ?? '')?.[0];
const QUOTA = {
  operation: 'create',
  kind: 'answer',
  status: 429,
  body: '{}',
  headers: { 'retry-after': '3600' },
} as const;

test.each([
  { what: 'after a timeout', inputs: { timeout: '6s' }, verdict: 'timed-out' },
  { what: 'after `wait: false`', inputs: { wait: 'false' }, verdict: 'started' },
])(
  'a re-run attaches to the open job of the first attempt, in the same comment, $what',
  async ({ inputs, verdict }) => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    const first = await scene.run({ inputs });
    const { jobId = 'none', commentUrl } = first.outputs;
    expect(first.outputs.verdict).toBe(verdict);
    const before = scene.sent('get');
    const step = scene.start({ ...AGAIN, inputs: { timeout: '30s' } });
    await scene.until('the re-run looks at the job', () => scene.sent('get') > before);
    scene.service.script({ seconds: 0 }, jobId);
    const second = await step.result;
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl } });
    expect(await onlyComment(scene)).toMatchObject({ url: commentUrl, body: expect.stringContaining('request ready') });
    expect(scene.sent('create')).toBe(1);
  },
);

test.each([
  { end: 'with a pull request', job: {}, timeout: '30s', verdict: 'pull-request' },
  { end: 'without changes', job: { pullRequest: false }, timeout: '6s', verdict: 'no-changes' },
])(
  'a re-run after a job that ended well $end reports the same end, and creates nothing',
  async ({ job, timeout, verdict }) => {
    await using scene = await createScene({ job: { seconds: 1, ...job } });
    const first = await scene.run({ inputs: { timeout } });
    expect(first).toMatchObject({ exitCode: 0, outputs: { verdict } });
    const before = await onlyComment(scene);
    const second = await scene.run({ ...AGAIN, inputs: { timeout } });
    expect(scene.sent('create')).toBe(1);
    const { jobId, commentUrl, prLink } = first.outputs;
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict, jobId, commentUrl, prLink } });
    const after = await onlyComment(scene);
    expect(headlineOf(after)).toBe(headlineOf(before));
  },
);

test.each([
  { what: 'a request without changes', job: { pullRequest: false }, isFollowUp: false, timeout: '40s' },
  { what: 'a follow-up', job: {}, isFollowUp: true, timeout: '40s' },
  { what: 'a follow-up, if its timeout comes soon', job: {}, isFollowUp: true, timeout: '8s' },
])(
  'a re-run does not say again that the job works, after the end is reported of $what',
  async ({ job, isFollowUp, timeout }) => {
    await using scene = await createScene({ job: { seconds: 1, ...job } });
    if (isFollowUp) await scene.run();
    const run = { id: 9 };
    const event = isFollowUp ? await say(scene, '/docs shorter') : scene.event;
    const first = await scene.run({ event, run, inputs: { timeout: '60s' } });
    const before = (await scene.comments()).map(headlineOf);
    const writes = scene.commentWrites().length;
    const second = await scene.run({ event, run: { ...run, attempt: 2 }, inputs: { timeout } });
    expect(second.outputs.verdict).toBe(first.outputs.verdict);
    const texts = scene.commentWrites().slice(writes);
    expect(texts.filter(({ body }) => body.includes('Working on it'))).toEqual([]);
    expect((await scene.comments()).map(headlineOf)).toEqual(before);
  },
);

test.each([
  { end: 'failed', says: 'its job failed' },
  { end: 'is gone', says: 'the service no longer knows its job' },
])(
  'a re-run after a job that $end creates a new job, whose comment says why, and the earlier comment says that it is replaced',
  async ({ end, says }) => {
    await using scene = await createScene({ job: end === 'failed' ? { end } : { pullRequest: false } });
    const first = await scene.run();
    if (end === 'is gone') scene.service.reset();
    scene.service.script({ end: 'completed', pullRequest: true });
    const before = scene.sent('create');
    const second = await scene.run({ ...AGAIN, inputs: { timeout: '2m' } }); // a 404 is believed after 30 s
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(second.outputs.jobId).not.toBe(first.outputs.jobId);
    expect(scene.sent('create') - before).toBe(1);
    const status = await onlyComment(scene);
    expect(status).toMatchObject({
      url: second.outputs.commentUrl,
      body: expect.stringContaining('Pull request ready'),
    });
    expect(status?.body).toContain(says);
    const [former] = await scene.comments();
    expect(former?.url).toBe(first.outputs.commentUrl);
    expect(headlineOf(former)).toBe('**↪️ Replaced**');
    expect(former?.body).toContain(`[a later attempt](${status?.url}) reports the result`);
    expect(former?.body).toContain(`Job \`${first.outputs.jobId}\``);
    const third = await scene.run({ run: { attempt: 3 } });
    expect(third.outputs).toMatchObject({ jobId: second.outputs.jobId, commentUrl: second.outputs.commentUrl });
  },
);

test.each([
  { what: 'one 404', form: { status: 404 } },
  { what: 'one 404 with HTML', form: { status: 404, body: '<html>No route</html>' } },
])('a re-run attaches to a job that exists after $what of the service', async ({ form }) => {
  await using scene = await createScene();
  const first = await scene.run();
  scene.service.faults.add({ operation: 'get', kind: 'answer', ...form });
  const second = await scene.run({ ...AGAIN, inputs: { timeout: '2m' } });
  expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: first.outputs.jobId });
  expect(scene.sent('create')).toBe(1);
});

describe('a re-run after a create without a known result creates nothing, and is unconfirmed,', () => {
  const expectUnconfirmed = async (scene: Scene, attempt: number) => {
    const second = await scene.run({ run: { attempt } });
    expect(second).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed', jobId: '' } });
    const status = await onlyComment(scene);
    const unknown = 'An earlier run or attempt may have sent this request, and whether a job exists is unknown.';
    expect(second.log).toContain(`${unknown} See ${status?.url}.`);
    expect(second.summary).toContain(`${unknown} See [its status comment](${status?.url}).`);
    // The status comment does not link itself.
    expect(status?.body).toContain(`${unknown} A re-run does not send the request again`);
    expect(status?.body).toContain('**❓ Unconfirmed** · the service may have accepted the request');
    expect(second.outputs.commentUrl).toBe(status?.url);
    expect(scene.sent('create')).toBe(1);
  };

  test('however often it is run again', { faults: [{ operation: 'create', kind: 'reset' }] }, async (scene) => {
    expect((await scene.run()).exitCode).toBe(1);
    for (const attempt of [2, 3]) await expectUnconfirmed(scene, attempt);
  });

  test('if the first attempt was killed, and its post step ran', async (scene) => {
    const { reached } = stopAt(scene, { at: 'service', operation: 'create', when: 'after' });
    const step = scene.start({ inputs: { timeout: '30s' } });
    await reached;
    step.kill('SIGKILL');
    await scene.runPost(await step.result);
    expect((await onlyComment(scene))?.body).toContain(
      '**❓ Unconfirmed** · the service may have accepted the request',
    );
    await expectUnconfirmed(scene, 2);
  });
});

describe('a re-run creates the job in a new comment, which replaces the first one, after', () => {
  async function expectCreated(scene: Scene): Promise<void> {
    const second = await scene.run(AGAIN);
    const { commentUrl } = second.outputs;
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(await onlyComment(scene)).toMatchObject({
      url: commentUrl,
      body: expect.stringContaining('Pull request ready'),
    });
    expect(scene.service.jobs).toHaveLength(1);
  }

  test.each<{ what: string; verdict: string; spoil: (scene: Scene) => unknown }>([
    {
      what: 'a refused connection',
      verdict: 'error',
      spoil: async () => ({ 'base-url': `http://127.0.0.1:${await freePort()}` }),
    },
    { what: 'a used-up quota', verdict: 'quota-exhausted', spoil: ({ service }) => service.faults.add(QUOTA) },
    {
      what: 'a create that the service rejected',
      verdict: 'error',
      spoil: ({ service }) => service.faults.add({ operation: 'create', kind: 'answer', status: 403 }),
    },
  ])('$what', async ({ verdict, spoil }) => {
    await using scene = await createScene();
    const first = await scene.run({ inputs: Object(await spoil(scene)) });
    expect(first).toMatchObject({ exitCode: 1, outputs: { verdict } });
    await expectCreated(scene);
  });

  test('a kill in the pause before the create, and a post step', async (scene) => {
    const path = /\/issues\/\d+\/comments\?/;
    const { reached } = stopAt(scene, { at: 'github', method: 'GET', path, nth: 2, when: 'before' });
    const step = scene.start({ inputs: { timeout: '30s' } });
    await reached;
    step.kill('SIGKILL');
    await scene.runPost(await step.result);
    expect((await onlyComment(scene))?.body).toContain('Cancelled');
    await expectCreated(scene);
  });
});

test('a re-run by an account without permission is denied, and writes nothing', async () => {
  await using scene = await createScene({ job: { end: 'failed' } });
  await scene.run();
  const before = [written(scene), scene.service.requests.length];
  const second = await scene.run({ ...AGAIN, env: { GITHUB_TRIGGERING_ACTOR: 'mallory' } });
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'denied', jobId: '' } });
  expect([written(scene), scene.service.requests.length]).toEqual(before);
});

describe('a re-run without a status comment', () => {
  test.each([
    {
      what: 'as there is no thread',
      names: 'Set `issue-number` to report in a thread.',
      event: dispatch(),
      inputs: { prompt: 'Refresh the pages' },
      isOnPulls: true,
    },
    { what: 'with `comment: false`', names: 'with `comment: false`', inputs: { comment: 'false' }, isOnPulls: false },
  ])('$what creates a second job, and warns', async ({ what: _, names, isOnPulls, ...changes }) => {
    await using scene = await createScene();
    const first = await scene.run(changes);
    expect(first).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
    expect(warnings(first)).toEqual([]);
    const second = await scene.run({ ...changes, run: { attempt: 2 } });
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
    expect(warnings(second)).toEqual([expect.stringMatching(/^This is a re-run with.* a second job may be created/)]);
    expect(warnings(second)[0]).toContain(names);
    const pulls = isOnPulls ? [first.outputs.prNumber, second.outputs.prNumber] : [];
    expect(written(scene)).toEqual(pulls.map((number) => `POST /repos/acme/docs/issues/${number}/comments`));
    expect(await scene.comments()).toEqual([]);
    expect(scene.sent('create')).toBe(2);
  });

  test('as a person deleted it creates a second job, in a new comment', async (scene) => {
    await scene.run();
    for (const { id } of await alice(scene).readComments(scene.issue.number)) await alice(scene).deleteComment(id);
    const second = await scene.run(AGAIN);
    const [comment] = exactly(1, await scene.comments());
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
    expect(scene.sent('create')).toBe(2);
  });
});

test('a re-run of a dispatch with `issue-number` attaches to the job that the issue shows', async (scene) => {
  const inputs = { prompt: 'Refresh the pages', 'issue-number': String(scene.issue.number) };
  const first = await scene.run({ event: dispatch(), inputs });
  const second = await scene.run({ event: dispatch(), inputs, run: { attempt: 2 } });
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId: first.outputs.jobId } });
  expect(warnings(second)).toEqual([]);
  expect(scene.sent('create')).toBe(1);
});

test('a failed attempt keeps its comment if the one of its re-run cannot be created', async () => {
  await using scene = await createScene({ job: { end: 'failed' } });
  await scene.run();
  const before = await scene.comments();
  scene.github.faults.add({ kind: 'answer', status: 403, method: 'POST', path: /comments$/, times: Infinity });
  expect((await scene.run(AGAIN)).outputs.verdict).toBe('error');
  expect(await scene.comments()).toEqual(before);
});

test('a re-run reports a job that was archived with an open pull request', async () => {
  await using scene = await createScene({ job: { seconds: 1, end: 'archived' } });
  const first = await scene.run();
  const { jobId, prLink } = first.outputs;
  expect((await scene.run(AGAIN)).outputs).toMatchObject({ jobId, prLink });
  expect(scene.sent('create')).toBe(1);
});

interface Dead {
  readonly newest: string;
  readonly first?: Partial<JobScript>;
  readonly faults?: readonly Fault[];
  readonly later?: Fault;
  readonly why: string;
}

test.each<Dead>([
  { newest: 'failed', first: { end: 'failed' }, why: 'its job failed' },
  {
    newest: 'is gone',
    later: { operation: 'get', kind: 'answer', status: 404, times: Infinity },
    why: 'the service no longer knows its job',
  },
  {
    newest: 'may not exist',
    faults: [{ operation: 'create', kind: 'reset' }],
    why: 'it is not known to have a job',
  },
])('a command after a job that $newest creates a new job, and says why', async ({ first, faults = [], later, why }) => {
  await using scene = await createScene({ job: first ?? {}, faults });
  await answer(scene, scene.event);
  const [before] = await botComments(scene);
  scene.service.script({ end: 'completed', pullRequest: true });
  if (later) scene.service.faults.add(later);
  const result = await command(scene, '/docs Add a jq example', { inputs: { timeout: '2m' } });
  const [stays, own] = exactly(2, await botComments(scene));
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: own?.url } });
  expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  expect(scene.service.jobs[1]?.turns[0]?.prompt).toContain('Add a jq example');
  expect(whyAnew(own?.prose ?? '')).toEqual({ to: before?.url, why });
  expect(own?.prose).toContain('Pull request ready');
  expect(linkBefore(own?.prose ?? '')).toBeUndefined();
  expect(stays).toEqual(before);
});

test.each([
  { body: '/docs new Write a page on awk', asks: 'Write a page on awk' },
  { body: '/docs new', asks: 'Explain the new `--json` flag' },
])('the command `$body` creates a new job, although the thread has one', async ({ body, asks }) => {
  await using scene = await createScene();
  await answer(scene, scene.event);
  const result = await command(scene, body);
  const [, own] = await botComments(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  expect(scene.service.jobs[1]?.turns[0]?.prompt).toContain(asks);
  expect(requestsFor(scene, 'follow-up')).toEqual([]);
  expect(own?.prose).toContain('Pull request ready');
  expect(own?.prose).not.toMatch(/an earlier request|New job/);
});
