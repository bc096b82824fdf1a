import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import type { Outcome } from '../../../src/outcome.ts';
import { createReporter } from '../../../src/report/reporter.ts';
import { attachAndWait, submitAndWait, type WaitEffects } from '../../../src/request/submit-and-wait.ts';
import type { Job, JobReading } from '../../../src/service/job.ts';
import type { SubmitResult } from '../../../src/service/submit.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { createRecordingRunner } from '../../support/recording-runner.ts';
import { read, sampleJob } from '../../support/sample-job.ts';
import { inTime } from '../../support/sample-outcomes.ts';
import { filesAtOnce } from '../../support/virtual-files.ts';

const DEADLINE = 600_000;
const error = new ServiceError('No.', 'Check it.');

interface Script {
  /** The service's answer to the request. */
  readonly submitted?: SubmitResult;
  readonly says?: JobReading;
  readonly cancel?: AbortController;
  /** Happens while the request is sent. */
  readonly during?: () => void;
  /** When the wait begins, in milliseconds. */
  readonly began?: number;
  readonly waits?: boolean;
  /** The status comment of a later request that continued the job. */
  readonly continuedBy?: string;
}

/** A scripted service and a reporter, with a log of their calls. */
function scene({ submitted = accepted, says = read('failed'), during = () => {}, ...script }: Script) {
  const { cancel = new AbortController(), began = 0, waits = true, continuedBy } = script;
  const clock = createFakeClock();
  clock.pass(began);
  const log: string[] = [];
  const started: (Date | undefined)[] = [];
  const submit = (what: string): Promise<SubmitResult> => {
    log.push(what);
    during();
    return Promise.resolve(submitted);
  };
  const effects: WaitEffects = {
    context: {
      clock,
      signal: cancel.signal,
      runner: createRecordingRunner({}),
      files: filesAtOnce,
      send: () => Promise.reject(new Error('not its business')),
      uuid: () => '',
    },
    github: undefined,
    statusComments: undefined,
    thread: { report: { continuedBy: async () => continuedBy } },
    waits,
    deadline: DEADLINE,
    service: {
      createJob: (prompt) => submit(`create ${prompt}`),
      sendFollowUp: ({ id }, prompt) => submit(`follow-up to ${id} ${prompt}`),
      async readJob(id) {
        log.push(`read ${id}`);
        return says;
      },
    },
    reporter: {
      ...createReporter(createRecordingRunner({}), clock),
      async started(job, until) {
        log.push(`started ${job.id}`);
        started.push(until);
      },
      read: async ({ kind }) => void log.push(`reported ${kind}`),
      joined: () => void log.push('joined'),
    },
  };
  return { log, started, clock, effects };
}

/** Submits the request, and waits. */
async function play(script: Script, to?: Job) {
  const { effects, log, ...rest } = scene(script);
  const outcome = await submitAndWait(
    { prompt: 'Do it', wanted: undefined },
    to,
    effects,
    async () => void log.push('on'),
  );
  return { outcome, log, ...rest };
}

/** Waits for a job that is there. */
async function joining(script: Script, job = sampleJob()) {
  const { effects, ...rest } = scene(script);
  return { outcome: await attachAndWait(job, undefined, effects), ...rest };
}

const accepted: SubmitResult = { kind: 'accepted', job: sampleJob() };

test('a run creates the job, reports its id, waits, and gets the verdict', async () => {
  const { outcome, log, started } = await play({ says: read('completed', PULL_REQUEST) });
  expect(outcome).toEqual({ verdict: 'pull-request', job: sampleJob('completed', PULL_REQUEST), isProven: true });
  expect(log).toEqual(['create Do it', 'started j_8fk2', 'on', 'read j_8fk2', 'reported job']);
  expect(started).toEqual([inTime(DEADLINE)]);
});

describe('a follow-up', () => {
  const done = sampleJob('completed', PULL_REQUEST);

  test('is sent to its job, whose earlier end counts only after 30 s', async () => {
    const submitted: SubmitResult = { kind: 'accepted', job: done };
    const { outcome, log, clock } = await play({ submitted, says: read('completed', PULL_REQUEST) }, done);
    expect(log.slice(0, 3)).toEqual(['follow-up to j_8fk2 Do it', 'started j_8fk2', 'on']);
    expect(outcome).toEqual({ verdict: 'pull-request', job: done, isProven: false });
    expect(clock.now()).toBeGreaterThanOrEqual(30_000);
  });

  test('is reported as at work, also if its job had ended before', async () => {
    const { started } = await play({ submitted: { kind: 'accepted', job: done } }, done);
    expect(started).toEqual([inTime(DEADLINE)]);
  });
});

const ENDS: readonly { readonly submitted: SubmitResult; readonly outcome: Partial<Outcome> }[] = [
  { submitted: { kind: 'unsent', error, repeatable: true }, outcome: { verdict: 'error', wasAccepted: false } },
  { submitted: { kind: 'rejected', error }, outcome: { verdict: 'error', wasAccepted: false } },
  { submitted: { kind: 'unconfirmed', error }, outcome: { verdict: 'unconfirmed' } },
  { submitted: { kind: 'quota-exhausted', retryIn: 1 }, outcome: { verdict: 'quota-exhausted' } },
];

test.each(ENDS)(
  'a create that is $submitted.kind has the verdict $outcome.verdict, and the run does not wait',
  async ({ submitted, outcome: expected }) => {
    const { outcome, log } = await play({ submitted });
    expect(outcome).toMatchObject(expected);
    expect(log).toEqual(['create Do it']);
  },
);

describe('a cancel', () => {
  test('before the create creates nothing', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { outcome, log } = await play({ cancel });
    expect(outcome).toEqual({ verdict: 'cancelled', job: undefined });
    expect(log).toEqual([]);
  });

  test.each<{ submitted: SubmitResult; verdict: Outcome['verdict'] }>([
    { submitted: { kind: 'unsent', error, repeatable: true }, verdict: 'cancelled' },
    { submitted: { kind: 'quota-exhausted', retryIn: 1 }, verdict: 'cancelled' },
    { submitted: { kind: 'unconfirmed', error }, verdict: 'unconfirmed' },
    { submitted: accepted, verdict: 'cancelled' },
  ])('during a create that is $submitted.kind has the verdict $verdict', async ({ submitted, verdict }) => {
    const cancel = new AbortController();
    const { outcome, log, started } = await play({ submitted, cancel, during: () => cancel.abort() });
    expect(outcome.verdict).toBe(verdict);
    expect(log.filter((line) => line.startsWith('read'))).toEqual([]);
    expect(started.every((until) => until === undefined)).toBe(true);
  });

  test('during the create with `wait: false` has the verdict cancelled', async () => {
    const cancel = new AbortController();
    const { outcome } = await play({ cancel, waits: false, during: () => cancel.abort() });
    expect(outcome).toEqual({ verdict: 'cancelled', job: sampleJob() });
  });
});

test('after the timeout, nothing is created', async () => {
  const { outcome, log } = await play({ began: DEADLINE });
  expect(outcome).toMatchObject({ verdict: 'error', problem: { remedy: expect.stringContaining('longer `timeout`') } });
  expect(log).toEqual([]);
});

describe('`wait: false`', () => {
  test('creates the job, reports its id, and does not wait', async () => {
    const { outcome, log, started, clock } = await play({ waits: false });
    expect(outcome).toEqual({ verdict: 'started', job: sampleJob() });
    expect(log).toEqual(['create Do it', 'started j_8fk2', 'on']);
    expect(started).toEqual([undefined]);
    expect(clock.now()).toBe(0);
  });

  test('reports the end of a job that the answer to the create shows as ended', async () => {
    const { outcome, log } = await play({ waits: false, submitted: { kind: 'accepted', job: sampleJob('failed') } });
    expect(outcome).toEqual({ verdict: 'failed', job: sampleJob('failed'), isProven: true });
    expect(log).toEqual(['create Do it', 'started j_8fk2', 'on']);
  });

  test.each<{ submitted: SubmitResult; verdict: Outcome['verdict'] }>([
    { submitted: { kind: 'unconfirmed', error }, verdict: 'unconfirmed' },
    { submitted: { kind: 'rejected', error }, verdict: 'error' },
  ])('reports a create that is $submitted.kind as $verdict', async ({ submitted, verdict }) => {
    expect((await play({ waits: false, submitted })).outcome.verdict).toBe(verdict);
  });
});

describe('a job that exists already', () => {
  test('is waited for, nothing is sent, and its length is not reported', async () => {
    const { outcome, log, started } = await joining({ says: read('completed', PULL_REQUEST) });
    expect(outcome).toEqual({ verdict: 'pull-request', job: sampleJob('completed', PULL_REQUEST), isProven: true });
    expect(log).toEqual(['started j_8fk2', 'joined', 'read j_8fk2', 'reported job']);
    expect(started).toEqual([inTime(DEADLINE)]);
  });

  test('and has ended is reported at once, without a time until which the run waits', async () => {
    const { outcome, log, started } = await joining({}, sampleJob('archived'));
    expect(outcome).toEqual({ verdict: 'archived', job: sampleJob('archived'), isProven: true });
    expect(log).toEqual(['started j_8fk2', 'joined']);
    expect(started).toEqual([undefined]);
  });

  test('is waited for until the timeout on the wall clock', async () => {
    const { started } = await joining({ began: 60_000 });
    expect(started).toEqual([inTime(DEADLINE)]);
  });
});

describe('a later request that continued the job', () => {
  const url = 'https://github.com/acme/app/issues/31#issuecomment-9';

  test('reports the result, and the run ends with its last reading', async () => {
    const { outcome } = await play({ says: read('completed', PULL_REQUEST), continuedBy: url });
    expect(outcome).toEqual({ verdict: 'started', job: sampleJob('completed', PULL_REQUEST), continuedBy: url });
  });

  test('is not searched for by a run that is cancelled', async () => {
    const cancel = new AbortController();
    const { outcome } = await play({ cancel, continuedBy: url, during: () => cancel.abort() });
    expect(outcome.verdict).toBe('cancelled');
  });
});
