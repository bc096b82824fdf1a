import { describe, expect, test } from '@jest/globals';
import { claimRequest } from '../../../src/request/claim.ts';
import type { JobReading } from '../../../src/service/job-reading.ts';
import type { RequestIdentity } from '../../../src/thread/earlier-requests.ts';
import type { FollowUpTarget } from '../../../src/thread/job-to-continue.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import { claiming, reading } from '../../support/claim-scene.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { COMMAND } from '../../support/sample-identities.ts';
import { PULL_REQUEST, read } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { STATES, sampleRecord } from '../../support/sample-records.ts';

const CAUSE = { cause: 'caused-by-main-1', requestKey: 'another-request1' };
const IDLE = [read('completed', PULL_REQUEST)];
const THREAD = { kind: 'thread', openedBy: undefined, orElse: 'create' } as const;

interface Scene {
  readonly identity?: Partial<RequestIdentity>;
  readonly target?: FollowUpTarget;
  readonly mayComment?: boolean;
  readonly fails?: boolean;
  readonly service?: readonly JobReading[];
  readonly records?: readonly StatusRecord[];
  readonly isOpen?: boolean;
}

/** A request that no thread reports. */
async function unreported(scene: Scene) {
  const warnings: string[] = [];
  const logs: string[] = [];
  const clock = createFakeClock();
  const { records, mayComment = true, isOpen = true, service = [] } = scene;
  const claimed = await claimRequest({ ...COMMAND, ...scene.identity }, scene.target, {
    thread: undefined,
    mayComment,
    analyticsFailure: scene.fails ? OUTCOMES.error : undefined,
    service: reading(clock, service),
    clock,
    signal: new AbortController().signal,
    deadline: 600_000,
    timeout: 600_000,
    onReading: async () => {},
    onWaiting: () => {},
    warn: () => {},
    note: (line) => void warnings.push(line),
    log: (line) => void logs.push(line),
    pullStateOf: async () => (isOpen ? 'open' : 'merged'),
    openerByLink: undefined,
    readCause: records && (async () => records),
  });
  return { claimed, warnings, logs };
}

describe('a request without a thread', () => {
  test('creates a job, without a warning', async () => {
    expect(await unreported({})).toEqual({ claimed: { kind: 'create' }, warnings: [], logs: [] });
  });

  test.each([
    [true, 'This is a re-run without a thread', 'Set `issue-number`'],
    [false, 'This is a re-run with `comment: false`', 'a second job may be created.'],
  ])('creates another job by a re-run, with a warning; `comment`: %s', async (mayComment, start, end) => {
    const { claimed, warnings } = await unreported({ identity: { attempt: 2 }, mayComment });
    expect(claimed).toEqual({ kind: 'create' });
    expect(warnings).toEqual([expect.stringContaining(start)]);
    expect(warnings[0]).toContain(end);
  });

  test('creates nothing if the analytics failed', async () => {
    const { claimed, warnings } = await unreported({ fails: true, identity: { attempt: 2 } });
    expect(claimed).toEqual({ kind: 'ended', outcome: OUTCOMES.error });
    expect(warnings).toEqual([]);
  });

  test('has no job of a thread to continue', async () => {
    expect((await unreported({ target: THREAD })).claimed).toEqual({ kind: 'create' });
    const { claimed } = await unreported({ target: { ...THREAD, orElse: 'skip' } });
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'skipped' } });
  });

  test('continues the job that `job-id` names', async () => {
    const { claimed, logs } = await unreported({ target: { kind: 'job', jobId: 'j_8fk2' }, service: IDLE });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
    expect(logs).toEqual([]);
  });
});

describe('a request with the cause of an earlier one', () => {
  const earlier = sampleRecord({ ...CAUSE, run: 66, requestKey: 'first-request123', state: STATES.ended });

  test('continues the job of that, whose pull request is open, also without a thread', async () => {
    const { claimed } = await unreported({
      identity: CAUSE,
      target: { kind: 'cause' },
      service: IDLE,
      records: [earlier],
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
  });

  test('creates a job if that pull request is merged, and the log says so', async () => {
    const { claimed, logs } = await unreported({
      identity: CAUSE,
      target: { kind: 'cause' },
      service: IDLE,
      records: [earlier],
      isOpen: false,
    });
    expect(claimed).toEqual({ kind: 'create' });
    expect(logs).toEqual([expect.stringContaining('New job')]);
  });

  test('finds that outside its thread, and reports in its own', async () => {
    const { claimed, thread } = await claiming({
      requestKey: CAUSE,
      target: { kind: 'cause' },
      service: IDLE,
      readCause: async () => [earlier],
      pullStateOf: async () => 'open',
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
    expect(thread.markerOf(101)).toMatchObject({ state: 'starting' });
  });
});
