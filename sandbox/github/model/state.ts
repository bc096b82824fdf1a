import type { Deliver } from '../webhook-inbox.ts';
import type { DiffPlace } from './diff.ts';
import type { Blob, Commit } from './git.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * GitHub as data. Every thing knows the one that it belongs to; times are milliseconds since the
 * epoch.
 */
export interface Hub {
  /** Of the web pages: `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly api: string;
  readonly now: () => number;
  readonly accounts: Account[];
  readonly repositories: Repository[];
  readonly tokens: Map<string, Account>;
  /**
   * What lists show of a comment at this time, as they may lag behind: undefined for nothing yet.
   */
  readonly inLists: (comment: Comment) => Comment | undefined;
  readonly deliver: Deliver;
  /** How many things of each kind there were. */
  readonly counts: Map<string, number>;
}

export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

/** In ascending order: each includes the permissions of those before it. */
export const ROLES = ['read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface Repository {
  readonly hub: Hub;
  readonly id: number;
  readonly owner: Account;
  name: string;
  /** The names before a rename, in lower case: their addresses redirect. */
  readonly formerNames: string[];
  readonly isPrivate: boolean;
  /** The repository that this one is a fork of. Its webhooks go elsewhere. */
  readonly parent: Repository | undefined;
  readonly createdAt: number;
  /** By login; the others have none. */
  readonly roles: Map<string, Role>;
  readonly labels: Label[];
  readonly threads: Thread[];
  /** Of issues and pull requests, the oldest first. */
  readonly comments: Comment[];
  /** By their ids; a fork has those of its parent. */
  readonly commits: Map<string, Commit>;
  /** The commits of branches and tags: `refs/heads/main`. */
  readonly refs: Map<string, string>;
}

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
}

export interface Reaction {
  readonly id: number;
  readonly user: Account;
  readonly content: string;
  readonly createdAt: number;
}

/** A text of an account. */
export interface Post {
  readonly id: number;
  readonly author: Account;
  body: string;
  readonly createdAt: number;
  updatedAt: number;
  /** All texts that it had, the oldest first. */
  readonly texts: { readonly at: number; readonly body: string }[];
  readonly reactions: Reaction[];
}

/** An issue or a pull request. */
export interface Thread extends Post {
  readonly repository: Repository;
  readonly number: number;
  readonly title: string;
  readonly labels: Label[];
  closedAt: number | null;
  isLocked: boolean;
  /**
   * The address in the API after a transfer to another repository, such as
   * `/repositories/2/issues/7`.
   */
  movedTo: string | undefined;
  readonly pull: Pull | undefined;
}

export interface Comment extends Post {
  readonly thread: Thread;
}

export interface Pull {
  isDraft: boolean;
  readonly head: Tip;
  readonly base: Tip;
  /** `commits`: those that the merge created. */
  merge: { sha: string; at: number; by: Account; commits: readonly string[] } | undefined;
  readonly reviews: Review[];
}

export interface Tip {
  readonly repository: Repository;
  readonly ref: string;
  sha: string;
}

/** GitHub gives a single comment on code a review of its own, without a body. */
export interface Review {
  readonly id: number;
  readonly thread: Thread;
  readonly author: Account;
  readonly body: string;
  /** The head of the pull request at that time. */
  readonly sha: string;
  readonly at: number;
  readonly comments: CodeComment[];
}

export interface CodeComment extends Post {
  readonly review: Review;
  readonly path: string;
  readonly place: DiffPlace;
}

/** GitHub without accounts and repositories. */
export const createHub = (given: Omit<Hub, 'accounts' | 'repositories' | 'tokens'>): Hub => {
  return { ...given, accounts: [], repositories: [], tokens: new Map() };
};

/** A number that no other thing of this kind has, from 1 on. */
export function nextId({ counts }: Hub, kind: string): number {
  const id = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, id);
  return id;
}

/** A new text by an account. */
export function post(hub: Hub, kind: string, author: Account, body: string): Post {
  const now = hub.now();
  return {
    id: nextId(hub, kind),
    author,
    body,
    createdAt: now,
    updatedAt: now,
    texts: [{ at: now, body }],
    reactions: [],
  };
}

export function addAccount(hub: Hub, login: string, type: Account['type'] = 'User'): Account {
  const account = { id: nextId(hub, 'account'), login, type };
  hub.accounts.push(account);
  return account;
}

type NewRepository = Pick<Repository, 'owner' | 'name'> &
  Partial<Pick<Repository, 'isPrivate' | 'parent'>>;

/** Adds a repository without commits; a fork has the branches and tags of its parent. */
export function addRepository(
  hub: Hub,
  { isPrivate = false, parent, ...given }: NewRepository,
): Repository {
  const repository: Repository = {
    ...given,
    hub,
    id: nextId(hub, 'repository'),
    formerNames: [],
    isPrivate,
    parent,
    createdAt: hub.now(),
    roles: new Map([[given.owner.login, 'admin']]),
    labels: [],
    threads: [],
    comments: [],
    commits: parent?.commits ?? new Map(),
    refs: new Map(parent?.refs),
  };
  hub.repositories.push(repository);
  return repository;
}

export const fullName = ({ owner, name }: Pick<Repository, 'owner' | 'name'>): string =>
  `${owner.login}/${name}`;

/** GitHub compares names without case. @param name `acme/docs`. */
export const findRepository = ({ repositories }: Hub, name: string): Repository | undefined =>
  repositories.find((each) => fullName(each).toLowerCase() === name.toLowerCase());

export const findThread = ({ threads }: Repository, number: number): Thread | undefined =>
  threads.find((each) => each.number === number);

/** The account's role; everyone may read a public repository. A workflow's bot has none. */
export function roleOf(
  { roles, isPrivate }: Repository,
  { login, type }: Account,
): Role | undefined {
  return type === 'User' ? (roles.get(login) ?? (isPrivate ? undefined : 'read')) : undefined;
}

/** The files of a commit. */
export const filesAt = ({ commits }: Repository, sha: string): ReadonlyMap<string, Blob> =>
  commits.get(sha)?.files ?? new Map();
