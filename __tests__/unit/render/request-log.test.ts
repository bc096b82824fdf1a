import { describe, expect, test } from '@jest/globals';
import { describePrepared, formatDryRun, formatRequest, type PreparedRequest } from '../../../src/render/request.ts';
import type { RequestTrigger } from '../../../src/trigger/trigger.ts';
import { formatPeriod } from '../../../src/visitors/period.ts';
import type { VisitorReport } from '../../../src/visitors/report.ts';
import { RULES } from '../../support/default-rules.ts';
import { aPage, partial, sampleSurvey } from '../../support/sample-exports.ts';
import { ASKED, requestOf } from '../../support/sample-outcomes.ts';
import { BASE, HEAD, LABELED, TRIGGERS } from '../../support/sample-triggers.ts';

const request = { method: 'POST', url: new URL('https://agent.example/v2/agent/p1/job'), body: '{"prompt":"ä"}' };
const said = (more: Partial<PreparedRequest>) => formatRequest({ ...ASKED, ...more });
const prompt = (more: Partial<PreparedRequest['prompt']>) => ({ prompt: { ...ASKED.prompt, ...more } });

test('the log names the event, the thread and every requester, and says that their permission was checked', () => {
  const by = [{ login: 'alice', role: 'admin' } as const, { login: 'bob', role: 'write' } as const];
  expect(said({ request: requestOf(LABELED, { authorization: { kind: 'passed', by } }) })).toEqual([
    'Request: label `docs` on https://github.com/acme/app/issues/31 by alice, run by bob (permission checked: at least `write`)',
    'Prompt: 16 characters',
  ]);
});

test('the log says of a bot that `allow-bots` names it, as no permission is checked', () => {
  const bot = { login: 'renovate[bot]', role: 'bot' } as const;
  const alice = { login: 'alice', role: 'admin' } as const;
  const lineOf = (by: (typeof bot | typeof alice)[]) =>
    said({ request: requestOf(LABELED, { authorization: { kind: 'passed', by } }) })[0];
  expect(lineOf([bot])).toMatch(/ by renovate\[bot\] \(in `allow-bots`\)$/);
  expect(lineOf([bot, alice])).toMatch(
    / by renovate\[bot\] \(in `allow-bots`\), run by alice \(permission checked: at least `write`\)$/,
  );
});

test('a request of a schedule is logged with the name of the event', () => {
  const asked = requestOf(TRIGGERS.schedule, { authorization: { kind: 'open' }, title: 'Refresh it' });
  expect(said({ request: asked })).toEqual(['Request: schedule', 'Prompt: 16 characters']);
});

describe('the title of a scheduled refresh', () => {
  const survey = sampleSurvey();
  const inputs = { gate: { minimum: 'write', bots: [] }, trigger: RULES } as const;
  const titleOf = (read?: VisitorReport, instruction?: string, trigger: RequestTrigger = TRIGGERS.schedule) => {
    const topPages = read && { query: read, report: read };
    const prepared = { ...ASKED, files: [], ...(topPages && { topPages }), arePagesTheRequest: true };
    const parts = { trigger, authorization: { kind: 'open' }, runUrl: undefined, instruction, inputs } as const;
    return describePrepared(prepared, parts).request.title;
  };

  test('names the pages with the most visitors', () => {
    expect(titleOf(survey)).toBe(
      `Bring up to date: the top 3 of 1,003 pages by visitors, ${formatPeriod(survey.period)}`,
    );
  });

  test('counts only pages that `paths` selects', () => {
    const title = titleOf(sampleSurvey({ sortBy: 'ai', leftOut: 900, pages: [aPage('/a')] }));
    expect(title).toContain('Bring up to date: the top 1 of 103 selected pages by AI agents, ');
  });

  test('names no number of pages if they were not read', () => {
    expect(titleOf()).toBe('Bring up to date: the most visited pages');
  });

  test('is the instruction or the title of the thread, if there is one', () => {
    expect(titleOf(survey, 'Test them')).toBe('Test them');
    expect(titleOf(survey, undefined, LABELED)).toBe('Explain the new `--json` flag');
  });
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
  const file = {
    path: 'a',
    previousPath: undefined,
    status: 'added',
    additions: 0,
    deletions: 0,
    patch: undefined,
  } as const;
  const changes = {
    files: [file],
    ignored: [file, file],
    isComplete: true,
    isDescendant: true,
    commits: [],
    totalCommits: 2,
    url: undefined,
    baseSha: BASE,
    headSha: HEAD,
  };
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
