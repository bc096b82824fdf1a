import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readGitHubContext } from '../../../src/runtime/github-context.ts';
import { projectHash, slotOf, wishOf } from '../../../src/thread/request-key.ts';
import { dispatchRequest } from '../../../src/trigger/history-requests.ts';
import { NOBODY, type RequestTrigger } from '../../../src/trigger/trigger.ts';
import {
  BASE,
  command,
  ISSUE,
  LABELLED,
  labelled,
  merged,
  opened,
  PULL,
  push,
  release,
  TRIGGERS,
} from '../../support/sample-triggers.ts';

const ENV = {
  GITHUB_REPOSITORY: 'acme/app',
  GITHUB_REPOSITORY_ID: '1296269',
  GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/docs.yml@refs/heads/main',
  GITHUB_WORKFLOW: 'Docs',
  GITHUB_JOB: 'docs',
  GITHUB_ACTION: '__acme_docs',
};
const slot = (env: Readonly<Record<string, string | undefined>> = {}, project = 'p1', key = 'null') =>
  slotOf(readGitHubContext({ ...ENV, ...env }), project, key);
const wish = (trigger: RequestTrigger, words = '', key = 'null') => wishOf(slot({}, 'p1', key), trigger, words);

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
    expect(slot(env)).toEqual(slot());
  });
});

describe('a step key differs', () => {
  const others = {
    workflow: slot({ GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/other.yml@refs/heads/main' }),
    job: slot({ GITHUB_JOB: 'other' }),
    step: slot({ GITHUB_ACTION: '__acme_docs_2' }),
    project: slot({}, 'p2'),
    repository: slot({ GITHUB_REPOSITORY_ID: '7' }),
    'leg of the matrix': slot({}, 'p1', '{"page":"/install"}'),
  };
  test.each(Object.entries(others))('in another %s', (_, other) => {
    expect(other.slot).not.toBe(slot().slot);
  });

  test('between all of these', () => {
    expect(new Set(Object.values(others).map((other) => other.slot)).size).toBe(Object.keys(others).length);
  });

  test('and so do the hashes of project and `key`', () => {
    expect(others.job.project).toBe(slot().project);
    expect(others.job.key).toBe(slot().key);
    expect(others.project.project).not.toBe(slot().project);
    expect(others['leg of the matrix'].key).not.toBe(slot().key);
  });

  test('for any two keys', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(slot({}, 'p1', one).slot === slot({}, 'p1', other).slot).toBe(one === other);
      }),
    );
  });
});

describe('on a runner that sets fewer variables, as act does,', () => {
  test('the step key uses the title of the workflow', () => {
    const named = (GITHUB_WORKFLOW: string) => slot({ GITHUB_WORKFLOW_REF: '', GITHUB_WORKFLOW }).slot;
    expect(named('Docs')).toBe(named('Docs'));
    expect(named('Docs')).not.toBe(named('Other'));
  });

  test('the step key uses the name of the repository, ignoring case', () => {
    const without = { GITHUB_REPOSITORY_ID: undefined };
    const hashIn = (name: string) => projectHash(readGitHubContext({ ...without, GITHUB_REPOSITORY: name }), 'p1');
    expect(readGitHubContext({ ...without, GITHUB_REPOSITORY: 'Acme/App' }).repositoryKey).toBe('acme/app');
    expect(hashIn('Acme/App')).toBe(hashIn('acme/app'));
  });

  test('the step key needs no variable at all', () => {
    expect(slotOf(readGitHubContext({}), 'p1', '').slot).toMatch(/^[\w-]{16}$/);
  });
});

const BOB = { login: 'bob', id: 5, isBot: false };
const label = LABELLED;
const moved = { base: BASE, head: 'c'.repeat(40), since: 'merge-base' } as const;

describe('the request key is the same for', () => {
  test.each<[string, RequestTrigger, RequestTrigger]>([
    ['a label that is set twice', label, labelled({ requester: BOB })],
    ['another label on the same thread', label, labelled({ label: 'documentation' })],
    ['an issue whose text was edited', label, labelled({ thread: { ...ISSUE, body: { text: 'New', removed: {} } } })],
    ['a pull request that is opened, and labelled', opened(), labelled({ thread: PULL })],
    ['a command, run again', command({ url: 'https://x/1' }), command({ url: 'https://x/1' })],
    ['a push of the same commit', push(), push({ requester: BOB })],
    ['a schedule', TRIGGERS.schedule, TRIGGERS.schedule],
  ])('%s', (_, one, other) => {
    expect(wish(one, 'words')).toBe(wish(other, 'words'));
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
  expect(wish(trigger, 'Refresh')).toBe(wish(trigger, 'Refresh'));
  expect(wish(trigger, 'Refresh')).not.toBe(wish(trigger, 'Rewrite'));
  expect(wish(trigger, 'Refresh')).not.toBe(wish(trigger, ''));
});

describe('the request keys', () => {
  const wishes: Record<string, string> = {
    'a label on an issue': wish(label),
    'a label on another issue': wish(labelled({ thread: { ...ISSUE, number: 99 } })),
    'a label on a pull request': wish(labelled({ thread: PULL })),
    'the same with a commit more': wish(labelled({ thread: { ...PULL, range: moved } })),
    'a command': wish(command({ url: 'https://x/1' })),
    'another command': wish(command({ url: 'https://x/2' })),
    'a push': wish(push()),
    'a push of another commit': wish(push({ head: 'd'.repeat(40) })),
    'a push to another branch': wish(push({ name: 'next' })),
    'a release': wish(TRIGGERS.release),
    'another release': wish(release({ id: 9002 })),
    'a release that is published again under its tag': wish(release({ publishedAt: '2026-01-02T12:00:00Z' })),
    'a merge': wish(merged()),
    'a force push back to the commit': wish(push({ before: 'e'.repeat(40) })),
    'a tag of the name of the branch': wish(push({ isTag: true })),
    'a schedule': wish(TRIGGERS.schedule, 'Refresh'),
    'a schedule with another instruction': wish(TRIGGERS.schedule, 'Rewrite'),
    'a dispatch in the same words': wish(dispatchRequest(NOBODY, 'workflow_dispatch'), 'Refresh'),
    'a leg of the matrix': wish(label, '', '{"page":"/a"}'),
    'another leg of the matrix': wish(label, '', '{"page":"/b"}'),
  };
  test('of different requests differ', () => {
    const names = Object.entries(wishes);
    const same = names.filter(([name, hash]) => names.some(([other, value]) => other !== name && value === hash));
    expect(same).toEqual([]);
  });
});
