import { expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/github/faults.ts';
import { createScene, dispatch, type Scene, shown, warnings } from '../../support/scene.ts';

const answer = (status: number, message: string, headers: Record<string, string> = {}): FaultForm => ({
  ...{ kind: 'answer', status, headers, body: JSON.stringify({ message }) },
});
const CREATE = { method: 'POST', path: /\/issues\/\d+\/comments$/ };
const UPDATE = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };
const LIMIT = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

interface Case {
  readonly fault: string;
  readonly form: FaultForm;
  readonly says: string;
  /** How often GitHub is asked to create the comment. */
  readonly attempts?: number;
}

const FORBIDDEN: Case = {
  fault: '403',
  form: answer(403, 'Resource not accessible by integration'),
  says: 'issues: write',
};
const HTML: Case = { fault: 'HTML', form: { kind: 'answer', status: 502, body: '<h1>Unicorn</h1>' }, says: '502' };
const RESET: Case = { fault: 'a reset', form: { kind: 'reset' }, says: 'the connection broke' };

test.each<Case>([
  FORBIDDEN,
  HTML,
  RESET,
  {
    fault: 'a secondary rate limit',
    form: answer(403, LIMIT, { 'retry-after': '60' }),
    says: 'rate limit',
    attempts: 2, // at the end once more
  },
  {
    fault: '200 and HTML',
    form: { kind: 'answer', status: 200, body: '<h1>Welcome</h1>' },
    says: 'not JSON',
  },
  { fault: '201 without a comment', form: { kind: 'answer', status: 201, body: '{}' }, says: 'does not document' },
  { fault: 'a redirect', form: answer(307, '', { location: 'http://127.0.0.1:9/' }), says: 'a redirect' },
])('a status comment whose creation ends with $fault is one warning; the verdict is the same', async (row) => {
  const { form, says, attempts = 1 } = row;
  await using scene = await createScene();
  scene.github.faults.add({ ...form, ...CREATE, times: Infinity });
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(result.outputs.prLink).toMatch(/\/pull\/2$/);
  expect(result.summary).toContain('Pull request ready');
  expect(warnings(result)).toEqual([expect.stringContaining('The status comment could not be written')]);
  expect(warnings(result)[0]).toContain(says);
  expect(await scene.comments()).toEqual([]);
  expect(scene.commentWrites()).toHaveLength(attempts);
  expect(scene.sent('create')).toBe(1);
  expect(await shown(scene, result)).not.toMatch(/undefined|Unicorn|Welcome/);
});

test('a status comment whose creation was cut off once is not created a second time', async () => {
  await using scene = await createScene({ job: { seconds: 1 } }); // so there are two occasions to write
  scene.github.faults.add({ kind: 'reset', ...CREATE });
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(warnings(result)).toEqual([expect.stringContaining('The status comment could not be written')]);
  expect(await scene.comments()).toEqual([]);
  expect(scene.commentWrites()).toHaveLength(1);
});

test('a status comment whose creation succeeded without an answer is found in the thread and kept up to date', async () => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ kind: 'reset-after', ...CREATE });
  const result = await scene.run();
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
  expect(comment?.body).toContain('Pull request ready');
  expect(others).toEqual([]);
  expect(scene.commentWrites().map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
});

test('a status comment that a rate limit delayed is created later, and a re-run finds the job in it', async () => {
  await using scene = await createScene({ job: { seconds: 3600 } });
  scene.github.faults.add({ ...answer(403, LIMIT, { 'retry-after': '1' }), ...CREATE });
  const first = await scene.run({ inputs: { timeout: '6s' } });
  const [comment, ...others] = await scene.comments();
  const { jobId, commentUrl } = first.outputs;
  expect(first.outputs).toMatchObject({ verdict: 'timed-out', commentUrl: comment?.url });
  expect(comment?.body).toContain('Still working');
  expect(others).toEqual([]);
  scene.service.script({ seconds: 0 }, jobId);
  const again = await scene.run({ run: { attempt: 2 } });
  expect(again).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl } });
  expect(scene.sent('create')).toBe(1);
});

test('a status comment that GitHub does not answer leaves time for the job within the timeout', async () => {
  await using scene = await createScene();
  scene.github.faults.add({ kind: 'hang', ...CREATE });
  const result = await scene.run({ inputs: { timeout: '4s' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.duration).toBe(2_000); // half of it, and no pause after a comment that is not there
  expect(warnings(result)).toEqual([expect.stringContaining('The status comment could not be written')]);
});

test.each([FORBIDDEN, HTML, RESET])(
  'a last edit that always ends with $fault is one warning',
  async ({ form, says }) => {
    await using scene = await createScene({ job: { seconds: 1 } });
    scene.github.faults.add({ ...form, ...UPDATE, times: Infinity });
    const result = await scene.run();
    const [comment, ...others] = await scene.comments();
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
    expect(warnings(result)).toEqual([expect.stringContaining(says)]);
    expect(others).toEqual([]);
    expect(scene.commentWrites().filter(({ method }) => method === 'POST')).toHaveLength(1);
  },
);

test.each<FaultForm & { when: string }>([
  { when: 'before', kind: 'reset' },
  { when: 'after', kind: 'reset-after' },
])('an edit that is reset $when GitHub carried it out is repeated', async ({ when: _, ...form }) => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ ...form, ...UPDATE });
  const result = await scene.run();
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
  expect(comment?.body).toContain('Pull request ready');
  expect(others).toEqual([]);
  expect(warnings(result)).toEqual([]);
});

/** A run without a requester, whose permission GitHub would be asked for, that reports to the issue. */
const unattended = ({ issue }: Scene) => ({
  event: dispatch(),
  inputs: { prompt: 'Refresh the pages', 'issue-number': String(issue.number) },
});

test('a run that cannot reach GitHub creates no job, as it cannot read the thread', async () => {
  await using scene = await createScene();
  const result = await scene.run({ ...unattended(scene), env: { GITHUB_API_URL: 'http://127.0.0.1:9' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
  const errors = result.annotations.filter(({ level }) => level === 'error');
  expect(errors).toEqual([{ level: 'error', message: expect.stringContaining('GitHub could not be asked') }]);
  expect(scene.service.requests).toEqual([]);
});

test('a run on a runner that names no repository writes no comment, and warns', async () => {
  await using scene = await createScene();
  const result = await scene.run({ ...unattended(scene), env: { GITHUB_REPOSITORY: undefined } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(warnings(result)).toEqual([expect.stringContaining('GITHUB_REPOSITORY')]);
});
