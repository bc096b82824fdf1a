import { expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/service/faults.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { createScene, shown, warnings } from '../../support/scene.ts';

const answer = (status: number, body = '', headers: Record<string, string> = {}): FaultForm => ({
  ...{ kind: 'answer', status, body, headers },
});

const mistyped = JSON.stringify({ id: 7, status: ['active'], prLink: {} });
test.each<{ fault: string; form: FaultForm; says: string }>([
  { fault: '500', form: answer(500, 'Oh no'), says: 'The service answered 500: “Oh no”' },
  { fault: 'reset', form: { kind: 'reset' }, says: 'the connection broke before the answer' },
  { fault: 'reset in mid-body', form: { kind: 'reset-mid-body' }, says: 'the answer was cut short' },
  { fault: 'cut short', form: { kind: 'truncate' }, says: 'the answer was cut short' },
  { fault: '50 MB', form: { kind: 'huge', bytes: 50_000_000 }, says: 'the answer is larger than 1048576 bytes' },
  { fault: 'gzip that opens to 50 MB', form: { kind: 'gzip-bomb' }, says: 'larger than 1048576 bytes' },
  { fault: 'headers of 20 KB', form: { kind: 'big-headers' }, says: 'the answer is not valid HTTP' },
  { fault: 'HTML', form: answer(200, '<html>', { 'content-type': 'text/html' }), says: 'not a JSON object' },
  { fault: 'null', form: answer(200, 'null'), says: 'not a JSON object' },
  { fault: 'mistyped fields', form: answer(200, mistyped), says: '`id` has the wrong type' },
  { fault: 'a 404 in between', form: answer(404), says: 'does not know the job yet' },
])('a status request is repeated: $fault', async ({ form, says }) => {
  await using scene = await createScene({ job: { seconds: 1 }, faults: [{ operation: 'get', ...form }] });
  const result = await scene.run({ inputs: { timeout: '20s' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', status: 'completed' } });
  expect(result.log).toContain(says);
  expect([scene.sent('create'), scene.sent('get')]).toEqual([1, 2]);
  expect(await shown(scene, result)).not.toMatch(/undefined|\[object/);
  expect(await scene.comments()).toHaveLength(1);
});

test('a status request is repeated: a job that is not known at first', async () => {
  await using scene = await createScene({ job: { seconds: 1, startDelay: 3 } });
  const result = await scene.run({ inputs: { timeout: '20s' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.log).toContain('does not know the job yet');
});

const ever = (form: FaultForm) => ({ operation: 'get', ...form, times: Infinity }) as const;
test.each<{ fault: string; form: FaultForm; says: string }>([
  { fault: '5xx', form: answer(503, 'Down'), says: 'The service answered 503: “Down”' },
  { fault: 'no answer', form: { kind: 'hang' }, says: 'no whole answer within' },
  { fault: 'a byte at a time', form: { kind: 'drip' }, says: 'no whole answer within' },
  { fault: '404', form: answer(404), says: 'The service does not know the job' },
  { fault: '429', form: answer(429), says: 'The service answered 429' },
])('until the budget ends: timed-out on time, the last trouble shown: $fault', async ({ form, says }) => {
  await using scene = await createScene({ job: { seconds: 60 }, faults: [ever(form)] });
  const result = await scene.run({ inputs: { timeout: '5s' } });
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'timed-out', jobId: scene.service.jobs[0]?.id } });
  expect(result.duration).toBeGreaterThan(4_000);
  expect(result.duration).toBeLessThan(6_000);
  for (const place of [result.log, result.summary, comment?.body]) expect(place).toContain(says);
  expect(others).toEqual([]);
  expect(scene.sent('create')).toBe(1);
});

const otherJob = { status: 'completed', prLink: 'https://git.example/acme/docs/pull/9', source: {}, model: '' };
test.each<{ fault: string; form: FaultForm; says: string }>([
  { fault: '401', form: answer(401), says: 'Check the secret behind `api-key`' },
  { fault: '403', form: answer(403), says: 'is an admin key of the project in `project-id`' },
  { fault: 'another job', form: answer(200, JSON.stringify({ id: 'other', ...otherJob })), says: '`job-path`' },
  { fault: 'a redirect here', form: answer(302, '', { location: '/login' }), says: '`base-url`' },
])('the wait ends at once, the job named: $fault', async ({ form, says }) => {
  await using scene = await createScene({ job: { seconds: 60 }, faults: [{ operation: 'get', ...form }] });
  const result = await scene.run({ inputs: { timeout: '20s' } });
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({
    ...{ exitCode: 1, outputs: { verdict: 'error', jobId: scene.service.jobs[0]?.id, prLink: '' } },
  });
  for (const place of [result.log, result.summary, comment?.body]) expect(place).toContain(says);
  expect(await shown(scene, result)).not.toContain('git.example');
  expect([scene.sent('create'), scene.sent('get')]).toEqual([1, 1]);
  expect(others).toEqual([]);
});

test.each([301, 302, 303, 307, 308])('a redirect (%d) to another host, which sees nothing', async (code) => {
  await using elsewhere = await createRecordingHost();
  const form = answer(code, '', { location: `${elsewhere.url}/job` });
  await using scene = await createScene({ job: { seconds: 60 }, faults: [{ operation: 'get', ...form }] });
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain(`answered ${code}, a redirect`);
  expect(elsewhere.requests).toEqual([]);
});

const run = async (job: Partial<JobScript>, timeout = '20s') => {
  const scene = await createScene({ job });
  return { scene, result: await scene.run({ inputs: { timeout } }) };
};

test('a job: a status that nobody knows: one warning, and it is waited on', async () => {
  const { scene, result } = await run({ seconds: 1, statuses: [{ status: 'paused', seconds: 5 }] });
  await using _ = scene;
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', status: 'completed' } });
  expect(warnings(result)).toEqual([expect.stringContaining('paused')]);
  expect(scene.sent('get')).toBeGreaterThanOrEqual(3);
});

test('a job: a link that comes late', async () => {
  const { scene, result } = await run({ seconds: 1, linkDelay: 3 });
  await using _ = scene;
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.outputs.prLink).toMatch(/\/pull\/2$/);
});

test.each([
  'javascript:alert(1)',
  'https://user:word@git.example/acme/docs/pull/1',
  'https://git.example/acme\n/docs/pull/1',
  '/acme/docs/pull/1',
  'http://git.example/acme/docs/pull/1',
])('a job: a link that is not safe to show: %j', async (link) => {
  const { scene, result } = await run({ seconds: 0, link });
  await using _ = scene;
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', prLink: '' } });
  expect(Object(JSON.parse(result.outputs.job ?? '')).prLink).toBeNull();
  const everywhere = await shown(scene, result);
  expect(everywhere).not.toContain(link);
  expect(everywhere).not.toMatch(/git\.example|javascript:/);
  expect(result.log).toContain('not safe to show');
  expect(warnings(result)).toEqual([expect.stringContaining('not safe to show')]);
});
