import { describe, expect } from '@jest/globals';
import type { Fault } from '../../../sandbox/http/faults.ts';
import { botComments, byHand, say, start } from '../../support/conversation.ts';
import { countCreations } from '../../support/events.ts';
import { EDIT } from '../../support/kill-points.ts';
import { createScene, dispatch, type Scene, shown, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { mentions, startSweep, sweep } from '../../support/sweep.ts';

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

/** What a process read may have changed before it writes. */

const HEADLINE = /^.*?(?= · |\n)/;
const headlines = async (scene: Scene) => (await botComments(scene)).map(({ prose }) => HEADLINE.exec(prose)?.[0]);
const NOTIFY = { notify: 'true' };

/** A command that waits for the job of the label, which works for so many seconds. */
async function withWaiting(seconds: number) {
  const scene = await createScene({ job: { seconds } });
  await scene.run({ inputs: { wait: 'false' } });
  const event = await say(scene, '/docs Shorter');
  const waiting = start(scene, event, { run: { id: 9 }, inputs: { timeout: '3h' } });
  await scene.clock.pass(10_000);
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
  const again = (attempt = 2) => start(scene, event, { run: { id: 9, attempt }, inputs: { timeout: '3h' } });
  return { ...scene, waiting, again };
}

test('a re-run neither hides the end that a sweep reported after it read the comment, nor mentions the requester again', async () => {
  await using scene = await createScene({ job: { seconds: 605 } });
  await scene.run({ inputs: { ...NOTIFY, timeout: '5m' } });
  const created = scene.service.jobs[0]?.createdAt ?? 0;
  await scene.clock.pass(created + 604_000 - scene.clock.now()); // one second before the end of the job
  scene.service.faults.add({ operation: 'get', kind: 'delay', milliseconds: 8_000 });
  const before = scene.commentWrites().length;
  const again = scene.start({ run: { attempt: 2 }, inputs: { ...NOTIFY, timeout: '5m' } });
  await scene.clock.pass(2_000);
  await sweep(scene);
  expect((await again.result).outputs.verdict).toBe('pull-request');
  const written = scene.commentWrites().slice(before);
  expect(written.filter(({ body }) => body.includes('Working on it'))).toEqual([]);
  expect(await mentions(scene)).toHaveLength(2); // the timeout, and the end
});

test('a re-run leaves a command as it is that waits in the list, although it was sent meanwhile', async () => {
  await using scene = await withWaiting(60);
  const { url, owner, repo, tokens } = scene.github;
  const headers = { authorization: `Bearer ${tokens.alice}` };
  const list = await fetch(`${url}/repos/${owner}/${repo}/issues/1/comments?per_page=100`, { headers });
  const body = await list.text();
  await scene.waiting.result;
  const texts = await headlines(scene);
  scene.github.faults.add({ kind: 'answer', status: 200, body, method: 'GET', path: /\/issues\/1\/comments\?/ });
  expect((await scene.again().result).outputs.verdict).toBe('pull-request');
  expect(scene.sent('follow-up')).toBe(1);
  expect(await headlines(scene)).toEqual(texts);
});

test('a re-run of a command that was killed while it waited sends it', async () => {
  await using scene = await withWaiting(60);
  scene.waiting.kill('SIGKILL');
  expect((await scene.again().result).outputs.verdict).toBe('pull-request');
  expect(scene.sent('follow-up')).toBe(1);
});

test('a sweep leaves a request whose lease was over in the list, and whose run renewed it with the same text since', async () => {
  await using scene = await withWaiting(7_200);
  await scene.clock.pass(660_000); // it renewed its lease once
  scene.waiting.kill('SIGKILL');
  await scene.clock.pass(3_600_000);
  const comments = scene.github.hub.repositories[0]?.comments ?? [];
  const onStrike = () => {
    for (const comment of comments) if (comment.body.includes('Waiting for')) comment.updatedAt = scene.clock.now();
  };
  const list = { method: 'GET', path: /\/issues\/comments\?/ };
  scene.github.faults.add({ kind: 'delay', milliseconds: 1, ...list, onStrike });
  await sweep(scene);
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
  await sweep(scene, { timeout: '10m' });
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
});

test('two runs whose final edits of one comment fail give up after a few requests', async () => {
  await using scene = await createScene({ job: { seconds: 120 } });
  const first = scene.start({ inputs: { timeout: '1h' } });
  await scene.clock.pass(20_000);
  const inputs = { operation: 'attach', 'job-id': scene.service.jobs[0]?.id ?? '', 'issue-number': '1', timeout: '1h' };
  const second = scene.start({ event: byHand(scene), run: { id: 9 }, inputs });
  await scene.clock.pass(80_000);
  scene.github.faults.add({ kind: 'answer', status: 502, ...EDIT, times: Infinity });
  for (const { result } of [first, second]) expect((await result).duration).toBeLessThan(180_000);
  expect(scene.github.requests.length).toBeLessThan(60);
});

test('a run that is cancelled while it waits to try its final edit again ends within 5 s, although GitHub is slow', async () => {
  await using scene = await createScene({ job: { seconds: 20 } });
  let failed = false;
  const onStrike = () => {
    scene.github.latency.milliseconds = 1_400;
    failed = true;
  };
  scene.github.faults.add({ kind: 'answer', status: 502, ...EDIT, skip: 1, times: 2, onStrike });
  const step = scene.start({ inputs: { timeout: '5m' } });
  await scene.until('its final edit fails', () => failed);
  await scene.clock.pass(1_000);
  const before = scene.clock.elapsed();
  step.kill('SIGTERM');
  await step.result;
  expect(scene.clock.elapsed() - before).toBeLessThan(5_000);
});

test('a run that GitHub keeps waiting at its end does not mention again whom a sweep mentioned meanwhile', async () => {
  await using scene = await createScene({ job: { seconds: 1_792 } });
  const path = /\/pulls\/2$/;
  const limited = { kind: 'answer', status: 429, headers: { 'retry-after': '30' } } as const;
  scene.github.faults.add({ ...limited, method: 'GET', path });
  const step = scene.start({ inputs: { ...NOTIFY, timeout: '1h' } });
  await scene.until('GitHub keeps it waiting', () => scene.github.requests.some((request) => path.test(request.path)));
  await startSweep(scene).result;
  expect((await step.result).outputs.verdict).toBe('pull-request');
  expect(await mentions(scene)).toHaveLength(1);
});
