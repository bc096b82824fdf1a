import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { createGitHub, type GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import { compileAnswers, type GitHubAnswer } from './published-schemas.ts';

let github: GitHub;

beforeAll(async () => {
  github = await createGitHub();
});
afterAll(() => github.close());

test("the answers that the action and its agent read match GitHub's published schemas", async () => {
  const answers = await collectAnswers(github);
  expect(compileAnswers(answers)).toEqual({});
});

test("the webhooks of pushes, pull requests and releases match GitHub's published schemas", async () => {
  github.reset();
  const answers = await collectHistory(github);
  expect(compileAnswers(answers)).toEqual({});
});

test('the check of schemas finds a missing field and a wrong one', () => {
  const label = { id: 1, node_id: 'x', url: 'x', name: 'docs', color: 'fff', default: false };
  const answers: Record<string, GitHubAnswer> = {
    whole: { schema: 'label', body: { ...label, description: null } },
    less: { schema: 'label', body: label },
    wrong: { schema: 'label[]', body: [{ ...label, description: 7 }] },
  };
  expect(compileAnswers(answers)).toEqual({
    less: 'description',
    wrong: expect.stringContaining("'description' are incompatible"),
  });
});

async function collectAnswers(world: GitHub): Promise<Record<string, GitHubAnswer>> {
  const { url, tokens, owner, repo, events } = world;
  const { rest: action } = new Octokit({ auth: tokens.action, baseUrl: url });
  const { rest: alice } = new Octokit({ auth: tokens.alice, baseUrl: url });
  const at = { owner, repo };
  const { data: issue } = await alice.issues.create({ ...at, title: 'A flag is missing', body: 'See the code.' });
  const thread = { ...at, issue_number: issue.number };
  const { data: labels } = await alice.issues.addLabels({ ...thread, labels: ['docs'] });
  const labeledEvent = (await events.waitFor('issues', 'labeled')).payload;
  const { data: comment } = await action.issues.createComment({ ...thread, body: 'Working on it' });
  const ours = { ...at, comment_id: comment.id };

  const agent = createPerson(world, 'agent');
  await agent.commit({ 'docs/cli.md': '# X' }, 'Edit', { branch: 'flag' });
  const { data: compared } = await action.repos.compareCommitsWithBasehead({ ...at, basehead: 'main...flag' });
  const pull = await agent.openPull('flag', 'Edit', '');
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
    reaction: {
      schema: 'reaction',
      body: (await action.reactions.createForIssueComment({ ...ours, content: 'eyes' })).data,
    },
    reactions: { schema: 'reaction[]', body: (await action.reactions.listForIssueComment(ours)).data },
    comments: { schema: 'issue-comment[]', body: (await action.issues.listComments(thread)).data },
    commentOnPull: { schema: 'issue-comment', body: onPull },
    repository: { schema: 'full-repository', body: (await action.repos.get(at)).data },
    admin: { schema: 'repository-collaborator-permission', body: await permissionOf('alice') },
    triager: { schema: 'repository-collaborator-permission', body: await permissionOf('trudy') },
    maintainer: { schema: 'repository-collaborator-permission', body: await permissionOf('mike') },
    writer: { schema: 'repository-collaborator-permission', body: await permissionOf('bob') },
    stranger: { schema: 'repository-collaborator-permission', body: await permissionOf('mallory') },
    compared: { schema: 'commit-comparison', body: compared },
    pull: { schema: 'pull-request', body: (await action.pulls.get({ ...at, pull_number: pull.number })).data },
    pulls: { schema: 'pull-request-simple[]', body: (await action.pulls.list(at)).data },
    labeledEvent: { schema: 'webhook-issues-labeled', body: labeledEvent },
    commentEvent: { schema: 'webhook-issue-comment-created', body: commentEvent },
    commentOnPullEvent: { schema: 'webhook-issue-comment-created', body: await payloadOf('issue_comment', 'created') },
    pullEvent: { schema: 'webhook-pull-request-opened', body: pullEvent },
    pullLabeledEvent: { schema: 'webhook-pull-request-labeled', body: await payloadOf('pull_request', 'labeled') },
  };
}

async function collectHistory(world: GitHub): Promise<Record<string, GitHubAnswer>> {
  const { url, tokens, owner, repo, events } = world;
  const { rest: action } = new Octokit({ auth: tokens.action, baseUrl: url });
  const at = { owner, repo };
  const alice = createPerson(world, 'alice');
  const { number: issue_number } = await alice.openIssue('A flag is missing', 'See the code.');
  await alice.comment(issue_number, '/docs');
  for (const state of ['closed', 'open'] as const) await action.issues.update({ ...at, issue_number, state });

  const commit_sha = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature/a' });
  const { number: pull_number } = await alice.openPull('feature/a', 'Add', 'Words', { draft: true });
  const pull = { ...at, pull_number };
  await alice.commit({ 'b.md': 'B\n' }, 'More', { branch: 'feature/a' });
  await alice.markReady(pull_number);
  await alice.closePull(pull_number);
  await alice.reopenPull(pull_number);
  await alice.review(pull_number, { body: 'Good' });
  const single = await alice.commentOnLine(pull_number, { path: 'a.md', line: 1, body: 'Why?' });
  const review = { ...pull, review_id: single.review };
  const open = await action.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha });
  await events.waitFor('pull_request', 'closed');
  await alice.mergePull(pull_number);
  await alice.deleteBranch('feature/a');
  await alice.publishRelease('v1', 'The first one.');

  const payloadOf = async (name: string, action?: string, nth?: number) =>
    (await events.waitFor(name, action, nth)).payload;
  return {
    tree: { schema: 'git-tree', body: (await action.git.getTree({ ...at, tree_sha: 'main', recursive: '1' })).data },
    pullsOfCommit: { schema: 'pull-request-simple[]', body: open.data },
    commentsOfRepository: { schema: 'issue-comment[]', body: (await action.issues.listCommentsForRepo(at)).data },
    reviewOfCodeComment: { schema: 'pull-request-review', body: (await action.pulls.getReview(review)).data },
    commentsOfReview: { schema: 'review-comment[]', body: (await action.pulls.listCommentsForReview(review)).data },
    codeComments: {
      schema: 'pull-request-review-comment[]',
      body: (await action.pulls.listReviewComments(pull)).data,
    },
    pull: { schema: 'pull-request', body: (await action.pulls.get(pull)).data },
    issueOpened: { schema: 'webhook-issues-opened', body: await payloadOf('issues', 'opened') },
    issueReopened: { schema: 'webhook-issues-reopened', body: await payloadOf('issues', 'reopened') },
    opened: { schema: 'webhook-pull-request-opened', body: await payloadOf('pull_request', 'opened') },
    moved: { schema: 'webhook-pull-request-synchronize', body: await payloadOf('pull_request', 'synchronize') },
    ready: {
      schema: 'webhook-pull-request-ready-for-review',
      body: await payloadOf('pull_request', 'ready_for_review'),
    },
    reopened: { schema: 'webhook-pull-request-reopened', body: await payloadOf('pull_request', 'reopened') },
    merged: { schema: 'webhook-pull-request-closed', body: await payloadOf('pull_request', 'closed', 2) },
    review: {
      schema: 'webhook-pull-request-review-submitted',
      body: await payloadOf('pull_request_review', 'submitted'),
    },
    reviewWithoutBody: {
      schema: 'webhook-pull-request-review-submitted',
      body: await payloadOf('pull_request_review', 'submitted', 2),
    },
    codeComment: {
      schema: 'webhook-pull-request-review-comment-created',
      body: await payloadOf('pull_request_review_comment', 'created'),
    },
    created: { schema: 'webhook-create', body: await payloadOf('create') },
    deleted: { schema: 'webhook-delete', body: await payloadOf('delete') },
    pushOfBranch: { schema: 'webhook-push', body: await payloadOf('push') },
    pushOfCommit: { schema: 'webhook-push', body: await payloadOf('push', undefined, 2) },
    pushOfMerge: { schema: 'webhook-push', body: await payloadOf('push', undefined, 3) },
    pushOfDeletion: { schema: 'webhook-push', body: await payloadOf('push', undefined, 4) },
    pushOfTag: { schema: 'webhook-push', body: await payloadOf('push', undefined, 5) },
    release: { schema: 'webhook-release-published', body: await payloadOf('release', 'published') },
  };
}
