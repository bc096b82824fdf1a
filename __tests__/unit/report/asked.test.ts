import { describe, expect, test } from '@jest/globals';
import { type Asked, sayAsked, sayRehearsal } from '../../../src/report/asked.ts';
import { namePages } from '../../../src/report/visitors.ts';
import type { RequestTrigger } from '../../../src/trigger/trigger.ts';
import { sayPeriod } from '../../../src/visitors/period.ts';
import type { Survey } from '../../../src/visitors/survey.ts';
import { aPage, partial, sampleSurvey } from '../../support/sample-exports.ts';
import { ASKED, requestOf } from '../../support/sample-outcomes.ts';
import { LABELLED, TRIGGERS } from '../../support/sample-triggers.ts';

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

describe('nobody asked, and pages that are read most are to be looked at', () => {
  const survey = sampleSurvey();
  const titleOf = (more: Parameters<typeof requestOf>[1], trigger: RequestTrigger = TRIGGERS.schedule) =>
    said({ request: requestOf(trigger, { admission: { kind: 'open' }, ...more }) })[0];

  test('these are named', () => {
    expect(titleOf({ refresh: namePages(survey) })).toBe(
      `Asked by schedule: Bring up to date: the 3 pages with the most visitors of 1,003, ${sayPeriod(survey.period)}`,
    );
  });

  test('of those that paths leave', () => {
    const refresh = namePages(sampleSurvey({ sortBy: 'ai', leftOut: 900, pages: [aPage('/a')] }));
    expect(titleOf({ refresh })).toContain(
      ': Bring up to date: the 1 page with the most AI agents of 103 left by paths, ',
    );
  });

  test('nobody knows which', () => {
    expect(titleOf({ refresh: namePages(undefined) })).toBe(
      'Asked by schedule: Bring up to date: the pages that are read most',
    );
  });

  test('the words that there are stay the title', () => {
    const refresh = namePages(survey);
    expect(titleOf({ refresh, instruction: 'Test them' })).toBe('Asked by schedule: Test them');
    expect(titleOf({ refresh }, LABELLED)).toMatch(/: Explain the new `--json` flag$/);
  });
});

describe('which pages are read most', () => {
  const pagesOf = (survey: Survey) => said({ readMost: { kind: 'surveyed', survey } }).slice(1);

  test('of how many, and when', () => {
    const survey = sampleSurvey();
    expect(pagesOf(survey)).toEqual([
      `Pages: the 3 pages with the most visitors of 1,003; ${sayPeriod(survey.period)}`,
    ]);
  });

  test('of a part of the site only', () => {
    const survey = partial({ kind: 'budget' }, { sortBy: 'ai', rows: 250 });
    expect(pagesOf(survey)).toEqual([
      `Pages: the 3 pages with the most AI agents of 250 (partial); ${sayPeriod(survey.period)}`,
    ]);
  });

  test('of those that paths leave', () => {
    const survey = sampleSurvey({ leftOut: 900 });
    expect(pagesOf(survey)).toEqual([
      `Pages: the 3 pages with the most visitors of 103 left by paths; ${sayPeriod(survey.period)}`,
    ]);
  });

  test('none of those that were visited', () => {
    const survey = sampleSurvey({ pages: [] });
    expect(pagesOf(survey)).toEqual([`Pages: none left by paths, of 1,003; ${sayPeriod(survey.period)}`]);
  });

  test('is not said where nobody could ask', () => {
    expect(said({ readMost: { kind: 'unread', wish: sampleSurvey(), because: 'nobody may' } })).toHaveLength(1);
  });
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
