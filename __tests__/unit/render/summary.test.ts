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

test('the summary of a pull request lists the job, the request and the traffic', () => {
  expect(summary(OUTCOMES['pull request'])).toMatchInlineSnapshot(`
"## ✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412) · 6 min

To request changes, comment \`/docs <what to change>\` in this thread.  

| Item | Value |
|---|---|
| Request | label \`docs\` on [#31](https://github.com/acme/app/issues/31) by alice (permission checked: at least \`write\`) |
| Verdict | \`pull-request\` |
| Job | \`j_8fk2\` · completed · 6 min 12 s |
| API requests | 1 create, 14 status |

<details><summary>Prompt</summary>

\`\`\`text
Make the change.
\`\`\`

</details>
"
`);
});

test('the summary of a timeout shows the last error and the cut of the prompt', () => {
  expect(summary(OUTCOMES['timed out in trouble'], prompted({ cutBytes: 37_000 }))).toMatchInlineSnapshot(`
"## ⌛ Timed out after 6 min · job status unknown: the last 3 status requests failed

To wait again, re-run [this run](https://github.com/acme/app/actions/runs/77).  
The service answered 502: “Bad gateway”.  

| Item | Value |
|---|---|
| Request | label \`docs\` on [#31](https://github.com/acme/app/issues/31) by alice (permission checked: at least \`write\`) |
| Context | 37,000 bytes cut, as a prompt has at most 256 KiB |
| Verdict | \`timed-out\` |
| Job | \`j_8fk2\` · paused · 6 min 12 s |
| API requests | 1 create, 14 status |

<details><summary>Prompt</summary>

\`\`\`text
Make the change.
\`\`\`

</details>
"
`);
});

test('the summary of a skipped run has the reason and the verdict only', () => {
  const traffic = { create: 0, 'follow-up': 0, status: 0, analytics: 0 };
  expect(summary(OUTCOMES.skipped, { retryHints: undefined, asked: undefined, traffic })).toMatchInlineSnapshot(`
"## ⏭️ Skipped · the label \`bug\` is not a request; the label \`docs\` is one (\`trigger-label\`)

| Item | Value |
|---|---|
| Verdict | \`skipped\` |
"
`);
});

describe('the summary of a sweep', () => {
  const story = { asked: undefined, traffic: { create: 0, 'follow-up': 0, status: 3, analytics: 0 } };

  test('has one table of all requests: first those that ended, then those left for the next sweep, then the open ones', () => {
    const swept = [...OUTCOMES.swept.swept, ...OUTCOMES['swept in part'].swept];
    expect(summary({ verdict: 'swept', swept }, story)).toMatchInlineSnapshot(`
"## 🧹 Swept · 1 open, 2 ended, 2 left for the next sweep

| Item | Value |
|---|---|
| Verdict | \`swept\` |
| API requests | 3 status |

| Thread | Job | Result |
|---|---|---|
| [#31](https://github.com/acme/app/issues/31#issuecomment-7) | \`j_8fk2\` | \`pull-request\` |
| [#31](https://github.com/acme/app/issues/31#issuecomment-7) | \`j_8fk2\` | \`timed-out\` |
| [#31](https://github.com/acme/app/issues/31#issuecomment-7) | – | left for the next sweep |
| [#31](https://github.com/acme/app/issues/31#issuecomment-7) | \`j_9\` | left for the next sweep |
| [#31](https://github.com/acme/app/issues/31#issuecomment-7) | \`j_9\` | open |
"
`);
  });

  test('names a request that is given up', () => {
    const [one] = OUTCOMES.swept.swept;
    const text = summary({ verdict: 'swept', swept: [{ ...one, verdict: 'given-up' }] }, story);
    expect(text).toContain('## 🧹 Swept · 0 open, 0 ended, 1 given up\n');
    expect(text).toContain('| `j_8fk2` | given up: still active after 24 h |');
  });

  test('of thousands of jobs stays within its limit and counts the rest', () => {
    const [one] = OUTCOMES.swept.swept;
    const text = summary({ verdict: 'swept', swept: Array.from({ length: 5_000 }, () => one) }, story);
    expect(text.split('\n').length).toBeLessThan(250);
    expect(text).toContain('0 open, 5000 ended');
    expect(text).toContain('| … | 4,800 more | |');
  });
});

test('the summary of an early error names the error', () => {
  const traffic = { create: 0, 'follow-up': 0, status: 0, analytics: 0 };
  expect(summary(OUTCOMES.error, { retryHints: undefined, asked: undefined, traffic })).toMatchInlineSnapshot(`
"## ⛔ Service error (502)

The service answered 502: “Bad gateway”.  
The service has a problem. Re-run the workflow later.  

| Item | Value |
|---|---|
| Verdict | \`error\` |
"
`);
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
