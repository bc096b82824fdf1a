import { Octokit } from '@octokit/rest';
import type { GitHub, Login } from './embedded.ts';
import { createGitHands, type GitClient } from './git-client.ts';

/** A person who uses the embedded GitHub in the browser and with git. */
export interface Person extends GitClient {
  openIssue(title: string, body: string): Promise<{ number: number; url: string }>;
  addLabel(issue: number, label: string): Promise<void>;
  /** On an issue or a pull request. */
  comment(issue: number, body: string): Promise<{ id: number; url: string }>;
  editComment(id: number, body: string): Promise<void>;
  deleteComment(id: number): Promise<void>;
  readComments(issue: number): Promise<{ id: number; author: string; body: string; url: string }[]>;
  /** On an issue or a pull request, a comment on it, or one on its code. */
  readReactions(
    of: { issue: number } | { comment: number } | { reviewComment: number },
  ): Promise<{ author: string; content: string }[]>;
  /** To `main`, from an existing branch: `feature`, or `mallory:feature` in a fork. */
  openPull(
    branch: string,
    title: string,
    body: string,
    options?: { draft?: boolean },
  ): Promise<{ number: number; url: string }>;
  /** Submits a review: `COMMENT`, with all its comments on lines of the changed files. */
  review(
    pull: number,
    review: { body?: string; comments?: readonly CodeComment[] },
  ): Promise<{ id: number; url: string; comments: readonly number[] }>;
  /** A single comment on a line, which GitHub wraps in a review without a body. */
  commentOnLine(pull: number, comment: CodeComment): Promise<{ id: number; url: string; review: number }>;
  editCodeComment(id: number, body: string): Promise<void>;
  /** Closes a pull request without merging it. */
  closePull(pull: number): Promise<void>;
  reopenPull(pull: number): Promise<void>;
  /** Marks a draft pull request as ready for review. */
  markReady(pull: number): Promise<void>;
  mergePull(pull: number, method?: 'merge' | 'squash' | 'rebase'): Promise<{ sha: string }>;
  /** The same person in a fork of their own. It shares no history with the repository, so its pull requests cannot be merged. */
  fork(): Promise<Person>;
  /** Creates another repository of the organization, with one commit. @returns the same person in it. */
  createRepository(name: string, options: { readonly isPrivate: boolean }): Promise<Person>;
  /** Creates the tag at the tip of `main` if it does not exist. */
  publishRelease(tag: string, notes: string): Promise<{ id: number; url: string }>;
}

/** A comment on a line of a changed file; `line` counts from 1, in the file as the pull request leaves it. */
export interface CodeComment {
  readonly path: string;
  readonly line: number;
  readonly body: string;
}

/** Errors are left to the caller. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const READY =
  'mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id } } }';

/** The GitHub that a person uses. */
type Place = Pick<GitHub, 'url' | 'owner' | 'repo' | 'tokens'>;

/** @param login or `agent`, for the service's agent, a bot. */
export function createPerson(place: Place, login: Login | 'agent'): Person {
  const { url, owner, repo, tokens } = place;
  const octokit = new Octokit({ auth: tokens[login], baseUrl: url, log: SILENT });
  const { rest, paginate } = octokit;
  const at = { owner, repo };
  return {
    ...createGitHands(rest, at),
    async openIssue(title, body) {
      const { data } = await rest.issues.create({ ...at, title, body });
      return { number: data.number, url: data.html_url };
    },
    async addLabel(issue, label) {
      await rest.issues.addLabels({ ...at, issue_number: issue, labels: [label] });
    },
    async comment(issue, body) {
      const { data } = await rest.issues.createComment({ ...at, issue_number: issue, body });
      return { id: data.id, url: data.html_url };
    },
    async editComment(id, body) {
      await rest.issues.updateComment({ ...at, comment_id: id, body });
    },
    async deleteComment(id) {
      await rest.issues.deleteComment({ ...at, comment_id: id });
    },
    async readComments(issue) {
      const comments = await paginate(rest.issues.listComments, { ...at, issue_number: issue, per_page: 100 });
      return comments.map(({ id, user, body, html_url }) => ({
        id,
        url: html_url,
        author: user?.login ?? 'ghost',
        body: body ?? '',
      }));
    },
    async readReactions(of) {
      const page = { ...at, per_page: 100 };
      const reactions =
        'issue' in of
          ? await paginate(rest.reactions.listForIssue, { ...page, issue_number: of.issue })
          : 'comment' in of
            ? await paginate(rest.reactions.listForIssueComment, { ...page, comment_id: of.comment })
            : await paginate(rest.reactions.listForPullRequestReviewComment, { ...page, comment_id: of.reviewComment });
      return reactions.map(({ user, content }) => ({ author: user?.login ?? 'ghost', content }));
    },
    async openPull(branch, title, body, { draft = false } = {}) {
      const { data } = await rest.pulls.create({ ...at, head: branch, base: 'main', title, body, draft });
      return { number: data.number, url: data.html_url };
    },
    async review(pull, { body, comments = [] }) {
      const on = { ...at, pull_number: pull };
      const { data } = await rest.pulls.createReview({
        ...on,
        event: 'COMMENT',
        ...(body === undefined ? {} : { body }),
        comments: [...comments],
      });
      const written = await paginate(rest.pulls.listCommentsForReview, { ...on, review_id: data.id, per_page: 100 });
      return { id: data.id, url: data.html_url, comments: written.map(({ id }) => id) };
    },
    async commentOnLine(pull, comment) {
      const { data: of } = await rest.pulls.get({ ...at, pull_number: pull });
      const { data } = await rest.pulls.createReviewComment({
        ...at,
        ...comment,
        pull_number: pull,
        commit_id: of.head.sha,
      });
      return { id: data.id, url: data.html_url, review: Number(data.pull_request_review_id) };
    },
    async editCodeComment(id, body) {
      await rest.pulls.updateReviewComment({ ...at, comment_id: id, body });
    },
    async closePull(pull) {
      await rest.pulls.update({ ...at, pull_number: pull, state: 'closed' });
    },
    async reopenPull(pull) {
      await rest.pulls.update({ ...at, pull_number: pull, state: 'open' });
    },
    async markReady(pull) {
      const { data } = await rest.pulls.get({ ...at, pull_number: pull });
      await octokit.graphql(READY, { id: data.node_id });
    },
    async mergePull(pull, method = 'merge') {
      const { data } = await rest.pulls.merge({ ...at, pull_number: pull, merge_method: method });
      return { sha: data.sha };
    },
    async fork() {
      await rest.repos.createFork({ ...at, default_branch_only: true });
      return createPerson({ ...place, owner: login }, login);
    },
    async createRepository(name, { isPrivate }) {
      await rest.repos.createInOrg({ org: owner, name, private: isPrivate, auto_init: true });
      return createPerson({ ...place, repo: name }, login);
    },
    async publishRelease(tag, notes) {
      const { data } = await rest.repos.createRelease({ ...at, tag_name: tag, name: tag, body: notes });
      return { id: data.id, url: data.html_url };
    },
  };
}
