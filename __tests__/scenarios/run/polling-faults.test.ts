import { describe, expect } from '@jest/globals';
import { createRecordingHost, type FaultCase, onService, respond } from '../../support/faults.ts';
import { shown, warnings } from '../../support/scene.ts';
import { exactly, test, testWith } from '../../support/scene-test.ts';

const HTML = { 'content-type': 'text/html' };

describe('a status request', () => {
  const test = testWith({ job: { seconds: 60 } });

  test.each<FaultCase>([
    {
      fault: '500',
      form: respond(500, '{"error":"Oh no"}'),
      says: 'The service answered 500: “Oh no”',
    },
    { fault: 'a truncated body', form: { kind: 'truncate' }, says: 'the answer was truncated' },
    { fault: 'HTML', form: respond(200, '<html>', HTML), says: 'not a JSON object' },
    { fault: '403 and HTML', form: respond(403, '<html>', HTML), says: 'a web page' },
    {
      fault: 'gzip that opens to 50 MB',
      form: { kind: 'gzip-bomb' },
      says: 'larger than 1048576 bytes',
    },
    {
      fault: 'cut Brotli',
      form: respond(200, '\u0001{}', { 'content-encoding': 'br' }),
      says: 'answer was truncated',
    },
    { fault: '410', form: respond(410), says: 'The service answered 410' },
  ])('that ends with $fault is repeated', async (scene, { form, says }) => {
    scene.service.script({ seconds: 1 });
    onService(scene, 'get', form, { times: 1 });
    const result = await scene.run({ inputs: { timeout: '20s' } });
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', status: 'completed' });
    expect(result.log).toContain(says);
    expect([scene.sent('create'), scene.sent('get')]).toEqual([1, 2]);
    expect(await scene.comments()).toHaveLength(1);
  });

  test('that ends with 404 for the first seconds of a job is repeated', async (scene) => {
    scene.service.script({ seconds: 1, startDelay: 3 });
    const result = await scene.run({ inputs: { timeout: '20s' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(result.log).toContain('the service does not know it (404)');
  });

  test.each(['null', 'None', ' '])(
    'that names the pull request %j names none',
    async (scene, prLink) => {
      const answer = async () => {
        await scene.until('the job exists', () => scene.service.jobs.length > 0);
        return JSON.stringify({ id: scene.service.jobs[0]?.id, status: 'completed', prLink });
      };
      const step = scene.start({ inputs: { timeout: '3m' } });
      onService(scene, 'get', respond(200, await answer()));
      const result = await step.result;
      expect(result.outputs).toMatchObject({ verdict: 'no-changes', prLink: '' });
    },
  );

  test('that ends with one 404, minutes after the job was known, is repeated', async (scene) => {
    scene.service.script({ seconds: 300 });
    onService(scene, 'get', 404, { skip: 15, times: 1 });
    const result = await scene.run({ inputs: { timeout: '10m' } });
    expect([result.outputs.verdict, scene.sent('create')]).toEqual(['pull-request', 1]);
  });

  test('that ends with 404 twice, 30 s apart, is believed although other faults come in between', async (scene) => {
    onService(scene, 'get', 404, { times: 1 });
    onService(scene, 'get', 500, { times: 17 }); // for more than 30 s
    onService(scene, 'get', 404);
    const result = await scene.run({ inputs: { timeout: '10m' } });
    expect(result.outputs.verdict).toBe('error');
    expect(result.log).toContain('Job not found (404)');
    expect(scene.sent('get')).toBe(19);
  });

  test.each<FaultCase>([
    {
      fault: '503',
      form: respond(503, '{"message":"Down"}'),
      says: 'answered 503: “Down”',
      duration: 4_200,
    },
    {
      fault: 'no answer',
      form: { kind: 'hang' },
      says: 'no complete answer within',
      duration: 4_700,
    },
  ])(
    'that always ends with $fault is repeated until the timeout, and reported then',
    async (scene, row) => {
      onService(scene, 'get', row.form);
      const result = await scene.run({ inputs: { timeout: '5s' } });
      const [comment] = exactly(1, await scene.comments());
      expect(result.outputs).toMatchObject({
        verdict: 'timed-out',
        jobId: scene.service.jobs[0]?.id,
      });
      expect(result.duration).toBe(row.duration);
      for (const place of [result.log, result.summary, comment?.body]) {
        expect(place).toContain(row.says);
        expect(place).toMatch(
          /job status unknown: the last (\d+ status requests|status request) failed/,
        );
        expect(place).not.toContain('still running');
      }
      expect(scene.sent('create')).toBe(1);
    },
  );

  const otherJob = {
    id: 'other',
    status: 'completed',
    prLink: 'https://git.example/acme/docs/pull/9',
    source: {},
  };
  test.each<FaultCase>([
    { fault: '401', form: respond(401), says: 'answered 401' },
    { fault: '403', form: respond(403, '{"error":"Policy update"}'), says: 'answered 403' },
    {
      fault: '302 to a page',
      form: respond(302, '', { location: '/maintenance' }),
      says: 'answered 302',
    },
    { fault: '304', form: respond(304), says: 'answered 304' },
    {
      fault: 'another job',
      form: respond(200, JSON.stringify({ ...otherJob, model: '' })),
      says: 'another job',
    },
  ])('that ends with $fault for 20 s is repeated', async (scene, { form, says }) => {
    scene.service.script({ seconds: 40 });
    onService(scene, 'get', form, { skip: 2, times: 8 });
    const result = await scene.run({ inputs: { timeout: '5m' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(result.log).toContain(says);
    expect(scene.sent('create')).toBe(1);
  });

  test.each<FaultCase>([
    { fault: '403', form: respond(403), says: 'lack the scope of an admin key' },
    {
      fault: 'another job',
      form: respond(200, JSON.stringify({ ...otherJob, model: '' })),
      says: 'another job than the one',
    },
  ])(
    'that ends with $fault for 30 s ends the wait, with an error that names the job',
    async (scene, row) => {
      onService(scene, 'get', row.form);
      const result = await scene.run({ inputs: { timeout: '20m' } });
      expect(result.duration).toBeLessThan(40_000);
      const [comment] = exactly(1, await scene.comments());
      expect(result.outputs).toMatchObject({
        verdict: 'error',
        jobId: scene.service.jobs[0]?.id,
        prLink: '',
      });
      for (const place of [result.log, result.summary]) expect(place).toContain(row.says);
      expect(comment?.body).toContain('A maintainer can see what to change in the [run](');
      expect(await shown(scene, result)).not.toContain('git.example');
      expect(scene.sent('create')).toBe(1);
    },
  );

  test('that is redirected to another host is an error, and that host sees nothing', async (scene) => {
    await using elsewhere = await createRecordingHost();
    onService(scene, 'get', respond(302, '', { location: `${elsewhere.url}/job` }));
    const result = await scene.run({ inputs: { timeout: '5m' } });
    expect(result.outputs.verdict).toBe('error');
    expect(result.log).toContain('answered 302, a redirect');
    expect(elsewhere.requests).toEqual([]);
  });

  test('whose key expires while a run polls ends the wait, with an error that names the job', async (scene) => {
    scene.service.script({ seconds: 3600 });
    const step = scene.start({ inputs: { timeout: '30m' } });
    await scene.until('some status requests', () => scene.sent('get') > 5);
    const before = scene.clock.elapsed();
    scene.service.expireKey(scene.service.key, 'This key expired on Friday.');
    const result = await step.result;
    const [job] = scene.service.jobs;
    const [comment] = exactly(1, await scene.comments());
    expect(result.outputs).toMatchObject({ verdict: 'error', jobId: job?.id, prLink: '' });
    expect(scene.sent('create')).toBe(1);
    expect(scene.clock.elapsed() - before).toBeLessThan(45_000);
    for (const place of [result.log, result.summary, comment?.body]) {
      expect(place).toMatch(/401/);
      expect(place).toContain(job?.id);
    }
    for (const place of [result.log, result.summary]) {
      expect(place).toContain('This key expired on Friday.');
      expect(place).toMatch(/`api-key`.*\bexpired?\b.*\brevoked\b/);
    }
    expect(comment?.body).not.toContain('Friday');
  });
});

describe('a job', () => {
  const inputs = { timeout: '20s' };

  test.each([
    { end: 'failed', verdict: 'failed' },
    { end: 'active', verdict: 'timed-out' },
  ])(
    'that has a pull request and ends as $verdict is reported with that',
    async (scene, { end, verdict }) => {
      const prLink = 'https://github.com/acme/docs/pull/412';
      scene.service.script({ seconds: 3600 });
      scene.service.faults.add({
        operation: 'get',
        times: Infinity,
        kind: 'answer',
        status: 200,
        get body() {
          const { id } = scene.service.jobs[0] ?? { id: '' };
          return JSON.stringify({
            id,
            status: end,
            prLink,
            source: { repository: 'acme/docs', ref: null },
          });
        },
      });
      const result = await scene.run({ inputs: { timeout: '5s' } });
      const [comment] = await scene.comments();
      expect(result.outputs).toMatchObject({ verdict, prLink });
      for (const place of [result.log, result.summary, comment?.body])
        expect(place).toContain(prLink);
      expect(JSON.parse(result.outputs.job ?? '')).toMatchObject({ source: { ref: null } });
    },
  );

  test('whose agent pushes without a pull request is `no-changes`, without a claim about edits', async (scene) => {
    scene.service.script({ seconds: 1, pullRequest: false });
    const result = await scene.run({ inputs });
    expect(result.outputs).toMatchObject({ verdict: 'no-changes', prLink: '' });
    expect(result.log).toMatch(/No pull request · the job completed .*without one/);
    expect(await shown(scene, result)).not.toMatch(/no file|Nothing to change/);
  });

  test('with an unknown status is one warning, and the run waits on', async (scene) => {
    scene.service.script({ seconds: 1, statuses: [{ status: 'paused', seconds: 5 }] });
    const result = await scene.run({ inputs });
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', status: 'completed' });
    expect(warnings(result)).toEqual([expect.stringContaining('paused')]);
    expect(scene.sent('get')).toBeGreaterThanOrEqual(3);
  });

  test.each(['javascript:alert(1)', 'https://user:word@git.example/acme/docs/pull/1'])(
    'with the unsafe link %s is a pull request without one',
    async (scene, link) => {
      scene.service.script({ link });
      const result = await scene.run({ inputs });
      expect(result.outputs).toMatchObject({ verdict: 'pull-request', prLink: '' });
      expect(Object(JSON.parse(result.outputs.job ?? '')).prLink).toBeNull();
      expect(await shown(scene, result)).not.toMatch(/git\.example|javascript:/);
      expect(warnings(result)).toEqual([expect.stringContaining('not safe to show')]);
    },
  );

  test('that is completed, and shows no link so far, is not reported as still running by a cancelled run', async (scene) => {
    scene.service.script({ pullRequest: false });
    const step = scene.start({ inputs: { timeout: '5m' } });
    await scene.clock.pass(8_000);
    step.kill('SIGTERM');
    const { summary, log } = await step.result;
    for (const text of [summary, log, (await scene.comments())[0]?.body]) {
      expect(text).toContain('the job is reported as completed');
      expect(text).not.toContain('still running');
    }
  });

  test('nor by the post step of a run that was killed then', async (scene) => {
    scene.service.script({ seconds: 4, pullRequest: false });
    const step = scene.start({ inputs: { timeout: '5m' } });
    await scene.clock.pass(15_000);
    step.kill('SIGKILL');
    const killed = await step.result;
    expect(killed.log).toContain('completed without a pull request so far');
    await scene.runPost(killed);
    expect((await scene.comments())[0]?.body).toContain('the job is reported as completed');
  });
});
