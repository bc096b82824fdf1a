import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readGitHubVariables } from '../../../src/runtime/runner.ts';
import { projectHash, requestKeyOf, stepKeysOf } from '../../../src/thread/earlier-requests.ts';
import { dispatchRequest } from '../../../src/trigger/history-events.ts';
import { NO_ACTOR, type RequestTrigger } from '../../../src/trigger/trigger.ts';
import {
  BASE,
  command,
  ISSUE,
  LABELED,
  labeled,
  merged,
  opened,
  PULL,
  push,
  release,
  TRIGGERS,
  workflowRun,
} from '../../support/sample-triggers.ts';

const ENV = {
  GITHUB_REPOSITORY: 'acme/app',
  GITHUB_REPOSITORY_ID: '1296269',
  GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/docs.yml@refs/heads/main',
  GITHUB_WORKFLOW: 'Docs',
  GITHUB_JOB: 'docs',
  GITHUB_ACTION: '__acme_docs',
};
const stepKey = (env: Readonly<Record<string, string | undefined>> = {}, project = 'p1', key = 'null') =>
  stepKeysOf(readGitHubVariables({ ...ENV, ...env }), project, key);
const requestKey = (trigger: RequestTrigger, words = '', key = 'null') =>
  requestKeyOf(stepKey({}, 'p1', key).stepKey, trigger, words);

describe('a step key stays the same', () => {
  test.each([
    ['on another branch', { GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/docs.yml@refs/heads/feat@2/x' }],
    ['for a tag', { GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/docs.yml@refs/tags/v1' }],
    [
      'after the repository got another name',
      { GITHUB_REPOSITORY: 'acme/new', GITHUB_WORKFLOW_REF: 'acme/new/.github/workflows/docs.yml@refs/heads/main' },
    ],
    ['after the workflow got another title', { GITHUB_WORKFLOW: 'Documentation' }],
  ])('%s', (_, env) => {
    expect(stepKey(env)).toEqual(stepKey());
  });
});

describe('a step key differs', () => {
  const others = {
    workflow: stepKey({ GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/other.yml@refs/heads/main' }),
    job: stepKey({ GITHUB_JOB: 'other' }),
    step: stepKey({ GITHUB_ACTION: '__acme_docs_2' }),
    project: stepKey({}, 'p2'),
    repository: stepKey({ GITHUB_REPOSITORY_ID: '7' }),
    'leg of the matrix': stepKey({}, 'p1', '{"page":"/install"}'),
  };
  test.each(Object.entries(others))('in another %s', (_, other) => {
    expect(other.stepKey).not.toBe(stepKey().stepKey);
  });

  test('between all of these', () => {
    expect(new Set(Object.values(others).map((other) => other.stepKey)).size).toBe(Object.keys(others).length);
  });

  test('and so do the hashes of project and `key`', () => {
    expect(others.job.project).toBe(stepKey().project);
    expect(others.job.key).toBe(stepKey().key);
    expect(others.project.project).not.toBe(stepKey().project);
    expect(others['leg of the matrix'].key).not.toBe(stepKey().key);
  });

  test('for any two keys', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(stepKey({}, 'p1', one).stepKey === stepKey({}, 'p1', other).stepKey).toBe(one === other);
      }),
    );
  });
});

describe('on a runner that sets fewer variables, as act does,', () => {
  test('the step key uses the title of the workflow', () => {
    const named = (GITHUB_WORKFLOW: string) => stepKey({ GITHUB_WORKFLOW_REF: '', GITHUB_WORKFLOW }).stepKey;
    expect(named('Docs')).toBe(named('Docs'));
    expect(named('Docs')).not.toBe(named('Other'));
  });

  test('the step key uses the name of the repository, ignoring case', () => {
    const without = { GITHUB_REPOSITORY_ID: undefined };
    const hashIn = (name: string) => projectHash(readGitHubVariables({ ...without, GITHUB_REPOSITORY: name }), 'p1');
    expect(readGitHubVariables({ ...without, GITHUB_REPOSITORY: 'Acme/App' }).repositoryKey).toBe('acme/app');
    expect(hashIn('Acme/App')).toBe(hashIn('acme/app'));
  });

  test('the step key needs no variable at all', () => {
    expect(stepKeysOf(readGitHubVariables({}), 'p1', '').stepKey).toMatch(/^[\w-]{16}$/);
  });
});

const BOB = { login: 'bob', id: 5, isBot: false };
const label = LABELED;
const moved = { base: BASE, head: 'c'.repeat(40), since: 'merge-base' } as const;

describe('the request key is the same for', () => {
  test.each<[string, RequestTrigger, RequestTrigger]>([
    ['a label that is set twice', label, labeled({ requester: BOB })],
    ['another label on the same thread', label, labeled({ label: 'documentation' })],
    ['an issue whose text was edited', label, labeled({ thread: { ...ISSUE, body: { text: 'New', removed: {} } } })],
    ['a pull request that is opened, and labeled', opened(), labeled({ thread: PULL })],
    ['a command, run again', command({ url: 'https://x/1' }), command({ url: 'https://x/1' })],
    ['a push of the same commit', push(), push({ requester: BOB })],
    ['a workflow that is run again on a commit', workflowRun(), workflowRun({ url: 'https://x/2' })],
    ['a schedule', TRIGGERS.schedule, TRIGGERS.schedule],
  ])('%s', (_, one, other) => {
    expect(requestKey(one, 'words')).toBe(requestKey(other, 'words'));
  });
});

test.each<[string, RequestTrigger]>([
  ['a label', label],
  ['an opened pull request', TRIGGERS['opened pull request']],
  ['a command', command({ url: 'https://x/1' })],
  ['a push', push()],
  ['a release', TRIGGERS.release],
  ['a schedule', TRIGGERS.schedule],
])('the request key of %s differs if the prompt of the workflow differs', (_, trigger) => {
  expect(requestKey(trigger, 'Refresh')).toBe(requestKey(trigger, 'Refresh'));
  expect(requestKey(trigger, 'Refresh')).not.toBe(requestKey(trigger, 'Rewrite'));
  expect(requestKey(trigger, 'Refresh')).not.toBe(requestKey(trigger, ''));
});

describe('the request keys', () => {
  const requests: Record<string, string> = {
    'a label on an issue': requestKey(label),
    'a label on another issue': requestKey(labeled({ thread: { ...ISSUE, number: 99 } })),
    'a label on a pull request': requestKey(labeled({ thread: PULL })),
    'the same with a commit more': requestKey(labeled({ thread: { ...PULL, range: moved } })),
    'a command': requestKey(command({ id: 1 })),
    'another command': requestKey(command({ id: 2 })),
    'a workflow run': requestKey(workflowRun()),
    'a run of another workflow': requestKey(workflowRun({ workflow: 78 })),
    'a run on another commit': requestKey(workflowRun({ head: 'd'.repeat(40) })),
    'a push': requestKey(push()),
    'a push of another commit': requestKey(push({ head: 'd'.repeat(40) })),
    'a push to another branch': requestKey(push({ name: 'next' })),
    'a release': requestKey(TRIGGERS.release),
    'another release': requestKey(release({ id: 9002 })),
    'a release that is published again under its tag': requestKey(release({ publishedAt: '2026-01-02T12:00:00Z' })),
    'a merge': requestKey(merged()),
    'a force push back to the commit': requestKey(push({ before: 'e'.repeat(40) })),
    'a tag of the name of the branch': requestKey(push({ isTag: true })),
    'a schedule': requestKey(TRIGGERS.schedule, 'Refresh'),
    'a schedule with another instruction': requestKey(TRIGGERS.schedule, 'Rewrite'),
    'a dispatch in the same words': requestKey(dispatchRequest(NO_ACTOR, 'workflow_dispatch'), 'Refresh'),
    'a leg of the matrix': requestKey(label, '', '{"page":"/a"}'),
    'another leg of the matrix': requestKey(label, '', '{"page":"/b"}'),
  };
  test('of different requests differ', () => {
    const names = Object.entries(requests);
    const same = names.filter(([name, hash]) => names.some(([other, value]) => other !== name && value === hash));
    expect(same).toEqual([]);
  });
});
