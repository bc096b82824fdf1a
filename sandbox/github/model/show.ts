import {
  type Account,
  type CodeComment,
  type Comment,
  fullName,
  type Hub,
  type JsonObject,
  type Label,
  type Post,
  type Reaction,
  type Repository,
  type Review,
  ROLES,
  type Role,
  type Thread,
} from './state.ts';

/** GitHub's times are whole seconds. @param at milliseconds since the epoch. */
export const time = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

export const nodeId = (kind: string, id: number): string =>
  Buffer.from(`0:${kind}${id}`).toString('base64');

/**
 * The addresses of what belongs to a thing: `events_url`. No client of the sandbox follows them.
 */
function addresses(url: string, kinds: readonly string[]): JsonObject {
  const all: Record<string, string> = {};
  for (const kind of kinds) all[`${kind}_url`] = `${url}/${kind}`;
  return all;
}

const USER_KINDS =
  'followers following gists starred subscriptions organizations repos events received_events'.split(
    ' ',
  );

export function showUser(
  { url: home, api }: Pick<Hub, 'url' | 'api'>,
  { id, login, type }: Account,
): JsonObject {
  const url = `${api}/users/${encodeURIComponent(login)}`;
  const html_url = `${home}/${login}`;
  return {
    login,
    id,
    node_id: nodeId('User', id),
    type,
    site_admin: false,
    url,
    html_url,
    avatar_url: `${html_url}.png`,
    gravatar_id: '',
    ...addresses(url, USER_KINDS),
  };
}

export function showPermission({ hub }: Repository, account: Account, role: Role): JsonObject {
  const rank = ROLES.indexOf(role);
  const [pull, triage, push, maintain, admin] = ROLES.map((_, needed) => rank >= needed);
  return {
    permission: admin ? 'admin' : push ? 'write' : 'read',
    role_name: role,
    user: {
      ...showUser(hub, account),
      role_name: role,
      permissions: { pull, triage, push, maintain, admin },
    },
  };
}

/** The author of a commit, as git knows them. */
export const signature = ({ login }: Account, at: number): JsonObject => ({
  name: login,
  email: `${login}@users.noreply.github.com`,
  date: time(at),
});

export const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];

export const apiOf = (repository: Repository): string =>
  `${repository.hub.api}/repos/${fullName(repository)}`;
export const webOf = (repository: Repository): string =>
  `${repository.hub.url}/${fullName(repository)}`;

const KINDS =
  'archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees'.split(
    ' ',
  );
/** The fields of a repository that no client of the sandbox reads. */
const UNUSED = {
  ...each(
    'forks forks_count network_count open_issues open_issues_count size stargazers_count subscribers_count watchers watchers_count',
    0,
  ),
  ...each(
    'has_projects has_wiki has_pages has_downloads has_discussions archived disabled is_template allow_forking web_commit_signoff_required',
    false,
  ),
  ...each('mirror_url homepage language license description', null),
  has_issues: true,
  topics: [],
  custom_properties: {},
  default_branch: 'main',
};

function each<T>(names: string, value: T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

export function showRepository(repository: Repository): JsonObject {
  const { hub, id, owner, name, isPrivate, parent } = repository;
  const url = apiOf(repository);
  const html_url = webOf(repository);
  return {
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: fullName(repository),
    html_url,
    url,
    private: isPrivate,
    visibility: isPrivate ? 'private' : 'public',
    fork: parent !== undefined,
    ...addresses(url, KINDS),
    ...each('clone_url git_url ssh_url svn_url', `${html_url}.git`),
    ...each('created_at updated_at pushed_at', time(repository.createdAt)),
    ...UNUSED,
    owner: showUser(hub, owner),
  };
}

export function showLabel(
  { hub, ...repository }: Repository,
  { id, name, description }: Label,
): JsonObject {
  const url = `${apiOf({ hub, ...repository })}/labels/${encodeURIComponent(name)}`;
  return {
    id,
    node_id: nodeId('Label', id),
    url,
    name,
    color: 'ededed',
    description,
    default: false,
  };
}

export function showReaction(
  { hub }: Repository,
  { id, user, content, createdAt }: Reaction,
): JsonObject {
  return {
    id,
    node_id: nodeId('Reaction', id),
    user: showUser(hub, user),
    content,
    created_at: time(createdAt),
  };
}

function reactionsOf({ reactions }: Post, url: string): JsonObject {
  const counts = CONTENTS.map(
    (name) => [name, reactions.filter(({ content }) => content === name).length] as const,
  );
  return { url: `${url}/reactions`, total_count: reactions.length, ...Object.fromEntries(counts) };
}

/** What GitHub shows of every text. */
function showPost(repository: Repository, post: Post, url: string): JsonObject {
  const { author, createdAt, updatedAt, body } = post;
  return {
    url,
    body,
    user: showUser(repository.hub, author),
    reactions: reactionsOf(post, url),
    created_at: time(createdAt),
    updated_at: time(updatedAt),
    author_association: associationOf(repository, author),
  };
}

function associationOf({ roles, owner }: Repository, { login }: Account): string {
  if (login === owner.login) return 'OWNER';
  return roles.get(login) === 'admin' ? 'MEMBER' : roles.has(login) ? 'COLLABORATOR' : 'NONE';
}

const threadPath = ({ number, pull }: Thread): string => `${pull ? 'pull' : 'issues'}/${number}`;

export const differenceAt = (url: string): JsonObject => ({
  diff_url: `${url}.diff`,
  patch_url: `${url}.patch`,
});

/** An issue, or the issue that every pull request is too. */
export function showIssue(thread: Thread): JsonObject {
  const { repository, id, number, title, labels, closedAt, pull } = thread;
  const url = `${apiOf(repository)}/issues/${number}`;
  const html_url = `${webOf(repository)}/${threadPath(thread)}`;
  const pullUrls = {
    url: `${apiOf(repository)}/pulls/${number}`,
    html_url,
    ...differenceAt(html_url),
  };
  const merged_at = pull?.merge ? time(pull.merge.at) : null;
  return {
    ...showPost(repository, thread, url),
    id,
    node_id: nodeId('Issue', id),
    number,
    title,
    html_url,
    repository_url: apiOf(repository),
    ...addresses(url, ['labels', 'comments', 'events', 'timeline']),
    labels: labels.map((label) => showLabel(repository, label)),
    comments: repository.comments.filter((comment) => comment.thread === thread).length,
    state: closedAt === null ? 'open' : 'closed',
    closed_at: closedAt === null ? null : time(closedAt),
    ...each('active_lock_reason assignee milestone performed_via_github_app', null),
    locked: thread.isLocked,
    assignees: [],
    draft: pull?.isDraft ?? false,
    ...(pull && { pull_request: { ...pullUrls, merged_at } }),
  };
}

export function showComment(comment: Comment): JsonObject {
  const { id, thread } = comment;
  const { repository, number } = thread;
  return {
    ...showPost(repository, comment, `${apiOf(repository)}/issues/comments/${id}`),
    id,
    node_id: nodeId('IssueComment', id),
    performed_via_github_app: null,
    html_url: `${webOf(repository)}/${threadPath(thread)}#issuecomment-${id}`,
    issue_url: `${apiOf(repository)}/issues/${number}`,
  };
}

export function showReview({ id, thread, author, body, sha, at }: Review): JsonObject {
  const { repository, number } = thread;
  const pull_request_url = `${apiOf(repository)}/pulls/${number}`;
  const html_url = `${webOf(repository)}/pull/${number}#pullrequestreview-${id}`;
  return {
    id,
    node_id: nodeId('PullRequestReview', id),
    user: showUser(repository.hub, author),
    body,
    html_url,
    state: 'COMMENTED',
    pull_request_url,
    commit_id: sha,
    submitted_at: time(at),
    author_association: associationOf(repository, author),
    _links: { html: { href: html_url }, pull_request: { href: pull_request_url } },
  };
}

/** In a delivery, the state is lower case, and an empty body is null. */
export function deliveredReview(review: Review): JsonObject {
  return { ...showReview(review), state: 'commented', body: review.body || null };
}

/**
 * In the list of one review's comments, GitHub names no line: the place is `position` and
 * `diff_hunk` (`review-comment` in its OpenAPI description; hub4j/github-api#2106).
 */
export function showCodeCommentOfReview(comment: CodeComment): JsonObject {
  const { id, review, path, place } = comment;
  const { repository, number } = review.thread;
  const url = `${apiOf(repository)}/pulls/comments/${id}`;
  const html_url = `${webOf(repository)}/pull/${number}#discussion_r${id}`;
  const pull_request_url = `${apiOf(repository)}/pulls/${number}`;
  return {
    ...showPost(repository, comment, url),
    id,
    node_id: nodeId('PullRequestReviewComment', id),
    pull_request_review_id: review.id,
    path,
    html_url,
    position: place.position,
    original_position: place.position,
    diff_hunk: place.diff_hunk,
    commit_id: review.sha,
    original_commit_id: review.sha,
    pull_request_url,
    _links: {
      self: { href: url },
      html: { href: html_url },
      pull_request: { href: pull_request_url },
    },
  };
}

export function showCodeComment(comment: CodeComment): JsonObject {
  const { line, side } = comment.place;
  const lines = {
    line,
    side,
    original_line: line,
    start_line: null,
    original_start_line: null,
    start_side: null,
  };
  return { ...showCodeCommentOfReview(comment), ...lines, subject_type: 'line' };
}

interface Release {
  readonly id: number;
  readonly tag: string;
  readonly notes: string;
}

/** A release that is published now. */
export function showRelease(
  repository: Repository,
  author: Account,
  { id, tag, notes }: Release,
): JsonObject {
  const url = `${apiOf(repository)}/releases/${id}`;
  return {
    id,
    node_id: nodeId('Release', id),
    url,
    html_url: `${webOf(repository)}/releases/tag/${tag}`,
    tag_name: tag,
    target_commitish: 'main',
    name: tag,
    body: notes,
    author: showUser(repository.hub, author),
    ...each('draft prerelease immutable', false),
    ...each('created_at updated_at published_at', time(repository.hub.now())),
    assets: [],
    assets_url: `${url}/assets`,
    upload_url: `${url}/assets{?name,label}`,
    tarball_url: `${url}/tarball`,
    zipball_url: `${url}/zipball`,
  };
}
