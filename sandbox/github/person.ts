import { Octokit } from '@octokit/rest';
import type { GitHub } from './embedded.ts';

/** Somebody who uses the embedded GitHub, as a person would in the browser. */
export interface Person {
  openIssue(title: string, body: string): Promise<{ number: number; url: string }>;
  addLabel(issue: number, label: string): Promise<void>;
  readComments(issue: number): Promise<{ id: number; author: string; body: string; url: string }[]>;
}

export function createPerson({ url, owner, repo, tokens }: GitHub, login: 'alice' | 'bob' | 'mallory'): Person {
  const { rest, paginate } = new Octokit({ auth: tokens[login], baseUrl: url });
  return {
    async openIssue(title, body) {
      const { data } = await rest.issues.create({ owner, repo, title, body });
      return { number: data.number, url: data.html_url };
    },
    async addLabel(issue, label) {
      await rest.issues.addLabels({ owner, repo, issue_number: issue, labels: [label] });
    },
    async readComments(issue) {
      const comments = await paginate(rest.issues.listComments, { owner, repo, issue_number: issue, per_page: 100 });
      return comments.map(({ id, user, body, html_url }) => ({
        ...{ id, url: html_url, author: user?.login ?? 'ghost', body: body ?? '' },
      }));
    },
  };
}
