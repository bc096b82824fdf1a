import { describe, expect } from '@jest/globals';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { createScene, type SceneOptions, shown, warnings } from '../../support/scene.ts';
import { exactly, testIn } from '../../support/scene-test.ts';
import { answer, createRecordingHost, type FaultCase } from '../../support/service-faults.ts';

const test = testIn((options: SceneOptions = { job: { seconds: 3600 } }) => createScene(options));

describe('a status request', () => {
  test.each<FaultCase>([
    { fault: '500', form: answer(500, '{"error":"Oh no"}'), says: 'The service answered 500: “Oh no”' },
    { fault: 'a reset', form: { kind: 'reset' }, says: 'the connection broke before the answer' },
    { fault: 'a truncated body', form: { kind: 'truncate' }, says: 'the answer was truncated' },
    { fault: 'HTML', form: answer(200, '<html>', { 'content-type': 'text/html' }), says: 'not a JSON object' },
    { fault: '403 and HTML', form: answer(403, '<html>', { 'content-type': 'text/html' }), says: 'a web page' },
    { fault: '2 MB', form: { kind: 'huge', bytes: 2_000_000 }, says: 'larger than 1048576 bytes' },
    { fault: 'gzip that opens to 50 MB', form: { kind: 'gzip-bomb' }, says: 'larger than 1048576 bytes' },
    { fault: 'Brotli', form: answer(200, '{}', { 'content-encoding': 'br' }), says: 'unsupported encoding' },
    { fault: 'broken gzip', form: answer(200, '{}', { 'content-encoding': 'gzip' }), says: 'cannot be decoded' },
    { fault: '410', form: answer(410), says: 'The service answered 410' },
  ])('that ends with $fault is repeated', async ({ form, says }) => {
    await using scene = await createScene({ job: { seconds: 1 }, faults: [{ operation: 'get', ...form }] });
    const result = await scene.run({ inputs: { timeout: '20s' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', status: 'completed' } });
    expect(result.log).toContain(says);
    expect([scene.sent('create'), scene.sent('get')]).toEqual([1, 2]);
    expect(await shown(scene, result)).not.toMatch(/undefined|\[object/);
    expect(await scene.comments()).toHaveLength(1);
  });

  test('that ends with 404 for the first seconds of a job is repeated', async () => {
    await using scene = await createScene({ job: { seconds: 1, startDelay: 3 } });
    const result = await scene.run({ inputs: { timeout: '20s' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(result.log).toContain('the service does not know it (404)');
  });

  test('that ends with one 404, minutes after the job was known, is repeated', async () => {
    const job = { seconds: 300 };
    await using scene = await createScene({ job, faults: [{ operation: 'get', ...answer(404), skip: 15 }] });
    const result = await scene.run({ inputs: { timeout: '10m' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(scene.sent('create')).toBe(1);
  });

  test('that ends with 404 twice, 30 s apart, is believed although other faults come in between', async (scene) => {
    scene.service.faults.add({ operation: 'get', ...answer(404) });
    scene.service.faults.add({ operation: 'get', ...answer(500), times: 17 }); // for more than 30 s
    scene.service.faults.add({ operation: 'get', ...answer(404), times: Infinity });
    const result = await scene.run({ inputs: { timeout: '10m' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('Job not found (404)');
    expect(scene.sent('get')).toBe(19);
  });

  test.each<FaultCase>([
    {
      fault: '503',
      form: answer(503, '{"message":"Down"}'),
      says: 'The service answered 503: “Down”',
      duration: 4_200,
    },
    { fault: 'no answer', form: { kind: 'hang' }, says: 'no complete answer within', duration: 4_700 },
    { fault: 'a byte at a time', form: { kind: 'drip' }, says: 'no complete answer within', duration: 4_700 },
  ])('that always ends with $fault is repeated until the timeout, and reported then', async (row) => {
    const { form, says, duration } = row;
    const always = { operation: 'get', ...form, times: Infinity } as const;
    await using scene = await createScene({ job: { seconds: 60 }, faults: [always] });
    const result = await scene.run({ inputs: { timeout: '5s' } });
    const [comment] = exactly(1, await scene.comments());
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'timed-out', jobId: scene.service.jobs[0]?.id } });
    expect(result.duration).toBe(duration);
    for (const place of [result.log, result.summary, comment?.body]) {
      expect(place).toContain(says);
      expect(place).toMatch(/job status unknown: the last (\d+ status requests|status request) failed/);
      expect(place).not.toContain('still running');
    }
    expect(scene.sent('create')).toBe(1);
  });

  const otherJob = { status: 'completed', prLink: 'https://git.example/acme/docs/pull/9', source: {}, model: '' };
  test.each<FaultCase>([
    { fault: '403', form: answer(403), says: 'lack the scope of an admin key' },
    { fault: 'another job', form: answer(200, JSON.stringify({ id: 'other', ...otherJob })), says: '`job-path`' },
  ])('that ends with $fault ends the wait at once, with an error that names the job', async ({ form, says }) => {
    await using scene = await createScene({ job: { seconds: 60 }, faults: [{ operation: 'get', ...form }] });
    const result = await scene.run({ inputs: { timeout: '20s' } });
    const [comment] = exactly(1, await scene.comments());
    expect(result).toMatchObject({
      exitCode: 1,
      outputs: { verdict: 'error', jobId: scene.service.jobs[0]?.id, prLink: '' },
    });
    for (const place of [result.log, result.summary]) expect(place).toContain(says);
    expect(comment?.body).toContain('A maintainer can see what to change in the [run](');
    expect(await shown(scene, result)).not.toContain('git.example');
    expect([scene.sent('create'), scene.sent('get')]).toEqual([1, 1]);
  });

  test('that is redirected to another host is an error, and that host sees nothing', async () => {
    await using elsewhere = await createRecordingHost();
    const form = answer(302, '', { location: `${elsewhere.url}/job` });
    await using scene = await createScene({ job: { seconds: 60 }, faults: [{ operation: 'get', ...form }] });
    const result = await scene.run();
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('answered 302, a redirect');
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a job', () => {
  const run = async (job: Partial<JobScript>) => {
    const scene = await createScene({ job });
    return { ...scene, result: await scene.run({ inputs: { timeout: '20s' } }) };
  };

  test.each([
    { end: 'failed', verdict: 'failed' },
    { end: 'active', verdict: 'timed-out' },
  ])('that has a pull request and ends as $verdict is reported with that', async ({ end, verdict }) => {
    const prLink = 'https://github.com/acme/docs/pull/412';
    await using scene = await createScene({ job: { seconds: 3600 } });
    scene.service.faults.add({
      operation: 'get',
      times: Infinity,
      kind: 'answer',
      status: 200,
      get body() {
        const { id } = scene.service.jobs[0] ?? { id: '' };
        return JSON.stringify({ id, status: end, prLink, source: { repository: 'acme/docs', ref: null } });
      },
    });
    const result = await scene.run({ inputs: { timeout: '5s' } });
    const [comment] = await scene.comments();
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict, prLink } });
    for (const place of [result.log, result.summary, comment?.body]) expect(place).toContain(prLink);
    expect(JSON.parse(result.outputs.job ?? '')).toMatchObject({ source: { ref: null } });
  });

  test('whose agent pushes without a pull request is `no-changes`, without a claim about edits', async () => {
    await using scene = await run({ seconds: 1, pullRequest: false });
    expect(scene.result).toMatchObject({ exitCode: 0, outputs: { verdict: 'no-changes', prLink: '' } });
    expect(scene.result.log).toMatch(/No pull request · the job completed .*without one/);
    expect(await shown(scene, scene.result)).not.toMatch(/no file|Nothing to change/);
  });

  test('with an unknown status is one warning, and the run waits on', async () => {
    await using scene = await run({ seconds: 1, statuses: [{ status: 'paused', seconds: 5 }] });
    expect(scene.result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', status: 'completed' } });
    expect(warnings(scene.result)).toEqual([expect.stringContaining('paused')]);
    expect(scene.sent('get')).toBeGreaterThanOrEqual(3);
  });

  test.each(['javascript:alert(1)', 'https://user:word@git.example/acme/docs/pull/1'])(
    'with the unsafe link %s is a pull request without a link, and a warning',
    async (link) => {
      await using scene = await run({ seconds: 0, link });
      expect(scene.result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', prLink: '' } });
      expect(Object(JSON.parse(scene.result.outputs.job ?? '')).prLink).toBeNull();
      const everywhere = await shown(scene, scene.result);
      expect(everywhere).not.toContain(link);
      expect(everywhere).not.toMatch(/git\.example|javascript:/);
      expect(scene.result.log).toContain('not safe to show');
      expect(warnings(scene.result)).toEqual([expect.stringContaining('not safe to show')]);
    },
  );
});

describe('a job that is completed, and shows no link so far,', () => {
  const COMPLETED = { job: { seconds: 0, pullRequest: false } };

  test('is not reported as still running by a run that is cancelled then', COMPLETED, async (scene) => {
    const step = scene.start({ inputs: { timeout: '5m' } });
    await scene.clock.pass(8_000);
    step.kill('SIGTERM');
    const { summary, log } = await step.result;
    for (const text of [summary, log, (await scene.comments())[0]?.body]) {
      expect(text).toContain('the job is reported as completed');
      expect(text).not.toContain('still running');
    }
  });

  test('nor by the post step of a run that was killed then', async () => {
    await using scene = await createScene({ job: { seconds: 4, pullRequest: false } });
    const step = scene.start({ inputs: { timeout: '5m' } });
    await scene.clock.pass(15_000);
    step.kill('SIGKILL');
    const killed = await step.result;
    expect(killed.log).toContain('completed without a pull request so far');
    await scene.runPost(killed);
    expect((await scene.comments())[0]?.body).toContain('the job is reported as completed');
  });
});

const WHY = 'This key expired on Friday.';

test('a key that expires while a run polls a job ends the wait at the next status request, with an error that names the job', async (scene) => {
  const step = scene.start({ inputs: { timeout: '30m' } });
  await scene.until('some status requests', () => scene.sent('get') > 5);
  const [asked, expiredAt] = [scene.sent('get'), scene.clock.elapsed()];
  scene.service.expireKey(scene.service.key, WHY);
  const result = await step.result;
  const [job] = scene.service.jobs;
  const [comment] = exactly(1, await scene.comments());
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: job?.id, prLink: '' } });
  expect(scene.sent('get')).toBe(asked + 1);
  expect(scene.clock.elapsed() - expiredAt).toBeLessThan(20_000);
  for (const place of [result.log, result.summary, comment?.body]) {
    expect(place).toMatch(/401/);
    expect(place).toContain(job?.id);
  }
  for (const place of [result.log, result.summary]) {
    expect(place).toContain(WHY);
    expect(place).toMatch(/`api-key`.*\bexpired?\b.*\brevoked\b/);
  }
  expect(comment?.body).not.toContain('Friday');
  expect(scene.sent('create')).toBe(1);
  expect(await shown(scene, result)).not.toContain(scene.service.key);
});
