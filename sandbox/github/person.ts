import type { GitHub, Login } from './embedded.ts';
import { type Edits, findCommit } from './model/git.ts';
import { codeCommentsOf, type MergeMethod, mergePull, openPull, submitReview } from './model/pulls.ts';
import { commit, publish, push } from './model/pushes.ts';
import { found, Refusal } from './model/requests.ts';
import { showCodeComment, showComment, showIssue, showRelease, showReview } from './model/show.ts';
import {
  type Account,
  addRepository,
  findRepository,
  type Reaction,
  type Repository,
  type Thread,
} from './model/state.ts';
import {
  addLabel,
  comment,
  deleteComment,
  edit,
  editComment,
  markReady,
  openThread,
  setOpen,
} from './model/threads.ts';

/** What a person does on GitHub in the browser and with git, or an agent. Each act is carried out at once, without a request. */
export interface Person {
  /**
   * Commits and pushes. Contents by path, null to remove a file; the default branch is `main`, and a new branch begins at `main`.
   * @returns the commit's SHA.
   */
  commit(edits: Edits, message: string, options?: { branch?: string }): Promise<string>;
  /** A file of a branch, or of `main` if there is no such branch; empty if there is no such file. */
  readFile(path: string, branch: string): Promise<string>;
  /** Moves a branch to any commit. */
  forcePush(branch: string, sha: string): Promise<void>;
  /** At the tip of `main` by default. */
  createTag(tag: string, sha?: string): Promise<void>;
  deleteBranch(branch: string): Promise<void>;
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
  /** The open pull request of a branch. */
  findPull(branch: string): Promise<{ number: number; url: string } | undefined>;
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
  mergePull(pull: number, method?: MergeMethod): Promise<{ sha: string }>;
  /** The same person in a fork of their own. */
  fork(): Promise<Person>;
  /** Creates the tag at the tip of `main` if it does not exist. */
  publishRelease(tag: string, notes: string): Promise<{ url: string }>;
}

/** A comment on a line of a changed file; `line` counts from 1, in the file as the pull request leaves it. */
export interface CodeComment {
  readonly path: string;
  readonly line: number;
  readonly body: string;
}

/** The repository that a person uses. */
type Place = Pick<GitHub, 'hub' | 'owner' | 'repo' | 'tokens'>;

/**
 * Its acts reject with a Refusal where GitHub refuses them.
 * @param login or `agent`, for the service's agent, a bot.
 */
export function createPerson(place: Place, login: Login | 'agent'): Person {
  const { hub, owner, repo, tokens } = place;
  // Looked up for each act, because a reset replaces them.
  const here = (): Repository => found(findRepository(hub, `${owner}/${repo}`));
  const me = (): Account => found(hub.tokens.get(tokens[login]));
  const threadOf = (number: number): Thread => found(here().threads[number - 1]);
  const commentOf = (id: number) => found(here().comments.find((each) => each.id === id));
  const linkOf = (thread: Thread) => ({ number: thread.number, url: String(showIssue(thread).html_url) });
  const codeCommentOf = (id: number) => found(codeCommentsOf(here()).find((each) => each.id === id));

  function review(pull: number, body: string, comments: readonly CodeComment[]) {
    const made = submitReview(threadOf(pull), me(), { body, event: 'COMMENT', comments });
    if (!made) throw new Refusal(422, 'Unprocessable Entity');
    return made;
  }

  function reactedTo(of: Parameters<Person['readReactions']>[0]): readonly Reaction[] {
    if ('issue' in of) return threadOf(of.issue).reactions;
    if ('comment' in of) return commentOf(of.comment).reactions;
    return codeCommentOf(of.reviewComment).reactions;
  }

  return {
    commit: async (edits, message, { branch = 'main' } = {}) => commit(here(), me(), edits, { message, branch }).sha,
    async readFile(path, branch) {
      const tip = findCommit(here(), `refs/heads/${branch}`) ?? findCommit(here(), 'refs/heads/main');
      return String(tip?.files.get(path)?.content ?? '');
    },
    forcePush: async (branch, sha) => push(here(), me(), `refs/heads/${branch}`, sha),
    createTag: async (tag, sha) => push(here(), me(), `refs/tags/${tag}`, sha ?? here().refs.get('refs/heads/main')),
    deleteBranch: async (branch) => push(here(), me(), `refs/heads/${branch}`, undefined),
    openIssue: async (title, body) => linkOf(openThread(here(), me(), { title, body })),
    addLabel: async (issue, label) => addLabel(threadOf(issue), me(), label),
    async comment(issue, body) {
      const made = comment(threadOf(issue), me(), body);
      return { id: made.id, url: String(showComment(made).html_url) };
    },
    editComment: async (id, body) => editComment(commentOf(id), me(), body),
    deleteComment: async (id) => deleteComment(commentOf(id), me()),
    async readComments(issue) {
      const thread = threadOf(issue);
      return here()
        .comments.filter((each) => each.thread === thread)
        .map((each) => {
          const { id, author, body } = each;
          return { id, url: String(showComment(each).html_url), author: author.login, body };
        });
    },
    readReactions: async (of) => reactedTo(of).map(({ user, content }) => ({ author: user.login, content })),
    async openPull(branch, title, body, { draft: isDraft = false } = {}) {
      const [ref = '', fork] = branch.split(':').reverse();
      const repository = fork ? found(findRepository(hub, `${fork}/${repo}`)) : here();
      return linkOf(found(openPull(here(), me(), { title, body, head: { repository, ref }, isDraft })));
    },
    async findPull(branch) {
      const thread = here().threads.find(({ pull, closedAt }) => closedAt === null && pull?.head.ref === branch);
      return thread && linkOf(thread);
    },
    async review(pull, { body = '', comments = [] }) {
      const made = review(pull, body, comments);
      return { id: made.id, url: String(showReview(made).html_url), comments: made.comments.map(({ id }) => id) };
    },
    async commentOnLine(pull, asked) {
      const made = review(pull, '', [asked]);
      const one = found(made.comments[0]);
      return { id: one.id, url: String(showCodeComment(one).html_url), review: made.id };
    },
    editCodeComment: async (id, body) => edit(hub, codeCommentOf(id), body),
    closePull: async (pull) => setOpen(threadOf(pull), me(), false),
    reopenPull: async (pull) => setOpen(threadOf(pull), me(), true),
    markReady: async (pull) => markReady(threadOf(pull), me()),
    async mergePull(pull, method = 'merge') {
      const last = mergePull(threadOf(pull), me(), method);
      if (!last) throw new Refusal(405, 'Pull Request is not mergeable');
      return { sha: last.sha };
    },
    async fork() {
      addRepository(hub, { owner: me(), name: repo, parent: here() });
      return createPerson({ ...place, owner: login }, login);
    },
    publishRelease: async (tag, notes) => ({
      url: String(showRelease(publish(here(), me(), { tag, notes })).html_url),
    }),
  };
}
