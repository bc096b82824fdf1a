import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { nameOf, readTopPages } from '../../../src/prompt/top-pages.ts';
import type { StopReason } from '../../../src/service/analytics.ts';
import { formatPeriod } from '../../../src/visitors/period.ts';
import type { VisitorQuery, VisitorReport } from '../../../src/visitors/report.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { inTime } from '../../support/sample-outcomes.ts';

const PAGES = { sortBy: 'ai', top: 5, period: { kind: 'window', days: 7 } } as const;
const PATHS = { include: ['/docs/**'], exclude: ['/docs/old/**'] };
/** The survey that these inputs want on the 2nd of March. */
const QUERY: VisitorQuery = {
  sortBy: 'ai',
  top: 5,
  offset: 0,
  paths: PATHS,
  period: { from: '2026-02-24', to: '2026-03-03' },
};

const problem = new ServiceError('The service answered 502.', 'Try again later.');
const tryAgainAt = inTime(60_000);

/** What a request knows of the pages; by default, they are the whole request. */
const find = (told: VisitorReport | StopReason | undefined, hasOtherRequest = false) =>
  readTopPages(PAGES, PATHS, {
    hasOtherRequest,
    collectVisitors: told && (async () => told),
    clock: createFakeClock(),
  });

describe.each([true, false])('whether there is another request (%s) or not,', (hasOther) => {
  test('a dry run reads no analytics', async () => {
    expect(await find(undefined, hasOther)).toEqual({ topPages: { query: QUERY } });
  });

  test.each([
    ['complete', sampleSurvey({ unusable: 9 })],
    ['that the timeout ended', partial({ kind: 'timeout' })],
    ['that an error ended', partial({ kind: 'problem', problem })],
  ])('a report %s brings its pages into the prompt', async (_, report) => {
    expect(await find(report, hasOther)).toEqual({ topPages: { query: QUERY, report } });
  });

  test.each([
    ['before the first page', { kind: 'cancelled' } as const],
    ['after some pages', partial({ kind: 'cancelled' })],
  ])('a cancel %s ends the run', async (_, result) => {
    expect(await find(result, hasOther)).toEqual({ failure: { verdict: 'cancelled' } });
  });
});

test('a request is named after its pages, also if they were not read', () => {
  const period = formatPeriod(QUERY.period);
  expect(nameOf({ query: QUERY })).toBe(`the top 5 pages by AI agents, ${period}`);
  expect(nameOf({ query: QUERY, report: sampleSurvey(QUERY) })).toBe(
    `the top 3 of 1,003 pages by AI agents, ${period}`,
  );
});

test('without pages, the text or the changes of the event remain the request', async () => {
  for (const report of [sampleSurvey({ pages: [], rows: 0 }), partial({ kind: 'timeout' }, { pages: [] })]) {
    expect(await find(report, true)).toEqual({ topPages: { query: QUERY, report } });
  }
});

const UNREAD = 'The visitor analytics could not be read. ';

describe.each<[StopReason, Readonly<Record<string, unknown>>]>([
  [
    { kind: 'throttled', tryAgainAt },
    { verdict: 'quota-exhausted', tryAgainAt, of: 'analytics' },
  ],
  [
    { kind: 'problem', problem },
    { verdict: 'error', problem: { message: `${UNREAD}${problem.message}`, remedy: problem.remedy } },
  ],
  [
    { kind: 'timeout' },
    { verdict: 'error', problem: { message: `${UNREAD}The timeout came before the service answered.` } },
  ],
])('a failure %j prevents a new job and says why', (why, failure) => {
  test.each([true, false])('whether there is another request (%s) or not', async (hasOther) => {
    expect(await find(why, hasOther)).toMatchObject({ topPages: { query: QUERY }, failure });
  });

  test('also if pages were read and `paths` select none, as others may match', async () => {
    expect(await find(partial(why, { pages: [], leftOut: 1_003 }))).toMatchObject({
      topPages: { query: QUERY },
      failure,
    });
  });
});

test('a rejection by the service keeps the headline of the error and the text of the service', async () => {
  const options = { headline: 'API key rejected (401)', quote: '“No”' };
  const rejected = new ServiceError('The service answered 401.', 'Check it.', options);
  const { failure } = await find({ kind: 'problem', problem: rejected });
  expect(failure).toMatchObject({ problem: { message: `${UNREAD}The service answered 401.`, ...options } });
});

describe('a complete report without a page', () => {
  const noneOf = (more: Partial<VisitorReport>) => sampleSurvey({ ...QUERY, pages: [], ...more });
  const period = formatPeriod(QUERY.period);
  const EXCLUDED = 'excluded by `paths` and `paths-ignore`';

  test.each<[Partial<VisitorReport>, string]>([
    [{ rows: 0 }, `no page was visited: ${period}`],
    [{ rows: 1_003, leftOut: 1_003 }, `all 1,003 visited pages are ${EXCLUDED}: ${period}`],
    [{ rows: 1, leftOut: 1 }, `the only visited page is ${EXCLUDED}: ${period}`],
    [
      { rows: 1_003, leftOut: 1_003, unusable: 9 },
      `all 1,003 visited pages are ${EXCLUDED}: ${period}. 9 rows without a valid path or numbers left out.`,
    ],
  ])('is `skipped` with the reason: %j', async (more, reason) => {
    const failure = { verdict: 'skipped', reason };
    expect(await find(noneOf(more))).toEqual({ topPages: { query: QUERY }, failure });
  });

  test('is an error if all rows were unusable', async () => {
    const { failure } = await find(noneOf({ rows: 0, unusable: 1_250 }));
    const message = `${UNREAD}1,250 rows without a valid path or numbers left out.`;
    expect(failure).toMatchObject({ verdict: 'error', problem: { message } });
  });
});
