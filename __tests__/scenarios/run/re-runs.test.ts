import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { freePort } from '../../../sandbox/http/listen.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import type { ServiceFault as Fault } from '../../../sandbox/service/service.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import {
  AGAIN,
  answer,
  botComments,
  command,
  onlyComment,
  turnsOf,
  whyAnew,
} from '../../support/conversation.ts';
import { alice, say, setNow, written } from '../../support/events.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import { CREATE, killedOnce, LISTING } from '../../support/kill-points.ts';
import {
  type Comment,
  dispatch,
  type Scene,
  type SceneOptions,
  warnings,
} from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

const headlineOf = (status: Pick<Comment, 'body'> | undefined) =>
  /^\*\*.*?\*\*/.exec(status?.body ?? '')?.[0];

test.each([
  { what: 'after a timeout', inputs: { timeout: '6s' }, verdict: 'timed-out' },
  { what: 'after `wait: false`', inputs: { wait: 'false' }, verdict: 'started' },
])(
  'a re-run $what attaches to the open job, in the same comment',
  async (scene, { inputs, verdict }) => {
    scene.service.script({ seconds: 3600 });
    const first = await scene.run({ inputs });
    const { jobId = 'none', commentUrl } = first.outputs;
    expect(first.outputs.verdict).toBe(verdict);
    const before = scene.sent('get');
    const step = scene.start({ ...AGAIN, inputs: { timeout: '30s' } });
    await scene.until('the re-run looks at the job', () => scene.sent('get') > before);
    scene.service.script({ seconds: 0 }, jobId);
    expect((await step.result).outputs).toMatchObject({
      verdict: 'pull-request',
      jobId,
      commentUrl,
    });
    expect(await onlyComment(scene)).toMatchObject({
      url: commentUrl,
      body: expect.stringContaining('request ready'),
    });
    expect(scene.sent('create')).toBe(1);
  },
);

test.each([
  {
    what: 'a request without changes',
    job: { seconds: 1, pullRequest: false },
    isFollowUp: false,
    timeout: '40s',
  },
  {
    what: 'an archived job with a pull request',
    job: { end: 'archived' as const },
    isFollowUp: false,
    timeout: '30s',
  },
  {
    what: 'a follow-up, if its timeout comes soon',
    job: { seconds: 1 },
    isFollowUp: true,
    timeout: '8s',
  },
])(
  'a re-run after the end of $what reports that end at once, and creates nothing',
  async (scene, row) => {
    if (row.isFollowUp) await scene.run();
    const event = row.isFollowUp ? await say(scene, '/docs shorter') : scene.event;
    const first = await scene.run({ event, run: { id: 9 }, inputs: { timeout: '60s' } });
    const before = (await scene.comments()).map(headlineOf);
    const [writes, prompts] = [scene.commentWrites().length, turnsOf(scene)];
    const second = await scene.run({
      event,
      run: { id: 9, attempt: 2 },
      inputs: { timeout: row.timeout },
    });
    const { verdict, jobId, commentUrl, prLink } = first.outputs;
    expect(second.outputs).toMatchObject({ verdict, jobId, commentUrl, prLink });
    for (const { body } of scene.commentWrites().slice(writes))
      expect(body).not.toContain('Working on it');
    expect((await scene.comments()).map(headlineOf)).toEqual(before);
    expect(turnsOf(scene)).toEqual(prompts);
  },
);

test.each<{ end: string; job: Partial<JobScript>; says: string }>([
  { end: 'failed', job: { end: 'failed' }, says: 'its job failed' },
  { end: 'is gone', job: { pullRequest: false }, says: 'the service no longer knows its job' },
])(
  'a re-run after a job that $end creates a new one, and both comments say so',
  async (scene, { end, says }) => {
    const first = await scene.run();
    if (end === 'is gone') scene.service.reset();
    scene.service.script({ end: 'completed', pullRequest: true });
    const before = scene.sent('create');
    // a 404 is believed after 30 s
    const second = await scene.run({ ...AGAIN, inputs: { timeout: '2m' } });
    expect(second.outputs.verdict).toBe('pull-request');
    expect(second.outputs.jobId).not.toBe(first.outputs.jobId);
    expect(scene.sent('create') - before).toBe(1);
    const status = await onlyComment(scene);
    expect(status?.url).toBe(second.outputs.commentUrl);
    expect(status?.body).toContain('Pull request ready');
    expect(status?.body).toContain(says);
    const [former] = await scene.comments();
    expect(former?.url).toBe(first.outputs.commentUrl);
    expect(headlineOf(former)).toBe('**↪️ Replaced**');
    expect(former?.body).toContain(`[a later attempt](${status?.url}) reports the result`);
    expect(former?.body).toContain(`Job \`${first.outputs.jobId}\``);
    const third = await scene.run({ run: { attempt: 3 } });
    expect(third.outputs).toMatchObject({
      jobId: second.outputs.jobId,
      commentUrl: second.outputs.commentUrl,
    });
  },
);

test('a re-run attaches to a job that exists after one 404 of the service', async (scene) => {
  const first = await scene.run();
  onService(scene, 'get', respond(404, '<html>No route</html>'), { times: 1 });
  const second = await scene.run({ ...AGAIN, inputs: { timeout: '2m' } });
  expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: first.outputs.jobId });
  expect(scene.sent('create')).toBe(1);
});

describe('a re-run after a create without a known result creates nothing, and is unconfirmed,', () => {
  const expectUnconfirmed = async (scene: Scene, attempt: number) => {
    const second = await scene.run({ run: { attempt } });
    const status = await onlyComment(scene);
    expect(second.outputs).toMatchObject({
      verdict: 'unconfirmed',
      jobId: '',
      commentUrl: status?.url,
    });
    const unknown =
      'An earlier run or attempt may have sent this request, and whether the service accepted it is unknown.';
    expect(second.log).toContain(`${unknown} See ${status?.url}.`);
    expect(second.summary).toContain(`${unknown} See [its status comment](${status?.url}).`);
    // The status comment does not link itself.
    expect(status?.body).toContain(`${unknown} A re-run does not send the request again`);
    expect(status?.body).toContain(
      '**❓ Unconfirmed** · the service may have accepted the request',
    );
    expect(scene.sent('create')).toBe(1);
  };

  test('however often it is run again', {
    faults: [{ operation: 'create', kind: 'reset' }],
  }, async (scene) => {
    expect((await scene.run()).exitCode).toBe(1);
    for (const attempt of [2, 3]) await expectUnconfirmed(scene, attempt);
  });

  test('if the first attempt was killed, and its post step ran', async (scene) => {
    const { reached } = stopAt(scene, { ...CREATE, when: 'after' });
    await scene.runPost(await killedOnce(reached, scene.start({ inputs: { timeout: '30s' } })));
    expect((await onlyComment(scene))?.body).toContain(
      '**❓ Unconfirmed** · the service may have accepted',
    );
    await expectUnconfirmed(scene, 2);
  });
});

describe('a re-run creates the job in a new comment, which replaces the first one, after', () => {
  async function expectCreated(scene: Scene): Promise<void> {
    const { outputs } = await scene.run(AGAIN);
    expect(outputs.verdict).toBe('pull-request');
    const body = expect.stringContaining('Pull request ready');
    expect(await onlyComment(scene)).toMatchObject({ url: outputs.commentUrl, body });
    expect(scene.service.jobs).toHaveLength(1);
  }

  test.each<{ what: string; verdict: string; fault?: FaultForm }>([
    { what: 'a refused connection', verdict: 'error' },
    {
      what: 'a used-up quota',
      verdict: 'quota-exhausted',
      fault: respond(429, '{}', { 'retry-after': '3600' }),
    },
    { what: 'a create that the service rejected', verdict: 'error', fault: respond(403) },
  ])('$what', async (scene, { verdict, fault }) => {
    if (fault) onService(scene, 'create', fault, { times: 1 });
    const inputs = fault ? {} : { 'base-url': `http://127.0.0.1:${await freePort()}` };
    expect((await scene.run({ inputs })).outputs.verdict).toBe(verdict);
    await expectCreated(scene);
  });

  test('a kill in the pause before the create, and a post step', async (scene) => {
    const { reached } = stopAt(scene, { ...LISTING, nth: 2, when: 'before' });
    await scene.runPost(await killedOnce(reached, scene.start({ inputs: { timeout: '30s' } })));
    expect((await onlyComment(scene))?.body).toContain('Cancelled');
    await expectCreated(scene);
  });
});

const FAILED: SceneOptions = { job: { end: 'failed' } };

test(
  'a re-run by an account without permission is denied, and writes nothing',
  FAILED,
  async (scene) => {
    await scene.run();
    const before = [written(scene), scene.service.requests.length];
    const second = await scene.run({ ...AGAIN, env: { GITHUB_TRIGGERING_ACTOR: 'mallory' } });
    expect(second.outputs).toMatchObject({ verdict: 'denied', jobId: '' });
    expect([written(scene), scene.service.requests.length]).toEqual(before);
  },
);

describe('a re-run without a status comment', () => {
  test.each([
    {
      what: 'as there is no thread',
      names: 'Set `issue-number` to report in a thread.',
      event: dispatch(),
      inputs: { prompt: 'Refresh the pages' },
      isOnPulls: true,
    },
    {
      what: 'with `comment: false`',
      names: 'with `comment: false`',
      inputs: { comment: 'false' },
      isOnPulls: false,
    },
  ])(
    '$what creates a second job, and warns',
    async (scene, { what: _, names, isOnPulls, ...changes }) => {
      const first = await scene.run(changes);
      expect(first.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: '' });
      expect(warnings(first)).toEqual([]);
      const second = await scene.run({ ...changes, run: { attempt: 2 } });
      expect(second.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: '' });
      expect(warnings(second)).toEqual([
        expect.stringMatching(/^This is a re-run with.* a second job may be created/),
      ]);
      expect(warnings(second)[0]).toContain(names);
      const pulls = isOnPulls ? [first.outputs.prNumber, second.outputs.prNumber] : [];
      expect(written(scene)).toEqual(
        pulls.map((number) => `POST /repos/acme/docs/issues/${number}/comments`),
      );
      expect(await scene.comments()).toEqual([]);
      expect(scene.sent('create')).toBe(2);
    },
  );

  test('as a person deleted it creates a second job, in a new comment', async (scene) => {
    await scene.run();
    for (const { id } of await alice(scene).readComments(scene.issue.number))
      await alice(scene).deleteComment(id);
    const second = await scene.run(AGAIN);
    const [comment] = exactly(1, await scene.comments());
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: comment?.url });
    expect(scene.sent('create')).toBe(2);
  });
});

test(
  'a failed attempt keeps its comment if the one of its re-run cannot be created',
  FAILED,
  async (scene) => {
    await scene.run();
    const before = await scene.comments();
    onGitHub(scene, 'POST comments$', 403);
    expect((await scene.run(AGAIN)).outputs.verdict).toBe('error');
    expect(await scene.comments()).toEqual(before);
  },
);

test.each<{ newest: string; faults: readonly Fault[]; later?: number; why: string } & SceneOptions>(
  [
    { newest: 'failed', ...FAILED, faults: [], why: 'its job failed' },
    { newest: 'is gone', faults: [], later: 404, why: 'the service no longer knows its job' },
    {
      newest: 'may not exist',
      faults: [{ operation: 'create', kind: 'reset' }],
      why: 'it is not known to have a job',
    },
  ],
)(
  'a command after a job that $newest creates a new job, and says why',
  async (scene, { later, why }) => {
    await answer(scene, scene.event);
    const [before] = await botComments(scene);
    scene.service.script({ end: 'completed', pullRequest: true });
    if (later) onService(scene, 'get', later);
    const result = await command(scene, '/docs Add a jq example', { inputs: { timeout: '2m' } });
    const [stays, own] = exactly(2, await botComments(scene));
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: own?.url });
    expect(turnsOf(scene)).toEqual([['create'], ['create']]);
    expect(scene.service.jobs[1]?.turns[0]?.prompt).toContain('Add a jq example');
    expect(whyAnew(own?.prose ?? '')).toEqual({ to: before?.url, why });
    expect(own?.prose).toContain('Pull request ready');
    expect(stays).toEqual(before);
  },
);

test.each([
  { body: '/docs new Write a page on awk', asks: 'Write a page on awk' },
  { body: '/docs new', asks: 'Explain the new `--json` flag' },
])(
  'the command `$body` creates a new job, although the thread has one',
  async (scene, { body, asks }) => {
    await answer(scene, scene.event);
    const result = await command(scene, body);
    const [, own] = await botComments(scene);
    expect(result.outputs.verdict).toBe('pull-request');
    expect(turnsOf(scene)).toEqual([['create'], ['create']]);
    expect(scene.service.jobs[1]?.turns[0]?.prompt).toContain(asks);
    expect(own?.prose).toContain('Pull request ready');
    expect(own?.prose).not.toMatch(/an earlier request|New job/);
  },
);

test.each([
  {
    what: 'a re-run',
    again: (scene: Scene) => scene.run({ ...AGAIN, inputs: { timeout: '60s' } }),
  },
  {
    what: 'the label, set again,',
    again: (scene: Scene) => answer(scene, setNow(scene), { run: { id: 78 } }),
  },
])(
  '$what a day after the report, while a follow-up in the pull request works, creates nothing',
  async (scene, { again }) => {
    const { jobId } = (await scene.run({ inputs: { timeout: '30m' } })).outputs;
    await scene.clock.pass(25 * 3_600_000);
    scene.service.script({ seconds: 3_600 }, jobId);
    await answer(scene, await say(scene, '/docs more', { on: 2 }), { inputs: { wait: 'false' } });
    const { outputs } = await again(scene);
    expect(outputs).toMatchObject({ verdict: 'timed-out', jobId });
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  },
);

describe('when a later follow-up fails on its job, a request that was reported as done', () => {
  /** The job of the issue opened a pull request, and failed at a later command. */
  async function withFailedFollowUp(scene: Scene) {
    expect((await answer(scene, scene.event)).outputs.verdict).toBe('pull-request');
    const done = headlineOf((await botComments(scene))[0]);
    scene.service.script({ end: 'failed' });
    expect((await command(scene, '/docs shorter')).outputs.verdict).toBe('failed');
    return done;
  }

  test.each([
    { how: 'a re-run', ask: (scene: Scene) => answer(scene, scene.event, AGAIN) },
    {
      how: 'a second delivery of its event',
      ask: (scene: Scene) => answer(scene, scene.event, { run: { id: 4712 } }),
    },
  ])('keeps its result in $how, and no job is created', async (scene, { ask }) => {
    const done = await withFailedFollowUp(scene);
    expect((await ask(scene)).outputs.verdict).toBe('pull-request');
    expect(headlineOf((await botComments(scene))[0])).toBe(done);
    expect(scene.sent('create')).toBe(1);
  });
});
