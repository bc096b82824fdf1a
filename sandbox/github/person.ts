import type { GitHub, Login } from './embedded.ts';
import { type Edits, findCommit } from './model/git.ts';
import * as pulls from './model/pulls.ts';
import { commit, publish, push } from './model/pushes.ts';
import { found } from './model/requests.ts';
import { showComment, showIssue, showReview } from './model/show.ts';
import { addRepository, findRepository, findThread, type Thread } from './model/state.ts';
import * as threads from './model/threads.ts';

/** A person who uses GitHub in the browser and with git, or an agent. */
export type Person = ReturnType<typeof createPerson>;

/** The repository that a person uses. */
type Place = Pick<GitHub, 'hub' | 'owner' | 'repo' | 'tokens'>;

/** On an issue or a pull request, a comment on it, or one on its code. */
type Reacted =
  | { readonly issue: number }
  | { readonly comment: number }
  | { readonly reviewComment: number };

interface NewReview {
  readonly body?: string;
  readonly comments?: readonly pulls.NewCodeComment[];
}

/**
 * What an account does on GitHub. Each act is carried out at once, without a request; it rejects
 * with a Refusal where GitHub refuses it.
 * @param login or `agent`, for the service's agent, a bot.
 */
export function createPerson(place: Place, login: Login | 'agent') {
  const { hub, owner, repo, tokens } = place;
  // Looked up for each act, because a reset replaces them.
  const here = () => found(findRepository(hub, `${owner}/${repo}`));
  const me = () => found(hub.tokens.get(tokens[login]));
  const threadOf = (number: number) => found(findThread(here(), number));
  const commentOf = (id: number) => found(here().comments.find((each) => each.id === id));
  const codeCommentOf = (id: number) =>
    found(pulls.codeCommentsOf(here()).find((each) => each.id === id));
  const linkOf = (thread: Thread) => ({
    number: thread.number,
    url: String(showIssue(thread).html_url),
  });

  function reactedTo(of: Reacted) {
    if ('issue' in of) return threadOf(of.issue);
    return 'comment' in of ? commentOf(of.comment) : codeCommentOf(of.reviewComment);
  }

  return {
    /**
     * Commits and pushes. A new branch begins at `main`.
     * @returns the commit's SHA.
     */
    commit: async (edits: Edits, message: string, { branch = 'main' } = {}) =>
      commit(here(), me(), edits, { message, branch }).sha,
    /**
     * A file of a branch, or of `main` if there is no such branch; empty if there is no such file.
     */
    async readFile(path: string, branch: string) {
      const tip =
        findCommit(here(), `refs/heads/${branch}`) ?? findCommit(here(), 'refs/heads/main');
      return String(tip?.files.get(path)?.content ?? '');
    },
    forcePush: async (branch: string, sha: string) =>
      push(here(), me(), `refs/heads/${branch}`, sha),
    /** At the tip of `main`. */
    createTag: async (tag: string) =>
      push(here(), me(), `refs/tags/${tag}`, found(here().refs.get('refs/heads/main'))),
    /** Creates the tag at the tip of `main` if it does not exist. */
    publishRelease: async (tag: string, notes: string) => publish(here(), me(), { tag, notes }),
    openIssue: async (title: string, body: string) =>
      linkOf(threads.openThread(here(), me(), { title, body })),
    addLabel: async (issue: number, label: string) =>
      threads.addLabel(threadOf(issue), me(), label),
    /** On an issue or a pull request. */
    async comment(issue: number, body: string) {
      const made = threads.comment(threadOf(issue), me(), body);
      return { id: made.id, url: String(showComment(made).html_url) };
    },
    editComment: async (id: number, body: string) =>
      void threads.editComment(commentOf(id), me(), body),
    deleteComment: async (id: number) => threads.deleteComment(commentOf(id), me()),
    async readComments(issue: number) {
      const thread = threadOf(issue);
      const comments = here().comments.filter((each) => each.thread === thread);
      return comments.map((each) => {
        const { id, author, body } = each;
        return { id, url: String(showComment(each).html_url), author: author.login, body };
      });
    },
    readReactions: async (of: Reacted) =>
      reactedTo(of).reactions.map(({ user, content }) => ({ author: user.login, content })),
    /** To `main`, from an existing branch: `feature`, or `mallory:feature` in a fork. */
    async openPull(branch: string, title: string, body: string, { draft: isDraft = false } = {}) {
      const [ref = '', fork = owner] = branch.split(':').reverse();
      const head = { repository: found(findRepository(hub, `${fork}/${repo}`)), ref };
      return linkOf(pulls.openPull(here(), me(), { title, body, head, isDraft }));
    },
    async findPull(branch: string) {
      const thread = here().threads.find(
        ({ pull, closedAt }) => closedAt === null && pull?.head.ref === branch,
      );
      return thread && linkOf(thread);
    },
    /**
     * Submits a review: `COMMENT`, with its comments on lines of the changed files. A single
     * comment is a review without a body.
     */
    async review(pull: number, { body = '', comments = [] }: NewReview) {
      const made = pulls.submitReview(threadOf(pull), me(), body, comments);
      return {
        id: made.id,
        url: String(showReview(made).html_url),
        comments: made.comments.map(({ id }) => id),
      };
    },
    editCodeComment: async (id: number, body: string) => threads.edit(hub, codeCommentOf(id), body),
    closePull: async (pull: number) => threads.setOpen(threadOf(pull), me(), false),
    reopenPull: async (pull: number) => threads.setOpen(threadOf(pull), me(), true),
    markReady: async (pull: number) => threads.markReady(threadOf(pull), me()),
    mergePull: async (pull: number, method: pulls.MergeMethod = 'merge') =>
      pulls.mergePull(threadOf(pull), me(), method),
    /** @returns a fork of their own. */
    async fork(): Promise<Place> {
      addRepository(hub, { owner: me(), name: repo, parent: here() });
      return { ...place, owner: login };
    },
  };
}
