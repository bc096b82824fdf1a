import { workflowRun } from '../../__tests__/support/events.ts';
import { comments, labels } from '../../sandbox/demo/scenario-scripts.ts';
import type { GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { World } from '../../sandbox/world.ts';
import { type Facts, merge, promptOf, type Scenario, scenario } from './play.ts';

const ISSUE = {
  by: 'alice',
  title: 'Explain the new `--json` flag',
  body: 'It prints one object per line.',
} as const;
/** What GitHub makes of the answers to `examples/issue-form/docs-request.yml`. */
const FORM = {
  ...ISSUE,
  body: '### What should the documentation say?\n\nHow to use `--json`.\n\n### On which page?\n\n_No response_\n\n### Where can one see how it works?\n\nsrc/list.ts',
} as const;
const COMMAND = '/docs explain it';
const INSTRUCTION = 'Check every link in docs/guides, and fix those that are broken.';
const OFF = { vars: { DOCS_AGENT: 'off' } };
/** A schedule with the only issue of its repository as the thread for reports. */
const WEEKLY = { first: schedule, vars: { DOCS_REFRESH_ISSUE: '1' } };
/**
 * The first thread of the repository, an issue or the pull request that is merged, as the thread
 * for reports.
 */
const IN_FIRST = { vars: { DOCS_ISSUE: '1' } };

const label = (name?: string) => labels(ISSUE, name);
const says = (by: 'bob' | 'mallory', words: string) => comments(by, words, ISSUE);

const PUSH = merge('src/a.ts');

/** The answers of `gh` about a branch whose ruleset requires an approval. */
const branchRules = (dismiss_stale_reviews_on_push: boolean) => ({
  'pr view': '{"baseRefName":"main"}',
  'api repos/acme/docs/rules/branches/main': JSON.stringify([
    { type: 'deletion' },
    {
      type: 'pull_request',
      parameters: { required_approving_review_count: 1, dismiss_stale_reviews_on_push },
    },
  ]),
});

/** The answer of `gh` about the state of a pull request. */
const pullIn = (state: 'OPEN' | 'MERGED') => ({ 'pr view': JSON.stringify({ state }) });

const isClose = (call: string) => call.startsWith('pr close');
const callsOf = ({ ghCalls }: Facts) => ghCalls.map((args) => args.join(' '));
const pullOf = ({ link }: Facts) => link?.split('/').at(-1);
const CLOSED = 'Closed, as #1 was closed without a merge.';
const mergeCall = (facts: Facts) => callsOf(facts).find((call) => call.startsWith('pr merge'));

/** The example workflows, with the events that start them and the expected endings. */
export const SCENARIOS: readonly Scenario[] = [
  scenario('docs-smallest', 'the label', 'pull request', label()),
  scenario('docs-smallest', 'another label', 'not run', label('bug')),
  scenario('docs-smallest', 'a command', 'pull request', says('bob', COMMAND)),
  scenario('docs-smallest', 'another comment', 'not run', says('bob', 'Try /docs')),
  scenario('docs-on-request', 'the label', 'pull request', label()),
  scenario('docs-on-request', 'an issue form', 'pull request', labels(FORM)),
  scenario('docs-on-request', "an issue form, a stranger's", 'denied', fillsForm),
  scenario('docs-on-request', 'another label', 'not run', label('bug')),
  scenario('docs-on-request', 'a command', 'pull request', says('bob', COMMAND)),
  scenario('docs-on-request', "a stranger's", 'not run', says('mallory', COMMAND)),
  scenario('docs-on-request', 'a longer word', 'skipped', says('bob', '/docset?')),
  scenario('docs-on-request', 'another comment', 'not run', says('bob', 'Try /docs')),
  scenario('docs-on-request', 'a review', 'pull request', reviewPull),
  scenario('docs-on-request', 'a comment on a line', 'pull request', commentOnLine),
  scenario('docs-on-request', 'off', 'not run', label(), OFF),
  scenario(
    'docs-follow-code',
    'code and a test',
    'pull request',
    merge('src/a.ts', 'src/a.test.ts'),
    IN_FIRST,
  ),
  scenario('docs-follow-code', 'docs only', 'skipped', merge('docs/a.md'), IN_FIRST),
  scenario('docs-follow-code', 'tests only', 'skipped', merge('src/a.test.ts'), IN_FIRST),
  scenario('docs-follow-code', 'two pushes', 'pull request', openIssueAndPush, {
    again: (github) => push(github, 'src/b.ts'),
    ...IN_FIRST,
    also: (facts) => ({
      'the follow-up describes the second push': promptOf(facts, 2).includes('src/b.ts'),
      'the follow-up does not describe the first push': !promptOf(facts, 2).includes('src/a.ts'),
      'the issue has a status comment per push': facts.comments?.length === 2,
    }),
  }),
  scenario('docs-follow-code', 'off', 'not run', merge('src/a.ts'), OFF),
  scenario('docs-for-release', 'two tags', 'pull request', (github) =>
    tagTwice(github, 'src/a.ts'),
  ),
  scenario('docs-for-release', 'nothing between them', 'skipped', (github) => tagTwice(github)),
  scenario('docs-sweep', 'a job', 'reported by a sweep', label(), { first: startJob }),
  scenario('docs-sweep', 'no job', 'nothing to sweep', label(), { first: schedule }),
  scenario('docs-sweep', 'off', 'not run', label(), { first: schedule, ...OFF }),
  scenario('docs-refresh', 'the pages read most', 'pull request', label('tracking'), WEEKLY),
  scenario('docs-from-file', 'a schedule', 'pull request', label('tracking'), {
    ...WEEKLY,
    history: [{ tag: 'v1.0.0', files: { '.github/docs-instruction.md': `${INSTRUCTION}\n` } }],
    also: (facts) => ({
      'the prompt is the text of the file, and nothing else': promptOf(facts, 1) === INSTRUCTION,
    }),
  }),

  // The workflows of docs/recipes.md.
  scenario('docs-check', 'an opened pull request', 'pull request', opensPull(['src/a.ts'])),
  scenario('docs-check', 'pages only', 'skipped', opensPull(['guide.mdx', 'docs.json'])),
  scenario('docs-check', 'two pushes', 'pull request', opensPull(['src/a.ts']), {
    again: pushesAgain,
    also: (facts) => ({
      'the follow-up describes the second push': promptOf(facts, 2).includes('src/b.ts'),
      'the follow-up does not describe the first push': !promptOf(facts, 2).includes('src/a.ts'),
    }),
  }),
  scenario('docs-check', 'a draft', 'skipped', opensPull(['src/a.ts'], undefined, true)),
  scenario('docs-check', 'the label no-docs', 'not run', opensPull(['src/a.ts'], 'no-docs')),
  scenario('docs-check', 'off', 'not run', opensPull(['src/a.ts']), OFF),
  scenario('docs-check', 'closed without a merge', 'pull request', opensPull(['src/a.ts']), {
    again: closes,
    gh: pullIn('OPEN'),
    also: (facts) => ({
      'the pull request of the documentation is closed':
        callsOf(facts).at(-1) === `pr close ${pullOf(facts)} --comment ${CLOSED}`,
    }),
  }),
  scenario(
    'docs-check',
    'closed after the docs were merged',
    'pull request',
    opensPull(['src/a.ts']),
    {
      again: closes,
      gh: pullIn('MERGED'),
      also: (facts) => ({ 'nothing is closed': !callsOf(facts).some(isClose) }),
    },
  ),
  scenario('docs-check', 'closed after the job failed', 'failed', opensPull(['src/a.ts']), {
    again: async (github, { service }) => {
      service.script({ end: 'failed' }, service.jobs[0]?.id);
      return closes(github);
    },
    gh: pullIn('OPEN'),
    also: (facts) => ({
      'the pull request that the job had opened is closed':
        callsOf(facts).at(-1) === `pr close ${pullOf(facts)} --comment ${CLOSED}`,
    }),
  }),
  scenario('docs-check', 'merged', 'not run again', opensPull(['src/a.ts']), {
    again: merges,
    also: (facts) => ({ 'nothing is closed': facts.ghCalls.length === 0 }),
  }),
  scenario('docs-expire', 'a schedule', 'without a job', label('tracking'), {
    first: schedule,
    gh: {
      'api --paginate repos/acme/docs/pulls': JSON.stringify([
        { number: 5, user: { login: 'mintlify[bot]' }, updated_at: '2026-01-05T08:00:00Z' },
        { number: 6, user: { login: 'mintlify[bot]' }, updated_at: '2999-01-05T08:00:00Z' },
        { number: 7, user: { login: 'alice' }, updated_at: '2026-01-05T08:00:00Z' },
      ]),
    },
    also: (facts) => ({
      'the old one of the agent is closed, and no other':
        /^[^,]+,pr close 5 --comment Closed, [^,]+$/.test(callsOf(facts).join()),
    }),
  }),
  scenario('docs-expire', 'another account of the agent', 'without a job', label('tracking'), {
    first: schedule,
    vars: { DOCS_AGENT_LOGIN: 'acme-docs[bot]' },
    gh: {
      'api --paginate repos/acme/docs/pulls': JSON.stringify([
        { number: 5, user: { login: 'mintlify[bot]' }, updated_at: '2026-01-05T08:00:00Z' },
        { number: 6, user: { login: 'acme-docs[bot]' }, updated_at: '2026-01-05T08:00:00Z' },
      ]),
    },
    also: (facts) => ({
      'only the one of that account is closed':
        callsOf(facts).filter(isClose).length === 1 &&
        callsOf(facts).at(-1)?.startsWith('pr close 6 ') === true,
    }),
  }),
  scenario('docs-expire', 'off', 'not run', label('tracking'), { first: schedule, ...OFF }),
  scenario('docs-chat', 'a pull request', 'pull request', PUSH, {
    ...IN_FIRST,
    also: ({ chatMessages: [message = '{}', ...more], link }) => ({
      'the chat gets one line with the link':
        more.length === 0 &&
        String(JSON.parse(message).text).startsWith(`Pull request ready: ${link} (`),
    }),
  }),
  scenario('docs-chat', 'nothing to do', 'skipped', merge('docs/a.md'), {
    ...IN_FIRST,
    also: ({ chatMessages }) => ({ 'the chat gets nothing': chatMessages.length === 0 }),
  }),
  scenario('docs-reviewers', 'a pull request', 'pull request', PUSH, {
    ...IN_FIRST,
    also: (facts) => {
      const [label, reviewers] = callsOf(facts);
      const number = facts.link?.split('/').at(-1);
      const reviewersOf = `api repos/acme/docs/pulls/${number}/requested_reviewers -f reviewers[]=`;
      return {
        'the label is added':
          label === `api repos/acme/docs/issues/${number}/labels -f labels[]=documentation`,
        'the reviewers are added': reviewers?.startsWith(reviewersOf) === true,
      };
    },
  }),
  scenario('docs-auto-merge', 'a protected branch', 'pull request', PUSH, {
    ...IN_FIRST,
    gh: branchRules(true),
    also: (facts) => ({
      'auto-merge is enabled': mergeCall(facts) === `pr merge ${facts.link} --auto --squash`,
    }),
  }),
  scenario('docs-auto-merge', 'a branch that keeps stale approvals', 'red', PUSH, {
    ...IN_FIRST,
    gh: branchRules(false),
    also: (facts) => ({
      'nothing is merged': mergeCall(facts) === undefined,
      // act may lose a step's last line, so its message is not checked.
      'the step that enables auto-merge fails': facts.log.includes(
        'Failure - Main Enable auto-merge',
      ),
    }),
  }),
  scenario('docs-after-deployment', 'success', 'pull request', PUSH, {
    ...IN_FIRST,
    first: deploy('success'),
  }),
  scenario('docs-after-deployment', 'failure', 'not run', PUSH, { first: deploy('failure') }),
  scenario('docs-api-changelog', 'a release', 'pull request', release, {
    history: [
      { tag: 'v1.2.0', files: { 'openapi.yaml': 'paths: {}\n' } },
      { tag: 'v1.3.0', files: { 'openapi.yaml': 'paths: { /anvils: {} }\n' } },
    ],
    also: (facts) => ({
      'the prompt contains the diff of the API': promptOf(facts, 1).includes(
        '+paths: { /anvils: {} }',
      ),
      'the prompt names the changed files': promptOf(facts, 1).includes('modified: openapi.yaml'),
    }),
  }),
  scenario('docs-call', 'a push', 'pull request', PUSH, IN_FIRST),
];

/** Two tags with changes between them, and a run that compares them. */
async function tagTwice(github: GitHub, ...paths: string[]): ReturnType<Scenario['act']> {
  const alice = createPerson(github, 'alice');
  await alice.createTag('v1.2.0');
  for (const path of paths) await alice.commit({ [path]: 'New.\n' }, 'Add --json');
  await alice.createTag('v1.3.0');
  const { repository, sender } = (await github.events.waitFor('push')).payload;
  const inputs = { from: 'v1.2.0', to: 'v1.3.0' };
  return {
    event: {
      name: 'workflow_dispatch',
      payload: { inputs, ref: 'refs/heads/main', repository, sender },
    },
  };
}

async function reviewPull(github: GitHub): ReturnType<Scenario['act']> {
  const thread = await openPull(github);
  await createPerson(github, 'bob').review(thread.number, { body: COMMAND });
  return { thread, event: await github.events.waitFor('pull_request_review', 'submitted') };
}

async function commentOnLine(github: GitHub): ReturnType<Scenario['act']> {
  const thread = await openPull(github);
  await createPerson(github, 'bob').review(thread.number, {
    comments: [{ path: 'src/a.ts', line: 1, body: COMMAND }],
  });
  return { thread, event: await github.events.waitFor('pull_request_review_comment', 'created') };
}

/** A pull request that changes these files, perhaps with a label. */
function opensPull(paths: readonly string[], name?: string, draft = false): Scenario['act'] {
  return async (github) => {
    const alice = createPerson(github, 'alice');
    const files = Object.fromEntries(paths.map((path) => [path, 'New.\n']));
    await alice.commit(files, 'Add --json', { branch: 'work' });
    const thread = await alice.openPull('work', 'Add --json', '', { draft });
    if (name) await alice.addLabel(thread.number, name);
    const { payload } = await github.events.waitFor('pull_request', name ? 'labeled' : 'opened');
    return { thread, event: { name: 'pull_request', payload: { ...payload, action: 'opened' } } };
  };
}

async function pushesAgain(github: GitHub): Promise<GitHubEvent> {
  await createPerson(github, 'alice').commit({ 'src/b.ts': 'New.\n' }, 'Add --csv', {
    branch: 'work',
  });
  return github.events.waitFor('pull_request', 'synchronize');
}

async function closes(github: GitHub): Promise<GitHubEvent> {
  await createPerson(github, 'alice').closePull(1);
  return github.events.waitFor('pull_request', 'closed');
}

async function merges(github: GitHub): Promise<GitHubEvent> {
  await createPerson(github, 'alice').mergePull(1);
  return github.events.waitFor('pull_request', 'closed');
}

/** A form's label is set in the name of the account that opened the issue. */
async function fillsForm(github: GitHub): ReturnType<Scenario['act']> {
  const { event, thread } = await labels({ ...FORM, by: 'mallory' }).act(github);
  const { payload } = event;
  return {
    thread,
    event: { ...event, payload: { ...payload, sender: Object(payload.issue).user } },
  };
}

async function openPull(github: GitHub) {
  const alice = createPerson(github, 'alice');
  await alice.commit({ 'src/a.ts': 'New.\n' }, 'Add --json', { branch: 'work' });
  return alice.openPull('work', 'Add --json', '');
}

/** Creates a job without waiting for it, and then lets it end. */
async function startJob(world: World, event: GitHubEvent): Promise<GitHubEvent> {
  world.service.script({ seconds: 600 });
  const { outputs } = await world.run({ event, inputs: { wait: 'false' } }).result;
  world.service.script({ seconds: 0 }, outputs.jobId);
  return schedule();
}

async function schedule(): Promise<GitHubEvent> {
  return { name: 'schedule', payload: { schedule: '*/10 * * * *' } };
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
