import {
  addCommit,
  type Commit,
  compare,
  type Edits,
  edited,
  findCommit,
  historyOf,
} from './git.ts';
import { showRelease, showRepository, showUser, signature, time, webOf } from './show.ts';
import { changesOf, showPull, treeSha } from './show-commits.ts';
import { type Account, type JsonObject, nextId, type Repository } from './state.ts';

const NOTHING = '0'.repeat(40);
const MAIN = 'refs/heads/main';

/** Delivers a webhook of a repository. Those of forks go elsewhere. */
export function deliver(
  repository: Repository,
  sender: Account,
  name: string,
  payload: JsonObject & { readonly action?: string },
): void {
  const { hub, parent } = repository;
  if (parent) return;
  hub.deliver({
    name,
    payload: { repository: showRepository(repository), sender: showUser(hub, sender), ...payload },
  });
}

/** Commits to a branch, which begins at `main` if it is new, and pushes. */
export function commit(
  repository: Repository,
  author: Account,
  edits: Edits,
  { message, branch }: { readonly message: string; readonly branch: string },
): Commit {
  const parent = findCommit(repository, `refs/heads/${branch}`) ?? findCommit(repository, MAIN);
  const at = repository.hub.now();
  const made = addCommit(repository, {
    message,
    author,
    committer: author,
    at,
    parents: parent ? [parent.sha] : [],
    files: edited(parent?.files ?? new Map(), edits),
  });
  push(repository, author, `refs/heads/${branch}`, made.sha);
  return made;
}

/**
 * Moves a branch or a tag, or creates it, with the webhooks of that. @param ref `refs/heads/main`.
 */
export function push(repository: Repository, sender: Account, ref: string, sha: string): void {
  const before = repository.refs.get(ref) ?? NOTHING;
  if (before === sha) return;
  repository.refs.set(ref, sha);
  const move = { ref, before, after: sha };
  deliver(repository, sender, 'push', pushPayload(repository, sender, move));
  if (before !== NOTHING) synchronize(repository, sender, move);
}

interface Move {
  readonly ref: string;
  /** {@link NOTHING} if the reference is new. */
  readonly before: string;
  readonly after: string;
}

/** A push to the head of an open pull request. */
function synchronize(repository: Repository, sender: Account, { ref, before, after }: Move): void {
  for (const thread of repository.hub.repositories.flatMap(({ threads }) => threads)) {
    const { pull, number, closedAt } = thread;
    if (
      pull?.head.repository !== repository ||
      `refs/heads/${pull.head.ref}` !== ref ||
      closedAt !== null
    )
      continue;
    pull.head.sha = after;
    const pull_request = showPull(thread, pull);
    deliver(thread.repository, sender, 'pull_request', {
      action: 'synchronize',
      number,
      before,
      after,
      pull_request,
    });
  }
}

const shortName = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '');
const short = (sha: string) => sha.slice(0, 12);

function pushPayload(
  repository: Repository,
  sender: Account,
  { ref, before, after }: Move,
): JsonObject {
  const created = before === NOTHING;
  const head = findCommit(repository, after);
  const old = findCommit(repository, created ? MAIN : before);
  const compared = head && old && compare(repository, old, head);
  const isBranch = ref.startsWith('refs/heads/');
  const added = isBranch
    ? (compared?.ahead ?? (head ? historyOf(repository, head.sha).reverse() : []))
    : [];
  const { login } = sender;
  return {
    ref,
    before,
    after,
    created,
    deleted: false,
    forced: !created && compared?.status !== 'ahead',
    base_ref: created ? branchAt(repository, ref, after) : null,
    compare: `${webOf(repository)}/compare/${created ? shortName(ref) : `${short(before)}...${short(after)}`}`,
    commits: added.map((each) => pushedCommit(repository, each)),
    head_commit: head ? pushedCommit(repository, head) : null,
    repository: pushedRepository(repository),
    pusher: { name: login, email: `${login}@users.noreply.github.com` },
  };
}

/** The `base_ref` of a new reference: the branch, if any, whose tip is the same commit. */
function branchAt({ refs }: Repository, ref: string, sha: string): string | null {
  if (ref !== MAIN && refs.get(MAIN) === sha) return MAIN;
  const [branch] =
    [...refs].find(
      ([name, tip]) => name !== ref && tip === sha && name.startsWith('refs/heads/'),
    ) ?? [];
  return branch ?? null;
}

/** A push payload has no renamed files: they are removed and added. */
function pushedCommit(repository: Repository, commit: Commit): JsonObject {
  const { sha, message, author, committer, at } = commit;
  const changes = changesOf(repository, commit);
  const paths = (...statuses: string[]) =>
    changes.filter(({ status }) => statuses.includes(status)).map(({ path }) => path);
  return {
    id: sha,
    tree_id: treeSha(commit),
    distinct: true,
    message,
    timestamp: time(at),
    url: `${webOf(repository)}/commit/${sha}`,
    author: { ...signature(author, at), username: author.login },
    committer: { ...signature(committer, at), username: committer.login },
    added: paths('added', 'renamed'),
    removed: [...paths('removed'), ...changes.flatMap(({ previousPath }) => previousPath ?? [])],
    modified: paths('modified'),
  };
}

/**
 * The `repository` of a push payload: only there, times are in seconds, and it has the owner's
 * `name` and `master_branch`.
 */
function pushedRepository(repository: Repository): JsonObject {
  const { hub, owner, createdAt } = repository;
  const seconds = Math.floor(createdAt / 1000);
  return {
    ...showRepository(repository),
    created_at: seconds,
    pushed_at: seconds,
    stargazers: 0,
    master_branch: 'main',
    owner: { ...showUser(hub, owner), name: owner.login, email: null },
  };
}

/** Publishes a release, and creates its tag at the tip of `main` if it does not exist. */
export function publish(
  repository: Repository,
  author: Account,
  words: { tag: string; notes: string },
): void {
  const { hub, refs } = repository;
  const ref = `refs/tags/${words.tag}`;
  if (!refs.has(ref)) push(repository, author, ref, refs.get(MAIN) ?? NOTHING);
  const release = showRelease(repository, author, { id: nextId(hub, 'release'), ...words });
  deliver(repository, author, 'release', { action: 'published', release });
}
