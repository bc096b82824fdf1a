import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { readInputs } from '../../../src/inputs/inputs.ts';
import { type CollectVisitors, readTopPages } from '../../../src/prompt/top-pages.ts';
import type { CollectResult, VisitorQuery, VisitorReport } from '../../../src/visitors/collect.ts';
import type { StopReason } from '../../../src/visitors/paginate.ts';
import { formatPeriod } from '../../../src/visitors/period.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { inTime } from '../../support/sample-outcomes.ts';

const INPUTS = askInputs();
/** The survey that these inputs want on the 2nd of March. */
const QUERY: VisitorQuery = {
  sortBy: 'ai',
  top: 5,
  offset: 0,
  paths: { include: ['/docs/**'], exclude: ['/docs/old/**'] },
  period: { from: '2026-02-24', to: '2026-03-03' },
};

function askInputs() {
  const given = { 'base-url': 'https://agent.example', 'project-id': 'p1', 'api-key': 'docs_key' };
  const ranked = { window: '7d', 'sort-by': 'ai', top: '5', paths: '/docs/**', 'paths-ignore': '/docs/old/**' };
  const env = Object.entries({ ...given, ...ranked }).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const inputs = readInputs(Object.fromEntries(env), (text) => text);
  if (inputs.operation === 'run') return inputs;
  throw new Error('This operation sends no prompt.');
}

const surveyed = (survey: VisitorReport): CollectResult => ({ kind: 'surveyed', survey });
const problem = new ServiceError('The service answered 502.', 'Try again later.');
const tryAgainAt = inTime(60_000);

/** The result of a survey; by default, the pages are the whole request. */
const find = (told: CollectResult, arePagesTheRequest = true) =>
  readTopPages(INPUTS, { arePagesTheRequest, collectVisitors: async () => told, clock: createFakeClock() });

/** A result for which no job is created. */
const hindered = (because: string, analyticsFailure: unknown) => ({
  topPages: { kind: 'unread', query: QUERY, because },
  analyticsFailure,
});

describe('the analytics', () => {
  test('are read only where the workflow sets `window`', async () => {
    const asked: VisitorQuery[] = [];
    const collectVisitors: CollectVisitors = async (query) => {
      asked.push(query);
      return surveyed(sampleSurvey());
    };
    const question = { arePagesTheRequest: false, collectVisitors, clock: createFakeClock() };
    expect(await readTopPages({ ...INPUTS, pages: null }, question)).toEqual({});
    expect(asked).toEqual([]);
    await readTopPages(INPUTS, question);
    expect(asked).toEqual([QUERY]);
  });

  test.each([true, false])(
    'are not read in a dry run, where the pages are the request: %s',
    async (arePagesTheRequest) => {
      const question = { arePagesTheRequest, collectVisitors: undefined, clock: createFakeClock() };
      expect(await readTopPages(INPUTS, question)).toEqual(
        hindered('a dry run sends nothing to the service', undefined),
      );
    },
  );
});

describe('a survey', () => {
  test.each([
    ['that is complete', sampleSurvey()],
    ['that the timeout ended', partial({ kind: 'timeout' })],
    ['that an error ended', partial({ kind: 'problem', problem })],
  ])('%s brings its pages into the prompt', async (_, survey) => {
    for (const arePagesTheRequest of [true, false]) {
      expect(await find(surveyed(survey), arePagesTheRequest)).toEqual({ topPages: surveyed(survey) });
    }
  });

  test('brings a selected page into the prompt, although rows were unusable', async () => {
    const survey = surveyed(sampleSurvey({ unusable: 9 }));
    expect(await find(survey)).toEqual({ topPages: survey });
  });

  test('without pages leaves the text or the changes of the event as the request', async () => {
    for (const none of [sampleSurvey({ pages: [], rows: 0 }), partial({ kind: 'timeout' }, { pages: [] })]) {
      expect(await find(surveyed(none), false)).toEqual({ topPages: surveyed(none) });
    }
  });
});

describe('a cancelled survey ends the run', () => {
  test.each<[string, CollectResult]>([
    ['before the first page', { kind: 'nothing', why: { kind: 'cancelled' } }],
    ['after some pages', surveyed(partial({ kind: 'cancelled' }))],
  ])('%s', async (_, result) => {
    for (const arePagesTheRequest of [true, false]) {
      const ended = { cancelled: { verdict: 'cancelled' } };
      expect(await find(result, arePagesTheRequest)).toEqual(ended);
    }
  });
});

const UNREAD = 'The visitor analytics could not be read. ';

/** Why a survey ended, and the outcome of the run. */
const FAILURES: readonly [why: StopReason, outcome: Readonly<Record<string, unknown>>][] = [
  [
    { kind: 'throttled', tryAgainAt },
    { verdict: 'quota-exhausted', tryAgainAt, of: 'analytics' },
  ],
  [
    { kind: 'problem', problem },
    { verdict: 'error', problem: { message: `${UNREAD}${problem.message}`, remedy: problem.remedy } },
  ],
  [
    { kind: 'timeout', problem },
    { verdict: 'error', problem: { message: `${UNREAD}${problem.message}`, remedy: problem.remedy } },
  ],
  [
    { kind: 'timeout' },
    { verdict: 'error', problem: { message: `${UNREAD}The timeout came before the service answered.` } },
  ],
];

describe.each(FAILURES)('a survey that failed with %j', (why, outcome) => {
  test.each([true, false])('prevents a new job and says why, where the pages are the request: %s', async (areIt) => {
    expect(await find({ kind: 'nothing', why }, areIt)).toMatchObject(hindered('the analytics failed', outcome));
  });

  test('prevents a new job if it read pages and `paths` select none, as others may match', async () => {
    const survey = surveyed(partial(why, { pages: [], leftOut: 1_003 }));
    expect(await find(survey)).toMatchObject(hindered('no page is selected', outcome));
  });
});

test('a survey that the service rejects keeps the headline of the error and the text of the service', async () => {
  const rejected = new ServiceError('The service answered 401.', 'Check it.', {
    headline: 'API key rejected (401)',
    quote: '“No”',
  });
  const found = await find({ kind: 'nothing', why: { kind: 'problem', problem: rejected } });
  const problem = { message: `${UNREAD}The service answered 401.`, headline: 'API key rejected (401)', quote: '“No”' };
  expect(found).toMatchObject(hindered('the analytics failed', { verdict: 'error', problem }));
});

describe('a complete survey without a selected page', () => {
  const noneOf = (more: Partial<VisitorReport>) => surveyed(sampleSurvey({ pages: [], ...more }));
  const period = formatPeriod(sampleSurvey().period);

  test.each<[Partial<VisitorReport>, string]>([
    [{ rows: 0 }, `no page was visited: ${period}`],
    [
      { rows: 1_003, leftOut: 1_003 },
      `all 1,003 visited pages are excluded by \`paths\` and \`paths-ignore\`: ${period}`,
    ],
    [{ rows: 1, leftOut: 1 }, `the only visited page is excluded by \`paths\` and \`paths-ignore\`: ${period}`],
    [
      { rows: 1_003, leftOut: 1_003, unusable: 9 },
      `all 1,003 visited pages are excluded by \`paths\` and \`paths-ignore\`: ${period}. 9 rows without a valid path or numbers left out.`,
    ],
    [{ rows: 2, tooLong: 2 }, `no page can be ranked: ${period}`],
    [{ rows: 2, tooLong: 1, leftOut: 1 }, `no page can be ranked: ${period}`],
  ])('is `skipped` with the reason: %j', async (more, reason) => {
    expect(await find(noneOf(more))).toEqual(hindered('no page is selected', { verdict: 'skipped', reason }));
  });

  test.each<[Partial<VisitorReport>, RegExp]>([
    [{ rows: 0, unusable: 1 }, / 1 row without a valid path or numbers left out\.$/],
    [{ rows: 0, unusable: 1_250 }, / 1,250 rows without a valid path or numbers left out\.$/],
  ])('is an error if all rows were unusable: %j', async (more, doubts) => {
    const unknown = 'No page is selected, and rows without a valid path may be the reason. ';
    const found = await find(noneOf(more));
    for (const message of [expect.stringContaining(unknown), expect.stringMatching(doubts)]) {
      expect(found).toMatchObject(hindered('no page is selected', { verdict: 'error', problem: { message } }));
    }
  });
});
