import { describe, expect } from '@jest/globals';
import { freePort } from '../../../sandbox/http/listen.ts';
import { createService } from '../../../sandbox/service/service.ts';
import { createScene, shown } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { answer, createRecordingHost, type FaultCase } from '../../support/service-faults.ts';

describe('a create', () => {
  function spoilCreate(verdict: string, cases: readonly FaultCase[]): void {
    test.each([...cases])(`that ends with $fault has the verdict ${verdict}, and is sent once`, async (row) => {
      const { form, says, duration = 2_000 } = row;
      await using scene = await createScene({ faults: [{ operation: 'create', ...form }] });
      const result = await scene.run();
      const [comment] = exactly(1, await scene.comments());
      expect(result).toMatchObject({
        exitCode: 1,
        signal: null,
        outputs: { verdict, status: '', prLink: '', job: '' },
      });
      expect(result.outputs.jobId).toBe('');
      expect(scene.sent('create')).toBe(1);
      expect(scene.sent('get')).toBe(0);
      for (const place of [result.log, result.summary]) expect(place).toContain(says);
      expect(comment?.body).toMatch(verdict === 'error' ? /A maintainer can see what to change in the \[run\]/ : says);
      expect(await shown(scene, result)).not.toMatch(/undefined|\[object|NaN/);
      expect(result.duration).toBe(duration);
    });
  }

  spoilCreate('unconfirmed', [
    { fault: 'a reset', form: { kind: 'reset' }, says: 'the connection broke before the answer' },
    { fault: 'no answer', form: { kind: 'hang' }, says: 'no complete answer within', duration: 9_700 },
    { fault: 'a truncated body', form: { kind: 'truncate' }, says: 'the answer was truncated' },
    {
      fault: '500',
      form: answer(500, '{"error":"Oh no"}'),
      says: 'The service answered 500: “Oh no”. A re-run does not send the request again',
    },
    {
      fault: 'a body of 50 MB',
      form: { kind: 'huge', bytes: 50_000_000 },
      says: 'the answer is larger than 1048576 bytes',
    },
    { fault: 'gzip that expands to 50 MB', form: { kind: 'gzip-bomb' }, says: 'larger than 1048576 bytes' },
    { fault: 'headers of 20 KB', form: { kind: 'big-headers' }, says: 'the answer is not valid HTTP' },
  ]);

  const job = (fields: object) => answer(201, JSON.stringify({ status: 'active', prLink: null, ...fields }));
  spoilCreate('unconfirmed', [
    { fault: '201 and no id', form: job({}), says: '`id` is missing' },
    { fault: '201 and an empty object', form: answer(201, '{}'), says: '`id` is missing' },
    { fault: '201 and a path as the id', form: job({ id: '../x' }), says: '`id` is not 1 to 256' },
    { fault: '200 and HTML', form: answer(200, '<html>', { 'content-type': 'text/html' }), says: 'a web page' },
    { fault: '200 and a cut object', form: answer(200, '{"id":"job_'), says: 'not a JSON object' },
    { fault: '204', form: answer(204), says: 'not a JSON object' },
  ]);
  spoilCreate('error', [
    { fault: '403', form: answer(403), says: 'lack the scope of an admin key' },
    { fault: '402', form: answer(402), says: 'Check the plan and the payment' },
  ]);

  test('that was accepted without a usable job is not sent again by a re-run', async (scene) => {
    scene.service.faults.add({ operation: 'create', ...answer(201, '{}') });
    expect((await scene.run()).outputs.verdict).toBe('unconfirmed');
    expect((await scene.run({ run: { attempt: 2 } })).outputs.verdict).toBe('unconfirmed');
    expect(scene.sent('create')).toBe(1);
  });

  test.each([401, 403])('that is answered %d shows the text of the service in log and summary only', async (status) => {
    const key = 'docs_0123456789abcdef0123';
    const body = JSON.stringify({ error: `The key ${key} expired on Friday.` });
    await using scene = await createScene({ faults: [{ operation: 'create', ...answer(status, body) }] });
    const result = await scene.run();
    const words = 'The service answered: “The key … expired on Friday.”';
    for (const place of [result.log, result.summary]) expect(place).toContain(words);
    const comments = (await scene.comments()).map((comment) => comment.body).join();
    expect(comments + JSON.stringify(result.outputs)).not.toContain('Friday');
    expect(comments).toContain('A maintainer can see what to change in the [run](');
    for (const place of [result.log, result.summary]) expect(place).not.toContain('A maintainer');
    expect(await shown(scene, result)).not.toContain(key);
  });

  test.each([
    { status: 307, to: 'another host', path: undefined },
    { status: 302, to: 'the same host', path: '/elsewhere' },
  ])('that is redirected ($status) to $to is an error, and the redirect is not followed', async ({ status, path }) => {
    await using elsewhere = await createRecordingHost();
    const location = path ?? `${elsewhere.url}/v2/agent/x/job`;
    await using scene = await createScene({ faults: [{ operation: 'create', ...answer(status, '', { location }) }] });
    const result = await scene.run();
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('`base-url`');
    expect(result.log).toContain(`answered ${status}, a redirect`);
    expect(scene.service.requests.map(({ operation }) => operation)).toEqual(['create']);
    expect(elsewhere.requests).toEqual([]);
  });

  test.each([
    { fault: 'refuses the connection', host: undefined, says: 'the connection was refused' },
    {
      fault: 'has a name that does not resolve',
      host: 'https://nowhere.invalid',
      says: 'does not resolve (ENOTFOUND)',
    },
  ])('to a service that $fault is tried three times, and is an error', async ({ host, says }) => {
    await using scene = await createScene();
    const baseUrl = host ?? `http://127.0.0.1:${await freePort()}`;
    const result = await scene.run({ inputs: { 'base-url': baseUrl, timeout: '30s' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain(says);
    expect(result.log).toContain('Check `base-url`');
    expect(result.log.match(/Trying again in/g)).toHaveLength(2);
    expect(result.summary).not.toContain('| API requests |');
    expect(scene.service.requests).toEqual([]);
  });

  test('to a service that comes up between two attempts creates one job', async (scene) => {
    const [port, key] = [await freePort(), 'docs_later'];
    const step = scene.start({ inputs: { 'base-url': `http://127.0.0.1:${port}`, 'api-key': key } });
    await scene.clock.pass(2_500); // the first attempt comes after 2 s, the second one a second later at least
    const late = await createService({ port, key, job: { seconds: 0 }, clock: scene.clock });
    const result = await step.result;
    await late.close();
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(result.summary).toContain('| API requests | 1 create |');
    expect(late.jobs).toHaveLength(1);
  });
});
