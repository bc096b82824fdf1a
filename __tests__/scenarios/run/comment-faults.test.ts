import { describe, expect } from '@jest/globals';
import type { Fault } from '../../../sandbox/http/faults.ts';
import { countCreations } from '../../support/events.ts';
import { createScene, dispatch, type Scene, shown, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

const answer = (status: number, message: string, headers: Record<string, string> = {}): Fault => ({
  kind: 'answer',
  status,
  headers,
  body: JSON.stringify({ message }),
});
const CREATE = { method: 'POST', path: /\/issues\/\d+\/comments$/ };
const LIST = { method: 'GET', path: /\/issues\/\d+\/comments\?/ };
const UPDATE = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };
const LIMIT = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

interface Case {
  readonly fault: string;
  readonly form: Fault;
  readonly says: string;
}

const FORBIDDEN: Case = {
  fault: '403',
  form: answer(403, 'Resource not accessible by integration'),
  says: 'issues: write',
};
const HTML: Case = { fault: 'HTML', form: { kind: 'answer', status: 502, body: '<h1>Unicorn</h1>' }, says: '502' };
const RESET: Case = { fault: 'a reset', form: { kind: 'reset' }, says: 'the connection broke' };

/** The first group of faults may pass, the second one does not. */
const PASSING: readonly Case[] = [
  HTML,
  { fault: '500', form: answer(500, 'Oh no'), says: '500' },
  RESET,
  { fault: 'a reset after it was carried out', form: { kind: 'reset', after: true }, says: 'the connection broke' },
  { fault: 'no answer', form: { kind: 'hang' }, says: 'no complete answer' },
  { fault: 'no answer after it was carried out', form: { kind: 'hang', after: true }, says: 'no complete answer' },
  { fault: 'an empty answer after it was carried out', form: { kind: 'empty' }, says: 'an undocumented form' },
  { fault: 'half an answer', form: { kind: 'truncate' }, says: 'the answer was truncated' },
  { fault: '429', form: answer(429, 'Slow down', { 'retry-after': '5' }), says: 'rate limit' },
  { fault: 'a secondary rate limit', form: answer(403, LIMIT, { 'retry-after': '5' }), says: 'rate limit' },
  { fault: 'a secondary rate limit without headers', form: answer(403, LIMIT), says: 'rate limit' },
];
const LASTING: readonly Case[] = [
  { fault: '401', form: answer(401, 'Bad credentials'), says: '`github-token`' },
  FORBIDDEN,
  { fault: '404', form: answer(404, 'Not Found'), says: 'issues: write' },
  { fault: '410', form: answer(410, 'This issue was deleted'), says: 'issues: write' },
  { fault: '422', form: answer(422, 'Validation Failed'), says: '422' },
  {
    fault: '403 for a locked thread',
    form: answer(403, 'Unable to create comment because issue is locked.'),
    says: 'locked',
  },
  { fault: 'a redirect', form: answer(307, '', { location: 'http://127.0.0.1:9/' }), says: 'a redirect' },
];

describe('the announcement in the thread', () => {
  test.each([...PASSING])('is confirmed before the job is created, if it ends with $fault once', async ({ form }) => {
    await using scene = await createScene();
    let jobsBefore = 0;
    scene.github.faults.add({ ...form, ...CREATE, onStrike: () => (jobsBefore = scene.service.jobs.length) });
    const result = await scene.run({ inputs: { timeout: '5m' } });
    const [comment] = exactly(1, await scene.comments());
    expect(jobsBefore).toBe(0);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
    expect(comment?.body).toContain('Pull request ready');
    expect(scene.sent('create')).toBe(1);
  });

  test.each([...PASSING, ...LASTING])(
    'that always ends with $fault is an error and creates no job, and a re-run creates one',
    async ({ form, says }) => {
      await using scene = await createScene();
      scene.github.faults.add({ ...form, ...CREATE, times: Infinity });
      const result = await scene.run({ inputs: { timeout: '60s' } });
      const carriedOut = form.after === true || form.kind === 'truncate' || form.kind === 'empty';
      expect(scene.sent('create')).toBe(carriedOut ? 1 : 0);
      if (LASTING.some((each) => each.form === form)) {
        expect([scene.commentWrites().length, result.duration]).toEqual([1, 0]); // it is not tried again,
        expect((await scene.runPost(result)).annotations).toEqual([]); // and leaves nothing for the post step
      }
      scene.github.faults.clear();
      if (!carriedOut) {
        expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
        const errors = result.annotations.filter(({ level }) => level === 'error').map(({ message }) => message);
        expect(errors).toEqual([
          expect.stringMatching(
            /^⛔ error: Status comment not created · no job was created\nThe status comment could not be created: /,
          ),
        ]);
        expect(errors[0]).toContain(says);
        expect(errors[0]).toContain('`comment: false`');
        expect(await scene.comments()).toEqual([]);
      }
      expect(await shown(scene, result)).not.toMatch(/undefined|Unicorn/);
      const again = await scene.run({ run: { attempt: 2 }, inputs: { timeout: '60s' } });
      expect(again).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
      expect(scene.sent('create')).toBe(1);
      expect(await scene.comments()).toHaveLength(1);
    },
  );

  test.each([
    { fault: '200 and HTML', form: { kind: 'answer', status: 200, body: '<h1>Welcome</h1>' } },
    { fault: '201 without a comment', form: { kind: 'answer', status: 201, body: '{}' } },
  ] as const)('that ends with $fault creates no job', async ({ form }) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...form, ...CREATE, times: Infinity });
    const result = await scene.run({ inputs: { timeout: '60s' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
    expect(scene.sent('create')).toBe(0);
    expect(await shown(scene, result)).not.toMatch(/undefined|Welcome/);
  });

  test('that GitHub does not answer is not tried again after half of the timeout', async (scene) => {
    scene.github.faults.add({ kind: 'hang', ...CREATE, times: Infinity });
    const result = await scene.run({ inputs: { timeout: '60s' } });
    expect(result.outputs.verdict).toBe('error');
    expect(result.duration).toBeLessThan(45_000); // the last attempt began before half of it; the error is reported after that
  });

  test('whose answer is lost, and that cannot be looked for, is an error that names the failed read', async (scene) => {
    const failList = () => scene.github.faults.add({ ...answer(503, 'Busy'), ...LIST, times: Infinity });
    scene.github.faults.add({ kind: 'reset', after: true, ...CREATE, onStrike: failList });
    const result = await scene.run({ inputs: { timeout: '60s' } });
    const errors = result.annotations.filter(({ level }) => level === 'error').map(({ message }) => message);
    expect(errors).toEqual([
      expect.stringMatching(/^⛔ error: Request to GitHub failed · no job was created\nReading the/),
    ]);
    expect(errors[0]).toContain('Re-run the workflow later.');
    expect(errors[0]).not.toContain('comment: false');
    expect(scene.sent('create')).toBe(0);
  });

  test.each([
    { deletion: 'works', faults: [], left: 1, warns: [] },
    { deletion: 'gets a false 404', faults: [answer(404, 'Not Found')], left: 1, warns: [] },
    {
      deletion: 'is forbidden',
      faults: Array(9).fill(FORBIDDEN.form),
      left: 2,
      warns: [expect.stringContaining('could not be deleted')],
    },
  ])('that was created twice, as lists lag after a lost answer, counts once; its deletion $deletion', async (row) => {
    await using scene = await createScene();
    scene.github.lag.milliseconds = 4_000;
    scene.github.faults.add({ kind: 'reset', after: true, ...CREATE });
    for (const fault of row.faults) scene.github.faults.add({ ...fault, ...UPDATE, method: 'DELETE' });
    const result = await scene.run({ inputs: { timeout: '60s' } });
    const all = await scene.comments();
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: all[0]?.url } });
    expect(all[0]?.url).toMatch(/-1$/);
    expect(all[0]?.body).toContain('Pull request ready');
    expect(all).toHaveLength(row.left);
    expect(warnings(result)).toEqual(row.warns);
    expect(countCreations(scene, scene.issue.number)).toBe(2);
    expect(scene.sent('create')).toBe(1);
  });

  test('is not needed with `comment: false`', async (scene) => {
    scene.github.faults.add({ ...FORBIDDEN.form, ...CREATE, times: Infinity });
    const result = await scene.run({ inputs: { comment: 'false' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  });
});

test.each([FORBIDDEN, HTML, RESET])(
  'a last edit that always ends with $fault is one warning',
  async ({ form, says }) => {
    await using scene = await createScene({ job: { seconds: 1 } });
    scene.github.faults.add({ ...form, ...UPDATE, times: Infinity });
    const result = await scene.run();
    const [comment] = exactly(1, await scene.comments());
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
    expect(warnings(result)).toEqual([expect.stringContaining(says)]);
    expect(countCreations(scene, scene.issue.number)).toBe(1);
  },
);

test.each(['failed', 'active'] as const)(
  'a last edit that fails is made by the post step, which does not say that the step was killed: %s',
  async (end) => {
    await using scene = await createScene({ job: end === 'failed' ? { seconds: 1, end } : { seconds: 3600 } });
    scene.github.faults.add({ ...RESET.form, ...UPDATE, times: Infinity });
    const result = await scene.run();
    scene.github.faults.clear();
    const after = await scene.runPost(result);
    expect((await scene.comments())[0]?.body).toMatch(end === 'failed' ? 'Job failed' : 'Timed out');
    expect(after.annotations).toEqual([]);
  },
);

test('an edit that fails while the run waits is made again after 10 s and more', async () => {
  await using scene = await createScene({ job: { seconds: 100 } });
  scene.github.faults.add({ kind: 'answer', status: 502, ...UPDATE, times: Infinity });
  const step = scene.start({ inputs: { timeout: '10m' } });
  await scene.clock.pass(90_000);
  const edits = scene.commentWrites().filter(({ method }) => method === 'PATCH').length;
  expect([3, 4, 5]).toContain(edits);
  scene.github.faults.clear();
  await step.result;
});

test('a run and a post step whose edits all fail received the answer of the service, and a sweep does not deny that', async () => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ ...RESET.form, ...UPDATE, times: Infinity });
  const result = await scene.run({ inputs: { timeout: '60s' } });
  expect(result.outputs.verdict).toBe('pull-request');
  await scene.runPost(result);
  scene.github.faults.clear();
  await scene.clock.pass(10 * 60_000);
  await sweep(scene);
  const [comment] = await scene.comments();
  expect(comment?.body).toContain('did not report the answer of the service here. Its log may name the job.');
  expect(comment?.body).not.toContain('received');
});

test.each<Fault & { when: string }>([
  { when: 'before', kind: 'reset' },
  { when: 'after', kind: 'reset', after: true },
])('an edit that is reset $when GitHub carried it out is repeated', async ({ when: _, ...form }) => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ ...form, ...UPDATE });
  const result = await scene.run();
  const [comment] = exactly(1, await scene.comments());
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
  expect(comment?.body).toContain('Pull request ready');
  expect(warnings(result)).toEqual([]);
});

/** A run without a requester, whose permission GitHub would be asked for, that reports to the issue. */
const unattended = ({ issue }: Scene) => ({
  event: dispatch(),
  inputs: { prompt: 'Refresh the pages', 'issue-number': String(issue.number) },
});

test('a run that cannot reach GitHub creates no job, as it cannot read the thread', async (scene) => {
  const result = await scene.run({ ...unattended(scene), env: { GITHUB_API_URL: 'http://127.0.0.1:9' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
  const errors = result.annotations.filter(({ level }) => level === 'error');
  expect(errors).toEqual([
    { level: 'error', message: expect.stringContaining('Reading the comments of the thread from GitHub failed') },
  ]);
  expect(scene.service.requests).toEqual([]);
});

test('a run on a runner that names no repository writes no comment, and warns', async (scene) => {
  const result = await scene.run({ ...unattended(scene), env: { GITHUB_REPOSITORY: undefined } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(warnings(result)).toEqual([expect.stringContaining('GITHUB_REPOSITORY')]);
});
