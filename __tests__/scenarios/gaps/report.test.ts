import { describe, expect } from '@jest/globals';
import { schedule } from '../../support/events.ts';
import { createFolder } from '../../support/folder.ts';
import { always, asked, gaps, gapsOf, LISTS, page, questions, read, search, serve, votes } from '../../support/gaps.ts';
import { shown, warnings } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const DOCS = 'https://docs.example';
const ROWS = {
  feedback: [
    votes('//guides/webhooks/', 12, 4),
    votes('cli/login', 3, 1),
    votes('/liked', 2, 40),
    votes('/z', 3),
    votes('/y', 3),
  ],
  assistant: [
    ...questions('How do I verify a signature?', 5, {
      page: `${DOCS}/guides/webhooks?from=mail#top`,
      category: 'Webhooks',
    }),
    ...questions('Is there a sandbox?', 2, { page: `${DOCS}/guides/webhooks`, category: 'Webhooks' }),
    ...questions('Where is my invoice?', 9, { category: 'Billing', isAnswered: true }),
    ...questions('Can I pay in euros?', 3, { category: 'Billing' }),
    ...questions('How do I verify a signature?', 1, { category: 'Billing' }),
    ...questions('Rare?', 2, { category: 'Rare' }),
  ],
  searches: [
    search('invoice currency', 40, 0.05),
    search('webhooks', 90, 0.8),
    search('quarter', 40, 0.25),
    search('sso', 2),
  ],
  visitors: [read('/guides/webhooks', 900), read('/cli/login', 50), read('/liked', 9_000)],
};

describe('gaps', () => {
  test('ranks pages and topics with the numbers that put them there', async (scene) => {
    serve(scene, ROWS);
    const result = await gaps(scene, { 'create-issue': 'true' });
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'reported' } });
    const webhooks = {
      path: '/guides/webhooks',
      score: 518.2,
      visitors: 900,
      thumbsDown: 12,
      thumbsUp: 4,
      unanswered: 7, // 900 × 19 ÷ 33 = 518.18
      questions: [{ text: 'How do I verify a signature?', count: 5 }],
    };
    const found = gapsOf(result);
    expect(found.pages).toEqual([
      webhooks,
      { path: '/cli/login', score: 10.7, visitors: 50, thumbsDown: 3, thumbsUp: 1, unanswered: 0, questions: [] }, // 50 × 3 ÷ 14
      { path: '/y', score: 0.7, thumbsDown: 3, thumbsUp: 0, unanswered: 0, questions: [] }, // 3 × 3 ÷ 13, in the order of their paths
      { path: '/z', score: 0.7, thumbsDown: 3, thumbsUp: 0, unanswered: 0, questions: [] },
    ]);
    expect(found.topics).toEqual([
      { kind: 'search', text: 'invoice currency', failed: 38, total: 40, questions: [] },
      { kind: 'questions', text: 'Webhooks', failed: 7, total: 7, questions: webhooks.questions },
      {
        kind: 'questions',
        text: 'Billing',
        failed: 4,
        total: 13,
        questions: [{ text: 'Can I pay in euros?', count: 3 }],
      },
    ]);
    const [{ title, body } = { title: '', body: '' }] = scene.github.hub.repositories[0]?.threads.slice(-1) ?? [];
    for (const text of [result.summary, body]) {
      expect(text).toContain(
        '1. `/guides/webhooks` (score 518.2): 900 visitors, 12 👎, 4 👍, 7 unanswered questions. Asked: `How do I verify a signature?` (5)',
      );
      expect(text).toContain('1. Search for `invoice currency`: 38 of 40 without a click');
      expect(text).toContain(
        '3. Questions about `Billing`: 4 of 13 without an answer. Asked: `Can I pay in euros?` (3)',
      );
      expect(text).toContain('read as shares');
    }
    expect(title).toBe('Documentation gaps, 1 February to 2 March');
    expect(body).toMatch(
      /Then label this issue `docs`, and the agent works on what is left\.\n<!-- docs-agent-action:1 \S+ -->$/,
    );
    expect(await shown(scene, result)).not.toMatch(/SECRET|bob@example|Not shown/);
  });

  test('writes a file that fits `context-file` of a request', async (scene) => {
    serve(scene, ROWS);
    using folder = createFolder();
    const workspace = folder.path;
    const result = await gaps(scene, { 'gaps-file': 'out/gaps.md' }, { workspace });
    expect(result.log).toContain('Written to `out/gaps.md`.');
    const inputs = { prompt: 'Fill the gaps.', 'context-file': 'out/gaps.md' };
    await scene.run({ event: schedule, workspace, inputs });
    const [, file = ''] = (scene.service.jobs[0]?.turns[0]?.prompt ?? '').split(
      '# Documentation gaps, 1 February to 2 March\n',
    );
    expect(file).toMatch(
      /^\n### Pages\n\n1\. `\/guides\/webhooks` \(score 518\.2\)[\s\S]*### Topics\n\n1\. Search for `invoice currency`/,
    );
  });

  test('asks each list once, for the window, and less if it needs less', async (scene) => {
    await gaps(scene, { window: '7d' });
    const period = 'dateFrom=2026-02-24&dateTo=2026-03-03';
    expect(scene.service.requests.map(({ path }) => path.replace('/v1/analytics/acme-docs/', ''))).toEqual([
      `feedback/by-page?${period}&limit=100`,
      `assistant?${period}&limit=1000`,
      `searches?${period}&limit=100`,
      `visitors?${period}&limit=250&offset=0`,
    ]);
  });

  test('selects pages with `paths` and `paths-ignore`, and needs `min-count` signs', async (scene) => {
    serve(scene, ROWS);
    const paths = async (inputs: Record<string, string>) =>
      gapsOf(await gaps(scene, inputs)).pages.map(({ path }: { path: string }) => path);
    expect(await paths({ paths: 'cli/**' })).toEqual(['/cli/login']);
    expect(await paths({ 'paths-ignore': 'cli/**' })).toEqual(['/guides/webhooks', '/y', '/z']);
    expect(await paths({ 'min-count': '4' })).toEqual(['/guides/webhooks']);
    expect(await paths({ top: '1' })).toEqual(['/guides/webhooks']);
  });

  test('with nothing to report creates no issue', async (scene) => {
    serve(scene, {});
    const result = await gaps(scene, { 'create-issue': 'true' });
    expect(result).toMatchObject({ exitCode: 0, annotations: [] });
    expect([gapsOf(result).issue, scene.github.requests]).toEqual([null, []]);
  });

  test('click rates above 1 are percentages', async (scene) => {
    serve(scene, { searches: [search('lost', 10, 10), search('found', 10, 80), search('rare', 10, 0.5)] });
    const result = await gaps(scene);
    expect(gapsOf(result).topics).toMatchObject([
      { text: 'rare', failed: 9.95 },
      { text: 'lost', failed: 9 },
    ]);
    expect(result.log).toContain('read as percentages');
  });
});

describe('a part that fails', () => {
  const WHOLE = { feedback: 'whole', questions: 'whole', searches: 'whole', visitors: 'whole' };
  const PARTS = { feedback: 'feedback', assistant: 'questions', searches: 'searches', visitors: 'visitors' } as const;

  test.each(LISTS.flatMap((list) => [401, 429, 503].map((status) => [list, status] as const)))(
    '%s with %i is left out and named',
    async (scene, list, status) => {
      scene.service.faults.add(always(list, { kind: 'answer', status, headers: { 'retry-after': '7200' } }));
      serve(scene, ROWS);
      const result = await gaps(scene, { timeout: '20m' });
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'reported' } });
      expect(gapsOf(result).parts).toEqual({ ...WHOLE, [PARTS[list]]: 'missing' });
      const [warning = '', ...more] = warnings(result);
      expect(more).toEqual([]);
      expect(warning).toMatch(
        new RegExp(`The report lacks the .*: .*${status === 429 ? 'quota was used up until' : status}`),
      );
      expect(gapsOf(result).topics.length).toBeGreaterThan(0);
      expect(asked(scene, list)).toBeLessThanOrEqual(4);
    },
  );

  test.each([
    [403, 'The service answered 403'],
    [429, 'the quota was used up until 2026-03-02 14:00 UTC.'],
  ])('all of them with %i: the run fails with the first reason, without an issue', async (scene, status, reason) => {
    const fault = { kind: 'answer', status, headers: { 'retry-after': '7200' } } as const;
    for (const list of LISTS.slice(0, 3)) scene.service.faults.add(always(list, fault));
    const result = await gaps(scene, { 'create-issue': 'true', 'gaps-file': 'gaps.md' });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', gaps: '' } });
    expect(result.log).toContain(`Neither votes nor questions nor searches could be read: ${reason}`);
    expect(scene.github.requests).toEqual([]);
  });

  test('after its first page it counts as far as it was read', async (scene) => {
    scene.service.faults.add(page('assistant', ROWS.assistant, 'more'));
    scene.service.faults.add(always('assistant', { kind: 'reset' }));
    serve(scene, ROWS);
    const result = await gaps(scene);
    expect(gapsOf(result)).toMatchObject({ parts: { questions: 'partial' }, topics: { length: 3 } });
    expect(result.log).toContain('Only a part of the questions was read: ');
  });

  test('one that hangs leaves time for the others', async (scene) => {
    scene.service.faults.add(always('feedback', { kind: 'hang' }));
    serve(scene, ROWS);
    const result = await gaps(scene, { timeout: '1m' });
    expect(gapsOf(result).parts).toEqual({ ...WHOLE, feedback: 'missing' });
  });

  test('a cancel ends the run at once', async (scene) => {
    scene.service.faults.add(always('assistant', { kind: 'hang' }));
    const step = scene.start({
      event: { name: 'schedule', payload: {} },
      inputs: { operation: 'gaps', notify: '', 'create-issue': 'true' },
    });
    await scene.until('the request', () => asked(scene, 'assistant') > 0);
    step.kill('SIGTERM');
    expect(await step.result).toMatchObject({ outputs: { verdict: 'cancelled', gaps: '' } });
    expect(scene.github.requests).toEqual([]);
  });

  test('with a malformed row loses only that row', async (scene) => {
    serve(scene, { ...ROWS, feedback: [...ROWS.feedback, { path: 7 }, votes('/nan', -3), []] });
    const result = await gaps(scene);
    expect(gapsOf(result).pages).toHaveLength(4);
    expect(result.log).toContain('3 rows without valid fields left out.');
  });
});
