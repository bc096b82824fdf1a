import type { ActionError } from '../../src/errors.ts';
import { errorOf, type Outcome } from '../../src/outcome.ts';
import { describeExport, incompleteExport } from '../../src/render/visitor-report.ts';
import type { PageVisitors, StopReason } from '../../src/service/analytics.ts';
import type { VisitorReport } from '../../src/visitors/report.ts';
import { ODD_PATHS } from './odd-paths.ts';

export const aPage = (path: string, human = 30, ai = 20, total = 45): PageVisitors => ({
  path,
  human,
  ai,
  total,
});

/** A complete report on a month with three ordinary pages. */
export const sampleSurvey = (more: Partial<VisitorReport> = {}): VisitorReport => ({
  period: { from: '2026-10-23', to: '2026-11-22' },
  paths: { include: [], exclude: [] },
  offset: 0,
  sortBy: 'total',
  top: 20,
  totals: { human: 4_120, ai: 1_903, total: 5_800 },
  rows: 1_003,
  spellings: 0,
  leftOut: 0,
  unusable: 0,
  repeated: 0,
  partial: undefined,
  pages: [
    aPage('/docs', 900, 400, 1_200),
    aPage('/docs/install', 500, 0, 500),
    aPage('/blog', 0, 1, 1),
  ],
  ...more,
});

const nasty = ODD_PATHS.map((path, at) => aPage(path, 900 - at, at, 900));

/** A partial report. */
export const partial = (why: StopReason, more: Partial<VisitorReport> = {}): VisitorReport =>
  sampleSurvey({ partial: { nextOffset: 750, why }, ...more });

/** The outcome of an export. @param file its path, if there is one. */
export const exported = (survey: VisitorReport, file?: string): Outcome =>
  survey.partial
    ? errorOf(incompleteExport(survey, survey.partial, file))
    : { verdict: 'exported', exported: describeExport(survey, file) };

const NOTHING = {
  pages: [],
  rows: 0,
  totals: { human: 0, ai: 0, total: 0 },
  period: { from: undefined, to: undefined },
};

/** One of each kind of outcome of an export with rows. */
export const exportsOf = (problem: ActionError, tryAgainAt: Date) => ({
  exported: exported(sampleSurvey(), 'out/visitors.csv'),
  'exported, of pages with nasty paths': exported(
    sampleSurvey({ pages: nasty, leftOut: 12, unusable: 1 }),
    'a `file` | of\u202e @alice.csv',
  ),
  'exported of nothing': exported(sampleSurvey(NOTHING)),
  'exported of nothing that is left': exported(
    sampleSurvey({ pages: [], leftOut: 1_003 }),
    'out/visitors.csv',
  ),
  'exported, with pages in several spellings': exported(
    sampleSurvey({ spellings: 3 }),
    'out/visitors.csv',
  ),
  'exported, with doubts': exported(
    sampleSurvey({ unusable: 2, repeated: 10 }),
    'out/visitors.csv',
  ),
  'error of an export, ended by the timeout': exported(
    partial({ kind: 'timeout' }, { pages: nasty, sortBy: 'human' }),
    'out/visitors.partial.csv',
  ),
  'error of an export, ended by the quota until': exported(
    partial({ kind: 'throttled', tryAgainAt }, { offset: 500 }),
  ),
  'error of an export, ended by the quota': exported(
    partial({ kind: 'throttled', tryAgainAt: undefined }),
  ),
  'error of an export, ended by a problem': exported(
    partial({ kind: 'problem', problem }, { sortBy: 'ai', unusable: 2 }),
  ),
  'error of an export, ended by a cancel': exported(
    partial({ kind: 'cancelled' }),
    'visitors.partial.csv',
  ),
});
