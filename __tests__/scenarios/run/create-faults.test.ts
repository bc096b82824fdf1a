import { describe, expect } from '@jest/globals';
import { freePort } from '../../../sandbox/http/listen.ts';
import { createService } from '../../../sandbox/service/service.ts';
import { createRecordingHost, type FaultCase, onService, respond } from '../../support/faults.ts';
import { PAUSE_MS } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

const HTML = { 'content-type': 'text/html' };
const job = (fields: object) =>
  respond(201, JSON.stringify({ status: 'active', prLink: null, ...fields }));

const CASES: readonly (FaultCase & { readonly verdict?: 'error' })[] = [
  { fault: 'a reset', form: { kind: 'reset' }, says: 'the connection broke before the answer' },
  {
    fault: 'no answer',
    form: { kind: 'hang' },
    says: 'no complete answer within',
    duration: PAUSE_MS + 30_000,
  },
  { fault: 'a truncated body', form: { kind: 'truncate' }, says: 'the answer was truncated' },
  {
    fault: '500',
    form: respond(500, '{"error":"Oh no"}'),
    says: 'The service answered 500: “Oh no”. A re-run does not send the request again',
  },
  {
    fault: 'a body of 2 MB',
    form: { kind: 'huge', bytes: 2_000_000 },
    says: 'larger than 1048576 bytes',
  },
  {
    fault: 'headers of 20 KB',
    form: { kind: 'big-headers' },
    says: 'the answer is not valid HTTP',
  },
  { fault: '201 and no id', form: job({}), says: '`id` is missing' },
  { fault: '201 and a path as the id', form: job({ id: '../x' }), says: '`id` is not 1 to 128' },
  { fault: '200 and HTML', form: respond(200, '<html>', HTML), says: 'a web page' },
  { fault: '204', form: respond(204), says: 'not a JSON object' },
  { fault: '403', form: respond(403), says: 'lack the scope of an admin key', verdict: 'error' },
  { fault: '409', form: respond(409, '{"error":"Busy"}'), says: '409: “Busy”', verdict: 'error' },
  { fault: '402', form: respond(402), says: 'Check the plan and the payment', verdict: 'error' },
];

describe('a create', () => {
  test.each(CASES)(
    'that ends with $fault is sent once, and gives no job id',
    async (scene, row) => {
      const { form, says, duration = PAUSE_MS, verdict = 'unconfirmed' } = row;
      onService(scene, 'create', form);
      const result = await scene.run();
      const [comment] = exactly(1, await scene.comments());
      expect(result.outputs).toMatchObject({ verdict, status: '', prLink: '', job: '', jobId: '' });
      expect([scene.sent('create'), scene.sent('get')]).toEqual([1, 0]);
      for (const place of [result.log, result.summary]) expect(place).toContain(says);
      expect(comment?.body).toMatch(
        verdict === 'error' ? /A maintainer can see what to change in the \[run\]/ : says,
      );
      expect(result.duration).toBe(duration);
    },
  );

  test.each(['none', 'utf-8', 'binary', 'aws-chunked', 'gzip', 'br', 'base64'])(
    'that is answered with a plain body in the encoding `%s` is a job',
    async (scene, encoding) => {
      onService(scene, 'create', {
        ...job({ id: 'job_1' }),
        headers: { 'content-encoding': encoding },
      });
      const done = JSON.stringify({
        id: 'job_1',
        status: 'completed',
        prLink: 'https://github.com/acme/docs/pull/9',
      });
      onService(scene, 'get', respond(200, done, { 'content-encoding': encoding }));
      const result = await scene.run();
      expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId: 'job_1' });
      expect(scene.sent('create')).toBe(1);
    },
  );

  test('that is answered 401 shows the text in log and summary only', async (scene) => {
    const key = 'docs_0123456789abcdef0123';
    onService(
      scene,
      'create',
      respond(401, JSON.stringify({ error: `The key ${key} expired on Friday.` })),
    );
    const result = await scene.run();
    const [comment] = await scene.comments();
    for (const place of [result.log, result.summary]) {
      expect(place).toContain('The service answered: “The key … expired on Friday.”');
      expect(place).not.toMatch(`A maintainer|${key}`);
    }
    expect(comment?.body).toContain('A maintainer can see what to change in the [run](');
    expect(comment?.body + JSON.stringify(result.outputs)).not.toContain('Friday');
  });

  test.each([
    { status: 307, to: 'another host', path: undefined },
    { status: 302, to: 'the same host', path: '/elsewhere' },
  ])(
    'that is redirected ($status) to $to is an error, and the redirect is not followed',
    async (scene, row) => {
      await using elsewhere = await createRecordingHost();
      const location = row.path ?? `${elsewhere.url}/v2/agent/x/job`;
      onService(scene, 'create', respond(row.status, '', { location }));
      const result = await scene.run();
      expect(result.outputs.verdict).toBe('error');
      expect(result.log).toContain('`base-url`');
      expect(result.log).toContain(`answered ${row.status}, a redirect`);
      expect(scene.service.requests.map(({ operation }) => operation)).toEqual(['create']);
      expect(elsewhere.requests).toEqual([]);
    },
  );

  test.each([
    { fault: 'refuses the connection', host: undefined, says: 'the connection was refused' },
    {
      fault: 'has an unknown name',
      host: 'https://nowhere.invalid',
      says: 'does not resolve (ENOTFOUND)',
    },
  ])(
    'to a service that $fault is tried three times, and is an error',
    async (scene, { host, says }) => {
      const baseUrl = host ?? `http://127.0.0.1:${await freePort()}`;
      const result = await scene.run({ inputs: { 'base-url': baseUrl, timeout: '30s' } });
      expect(result.outputs.verdict).toBe('error');
      expect(result.log).toContain(says);
      expect(result.log).toContain('Check `base-url`');
      expect(result.log.match(/Trying again in/g)).toHaveLength(2);
      expect(result.summary).not.toContain('| API requests |');
      expect(scene.service.requests).toEqual([]);
    },
  );

  test('to a service that comes up between two attempts creates one job', async (scene) => {
    const [port, key] = [await freePort(), 'docs_later'];
    const step = scene.start({
      inputs: { 'base-url': `http://127.0.0.1:${port}`, 'api-key': key },
    });
    // the first attempt comes after 2 s, the second one a second later at least
    await scene.clock.pass(2_500);
    const late = await createService({ port, key, job: { seconds: 0 }, clock: scene.clock });
    const result = await step.result;
    await late.close();
    expect(result.outputs.verdict).toBe('pull-request');
    expect(result.summary).toContain('| API requests | 1 create |');
    expect(late.jobs).toHaveLength(1);
  });
});
