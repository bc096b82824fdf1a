import { expect, test } from '@jest/globals';
import { readGitHubVariables } from '../../../src/runtime/runner.ts';
import { requestKeyOf, stepKeysOf } from '../../../src/thread/earlier-requests.ts';
import { dispatchRequest } from '../../../src/trigger/history-events.ts';
import { NO_ACTOR, type RequestTrigger } from '../../../src/trigger/trigger.ts';
import {
  BASE,
  command,
  ISSUE,
  labeled,
  merged,
  opened,
  PULL,
  push,
  release,
  TRIGGERS,
  workflowRun,
} from '../../support/sample-triggers.ts';

const FILE = 'acme/app/.github/workflows/docs.yml';
const ENV = {
  GITHUB_REPOSITORY: 'acme/app',
  GITHUB_REPOSITORY_ID: '1296269',
  GITHUB_WORKFLOW_REF: `${FILE}@refs/heads/main`,
  GITHUB_WORKFLOW: 'Docs',
  GITHUB_JOB: 'docs',
  GITHUB_ACTION: '__acme_docs',
};
type Env = Readonly<Record<string, string | undefined>>;
const stepKeys = (env: Env = {}, project = 'p1', key = 'null') =>
  stepKeysOf(readGitHubVariables({ ...ENV, ...env }), project, key);
/** On a runner that sets fewer variables, as act does. */
const BARE = { GITHUB_WORKFLOW_REF: '', GITHUB_REPOSITORY_ID: undefined };

test.each<[string, Env, Env]>([
  ['on another branch', { GITHUB_WORKFLOW_REF: `${FILE}@refs/heads/feat@2/x` }, {}],
  ['for a tag', { GITHUB_WORKFLOW_REF: `${FILE}@refs/tags/v1` }, {}],
  [
    'under another name of the repository',
    {
      GITHUB_REPOSITORY: 'acme/new',
      GITHUB_WORKFLOW_REF: `${FILE.replace('app', 'new')}@refs/heads/main`,
    },
    {},
  ],
  ['under another title of the workflow', { GITHUB_WORKFLOW: 'Documentation' }, {}],
  ['in any case of the name, without a number', { ...BARE, GITHUB_REPOSITORY: 'Acme/App' }, BARE],
])('the step keys stay the same %s', (_, one, other) => {
  expect(stepKeys(one)).toEqual(stepKeys(other));
});

const STEPS = {
  here: stepKeys(),
  'in another workflow': stepKeys({
    GITHUB_WORKFLOW_REF: `${FILE.replace('docs', 'other')}@refs/heads/main`,
  }),
  'in another job': stepKeys({ GITHUB_JOB: 'other' }),
  'in another step': stepKeys({ GITHUB_ACTION: '__acme_docs_2' }),
  'of another project': stepKeys({}, 'p2'),
  'in another repository': stepKeys({ GITHUB_REPOSITORY_ID: '7' }),
  'of a leg of the matrix': stepKeys({}, 'p1', '{"page":"/install"}'),
  'of another leg': stepKeys({}, 'p1', '{"page":"/b"}'),
  'without the file of the workflow': stepKeys(BARE),
  'without the file of another workflow': stepKeys({ ...BARE, GITHUB_WORKFLOW: 'Other' }),
  'without any variable': stepKeysOf(readGitHubVariables({}), 'p1', ''),
};

const label = TRIGGERS['labeled issue'];
const keyOf = (trigger: RequestTrigger, words = '', run = 77) =>
  requestKeyOf(stepKeys().stepKey, trigger, run, words);
const BOB = { login: 'bob', id: 5, isBot: false };
const moved = { base: BASE, head: 'c'.repeat(40), since: 'merge-base' } as const;
const REQUESTS = {
  'a label on an issue': keyOf(label),
  'the same with another instruction': keyOf(label, 'Rewrite'),
  'a label on another issue': keyOf(labeled({ thread: { ...ISSUE, number: 99 } })),
  'a label on a pull request': keyOf(labeled({ thread: PULL })),
  'a label that is set again': keyOf(
    labeled({ thread: { ...ISSUE, updatedAt: ISSUE.updatedAt + 1_000 } }),
  ),
  'a pull request that is ready for review': keyOf(opened()),
  'the same with a commit more': keyOf(opened({ thread: { ...PULL, range: moved } })),
  'a command': keyOf(command({ id: 1 })),
  'another command': keyOf(command({ id: 2 })),
  'a workflow run': keyOf(workflowRun()),
  'a run of another workflow': keyOf(workflowRun({ workflow: 78 })),
  'a run on another commit': keyOf(workflowRun({ head: 'd'.repeat(40) })),
  'a push': keyOf(push()),
  'a push of another commit': keyOf(push({ head: 'd'.repeat(40) })),
  'a push to another branch': keyOf(push({ name: 'next' })),
  'a force push back to the commit': keyOf(push({ before: 'e'.repeat(40) })),
  'a tag of the name of the branch': keyOf(push({ isTag: true })),
  'a release': keyOf(TRIGGERS.release),
  'another release': keyOf(release({ id: 9002 })),
  'a release that is published again under its tag': keyOf(
    release({ publishedAt: '2026-01-02T12:00:00Z' }),
  ),
  'a merge': keyOf(merged()),
  'a schedule': keyOf(TRIGGERS.schedule, 'Refresh'),
  'a schedule with another instruction': keyOf(TRIGGERS.schedule, 'Rewrite'),
  'a schedule in another run': keyOf(TRIGGERS.schedule, 'Refresh', 78),
  'a step elsewhere': requestKeyOf(STEPS['in another step'].stepKey, label, 77, ''),
};

test('the keys of different steps and requests differ', () => {
  const keys = [...Object.values(STEPS).map(({ stepKey }) => stepKey), ...Object.values(REQUESTS)];
  expect(keys.filter((key, at) => keys.indexOf(key) !== at || !/^[\w-]{16}$/.test(key))).toEqual(
    [],
  );
  const { project, key } = STEPS.here;
  expect(STEPS['in another job']).toMatchObject({ project, key });
  expect(STEPS['of another project'].project).not.toBe(project);
  expect(STEPS['of a leg of the matrix'].key).not.toBe(key);
});

test.each<[string, RequestTrigger, RequestTrigger]>([
  ['a second delivery of a label', label, labeled({ requester: BOB })],
  ['another label on the same thread', label, labeled({ label: 'documentation' })],
  [
    'an issue whose text was edited',
    label,
    labeled({ thread: { ...ISSUE, body: { text: 'New', removed: {} } } }),
  ],
  [
    'a dispatch that is run again',
    dispatchRequest(NO_ACTOR, 'workflow_dispatch'),
    TRIGGERS.schedule,
  ],
  ['a command, run again', command({ url: 'https://x/1' }), command({ url: 'https://x/1' })],
  ['a push of the same commit', push(), push({ requester: BOB })],
  ['a workflow that is run again on a commit', workflowRun(), workflowRun({ url: 'https://x/2' })],
])('the request key is the same for %s', (_, one, other) => {
  expect(keyOf(one, 'words')).toBe(keyOf(other, 'words'));
});
