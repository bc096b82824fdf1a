import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { AGAIN, answer, onlyComment } from '../../support/conversation.ts';
import { askedGitHub, fillThread, openPull, pushFile, say } from '../../support/events.ts';
import { createRecordingHost, type FaultCase, onGitHub, respond } from '../../support/faults.ts';
import { type Scene, shown } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';
import { accountOf, ENDED, mentions, plant, sweep, verdictsOf } from '../../support/sweep.ts';

const LIST = 'GET /issues/[0-9]+/comments\\?';
const PROXY = 'Check whether a proxy between the runner and GitHub changes answers.';

type Case = Pick<FaultCase, 'fault' | 'form' | 'says'>;
const HTML: Case = {
  fault: 'HTML that claims to be JSON',
  form: respond(200, '<h1>Unicorn</h1>'),
  says: 'not JSON',
};
const OBJECT: Case = {
  fault: 'an object',
  form: respond(200, '{}'),
  says: `an undocumented form.\n${PROXY}`,
};
const TRUNCATED: Case = {
  fault: 'truncated',
  form: { kind: 'truncate' },
  says: 'the answer was truncated',
};
const FORBIDDEN: Case = {
  fault: '403',
  form: respond(403, '{"message":"no"}'),
  says: 'issues: write',
};

describe('a thread that cannot be read is an error, and no job is created:', () => {
  test.each([HTML, OBJECT, TRUNCATED, FORBIDDEN])(
    'its list is $fault',
    async (scene, { form, says }) => {
      await createPerson(scene.github, 'bob').comment(scene.issue.number, 'Me too.');
      onGitHub(scene, LIST, form);
      const result = await scene.run();
      expect(scene.service.requests).toEqual([]);
      expect(result.outputs).toMatchObject({ verdict: 'error', jobId: '' });
      expect(result.annotations).toEqual([
        { level: 'error', message: expect.stringContaining(says) },
      ]);
      expect(result.log).toMatch(/⛔ error: .+ · no job was created$/m);
      scene.github.faults.clear();
      expect(await shown(scene, result)).not.toContain('Unicorn');
    },
  );

  test.each([TRUNCATED, FORBIDDEN])(
    'its second list is $fault; a re-run creates it',
    async (scene, { form, says }) => {
      onGitHub(scene, LIST, form, { skip: 1 });
      const result = await scene.run({ inputs: { timeout: '15s' } });
      expect(scene.service.requests).toEqual([]);
      scene.github.faults.clear();
      const status = await onlyComment(scene);
      expect(result.outputs).toMatchObject({
        verdict: 'error',
        jobId: '',
        commentUrl: status?.url,
      });
      expect(result.log).toContain(says);
      expect(status?.body).toMatch(/^\*\*⛔ .*GitHub.*\*\* · no job was created\n/);
      expect((await scene.run(AGAIN)).outputs.verdict).toBe('pull-request');
      expect(scene.sent('create')).toBe(1);
      await onlyComment(scene);
    },
  );

  test.each([OBJECT, TRUNCATED])('the last page of its list is $fault', async (scene, { form }) => {
    fillThread(scene, 110);
    onGitHub(scene, `${LIST}.*page=2$`, form);
    expect((await scene.run()).outputs.verdict).toBe('error');
    expect(scene.service.requests).toEqual([]);
  });

  test('it does not exist', async (scene) => {
    const result = await scene.run({ inputs: { 'issue-number': '4711' } });
    expect(result.outputs).toMatchObject({ verdict: 'error', commentUrl: '' });
    expect(result.log).toContain('GitHub does not show issue or pull request 4711');
    expect(result.log).toContain('Check `issue-number`');
    expect(scene.service.requests).toEqual([]);
  });

  test('its list is redirected to another host, which sees nothing', async (scene) => {
    await using elsewhere = await createRecordingHost();
    onGitHub(scene, LIST, respond(301, '', { location: `${elsewhere.url}/x` }));
    expect((await scene.run()).outputs.verdict).toBe('error');
    expect(elsewhere.requests).toEqual([]);
    expect(scene.service.requests).toEqual([]);
  });
});

test('a transient fault of the list is retried', async (scene) => {
  onGitHub(scene, LIST, { kind: 'truncate' }, { times: 1 });
  onGitHub(scene, LIST, 502, { times: 1 });
  expect((await scene.run()).outputs.verdict).toBe('pull-request');
});

test('a run that could not read the thread hides no job: the next re-run attaches to the job of the first attempt', async (scene) => {
  const first = await scene.run();
  onGitHub(scene, LIST, 500);
  expect((await scene.run(AGAIN)).outputs).toMatchObject({ verdict: 'error', jobId: '' });
  scene.github.faults.clear();
  const third = await scene.run({ run: { attempt: 3 } });
  expect(third.outputs).toMatchObject({ verdict: 'pull-request', jobId: first.outputs.jobId });
  expect(scene.sent('create')).toBe(1);
});

test('a re-run that cannot read the thread says nothing beside the result of the first attempt', async (scene) => {
  await scene.run();
  const before = await scene.comments();
  onGitHub(scene, LIST, 502);
  expect((await scene.run(AGAIN)).outputs.verdict).toBe('error');
  scene.github.faults.clear();
  expect(await scene.comments()).toEqual(before);
});

test('in a thread of hundreds of comments, status comments are found on page 1 and on page 4', async (scene) => {
  const first = await scene.run();
  fillThread(scene, 320);
  const event = await say(scene, '/docs shorter');
  const command = { event, inputs: { wait: 'false' } };
  const second = await scene.run({ ...command, run: { id: 8 } });
  expect(second.outputs.jobId).toBe(first.outputs.jobId);
  expect(askedGitHub(scene)).toContainEqual(
    expect.stringMatching(/\/comments\?per_page=100&page=4$/),
  );
  const again = await scene.run({ ...command, run: { id: 8, attempt: 2 } });
  const { jobId, commentUrl } = second.outputs;
  expect(again.outputs).toMatchObject({ jobId, commentUrl });
  expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
});

describe('a list that lags', () => {
  test('by 2.5 s is read again until the status comment is in it', {
    job: { seconds: 3600 },
  }, async (scene) => {
    scene.github.lag.milliseconds = 2_500;
    const event = await say(scene, '/docs explain the flag');
    const first = await scene.run({
      event,
      run: { id: 8 },
      inputs: { wait: 'false', timeout: '30s' },
    });
    const second = await scene.run({
      event,
      run: { id: 9 },
      inputs: { wait: 'false', timeout: '30s' },
    });
    expect(second.outputs).toMatchObject({ verdict: 'started', jobId: first.outputs.jobId });
    expect(scene.sent('create')).toBe(1);
  });

  test('only after the first run wrote its status comment hides that from no second run', async (scene) => {
    scene.service.script({ seconds: 3600 });
    await scene.run({ inputs: { wait: 'false' } });
    scene.github.lag.milliseconds = 3_500;
    const second = await scene.run({ run: { id: 9 }, inputs: { wait: 'false', timeout: '30s' } });
    expect(second.outputs.verdict).toBe('started');
    expect(scene.sent('create')).toBe(1);
  });

  test('without end is an error, as it may lack more than the status comment of the run', async (scene) => {
    scene.github.lag.milliseconds = 3_600_000;
    const result = await scene.run({ inputs: { timeout: '30s' } });
    expect(scene.service.requests).toEqual([]);
    expect(result.outputs.verdict).toBe('error');
  });
});

const SECONDARY =
  '{"message":"You have exceeded a secondary rate limit. Please wait a few minutes."}';

/**
 * GitHub answers the first such read with a secondary rate limit, of 150 s unless the headers name
 * no time.
 */
const limit = (
  scene: Scene,
  path: string,
  headers: Record<string, string> = { 'retry-after': '150' },
  skip = 0,
) => onGitHub(scene, `GET ${path}`, respond(403, SECONDARY, headers), { skip, times: 1 });

const pushed = (scene: Scene) => pushFile(scene, 'list');
const labeled = async ({ event }: Scene) => event;

async function reviewed(scene: Scene): Promise<GitHubEvent> {
  const { alice } = await openPull(scene);
  await alice.commit({ 'src/json.ts': 'line(1);\n' }, 'Add a line', { branch: 'lines' });
  const { number } = await alice.openPull('lines', 'Add a line', 'One.');
  const comments = [{ path: 'src/json.ts', line: 1, body: 'Why?' }];
  await alice.review(number, { body: '/docs explain it', comments });
  return scene.github.events.waitFor('pull_request_review', 'submitted');
}

/** A command on the pull request that the job of the labeled issue opened. */
async function commandedOnPull(scene: Scene): Promise<GitHubEvent> {
  const first = await answer(scene, scene.event);
  return say(scene, '/docs shorter', { on: Number(first.outputs.prNumber) });
}

describe('a secondary rate limit on', () => {
  test.each([
    { read: 'the permission', path: 'permission$', event: labeled },
    { read: 'the comments of the thread', path: '/issues/1/comments\\?', event: labeled },
    {
      read: 'the comments of the thread, at the second read',
      path: '/issues/1/comments',
      event: labeled,
      skip: 1,
    },
    { read: 'the comparison', path: '/compare/', event: pushed },
    {
      read: 'the pull requests of a commit',
      path: '/commits/[0-9a-f]+/pulls',
      event: pushed,
    },
    { read: 'the line comments of a review', path: '/reviews/[0-9]+/comments', event: reviewed },
    { read: 'the comments of the repository', path: '/issues/comments\\?', event: reviewed },
    { read: 'the state of the pull request', path: '/pulls/2$', event: commandedOnPull },
  ])('$read is waited for, with a line per minute', async (scene, { path, event, skip }) => {
    const asked = await event(scene);
    limit(scene, path, undefined, skip);
    const began = scene.clock.elapsed();
    const result = await answer(scene, asked, { inputs: { timeout: '10m' } });
    expect(result).toMatchObject({ annotations: [], outputs: { verdict: 'pull-request' } });
    expect(scene.clock.elapsed() - began).toBeGreaterThanOrEqual(150_000);
    const lines = [
      ...result.log.matchAll(/limit is used up \(403\)\. Trying again in (\d+) s/g),
    ].map(([, s]) => s);
    expect(lines).toEqual(['150', '90', '30']);
  });

  test('the login of the requester is waited for by a sweep', ENDED, async (scene) => {
    await plant(scene, { marker: { requester: await accountOf(scene, 'alice') } });
    limit(scene, '/user/[0-9]+$');
    expect(verdictsOf(await sweep(scene, { timeout: '10m' }))).toEqual(['pull-request']);
    expect(await mentions(scene)).toHaveLength(1);
  });

  test('a read is waited for a minute if GitHub names no time', async (scene) => {
    limit(scene, 'permission$', {});
    const result = await scene.run({ inputs: { timeout: '5m' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(result.log).toContain('Trying again in 60 s');
  });
});

test('a cancel ends the wait for a rate limit within 100 ms', async (scene) => {
  limit(scene, 'permission$');
  const step = scene.start({ inputs: { timeout: '10m' } });
  await scene.until('the run waits', () =>
    scene.github.requests.some(({ status }) => status === 403),
  );
  await scene.clock.pass(70_000);
  const began = scene.clock.elapsed();
  step.kill('SIGTERM');
  const result = await step.result;
  expect(result.outputs.verdict).toBe('cancelled');
  expect(scene.clock.elapsed() - began).toBeLessThan(100);
  expect(scene.sent('create')).toBe(0);
});
