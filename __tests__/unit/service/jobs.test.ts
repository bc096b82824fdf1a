import { describe, expect, test } from '@jest/globals';
import type { HttpClient, HttpRequest, HttpResponse } from '../../../src/http/transport.ts';
import { TransportError, type TransportFault } from '../../../src/http/transport-error.ts';
import { createAgentService } from '../../../src/service/submit.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { jobBody } from '../../support/job-body.ts';
import { sampleJob } from '../../support/sample-job.ts';

const JOB: HttpResponse = { status: 200, headers: new Map(), body: Buffer.from(JSON.stringify(jobBody())) };

interface Scene {
  readonly send: (request: HttpRequest, clock: FakeClock) => Promise<HttpResponse>;
  readonly baseUrl?: string;
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  readonly clock?: FakeClock;
}

/** The client over a scripted transport, and the requests that it made. */
function scripted({ send: answer, baseUrl = 'https://agent.example', deadline = 60_000, ...scene }: Scene) {
  const { clock = createFakeClock(), signal = new AbortController().signal } = scene;
  const requests: HttpRequest[] = [];
  const unsent: string[] = [];
  const send: HttpClient = (request) => {
    requests.push(request);
    return answer(request, clock);
  };
  const connection = { baseUrl: new URL(baseUrl), projectId: 'p1', apiKey: 'k', jobPath: '/j/{id}', userAgent: 'test' };
  const onUnsent = (operation: string) => void unsent.push(operation);
  const service = createAgentService(connection, { send, clock, deadline, signal, onSend: () => {}, onUnsent });
  return { service, requests, clock, unsent };
}

const failing = (fault: TransportFault) => async (): Promise<never> => {
  throw new TransportError(fault, 'it failed');
};

describe('an exchange that fails', () => {
  const NEVER_OPENED: TransportFault[] = ['unresolved', 'refused', 'connect-timeout'];
  const NEVER_SENT: TransportFault[] = ['certificate', 'handshake', 'proxy', 'cancelled'];
  const AMBIGUOUS: TransportFault[] = ['interrupted', 'timeout', 'reset', 'malformed', 'truncated'];

  test.each(NEVER_OPENED)('with %s is unsent, and is tried three times', async (fault) => {
    const { service, requests, clock } = scripted({ send: failing(fault) });
    expect(await service.createJob('x')).toMatchObject({ kind: 'unsent', repeatable: true });
    expect(requests).toHaveLength(3);
    expect(clock.pauses).toHaveLength(2);
  });

  test.each(NEVER_SENT)('with %s is unsent, and is not tried again', async (fault) => {
    const { service, requests } = scripted({ send: failing(fault) });
    expect(await service.createJob('x')).toMatchObject({ kind: 'unsent', repeatable: false });
    expect(requests).toHaveLength(1);
  });

  test.each<TransportFault>([...AMBIGUOUS, 'too-large'])(
    'with %s is unconfirmed, and is not tried again',
    async (fault) => {
      const { service, requests } = scripted({ send: failing(fault) });
      for (const spend of [() => service.createJob('x'), () => service.sendFollowUp(sampleJob(), 'x')]) {
        requests.length = 0;
        expect((await spend()).kind).toBe('unconfirmed');
        expect(requests).toHaveLength(1);
      }
    },
  );

  test.each<[TransportFault, string]>([
    ...[...NEVER_OPENED, ...AMBIGUOUS, 'handshake' as const, 'cancelled' as const].map(
      (fault) => [fault, 'transient'] as [TransportFault, string],
    ),
    ['redirect', 'refused'],
    ['too-large', 'refused'],
    ['certificate', 'refused'],
    ['proxy', 'refused'],
  ])('with %s for a status request is %s, and takes one request', async (fault, kind) => {
    const { service, requests } = scripted({ send: failing(fault) });
    expect((await service.readJob('j1', 1_000)).kind).toBe(kind);
    expect(requests).toHaveLength(1);
  });

  test('with an unknown error throws that error', async () => {
    const { service } = scripted({ send: () => Promise.reject(new RangeError('a bug')) });
    await expect(service.createJob('x')).rejects.toThrow(RangeError);
    await expect(service.readJob('j1', 1_000)).rejects.toThrow(RangeError);
  });
});

describe('the pauses of a create', () => {
  const BUSY: HttpResponse = { ...JOB, status: 429 };
  const HOUR = 3_600_000;
  const refused = failing('refused');
  /** A server that gives these answers, and then takes the job. */
  const answering = (...answers: readonly Scene['send'][]): Scene['send'] => {
    const left = [...answers];
    return (request, clock) => (left.shift() ?? (async () => JOB))(request, clock);
  };
  const busy = async () => BUSY;

  test.each([
    ['after a refused connection', refused, 1_000],
    ['after a 429', busy, 2_000],
  ])('%s begin short, and are up to a quarter longer by chance', async (_, answer, shortest) => {
    const pauses = [0, 1].map(async (chance) => {
      const { service, clock } = scripted({ send: answering(answer), clock: createFakeClock(() => chance) });
      await service.createJob('x');
      return clock.pauses;
    });
    expect(await Promise.all(pauses)).toEqual([[shortest], [shortest * 1.25]]);
  });

  test('end where the next attempt would begin at the deadline', async () => {
    const attempts = [1_000, 1_001].map(async (deadline) => {
      const { service, requests } = scripted({ send: refused, deadline, clock: createFakeClock(() => 0) });
      await service.createJob('x');
      return requests.length;
    });
    expect(await Promise.all(attempts)).toEqual([1, 2]);
  });

  test('after a 429 are not counted as refused connections', async () => {
    const { service, requests } = scripted({ send: answering(busy, busy, refused, refused), deadline: HOUR });
    expect((await service.createJob('x')).kind).toBe('accepted');
    expect(requests).toHaveLength(5);
  });

  test('after a 429 without a time go on for five minutes, also late in a run', async () => {
    for (const late of [0, HOUR]) {
      const clock = createFakeClock(() => 0);
      clock.pass(late);
      const { service } = scripted({ send: busy, clock, deadline: late + HOUR });
      expect((await service.createJob('x')).kind).toBe('quota-exhausted');
      expect(clock.now() - late).toBe(242_000);
    }
  });
});

describe('a create', () => {
  test.each([
    [0, 30_000],
    [50_000, 10_000],
    [60_000, 1],
  ])('%d ms after the beginning of a minute has %d ms', async (passed, timeout) => {
    const clock = createFakeClock();
    clock.pass(passed);
    const { service, requests } = scripted({ send: async () => JOB, clock });
    await service.createJob('x');
    expect(requests[0]?.timeout).toBe(timeout);
  });

  test('says if nothing of it left the machine, and only then', async () => {
    const { service, unsent } = scripted({ send: failing('certificate') });
    await service.createJob('x');
    await service.sendFollowUp(sampleJob(), 'x');
    expect(unsent).toEqual(['create', 'follow-up']);
    for (const send of [async () => JOB, failing('reset'), async () => ({ ...JOB, status: 400 })]) {
      const other = scripted({ send });
      await other.service.createJob('x');
      expect(other.unsent).toEqual([]);
    }
  });
});

test('a status request that is answered with another job is refused, and names the input', async () => {
  const { service } = scripted({ send: async () => JOB });
  expect(await service.readJob('another', 1_000)).toMatchObject({
    kind: 'refused',
    error: { message: expect.stringContaining('another job'), remedy: expect.stringContaining('`job-path`') },
  });
});

describe('a refusal', () => {
  test.each([400, 404, 409, 410])('of a follow-up with %d is answered by a new job', async (status) => {
    const { service } = scripted({ send: async () => ({ ...JOB, status }) });
    const says = { needsNewJob: true };
    expect(await service.sendFollowUp(sampleJob(), 'x')).toMatchObject({ kind: 'rejected', error: says });
    expect(await service.createJob('x')).toMatchObject({ error: expect.not.objectContaining(says) });
  });
});

describe('a submitting request', () => {
  test.each([
    { left: 3_600_000, timeout: 30_000 },
    { left: 4_000, timeout: 4_000 },
    { left: -5, timeout: 1 },
  ])('may take what is left of the timeout ($left ms), 30 s at most', async ({ left, timeout }) => {
    const { service, requests } = scripted({ send: async () => JOB, deadline: left });
    await service.createJob('x');
    expect(requests[0]?.timeout).toBe(timeout);
  });

  test('goes to the host of `base-url` with any path', async () => {
    const { service, requests } = scripted({ send: async () => JOB, baseUrl: 'https://agent.example//evil.example' });
    await service.createJob('x');
    await service.readJob('j1', 1_000);
    expect(requests.map(({ url }) => url.origin)).toEqual(['https://agent.example', 'https://agent.example']);
  });

  test('may take 3 s after a cancel', async () => {
    const cancel = new AbortController();
    const aborted: number[] = [];
    const clock = createFakeClock();
    const answered = Promise.withResolvers<HttpResponse>();
    const { service } = scripted({
      clock,
      signal: cancel.signal,
      send: ({ signal }) => {
        signal?.addEventListener('abort', () => aborted.push(clock.now()));
        cancel.abort();
        setImmediate(() => answered.resolve(JOB));
        return answered.promise;
      },
    });
    expect((await service.createJob('x')).kind).toBe('accepted');
    expect(clock.pauses).toEqual([3_000]);
    expect(aborted).toEqual([3_000]);
  });

  test('is not sent again after a cancel', async () => {
    const cancel = new AbortController();
    const { service, requests } = scripted({
      signal: cancel.signal,
      send: async () => {
        cancel.abort();
        throw new TransportError('refused', 'the connection was refused');
      },
    });
    expect((await service.createJob('x')).kind).toBe('unsent');
    expect(requests).toHaveLength(1);
  });
});

test('a status request ends at a cancel, and may take 15 s at most', async () => {
  const cancel = new AbortController();
  const { service, requests } = scripted({ send: async () => JOB, signal: cancel.signal });
  await service.readJob('j1', 3_600_000);
  await service.readJob('j1', 700);
  expect(requests.map(({ timeout }) => timeout)).toEqual([15_000, 700]);
  expect(requests[0]?.signal).toBe(cancel.signal);
});
