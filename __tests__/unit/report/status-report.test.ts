import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import { createMemoryThread, type ProcessOptions } from '../../support/memory-thread.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { STATES } from '../../support/sample-records.ts';

const UNTIL = new Date(0);
const SECOND = 1_000;

/** A run that was asked for by alice, the account 5. */
function scene(options: ProcessOptions = {}) {
  const world = createMemoryThread();
  return {
    ...world,
    ...world.process('me', { login: 'alice', ...options, request: { requester: 5, ...options.request } }),
  };
}
type Scene = ReturnType<typeof scene>;

async function working(options: ProcessOptions = {}): Promise<Scene> {
  const here = scene(options);
  await here.report.announce(undefined);
  here.report.sending();
  await here.report.working(sampleJob(), UNTIL);
  return here;
}

/** The first line of the comment, and what it remembers. */
const shown = ({ bodyOf, markerOf }: Scene, id = 101) => ({
  head: bodyOf(id)?.split('\n')[0],
  state: markerOf(id)?.state,
  mentioned: markerOf(id)?.mentioned,
});

describe('a request', () => {
  test('is one status comment, and one mention after its end was written', async () => {
    const here = await working();
    expect(shown(here)).toMatchObject({
      head: expect.stringContaining('Working on it'),
      state: 'open',
      mentioned: 'no',
    });
    expect(await here.report.ended(OUTCOMES['pull request'], 60 * SECOND)).toBe('reported');
    expect(shown(here)).toMatchObject({
      head: expect.stringContaining('Pull request ready'),
      state: 'ended',
      mentioned: 'end',
    });
    const writes = here.calls.filter((call) => !call.startsWith('get'));
    expect(writes).toEqual(['create 101', 'update 101', 'update 101', 'create 102']);
    expect(here.clock.pauses).toEqual([1_000]);
    expect(here.bodyOf(102)).toMatch(/^@alice ✅ Pull request ready/);
    expect(here.bodyOf(102)).not.toContain('\n');
  });

  test('has the lease of its run, and none at the end', async () => {
    const here = await working({ deadline: 90 * SECOND });
    expect(here.markerOf(101)?.leaseSeconds).toBe(90);
    here.clock.pass(10 * SECOND);
    await here.report.working(sampleJob(), UNTIL);
    expect(here.markerOf(101)?.leaseSeconds).toBe(80);
    await here.report.ended(OUTCOMES['timed out'], 60 * SECOND);
    expect(here.markerOf(101)?.leaseSeconds).toBe(0);
  });

  test('with `wait: false` is never reported as at work', async () => {
    const here = scene();
    await here.report.working(sampleJob(), undefined);
    expect(here.calls).toEqual([]);
    await here.report.ended({ verdict: 'started', job: sampleJob(), why: { kind: 'not-asked' } }, 0);
    expect(shown(here)).toMatchObject({ head: expect.stringContaining('Job started') });
  });
});

describe('no account is mentioned', () => {
  const silent = async (outcome: Outcome, here: Scene) => {
    await here.report.ended(outcome, 0);
    expect(here.ids()).toEqual([101]);
    expect(here.clock.pauses).toEqual([]);
  };

  test.each(['timed out', 'cancelled while waiting', 'cancelled before'] as const)('after "%s"', async (outcome) => {
    await silent(OUTCOMES[outcome], await working());
  });

  test('in a run that was cancelled', async () => {
    const cancel = new AbortController();
    const here = await working({ signal: cancel.signal });
    cancel.abort();
    await silent(OUTCOMES['pull request'], here);
  });

  test('without a requester', async () => {
    const here = scene({ request: { requester: null } });
    await here.report.announce(undefined);
    await silent(OUTCOMES['no changes'], here);
  });

  test('a second time by a sweep', async () => {
    const here = await working();
    const record = { comment: (await here.comments.get(101)) ?? fail(), marker: here.markerOf(101) ?? fail() };
    const sweep = here.process('sweep', { login: 'alice', request: { requester: 5 } });
    sweep.thread.comment.adopt(record);
    await sweep.report.ended(OUTCOMES['pull request'], undefined);
    await here.report.ended(OUTCOMES['pull request'], 0);
    expect(here.ids()).toEqual([101, 102]);
    expect(here.markerOf(101)?.mentioned).toBe('end');
  });

  test('after another run wrote the comment', async () => {
    const here = await working();
    here.clock.at(500, () => here.seed({ id: 101, state: STATES.ended, mentioned: 'end' }));
    await here.report.ended(OUTCOMES['pull request'], 0);
    expect(here.ids()).toEqual([101]);
  });

  test('if the end could not be written', async () => {
    const here = await working();
    here.faults.set('update', { error: Object.assign(new Error('untrusted text'), { status: 403 }) });
    expect(await here.report.ended(OUTCOMES['pull request'], 0)).toBe('not-reported');
    expect(here.ids()).toEqual([101]);
  });
});

test('a mention that cannot be written is a warning, and is not repeated', async () => {
  const here = await working();
  here.faults.set('create', { error: Object.assign(new Error('untrusted text'), { status: 403 }) });
  expect(await here.report.ended(OUTCOMES['pull request'], 0)).toBe('reported');
  expect(here.warnings).toEqual(['The requester could not be mentioned: GitHub denied access (403).']);
  expect(here.markerOf(101)?.mentioned).toBe('end');
});

describe('the draft for the post step', () => {
  test('is saved before the comment exists, and after each change', async () => {
    const here = await working();
    const words = here.saved.map(({ comment, marker, prose }) => [comment, marker.state, prose.split('\n')[0]]);
    expect(words[0]).toEqual([null, 'unsent', expect.stringContaining('Cancelled')]);
    expect(words).toContainEqual([101, 'unconfirmed', expect.stringContaining('the job may exist')]);
    expect(words.at(-1)).toEqual([101, 'open', expect.stringContaining('the job was still running at')]);
    expect(here.saved.map(({ marker }) => marker.leaseSeconds)).toEqual(here.saved.map(() => 0));
  });

  test('is not saved before the run announces its create', async () => {
    const here = scene();
    here.report.sending();
    await here.report.working(sampleJob(), UNTIL);
    expect(here.saved.filter(({ marker }) => marker.state === 'starting')).toEqual([]);
  });
});

test('a text that a comment has already is recognized with any marker', async () => {
  const here = await working();
  await here.report.ended(OUTCOMES['no changes'], undefined);
  const body = here.bodyOf(101) ?? '';
  expect(here.report.isReported(OUTCOMES['no changes'], body)).toBe(true);
  expect(here.report.isReported(OUTCOMES.failed, body)).toBe(false);
  expect(here.report.isReported(OUTCOMES['no changes'], `Edited. ${body}`)).toBe(false);
});

const fail = (): never => {
  throw new Error('It is not there.');
};
