import { expect, test } from '@jest/globals';
import { formatRequest, type PreparedRequest } from '../../../src/render/request.ts';
import { ASKED } from '../../support/sample-outcomes.ts';
import { CHANGES, contextFile, file } from '../../support/sample-prompt.ts';
import { TRIGGERS } from '../../support/sample-triggers.ts';

const passed = (...logins: string[]): Pick<PreparedRequest, 'authorization'> => ({
  authorization: {
    kind: 'passed',
    by: logins.map((login) => ({ login, role: login.endsWith('[bot]') ? 'bot' : 'admin' })),
  },
});
const prompt = (more: Partial<PreparedRequest['prompt']>) => ({
  prompt: { ...ASKED.prompt, ...more },
});
const LABEL = 'Request: label `docs` on https://github.com/acme/app/issues/31 by';

/** Scenarios have the others: most visited pages, files, dry runs. */
test.each<[Partial<PreparedRequest>, string]>([
  [passed('renovate[bot]'), `${LABEL} renovate[bot] (in \`allow-bots\`)`],
  [
    { trigger: TRIGGERS.push, ...passed('renovate[bot]', 'alice') },
    'Request: push to `main` by renovate[bot] (in `allow-bots`), run by alice (permission checked: at least `write`)',
  ],
  [{ trigger: TRIGGERS.schedule, authorization: { kind: 'open' } }, 'Request: schedule'],
  [
    {
      files: ['report.txt', 'ci.log', 'a', 'b', 'c', 'd'].map((path) => contextFile('', { path })),
    },
    'Files: 6 (report.txt, ci.log, a, b, c, …)',
  ],
  [
    {
      changes: { ...CHANGES, ignored: [file('a'), file('b')], totalCommits: 2 },
      ...prompt({ patches: { shown: 1, leftOut: 2 } }),
    },
    'Context: 1 file (2 excluded by paths), 2 commits, 1 of 3 patches',
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
