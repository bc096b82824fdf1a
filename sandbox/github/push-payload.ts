import { asList, asObject, type JsonObject, readObject } from './json.ts';
import { readRefs } from './refs.ts';
import type { Get } from './upstream.ts';

/** A change of a reference. */
export interface Move {
  /** `refs/heads/main` */
  readonly ref: string;
  /** `NOTHING` if it was created. */
  readonly before: string;
  /** `NOTHING` if it was deleted. */
  readonly after: string;
}

export const NOTHING = '0'.repeat(40);

/** The payload of GitHub's event `push`, from the emulator's data about both commits. */
export async function pushPayload(
  { ref, before, after }: Move,
  { repository, sender }: { repository: JsonObject; sender: JsonObject },
  get: Get,
): Promise<JsonObject> {
  const repo = `/repos/${repository.full_name}`;
  const [created, deleted] = [before === NOTHING, after === NOTHING];
  const from = created ? String(repository.default_branch) : before;
  const compared = deleted
    ? undefined
    : await readOrNone(`${repo}/compare/${encodeURIComponent(from)}...${after}`, get);
  const added = ref.startsWith('refs/heads/') ? asList(compared?.commits) : [];
  const commits = await Promise.all(added.map(({ sha }) => pushedCommit(repo, String(sha), get)));
  const forced = !created && !deleted && !['ahead', 'identical'].includes(String(compared?.status));
  return {
    ref,
    before,
    after,
    created,
    deleted,
    forced,
    base_ref: created ? await branchAt(repository, ref, after, get) : null,
    compare: `${repository.html_url}/compare/${created ? shortName(ref) : `${short(before)}...${short(after)}`}`,
    commits,
    head_commit: deleted ? null : (commits.find(({ id }) => id === after) ?? (await pushedCommit(repo, after, get))),
    repository: asPushed(repository),
    pusher: { name: sender.login, email: `${sender.login}@users.noreply.github.com` },
    sender,
  };
}

export function shortName(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, '');
}

const short = (sha: string) => sha.slice(0, 12);

async function readOrNone(path: string, get: Get): Promise<JsonObject | undefined> {
  const answer = await get(path);
  return answer.status === 200 ? readObject(answer) : undefined;
}

async function pushedCommit(repo: string, sha: string, get: Get): Promise<JsonObject> {
  const found = await readOrNone(`${repo}/commits/${sha}`, get);
  const { commit, author, committer, html_url, files } = found ?? {};
  const { message, tree, author: written, committer: committed } = asObject(commit);
  return {
    id: sha,
    tree_id: asObject(tree).sha,
    distinct: true,
    message,
    url: html_url,
    timestamp: asObject(committed).date,
    author: { ...asObject(written), ...username(author) },
    committer: { ...asObject(committed), ...username(committer) },
    ...changedPaths(asList(files)),
  };
}

function username(user: unknown): JsonObject {
  return user ? { username: asObject(user).login } : {};
}

/** A push payload has no renamed files: they are removed and added. */
function changedPaths(files: readonly JsonObject[]): JsonObject {
  const paths = (field: string, ...statuses: string[]) =>
    files.filter(({ status }) => statuses.includes(String(status))).map((file) => file[field]);
  return {
    added: paths('filename', 'added', 'renamed'),
    removed: [...paths('filename', 'removed'), ...paths('previous_filename', 'renamed')],
    modified: paths('filename', 'modified'),
  };
}

/** The `base_ref` of a new reference: the branch, if any, whose tip is the same commit. */
async function branchAt(repository: JsonObject, ref: string, sha: string, get: Get): Promise<string | null> {
  const branches = await readRefs(`/repos/${repository.full_name}`, 'heads/', get);
  const there = [...branches].flatMap(([name, commit]) => (name !== ref && commit === sha ? [name] : []));
  const main = `refs/heads/${repository.default_branch}`;
  return there.includes(main) ? main : (there[0] ?? null);
}

/** The `repository` of a push payload: only there, times are in seconds, and it has the owner's `name` and `master_branch`. */
function asPushed(repository: JsonObject): JsonObject {
  const { created_at, pushed_at, owner, stargazers_count, default_branch } = repository;
  const seconds = (date: unknown) => (date ? Math.floor(Date.parse(String(date)) / 1000) : null);
  const { login } = asObject(owner);
  return {
    ...repository,
    created_at: seconds(created_at),
    pushed_at: seconds(pushed_at),
    owner: { ...asObject(owner), name: login, email: null },
    stargazers: stargazers_count,
    master_branch: default_branch,
  };
}
