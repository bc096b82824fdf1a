import {
  type Commit,
  type Comparison,
  changesBetween,
  compare,
  type FileChange,
  findCommit,
  shaOf,
} from './git.ts';
import {
  apiOf,
  differenceAt,
  nodeId,
  showIssue,
  showRepository,
  showUser,
  signature,
  time,
  webOf,
} from './show.ts';
import {
  filesAt,
  type JsonObject,
  type Pull,
  type Repository,
  type Thread,
  type Tip,
} from './state.ts';

/** GitHub's limit for the files of a comparison or a commit. */
const MAX_FILES = 300;

/** A commit, as lists of commits contain it. */
function showCommit(repository: Repository, commit: Commit): JsonObject {
  const { sha, message, parents, author, committer, at } = commit;
  const tree = { sha: treeSha(commit), url: `${apiOf(repository)}/git/trees/${treeSha(commit)}` };
  const verification = {
    verified: false,
    reason: 'unsigned',
    signature: null,
    payload: null,
    verified_at: null,
  };
  const people = { author: signature(author, at), committer: signature(committer, at) };
  const linkTo = (id: string) => ({
    sha: id,
    url: `${apiOf(repository)}/commits/${id}`,
    html_url: `${webOf(repository)}/commit/${id}`,
  });
  const { url } = linkTo(sha);
  return {
    ...linkTo(sha),
    node_id: nodeId('Commit', Number.parseInt(sha.slice(0, 8), 16)),
    author: showUser(repository.hub, author),
    committer: showUser(repository.hub, committer),
    comments_url: `${url}/comments`,
    commit: { ...people, message, tree, verification, url, comment_count: 0 },
    parents: parents.map(linkTo),
  };
}

/** A commit with its files, compared with its first parent. */
export function showWholeCommit(repository: Repository, commit: Commit): JsonObject {
  const changes = changesOf(repository, commit);
  const [additions, deletions] = countLines(changes);
  const stats = { additions, deletions, total: additions + deletions };
  return { ...showCommit(repository, commit), stats, files: showFiles(repository, changes) };
}

export const changesOf = (
  repository: Repository,
  { parents: [parent = ''], files }: Commit,
): FileChange[] => changesBetween(filesAt(repository, parent), files);

export function showFiles(repository: Repository, changes: readonly FileChange[]): JsonObject[] {
  return changes.slice(0, MAX_FILES).map(({ path, previousPath, status, sha, patch }) => {
    const contents_url = `${apiOf(repository)}/contents/${path}`;
    const { additions = 0, deletions = 0 } = patch ?? {};
    return {
      sha,
      filename: path,
      status,
      additions,
      deletions,
      changes: additions + deletions,
      contents_url,
      blob_url: `${webOf(repository)}/blob/${path}`,
      raw_url: `${webOf(repository)}/raw/${path}`,
      ...(patch && { patch: patch.text }),
      ...(previousPath !== undefined && { previous_filename: previousPath }),
    };
  });
}

function countLines(changes: readonly FileChange[]): [number, number] {
  const sum = (field: 'additions' | 'deletions') =>
    changes.reduce((total, { patch }) => total + (patch?.[field] ?? 0), 0);
  return [sum('additions'), sum('deletions')];
}

/**
 * @param number of the page of commits, from 1 on; the files are on the first one only. @param size
 * of a page.
 */
export function showComparison(
  repository: Repository,
  { base, from, ahead, behind, status, files }: Comparison,
  { basehead, number, size }: { basehead: string; number: number; size: number },
): JsonObject {
  const url = `${apiOf(repository)}/compare/${basehead}`;
  const html_url = `${webOf(repository)}/compare/${basehead}`;
  return {
    url,
    html_url,
    permalink_url: html_url,
    ...differenceAt(html_url),
    status,
    ahead_by: ahead.length,
    behind_by: behind,
    total_commits: ahead.length,
    base_commit: showCommit(repository, base),
    merge_base_commit: showCommit(repository, from),
    commits: ahead
      .slice((number - 1) * size, number * size)
      .map((commit) => showCommit(repository, commit)),
    files: number === 1 ? showFiles(repository, files) : [],
  };
}

/** Changes with every file. */
export const treeSha = ({ files }: Commit): string =>
  shaOf([...files].map(([path, { sha }]) => `${path} ${sha}`).join('\n'));

export function changesInPull(
  { repository }: Thread,
  { base, head }: Pull,
): Comparison | undefined {
  const [from, to] = [base, head].map(({ sha }) => findCommit(repository, sha));
  return from && to && compare(repository, from, to);
}

export function showPull(thread: Thread, pull: Pull): JsonObject {
  const { repository, number } = thread;
  const {
    pull_request: _,
    reactions: __,
    repository_url,
    labels_url,
    events_url,
    timeline_url,
    performed_via_github_app,
    ...issue
  } = showIssue(thread);
  const { head, base, merge, isDraft, reviews } = pull;
  const isMergeable = merge ? null : true;
  const compared = changesInPull(thread, pull);
  const [additions, deletions] = countLines(compared?.files ?? []);
  const url = `${apiOf(repository)}/pulls/${number}`;
  const html_url = `${webOf(repository)}/pull/${number}`;
  const statuses_url = `${apiOf(repository)}/statuses/${head.sha}`;
  const links = {
    self: url,
    html: html_url,
    issue: issue.url,
    comments: issue.comments_url,
    statuses: statuses_url,
    commits: `${url}/commits`,
    review_comments: `${url}/comments`,
    review_comment: `${apiOf(repository)}/pulls/comments{/number}`,
  };
  return {
    ...issue,
    node_id: nodeId('PullRequest', thread.id),
    url,
    html_url,
    ...differenceAt(html_url),
    issue_url: issue.url,
    statuses_url,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    draft: isDraft,
    merged: merge !== undefined,
    merged_at: merge ? time(merge.at) : null,
    // GitHub's test merge, which no branch contains, until the merge.
    merge_commit_sha: merge?.sha ?? shaOf(`${base.sha} ${head.sha}`),
    merged_by: merge ? showUser(repository.hub, merge.by) : null,
    mergeable: isMergeable,
    rebaseable: isMergeable,
    mergeable_state: merge ? 'unknown' : 'clean',
    requested_reviewers: [],
    requested_teams: [],
    auto_merge: null,
    maintainer_can_modify: false,
    review_comments: reviews.reduce((count, { comments }) => count + comments.length, 0),
    commits: compared?.ahead.length ?? 0,
    changed_files: compared?.files.length ?? 0,
    additions,
    deletions,
    head: showTip(head),
    base: showTip(base),
  };
}

function showTip({ repository, ref, sha }: Tip): JsonObject {
  const { hub, owner } = repository;
  return {
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: showUser(hub, owner),
    repo: showRepository(repository),
  };
}
