import { workflowRun } from '../../__tests__/support/workflow-runs.ts';
import { type Issue, labels, openedPulls } from '../../sandbox/demo/scenario-scripts.ts';
import type { GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { World } from '../../sandbox/world.ts';
import type { Facts } from './endings.ts';
import { merge, type Scenario } from './scenario.ts';

const ISSUE: Issue = { by: 'alice', title: 'Documentation', body: 'What became of it.' };
const AUTO_MERGE = 'examples/docs-auto-merge.yml';
const AFTER_DEPLOYMENT = 'examples/docs-after-deployment.yml';
const CI_FAILED = 'examples/docs-ci-failed.yml';
const CI_LOG = 'docs\tLint\t2026-10-01T10:00:00Z guides/cli.md:3 line is too long\n';

/** The answers of `gh` about a branch whose ruleset requires an approval. */
const branchRules = (dismissesStale: boolean) => ({
  'pr view': '{"baseRefName":"main"}',
  'api repos/acme/docs/rules/branches/main': JSON.stringify([
    { type: 'deletion' },
    {
      type: 'pull_request',
      parameters: { required_approving_review_count: 1, dismiss_stale_reviews_on_push: dismissesStale },
    },
  ]),
});

const mergeCall = ({ ghCalls }: Facts) => ghCalls.find(([area, verb]) => area === 'pr' && verb === 'merge')?.join(' ');

/** The workflows of docs/recipes.md. */
export const RECIPES: readonly Scenario[] = [
  {
    workflow: 'examples/docs-chat.yml',
    what: 'a pull request',
    ...merge('src/a.ts'),
    ends: 'pull request',
    also: ({ chatMessages: [message = '{}', ...more], link }) => ({
      'the chat gets one line with the link':
        more.length === 0 &&
        /^Pull request ready: \S+ \(.*\) /.test(textOf(message)) &&
        textOf(message).endsWith(`${link}`),
    }),
  },
  {
    workflow: 'examples/docs-chat.yml',
    what: 'nothing to do',
    ...merge('docs/a.md'),
    ends: 'skipped',
    also: ({ chatMessages }) => ({ 'the chat gets nothing': chatMessages.length === 0 }),
  },
  {
    workflow: 'examples/docs-reviewers.yml',
    what: 'a pull request',
    ...merge('src/a.ts'),
    ends: 'pull request',
    also: ({ ghCalls, link }) => {
      const number = link?.split('/').at(-1);
      const calls = ghCalls.map((args) => args.join(' '));
      return {
        'the label and the reviewers are added':
          calls[0] === `api repos/acme/docs/issues/${number}/labels -f labels[]=documentation` &&
          calls[1]?.startsWith(`api repos/acme/docs/pulls/${number}/requested_reviewers -f reviewers[]=`) === true,
      };
    },
  },
  {
    workflow: AUTO_MERGE,
    what: 'a protected branch',
    ...merge('src/a.ts'),
    gh: branchRules(true),
    ends: 'pull request',
    also: (facts) => ({ 'auto-merge is enabled': mergeCall(facts) === `pr merge ${facts.link} --auto --squash` }),
  },
  {
    workflow: AUTO_MERGE,
    what: 'a branch that keeps stale approvals',
    ...merge('src/a.ts'),
    gh: branchRules(false),
    ends: 'red',
    also: (facts) => ({
      'nothing is merged': mergeCall(facts) === undefined,
      // act may lose a step's last line, so its message is not checked.
      'the step that enables auto-merge fails': facts.log.includes('Failure - Main Enable auto-merge'),
    }),
  },
  { workflow: AFTER_DEPLOYMENT, what: 'success', ...merge('src/a.ts'), first: deploy('success'), ends: 'pull request' },
  { workflow: AFTER_DEPLOYMENT, what: 'failure', ...merge('src/a.ts'), first: deploy('failure'), ends: 'not run' },
  {
    workflow: 'examples/docs-api-changelog.yml',
    what: 'a release',
    act: release,
    history: [
      { tag: 'v1.2.0', files: { 'openapi.yaml': 'paths: {}\n' } },
      { tag: 'v1.3.0', files: { 'openapi.yaml': 'paths: { /anvils: {} }\n' } },
    ],
    ends: 'pull request',
    also: (facts) => ({
      'the prompt contains the diff of the API': promptOf(facts, 1).includes('+paths: { /anvils: {} }'),
      'the prompt names the changed files': promptOf(facts, 1).includes('modified: openapi.yaml'),
    }),
  },
  {
    workflow: 'examples/docs-rolling.yml',
    what: 'two pushes',
    act: openIssueAndPush,
    again: (github) => push(github, 'src/b.ts'),
    vars: { DOCS_ISSUE: '1' },
    ends: 'follow-up',
    also: (facts) => ({
      'the follow-up describes the second push only':
        /src\/b\.ts/.test(promptOf(facts, 2)) && !/src\/a\.ts/.test(promptOf(facts, 2)),
      'the issue has a status comment per push': facts.comments?.length === 2,
    }),
  },
  { workflow: 'examples/docs-call.yml', what: 'a push', ...merge('src/a.ts'), ends: 'pull request' },
  {
    workflow: CI_FAILED,
    what: "the agent's pull request",
    ...labels(ISSUE),
    first: failOnAgentPull,
    gh: { 'run view 4711 --repo acme/docs --log-failed': CI_LOG },
    ends: 'follow-up',
    also: (facts) => ({
      'the follow-up contains the log': promptOf(facts, 2).includes('guides/cli.md:3 line is too long'),
    }),
  },
  {
    workflow: CI_FAILED,
    what: "bob's pull request",
    ...merge('src/a.ts'),
    first: async (_, event) => failedOn(event, 1),
    gh: { 'run view': CI_LOG },
    ends: 'not run',
  },
];

const textOf = (message: string): string => String(Object(JSON.parse(message)).text);

/** The first job's prompt; the first is 1. */
export function promptOf({ prompts }: Facts, nth: number): string {
  return prompts[0]?.[nth - 1] ?? '';
}

/** A run of the deployment on the pushed commit. */
function deploy(conclusion: string): NonNullable<Scenario['first']> {
  return async (_, event) => workflowRun(event, { conclusion });
}

async function release(github: GitHub): ReturnType<Scenario['act']> {
  const alice = createPerson(github, 'alice');
  await alice.commit({ 'openapi.yaml': 'paths: {}\n' }, 'Describe the API');
  await alice.createTag('v1.2.0');
  await alice.commit({ 'openapi.yaml': 'paths: { /anvils: {} }\n' }, 'Add anvils');
  await alice.publishRelease('v1.3.0', 'Anvils.');
  return { event: await github.events.waitFor('release', 'published') };
}

async function openIssueAndPush(github: GitHub): ReturnType<Scenario['act']> {
  const thread = await createPerson(github, 'alice').openIssue(ISSUE.title, ISSUE.body);
  return { thread, event: await push(github, 'src/a.ts') };
}

async function push(github: GitHub, path: string): Promise<GitHubEvent> {
  const sha = await createPerson(github, 'alice').commit({ [path]: 'New.\n' }, 'Add --json');
  const found = github.events.all('push').find(({ payload }) => payload.after === sha);
  return found ?? github.events.waitFor('push', undefined, github.events.all('push').length + 1);
}

/** A labeled issue leads to a pull request of the agent, on which CI fails. */
async function failOnAgentPull({ run, github, service }: World, event: GitHubEvent): Promise<GitHubEvent> {
  service.script({ seconds: 0 });
  await run({ event }).result;
  service.script({ seconds: 2 });
  const [pull] = openedPulls(github);
  const pushed = github.events.all('push').at(-1);
  if (!pull || !pushed) throw new Error('The agent opened no pull request.');
  return failedOn(pushed, pull.number);
}

const failedOn = (pushed: GitHubEvent, pull: number): GitHubEvent =>
  workflowRun(pushed, { name: 'CI', event: 'pull_request', conclusion: 'failure', pull_requests: [{ number: pull }] });
