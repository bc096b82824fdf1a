import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TopPages } from '../../../src/prompt/top-pages.ts';
import { MAX_PROMPT } from '../../../src/prompt/workspace-files.ts';
import type { PageVisitors } from '../../../src/service/visitors.ts';
import { anyText } from '../../support/any-text.ts';
import { aPage, sampleSurvey } from '../../support/sample-exports.ts';
import { CHANGES, compose, FENCE, labeled } from '../../support/sample-prompt.ts';
import { TRIGGERS } from '../../support/sample-triggers.ts';

const { schedule, push } = TRIGGERS;

const surveyed = (pages: readonly PageVisitors[]): TopPages => ({
  query: sampleSurvey(),
  report: sampleSurvey({ pages }),
});
const headings = (text: string) => text.split('\n').filter((line) => line.startsWith(FENCE));

describe('256 pages', () => {
  const many = (unit: string) =>
    surveyed(Array.from({ length: 256 }, (_, at) => aPage(`/${at}/${unit.repeat(1_000)}`.slice(0, 1_000))));

  test.each(['a', 'é', '日', '🎉'])('fit into the prompt, each path cut with a mark: “%s”', (unit) => {
    const { text, cutBytes } = compose({ trigger: schedule, topPages: many(unit) });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
    expect(cutBytes).toBe(0);
    const lines = text.split('\n').filter((line) => /^\d+\. /.test(line));
    expect(lines).toHaveLength(256);
    for (const line of lines) expect(line).toMatch(/^\d+\. \/\d+\/.{100,}… \(45 visitors: 30 people, 20 AI agents\)$/u);
  });

  test('are cut before the request', () => {
    const { text, cutBytes } = compose({ ...labeled('x '.repeat(150_000)), topPages: many('日') });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
    const [ofPages = '', ofRequest = ''] = text.split(`\n${FENCE} issue #31 by bob, `);
    const cut = [ofPages, ofRequest].map((part) => Number(/\[cut here: (\d+) bytes left out\]/.exec(part)?.[1]));
    expect(ofPages).not.toContain('\n256. ');
    expect(ofRequest.length).toBeGreaterThan(200_000);
    expect((cut[0] ?? 0) + (cut[1] ?? 0)).toBe(cutBytes);
  });

  test('are cut with a mark if the instruction leaves no room for them', () => {
    const { text, cutBytes } = compose({
      trigger: schedule,
      instruction: 'y'.repeat(MAX_PROMPT - 2_000),
      topPages: many('a'),
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
    expect(cutBytes).toBeGreaterThan(0);
    expect(text.endsWith(`\n[cut here: ${cutBytes} bytes left out]\n${FENCE} end\n`)).toBe(true);
  });

  test('never make the prompt exceed its limit, with any paths', () => {
    const paths = fc.array(anyText({ minLength: 1, maxLength: 1_000 }), {
      minLength: 1,
      maxLength: 256,
    });
    fc.assert(
      fc.property(paths, fc.integer({ min: 1, max: 240_000 }), (names, length) => {
        const { text } = compose({
          trigger: push,
          changes: CHANGES,
          context: 'patches',
          instruction: 'y'.repeat(length),
          topPages: surveyed(names.map((name) => aPage(name))),
        });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
        expect(headings(text)).toHaveLength(5);
      }),
      { numRuns: 12 },
    );
  });
});
