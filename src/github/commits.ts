import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import { quoteName } from '../text/escape.ts';
import type { GitHub } from './client.ts';
import { PERMISSIONS } from './errors.ts';

/** The strings are untrusted and not sanitized. */
export interface ChangedFile {
  readonly path: string;
  /** The old path of a renamed file. */
  readonly previousPath: string | undefined;
  readonly status: FileStatus;
  /** Lines; undefined if GitHub did not count them. */
  readonly counts: { readonly additions: number; readonly deletions: number } | undefined;
  /** Undefined for binary files and for files that are too large for GitHub. */
  readonly patch: string | undefined;
}

type FileStatus = 'added' | 'removed' | 'modified' | 'renamed';

/** `changed`, `copied` and future values count as `modified`. */
const STATUS = v.fallback(v.picklist(['added', 'removed', 'modified', 'renamed']), 'modified');
const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A file in GitHub's answers about changes. */
export const FILE = v.object({
  filename: v.string(),
  previous_filename: v.optional(v.string()),
  status: STATUS,
  additions: COUNT,
  deletions: COUNT,
  patch: v.optional(v.string()),
});

export function toFile(file: v.InferOutput<typeof FILE>): ChangedFile {
  const { filename, previous_filename, status, additions, deletions, patch } = file;
  const previousPath = status === 'renamed' ? previous_filename : undefined;
  return { path: filename, previousPath, status, counts: { additions, deletions }, patch };
}

/** GitHub's limit for the files of a comparison or a commit (REST API, "Compare two commits"). */
export const MAX_FILES = 300;

export const SHA = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));
export const WITH_SHA = v.object({ sha: SHA });
const WITH_PARENTS = v.object({ parents: v.array(WITH_SHA) });
const WITH_FILES = v.object({ files: v.optional(v.array(FILE), []) });

/** The first parent of a commit; undefined for the first commit of the repository. */
export async function readFirstParent(github: GitHub, sha: string): Promise<string | undefined> {
  const where = { ...github.repository, ref: sha, per_page: 1 };
  const commit = await github.read('the parent of a commit', async ({ request }) =>
    v.parse(WITH_PARENTS, (await request('GET /repos/{owner}/{repo}/commits/{ref}', where)).data),
  );
  return (commit ?? unknownCommits(sha)).parents[0]?.sha;
}

export async function readSha(github: GitHub, ref: string): Promise<string> {
  const where = { ...github.repository, ref, per_page: 1 }; // `per_page` applies to the commit's files
  const commit = await github.read('a commit', async ({ request }) =>
    v.parse(WITH_SHA, (await request('GET /repos/{owner}/{repo}/commits/{ref}', where)).data),
  );
  return commit?.sha ?? unknownCommits(ref);
}

/** The paths that a commit changed, compared with its first parent; at most 300. @throws GitHubError if GitHub does not answer. */
export async function readFilesOfCommit(github: GitHub, sha: string): Promise<string[]> {
  const where = { ...github.repository, ref: sha, per_page: MAX_FILES };
  const files = await github.read(
    'the files of a commit',
    async ({ request }) =>
      v.parse(WITH_FILES, (await request('GET /repos/{owner}/{repo}/commits/{ref}', where)).data).files,
  );
  return (files ?? unknownCommits(sha)).flatMap(({ filename, previous_filename }) =>
    [filename, previous_filename ?? []].flat(),
  );
}

/** @param names of branches, tags or commits. Full commit ids come from the event, other names from `compare`. */
export function unknownCommits(...names: string[]): never {
  const which = names.map((name) => quoteName(v.is(SHA, name) ? name.slice(0, 7) : name)).join(' or ');
  const them = names.length === 1 ? 'it' : 'them';
  const message = `GitHub does not know ${which}, or does not show ${them} to this token (404).`;
  const isOfEvent = names.every((name) => v.is(SHA, name));
  throw new GitHubError(
    message,
    isOfEvent ? `Give the job ${PERMISSIONS}.` : `Check \`compare\`, and that the job has ${PERMISSIONS}.`,
  );
}
