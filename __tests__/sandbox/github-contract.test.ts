import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { createGitHub, type GitHub } from '../../sandbox/github/embedded.ts';
import { compileAnswers, type Gap, type GitHubAnswer } from './published-schemas.ts';

/** All that is missing; the action reads none of it. */
const GAPS: readonly Gap[] = [
  {
    ...{ mark: 'type', value: 'Organization' },
    fields: [
      ...['gravatar_id', 'followers_url', 'following_url', 'gists_url', 'starred_url', 'subscriptions_url'],
      ...['organizations_url', 'received_events_url'],
    ],
  },
  { mark: 'full_name', fields: ['subscribers_count', 'network_count'] },
  { mark: 'diff_url', fields: ['active_lock_reason'] },
];

let github: GitHub;

beforeAll(async () => {
  github = await createGitHub();
});
afterAll(() => github.close());

test("the answers that the action and its agent read have GitHub's published form", async () => {
  const answers = await collectAnswers(github);
  expect(compileAnswers(answers, GAPS)).toEqual({});
});

test('the check sees a missing field and a wrong one', () => {
  const label = { id: 1, node_id: 'x', url: 'x', name: 'docs', color: 'fff', default: false };
  const answers: Record<string, GitHubAnswer> = {
    whole: { schema: 'label', body: { ...label, description: null } },
    less: { schema: 'label', body: label },
    wrong: { schema: 'label[]', body: [{ ...label, description: 7 }] },
  };
  expect(compileAnswers(answers, [])).toEqual({
    less: 'description',
    wrong: expect.stringContaining("'description' are incompatible"),
  });
  expect(compileAnswers(answers, [{ mark: 'color', fields: ['description'] }])).not.toHaveProperty('less');
});

async function collectAnswers({ url, tokens, owner, repo, events }: GitHub): Promise<Record<string, GitHubAnswer>> {
  const { rest: action } = new Octokit({ auth: tokens.action, baseUrl: url });
  const { rest: alice } = new Octokit({ auth: tokens.alice, baseUrl: url });
  const at = { owner, repo };
  const { data: issue } = await alice.issues.create({ ...at, title: 'A flag is missing', body: 'See the code.' });
  const thread = { ...at, issue_number: issue.number };
  const { data: labels } = await alice.issues.addLabels({ ...thread, labels: ['docs'] });
  const labeledEvent = (await events.waitFor('issues', 'labeled')).payload;
  const { data: comment } = await action.issues.createComment({ ...thread, body: 'Working on it' });
  const ours = { ...at, comment_id: comment.id };

  const { data: main } = await action.git.getRef({ ...at, ref: 'heads/main' });
  const branch = { ref: 'refs/heads/flag', sha: main.object.sha };
  const { data: ref } = await action.git.createRef({ ...at, ...branch });
  const file = { ...at, path: 'docs/cli.md' };
  const { data: page } = await action.repos.getContent(file);
  const edit = { message: 'Edit', branch: 'flag', content: 'IyBY', sha: 'sha' in page ? page.sha : '' };
  const { data: written } = await action.repos.createOrUpdateFileContents({ ...file, ...edit });
  const { data: compared } = await action.repos.compareCommitsWithBasehead({ ...at, basehead: 'main...flag' });
  const { data: pull } = await action.pulls.create({ ...at, title: 'Edit', head: 'flag', base: 'main' });
  const pullEvent = (await events.waitFor('pull_request', 'opened')).payload;
  const pullThread = { ...at, issue_number: pull.number };
  const commentEvent = (await events.waitFor('issue_comment', 'created')).payload;
  events.clear();
  const { data: onPull } = await alice.issues.createComment({ ...pullThread, body: '/docs and an example' });
  await alice.issues.addLabels({ ...pullThread, labels: ['docs'] });

  const permissionOf = async (username: string) =>
    (await action.repos.getCollaboratorPermissionLevel({ ...at, username })).data;
  const payloadOf = async (name: string, type?: string) => (await events.waitFor(name, type)).payload;
  return {
    issueCreated: { schema: 'issue', body: issue },
    issue: { schema: 'issue', body: (await action.issues.get(thread)).data },
    pullAsIssue: { schema: 'issue', body: (await action.issues.get(pullThread)).data },
    labels: { schema: 'label[]', body: labels },
    commentCreated: { schema: 'issue-comment', body: comment },
    commentUpdated: {
      schema: 'issue-comment',
      body: (await action.issues.updateComment({ ...ours, body: 'Done' })).data,
    },
    comment: { schema: 'issue-comment', body: (await action.issues.getComment(ours)).data },
    comments: { schema: 'issue-comment[]', body: (await action.issues.listComments(thread)).data },
    commentOnPull: { schema: 'issue-comment', body: onPull },
    repository: { schema: 'full-repository', body: (await action.repos.get(at)).data },
    admin: { schema: 'repository-collaborator-permission', body: await permissionOf('alice') },
    writer: { schema: 'repository-collaborator-permission', body: await permissionOf('bob') },
    stranger: { schema: 'repository-collaborator-permission', body: await permissionOf('mallory') },
    branch: { schema: 'git-ref', body: ref },
    page: { schema: 'content-file', body: page },
    written: { schema: 'file-commit', body: written },
    compared: { schema: 'commit-comparison', body: compared },
    pullCreated: { schema: 'pull-request', body: pull },
    pull: { schema: 'pull-request', body: (await action.pulls.get({ ...at, pull_number: pull.number })).data },
    pulls: { schema: 'pull-request-simple[]', body: (await action.pulls.list(at)).data },
    labeledEvent: { schema: 'webhook-issues-labeled', body: labeledEvent },
    commentEvent: { schema: 'webhook-issue-comment-created', body: commentEvent },
    commentOnPullEvent: { schema: 'webhook-issue-comment-created', body: await payloadOf('issue_comment', 'created') },
    pullEvent: { schema: 'webhook-pull-request-opened', body: pullEvent },
    pullLabeledEvent: { schema: 'webhook-pull-request-labeled', body: await payloadOf('pull_request', 'labeled') },
  };
}
