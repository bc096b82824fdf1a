import { describe, expect, test } from '@jest/globals';
import { markContinued } from '../../../src/report/earlier-comments.ts';
import { quoteHash } from '../../../src/thread/marker.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import { createMemoryThread, type MemoryThread } from '../../support/memory-thread.ts';
import { type MarkerFields, STATES, urlOf } from '../../support/sample-records.ts';

const RUNS = 'https://github.com/acme/app/actions/runs';

/** The request 101, and a later one of another run, which writes its comment where `isTold`. */
async function scene(fields: MarkerFields & { readonly prose?: string } = {}, isTold = true) {
  const world = createMemoryThread();
  world.seed({ state: STATES.open, requester: 5, leaseSeconds: 600, ...fields });
  const { thread, report } = world.process('later');
  const record = (await thread.read([])).records[0];
  if (!record) throw new Error('It is not there.');
  if (isTold) await report.announce(undefined);
  return { ...world, thread, record };
}

const hand = (thread: Awaited<ReturnType<typeof scene>>['thread'], record: StatusRecord) =>
  markContinued({ record, thread, runsUrl: RUNS });

describe('the comment of an earlier request', () => {
  test('says that its job continues with a later request, and links that', async () => {
    const quote = '> Explain the flag — bob';
    const prose = `**⏳ Working on it**\n${quote}\n`;
    const { thread, record, bodyOf, markerOf } = await scene({ prose, quote: quoteHash(quote) });
    await hand(thread, record);
    expect(bodyOf(101)).toContain('**↪️ Continued**');
    expect(bodyOf(101)).toContain(urlOf(102));
    expect(bodyOf(101)).toContain(quote);
    expect(bodyOf(101)).toContain(`${RUNS}/77`);
    const before = { requester: 5, run: 77, mentioned: false, leaseSeconds: 0 };
    expect(markerOf(101)).toMatchObject({ state: 'continued', job: 'j_8fk2', by: 102, ...before });
  });

  test('does not keep a quote that was not signed', async () => {
    const { thread, record, bodyOf } = await scene({
      prose: '> Text by another account',
      quote: quoteHash('> Other'),
    });
    await hand(thread, record);
    expect(bodyOf(101)).not.toContain('another account');
  });

  test.each([STATES.ended, STATES.continued, STATES.unconfirmed])('stays unchanged in state $state', async (state) => {
    const { thread, record, calls } = await scene({ state });
    const before = calls.length;
    await hand(thread, record);
    expect(calls).toHaveLength(before);
  });

  test('stays unchanged if the later request has no comment', async () => {
    const { thread, record, markerOf } = await scene({}, false);
    await hand(thread, record);
    expect(markerOf(101)).toMatchObject({ state: 'open' });
  });

  test('stays unchanged if its run reported the end meanwhile', async () => {
    const { thread, record, seed, markerOf } = await scene();
    seed({ id: 101, state: STATES.ended });
    await hand(thread, record);
    expect(markerOf(101)).toMatchObject({ state: 'ended' });
  });

  test('does not fail the run if it cannot be edited', async () => {
    const {
      thread,
      record,
      faults,
    }: Pick<MemoryThread, 'faults'> & Pick<Awaited<ReturnType<typeof scene>>, 'thread' | 'record'> = await scene();
    faults.set('update', { error: Object.assign(new Error('untrusted text'), { status: 403 }) });
    await expect(hand(thread, record)).resolves.toBeUndefined();
  });
});
