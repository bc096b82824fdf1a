import { expect, test } from '@jest/globals';
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
const PERIOD = formatPeriod(QUERY.period);

/** What a request knows of the pages; by default, they are the whole request. */
const find = (told: VisitorReport | StopReason, hasOtherRequest = false) =>
  readTopPages(PAGES, PATHS, { hasOtherRequest, collectVisitors: async () => told, clock: createFakeClock() });

test('a request is named after its pages, also if they were not read', () => {
  expect(nameOf({ query: QUERY })).toBe(`the top 5 pages by AI agents, ${PERIOD}`);
  expect(nameOf({ query: QUERY, report: sampleSurvey(QUERY) })).toBe(
    `the top 3 of 1,003 pages by AI agents, ${PERIOD}`,
  );
});

const UNREAD = 'The visitor analytics could not be read. ';

test.each<[StopReason, Readonly<Record<string, unknown>>]>([
  [
    { kind: 'throttled', tryAgainAt: inTime(60_000) },
    { verdict: 'quota-exhausted', tryAgainAt: inTime(60_000), of: 'analytics' },
  ],
  [
    {
      kind: 'problem',
      problem: new ServiceError('It answered 401.', 'Check.', { headline: 'Rejected', quote: '“No”' }),
    },
    {
      verdict: 'error',
      problem: { message: `${UNREAD}It answered 401.`, remedy: 'Check.', headline: 'Rejected', quote: '“No”' },
    },
  ],
  [
    { kind: 'timeout' },
    { verdict: 'error', problem: { message: `${UNREAD}The timeout came before the service answered.` } },
  ],
])('a failure %j prevents a new job and says why', async (why, failure) => {
  for (const hasOther of [true, false])
    expect(await find(why, hasOther)).toMatchObject({ topPages: { query: QUERY }, failure });
  // Also if pages were read and `paths` select none, as others may match.
  const none = await find(partial(why, { pages: [], leftOut: 1_003 }));
  expect(none).toMatchObject({ topPages: { query: QUERY }, failure });
});

test('a cancel after some pages ends the run', async () => {
  expect(await find(partial({ kind: 'cancelled' }))).toEqual({ failure: { verdict: 'cancelled' } });
});

const EXCLUDED = 'excluded by `paths` and `paths-ignore`';

test.each<[Partial<VisitorReport>, string]>([
  [{ rows: 0 }, `no page was visited: ${PERIOD}`],
  [{ rows: 1, leftOut: 1 }, `the only visited page is ${EXCLUDED}: ${PERIOD}`],
  [
    { rows: 1_003, leftOut: 1_003, unusable: 9 },
    `all 1,003 visited pages are ${EXCLUDED}: ${PERIOD}. 9 rows without a valid path or numbers left out.`,
  ],
])('a complete report without a page is `skipped` with the reason: %j', async (more, reason) => {
  const failure = { verdict: 'skipped', reason };
  expect(await find(sampleSurvey({ ...QUERY, pages: [], ...more }))).toEqual({ topPages: { query: QUERY }, failure });
});
