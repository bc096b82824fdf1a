import { describe, expect, test } from '@jest/globals';
import { readUnfinished } from '../../../src/report/post-state.ts';
import { reporterWithThread } from '../../support/reporter-with-thread.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { ASKED, inTime, OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';
import { broken, REF } from '../../support/scripted-thread.ts';

const UNTIL = inTime(1_800_000);

/** A run that has announced its request in the thread. */
async function asking(...scene: Parameters<typeof reporterWithThread>) {
  const here = reporterWithThread(...scene);
  here.reporter.prepared(ASKED, here.places);
  await here.report.announce(undefined);
  return here;
}

describe('the post step of a killed run', () => {
  test('says before the creation that no job was created', async () => {
    const { saved } = await asking();
    expect(saved()).toMatchObject({
      jobId: '',
      draft: {
        issueNumber: REF.issueNumber,
        prose: expect.stringMatching(/Cancelled.*no job was created/),
        marker: { state: 'unsent', leaseSeconds: 0 },
      },
    });
  });

  test('says while the comment is written that no job was created', async () => {
    const { places, report, reporter, saved, thread } = reporterWithThread();
    reporter.prepared(ASKED, places);
    const asked = report.announce(undefined);
    expect(thread.bodies.size).toBeLessThanOrEqual(1);
    expect(saved()?.draft).toMatchObject({ comment: null, marker: { state: 'unsent' } });
    await asked;
  });

  test.each(['create', 'follow-up'] as const)(
    'says while a %s is in flight that a job may have been created',
    async (operation) => {
      const { reporter, saved } = await asking();
      reporter.sent(operation);
      expect(saved()).toMatchObject({
        jobId: '',
        draft: {
          comment: REF.id,
          prose: expect.stringMatching(/Unconfirmed.*the job may exist/),
          marker: { state: 'unconfirmed', leaseSeconds: 0 },
        },
      });
    },
  );

  test('says in the pause before a retry that no job was created', async () => {
    const { reporter, saved } = await asking();
    reporter.sent('create');
    reporter.pausing({ kind: 'quota-exhausted', retryIn: undefined }, 2_000);
    expect(saved()?.draft).toMatchObject({ marker: { state: 'unsent' } });
    reporter.sent('create');
    expect(saved()?.draft).toMatchObject({ marker: { state: 'unconfirmed' } });
  });

  test('knows its comment even if the answer to its creation was lost', async () => {
    const { reporter, saved, thread } = await asking([{ carriedOut: broken() }]);
    reporter.sent('create');
    expect(thread.bodies.size).toBe(1);
    expect(saved()?.draft).toMatchObject({ comment: REF.id, marker: { state: 'unconfirmed' } });
  });

  test('is not changed by a poll', async () => {
    const { reporter, runner } = await asking();
    await reporter.started(sampleJob(), UNTIL);
    const before = { ...runner.states };
    reporter.sent('status');
    expect(runner.states).toEqual(before);
  });

  test('says during the wait that the job keeps running', async () => {
    const { reporter, saved } = await asking();
    reporter.sent('create');
    await reporter.started(sampleJob(), UNTIL);
    expect(saved()).toMatchObject({
      jobId: 'j_8fk2',
      draft: {
        comment: REF.id,
        prose: expect.stringMatching(/Cancelled.*the job was still running at 12:05 UTC/),
        marker: { state: 'open', job: 'j_8fk2', leaseSeconds: 0 },
      },
    });
  });

  test('says the same while the comment that names the job is written', async () => {
    const { reporter, saved } = await asking();
    reporter.sent('create');
    const started = reporter.started(sampleJob(), UNTIL);
    expect(saved()).toMatchObject({ jobId: 'j_8fk2', draft: { comment: REF.id, marker: { state: 'open' } } });
    await started;
  });

  test('reports the verdict and remembers the mention while the end is written', async () => {
    const { reporter, runner, thread } = await asking();
    await reporter.started(sampleJob(), UNTIL);
    const { update } = thread.comments;
    const known: unknown[] = [];
    Object.assign(thread.comments, {
      update(id: number, body: string) {
        known.push(readUnfinished(runner));
        return update(id, body);
      },
    });
    await reporter.ended(OUTCOMES.failed, true);
    expect(known).toEqual([
      expect.objectContaining({
        jobId: 'j_8fk2',
        draft: expect.objectContaining({
          prose: expect.stringContaining('Job failed'),
          marker: expect.objectContaining({ state: 'ended', verdict: 'failed', mentioned: 'end', leaseSeconds: 0 }),
        }),
      }),
    ]);
  });

  test('names only the job without a thread', async () => {
    const { reporter, saved } = reporterWithThread();
    reporter.prepared(ASKED, {});
    reporter.sent('create');
    expect(saved()).toBeUndefined();
    await reporter.started(sampleJob(), UNTIL);
    expect(saved()).toEqual({ jobId: 'j_8fk2', hasEnded: false, draft: undefined, pullComment: undefined });
  });

  test('has nothing to do after the run has reported its end', async () => {
    const { reporter, runner, saved } = await asking();
    await reporter.started(sampleJob(), UNTIL);
    await reporter.ended(OUTCOMES['no changes'], false);
    expect(saved()).toBeUndefined();
    expect(runner.states).toEqual({ job: '', draft: '', ended: '' });
  });
});

test('a masked value is in no comment and not in the draft of the post step', async () => {
  const request = { ...REQUEST, title: 'it is s3cret' };
  const { runner, written, places, report, reporter, saved } = reporterWithThread([], request);
  runner.mask('s3cret');
  reporter.prepared({ ...ASKED, request }, places);
  await report.announce(undefined);
  expect(saved()?.draft?.prose).toContain('it is ***');
  await reporter.started(sampleJob(), UNTIL);
  expect(saved()?.draft?.prose).toContain('it is ***');
  await reporter.ended(OUTCOMES.failed, true);
  expect(written().length).toBeGreaterThanOrEqual(3);
  expect(written().join()).not.toContain('s3cret');
});
