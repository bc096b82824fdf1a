import { describe, expect, test } from '@jest/globals';
import { formatDryRun, formatRequest, type PreparedRequest, summarize } from '../../../src/render/request.ts';
import type { Authorization } from '../../../src/trigger/authorization.ts';
import { formatPeriod } from '../../../src/visitors/period.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { ASKED } from '../../support/sample-outcomes.ts';
import { CHANGES, contextFile, file } from '../../support/sample-prompt.ts';
import { LABELED, TRIGGERS } from '../../support/sample-triggers.ts';

const passed = (...logins: string[]): Pick<PreparedRequest, 'authorization'> => ({
  authorization: {
    kind: 'passed',
    by: logins.map((login) => ({ login, role: login.endsWith('[bot]') ? 'bot' : 'admin' })),
  },
});
const prompt = (more: Partial<PreparedRequest['prompt']>) => ({ prompt: { ...ASKED.prompt, ...more } });
const ranked = (report: ReturnType<typeof sampleSurvey>) => ({ topPages: { query: report, report } });
const files = (...paths: string[]) => ({ files: paths.map((path) => contextFile('', { path })) });
const PERIOD = formatPeriod(sampleSurvey().period);
const LABEL = 'Request: label `docs` on https://github.com/acme/app/issues/31 by';

test.each<[Partial<PreparedRequest>, string]>([
  [passed('alice', 'bob'), `${LABEL} alice, run by bob (permission checked: at least \`write\`)`],
  [passed('renovate[bot]'), `${LABEL} renovate[bot] (in \`allow-bots\`)`],
  [
    { trigger: TRIGGERS.push, ...passed('renovate[bot]', 'alice') },
    'Request: push to `main` by renovate[bot] (in `allow-bots`), run by alice (permission checked: at least `write`)',
  ],
  [{ trigger: TRIGGERS.schedule, authorization: { kind: 'open' } }, 'Request: schedule'],
  [ranked(sampleSurvey()), `Pages: the top 3 of 1,003 pages by visitors; ${PERIOD}`],
  [
    ranked(partial({ kind: 'timeout' }, { sortBy: 'ai', rows: 250 })),
    `Pages: the top 3 of 250 pages by AI agents (partial); ${PERIOD}`,
  ],
  [ranked(sampleSurvey({ leftOut: 900 })), `Pages: the top 3 of 103 selected pages by visitors; ${PERIOD}`],
  [ranked(sampleSurvey({ pages: [] })), `Pages: none selected by paths, of 1,003; ${PERIOD}`],
  [files('report.txt', 'ci.log'), 'Files: 2 (report.txt, ci.log)'],
  [files('report.txt', 'ci.log', 'a', 'b', 'c', 'd'), 'Files: 6 (report.txt, ci.log, a, b, c, …)'],
  [
    {
      changes: { ...CHANGES, ignored: [file('a'), file('b')], totalCommits: 2 },
      ...prompt({ patches: { shown: 1, leftOut: 2 } }),
    },
    'Context: 1 file (2 excluded by paths), 2 commits, 1 of 3 patches',
  ],
  [
    prompt({ removed: { 'HTML comments': 1, 'invisible characters': 14 } }),
    'Context: 14 invisible characters, 1 HTML comment removed',
  ],
  [
    prompt({ cutBytes: 9, isWithheld: true }),
    'Context: the text of the event is not sent, as `context` is `none`; 9 bytes cut, as a prompt has at most 256 KiB',
  ],
])('the log describes a request: #%#', (more, line) => {
  const [request, length, ...others] = formatRequest({ ...ASKED, ...more });
  expect(length).toBe('Prompt: 16 characters');
  expect(others).toEqual(line.startsWith('Request') ? [] : [line]);
  if (others.length === 0) expect(request).toBe(line);
});

test('the title is the text of the event, if that is the request', () => {
  const prepared = { ...ASKED, title: 'Test them' };
  expect(summarize(prepared, LABELED)).toMatchObject({ title: 'Explain the new `--json` flag', saidBy: 'bob' });
  expect(summarize(prepared, TRIGGERS.schedule)).toMatchObject({ title: 'Test them', saidBy: '' });
});

describe('a dry run', () => {
  const request = { method: 'POST', url: new URL('https://agent.example/v2/agent/p1/job'), body: '{"prompt":"ä"}' };
  const sent = 'POST https://agent.example/v2/agent/p1/job, 15 bytes of JSON, with the prompt:';
  const dryRun = (authorization: Authorization, skipReason?: PreparedRequest['skipReason']) =>
    formatDryRun({ ...ASKED, skipReason, authorization }, request);

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
