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
async function withdrawn(steps: readonly Step[] = []) {
  const here = reporterWithThread(['well', ...steps]);
  here.reporter.asked(ASKED, here.places);
  await here.reporter.asking();
  await here.report.withdraw(OLDER);
  return here;
}

test('a run that another one was before takes its word back', async () => {
  const { report, thread } = await withdrawn();
  expect(thread.bodies.size).toBe(0);
  expect(report.url).toBeUndefined();
});

test('and says that it asks again, where the other one did not', async () => {
  const { report, thread } = await withdrawn();
  expect(await report.asking()).toBe(true);
  expect(thread.bodies.size).toBe(1);
  expect(readingOf(thread)).toMatchObject({ kind: 'signed', marker: { state: 'starting' } });
});

describe('where the comment cannot be deleted', () => {
  const refusals = [answered(403)];

  test('it says who asked before, and remembers that nothing was sent', async () => {
    const { thread } = await withdrawn(refusals);
    const [head, quote] = (thread.bodies.get(REF.id) ?? '').split('\n');
    expect(head).toBe(`**↪️ Asked before** · [that request](${OLDER}) tells how it ends`);
    expect(quote).toMatch(/^> Explain the new/);
    expect(readingOf(thread)).toMatchObject({
      ...{ kind: 'signed', bound: true },
      marker: { state: 'unsent', alive: 0, mentioned: false },
    });
    expect(thread.warnings).toEqual([expect.stringMatching(/could not be deleted.*403/)]);
  });

  test('the run says in a new one that it asks, where the other one did not: numbers say who spoke first', async () => {
    const { report, thread } = await withdrawn(refusals);
    expect(await report.asking()).toBe(true);
    expect([...thread.bodies.keys()]).toEqual([REF.id, SECOND]);
    expect(readingOf(thread)).toMatchObject({ marker: { state: 'unsent' } });
    expect(readingOf(thread, SECOND)).toMatchObject({ kind: 'signed', marker: { state: 'starting' } });
  });

  test('the new one is told from it, where the answer to its creation was lost', async () => {
    const { report, thread, reporter, saved } = await withdrawn([...refusals, 'well', { carriedOut: broken() }]);
    await report.asking();
    reporter.sent('create');
    await report.working(sampleJob(), new Date(0));
    expect(readingOf(thread)).toMatchObject({ marker: { state: 'unsent' } });
    expect(readingOf(thread, SECOND)).toMatchObject({ marker: { state: 'open', job: 'j_8fk2' } });
    expect(saved()?.draft).toMatchObject({ comment: SECOND });
  });

  test('it stays as it is while the run goes with the other request', async () => {
    const { report, thread } = await withdrawn(refusals);
    const body = thread.bodies.get(REF.id);
    report.observe(sampleRecord({ id: 3, alive: 600, isAlive: true }));
    expect(report.url).toBe(OLDER);
    await report.ended(OUTCOMES['pull request'], 0);
    expect(thread.bodies.get(REF.id)).toBe(body);
  });

  test('the post step would leave those words, should the run be killed', async () => {
    const { saved, thread } = await withdrawn(refusals);
    const prose = (thread.bodies.get(REF.id) ?? '').split('\n<!--')[0];
    expect(saved()?.draft?.prose).toBe(prose);
  });

  test('nor edited, it is a warning only', async () => {
    const { thread } = await withdrawn([answered(403), answered(500), answered(500)]);
    expect(readingOf(thread)).toMatchObject({ marker: { state: 'starting' } });
    expect(thread.warnings).toHaveLength(2);
  });
});
