import { createHash } from 'node:crypto';
import { type Patch, patchOf } from './diff.ts';
import type { Account, Repository } from './state.ts';

export interface Blob {
  readonly sha: string;
  readonly content: Buffer;
}

/** A commit holds all its files, by path. */
export interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly parents: readonly string[];
  readonly files: ReadonlyMap<string, Blob>;
  readonly author: Account;
  readonly committer: Account;
  readonly at: number;
}

/** Contents by path; null removes a file. */
export type Edits = Readonly<Record<string, string | Buffer | null>>;

export const shaOf = (content: string | Buffer): string =>
  createHash('sha1').update(content).digest('hex');

export function edited(files: ReadonlyMap<string, Blob>, edits: Edits): Map<string, Blob> {
  const all = new Map(files);
  for (const [path, content] of Object.entries(edits)) {
    if (content === null) all.delete(path);
    else all.set(path, { sha: shaOf(content), content: Buffer.from(content) });
  }
  return all;
}

/** Adds a commit, which no branch contains yet. */
export function addCommit({ commits }: Repository, commit: Omit<Commit, 'sha'>): Commit {
  const { message, parents, at, author } = commit;
  const sha = shaOf(JSON.stringify([commits.size, message, parents, at, author.login]));
  const made = { ...commit, sha };
  commits.set(sha, made);
  return made;
}

/** The commit of a branch, a tag or an id; undefined if there is none. */
export function findCommit({ refs, commits }: Repository, name = ''): Commit | undefined {
  const sha =
    refs.get(name) ??
    refs.get(`refs/${name}`) ??
    refs.get(`refs/heads/${name}`) ??
    refs.get(`refs/tags/${name}`);
  return commits.get(sha ?? name);
}

/** A commit and all before it, nearer ones first. */
export function historyOf({ commits }: Repository, from: string): Commit[] {
  const found = new Map<string, Commit>();
  const next = [from];
  for (const sha of next) {
    const commit = commits.get(sha);
    if (!commit || found.has(sha)) continue;
    found.set(sha, commit);
    next.push(...commit.parents);
  }
  return [...found.values()];
}

export type Comparison = NonNullable<ReturnType<typeof compare>>;

/**
 * What `head` has and `base` lacks, the oldest first (`ahead`), and how many commits it lacks
 * (`behind`), since the commit that both begin at (`from`). @returns undefined if the commits share
 * no history.
 */
export function compare(repository: Repository, base: Commit, head: Commit) {
  const ours = new Map(historyOf(repository, base.sha).map((commit) => [commit.sha, commit]));
  const theirs = historyOf(repository, head.sha);
  const from = theirs.find(({ sha }) => ours.has(sha));
  if (!from) return undefined;
  const ahead = inOrder(theirs.filter(({ sha }) => !ours.has(sha)));
  const behind = ours.size - theirs.filter(({ sha }) => ours.has(sha)).length;
  const status =
    ahead.length > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical';
  return { base, head, from, ahead, behind, status, files: changesBetween(from.files, head.files) };
}

/** Parents before their children. */
function inOrder(commits: readonly Commit[]): Commit[] {
  const left = new Map(commits.map((commit) => [commit.sha, commit]));
  const ordered: Commit[] = [];
  const take = (sha: string) => {
    const commit = left.get(sha);
    if (!commit) return;
    left.delete(sha);
    for (const parent of commit.parents) take(parent);
    ordered.push(commit);
  };
  for (const { sha } of commits) take(sha);
  return ordered;
}

export interface FileChange {
  readonly path: string;
  readonly previousPath?: string;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed';
  readonly sha: string;
  /** Undefined for a binary file, and without a change of the content. */
  readonly patch: Patch | undefined;
}

type Files = ReadonlyMap<string, Blob>;

/** Sorted by path. A file counts as renamed if its content is the same. */
export function changesBetween(before: Files, after: Files): FileChange[] {
  const removed = new Map([...before].filter(([path]) => !after.has(path)));
  const changes = [...after].flatMap(([path, blob]): FileChange[] => {
    const old = before.get(path);
    if (old?.sha === blob.sha) return [];
    if (old) return [{ path, status: 'modified', sha: blob.sha, patch: textPatch(old, blob) }];
    const [previousPath] = [...removed].find(([, { sha }]) => sha === blob.sha) ?? [];
    if (previousPath === undefined)
      return [{ path, status: 'added', sha: blob.sha, patch: textPatch(undefined, blob) }];
    removed.delete(previousPath);
    return [{ path, previousPath, status: 'renamed', sha: blob.sha, patch: undefined }];
  });
  const gone = [...removed].map(([path, old]): FileChange => {
    return { path, status: 'removed', sha: old.sha, patch: textPatch(old, undefined) };
  });
  return [...changes, ...gone].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function textPatch(before: Blob | undefined, after: Blob | undefined): Patch | undefined {
  const contents = [before, after].map((blob) => blob?.content ?? Buffer.alloc(0));
  if (contents.some((content) => content.includes(0))) return undefined;
  const [old, now] = contents.map(String);
  return patchOf(old ?? '', now ?? '');
}

/** The files with the changes of both sides; undefined if both changed one file. */
export function mergeFiles(from: Files, ours: Files, theirs: Files): Map<string, Blob> | undefined {
  const merged = new Map(ours);
  for (const path of new Set([...from.keys(), ...theirs.keys()])) {
    const [old, our, their] = [from, ours, theirs].map((files) => files.get(path));
    if (old?.sha === their?.sha || our?.sha === their?.sha) continue;
    if (our?.sha !== old?.sha) return undefined;
    if (their) merged.set(path, their);
    else merged.delete(path);
  }
  return merged;
}
