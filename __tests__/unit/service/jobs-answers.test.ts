import { beforeEach, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { connect, wordsOf } from '../../support/connected-service.ts';
import { jobBody, PULL_REQUEST } from '../../support/job-body.ts';
import { useNoNetwork } from '../../support/no-network.ts';
import { sampleJob } from '../../support/sample-job.ts';

const ORIGIN = 'https://agent.example';

let requests = 0;

beforeEach(() => {
  requests = 0;
});
useNoNetwork();

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Gives the answers one after the other. The last one repeats. */
function answer(...answers: Answer[]): void {
  for (const method of ['GET', 'POST']) nock(ORIGIN).persist().intercept(/.*/, method).reply(next);

  function next(): nock.ReplyFnResult {
    const { status, body = '', headers = {} } = answers[Math.min(requests, answers.length - 1)] ?? { status: 500 };
    requests++;
    return [status, typeof body === 'string' ? body : JSON.stringify(body), headers];
  }
}

describe('a submitting request', () => {
  test.each([200, 201, 202, 299])('that is answered %d with a job is accepted', async (status) => {
    answer({ status, body: jobBody() });
    expect(await connect(ORIGIN).service.createJob('x')).toMatchObject({ kind: 'accepted', job: { id: 'j_8fk2' } });
    expect(requests).toBe(1);
  });

  test.each([
    { what: 'without an id', body: jobBody({ id: undefined }), field: 'id' },
    { what: 'with an empty id', body: jobBody({ id: '' }), field: 'id' },
    { what: 'with a path for an id', body: jobBody({ id: '../x' }), field: 'id' },
    { what: 'with dots for an id', body: jobBody({ id: '..' }), field: 'id' },
    { what: 'with an id of 10 KB', body: jobBody({ id: 'x'.repeat(10_240) }), field: 'id' },
    { what: 'with a line break in its id', body: jobBody({ id: 'j1\r\nX-Evil: 1' }), field: 'id' },
    { what: 'with a number for an id', body: jobBody({ id: 7 }), field: 'id' },
    { what: 'without a status', body: jobBody({ status: undefined }), field: 'status' },
    { what: 'with null for a status', body: jobBody({ status: null }), field: 'status' },
  ])(
    'that is answered 201 with a job $what is unconfirmed, names the field, and is sent once',
    async ({ body, field }) => {
      answer({ status: 201, body });
      const { service, sent } = connect(ORIGIN);
      const result = await service.createJob('x');
      expect(result.kind).toBe('unconfirmed');
      expect(wordsOf(result)).toContain(`\`${field}\``);
      expect(wordsOf(result)).not.toMatch(/undefined|Evil|xxxxx/);
      expect(sent).toEqual(['create']);
      expect(requests).toBe(1);
    },
  );

  test.each(['<html><body>Sign in</body></html>', '', 'null', '[]', '"job"', '17', '{"id":'])(
    'that is answered 200 with the body %j is unconfirmed, and is sent once',
    async (body) => {
      answer({ status: 200, body });
      const result = await connect(ORIGIN).service.createJob('x');
      expect(result.kind).toBe('unconfirmed');
      expect(wordsOf(result)).toMatch(/base-url/);
      expect(wordsOf(result)).not.toContain('undefined');
      expect(requests).toBe(1);
    },
  );

  test.each([408, 500, 502, 503, 504, 599])('that is answered %d is unconfirmed, and is sent once', async (status) => {
    answer({ status, body: '{"error":"Bad gateway"}' });
    const result = await connect(ORIGIN).service.createJob('x');
    expect(result.kind).toBe('unconfirmed');
    expect(wordsOf(result)).toContain(String(status));
    expect(requests).toBe(1);
  });

  test.each([
    { status: 400, says: /prompt/ },
    { status: 401, says: /api-key/ },
    { status: 403, says: /api-key.*project-id/ },
    { status: 404, says: /base-url.*project-id/ },
    { status: 413, says: /413/ },
    { status: 422, says: /prompt/ },
  ])('that is answered $status is rejected, with what to check', async ({ status, says }) => {
    answer({ status, body: { error: 'No.' } });
    const result = await connect(ORIGIN).service.createJob('x');
    expect(result.kind).toBe('rejected');
    expect(wordsOf(result)).toMatch(says);
    expect(requests).toBe(1);
  });

  test.each([
    ['{"error":"No such project"}', 'No such project'],
    ['{"message":"The prompt is too long"}', 'The prompt is too long'],
    ['{"error":{"message":"Nested"}}', 'Nested'],
    [
      '{"error":"invalid","message":"invalid","details":[{"message":"a"},{"path":"x"},7,{"message":"b"}]}',
      'invalid; a; b',
    ],
  ])('that is answered 400 with %s shows its words and no JSON', async (body, words) => {
    answer({ status: 400, body });
    const result = await connect(ORIGIN).service.createJob('x');
    expect(result).toMatchObject({ error: { message: `The service answered 400: “${words}”.`, quote: '' } });
  });

  test.each([404, 405])('that is answered %d names its path, and a web page as the answer', async (status) => {
    answer({ status, body: '<!DOCTYPE html>\n<title>Acme</title>' });
    const result = await connect(`${ORIGIN}/docs/`).service.createJob('x');
    expect(result).toMatchObject({ error: { asked: 'POST /v2/agent/p1/job' } });
    expect(wordsOf(result)).toContain(`The service answered ${status}.\nThe answer is a web page (HTML), so`);
  });

  test('that is answered 201 with a web page may exist, and the address is probably wrong', async () => {
    answer({ status: 201, body: '<!DOCTYPE html>\n<title>Acme</title>' });
    const result = await connect(ORIGIN).service.createJob('x');
    expect(result.kind).toBe('unconfirmed');
    expect(wordsOf(result)).toMatch(
      /^The service answered with a web page\.\nThe answer is a web page \(HTML\).*Correct `base-url`\. Set `base-url`/,
    );
  });

  test('that is answered 404 below an address with the path of the API says where that ends', async () => {
    answer({ status: 404 });
    const result = await connect(`${ORIGIN}/v2/agent/p1`).service.createJob('x');
    expect(result).toMatchObject({
      error: { remedy: expect.stringMatching(/^Remove the version/) },
    });
  });

  test.each(['<html>Bad gateway</html>', '', '[]', '{"reason":"no"}', '{"error":7}', '{"error":'])(
    'that is answered 400 with the body %j shows the status only',
    async (body) => {
      answer({ status: 400, body });
      const result = await connect(ORIGIN).service.createJob('x');
      expect(result).toMatchObject({ error: { message: 'The service answered 400.' } });
    },
  );

  test('that is answered with an error shows its words in one short line', async () => {
    answer({ status: 400, body: { error: `\u001b[31m::error::\n${'y'.repeat(5_000)}` } });
    const words = wordsOf(await connect(ORIGIN).service.createJob('x'));
    expect(words).not.toMatch(/\p{Cc}/u);
    expect(words.length).toBeLessThan(400);
  });

  test('that is answered with an error that held a secret shows no word of it', async () => {
    answer({ status: 400, body: { error: 'Bad key [secret redacted].' } });
    const result = await connect(ORIGIN).service.createJob('x');
    expect(result).toMatchObject({ error: { message: 'The service answered 400.' } });
  });

  test.each([401, 403])('that is answered %d keeps the words of the service for log and summary', async (status) => {
    const token = 'sk_live-0123456789abcdef';
    answer({ status, body: { error: `The key ${token} expired on Friday.` } });
    const result = await connect(ORIGIN).service.createJob('x');
    expect(result).toMatchObject({
      kind: 'rejected',
      error: { message: `The service answered ${status}.`, quote: '“The key … expired on Friday.”' },
    });
    expect(JSON.stringify(result)).not.toContain(token);
  });

  test('that is answered 402 names the plan', async () => {
    answer({ status: 402, body: '' });
    expect(wordsOf(await connect(ORIGIN).service.createJob('x'))).toMatch(/plan/);
  });
});

describe('a follow-up that is answered 2xx', () => {
  const before = sampleJob('completed', PULL_REQUEST);

  test.each(['<html>', '', 'null', '{}', '{"id":', JSON.stringify(jobBody({ id: 'j_other' }))])(
    'with the body %j is accepted by the job that it was sent to',
    async (body) => {
      answer({ status: 200, body });
      const { service, sent } = connect(ORIGIN);
      expect(await service.sendFollowUp(before, 'x')).toEqual({ kind: 'accepted', job: before });
      expect(sent).toEqual(['follow-up']);
    },
  );

  test('with its job is accepted as that job reads now', async () => {
    answer({ status: 200, body: jobBody() });
    expect(await connect(ORIGIN).service.sendFollowUp(before, 'x')).toMatchObject({ job: { status: 'active' } });
  });
});

describe('the link of a job', () => {
  test.each([
    'javascript:alert(1)',
    'https://user:secret@github.com/acme/docs/pull/1',
    'https://github.com/acme\n/docs/pull/1',
    '/acme/docs/pull/1',
    'http://github.com/acme/docs/pull/1',
    'data:text/html,x',
    7,
    { url: PULL_REQUEST },
  ])('is unusable if it is %j', async (prLink) => {
    answer({ status: 200, body: jobBody({ status: 'completed', prLink }) });
    expect(await connect(ORIGIN).service.readJob('j_8fk2', 1_000)).toMatchObject({
      kind: 'job',
      job: { pullRequest: { kind: 'unusable' } },
    });
  });
});

describe('a status request', () => {
  test.each([
    { status: 404, kind: 'not-found' },
    { status: 429, kind: 'throttled' },
    { status: 400, kind: 'refused' },
    { status: 401, kind: 'refused' },
    { status: 403, kind: 'refused' },
    { status: 422, kind: 'refused' },
    { status: 408, kind: 'transient' },
    { status: 500, kind: 'transient' },
    { status: 503, kind: 'transient' },
  ])('that is answered $status is $kind', async ({ status, kind }) => {
    answer({ status, body: 'x' });
    expect((await connect(ORIGIN).service.readJob('j_8fk2', 1_000)).kind).toBe(kind);
    expect(requests).toBe(1);
  });

  test.each(['<html>', '', 'null', '[]', '"x"', '{}', JSON.stringify(jobBody({ id: '' }))])(
    'that is answered 200 with the body %j is transient',
    async (body) => {
      answer({ status: 200, body });
      expect((await connect(ORIGIN).service.readJob('j_8fk2', 1_000)).kind).toBe('transient');
    },
  );

  test('that is answered with another job is refused, and names `job-path`', async () => {
    answer({ status: 200, body: jobBody({ id: 'j_other' }) });
    const reading = await connect(ORIGIN).service.readJob('j_8fk2', 1_000);
    expect(reading.kind).toBe('refused');
    expect(wordsOf(reading)).toContain('job-path');
  });

  test.each([
    ['7', 7_000],
    ['nonsense', undefined],
  ])('that is answered 429 with Retry-After %s is throttled for %s ms', async (value, retryIn) => {
    answer({ status: 429, headers: { 'Retry-After': value } });
    expect(await connect(ORIGIN).service.readJob('j_8fk2', 1_000)).toEqual({ kind: 'throttled', retryIn });
  });
});
