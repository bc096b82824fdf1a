import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { createGitHub, type GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';

interface GitHubAnswer {
  /** Name of the published schema, followed by `[]` for a list. */
  readonly schema: string;
  readonly body: unknown;
}

interface Webhook {
  readonly name: string;
  readonly examples: readonly { readonly action?: string }[];
}

const WEBHOOKS: readonly Webhook[] = createRequire(import.meta.url)('@octokit/webhooks-examples');

const github = await createGitHub();
afterAll(() => github.close());

test("the answers that the action reads, and the webhooks, match GitHub's published schemas", async () => {
  const answers = await collectAnswers(github);
  const payloads = deliveries(github).map(({ name, payload }) => {
    const schema = ['webhook', ...name.split('_'), ...(payload.action?.split('_') ?? [])].join('-');
    return { schema, body: payload };
  });
  expect(complaintsAbout([...answers, ...payloads])).toEqual([]);
});

test("the webhooks have every field of GitHub's published examples", () => {
  const lacking = deliveries(github).flatMap(({ name, payload }) => {
    const examples = WEBHOOKS.filter((each) => each.name === name).flatMap((each) => each.examples);
    const alike = examples.filter(({ action }) => action === payload.action);
    return lackingFields(payload, alike, name);
  });
  const ofApps = ['issues.installation', 'pull_request.installation']; // of webhooks that an app gets
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

/** Plays a story with every act and every answer. */
async function collectAnswers(world: GitHub): Promise<GitHubAnswer[]> {
  const { url, tokens, owner, repo } = world;
  const { rest: action } = new Octokit({ auth: tokens.action, baseUrl: url });
  const at = { owner, repo };
  const [alice, agent] = [createPerson(world, 'alice'), createPerson(world, 'agent')];
  const answers: GitHubAnswer[] = [];
  const add = async <T>(schema: GitHubAnswer['schema'], answer: Promise<{ data: T }>) => {
    const { data: body } = await answer;
    answers.push({ schema, body });
    return body;
  };

  const { number: issue_number } = await alice.openIssue('A flag is missing', 'See the code.');
  await alice.addLabel(issue_number, 'docs');
  const { id: comment_id } = await add(
    'issue-comment',
    action.issues.createComment({ ...at, issue_number, body: 'Hi' }),
  );
  await add('issue-comment', action.issues.updateComment({ ...at, comment_id, body: 'Done' }));
  await add('issue-comment', action.issues.getComment({ ...at, comment_id }));
  await add('reaction', action.reactions.createForIssueComment({ ...at, comment_id, content: 'eyes' }));
  await add('issue-comment[]', action.issues.listComments({ ...at, issue_number }));
  await alice.deleteComment((await alice.comment(issue_number, '/docs')).id);
  await alice.closePull(issue_number);
  await alice.reopenPull(issue_number);

  const commit_sha = await alice.commit({ 'a.md': 'A\n' }, 'Add', { branch: 'feature/a' });
  const { number: pull_number } = await alice.openPull('feature/a', 'Add', 'Words', { draft: true });
  const pull = { ...at, pull_number };
  await alice.commit({ 'b.md': 'B\n' }, 'More', { branch: 'feature/a' });
  await alice.markReady(pull_number);
  await alice.addLabel(pull_number, 'docs');
  await alice.comment(pull_number, '/docs and an example');
  await alice.closePull(pull_number);
  await alice.reopenPull(pull_number);
  await alice.review(pull_number, { body: 'Good' });
  const onLine = { path: 'a.md', line: 1, body: 'Why?' };
  const { id: review_id } = await alice.review(pull_number, { comments: [onLine] });
  const review = { ...pull, review_id };
  await add('pull-request', action.pulls.get(pull));
  await add('pull-request-simple[]', action.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha }));
  await add('commit-comparison', action.repos.compareCommitsWithBasehead({ ...at, basehead: 'main...feature/a' }));
  await agent.mergePull(pull_number);
  await alice.publishRelease('v1', 'The first one.');
  await add('pull-request', action.pulls.get(pull));
  await add('pull-request-review', action.pulls.getReview(review));
  await add('review-comment[]', action.pulls.listCommentsForReview(review));
  await add('issue-comment[]', action.issues.listCommentsForRepo(at));
  await add('commit', action.repos.getCommit({ ...at, ref: 'main' }));
  await add('full-repository', action.repos.get(at));
  for (const username of ['alice', 'mike', 'bob', 'trudy', 'mallory'])
    await add('repository-collaborator-permission', action.repos.getCollaboratorPermissionLevel({ ...at, username }));
  return answers;
}

const EVENTS = [
  ...['issues', 'issue_comment', 'pull_request', 'pull_request_review', 'pull_request_review_comment'],
  ...['push', 'release'],
];

const deliveries = ({ events }: GitHub) => EVENTS.flatMap((name) => events.all(name));

/**
 * Compiles responses against GitHub's published schemas, which exist only as types: one line for each. Additional fields are allowed;
 * missing and wrong ones are errors. @returns the compiler's errors.
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
  const options = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --pretty false --types'.split(' ');
  const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), [...options, '', file], { encoding: 'utf8' });
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
