import { describe, expect, test } from '@jest/globals';
import { unfinishedWatch } from '../../src/saved-watch.ts';
import { reporterWithThread } from '../support/reporter-with-thread.ts';
import { sampleJob } from '../support/sample-job.ts';
import { ASKED, inTime, OUTCOMES, REQUEST } from '../support/sample-outcomes.ts';
import { broken, REF } from '../support/scripted-thread.ts';

const UNTIL = inTime(1_800_000);

/** A run that has said in its thread that it asks. */
async function asking(...scene: Parameters<typeof reporterWithThread>) {
  const here = reporterWithThread(...scene);
  here.reporter.asked(ASKED, here.places);
  await here.reporter.asking();
  return here;
}

describe('the post step knows what to say if the run is killed', () => {
  test('before the service is asked: nothing was started', async () => {
    const { saved } = await asking();
    expect(saved()).toMatchObject({
      jobId: '',
      draft: {
        ...{ issueNumber: REF.issueNumber, prose: expect.stringMatching(/Cancelled.*nothing was started/) },
        marker: { state: 'unsent', alive: 0 },
      },
    });
  });

  test('while the comment is created: nothing was started either', async () => {
    const { places, reporter, saved, thread } = reporterWithThread();
    reporter.asked(ASKED, places);
    const asked = reporter.asking();
    expect(thread.bodies.size).toBeLessThanOrEqual(1);
    expect(saved()?.draft).toMatchObject({ comment: null, marker: { state: 'unsent' } });
    await asked;
  });

  test.each(['create', 'follow-up'] as const)('while a %s is on its way: nobody knows', async (operation) => {
    const { reporter, saved } = await asking();
    reporter.sent(operation);
    expect(saved()).toMatchObject({
      jobId: '',
      draft: {
        ...{ comment: REF.id, prose: expect.stringMatching(/may or may not have started/) },
        marker: { state: 'unconfirmed', alive: 0 },
      },
    });
  });

  test('in the pause before it is sent again, as it was refused: nothing was started', async () => {
    const { reporter, saved } = await asking();
    reporter.sent('create');
    reporter.pausing();
    expect(saved()?.draft).toMatchObject({ marker: { state: 'unsent' } });
    reporter.sent('create');
    expect(saved()?.draft).toMatchObject({ marker: { state: 'unconfirmed' } });
  });

  test('and whose comment it is, where the answer to its creation was lost', async () => {
    const { reporter, saved, thread } = await asking([{ carriedOut: broken() }]);
    reporter.sent('create');
    expect(thread.bodies.size).toBe(1);
    expect(saved()?.draft).toMatchObject({ comment: null, marker: { state: 'unconfirmed' } });
  });

  test('a status request changes nothing of it', async () => {
    const { reporter, runner } = await asking();
    await reporter.started(sampleJob(), UNTIL);
    const before = { ...runner.states };
    reporter.sent('status');
    expect(runner.states).toEqual(before);
  });

  test('while the job is watched: it goes on', async () => {
    const { reporter, saved } = await asking();
    reporter.sent('create');
    await reporter.started(sampleJob(), UNTIL);
    expect(saved()).toMatchObject({
      jobId: 'j_8fk2',
      draft: {
        ...{ comment: REF.id, prose: expect.stringMatching(/Watching stopped.*the job goes on/) },
        marker: { state: 'open', job: 'j_8fk2', alive: 0 },
      },
    });
  });

  test('while the comment is written that names the job, too', async () => {
    const { reporter, saved } = await asking();
    reporter.sent('create');
    const started = reporter.started(sampleJob(), UNTIL);
    expect(saved()).toMatchObject({ jobId: 'j_8fk2', draft: { comment: REF.id, marker: { state: 'open' } } });
    await started;
  });

  test('while the end is written: the end, and that somebody is mentioned', async () => {
    const { reporter, runner, thread } = await asking();
    await reporter.started(sampleJob(), UNTIL);
    const { update } = thread.comments;
    const known: unknown[] = [];
    Object.assign(thread.comments, {
      update(id: number, body: string) {
        known.push(unfinishedWatch(runner));
        return update(id, body);
      },
    });
    await reporter.ended(OUTCOMES.failed);
    expect(known).toEqual([
      expect.objectContaining({
        jobId: 'j_8fk2',
        draft: expect.objectContaining({
          prose: expect.stringContaining('The agent failed'),
          marker: expect.objectContaining({ state: 'ended', verdict: 'failed', mentioned: true, alive: 0 }),
        }),
      }),
    ]);
  });

  test('without a thread: of the job only', async () => {
    const { reporter, saved } = reporterWithThread();
    reporter.asked(ASKED, {});
    await reporter.asking();
    reporter.sent('create');
    expect(saved()).toBeUndefined();
    await reporter.started(sampleJob(), UNTIL);
    expect(saved()).toEqual({ jobId: 'j_8fk2', draft: undefined });
  });

  test('until the run has told its end', async () => {
    const { reporter, runner, saved } = await asking();
    await reporter.started(sampleJob(), UNTIL);
    await reporter.ended(OUTCOMES['no changes']);
    expect(saved()).toBeUndefined();
    expect(runner.states).toEqual({ job: '', draft: '' });
  });
});

test('the masked words are in no comment, and not in what the post step will write', async () => {
  const request = { ...REQUEST, title: 'it is s3cret' };
  const { runner, written, places, reporter, saved } = reporterWithThread([], request);
  runner.mask('s3cret');
  reporter.asked({ ...ASKED, request }, places);
  await reporter.asking();
  expect(saved()?.draft?.prose).toContain('it is ***');
  await reporter.started(sampleJob(), UNTIL);
  expect(saved()?.draft?.prose).toContain('it is ***');
  await reporter.ended(OUTCOMES.failed);
  expect(written().length).toBeGreaterThanOrEqual(3);
  expect(written().join()).not.toContain('s3cret');
});
