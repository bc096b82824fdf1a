import { type DiffPlace, findPlace } from '../diff-place.ts';
import { addCommit, type Commit, type Comparison, findCommit, historyOf, mergeFiles } from './git.ts';
import { deliver, push } from './pushes.ts';
import { deliveredReview, showCodeComment } from './show.ts';
import { changesInPull, showPull } from './show-commits.ts';
import {
  type Account,
  type CodeComment,
  filesAt,
  nextId,
  type Pull,
  post,
  type Repository,
  type Review,
  type Thread,
} from './state.ts';
import { openThread, setOpen } from './threads.ts';

export interface NewPull {
  readonly title: string;
  readonly body: string;
  /** The branch, in this repository or in a fork. */
  readonly head: { readonly repository: Repository; readonly ref: string };
  readonly isDraft: boolean;
}

/** Opens a pull request to `main`. @returns undefined if there is no such branch. */
export function openPull(
  repository: Repository,
  author: Account,
  { title, body, head, isDraft }: NewPull,
): Thread | undefined {
  const tip = findCommit(head.repository, `refs/heads/${head.ref}`);
  const base = findCommit(repository, 'refs/heads/main');
  if (!tip || !base) return undefined;
  const pull: Pull = {
    isDraft,
    head: { ...head, sha: tip.sha },
    base: { repository, ref: 'main', sha: base.sha },
    merge: undefined,
    reviews: [],
  };
  return openThread(repository, author, { title, body }, pull);
}

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** Merges a pull request. @returns the last commit that this adds to the base; undefined if it cannot be merged. */
export function mergePull(thread: Thread, by: Account, method: MergeMethod): Commit | undefined {
  const { repository, pull, closedAt } = thread;
  const base = findCommit(repository, 'refs/heads/main');
  if (!pull || !base || closedAt !== null || pull.isDraft) return undefined;
  const compared = changesInPull(thread, { ...pull, base: { ...pull.base, sha: base.sha } });
  const commits = compared
    ? method === 'rebase'
      ? rebased(repository, compared, by)
      : joined(thread, compared, by, method)
    : [];
  const last = commits.at(-1);
  if (!last) return undefined;
  pull.merge = { sha: last.sha, at: repository.hub.now(), by, commits: commits.map(({ sha }) => sha) };
  setOpen(thread, by, false);
  push(repository, by, 'refs/heads/main', last.sha);
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
  const message = isSquash ? `${title} (#${number})` : `Merge pull request #${number} from ${branch}\n\n${title}`;
  const parents = isSquash ? [base.sha] : [base.sha, head.sha];
  return [addCommit(repository, { message, parents, files, author: by, committer: by, at: repository.hub.now() })];
}

/** The commits of the head again, on top of the base; none if one conflicts. Git drops merge commits. */
function rebased(repository: Repository, { base, ahead }: Comparison, committer: Account): Commit[] {
  const made: Commit[] = [];
  for (const { message, author, files: theirs, parents } of ahead.filter((each) => each.parents.length === 1)) {
    const onto = made.at(-1) ?? base;
    const files = mergeFiles(filesAt(repository, parents[0] ?? ''), onto.files, theirs);
    if (!files) return [];
    made.push(
      addCommit(repository, { message, parents: [onto.sha], files, author, committer, at: repository.hub.now() }),
    );
  }
  return made;
}

/**
 * The pull requests of a commit: of one in `main`, the merged pull request that it came with; of others, the open and merged pull requests
 * that contain it.
 */
export function pullsOfCommit(repository: Repository, { sha }: Commit): Thread[] {
  const inMain = historyOf(repository, repository.refs.get('refs/heads/main') ?? '').some((each) => each.sha === sha);
  return repository.threads.filter((thread) => {
    const { pull, closedAt } = thread;
    if (!pull || (pull.merge ? false : inMain || closedAt !== null)) return false;
    return pull.merge?.commits.includes(sha) || changesInPull(thread, pull)?.ahead.some((each) => each.sha === sha);
  });
}

/** The comments on code of all pull requests. */
export const codeCommentsOf = ({ threads }: Repository): CodeComment[] =>
  threads.flatMap(({ pull }) => pull?.reviews ?? []).flatMap(({ comments }) => comments);

/** A comment on code, by its place: `position`, or `line` and `side`. */
export type NewCodeComment = Parameters<typeof findPlace>[1] & { readonly path?: unknown; readonly body?: unknown };

interface NewReview {
  readonly body: string;
  /** `COMMENT`, … */
  readonly event: string;
  readonly comments: readonly NewCodeComment[];
}

const STATES: Readonly<Record<string, string>> = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED' };

/** Submits a review. @returns undefined if it comments on a line that the pull request does not show. */
export function submitReview(
  thread: Thread,
  author: Account,
  { body, event, comments }: NewReview,
): Review | undefined {
  const { repository, pull } = thread;
  const { hub } = repository;
  const changes = pull ? (changesInPull(thread, pull)?.files ?? []) : [];
  const places = comments.map((comment) =>
    findPlace(changes.find(({ path }) => path === comment.path)?.patch?.text ?? '', comment),
  );
  if (!pull || !places.every((place): place is DiffPlace => place !== undefined)) return undefined;
  const review: Review = {
    ...{ id: nextId(hub, 'review'), thread, author, body, state: STATES[event] ?? 'COMMENTED' },
    ...{ sha: pull.head.sha, at: hub.now(), comments: [] },
  };
  for (const [at, place] of places.entries()) {
    const { path, body: text } = comments[at] ?? {};
    review.comments.push({ ...post(hub, 'code comment', author, String(text)), review, path: String(path), place });
  }
  pull.reviews.push(review);
  const pull_request = showPull(thread, pull);
  deliver(repository, author, 'pull_request_review', {
    action: 'submitted',
    review: deliveredReview(review),
    pull_request,
  });
  for (const each of review.comments)
    deliver(repository, author, 'pull_request_review_comment', {
      action: 'created',
      comment: showCodeComment(each),
      pull_request,
    });
  return review;
}
