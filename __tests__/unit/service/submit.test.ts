import { describe, expect, test } from '@jest/globals';
import type { HttpClient, HttpRequest, HttpResponse } from '../../../src/http/transport.ts';
import { TransportError, type TransportFault } from '../../../src/http/transport-error.ts';
import { createAgentService } from '../../../src/service/agent-service.ts';
import type { JobReading } from '../../../src/service/job.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { jobBody } from '../../support/job-body.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { KEY, wordsOf } from '../../support/service-errors.ts';

type Answer = (request: HttpRequest, clock: FakeClock) => Promise<HttpResponse>;

interface Circumstances {
  readonly baseUrl?: string;
  readonly projectId?: string;
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  readonly clock?: FakeClock;
}

const answered = (status: number, body: unknown = jobBody()) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return async (): Promise<HttpResponse> => ({
    status,
    headers: new Map(),
    body: Buffer.from(text),
  });
};

const failing =
  (fault: TransportFault): Answer =>
  () =>
    Promise.reject(new TransportError(fault, 'it failed'));

/** The client of a service that gives these answers, one after the other; the last one repeats. */
function scripted(answers: Answer | readonly Answer[], circumstances: Circumstances = {}) {
  const { baseUrl = 'https://agent.example', projectId = 'p1', deadline = 60_000 } = circumstances;
  const { signal = new AbortController().signal, clock = createFakeClock() } = circumstances;
  const list = [answers].flat();
  const requests: HttpRequest[] = [];
  const unsent: string[] = [];
  const send: HttpClient = (request) => {
    const answer = list[Math.min(requests.push(request), list.length) - 1];
    return answer ? answer(request, clock) : Promise.reject(new Error('no answer'));
  };
  const service = createAgentService(
    { baseUrl: new URL(baseUrl), projectId, apiKey: KEY, userAgent: 'docs-agent-action/test' },
    {
      send,
      clock,
      deadline,
      signal,
      onSend: () => {},
      onUnsent: (operation) => void unsent.push(operation),
      onPause: () => {},
    },
  );
  return { service, requests, unsent, clock, urls: () => requests.map(({ url }) => url.href) };
}

const HTML = '<!DOCTYPE html>\n<title>Acme</title>';
const NO_JOBS = [
  '<html>Sign in</html>',
  '',
  '[]',
  '{"id":',
  JSON.stringify(jobBody({ id: '../x', status: null })),
];

describe('a request', () => {
  test.each([
    [{ baseUrl: 'https://a.example/docs/api//' }, 'https://a.example/docs/api/v2/agent/p1/job/j1'],
    [
      { baseUrl: 'https://a.example:8443/x%20y' },
      'https://a.example:8443/x%20y/v2/agent/p1/job/j1',
    ],
    [
      { baseUrl: 'https://a.example//evil.example' },
      'https://a.example//evil.example/v2/agent/p1/job/j1',
    ],
    [{ projectId: 'a/../b' }, 'https://agent.example/v2/agent/a%2F..%2Fb/job/j1'],
    [{ projectId: '$&{id}' }, 'https://agent.example/v2/agent/%24%26%7Bid%7D/job/j1'],
  ])('for %j keeps host and path, and each name is one segment', async (circumstances, url) => {
    const { service, urls } = scripted(answered(200), circumstances);
    await service.readJob('j1', 1_000);
    expect(urls()).toEqual([url]);
  });

  test('escapes the id of a job', async () => {
    const { service, urls } = scripted(answered(200));
    await service.sendFollowUp({ ...sampleJob(), id: 'a:b@c=d+e' }, 'x');
    expect(urls()).toEqual(['https://agent.example/v2/agent/p1/job/a%3Ab%40c%3Dd%2Be/message']);
  });

  test.each([
    [3_600_000, 30_000, 15_000],
    [4_000, 4_000, 4_000],
    [-5, 1, -5],
  ])('with %d ms left has %d ms to submit and %d ms to read', async (left, submitting, reading) => {
    const { service, requests } = scripted(answered(200), { deadline: left });
    await service.createJob('x');
    await service.readJob('j1', left);
    expect(requests.map(({ timeout }) => timeout)).toEqual([submitting, reading]);
  });
});

describe('an exchange that fails', () => {
  test.each<[kind: string, attempts: number, reading: string, faults: readonly TransportFault[]]>([
    ['unsent', 3, 'transient', ['unresolved', 'refused', 'connect-timeout']],
    ['unsent', 1, 'transient', ['handshake', 'cancelled']],
    ['unsent', 1, 'refused', ['certificate', 'proxy']],
    ['unconfirmed', 1, 'transient', ['interrupted', 'timeout', 'reset', 'malformed', 'truncated']],
    ['unconfirmed', 1, 'refused', ['too-large']],
    ['rejected', 1, 'refused', ['redirect']],
  ])(
    'is %s after %d attempts, and as a status request %s after one: %j',
    async (kind, attempts, reading, faults) => {
      for (const fault of faults) {
        for (const follows of [false, true]) {
          const { service, requests, unsent } = scripted(failing(fault));
          const result = await (follows
            ? service.sendFollowUp(sampleJob(), 'x')
            : service.createJob('x'));
          expect([fault, result.kind, requests.length]).toEqual([fault, kind, attempts]);
          expect(unsent).toHaveLength(kind === 'unsent' ? attempts : 0);
        }
        const { service, requests } = scripted(failing(fault));
        expect([fault, (await service.readJob('j1', 1_000)).kind, requests.length]).toEqual([
          fault,
          reading,
          1,
        ]);
      }
    },
  );

  test('with an unknown error throws that error', async () => {
    const { service } = scripted(() => Promise.reject(new RangeError('a bug')));
    await expect(service.createJob('x')).rejects.toThrow(RangeError);
    await expect(service.readJob('j1', 1_000)).rejects.toThrow(RangeError);
  });
});

describe('a create that is answered', () => {
  test.each([
    [200, 'accepted', /^$/],
    [299, 'accepted', /^$/],
    [400, 'rejected', /^The service answered 400\. Check the prompt/],
    [401, 'rejected', /api-key/],
    [402, 'rejected', /plan/],
    [403, 'rejected', /api-key.*project-id/],
    [404, 'rejected', /base-url.*project-id/],
    [408, 'unconfirmed', /408/],
    [425, 'unconfirmed', /425/],
    [460, 'unconfirmed', /460/],
    [499, 'unconfirmed', /499/],
    [413, 'rejected', /413/],
    [422, 'rejected', /the prompt/],
    [500, 'unconfirmed', /500/],
    [504, 'unconfirmed', /504/],
  ])('%d is %s, says what to check, and is sent once', async (status, kind, says) => {
    const { service, requests } = scripted(answered(status));
    const result = await service.createJob('x');
    expect(result.kind).toBe(kind);
    expect(wordsOf(result)).toMatch(says);
    expect(requests).toHaveLength(1);
  });

  test.each(NO_JOBS)('201 with the body %j is unconfirmed, and is sent once', async (body) => {
    const { service, requests } = scripted(answered(201, body));
    const result = await service.createJob('x');
    expect(result.kind).toBe('unconfirmed');
    expect(wordsOf(result)).toMatch(/base-url/);
    expect(wordsOf(result)).not.toMatch(/undefined|Sign in/);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['{"error":"No such project"}', ': “No such project”.'],
    ['{"message":"The prompt is too long."}', ': “The prompt is too long.”'],
    ['{"error":{"message":"Nested"}}', ': “Nested”.'],
    ['{"error":"a","message":"a","details":[{"message":"b"},{"path":"x"},7]}', ': “a; b”.'],
    [JSON.stringify({ error: '\u001b[31m::error::\nx' }), ': “[31m::error:: x”.'],
    ['{"error":"Bad key [secret redacted]."}', '.'],
    ['<html>Bad gateway</html>', '.'],
    ['', '.'],
    ['{"error":7}', '.'],
  ])('400 with %s shows only the words of the service', async (body, words) => {
    const result = await scripted(answered(400, body)).service.createJob('x');
    expect(result).toMatchObject({
      error: { message: `The service answered 400${words}`, quote: '' },
    });
  });

  test.each([404, 405])('%d with a web page names its path and the address', async (status) => {
    const { service } = scripted(answered(status, HTML), {
      baseUrl: 'https://agent.example/docs/',
    });
    const result = await service.createJob('x');
    expect(result).toMatchObject({ error: { asked: 'POST /v2/agent/p1/job' } });
    expect(wordsOf(result)).toContain(
      `The service answered ${status}.\nThe answer is a web page (HTML), so`,
    );
  });
});

describe('a follow-up that is answered', () => {
  const before = sampleJob('completed', 'https://github.com/acme/docs/pull/412');

  test('200 without its job is accepted by the job that it was sent to', async () => {
    for (const body of [...NO_JOBS, jobBody({ id: 'j_other' })]) {
      const { service } = scripted(answered(200, body));
      expect(await service.sendFollowUp(before, 'x')).toEqual({ kind: 'accepted', job: before });
    }
  });

  test.each([400, 404, 409, 410])('%d needs a new job', async (status) => {
    const { service } = scripted(answered(status));
    const says = { needsNewJob: true };
    expect(await service.sendFollowUp(before, 'x')).toMatchObject({
      kind: 'rejected',
      error: says,
    });
    expect(await service.createJob('x')).toMatchObject({
      error: expect.not.objectContaining(says),
    });
  });
});

describe('a status request', () => {
  test.each([
    ['not-found', [answered(404)]],
    ['refused', [400, 401, 403].map((status) => answered(status))],
    ['transient', [answered(408), answered(500), ...NO_JOBS.map((body) => answered(200, body))]],
  ])('is %s after these answers, and is sent once', async (kind, answers) => {
    for (const answer of answers) {
      const { service, requests } = scripted(answer);
      expect((await service.readJob('j_8fk2', 1_000)).kind).toBe(kind);
      expect(requests).toHaveLength(1);
    }
  });

  test.each([404, 401, 403])(
    'that is answered %d counts the time since the job was last known',
    async (status) => {
      const answers = [answered(status), answered(200), answered(status), answered(status)];
      const { service, clock } = scripted(answers);
      const readings: JobReading[] = [];
      for (const _ of answers) {
        readings.push(await service.readJob('j_8fk2', 1_000));
        await clock.sleep(20_000);
      }
      expect(readings).toMatchObject([
        { forMs: 0 },
        { kind: 'job' },
        { forMs: 0 },
        { forMs: 20_000 },
      ]);
    },
  );
});

describe('a cancel', () => {
  test('leaves 3 s to a create in flight', async () => {
    const cancel = new AbortController();
    const aborted: number[] = [];
    const clock = createFakeClock();
    const answer: Answer = ({ signal }) => {
      signal?.addEventListener('abort', () => aborted.push(clock.now()));
      cancel.abort();
      return new Promise((resolve) => setImmediate(() => void answered(201)().then(resolve)));
    };
    const { service } = scripted(answer, { clock, signal: cancel.signal });
    expect((await service.createJob('x')).kind).toBe('accepted');
    expect(aborted).toEqual([3_000]);
  });

  test.each([failing('refused'), answered(429)])(
    'ends the repetitions of a create (%#)',
    async (answer) => {
      const cancel = new AbortController();
      const clock = createFakeClock();
      clock.at(500, () => cancel.abort());
      const { service, requests } = scripted(answer, { clock, signal: cancel.signal });
      expect((await service.createJob('x')).kind).toMatch(/unsent|quota-exhausted/);
      expect(requests).toHaveLength(1);
      expect(clock.now()).toBe(500);
    },
  );
});
