import { describe, expect, test } from '@jest/globals';
import { reporterWithThread } from '../../support/reporter-with-thread.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { ASKED, OUTCOMES } from '../../support/sample-outcomes.ts';
import { sampleRecord } from '../../support/sample-records.ts';
import { answered, broken, REF, readingOf, type Step } from '../../support/scripted-thread.ts';

/** The comment that is written next. */
const SECOND = REF.id + 1;
const OLDER = 'https://github.com/acme/app/issues/31#issuecomment-3';

/** A run that said that it asks, and found out that another one had asked before. */
async function retracted(steps: readonly Step[] = []) {
  const here = reporterWithThread(['well', ...steps]);
  here.reporter.prepared(ASKED, here.places);
  await here.report.announce(undefined);
  await here.report.retract(OLDER);
  return here;
}

test('a run that retracts its announcement deletes its comment', async () => {
  const { report, thread } = await retracted();
  expect(thread.bodies.size).toBe(0);
  expect(report.url).toBeUndefined();
});

test('a run that retracted its announcement announces its create again in a new comment', async () => {
  const { report, thread } = await retracted();
  await report.announce(undefined);
  expect(thread.bodies.size).toBe(1);
  expect(readingOf(thread)).toMatchObject({ kind: 'signed', marker: { state: 'starting' } });
});

describe('a retracted comment that cannot be deleted', () => {
  const refusals = [answered(403)];

  test('links the earlier request, and has the state unsent', async () => {
    const { thread } = await retracted(refusals);
    const [head, quote] = (thread.bodies.get(REF.id) ?? '').split('\n');
    expect(head).toBe(`**↪️ Requested before** · [that request](${OLDER}) reports the result`);
    expect(quote).toMatch(/^> Explain the new/);
    expect(readingOf(thread)).toMatchObject({
      kind: 'signed',
      bound: true,
      marker: { state: 'unsent', leaseSeconds: 0, mentioned: 'no' },
    });
    expect(thread.warnings).toEqual([expect.stringMatching(/could not be deleted.*403/)]);
  });

  test('stays, and a later announcement is a new comment', async () => {
    const { report, thread } = await retracted(refusals);
    await report.announce(undefined);
    expect([...thread.bodies.keys()]).toEqual([REF.id, SECOND]);
    expect(readingOf(thread)).toMatchObject({ marker: { state: 'unsent' } });
    expect(readingOf(thread, SECOND)).toMatchObject({ kind: 'signed', marker: { state: 'starting' } });
  });

  test('is not taken for the new one whose creation was not answered', async () => {
    const { report, thread, reporter, saved } = await retracted([...refusals, 'well', { carriedOut: broken() }]);
    await report.announce(undefined);
    reporter.sent('create');
    await report.working(sampleJob(), new Date(0));
    expect(readingOf(thread)).toMatchObject({ marker: { state: 'unsent' } });
    expect(readingOf(thread, SECOND)).toMatchObject({ marker: { state: 'open', job: 'j_8fk2' } });
    expect(saved()?.draft).toMatchObject({ comment: SECOND });
  });

  test('stays unchanged while the run reports in the comment of the other request', async () => {
    const { report, thread } = await retracted(refusals);
    const body = thread.bodies.get(REF.id);
    report.adopt(sampleRecord({ id: 3 }));
    expect(report.url).toBe(OLDER);
    await report.ended(OUTCOMES['pull request'], 0);
    expect(thread.bodies.get(REF.id)).toBe(body);
  });

  test('stays unchanged by the post step', async () => {
    const { saved, thread } = await retracted(refusals);
    const prose = (thread.bodies.get(REF.id) ?? '').split('\n<!--')[0];
    expect(saved()?.draft?.prose).toBe(prose);
  });

  test('or edited is a warning', async () => {
    const { thread } = await retracted([answered(403), answered(500), answered(500)]);
    expect(readingOf(thread)).toMatchObject({ marker: { state: 'starting' } });
    expect(thread.warnings).toHaveLength(2);
  });
});
