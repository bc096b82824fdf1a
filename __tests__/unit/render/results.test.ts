import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../../src/errors.ts';
import { type Outcome, VERDICTS } from '../../../src/outcome.ts';
import { MAX_PROMPT } from '../../../src/prompt/workspace-files.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { ASKED, around, OUTCOMES, requestOf, resultsOf } from '../../support/sample-outcomes.ts';
import { ISSUE, labeled } from '../../support/sample-triggers.ts';

test.each([
  ['a reference and a mention', 'Fix #1 and GH-2 for @alice'],
  ['signs of Markdown', '*a* `b` [c](d) <e> & ~f~ | g_h \\(i) $j$'],
  ['a number and an address', '1. See https://docs.example/a_(b)?c=1&d'],
])('the output `summary` has a title as it is, with %s', (_, text) => {
  const request = requestOf(labeled({ thread: { ...ISSUE, title: { text, removed: {} } } }));
  const [title, ...others] = resultsOf(OUTCOMES['pull request'], around(), {
    request,
  }).outputs.summary.split('\n');
  expect(title).toBe(`Request: ${text}`);
  expect(others).toEqual([
    `✅ Pull request ready: ${PULL_REQUEST} · 6 min`,
    'Changes 4 files (+40 −12): docs/cli.md, docs/json.md, docs/index.md and 1 more.',
    'To request changes, comment `/docs <what to change>` in this thread.',
  ]);
});

test('a line of the output `summary` is no workflow command, whatever the title is', () => {
  for (const text of ['::error::x', '##[error]x', 'a ##[group]b']) {
    const request = requestOf(labeled({ thread: { ...ISSUE, title: { text, removed: {} } } }));
    expect(resultsOf(OUTCOMES.failed, around(), { request }).outputs.summary).not.toMatch(
      /^::|##\[/m,
    );
  }
});

test.each(Object.entries(OUTCOMES))(
  'the output `summary` of "%s" has nothing that is written for GitHub',
  (_, outcome) => {
    const { summary } = resultsOf(outcome, around(), {
      prepared: ASKED,
      request: ASKED.request,
    }).outputs;
    expect(summary).not.toMatch(/&(#\d+|amp|lt|gt);|\\[(#*_[\]|~$]|\*\*|\]\(http|^>/m);
  },
);

test('every verdict has a sample outcome', () => {
  const verdicts = new Set<string>(Object.values(OUTCOMES).map(({ verdict }) => verdict));
  expect([...verdicts].sort()).toEqual(Object.keys(VERDICTS).sort());
});

test.each<[Outcome, Parameters<typeof resultsOf>[1], Record<string, string>]>([
  [
    OUTCOMES['error with a job that was never read'],
    around(),
    { verdict: 'error', jobId: 'j_8fk2', job: '', status: '', prLink: '' },
  ],
  [OUTCOMES.swept, around(), { swept: JSON.stringify(OUTCOMES.swept.swept) }],
  [OUTCOMES.failed, around(), { swept: '', status: 'failed' }],
  [
    OUTCOMES['pull request elsewhere'],
    around(),
    { prLink: 'https://git.example/acme/docs/-/merge_requests/9', prNumber: '', prRepository: '' },
  ],
  [OUTCOMES['pull request without a usable link'], around(), { prLink: '', prNumber: '' }],
  [
    OUTCOMES['pull request'],
    around({ isFollowUp: true, elapsed: undefined }),
    { message: `Follow-up done: ${PULL_REQUEST}` },
  ],
])('the outputs of %j', (outcome, context, outputs) => {
  expect(resultsOf(outcome, context).outputs).toMatchObject(outputs);
});

test('the output `message` contains no text that people or the service wrote', () => {
  const text = '<b>@everyone</b>\n::error::';
  const problem = new ServiceError(text, text, { quote: text });
  const job = { ...sampleJob({ unknown: text }), id: text };
  const outcomes: Outcome[] = [
    { verdict: 'pull-request', job },
    { verdict: 'failed', job },
    { verdict: 'timed-out', job, problem, failures: 0 },
    { verdict: 'timed-out', why: 'unsent', waitsFor: { job: text } },
    { verdict: 'started', job },
    { verdict: 'cancelled', job },
    { verdict: 'unconfirmed', problem },
    { verdict: 'skipped', reason: text },
    { verdict: 'denied', reason: text },
    { verdict: 'error', problem, job },
  ];
  for (const outcome of outcomes)
    expect(resultsOf(outcome).outputs.message).toMatch(/^[\w ,;:()-]+$/);
});

describe('the prompt in the summary', () => {
  const summaryOf = (shown: string) =>
    resultsOf(OUTCOMES.failed, around(), {
      prepared: { ...ASKED, prompt: { ...ASKED.prompt, shown } },
    }).summary;

  /**
   * The content of its code block, by the rules of CommonMark: up to a line with at least as many
   * backticks.
   */
  function shown(text: string): string {
    const [, fence = ''] = /^(`{3,})text$/m.exec(text) ?? [];
    const lines = text.slice(text.indexOf(`${fence}text\n`) + `${fence}text\n`.length).split('\n');
    const end = lines.findIndex(
      (line) => (/^ {0,3}(`+)[ \t]*$/.exec(line)?.[1] ?? '').length >= fence.length,
    );
    expect(lines.slice(end).join('\n')).toBe(`${fence}\n\n</details>\n`);
    return lines.slice(0, end).join('\n');
  }

  test.each(['a', 'ä', '€', '🎉', '`', '``\n', '</details>', '```\n', '~~~\n'])(
    'of 256 KiB of %j fits',
    (unit) => {
      const prompt = unit.repeat(Math.floor(MAX_PROMPT / Buffer.byteLength(unit)));
      const text = summaryOf(prompt);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
      expect(shown(text) === prompt).toBe(true); // a difference would be printed whole
    },
  );

  test('cannot end its code block with any text', () => {
    const unit = fc.oneof(
      fc.constantFrom('`', '```', '\n', '</details>', '~~~', '    ', 'text', '> '),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const text = parts.join('').replace(/\r/g, '');
        expect(shown(summaryOf(text))).toBe(text);
      }),
    );
  });
});
