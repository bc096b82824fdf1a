import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { readInputs } from '../../../src/inputs/inputs.ts';
import { type CollectVisitors, readTopPages } from '../../../src/request/top-pages.ts';
import type { CollectResult, VisitorQuery, VisitorReport } from '../../../src/visitors/collect.ts';
import type { StopReason } from '../../../src/visitors/paginate.ts';
import { formatPeriod } from '../../../src/visitors/period.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { inTime } from '../../support/sample-outcomes.ts';

const INPUTS = askInputs();
/** The survey that these inputs want on the 2nd of March. */
const WISH: VisitorQuery = {
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
  const inputs = readInputs(Object.fromEntries(env));
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
  kind: 'found',
  topPages: { kind: 'unread', query: WISH, because },
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
    expect(await readTopPages({ ...INPUTS, pages: null }, question)).toEqual({ kind: 'found' });
    expect(asked).toEqual([]);
    await readTopPages(INPUTS, question);
    expect(asked).toEqual([WISH]);
  });

  test.each([true, false])(
    'are not read in a dry run, where the pages are the request: %s',
    async (arePagesTheRequest) => {
      const question = { arePagesTheRequest, collectVisitors: undefined, clock: createFakeClock() };
      expect(await readTopPages(INPUTS, question)).toEqual(hindered('a dry run asks the service nothing', undefined));
    },
  );
});

describe('a survey', () => {
  test.each([
    ['that is complete', sampleSurvey()],
    ['that the budget ended', partial({ kind: 'timeout' })],
    ['that an error ended', partial({ kind: 'problem', problem })],
  ])('%s brings its pages into the prompt', async (_, survey) => {
    for (const arePagesTheRequest of [true, false]) {
      expect(await find(surveyed(survey), arePagesTheRequest)).toEqual({ kind: 'found', topPages: surveyed(survey) });
    }
  });

  test('brings a selected page into the prompt, although rows were unusable', async () => {
    const told = surveyed(sampleSurvey({ unusable: 9 }));
    expect(await find(told)).toEqual({ kind: 'found', topPages: told });
  });

  test('without pages leaves the text or the changes of the event as the request', async () => {
    for (const none of [sampleSurvey({ pages: [], rows: 0 }), partial({ kind: 'timeout' }, { pages: [] })]) {
      expect(await find(surveyed(none), false)).toEqual({ kind: 'found', topPages: surveyed(none) });
    }
  });
});

describe('a cancelled survey ends the run', () => {
  test.each<[string, CollectResult]>([
    ['before the first page', { kind: 'nothing', why: { kind: 'cancelled' } }],
    ['after some pages', surveyed(partial({ kind: 'cancelled' }))],
  ])('%s', async (_, told) => {
    for (const arePagesTheRequest of [true, false]) {
      const ended = { kind: 'nothing', outcome: { verdict: 'cancelled' } };
      expect(await find(told, arePagesTheRequest)).toEqual(ended);
    }
  });
});

const SPENT_NOTHING = 'The analytics could not be read, and nothing was spent. ';

/** Why a survey ended, and the outcome of the run. */
const FAILURES: readonly [why: StopReason, outcome: Readonly<Record<string, unknown>>][] = [
  [
    { kind: 'throttled', tryAgainAt },
    { verdict: 'quota-exhausted', tryAgainAt, of: 'analytics' },
  ],
  [
    { kind: 'problem', problem },
    { verdict: 'error', problem: { message: `${SPENT_NOTHING}${problem.message}`, remedy: problem.remedy } },
  ],
  [
    { kind: 'timeout', problem },
    { verdict: 'error', problem: { message: `${SPENT_NOTHING}${problem.message}`, remedy: problem.remedy } },
  ],
  [
    { kind: 'timeout' },
    { verdict: 'error', problem: { message: `${SPENT_NOTHING}The budget ended before the service told anything.` } },
  ],
];

describe.each(FAILURES)('a survey that failed with %j', (why, outcome) => {
  test.each([true, false])('prevents a new job and says why, where the pages are the request: %s', async (areIt) => {
    expect(await find({ kind: 'nothing', why }, areIt)).toMatchObject(hindered('the analytics failed', outcome));
  });

  test('prevents a new job if it read pages and `paths` select none, as others may match', async () => {
    const told = surveyed(partial(why, { pages: [], leftOut: 1_003 }));
    expect(await find(told)).toMatchObject(hindered('none is left', outcome));
  });
});

describe('a complete survey without a selected page', () => {
  const noneOf = (more: Partial<VisitorReport>) => surveyed(sampleSurvey({ pages: [], ...more }));
  const period = formatPeriod(sampleSurvey().period);

  test.each<[Partial<VisitorReport>, string]>([
    [{ rows: 0 }, `no page was visited: ${period}`],
    [{ rows: 1_003, leftOut: 1_003 }, `none of 1,003 pages is left by \`paths\` and \`paths-ignore\`: ${period}`],
    [
      { rows: 1_003, leftOut: 1_003, unusable: 9 },
      `none of 1,003 pages is left by \`paths\` and \`paths-ignore\`: ${period}. Left out, without a proper path or numbers: 9 rows.`,
    ],
    [{ rows: 2, tooLong: 2 }, `no page can be ranked: ${period}`],
  ])('is `skipped` with the reason: %j', async (more, reason) => {
    expect(await find(noneOf(more))).toEqual(hindered('none is left', { verdict: 'skipped', reason }));
  });

  test.each<[Partial<VisitorReport>, RegExp]>([
    [{ rows: 0, unusable: 1 }, / Left out, without a proper path or numbers: 1 row\.$/],
    [{ rows: 0, unusable: 1_250 }, / Left out, without a proper path or numbers: 1,250 rows\.$/],
  ])('is an error if all rows were unusable: %j', async (more, doubts) => {
    const unknown = 'No page is left, but nobody knows whether one should be, and nothing was spent. ';
    const found = await find(noneOf(more));
    for (const message of [expect.stringContaining(unknown), expect.stringMatching(doubts)]) {
      expect(found).toMatchObject(hindered('none is left', { verdict: 'error', problem: { message } }));
    }
  });
});
