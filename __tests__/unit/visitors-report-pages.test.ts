import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../src/errors.ts';
import { judgeSilence, type Outcome } from '../../src/report/outcome.ts';
import type { Stop } from '../../src/visitors/batches.ts';
import { outcomeOf, outputsOf, said, summaryOf } from './reported-export.ts';
import { aPage, NASTY_PATHS, sampleSurvey } from './sample-exports.ts';
import { inTime } from './sample-outcomes.ts';

const problem = new ServiceError('The service answered 502: “Bad gateway”.', 'Try again later.');

test('a site that nobody visited: no share of nobody, and no ranking', () => {
  const nobody = outcomeOf(sampleSurvey({ pages: [], rows: 0, totals: { human: 0, ai: 0, total: 0 } }));
  expect(said(nobody).lines).toContain('0 visitors: 0 people, 0 AI agents; 0 pages.');
  expect(summaryOf(nobody)).not.toMatch(/NaN|###|\[the chart\]/);
  expect(outputsOf(nobody)).toMatchObject({ pages: '[]', visitorsFile: '' });
});

test.each<[number, string]>([
  [0, '0 %'],
  [1, '33 %'],
  [3, '100 %'],
])('a share is of who came, not of a sum: %d of 3', (ai, share) => {
  const row = summaryOf(outcomeOf(sampleSurvey({ pages: [aPage('/a', 3, ai, 3)] })));
  expect(row).toContain(`| 1 | \`/a\` | 3 | 3 | ${ai} | ${share} |`);
});

test('each page has its row, whatever its path is', () => {
  const text = summaryOf(outcomeOf(sampleSurvey({ pages: NASTY_PATHS.map((path) => aPage(path)) })));
  const rows = text.split('\n').filter((line) => /^\| \d+ \| /.test(line));
  expect(rows).toHaveLength(NASTY_PATHS.length);
  for (const row of rows)
    expect(row.replace(/`[^`]+`/, 'path')).toMatch(/^\| \d+ \| path \| 45 \| 30 \| 20 \| 44 % \|$/);
});

test('the output of pages is the paths as they are', () => {
  const pages = NASTY_PATHS.map((path) => aPage(path));
  expect(JSON.parse(outputsOf(outcomeOf(sampleSurvey({ pages }))).pages)).toEqual(pages);
});

test('256 pages of the longest paths fit into the summary and the outputs', () => {
  const pages = Array.from({ length: 256 }, (_, at) => aPage(`/${String(at).padStart(3, '0')}${'€'.repeat(996)}`));
  const outcome = outcomeOf(sampleSurvey({ pages }));
  expect(Buffer.byteLength(summaryOf(outcome))).toBeLessThan(1024 * 1024);
  expect(Buffer.byteLength(Object.values(outputsOf(outcome)).join(''))).toBeLessThan(1024 * 1024);
});

describe('nothing was read at all', () => {
  test.each<[Stop, Partial<Outcome>]>([
    [{ kind: 'cancelled' }, { verdict: 'cancelled' }],
    [
      { kind: 'throttled', tryAgainAt: inTime(1_000) },
      { verdict: 'quota-exhausted', tryAgainAt: inTime(1_000) },
    ],
    [
      { kind: 'problem', problem },
      { verdict: 'error', problem },
    ],
    [{ kind: 'budget' }, { verdict: 'error' }],
  ])('%j', (why, outcome) => {
    expect(judgeSilence(why)).toMatchObject(outcome);
    expect(outputsOf(judgeSilence(why))).toMatchObject({ visitors: '', visitorsFile: '', pages: '' });
  });
});
