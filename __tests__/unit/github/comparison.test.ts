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
/** A tree of files by their content. */
const tree = (files: Readonly<Record<string, string>>, more: object = {}) => ({
  truncated: false,
  tree: [
    { path: 'src', mode: '040000', type: 'tree', sha: 't' },
    ...Object.entries(files).map(([path, sha]) => ({ path, mode: '100644', type: 'blob', sha })),
  ],
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
  const { whole, requests, ...told } = await read(PUSH, { [COMPARE]: [compared([file('a.ts'), moved])] });
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
    { path: 'a.ts', status: 'modified', previousPath: undefined, counts: { additions: 2, deletions: 1 }, patch: '@@' },
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

  test('lists every file of the first commit of a repository', async () => {
    const { files } = await read(OWN, {
      [`commits/${HEAD}`]: [ofCommit()],
      [`git/trees/${HEAD}`]: [tree({ 'a.md': '1' })],
    });
    expect(files).toEqual(['added a.md']);
  });

  test('is an error if GitHub does not know the commit', async () => {
    await expect(read(OWN, {})).rejects.toThrow('does not know');
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

test('a comparison without a list of files is an error', async () => {
  const { files } = await read(PULL, {
    [COMPARE]: [compared([], { files: undefined })],
    [`git/trees/${FORK}`]: [tree({})],
    [`git/trees/${HEAD}`]: [tree({ 'a.md': '1' })],
  });
  expect(files).toEqual(['added a.md']);
});

test('a changed mode of a file, a link or a submodule is a change', async () => {
  const entry = (path: string, mode: string, type: string) => ({ path, mode, type, sha: 's' });
  const { files } = await read(PUSH, {
    [COMPARE]: [compared([], { status: 'diverged' })],
    [`git/trees/${BASE}`]: [{ truncated: false, tree: [entry('run.sh', '100644', 'blob')] }],
    [`git/trees/${HEAD}`]: [
      { truncated: false, tree: [entry('run.sh', '100755', 'blob'), entry('lib', '160000', 'commit')] },
    ],
  });
  expect(files).toEqual(['modified run.sh', 'added lib']);
});

test('a file with an unknown status is a change', async () => {
  const { files } = await read(PUSH, { [COMPARE]: [compared([file('a', { status: 'copied' })])] });
  expect(files).toEqual(['modified a']);
});

describe('an incomplete comparison is completed from the trees', () => {
  const many = Array.from({ length: 300 }, (_, at) => file(`src/${at}.ts`));
  const content = (mark: string, upTo: number) =>
    Object.fromEntries(Array.from({ length: upTo }, (_, at) => [`src/${at}.ts`, `${mark}${at}`]));

  test('beyond 300 files, with the line counts that GitHub listed', async () => {
    const trees = {
      [`git/trees/${FORK}`]: [tree({ ...content('old', 400), 'gone.md': 'g', 'same.md': 's' })],
      [`git/trees/${HEAD}`]: [tree({ ...content('new', 400), 'new.md': 'n', 'same.md': 's' })],
    };
    const { files, whole, isComplete } = await read(PULL, {
      [COMPARE]: [compared(many, { status: 'diverged' })],
      ...trees,
    });
    expect(files).toHaveLength(402);
    expect(files).toEqual(expect.arrayContaining(['modified src/399.ts', 'added new.md', 'removed gone.md']));
    expect(whole.filter(({ counts }) => counts !== undefined)).toHaveLength(300);
    expect(isComplete).toBe(true);
  });

  test('without listing a renamed file as removed', async () => {
    const moved = file('new.md', { status: 'renamed', previous_filename: 'old.md' });
    const { files } = await read(PUSH, {
      [COMPARE]: [compared([...many.slice(1), moved])],
      [`git/trees/${BASE}`]: [tree({ 'old.md': 'x' })],
      [`git/trees/${HEAD}`]: [tree({ 'new.md': 'x' })],
    });
    expect(files).toEqual(['renamed new.md']);
  });

  test.each(['diverged', 'behind'])('between both ends of a push that rewrote history (%s)', async (status) => {
    const { files } = await read(PUSH, {
      [COMPARE]: [compared([], { status })],
      [`git/trees/${BASE}`]: [tree({ 'a.md': '1', 'b.md': '1' })],
      [`git/trees/${HEAD}`]: [tree({ 'a.md': '2', 'c.md': '1' })],
    });
    expect(files).toEqual(['modified a.md', 'added c.md', 'removed b.md']);
  });

  test('only with what a pull request behind its base adds', async () => {
    const { files, requests } = await read(PULL, { [COMPARE]: [compared([file('a')], { status: 'diverged' })] });
    expect(files).toEqual(['modified a']);
    expect(requests).toHaveLength(1);
  });

  test('as far as GitHub lists them, and is marked as incomplete', async () => {
    const { files, isComplete } = await read(PULL, {
      [COMPARE]: [compared(many)],
      [`git/trees/${FORK}`]: [tree({})],
      [`git/trees/${HEAD}`]: [tree({}, { truncated: true })],
    });
    expect(files).toHaveLength(300);
    expect(isComplete).toBe(false);
  });
});

test('the first push of a repository adds every file', async () => {
  const { files, requests } = await read(
    { base: undefined, head: HEAD, since: 'merge-base' },
    { [`git/trees/${HEAD}`]: [tree({ 'README.md': 'r' })] },
  );
  expect(files).toEqual(['added README.md']);
  expect(requests).toHaveLength(1);
});

test('names of branches and tags are compared as they are', async () => {
  const range: Range = { base: 'release/1.2', head: 'v1.3.0', since: 'merge-base' };
  const { files } = await read(range, { 'compare/release/1.2...v1.3.0': [compared([file('a')])] });
  expect(files).toEqual(['modified a']);
});

describe('a comparison names the commits that its refs resolve to:', () => {
  const REFS: Range = { base: 'v1', head: 'main', since: 'merge-base' };
  const shas = async (range: Range, answer: object, more: Readonly<Record<string, readonly Script[]>> = {}) => {
    const path = `compare/${range.base}...${range.head}`;
    const { baseSha, headSha, requests } = await read(range, { [path]: [answer], ...more });
    return { baseSha, headSha, requests: requests.length };
  };
  const LAST = '1'.repeat(40);
  const commits = (count: number) => Array.from({ length: count }, (_, at) => commit(`Commit ${at}`));

  test('the head is the last commit', async () => {
    const two = { total_commits: 2, commits: [commit('One'), commit('Two', { sha: LAST })] };
    expect(await shas(REFS, compared([], two))).toEqual({ baseSha: BASE, headSha: LAST, requests: 1 });
  });

  test.each(['identical', 'behind'])('the head is the merge base if it adds no commit (%s)', async (status) => {
    const none = { status, total_commits: 0, commits: [] };
    expect(await shas(REFS, compared([], none))).toEqual({ baseSha: BASE, headSha: FORK, requests: 1 });
  });

  test('the head is read by its name if GitHub does not list all commits', async () => {
    const many = { total_commits: 101, commits: commits(100) };
    const read = await shas(REFS, compared([], many), { 'commits/main': [{ sha: LAST }] });
    expect(read).toEqual({ baseSha: BASE, headSha: LAST, requests: 2 });
  });

  test('the head is not read if it is a commit', async () => {
    const many = { total_commits: 101, commits: commits(100) };
    expect(await shas(PUSH, compared([], many))).toEqual({ baseSha: BASE, headSha: HEAD, requests: 1 });
  });
});

test('commits of the event that GitHub does not know are named by 7 digits, without advice about `compare`', async () => {
  await expect(read(PUSH, { [COMPARE]: [404] })).rejects.toMatchObject({
    message: `GitHub does not know \`${BASE.slice(0, 7)}\` or \`${HEAD.slice(0, 7)}\`, or does not show them to this token (404).`,
    remedy: 'Give the job `permissions: { contents: read, issues: write, pull-requests: write }`.',
  });
});

test('names in `compare` that GitHub does not know are named whole, with advice about `compare`', async () => {
  await expect(read({ base: 'v1', head: 'main', since: 'merge-base' }, {})).rejects.toMatchObject({
    message: 'GitHub does not know `v1` or `main`, or does not show them to this token (404).',
    remedy: expect.stringContaining('Check `compare`'),
  });
});

test.each([
  ['commits that GitHub does not know', { [COMPARE]: [404] }, '(404)'],
  ['an undocumented body', { [COMPARE]: [{ files: [] }] }, 'undocumented form'],
  ['a base that is no commit', { [COMPARE]: [compared([], { base_commit: { sha: 'v1' } })] }, 'undocumented form'],
  ['a missing tree', { [COMPARE]: [compared([], { status: 'behind' })] }, '(404)'],
  ['a failure of GitHub', { [COMPARE]: [503] }, '503'],
])('a comparison with %s is an error', async (_, scripts, message) => {
  await expect(read(PUSH, scripts)).rejects.toThrow(message);
});
