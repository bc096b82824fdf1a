import { describe, expect, test } from '@jest/globals';
import { TransportError } from '../../src/http/transport-error.ts';
import { type InterruptedRun, interruptedRun } from '../support/interrupted-run.ts';
import { phaseOf, type State, stateIn } from '../support/phases.ts';
import { sampleJob } from '../support/sample-job.ts';
import { inTime, OUTCOMES } from '../support/sample-outcomes.ts';
import { MARKED } from '../support/scripted-thread.ts';

const UNTIL = inTime(1_800_000);
const OPEN: State = { state: 'open', job: 'j_8fk2' };

/** How far a run comes before it is killed. */
const UP_TO = {
  announcing: async ({ report }: InterruptedRun) => void (await report.announce(undefined)),
  async sending(run: InterruptedRun) {
    await UP_TO.announcing(run);
    run.reporter.sent('create');
  },
  async waiting(run: InterruptedRun) {
    await UP_TO.sending(run);
    await run.reporter.started(sampleJob(), UNTIL);
  },
  /** GitHub does not take the edit that names the job. */
  async naming(run: InterruptedRun) {
    await UP_TO.sending(run);
    run.answer(dead);
    await run.reporter.started(sampleJob(), UNTIL);
  },
  /** GitHub does not take the edit that reports the end. */
  async ending(run: InterruptedRun) {
    await UP_TO.waiting(run);
    run.answer((request, good) => (request.method === 'PATCH' ? dead() : good()));
    await run.reporter.ended(OUTCOMES.failed, true);
  },
};

const proseOf = (body = '') => body.split('\n<!--')[0];

const dead = () => Promise.reject(new TransportError('reset', 'it was killed'));

async function killedWhile(phase: keyof typeof UP_TO) {
  const run = interruptedRun();
  await UP_TO[phase](run);
  run.answer((_, good) => good());
  return run;
}

describe('the post step of a run that was killed', () => {
  test.each<[keyof typeof UP_TO, State, RegExp, RegExp]>([
    ['announcing', { state: 'unsent' }, /Cancelled.*no job was created/, /killed before the service returned a job id/],
    [
      'sending',
      { state: 'unconfirmed' },
      /Unconfirmed.*the job may exist/,
      /killed before the service returned a job id/,
    ],
    ['naming', OPEN, /Cancelled.*the job was still running at/, /waited for job j_8fk2\. The job keeps running/],
    ['waiting', OPEN, /Cancelled.*the job was still running at/, /waited for job j_8fk2\. The job keeps running/],
  ])('while %s writes what was known into comment and marker: %j', async (phase, state, head, warned) => {
    const run = await killedWhile(phase);
    const { warnings } = await run.post();
    expect((await run.bodyOf(7))?.split('\n')[0]).toMatch(head);
    const marker = await run.markerOf(7);
    expect(marker).toMatchObject({ nonce: MARKED.nonce, requestKey: MARKED.requestKey, leaseSeconds: 0 });
    expect(stateIn(marker)).toBe(state.state);
    expect(warnings).toEqual([expect.stringMatching(warned)]);
    expect(warnings.join()).not.toMatch(/null|undefined/);
  });

  test('while ending writes the end, and does not say that the step was killed', async () => {
    const run = await killedWhile('ending');
    const { warnings } = await run.post();
    expect(await run.bodyOf(7)).toMatch(/^\*\*❌ Job failed/);
    expect(await run.markerOf(7)).toMatchObject({
      phase: { at: 'over', why: 'ended', job: 'j_8fk2', verdict: 'failed' },
      leaseSeconds: 0,
    });
    expect(warnings).toEqual([]);
  });

  test('writes no mention and remembers that one is due', async () => {
    const run = await killedWhile('ending');
    await run.post();
    expect(await run.markerOf(7)).toMatchObject({ mentioned: 'end' });
    expect(await run.bodyOf(8)).toBeUndefined();
  });

  test('between the end and the mention changes nothing', async () => {
    const run = await killedWhile('waiting');
    await run.report.ended(OUTCOMES.failed, undefined);
    const before = [proseOf(await run.bodyOf(7)), await run.markerOf(7)];
    await run.post();
    expect([proseOf(await run.bodyOf(7)), await run.markerOf(7)]).toEqual(before);
    expect(await run.markerOf(7)).toMatchObject({ phase: { why: 'ended' }, mentioned: 'end' });
  });

  test('changes nothing if it runs twice', async () => {
    const run = await killedWhile('waiting');
    await run.post();
    const body = await run.bodyOf(7);
    await run.post();
    expect(await run.bodyOf(7)).toBe(body);
  });
});

describe('a comment whose id the run never received', () => {
  /** Others wrote before; then the comment is created, and the answer is lost. */
  async function lost() {
    const run = interruptedRun();
    await run.thread.comments.create('Words of a person.');
    await writeAs(run, { state: 'starting' });
    run.answer((request, good) => {
      const answer = good();
      return request.method === 'POST' ? dead() : answer;
    });
    await run.report.announce(undefined);
    run.answer((_, good) => good());
    return run;
  }

  test('is found by its author and marker', async () => {
    const run = await lost();
    const others = [await run.bodyOf(7), await run.bodyOf(8)];
    const { requests } = await run.post();
    expect(await run.markerOf(9)).toMatchObject({ phase: { why: 'unsent' }, leaseSeconds: 0 });
    expect([await run.bodyOf(7), await run.bodyOf(8)]).toEqual(others);
    expect(requests.filter((line) => !line.startsWith('GET'))).toEqual(['PATCH issues/comments/9']);
  });

  test('is found while the creation of the job is in flight, too', async () => {
    const run = await lost();
    run.reporter.sent('create');
    await run.post();
    expect(await run.markerOf(9)).toMatchObject({ phase: { why: 'unconfirmed' } });
  });

  test('is not written if it was never created', async () => {
    const run = interruptedRun();
    run.answer((request, good) => (request.method === 'POST' ? dead() : good()));
    await expect(run.report.announce(undefined)).rejects.toMatchObject({ name: 'GitHubError' });
    run.answer((_, good) => good());
    const { requests, warnings } = await run.post();
    expect(requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
    expect(warnings).toHaveLength(1);
  });
});

describe('a comment that another run wrote since is left unchanged', () => {
  test.each<State>([
    { state: 'continued', job: 'j_8fk2', by: { thread: 31, comment: 9 } },
    { state: 'ended', job: 'j_8fk2', verdict: 'no-changes', link: '' },
    OPEN,
  ])('%j', async (state) => {
    const run = await killedWhile('waiting');
    await writeAs(run, state, 7);
    const body = await run.bodyOf(7);
    const { requests, warnings } = await run.post();
    expect(await run.bodyOf(7)).toBe(body);
    expect(requests).toEqual(['GET issues/comments/7']);
    expect(warnings).toHaveLength(1);
  });

  test('also if the run adopted it and did not write it', async () => {
    const run = interruptedRun();
    await writeAs(run, OPEN);
    const [record] = await run.another().read([]);
    if (!record) throw new Error('No record.');
    run.thread.comment.adopt(record);
    run.answer(dead);
    await run.reporter.started(sampleJob(), UNTIL);
    run.answer((_, good) => good());
    await run.post();
    expect(await run.bodyOf(7)).toBe(record.comment.body);
  });
});

/** Another run writes: a comment of its own, or over one that is there. */
async function writeAs(run: InterruptedRun, state: State, over?: number): Promise<void> {
  const other = run.another();
  const marker = over === undefined ? undefined : await run.markerOf(over);
  const comment = over === undefined ? undefined : await other.comments.get(over);
  if (marker && comment) other.comment.adopt({ comment, marker });
  const shown = { prose: '**By another run**', request: { ...MARKED, phase: phaseOf(state) }, lease: () => 60 };
  expect(await other.comment.show(shown)).toBe('shown');
}
