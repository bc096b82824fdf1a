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
  expect(compileAnswers({ ...answers, ...collectPayloads(github) })).toEqual({});
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
  const answers: Record<string, GitHubAnswer> = {
    whole: { schema: 'label', body: { ...label, description: null } },
    less: { schema: 'label', body: label },
    wrong: { schema: 'label[]', body: [{ ...label, description: 7 }] },
  };
  const wrong = expect.stringContaining("'description' are incompatible");
  expect(compileAnswers(answers)).toEqual({
    less: expect.stringContaining("Property 'description' is missing"),
    wrong,
  });
});

/** Plays a story with every act and every answer. */
async function collectAnswers(world: GitHub): Promise<Record<string, GitHubAnswer>> {
  const { url, tokens, owner, repo } = world;
  const { rest: action } = new Octokit({ auth: tokens.action, baseUrl: url });
  const at = { owner, repo };
  const [alice, agent] = [createPerson(world, 'alice'), createPerson(world, 'agent')];
  const answers: Record<string, GitHubAnswer> = {};
  const add = async <T>(schema: GitHubAnswer['schema'], answer: Promise<{ data: T }>) => {
    const { data: body } = await answer;
    answers[`answer${Object.keys(answers).length}`] = { schema, body };
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

/** Every webhook that was delivered, with the name of its schema. */
function collectPayloads(world: GitHub): Record<string, GitHubAnswer> {
  const payloads = deliveries(world).map(({ name, payload }, at) => {
    const schema = ['webhook', ...name.split('_'), ...(payload.action?.split('_') ?? [])].join('-');
    return [`payload${at}`, { schema, body: payload }] as const;
  });
  return Object.fromEntries(payloads);
}

/**
 * Compiles responses against GitHub's published schemas, which exist only as types: one line for each. Additional fields are allowed;
 * missing and wrong ones are errors. @returns the compiler's errors by the response's name.
 */
function compileAnswers(answers: Readonly<Record<string, GitHubAnswer>>): Record<string, string> {
  const lines = Object.values(answers).map(({ schema, body }) => {
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
  const complaints = stdout.split(/^(?=\S+\.ts\()/m).flatMap((complaint) => {
    const line = /answers\.ts\((\d+),/.exec(complaint)?.[1];
    // The end names the field; the text before it repeats both types in full.
    return line ? [[Object.keys(answers)[Number(line) - 1], complaint.trim().slice(-400)]] : [];
  });
  return Object.fromEntries(complaints);
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
