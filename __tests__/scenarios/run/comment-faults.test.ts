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
  /** GitHub only asks for patience: the end is another occasion to write. */
  readonly isPassing?: boolean;
}

const REFUSALS: readonly Case[] = [
  { fault: '401', form: answer(401, 'Bad credentials'), says: '`github-token`' },
  { fault: '403', form: answer(403, 'Resource not accessible by integration'), says: 'issues: write' },
  { fault: '403, locked', form: answer(403, 'Unable to create comment because issue is locked.'), says: 'locked' },
  {
    fault: '403, secondary limit',
    form: answer(403, LIMIT, { 'retry-after': '60' }),
    says: 'rate limit',
    isPassing: true,
  },
  { fault: '429', form: answer(429, LIMIT, { 'retry-after': '60' }), says: 'rate limit', isPassing: true },
  { fault: '404', form: answer(404, 'Not Found'), says: 'issues: write' },
  { fault: '410', form: answer(410, 'This issue was deleted'), says: '`issue-number`' },
  { fault: '422', form: answer(422, 'Validation Failed'), says: '422' },
  { fault: '500', form: answer(500, 'Oh no'), says: '500' },
  { fault: '502 with HTML', form: { kind: 'answer', status: 502, body: '<h1>Unicorn</h1>' }, says: '502' },
  { fault: '200 with HTML', form: { kind: 'answer', status: 200, body: '<h1>Welcome</h1>' }, says: 'not JSON' },
  { fault: '201 without a comment', form: { kind: 'answer', status: 201, body: '{}' }, says: 'does not document' },
  { fault: 'a redirect', form: answer(307, '', { location: 'http://127.0.0.1:9/' }), says: 'a redirect' },
  { fault: 'reset', form: { kind: 'reset' }, says: 'the connection broke' },
];

test.each([...REFUSALS])('the comment cannot be created: $fault', async ({ form, says, isPassing = false }) => {
  await using scene = await createScene();
  scene.github.faults.add({ ...form, ...CREATE, times: Infinity });
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(result.outputs.prLink).toMatch(/\/pull\/2$/);
  expect(result.summary).toContain('Pull request ready');
  expect(warnings(result)).toEqual([expect.stringContaining('The status comment could not be written')]);
  expect(warnings(result)[0]).toContain(says);
  expect(await scene.comments()).toEqual([]);
  expect(scene.commentWrites()).toHaveLength(isPassing ? 2 : 1);
  expect(scene.sent('create')).toBe(1);
  expect(await shown(scene, result)).not.toMatch(/undefined|Unicorn|Welcome/);
});

/** While the job is waited for, there are two occasions to write. */
test.each<FaultForm & { what: string }>([
  { what: 'reset', kind: 'reset' },
  { what: '502', kind: 'answer', status: 502 },
])('the comment may have come through ($what): no second one is tried', async ({ what: _, ...form }) => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ ...form, ...CREATE });
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(warnings(result)).toEqual([expect.stringContaining('The status comment could not be written')]);
  expect(await scene.comments()).toEqual([]);
  expect(scene.commentWrites()).toHaveLength(1);
});

test('the comment came through and its answer did not: it is found in the thread, and made true', async () => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ kind: 'reset-after', ...CREATE });
  const result = await scene.run();
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
  expect(comment?.body).toContain('Pull request ready');
  expect(others).toEqual([]);
  expect(scene.commentWrites().map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
});

test('GitHub asks for patience with the first comment: it is written later, and a re-run goes by it', async () => {
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

test('no answer to the comment: the step ends within its budget', async () => {
  await using scene = await createScene();
  scene.github.faults.add({ kind: 'hang', ...CREATE });
  const result = await scene.run({ inputs: { timeout: '4s' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.duration).toBeLessThan(6_000);
  expect(warnings(result)).toEqual([expect.stringContaining('The status comment could not be written')]);
});

test.each([...REFUSALS])('the comment cannot be edited at the end: $fault', async ({ form, says }) => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ ...form, ...UPDATE, times: Infinity });
  const result = await scene.run();
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
  expect(warnings(result)).toEqual([expect.stringContaining(says)]);
  expect(others).toEqual([]);
  expect(scene.commentWrites().filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each<FaultForm & { what: string }>([
  { what: 'reset', kind: 'reset' },
  { what: 'reset after it was written', kind: 'reset-after' },
  { what: '502, once', kind: 'answer', status: 502 },
])('the last edit, $what: written again, and true', async ({ what: _, ...form }) => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ ...form, ...UPDATE });
  const result = await scene.run();
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
  expect(comment?.body).toContain('Pull request ready');
  expect(others).toEqual([]);
  expect(warnings(result)).toEqual([]);
});

/** A run that need ask nobody whether it may, and reports to the issue. */
const unattended = ({ issue }: Scene) => ({
  event: dispatch(),
  inputs: { prompt: 'Refresh the pages', 'issue-number': String(issue.number) },
});

test('GitHub cannot be reached: what the thread holds is not known, so nothing is spent', async () => {
  await using scene = await createScene();
  const result = await scene.run({ ...unattended(scene), env: { GITHUB_API_URL: 'http://127.0.0.1:9' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: '' } });
  const errors = result.annotations.filter(({ level }) => level === 'error');
  expect(errors).toEqual([{ level: 'error', message: expect.stringContaining('GitHub could not be asked') }]);
  expect(scene.service.requests).toEqual([]);
});

test('no comment: the runner names no repository', async () => {
  await using scene = await createScene();
  const result = await scene.run({ ...unattended(scene), env: { GITHUB_REPOSITORY: undefined } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(warnings(result)).toEqual([expect.stringContaining('GITHUB_REPOSITORY')]);
});
