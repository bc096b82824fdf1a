import { describe, expect, test } from '@jest/globals';
import { type Asked, sayAsked, sayRehearsal } from '../../src/report/asked.ts';
import { ASKED, requestOf } from './sample-outcomes.ts';
import { LABELLED, TRIGGERS } from './sample-triggers.ts';

const request = { method: 'POST', url: new URL('https://agent.example/v2/agent/p1/job'), body: '{"prompt":"ä"}' };
const said = (more: Partial<Asked>) => sayAsked({ ...ASKED, ...more });
const prompt = (more: Partial<Asked['prompt']>) => ({ prompt: { ...ASKED.prompt, ...more } });

test('who asked, with the role of each, and where', () => {
  const by = [{ login: 'alice', role: 'admin' } as const, { login: 'bob', role: 'write' } as const];
  expect(said({ request: requestOf(LABELLED, { admission: { kind: 'passed', by } }) })).toEqual([
    'Asked by alice (admin; needs write), run by bob (write; needs write), label on ' +
      'https://github.com/acme/app/issues/31: Explain the new `--json` flag',
  ]);
});

test('nobody asked', () => {
  const asked = requestOf(TRIGGERS.schedule, { admission: { kind: 'open' }, instruction: 'Refresh it' });
  expect(said({ request: asked })).toEqual(['Asked by schedule: Refresh it']);
});

test('what changed, what was taken out, what did not fit, what was kept back', () => {
  const file = { path: 'a', previousPath: undefined, status: 'added', counts: undefined, patch: undefined } as const;
  const changes = {
    files: [file],
    ignored: [file, file],
    isComplete: true,
    commits: [],
    totalCommits: 2,
    url: undefined,
  };
  expect(said({ changes, ...prompt({ patches: { shown: 1, leftOut: 2 } }) }).slice(1)).toEqual([
    'Changes: 1 file (2 left out by paths), 2 commits, 1 of 3 patches',
  ]);
  const removed = { 'HTML comments': 1, 'invisible characters': 14 };
  expect(said({ request: requestOf(LABELLED, { removed }) }).slice(1)).toEqual([
    'Removed: 14 invisible characters, 1 HTML comment',
  ]);
  expect(said(prompt({ cutBytes: 9, isWithheld: true })).slice(1)).toEqual([
    'Not sent: the words of this event: context is none',
    'Left out: 9 bytes of the request, at the limit of a prompt',
  ]);
});

describe('a dry run', () => {
  const sent = 'POST https://agent.example/v2/agent/p1/job, 15 bytes of JSON, with the prompt:';
  const rehearsed = (admission: Asked['request']['admission'], obstacle?: Asked['obstacle']) =>
    sayRehearsal({ ...ASKED, obstacle, request: { ...ASKED.request, admission } }, request);

  test('shows the gate, the request and the prompt', () => {
    expect(rehearsed({ kind: 'passed', by: [] })).toEqual([
      'Gate: passed',
      `Would send: ${sent}`,
      '  Make the change.',
    ]);
    expect(rehearsed({ kind: 'open' })[0]).toBe('Gate: not needed, nobody else has words in this event');
  });

  test('of what must not be asked says that nothing would be sent', () => {
    const obstacle = { verdict: 'denied', reason: 'No.' } as const;
    expect(rehearsed({ kind: 'denied', reason: 'No.' }, obstacle)).toEqual([
      'Gate: denied: No.',
      `A real run would send nothing. If nothing stood in its way: ${sent}`,
      '  Make the change.',
    ]);
  });
});
