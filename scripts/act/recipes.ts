import { workflowRun } from '../../__tests__/support/events.ts';
import { labels, openedPulls } from '../../sandbox/demo/scenario-scripts.ts';
import type { GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { World } from '../../sandbox/world.ts';
import { type Facts, merge, promptOf, type Scenario, scenario } from './play.ts';

const ISSUE = { by: 'alice', title: 'Documentation', body: 'What became of it.' } as const;
const CI_LOG = 'docs\tLint\t2026-10-01T10:00:00Z guides/cli.md:3 line is too long\n';
const PUSH = merge('src/a.ts');

/** The answers of `gh` about a branch whose ruleset requires an approval. */
const branchRules = (dismiss_stale_reviews_on_push: boolean) => ({
  'pr view': '{"baseRefName":"main"}',
  'api repos/acme/docs/rules/branches/main': JSON.stringify([
    { type: 'deletion' },
    { type: 'pull_request', parameters: { required_approving_review_count: 1, dismiss_stale_reviews_on_push } },
  ]),
});

const callsOf = ({ ghCalls }: Facts) => ghCalls.map((args) => args.join(' '));
const mergeCall = (facts: Facts) => callsOf(facts).find((call) => call.startsWith('pr merge'));

/** The workflows of docs/recipes.md. */
export const RECIPES: readonly Scenario[] = [
  scenario('docs-chat', 'a pull request', 'pull request', PUSH, {
    also: ({ chatMessages: [message = '{}', ...more], link }) => ({
      'the chat gets one line with the link':
        more.length === 0 && String(JSON.parse(message).text).startsWith(`Pull request ready: ${link} (`),
    }),
  }),
  scenario('docs-chat', 'nothing to do', 'skipped', merge('docs/a.md'), {
    also: ({ chatMessages }) => ({ 'the chat gets nothing': chatMessages.length === 0 }),
  }),
  scenario('docs-reviewers', 'a pull request', 'pull request', PUSH, {
    also: (facts) => {
      const [label, reviewers] = callsOf(facts);
      const number = facts.link?.split('/').at(-1);
      const reviewersOf = `api repos/acme/docs/pulls/${number}/requested_reviewers -f reviewers[]=`;
      return {
        'the label is added': label === `api repos/acme/docs/issues/${number}/labels -f labels[]=documentation`,
        'the reviewers are added': reviewers?.startsWith(reviewersOf) === true,
      };
    },
  }),
  scenario('docs-auto-merge', 'a protected branch', 'pull request', PUSH, {
    gh: branchRules(true),
    also: (facts) => ({ 'auto-merge is enabled': mergeCall(facts) === `pr merge ${facts.link} --auto --squash` }),
  }),
  scenario('docs-auto-merge', 'a branch that keeps stale approvals', 'red', PUSH, {
    gh: branchRules(false),
    also: (facts) => ({
      'nothing is merged': mergeCall(facts) === undefined,
      // act may lose a step's last line, so its message is not checked.
      'the step that enables auto-merge fails': facts.log.includes('Failure - Main Enable auto-merge'),
    }),
  }),
  scenario('docs-after-deployment', 'success', 'pull request', PUSH, { first: deploy('success') }),
  scenario('docs-after-deployment', 'failure', 'not run', PUSH, { first: deploy('failure') }),
  scenario('docs-api-changelog', 'a release', 'pull request', release, {
    history: [
      { tag: 'v1.2.0', files: { 'openapi.yaml': 'paths: {}\n' } },
      { tag: 'v1.3.0', files: { 'openapi.yaml': 'paths: { /anvils: {} }\n' } },
    ],
    also: (facts) => ({
      'the prompt contains the diff of the API': promptOf(facts, 1).includes('+paths: { /anvils: {} }'),
      'the prompt names the changed files': promptOf(facts, 1).includes('modified: openapi.yaml'),
    }),
  }),
  scenario('docs-rolling', 'two pushes', 'pull request', openIssueAndPush, {
    again: (github) => push(github, 'src/b.ts'),
    vars: { DOCS_ISSUE: '1' },
    also: (facts) => ({
      'the follow-up describes the second push': promptOf(facts, 2).includes('src/b.ts'),
      'the follow-up does not describe the first push': !promptOf(facts, 2).includes('src/a.ts'),
      'the issue has a status comment per push': facts.comments?.length === 2,
    }),
  }),
  scenario('docs-call', 'a push', 'pull request', PUSH),
  scenario('docs-ci-failed', "the agent's pull request", 'pull request', labels(ISSUE), {
    first: failOnAgentPull,
    gh: { 'run view 4711 --repo acme/docs --log-failed': CI_LOG },
    also: (facts) => ({
      'the follow-up contains the log': promptOf(facts, 2).includes('guides/cli.md:3 line is too long'),
    }),
  }),
  scenario('docs-ci-failed', "bob's pull request", 'not run', PUSH, {
    first: async (_, event) => failedOn(event, 1),
    gh: { 'run view': CI_LOG },
  }),
];

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
