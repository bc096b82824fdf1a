import type { JsonObject } from '../json.ts';
import { addresses, nodeId, showUser, time } from './show-account.ts';
import {
  type Account,
  type CodeComment,
  type Comment,
  fullName,
  type Label,
  type Post,
  type Reaction,
  type Release,
  type Repository,
  type Review,
  type Thread,
} from './state.ts';

export const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];
const NO_REACTIONS: Readonly<Record<string, number>> = Object.fromEntries(CONTENTS.map((name) => [name, 0]));

export const apiOf = (repository: Repository): string => `${repository.hub.api}/repos/${fullName(repository)}`;
export const webOf = (repository: Repository): string => `${repository.hub.url}/${fullName(repository)}`;

const KINDS =
  'assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees'.split(
    ' ',
  );
const COUNTS = valuesOf(
  'forks forks_count network_count open_issues open_issues_count size stargazers_count subscribers_count watchers watchers_count',
  () => 0,
);
const FEATURES = valuesOf(
  'has_issues has_projects has_wiki has_pages has_downloads has_discussions archived disabled is_template allow_forking web_commit_signoff_required',
  (feature) => feature === 'has_issues',
);

function valuesOf<T>(names: string, of: (name: string) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, of(name)]));
}

export function showRepository(repository: Repository): JsonObject {
  const { hub, id, owner, name, isPrivate, parent } = repository;
  const [url, html_url] = [apiOf(repository), webOf(repository)];
  const created = time(repository.createdAt);
  return {
    ...{ id, node_id: nodeId('Repository', id), name, full_name: fullName(repository), html_url, url },
    ...{ private: isPrivate, visibility: isPrivate ? 'private' : 'public', fork: parent !== undefined },
    ...addresses(url, KINDS),
    ...{ archive_url: `${url}/{archive_format}{/ref}`, clone_url: `${html_url}.git`, git_url: `${html_url}.git` },
    ...{ ssh_url: `${html_url}.git`, svn_url: html_url, mirror_url: null, homepage: null, language: null },
    ...COUNTS,
    ...FEATURES,
    ...{
      created_at: created,
      updated_at: created,
      pushed_at: created,
      license: null,
      topics: [],
      custom_properties: {},
    },
    ...{ owner: showUser(hub, owner), description: null, default_branch: 'main' },
  };
}

export function showLabel({ hub, ...repository }: Repository, { id, name, color, description }: Label): JsonObject {
  const url = `${apiOf({ hub, ...repository })}/labels/${encodeURIComponent(name)}`;
  return { id, node_id: nodeId('Label', id), url, name, color, description, default: false };
}

export function showReaction({ hub }: Repository, { id, user, content, createdAt }: Reaction): JsonObject {
  return { id, node_id: nodeId('Reaction', id), user: showUser(hub, user), content, created_at: time(createdAt) };
}

function reactionsOf({ reactions }: Post, url: string): JsonObject {
  const counts = { ...NO_REACTIONS };
  for (const { content } of reactions) counts[content] = (counts[content] ?? 0) + 1;
  return { url: `${url}/reactions`, total_count: reactions.length, ...counts };
}

/** What GitHub shows of every text. */
function showPost(repository: Repository, post: Post, url: string): JsonObject {
  const { author, createdAt, updatedAt, body } = post;
  return {
    ...{ url, body, user: showUser(repository.hub, author), reactions: reactionsOf(post, url) },
    ...{
      created_at: time(createdAt),
      updated_at: time(updatedAt),
      author_association: associationOf(repository, author),
    },
  };
}

function associationOf({ roles, owner }: Repository, { login }: Account): string {
  if (login === owner.login) return 'OWNER';
  return roles.get(login) === 'admin' ? 'MEMBER' : roles.has(login) ? 'COLLABORATOR' : 'NONE';
}

const threadPath = ({ number, pull }: Thread): string => `${pull ? 'pull' : 'issues'}/${number}`;

/** An issue, or the issue that every pull request is too. */
export function showIssue(thread: Thread): JsonObject {
  const { repository, id, number, title, labels, closedAt, pull } = thread;
  const url = `${apiOf(repository)}/issues/${number}`;
  const html_url = `${webOf(repository)}/${threadPath(thread)}`;
  const pullUrls = { url: `${apiOf(repository)}/pulls/${number}`, html_url };
  const files = { diff_url: `${html_url}.diff`, patch_url: `${html_url}.patch` };
  const merged_at = pull?.merge ? time(pull.merge.at) : null;
  return {
    ...showPost(repository, thread, url),
    ...{ id, node_id: nodeId('Issue', id), number, title, html_url, repository_url: apiOf(repository) },
    ...addresses(url, ['labels', 'comments', 'events', 'timeline']),
    labels: labels.map((label) => showLabel(repository, label)),
    comments: repository.comments.filter((comment) => comment.thread === thread).length,
    state: closedAt === null ? 'open' : 'closed',
    closed_at: closedAt === null ? null : time(closedAt),
    ...{ locked: thread.isLocked, active_lock_reason: null, assignee: null, assignees: [], milestone: null },
    performed_via_github_app: null,
    draft: pull?.isDraft ?? false,
    ...(pull ? { pull_request: { ...pullUrls, ...files, merged_at } } : {}),
  };
}

export function showComment(comment: Comment): JsonObject {
  const { id, thread } = comment;
  const { repository, number } = thread;
  return {
    ...showPost(repository, comment, `${apiOf(repository)}/issues/comments/${id}`),
    ...{ id, node_id: nodeId('IssueComment', id), performed_via_github_app: null },
    html_url: `${webOf(repository)}/${threadPath(thread)}#issuecomment-${id}`,
    issue_url: `${apiOf(repository)}/issues/${number}`,
  };
}

export function showReview({ id, thread, author, body, state, sha, at }: Review): JsonObject {
  const { repository, number } = thread;
  const pull_request_url = `${apiOf(repository)}/pulls/${number}`;
  const html_url = `${webOf(repository)}/pull/${number}#pullrequestreview-${id}`;
  return {
    ...{ id, node_id: nodeId('PullRequestReview', id), user: showUser(repository.hub, author), body, state, html_url },
    ...{
      pull_request_url,
      commit_id: sha,
      submitted_at: time(at),
      author_association: associationOf(repository, author),
    },
    _links: { html: { href: html_url }, pull_request: { href: pull_request_url } },
  };
}

/** In a delivery, the state is lower case, and an empty body is null. */
export function deliveredReview(review: Review): JsonObject {
  return { ...showReview(review), state: review.state.toLowerCase(), body: review.body || null };
}

/**
 * In the list of one review's comments, GitHub names no line: the place is `position` and `diff_hunk` (`review-comment` in its OpenAPI
 * description; hub4j/github-api#2106).
 */
export function showCodeCommentOfReview(comment: CodeComment): JsonObject {
  const { id, review, path, place } = comment;
  const { repository, number } = review.thread;
  const url = `${apiOf(repository)}/pulls/comments/${id}`;
  const html_url = `${webOf(repository)}/pull/${number}#discussion_r${id}`;
  const pull_request_url = `${apiOf(repository)}/pulls/${number}`;
  return {
    ...showPost(repository, comment, url),
    ...{ id, node_id: nodeId('PullRequestReviewComment', id), pull_request_review_id: review.id, path, html_url },
    ...{ position: place.position, original_position: place.position, diff_hunk: place.diff_hunk },
    ...{ commit_id: review.sha, original_commit_id: review.sha, pull_request_url },
    _links: { self: { href: url }, html: { href: html_url }, pull_request: { href: pull_request_url } },
  };
}

export function showCodeComment(comment: CodeComment): JsonObject {
  const { line, side } = comment.place;
  const lines = { line, side, original_line: line, start_line: null, original_start_line: null, start_side: null };
  return { ...showCodeCommentOfReview(comment), ...lines, subject_type: 'line' };
}

export function showRelease({ id, repository, author, tag, notes, at }: Release): JsonObject {
  const url = `${apiOf(repository)}/releases/${id}`;
  return {
    ...{ id, node_id: nodeId('Release', id), url, html_url: `${webOf(repository)}/releases/tag/${tag}` },
    ...{ tag_name: tag, target_commitish: 'main', name: tag, body: notes, author: showUser(repository.hub, author) },
    ...{
      draft: false,
      prerelease: false,
      immutable: false,
      created_at: time(at),
      updated_at: time(at),
      published_at: time(at),
    },
    ...{ assets: [], assets_url: `${url}/assets`, upload_url: `${url}/assets{?name,label}` },
    ...{ tarball_url: `${url}/tarball`, zipball_url: `${url}/zipball` },
  };
}
