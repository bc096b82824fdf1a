import { describe, expect, test } from '@jest/globals';
import { describePrepared, formatDryRun, formatRequest, type PreparedRequest } from '../../../src/render/request.ts';
import type { Authorization } from '../../../src/trigger/authorization.ts';
import type { RequestTrigger } from '../../../src/trigger/trigger.ts';
import { formatPeriod } from '../../../src/visitors/period.ts';
import type { VisitorReport } from '../../../src/visitors/report.ts';
import { RULES } from '../../support/default-rules.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { ASKED, requestOf } from '../../support/sample-outcomes.ts';
import { CHANGES, file } from '../../support/sample-prompt.ts';
import { LABELED, TRIGGERS } from '../../support/sample-triggers.ts';

const passed = (...logins: string[]): Authorization => ({
  kind: 'passed',
  by: logins.map((login) => ({ login, role: login.endsWith('[bot]') ? 'bot' : 'admin' })),
});
const request = { method: 'POST', url: new URL('https://agent.example/v2/agent/p1/job'), body: '{"prompt":"ä"}' };
const said = (more: Partial<PreparedRequest>) => formatRequest({ ...ASKED, ...more });
const prompt = (more: Partial<PreparedRequest['prompt']>) => ({ prompt: { ...ASKED.prompt, ...more } });

test.each<[RequestTrigger, Authorization, string]>([
  [
    LABELED,
    passed('alice', 'bob'),
    'label `docs` on https://github.com/acme/app/issues/31 by alice, run by bob (permission checked: at least `write`)',
  ],
  [
    LABELED,
    passed('renovate[bot]'),
    'label `docs` on https://github.com/acme/app/issues/31 by renovate[bot] (in `allow-bots`)',
  ],
  [
    TRIGGERS.push,
    passed('renovate[bot]', 'alice'),
    'push to `main` by renovate[bot] (in `allow-bots`), run by alice (permission checked: at least `write`)',
  ],
  [TRIGGERS.schedule, { kind: 'open' }, 'schedule'],
])('the log names event and thread, and how each requester was checked: #%#', (trigger, authorization, line) => {
  expect(said({ request: requestOf(trigger, { authorization }) })).toEqual([
    `Request: ${line}`,
    'Prompt: 16 characters',
  ]);
});

const REPORT = sampleSurvey();
const PAGES = `Bring up to date: the top 3 of 1,003 pages by visitors, ${formatPeriod(REPORT.period)}`;

test.each<[string, VisitorReport | undefined, string | undefined, RequestTrigger]>([
  [PAGES, REPORT, undefined, TRIGGERS.schedule],
  ['Bring up to date: the most visited pages', undefined, undefined, TRIGGERS.schedule],
  ['Test them', REPORT, 'Test them', TRIGGERS.schedule],
  ['Explain the new `--json` flag', REPORT, undefined, LABELED],
])('a refresh has the title “%s”', (title, report, instruction, trigger) => {
  const topPages = report && { query: report, report };
  const inputs = { gate: { minimum: 'write', bots: [] }, trigger: RULES } as const;
  const prepared = { ...ASKED, files: [], ...(topPages && { topPages }), arePagesTheRequest: true };
  const parts = { trigger, authorization: { kind: 'open' }, runUrl: undefined, instruction, inputs } as const;
  expect(describePrepared(prepared, parts).request.title).toBe(title);
});

test.each<[VisitorReport, string]>([
  [sampleSurvey(), 'the top 3 of 1,003 pages by visitors'],
  [partial({ kind: 'timeout' }, { sortBy: 'ai', rows: 250 }), 'the top 3 of 250 pages by AI agents (partial)'],
  [sampleSurvey({ leftOut: 900 }), 'the top 3 of 103 selected pages by visitors'],
  [sampleSurvey({ pages: [] }), 'none selected by paths, of 1,003'],
])('the log names the pages with the most visitors: #%#', (report, words) => {
  const lines = said({ topPages: { query: report, report } }).slice(2);
  expect(lines).toEqual([`Pages: ${words}; ${formatPeriod(report.period)}`]);
  expect(said({ topPages: { query: report } })).toHaveLength(2);
});

test('the log names at most five files', () => {
  const files = ['report.txt', 'ci.log', 'a', 'b', 'c', 'd'].map((path) => ({ path }));
  expect(said({ files: files.slice(0, 2) }).slice(2)).toEqual(['Files: 2 (report.txt, ci.log)']);
  expect(said({ files }).slice(2)).toEqual(['Files: 6 (report.txt, ci.log, a, b, c, …)']);
});

test('the log counts changes, removed characters, withheld context and cut bytes', () => {
  const changes = { ...CHANGES, ignored: [file('a'), file('b')], totalCommits: 2 };
  expect(said({ changes, ...prompt({ patches: { shown: 1, leftOut: 2 } }) }).slice(2)).toEqual([
    'Context: 1 file (2 excluded by paths), 2 commits, 1 of 3 patches',
  ]);
  const removed = { 'HTML comments': 1, 'invisible characters': 14 };
  expect(said({ request: requestOf(LABELED, { removed }) }).slice(2)).toEqual([
    'Context: 14 invisible characters, 1 HTML comment removed',
  ]);
  expect(said(prompt({ cutBytes: 9, isWithheld: true })).slice(2)).toEqual([
    'Context: the text of the event is not sent, as `context` is `none`; 9 bytes cut, as a prompt has at most 256 KiB',
  ]);
});

describe('a dry run', () => {
  const sent = 'POST https://agent.example/v2/agent/p1/job, 15 bytes of JSON, with the prompt:';
  const dryRun = (
    authorization: PreparedRequest['request']['authorization'],
    skipReason?: PreparedRequest['skipReason'],
  ) => formatDryRun({ ...ASKED, skipReason, request: { ...ASKED.request, authorization } }, request);

  test('shows the authorization, the request and the prompt', () => {
    expect(dryRun({ kind: 'passed', by: [] })).toEqual([
      'Authorization: passed',
      `A real run would send: ${sent}`,
      '  Make the change.',
    ]);
    expect(dryRun({ kind: 'open' })[0]).toMatch(/^Authorization: not needed, as only accounts with write permission /);
  });

  test('of a denied request says that a real run would send nothing', () => {
    const skipReason = { verdict: 'denied', reason: 'No.' } as const;
    expect(dryRun({ kind: 'denied', reason: 'No.', mayBeAnswered: false }, skipReason)).toEqual([
      'Authorization: denied: No.',
      `A real run would send nothing. Otherwise it would send: ${sent}`,
      '  Make the change.',
    ]);
  });
});
