import * as v from 'valibot';
import { octokitFetch } from '../http/octokit-fetch.ts';
import type { Send } from '../http/transport.ts';
import { WEB_ADDRESS } from '../text/web-address.ts';

/** The comments of one issue or pull request. Both reject with what Octokit throws. */
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

export interface ThreadAddress {
  readonly apiUrl: string;
  readonly repository: { readonly owner: string; readonly repo: string };
  readonly issueNumber: number;
  readonly token: string;
}

const COMMENT = v.object({ id: v.pipe(v.number(), v.integer()), html_url: WEB_ADDRESS });

/** GitHub's REST API for one thread, over our transport. Loaded when first needed: Octokit costs start-up time. */
export async function openThread(
  { apiUrl, repository, issueNumber, token }: ThreadAddress,
  send: Send,
): Promise<IssueComments> {
  const { getOctokitOptions, GitHub } = await import(/* webpackMode: "eager" */ '@actions/github/lib/utils');
  const silent = { debug() {}, info() {}, warn() {}, error() {} }; // nothing remote is printed raw
  const request = { fetch: octokitFetch(send, apiUrl) };
  const { rest, paginate } = new GitHub(getOctokitOptions(token, { baseUrl: apiUrl, log: silent, request }));

  return {
    async create(body) {
      const { data } = await rest.issues.createComment({ ...repository, issue_number: issueNumber, body });
      return toRef(data, issueNumber);
    },
    async update(id, body) {
      const { data } = await rest.issues.updateComment({ ...repository, comment_id: id, body });
      return toRef(data, issueNumber);
    },
    async find(body) {
      const thread = { ...repository, issue_number: issueNumber, per_page: 100 };
      const comments = await paginate(rest.issues.listComments, thread);
      const found = comments.find((comment) => comment.body === body);
      return found && toRef(found, issueNumber);
    },
  };
}

function toRef(data: unknown, issueNumber: number): CommentRef {
  const { id, html_url } = v.parse(COMMENT, data);
  return { id, url: html_url, issueNumber };
}
