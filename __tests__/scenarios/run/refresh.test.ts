import { describe, expect, test } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, byHand, turnsOf } from '../../support/conversation.ts';
import { by, openPull, promptOf } from '../../support/events.ts';
import { aliceIn, changesIn, EDITS, OBJECTIVE, pushIn, runOnPush, schedule } from '../../support/pushes.ts';
import { AGAIN, onlyComment } from '../../support/re-runs.ts';
import { askedOfAnalytics, countedPages, pagesIn, partsOf, type Row, WEEKLY } from '../../support/refresh.ts';
import { createScene, dispatch, ISSUE, type Scene } from '../../support/scene.ts';

const DAY = 86_400_000;

/** The lines on the pages with the most visitors: of those with as many, the path that comes first. */
function lines(pages: readonly Row[], by: 'total' | 'human' | 'ai' = 'total', top = 20): string[] {
  const ranked = pages.toSorted((a, b) => b[by] - a[by] || (a.path < b.path ? -1 : 1)).slice(0, top);
  return ranked.map(
    ({ path, human, ai, total }, at) =>
      `${at + 1}. ${path} (${total} ${total === 1 ? 'visitor' : 'visitors'}: ${human} ${human === 1 ? 'person' : 'people'}, ${ai} ${ai === 1 ? 'AI agent' : 'AI agents'})`,
  );
}

/** The days before which a window may end that began between two moments. */

describe('a refresh', () => {
  test('without a prompt: the 20 pages that are read most, as the service counts them, fenced', async () => {
    await using scene = await createScene();
    const result = await scene.run({ event: schedule, inputs: WEEKLY });
    expect(result).toMatchObject({
      ...{ exitCode: 0, annotations: [] },
      outputs: { verdict: 'pull-request', commentUrl: '' },
    });

    const [{ dateFrom = '', dateTo = '', ...rest } = {}, ...more] = askedOfAnalytics(scene);
    expect(dateTo).toBe(new Date(scene.clock.now() + DAY).toISOString().slice(0, 10));
    expect(Date.parse(dateTo) - Date.parse(dateFrom)).toBe(30 * DAY);
    expect([rest, more]).toEqual([{ limit: '250', offset: '0' }, []]);

    const counted = await countedPages(scene);
    const [instruction, pages, end, ...others] = partsOf(promptOf(scene));
    expect(counted.length).toBeGreaterThan(100);
    expect(instruction?.head).toMatch(
      /^Bring the pages below up to date: they are among the pages .* that are read most\./,
    );
    expect(instruction?.head).not.toContain('/');
    const ranking = `the 20 pages with the most visitors of ${counted.length}`;
    const [, period = 'none'] = pages?.head.split(', ') ?? [];
    expect(period).toMatch(/^\d.* 20\d\d \(30 days\)$/);
    expect(pages?.head).toBe(`${ranking}, ${period}`);
    expect(pages?.body).toEqual(lines(counted));
    expect([end, others]).toEqual([{ head: 'end', body: [''] }, []]);

    expect(result.log).toContain(`Bring up to date: ${ranking}, ${period}\nPages: ${ranking}; ${period}\n`);
    expect(result.summary).toContain(`| Pages | ${ranking}; ${period} |`);
    expect(result.summary).toMatch(/\| Sent \| 1 create, (\d+ status, )?1 analytics \|/);
    expect(result.summary).toContain(pages?.body.join('\n'));
  });

  test('with a prompt: that comes first, literally', async () => {
    await using scene = await createScene();
    const prompt = 'Test every example on these pages.\n\n  All of them: {page}';
    const result = await scene.run({ event: dispatch(), inputs: { ...WEEKLY, prompt } });
    expect(result.outputs).toMatchObject({ verdict: 'pull-request' });
    expect(result.outputs.summary).toContain('> Test every example on these pages.');
    const [instruction, pages] = partsOf(promptOf(scene));
    expect(instruction?.head).toMatch(
      /^Test every example on these pages\.\n\n {2}All of them: \{page\}\n\nWhat stands/,
    );
    expect(pages?.body).toEqual(lines(await countedPages(scene)));
  });

  test.each([
    { inputs: { 'sort-by': 'ai' }, by: 'ai' as const, who: 'most AI agents' },
    { inputs: { 'sort-by': 'human', top: '3' }, by: 'human' as const, top: 3, who: 'most people' },
    { inputs: { top: '256', window: '2d' }, top: 256, who: 'most visitors' },
    {
      inputs: { paths: '/guides/**\nsdk/**', 'paths-ignore': '**/overview' },
      matters: (path: string) => /^\/(guides|sdk)\//.test(path) && !path.endsWith('/overview'),
      who: 'most visitors',
    },
  ])('of other pages: $inputs', async ({ inputs, by, top, who, matters = () => true }) => {
    await using scene = await createScene();
    const result = await scene.run({ event: dispatch(), inputs: { ...WEEKLY, ...inputs } });
    const counted = await countedPages(scene);
    const left = counted.filter(({ path }) => matters(path));
    const expected = lines(left, by, top);
    expect(expected.length).toBeGreaterThan(2);
    const all = `${left.length}${left.length < counted.length ? ' left by paths' : ''}`;
    const ranking = `the ${expected.length} pages with the ${who} of ${all}`;
    expect(pagesIn(scene)).toEqual({ head: expect.stringContaining(`${ranking}, `), body: expected });
    expect(result.log).toContain(`\nPages: ${ranking}; `);
  });

  test('with a tracking issue: it is told there; and run again it looks at the job that is there', async () => {
    await using scene = await createScene({ job: { seconds: 1 } });
    const inputs = { ...WEEKLY, 'issue-number': String(scene.issue.number) };
    const first = await scene.run({ event: byHand(scene), inputs });
    const comment = await onlyComment(scene);
    const { jobId, prLink = 'none', commentUrl } = first.outputs;
    expect(first).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
    expect(comment?.body).toMatch(/^> Bring up to date: the 20 pages with the most visitors of \d+, .*30 days/m);
    expect(comment?.body).toContain(`Pull request ready: [acme/docs#2](${prLink})`);
    for (const { path } of await countedPages(scene)) expect(comment?.body).not.toContain(path);

    const second = await scene.run({ ...AGAIN, event: byHand(scene), inputs });
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, prLink, commentUrl } });
    expect(await onlyComment(scene)).toMatchObject({ url: commentUrl });
    expect(turnsOf(scene)).toEqual([['create']]);
  });

  test('in a job that is there: the follow-up brings the pages', async () => {
    await using scene = await createScene();
    const { outputs } = await answer(scene, scene.event);
    scene.service.script({ seconds: 1 });
    const inputs = { ...WEEKLY, operation: 'follow-up', 'job-id': outputs.jobId ?? '' };
    const result = await answer(scene, byHand(scene), { inputs });
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId: outputs.jobId });
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
    const prompt = scene.service.jobs[0]?.turns[1]?.prompt ?? '';
    expect(prompt).toMatch(/^Bring the pages below up to date/);
    expect(prompt).toContain(`\n${lines(await countedPages(scene)).join('\n')}\n`);
  });
});

describe('beside what an event brings', () => {
  test('a push: its changes, and then the pages', async () => {
    await using scene = await createScene();
    const { result } = await runOnPush(scene, EDITS, WEEKLY);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(promptOf(scene)).toMatch(new RegExp(`^${OBJECTIVE}`));
    expect(changesIn(scene)).toContain('added: src/list.ts (+1 -0)');
    const [, changes, pages, end] = partsOf(promptOf(scene)).map(({ head }) => head);
    expect([changes, pages, end]).toEqual([
      expect.stringMatching(/^the changes, /),
      expect.stringMatching(/^the 20 pages with the most visitors of \d+, /),
      'end',
    ]);
    expect(pagesIn(scene)?.body).toEqual(lines(await countedPages(scene)));
    expect(result.log).toMatch(/\nChanges: 3 files, .*\nPages: the 20 pages /);
  });

  test('a labelled issue: the pages, and then its words, which are the request', async () => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: WEEKLY });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    const [instruction, pages, issue, end] = partsOf(promptOf(scene));
    expect(instruction?.head).toMatch(/^Make the change to the documentation that is asked for below\./);
    expect(pages?.body).toEqual(lines(await countedPages(scene)));
    expect(issue?.head).toBe(`issue #${scene.issue.number} by alice, ${scene.issue.url}`);
    expect(issue?.body).toEqual([`Title: ${ISSUE.title}`, '', ISSUE.body]);
    expect(end?.head).toBe('end');
    expect((await onlyComment(scene))?.body).toContain('> Explain the new `--json` flag');
  });
});

interface Refused {
  readonly what: string;
  readonly inputs?: Record<string, string>;
  readonly verdict?: string;
  make(scene: Scene): Promise<GitHubEvent> | GitHubEvent;
}

test.each<Refused>([
  { what: 'somebody who may not ask', verdict: 'denied', make: ({ event }) => by(event, 'mallory') },
  { what: 'what is no request', inputs: { 'trigger-label': 'please' }, make: ({ event }) => event },
  {
    what: 'a push of what does not matter',
    inputs: { paths: 'guides/**' },
    async make(scene) {
      await aliceIn(scene).commit({ 'src/list.ts': 'print();\n' }, 'Print');
      return pushIn(scene);
    },
  },
  {
    what: 'a pull request of what does not matter',
    inputs: { 'paths-ignore': 'docs/**' },
    make: async (scene) => (await openPull(scene)).event,
  },
])('the analytics are not asked for $what', async ({ make, inputs = {}, verdict = 'skipped' }) => {
  await using scene = await createScene();
  const result = await scene.run({ event: await make(scene), inputs: { ...WEEKLY, ...inputs } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict, jobId: '' } });
  expect(scene.service.requests).toEqual([]);
});
