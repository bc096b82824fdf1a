import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Outcome } from '../../../src/outcome.ts';
import { MAX_PROMPT } from '../../../src/prompt/workspace-files.ts';
import type { PreparedRequest } from '../../../src/render/request.ts';
import { renderSummary, type SummaryContext } from '../../../src/render/summary.ts';
import { ASKED, around, OUTCOMES } from '../../support/sample-outcomes.ts';

const STORY: SummaryContext = {
  ...around(),
  traffic: { create: 1, 'follow-up': 0, status: 14, analytics: 0 },
  asked: ASKED,
};

const prompted = (prompt: Partial<PreparedRequest['prompt']>) => ({
  asked: { ...ASKED, prompt: { ...ASKED.prompt, ...prompt } },
});

const summary = (outcome: Outcome, story: Partial<SummaryContext> = {}) =>
  renderSummary(outcome, { ...STORY, ...story });

describe('the summary of a sweep', () => {
  const story = { asked: undefined, traffic: { create: 0, 'follow-up': 0, status: 3, analytics: 0 } };

  test('has one table of all requests: first those that ended, then those left for the next sweep, then the open ones', () => {
    const [one] = OUTCOMES.swept.swept;
    const swept = [
      ...OUTCOMES.swept.swept,
      ...OUTCOMES['swept in part'].swept,
      { ...one, verdict: 'given-up' as const },
    ];
    const rows = summary({ verdict: 'swept', swept }, story).match(/^\| \[#31\].*$/gm);
    expect(rows?.map((row) => row.split(' | ').at(-1))).toEqual([
      '`pull-request` |',
      '`timed-out` |',
      'given up: still active after 24 h |',
      'left for the next sweep |',
      'left for the next sweep |',
      'open |',
    ]);
  });

  test('of thousands of jobs stays within its limit and counts the rest', () => {
    const [one] = OUTCOMES.swept.swept;
    const text = summary({ verdict: 'swept', swept: Array.from({ length: 5_000 }, () => one) }, story);
    expect(text.split('\n').length).toBeLessThan(250);
    expect(text).toContain('0 open, 5000 ended');
    expect(text).toContain('| … | 4,800 more | |');
  });
});

/** Rows that follow one another. */
const tables = (text: string): string[][] =>
  [...text.matchAll(/^(?:\|.*\n)+/gm)].map(([rows]) => rows.trimEnd().split('\n'));

test.each(Object.entries(OUTCOMES))(
  'the summary of the outcome "%s" has one heading, one table of facts and no placeholder',
  (_, outcome) => {
    const text = summary(outcome);
    expect(text).not.toMatch(/undefined|null|NaN|\[object|Invalid Date/);
    expect(text.match(/^## /gm)).toHaveLength(1);
    expect(text.match(/^\|---\|---\|$/gm)).toHaveLength(1);
    for (const table of tables(text)) {
      const [cells = 0, ...others] = table.map((row) => row.replace(/\\\|/g, '').split('|').length);
      for (const count of others) expect(count).toBe(cells);
    }
    expect(text.endsWith('\n')).toBe(true);
  },
);

describe('the prompt in the summary', () => {
  const LIMIT = 1024 * 1024;

  /** The content of its code block, by the rules of CommonMark: up to a line with at least as many backticks. */
  function shown(text: string): string {
    const [, fence = ''] = /^(`{3,})text$/m.exec(text) ?? [];
    const lines = text.slice(text.indexOf(`${fence}text\n`) + `${fence}text\n`.length).split('\n');
    const end = lines.findIndex((line) => (/^ {0,3}(`+)[ \t]*$/.exec(line)?.[1] ?? '').length >= fence.length);
    expect(lines.slice(end).join('\n')).toBe(`${fence}\n\n</details>\n`);
    return lines.slice(0, end).join('\n');
  }

  test.each(['a', 'ä', '€', '🎉', '`', '``\n', '</details>', '```\n', '~~~\n'])('of 256 KiB of %j fits', (unit) => {
    const prompt = unit.repeat(Math.floor(MAX_PROMPT / Buffer.byteLength(unit)));
    const text = summary(OUTCOMES['pull request'], prompted({ shown: prompt }));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
    expect(shown(text) === prompt).toBe(true); // a difference would be printed whole
  });

  test('cannot end its code block with any text', () => {
    const unit = fc.oneof(fc.constantFrom('`', '```', '\n', '</details>', '~~~', '    ', 'text', '> '), fc.string());
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const text = parts.join('').replace(/\r/g, '');
        expect(shown(summary(OUTCOMES.failed, prompted({ shown: text })))).toBe(text);
      }),
    );
  });
});
