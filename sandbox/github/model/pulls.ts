import { Refusal } from '../../http/refusal.ts';
import { findPlace } from './diff.ts';
import {
  addCommit,
  type Commit,
  type Comparison,
  findCommit,
  historyOf,
  mergeFiles,
} from './git.ts';
import { deliver, push } from './pushes.ts';
import { found } from './requests.ts';
import { deliveredReview, showCodeComment } from './show.ts';
import { changesInPull, showPull } from './show-commits.ts';
import {
  type Account,
  filesAt,
  nextId,
  type Pull,
  post,
  type Repository,
  type Review,
  type Thread,
} from './state.ts';
import { openThread, setOpen } from './threads.ts';

interface NewPull extends Pick<Thread, 'title' | 'body'>, Pick<Pull, 'isDraft'> {
  /** The branch, in this repository or in a fork. */
  readonly head: Omit<Pull['head'], 'sha'>;
}

/** Opens a pull request to `main`. @throws Refusal (404) if there is no such branch. */
export function openPull(
  repository: Repository,
  author: Account,
  { title, body, head, isDraft }: NewPull,
): Thread {
  const { sha } = found(findCommit(head.repository, `refs/heads/${head.ref}`));
  const base = {
    repository,
    ref: 'main',
    sha: found(findCommit(repository, 'refs/heads/main')).sha,
  };
  const pull: Pull = { isDraft, head: { ...head, sha }, base, merge: undefined, reviews: [] };
  return openThread(repository, author, { title, body }, pull);
}

const notMergeable = () => new Refusal(405, 'Pull Request is not mergeable');

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/**
 * Merges a pull request. @returns the last commit that this adds to the base. @throws Refusal (405)
 * if it cannot be merged.
 */
export function mergePull(thread: Thread, by: Account, method: MergeMethod): Commit {
  const { repository } = thread;
  const merged = closeAsMerged(
    thread,
    found(findCommit(repository, 'refs/heads/main')),
    by,
    method,
  );
  push(repository, by, 'refs/heads/main', merged.sha);
  return merged;
}

/**
 * Merges a pull request into a commit of its base that is not pushed yet. @returns the last commit.
 * @throws Refusal (405).
 */
export function closeAsMerged(
  thread: Thread,
  base: Commit,
  by: Account,
  method: MergeMethod,
): Commit {
  const { repository, pull, closedAt } = thread;
  if (!pull || closedAt !== null || pull.isDraft) throw notMergeable();
  const compared = changesInPull(thread, { ...pull, base: { ...pull.base, sha: base.sha } });
  if (!compared) throw notMergeable();
  const commits =
    method === 'rebase' ? rebased(repository, compared, by) : joined(thread, compared, by, method);
  const last = commits.at(-1);
  if (!last) throw notMergeable();
  pull.merge = {
    sha: last.sha,
    at: repository.hub.now(),
    by,
    commits: commits.map(({ sha }) => sha),
  };
  setOpen(thread, by, false);
  return last;
}

/** The merge commit, or the only commit of a squash; none if both sides changed the same file. */
function joined(
  { repository, title, number, pull }: Thread,
  { base, from, head }: Comparison,
  by: Account,
  method: MergeMethod,
): Commit[] {
  const files = mergeFiles(from.files, base.files, head.files);
  if (!files) return [];
  const branch = `${pull?.head.repository.owner.login}/${pull?.head.ref}`;
  const isSquash = method === 'squash';
  const message = isSquash
    ? `${title} (#${number})`
    : `Merge pull request #${number} from ${branch}\n\n${title}`;
  const parents = isSquash ? [base.sha] : [base.sha, head.sha];
  return [
    addCommit(repository, {
      message,
      parents,
      files,
      author: by,
      committer: by,
      at: repository.hub.now(),
    }),
  ];
}

/**
 * The commits of the head again, on top of the base; none if one conflicts. Git drops merge
 * commits.
 */
function rebased(
  repository: Repository,
  { base, ahead }: Comparison,
  committer: Account,
): Commit[] {
  const made: Commit[] = [];
  for (const { message, author, files: theirs, parents } of ahead.filter(
    (each) => each.parents.length === 1,
  )) {
    const onto = made.at(-1) ?? base;
    const files = mergeFiles(filesAt(repository, parents[0] ?? ''), onto.files, theirs);
    if (!files) return [];
    const at = repository.hub.now();
    made.push(
      addCommit(repository, { message, parents: [onto.sha], files, author, committer, at }),
    );
  }
  return made;
}

/**
 * The pull requests of a commit: of one in `main`, the merged pull request that it came with; of
 * others, the open and merged pull requests that contain it.
 */
export function pullsOfCommit(repository: Repository, { sha }: Commit): Thread[] {
  const inMain = historyOf(repository, repository.refs.get('refs/heads/main') ?? '').some(
    (each) => each.sha === sha,
  );
  return repository.threads.filter((thread) => {
    const { pull, closedAt } = thread;
    if (!pull || (pull.merge ? false : inMain || closedAt !== null)) return false;
    return (
      pull.merge?.commits.includes(sha) ||
      changesInPull(thread, pull)?.ahead.some((each) => each.sha === sha)
    );
  });
}

/** The comments on code of all pull requests. */
export const codeCommentsOf = ({ threads }: Repository) =>
  threads.flatMap(({ pull }) => pull?.reviews ?? []).flatMap(({ comments }) => comments);

/**
 * A comment on a line of a changed file; `line` counts from 1, in the file as the pull request
 * leaves it (the side `RIGHT`).
 */
export interface NewCodeComment {
  readonly path: string;
  readonly line: number;
  readonly body: string;
}

/**
 * Submits a review: `COMMENT`, with all its comments.
 * @throws Refusal (422) if it comments on a line that the pull request does not show.
 */
export function submitReview(
  thread: Thread,
  author: Account,
  body: string,
  comments: readonly NewCodeComment[],
): Review {
  const { repository } = thread;
  const { hub } = repository;
  const pull = found(thread.pull);
  const changes = changesInPull(thread, pull)?.files ?? [];
  const patchOf = (path: string) => changes.find((each) => each.path === path)?.patch?.text ?? '';
  const placed = comments.map((each) => ({
    ...each,
    place: findPlace(patchOf(each.path), each.line),
  }));
  const review: Review = {
    id: nextId(hub, 'review'),
    thread,
    author,
    body,
    sha: pull.head.sha,
    at: hub.now(),
    comments: [],
  };
  for (const { path, place, body: text } of placed) {
    if (!place) throw new Refusal(422, 'Unprocessable Entity');
    review.comments.push({ ...post(hub, 'code comment', author, text), review, path, place });
  }
  pull.reviews.push(review);
  const about = { pull_request: showPull(thread, pull) };
  const submitted = { action: 'submitted', review: deliveredReview(review), ...about };
  deliver(repository, author, 'pull_request_review', submitted);
  for (const each of review.comments) {
    const payload = { action: 'created', comment: showCodeComment(each), ...about };
    deliver(repository, author, 'pull_request_review_comment', payload);
  }
  return review;
}
