import { describe, expect, test } from '@jest/globals';
import { type Range, readComparison } from '../../../src/github/comparison.ts';
import { BASE, HEAD } from '../../support/sample-triggers.ts';
import { type Script, scriptedGitHub } from '../../support/scripted-github.ts';

const FORK = 'f'.repeat(40);
const URL = 'https://github.com/acme/app/compare/a...b';

const file = (filename: string, more: object = {}) => ({
  filename,
  status: 'modified',
  additions: 2,
  deletions: 1,
  patch: '@@',
  ...more,
});
const commit = (message: string, more: object = {}) => ({
  sha: HEAD,
  commit: { message, author: { name: 'Carol C.' } },
  author: { login: 'carol' },
  ...more,
});
const compared = (files: readonly object[], more: object = {}) => ({
  html_url: URL,
  status: 'ahead',
  base_commit: { sha: BASE },
  merge_base_commit: { sha: FORK },
  files,
  total_commits: 1,
  commits: [commit('Add it\n\nAt length.')],
  ...more,
});
const PUSH: Range = { base: BASE, head: HEAD, since: 'base' };
const PULL: Range = { base: BASE, head: HEAD, since: 'merge-base' };
const COMPARE = `compare/${BASE}...${HEAD}`;

async function read(range: Range, scripts: Readonly<Record<string, readonly Script[]>>) {
  const { github, requests } = scriptedGitHub(scripts);
  const comparison = await readComparison(github, range);
  const files = comparison.files.map(({ status, path }) => `${status} ${path}`);
  return { ...comparison, files, whole: comparison.files, requests };
}

test('a comparison lists files, patches and commits', async () => {
  const moved = file('new.md', { status: 'renamed', previous_filename: 'old.md', patch: undefined });
  const { whole, requests, ...told } = await read(PUSH, {
    [COMPARE]: [compared([file('a.ts', { status: 'copied' }), moved])],
  });
  expect(told).toEqual({
    files: ['modified a.ts', 'renamed new.md'],
    isComplete: true,
    isDescendant: true,
    totalCommits: 1,
    url: URL,
    baseSha: BASE,
    headSha: HEAD,
    commits: [{ sha: HEAD, subject: 'Add it', author: 'carol' }],
  });
  expect(whole).toEqual([
    { path: 'a.ts', status: 'modified', previousPath: undefined, additions: 2, deletions: 1, patch: '@@' },
    { ...whole[1], previousPath: 'old.md', patch: undefined },
  ]);
  expect(requests).toEqual([`GET ${COMPARE}`]);
});

describe('a comparison with the first parent', () => {
  const OWN: Range = { base: undefined, head: HEAD, since: 'first-parent' };
  const ofCommit = (...parents: string[]) => ({ sha: HEAD, parents: parents.map((sha) => ({ sha })) });

  test('starts at that parent of a merge', async () => {
    const { requests, files, baseSha } = await read(OWN, {
      [`commits/${HEAD}`]: [ofCommit(BASE, FORK)],
      [COMPARE]: [compared([file('a.ts')])],
    });
    expect({ files, baseSha }).toEqual({ files: ['modified a.ts'], baseSha: BASE });
    expect(requests).toEqual([`GET commits/${HEAD}`, `GET ${COMPARE}`]);
  });

  test('lists no file of the first commit of a repository, and says so', async () => {
    const { files, isComplete } = await read(OWN, { [`commits/${HEAD}`]: [ofCommit()] });
    expect({ files, isComplete }).toEqual({ files: [], isComplete: false });
  });

  test('is an error if GitHub does not know the commit', async () => {
    await expect(read(OWN, {})).rejects.toThrow('does not show');
  });
});

test('a commit without an account has the name of its author, or none', async () => {
  const commits = [
    commit('a', { author: null }),
    commit('b', { author: null, commit: { message: 'b', author: null } }),
  ];
  const told = await read(PUSH, { [COMPARE]: [compared([], { commits })] });
  expect(told.commits.map(({ author }) => author)).toEqual(['Carol C.', 'unknown']);
});

describe('a list of files', () => {
  const many = Array.from({ length: 300 }, (_, at) => file(`src/${at}.ts`));

  test.each([
    ['of 299 files is complete', PULL, compared(many.slice(1)), true],
    ['of 300 files may lack others', PULL, compared(many), false],
    ['that is missing lacks all', PULL, compared([], { files: undefined }), false],
    ['of a push that rewrote history lacks what that removed', PUSH, compared([], { status: 'diverged' }), false],
    ['of a push that reset the branch lacks what that removed', PUSH, compared([], { status: 'behind' }), false],
    ['of a pull request behind its base is complete', PULL, compared([file('a')], { status: 'diverged' }), true],
  ])('%s', async (_, range, answer, expected) => {
    const { isComplete, requests } = await read(range, { [COMPARE]: [answer] });
    expect({ isComplete, requests: requests.length }).toEqual({ isComplete: expected, requests: 1 });
  });
});

const LAST = '1'.repeat(40);
const commits = (count: number) => Array.from({ length: count }, (_, at) => commit(`Commit ${at}`));
const REFS: Range = { base: 'v1', head: 'main', since: 'merge-base' };
const NONE = { total_commits: 0, commits: [] };
const MANY = { total_commits: 101, commits: commits(100) };

test.each([
  ['the last commit', REFS, { total_commits: 2, commits: [commit('One'), commit('Two', { sha: LAST })] }, LAST, 1],
  ['the merge base if it adds no commit', REFS, { status: 'identical', ...NONE }, FORK, 1],
  ['the merge base if it is behind', REFS, { status: 'behind', ...NONE }, FORK, 1],
  ['read by its name if GitHub does not list all commits', REFS, MANY, LAST, 2],
  ['not read if it is a commit', PUSH, MANY, HEAD, 1],
])('the head of a comparison is %s', async (_, range, answer, head, times) => {
  const scripts = {
    [`compare/${range.base}...${range.head}`]: [compared([], answer)],
    'commits/main': [{ sha: LAST }],
  };
  const { baseSha, headSha, requests } = await read(range, scripts);
  expect({ baseSha, headSha, requests: requests.length }).toEqual({ baseSha: BASE, headSha: head, requests: times });
});

test('commits of the event that GitHub does not know are named by 7 digits, without advice about `compare`', async () => {
  await expect(read(PUSH, { [COMPARE]: [404] })).rejects.toMatchObject({
    message: `GitHub does not show \`${BASE.slice(0, 7)}\` or \`${HEAD.slice(0, 7)}\` to this token (404).`,
    remedy: 'Give the job `permissions: { contents: read, issues: write, pull-requests: write }`.',
  });
});

test('names in `compare` that GitHub does not know are named whole, with advice about `compare`', async () => {
  await expect(read({ base: 'v1', head: 'main', since: 'merge-base' }, {})).rejects.toMatchObject({
    message: 'GitHub does not show `v1` or `main` to this token (404).',
    remedy: expect.stringContaining('Check `compare`'),
  });
});

test('a comparison with a base that is no commit is an error', async () => {
  const answer = compared([], { base_commit: { sha: 'v1' } });
  await expect(read(PUSH, { [COMPARE]: [answer] })).rejects.toThrow('undocumented form');
});
