import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { createGitHub, type GitHub } from '../../sandbox/github/embedded.ts';
import { ROUTES } from '../../sandbox/github/model/routes.ts';
import { createPerson } from '../../sandbox/github/person.ts';

interface GitHubAnswer {
  /** Name of the published schema, followed by `[]` for a list. */
  readonly schema: string;
  readonly body: unknown;
}

/** Of the answers of each route. */
const SCHEMAS: Readonly<Record<string, string>> = {
  'GET ': 'full-repository',
  'GET /collaborators/:/permission': 'repository-collaborator-permission',
  'POST /issues': 'issue',
  'GET /issues/:/comments': 'issue-comment[]',
  'POST /issues/:/comments': 'issue-comment',
  'GET /issues/comments': 'issue-comment[]',
  'GET /issues/comments/:': 'issue-comment',
  'PATCH /issues/comments/:': 'issue-comment',
  'POST /issues/:/reactions': 'reaction',
  'POST /issues/comments/:/reactions': 'reaction',
  'POST /pulls/comments/:/reactions': 'reaction',
  'GET /pulls': 'pull-request-simple[]',
  'GET /pulls/:': 'pull-request',
  'GET /pulls/:/files': 'diff-entry[]',
  'GET /pulls/:/reviews/:': 'pull-request-review',
  'GET /pulls/:/reviews/:/comments': 'review-comment[]',
  'GET /compare/:': 'commit-comparison',
  'GET /commits/:': 'commit',
  'GET /commits/:/pulls': 'pull-request-simple[]',
};
/** Has an answer without a body. */
const REMOVAL = 'DELETE /issues/comments/:';

interface Webhook {
  readonly name: string;
  readonly examples: readonly { readonly action?: string }[];
}

const WEBHOOKS: readonly Webhook[] = createRequire(import.meta.url)('@octokit/webhooks-examples');

const github = await createGitHub();
afterAll(() => github.close());

test("the answers of all routes, and the webhooks, match GitHub's published schemas", async () => {
  const answers = await collectAnswers(github);
  expect(ROUTES.map(([route]) => route).filter((route) => !answers.has(route))).toEqual([REMOVAL]);
  const payloads = deliveries(github).map(({ name, payload }) => {
    const schema = ['webhook', ...name.split('_'), ...(payload.action?.split('_') ?? [])].join('-');
    return { schema, body: payload };
  });
  expect(complaintsAbout([...[...answers.values()].flat(), ...payloads])).toEqual([]);
});

test("the webhooks have every field of GitHub's published examples", () => {
  const lacking = deliveries(github).flatMap(({ name, payload }) => {
    const examples = WEBHOOKS.filter((each) => each.name === name).flatMap((each) => each.examples);
    const alike = examples.filter(({ action }) => action === payload.action);
    return lackingFields(payload, alike, name);
  });
  // of webhooks that an app gets
  const ofApps = ['issues.installation', 'pull_request.installation'];
  expect([...new Set(lacking)].filter((field) => !ofApps.includes(field))).toEqual([]);
});

test('the check of schemas finds a missing field and a wrong one', () => {
  const label = { id: 1, node_id: 'x', url: 'x', name: 'docs', color: 'fff', default: false };
  const bodies = [[{ ...label, description: null }], [label], [{ ...label, description: 7 }]];
  expect(complaintsAbout(bodies.map((body) => ({ schema: 'label[]', body })))).toEqual([
    expect.stringMatching(/^label\[\]: [\s\S]*Property 'description' is missing/),
    expect.stringMatching(/^label\[\]: [\s\S]*'description' are incompatible/),
  ]);
});

/** Plays a story with every act. @returns the answers by route. */
async function collectAnswers(world: GitHub): Promise<Map<string, GitHubAnswer[]>> {
  const { url, tokens, owner, repo } = world;
  const { rest: action, hook } = new Octokit({ auth: tokens.action, baseUrl: url });
  const at = { owner, repo };
  const [alice, agent] = [createPerson(world, 'alice'), createPerson(world, 'agent')];
  const answers = new Map<string, GitHubAnswer[]>();
  hook.after('request', ({ status, data: body }, { method, url: template }) => {
    const route = `${method} ${template.replace('/repos/{owner}/{repo}', '').replace(/\{\w+\}/g, ':')}`;
    if (status !== 204)
      answers.set(route, [
        ...(answers.get(route) ?? []),
        { schema: SCHEMAS[route] ?? route, body },
      ]);
  });

  const { data: issue } = await action.issues.create({
    ...at,
    title: 'A flag is missing',
    body: 'See the code.',
  });
  const { number: issue_number } = issue;
  await alice.addLabel(issue_number, 'docs');
  const { data: comment } = await action.issues.createComment({ ...at, issue_number, body: 'Hi' });
  const one = { ...at, comment_id: comment.id };
  await action.issues.updateComment({ ...one, body: 'Done' });
  await action.issues.getComment(one);
  await action.reactions.createForIssueComment({ ...one, content: 'eyes' });
  await action.reactions.createForIssue({ ...at, issue_number, content: 'eyes' });
  await action.issues.listComments({ ...at, issue_number });
  await action.issues.deleteComment({
    ...at,
    comment_id: (await alice.comment(issue_number, '/docs')).id,
  });
  await alice.closePull(issue_number);
  await alice.reopenPull(issue_number);

  const commit_sha = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature/a' });
  const { number: pull_number } = await alice.openPull('feature/a', 'Add', 'Words', {
    draft: true,
  });
  const pull = { ...at, pull_number };
  await alice.commit({ 'b.md': 'B\n' }, 'More', { branch: 'feature/a' });
  await alice.markReady(pull_number);
  await alice.addLabel(pull_number, 'docs');
  await alice.comment(pull_number, '/docs and an example');
  await alice.closePull(pull_number);
  await alice.reopenPull(pull_number);
  await alice.review(pull_number, { body: 'Good' });
  const onLine = { path: 'a.md', line: 1, body: 'Why?' };
  const { id: review_id, comments } = await alice.review(pull_number, { comments: [onLine] });
  for (const comment_id of comments)
    await action.reactions.createForPullRequestReviewComment({
      ...at,
      comment_id,
      content: 'eyes',
    });
  await action.pulls.get(pull);
  await action.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha });
  await action.repos.compareCommitsWithBasehead({ ...at, basehead: 'main...feature/a' });
  await agent.mergePull(pull_number);
  await alice.publishRelease('v1', 'The first one.');
  await action.pulls.get(pull);
  await action.pulls.listFiles(pull);
  await action.pulls.getReview({ ...pull, review_id });
  await action.pulls.listCommentsForReview({ ...pull, review_id });
  await action.issues.listCommentsForRepo(at);
  await action.pulls.list({ ...at, state: 'all' });
  await action.repos.getCommit({ ...at, ref: 'main' });
  await action.repos.get(at);
  for (const username of ['alice', 'mike', 'bob', 'trudy', 'mallory'])
    await action.repos.getCollaboratorPermissionLevel({ ...at, username });
  return answers;
}

const EVENTS = [
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'push',
  'release',
];

const deliveries = ({ events }: GitHub) => EVENTS.flatMap((name) => events.all(name));

/**
 * Compiles responses against GitHub's published schemas, which exist only as types: one line for
 * each. Additional fields are allowed; missing and wrong ones are errors. @returns the compiler's
 * errors.
 */
function complaintsAbout(answers: readonly GitHubAnswer[]): string[] {
  const lines = answers.map(({ schema, body }) => {
    const [, name, list = ''] = /^(.*?)(\[\])?$/.exec(schema) ?? [];
    const type = `Fixed<components['schemas']['${name}']${list}>`;
    return `{ const answer = ${JSON.stringify(body)} as const; const checked: ${type} = answer; }`;
  });
  const room = mkdtempSync(join(tmpdir(), 'schemas-'));
  const file = join(room, 'answers.ts');
  writeFileSync(file, [...lines, TYPES].join('\n'));
  const options =
    '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --pretty false --types'.split(
      ' ',
    );
  const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), [...options, '', file], {
    encoding: 'utf8',
  });
  rmSync(room, { recursive: true });
  return stdout.split(/^(?=\S+\.ts\()/m).flatMap((complaint) => {
    const line = /answers\.ts\((\d+),/.exec(complaint)?.[1];
    // The end names the field; the text before it repeats both types in full.
    return line ? [`${answers[Number(line) - 1]?.schema}: ${complaint.trim().slice(-400)}`] : [];
  });
}

const TYPES = `import type { components } from ${JSON.stringify(resolve('node_modules/@octokit/openapi-types/types.d.ts'))};
type Fixed<T> = T extends readonly (infer E)[] ? readonly Fixed<E>[] : T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T;`;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that all examples have and the payload lacks. */
function lackingFields(payload: unknown, examples: readonly unknown[], path: string): string[] {
  const [first, ...others] = examples.filter(isObject);
  if (!isObject(payload) || !first || others.length + 1 < examples.length) return [];
  const common = Object.keys(first).filter((name) => others.every((other) => name in other));
  return common.flatMap((name) => {
    const field = `${path}.${name}`;
    if (!(name in payload)) return [field];
    return lackingFields(
      payload[name],
      [first, ...others].map((example) => example[name]),
      field,
    );
  });
}
