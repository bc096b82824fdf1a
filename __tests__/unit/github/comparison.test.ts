import { expect, test } from '@jest/globals';
import { type CommitRange, readComparison } from '../../../src/github/comparison.ts';
import { type Script, scriptedGitHub } from '../../support/github-answering.ts';
import { BASE, HEAD } from '../../support/sample-triggers.ts';

const FORK = 'f'.repeat(40);
const LAST = '1'.repeat(40);
const URL = 'https://github.com/acme/app/compare/a...b';
const PUSH: CommitRange = { base: BASE, head: HEAD, since: 'base' };
const PULL: CommitRange = { ...PUSH, since: 'merge-base' };
const REFS: CommitRange = { base: 'v1', head: 'main', since: 'merge-base' };
const OWN: CommitRange = { base: undefined, head: HEAD, since: 'first-parent' };
const COMPARE = `compare/${BASE}...${HEAD}`;

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
const compared = (more: object = {}) => ({
  html_url: URL,
  status: 'ahead',
  base_commit: { sha: BASE },
  merge_base_commit: { sha: FORK },
  files: [],
  total_commits: 1,
  commits: [commit('Add it\n\nAt length.')],
  ...more,
});
const ofCommit = (...parents: string[]) => ({
  sha: HEAD,
  parents: parents.map((sha) => ({ sha })),
});

async function read(range: CommitRange, scripts: Readonly<Record<string, readonly Script[]>>) {
  const { github, requests } = scriptedGitHub(scripts);
  return { ...(await readComparison(github, range)), requests };
}

test('a comparison lists files, patches and commits', async () => {
  const renamed = file('new.md', {
    status: 'renamed',
    previous_filename: 'old.md',
    patch: undefined,
  });
  const commits = [
    commit('Add it\n\nAt length.'),
    commit('b', { author: null }),
    commit('c', { author: null, commit: { message: 'c', author: null } }),
  ];
  const answer = compared({
    files: [file('a.ts', { status: 'copied' }), renamed],
    commits,
    total_commits: 3,
  });
  expect(await read(PUSH, { [COMPARE]: [answer] })).toEqual({
    files: [
      {
        path: 'a.ts',
        status: 'modified',
        previousPath: undefined,
        additions: 2,
        deletions: 1,
        patch: '@@',
      },
      {
        path: 'new.md',
        status: 'renamed',
        previousPath: 'old.md',
        additions: 2,
        deletions: 1,
        patch: undefined,
      },
    ],
    isComplete: true,
    isDescendant: true,
    totalCommits: 3,
    url: URL,
    baseSha: BASE,
    headSha: HEAD,
    commits: [
      { sha: HEAD, subject: 'Add it', author: 'carol' },
      { sha: HEAD, subject: 'b', author: 'Carol C.' },
      { sha: HEAD, subject: 'c', author: 'unknown' },
    ],
    requests: [`GET ${COMPARE}?per_page=100`],
  });
});

test('a comparison with the first parent starts at that parent of a merge', async () => {
  const scripts = { [`commits/${HEAD}`]: [ofCommit(BASE, FORK)], [COMPARE]: [compared()] };
  const requests = [`GET commits/${HEAD}?per_page=1`, `GET ${COMPARE}?per_page=100`];
  expect(await read(OWN, scripts)).toMatchObject({ baseSha: BASE, isComplete: true, requests });
});

test('the first commit of a repository has no comparison, and its list of files lacks all', async () => {
  const first = await read(OWN, { [`commits/${HEAD}`]: [ofCommit()] });
  expect(first).toMatchObject({ files: [], isComplete: false, headSha: HEAD, baseSha: undefined });
});

const many = Array.from({ length: 300 }, (_, at) => file(`src/${at}.ts`));

test.each([
  ['of 299 files is complete', PULL, { files: many.slice(1) }, true],
  ['of 300 files may lack others', PULL, { files: many }, false],
  ['that is missing lacks all', PULL, { files: undefined }, false],
  ['of a push that rewrote history lacks what that removed', PUSH, { status: 'diverged' }, false],
  ['of a push that reset the branch lacks what that removed', PUSH, { status: 'behind' }, false],
  [
    'of a pull request behind its base is complete',
    PULL,
    { files: [file('a')], status: 'diverged' },
    true,
  ],
])('a list of files %s', async (_, range, answer, isComplete) => {
  expect(await read(range, { [COMPARE]: [compared(answer)] })).toMatchObject({ isComplete });
});

const NONE = { total_commits: 0, commits: [] };
const MANY = {
  total_commits: 101,
  commits: Array.from({ length: 100 }, (_, at) => commit(`Commit ${at}`)),
};

test.each([
  [
    'the last commit',
    REFS,
    { total_commits: 2, commits: [commit('One'), commit('Two', { sha: LAST })] },
    LAST,
    1,
  ],
  ['the merge base if it adds no commit', REFS, { status: 'identical', ...NONE }, FORK, 1],
  ['the merge base if it is behind', REFS, { status: 'behind', ...NONE }, FORK, 1],
  ['read by its name if GitHub does not list all commits', REFS, MANY, LAST, 2],
  ['not read if it is a commit', PUSH, MANY, HEAD, 1],
])('the head of a comparison is %s', async (_, range, answer, headSha, times) => {
  const scripts = {
    [`compare/${range.base}...${range.head}`]: [compared(answer)],
    'commits/main': [{ sha: LAST }],
  };
  const { requests, ...comparison } = await read(range, scripts);
  expect(comparison).toMatchObject({ baseSha: BASE, headSha });
  expect(requests).toHaveLength(times);
});

/** Commits of the event are named by 7 digits, names in `compare` whole. */
test.each([
  [
    PUSH,
    `\`${BASE.slice(0, 7)}\` or \`${HEAD.slice(0, 7)}\``,
    'Give the job `permissions: { contents: read,',
  ],
  [OWN, `\`${HEAD.slice(0, 7)}\``, 'Give the job'],
  [REFS, '`v1` or `main`', 'Check `compare`, and that'],
])('a comparison that GitHub does not show is an error: %j', async (range, names, remedy) => {
  await expect(read(range, {})).rejects.toMatchObject({
    message: `GitHub does not show ${names} to this token (404).`,
    remedy: expect.stringMatching(`^${RegExp.escape(remedy)}`),
  });
});

test('a comparison with a base that is no commit is an error', async () => {
  const answer = compared({ base_commit: { sha: 'v1' } });
  await expect(read(PUSH, { [COMPARE]: [answer] })).rejects.toThrow('undocumented form');
});
