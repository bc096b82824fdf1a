import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { freePort } from '../../../sandbox/github/listen.ts';
import type { FaultForm } from '../../../sandbox/service/faults.ts';
import { createService } from '../../../sandbox/service/service.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { createScene, shown } from '../../support/scene.ts';

const answer = (status: number, body = '', headers: Record<string, string> = {}): FaultForm => ({
  ...{ kind: 'answer', status, body, headers },
});

interface Case {
  readonly fault: string;
  readonly form: FaultForm;
  /** Somewhere in log, comment, summary and outputs alike. */
  readonly says: string;
  readonly timeout?: string;
}

/** The rows of one table, each in a world of its own, at the same time. */
function spoilCreate(cases: readonly Case[], { verdict }: { verdict: string }): void {
  test.each([...cases])(`$fault: ${verdict}, sent once`, async ({ form, says, timeout = '10s' }) => {
    await using scene = await createScene({ faults: [{ operation: 'create', ...form }] });
    const result = await scene.run({ inputs: { timeout } });
    const [comment, ...others] = await scene.comments();
    expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict, status: '', prLink: '', job: '' } });
    expect(result.outputs.jobId).toBe('');
    expect(scene.sent('create')).toBe(1);
    expect(scene.sent('get')).toBe(0);
    expect(others).toEqual([]);
    for (const place of [result.log, result.summary, comment?.body]) expect(place).toContain(says);
    expect(await shown(scene, result)).not.toMatch(/undefined|\[object|NaN/);
    expect(result.duration).toBeLessThan(8_000);
  });
}

describe('nobody knows whether the service took it: never sent twice', () => {
  spoilCreate(
    [
      { fault: 'reset before the answer', form: { kind: 'reset' }, says: 'the connection broke before the answer' },
      { fault: 'no answer', form: { kind: 'hang' }, says: 'no whole answer within', timeout: '4s' },
      { fault: 'reset in mid-body', form: { kind: 'reset-mid-body' }, says: 'the answer was cut short' },
      { fault: 'cut short', form: { kind: 'truncate' }, says: 'the answer was cut short' },
      { fault: 'cut short, chunked', form: { kind: 'truncate-chunked' }, says: 'the answer was cut short' },
      { fault: 'a byte at a time', form: { kind: 'drip' }, says: 'no whole answer within', timeout: '4s' },
      { fault: '500', form: answer(500, 'Oh no'), says: 'The service answered 500: “Oh no”' },
      { fault: '502', form: answer(502), says: 'The service answered 502' },
      { fault: '504', form: answer(504, '<h1>Gateway</h1>'), says: 'The service answered 504' },
      { fault: '408', form: answer(408), says: 'The service answered 408' },
      { fault: '50 MB', form: { kind: 'huge', bytes: 50_000_000 }, says: 'the answer is larger than 1048576 bytes' },
      { fault: 'gzip that opens to 50 MB', form: { kind: 'gzip-bomb' }, says: 'larger than 1048576 bytes' },
      { fault: 'headers of 20 KB', form: { kind: 'big-headers' }, says: 'the answer is not valid HTTP' },
    ],
    { verdict: 'unconfirmed' },
  );
});

describe('an answer that names no job', () => {
  const job = (fields: object) => answer(201, JSON.stringify({ status: 'active', prLink: null, ...fields }));
  spoilCreate(
    [
      { fault: 'no id', form: job({}), says: '`id` is missing' },
      { fault: 'an empty id', form: job({ id: '' }), says: '`id` is not 1 to 256' },
      { fault: 'an id that is a path', form: job({ id: '../x' }), says: '`id` is not 1 to 256' },
      { fault: 'an id that is a dot', form: job({ id: '..' }), says: '`id` is a relative path' },
      { fault: 'an id of 10 KB', form: job({ id: 'x'.repeat(10_240) }), says: '`id` is not 1 to 256' },
      { fault: 'an id with a line break', form: job({ id: 'a\r\nb: c' }), says: '`id` is not 1 to 256' },
      { fault: 'a numeric id', form: job({ id: 7 }), says: '`id` has the wrong type' },
      { fault: 'no status', form: answer(201, '{"id":"j1"}'), says: '`status` is missing' },
      { fault: 'a mistyped status', form: job({ id: 'j1', status: 5 }), says: '`status` has the wrong type' },
      { fault: 'HTML', form: answer(200, '<html>', { 'content-type': 'text/html' }), says: 'not a JSON object' },
      { fault: 'nothing', form: answer(200), says: 'not a JSON object' },
      { fault: '204', form: answer(204), says: 'not a JSON object' },
      { fault: 'null', form: answer(200, 'null'), says: 'not a JSON object' },
      { fault: 'a list', form: answer(200, '[]'), says: "The service's answer" },
      { fault: 'a string', form: answer(200, '"job"'), says: 'not a JSON object' },
    ],
    { verdict: 'error' },
  );
});

describe('the service refuses: what to check is said', () => {
  spoilCreate(
    [
      { fault: '400', form: answer(400, '{"error":"x"}'), says: 'Check the prompt and `project-id`' },
      { fault: '401', form: answer(401), says: 'Check the secret behind `api-key`' },
      { fault: '403', form: answer(403), says: 'is an admin key of the project in `project-id`' },
      { fault: '404', form: answer(404), says: 'Check `project-id` and `base-url`' },
      { fault: '422', form: answer(422), says: 'Check the prompt and `project-id`' },
    ],
    { verdict: 'error' },
  );

  test('by itself: a wrong key, an unknown project', async () => {
    await using scene = await createScene();
    const wrongKey = await scene.run({ inputs: { 'api-key': 'docs_wrong' } });
    const wrongProject = await scene.run({ inputs: { 'project-id': 'acme-blog' } });
    expect([wrongKey.exitCode, wrongProject.exitCode]).toEqual([1, 1]);
    expect(wrongKey.log).toContain('Check the secret behind `api-key`');
    expect(wrongProject.log).toContain('Check `project-id` and `base-url`');
  });
});

describe('a redirect is not followed: base-url is to be mended', () => {
  test.each([301, 302, 303, 307, 308])('%d to another host, and on the same', async (status) => {
    await using elsewhere = await createRecordingHost();
    for (const location of [`${elsewhere.url}/v2/agent/x/job`, '/elsewhere']) {
      await using scene = await createScene({ faults: [{ operation: 'create', ...answer(status, '', { location }) }] });
      const result = await scene.run();
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
      expect(result.log).toContain('`base-url`');
      expect(result.log).toContain(`answered ${status}, a redirect`);
      expect(scene.service.requests.map(({ operation }) => operation)).toEqual(['create']);
    }
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('the service cannot be reached: tried three times, as nothing can have been spent', () => {
  test('the connection is refused', async () => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: { 'base-url': `http://127.0.0.1:${await freePort()}` } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('the connection was refused');
    expect(result.log).toContain('Check `base-url`');
    expect(result.summary).toContain('| Sent | 3 create |');
    expect(scene.service.requests).toEqual([]);
  });

  test('the name does not resolve', async () => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: { 'base-url': 'https://nowhere.invalid', timeout: '30s' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('the host name does not resolve');
    expect(result.log).toContain('Check `base-url`');
    expect(result.summary).toContain('| Sent | 3 create |');
  });

  test('it comes up in between: one job', async () => {
    await using scene = await createScene();
    const [port, key] = [await freePort(), 'docs_later'];
    const step = scene.start({ inputs: { 'base-url': `http://127.0.0.1:${port}`, 'api-key': key } });
    await pause(600);
    const late = await createService({ port, key, job: { seconds: 0 } });
    const result = await step.result;
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(late.jobs).toHaveLength(1);
    await late.close();
  });
});
