import * as v from 'valibot';
import { WEB_ADDRESS } from '../text/web-address.ts';
import type { GitHub } from './client.ts';

/** The comments of one issue or pull request. All reject with what Octokit throws. */
export interface IssueComments {
  create(body: string): Promise<CommentRef>;
  update(id: number, body: string): Promise<CommentRef>;
  /** The comment with exactly this body, if there is one. */
  find(body: string): Promise<CommentRef | undefined>;
}

export interface CommentRef {
  readonly id: number;
  readonly url: string;
  readonly issueNumber: number;
}

const COMMENT = v.object({ id: v.pipe(v.number(), v.integer()), html_url: WEB_ADDRESS });

export function commentsOf({ octokit, repository }: GitHub, issueNumber: number): IssueComments {
  const thread = { ...repository, issue_number: issueNumber };
  return {
    async create(body) {
      const { rest } = await octokit();
      const { data } = await rest.issues.createComment({ ...thread, body });
      return toRef(data, issueNumber);
    },
    async update(id, body) {
      const { rest } = await octokit();
      const { data } = await rest.issues.updateComment({ ...repository, comment_id: id, body });
      return toRef(data, issueNumber);
    },
    async find(body) {
      const { rest, paginate } = await octokit();
      const comments = await paginate(rest.issues.listComments, { ...thread, per_page: 100 });
      const found = comments.find((comment) => comment.body === body);
      return found && toRef(found, issueNumber);
    },
  };
}

function toRef(data: unknown, issueNumber: number): CommentRef {
  const { id, html_url } = v.parse(COMMENT, data);
  return { id, url: html_url, issueNumber };
}
