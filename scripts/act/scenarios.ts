import { comments, type Issue, labels } from '../../sandbox/demo/scenario-scripts.ts';
import type { GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { World } from '../../sandbox/world.ts';
import { promptOf, RECIPES } from './recipe-scenarios.ts';
import { merge, type Scenario } from './scenario.ts';

const SMALLEST = 'examples/docs-smallest.yml';
const ON_REQUEST = 'examples/docs-on-request.yml';
const FOLLOW_CODE = 'examples/docs-follow-code.yml';
const FOR_RELEASE = 'examples/docs-for-release.yml';
const SWEEP = 'examples/docs-sweep.yml';
const REFRESH = 'examples/docs-refresh.yml';
const REFRESH_MATRIX = 'examples/docs-refresh-matrix.yml';
const ISSUE: Issue = { by: 'alice', title: 'Explain the new `--json` flag', body: 'It prints one object per line.' };

const COMMAND = '/docs explain it';

const INSTRUCTION = 'Check every link in docs/guides, and fix those that are broken.';

/** The example workflows, with the events that start them and the expected endings. */
export const SCENARIOS: readonly Scenario[] = [
  { workflow: SMALLEST, what: 'the label', ...labels(ISSUE), ends: 'pull request', requester: 'alice' },
  { workflow: SMALLEST, what: 'another label', ...labels(ISSUE, 'bug'), ends: 'not run' },
  { workflow: SMALLEST, what: 'a command', ...comments('bob', COMMAND, ISSUE), ends: 'pull request', requester: 'bob' },
  { workflow: SMALLEST, what: 'another comment', ...comments('bob', 'Try /docs', ISSUE), ends: 'not run' },
  { workflow: ON_REQUEST, what: 'the label', ...labels(ISSUE), ends: 'pull request', requester: 'alice' },
  { workflow: ON_REQUEST, what: 'another label', ...labels(ISSUE, 'bug'), ends: 'not run' },
  {
    workflow: ON_REQUEST,
    what: 'a command',
    ...comments('bob', COMMAND, ISSUE),
    ends: 'pull request',
    requester: 'bob',
  },
  { workflow: ON_REQUEST, what: "a stranger's", ...comments('mallory', COMMAND, ISSUE), ends: 'not run' },
  { workflow: ON_REQUEST, what: 'a longer word', ...comments('bob', '/docset?', ISSUE), ends: 'skipped' },
  { workflow: ON_REQUEST, what: 'another comment', ...comments('bob', 'Try /docs', ISSUE), ends: 'not run' },
  { workflow: ON_REQUEST, what: 'a review', act: reviewPull, ends: 'pull request', requester: 'bob' },
  { workflow: ON_REQUEST, what: 'a comment on a line', act: commentOnLine, ends: 'pull request', requester: 'bob' },
  { workflow: ON_REQUEST, what: 'off', ...labels(ISSUE), vars: { DOCS_AGENT: 'off' }, ends: 'not run' },
  { workflow: FOLLOW_CODE, what: 'code and a test', ...merge('src/a.ts', 'src/a.test.ts'), ends: 'pull request' },
  { workflow: FOLLOW_CODE, what: 'docs only', ...merge('docs/a.md'), ends: 'skipped' },
  { workflow: FOLLOW_CODE, what: 'tests only', ...merge('src/a.test.ts'), ends: 'skipped' },
  { workflow: FOLLOW_CODE, what: 'off', ...merge('src/a.ts'), vars: { DOCS_AGENT: 'off' }, ends: 'not run' },
  { workflow: FOR_RELEASE, what: 'two tags', act: (github) => tagTwice(github, 'src/a.ts'), ends: 'pull request' },
  { workflow: FOR_RELEASE, what: 'nothing between them', act: (github) => tagTwice(github), ends: 'skipped' },
  { workflow: SWEEP, what: 'a job', ...labels(ISSUE), first: start, ends: 'reported by a sweep', requester: 'alice' },
  { workflow: SWEEP, what: 'no job', ...labels(ISSUE), first: nothing, ends: 'nothing to sweep' },
  { workflow: SWEEP, what: 'off', ...labels(ISSUE), first: nothing, vars: { DOCS_AGENT: 'off' }, ends: 'not run' },
  { workflow: REFRESH, what: 'the pages read most', ...weekly(), ends: 'pull request' },
  { workflow: REFRESH_MATRIX, what: 'one job per page', ...weekly(), ends: 'one job per page' },
  {
    workflow: 'examples/docs-from-file.yml',
    what: 'a schedule',
    ...weekly(),
    history: [{ tag: 'v1.0.0', files: { '.github/docs-instruction.md': `${INSTRUCTION}\n` } }],
    ends: 'pull request',
    also: (facts) => ({ 'the prompt is the text of the file, and nothing else': promptOf(facts, 1) === INSTRUCTION }),
  },
  ...RECIPES,
];

/** A schedule with the only issue of its repository as the thread for reports. */
function weekly(): Pick<Scenario, 'act' | 'first' | 'vars'> {
  const issue: Issue = { by: 'alice', title: 'Weekly refresh', body: 'What became of it.' };
  return { ...labels(issue, 'tracking'), first: nothing, vars: { DOCS_REFRESH_ISSUE: '1' } };
}

/** Two tags with changes between them, and a run that compares them. */
async function tagTwice(github: GitHub, ...paths: string[]): ReturnType<Scenario['act']> {
  const alice = createPerson(github, 'alice');
  await alice.createTag('v1.2.0');
  for (const path of paths) await alice.commit({ [path]: 'New.\n' }, 'Add --json');
  await alice.createTag('v1.3.0');
  const { repository, sender } = (await github.events.waitFor('push')).payload;
  const inputs = { from: 'v1.2.0', to: 'v1.3.0' };
  return { event: { name: 'workflow_dispatch', payload: { inputs, ref: 'refs/heads/main', repository, sender } } };
}

async function reviewPull(github: GitHub): ReturnType<Scenario['act']> {
  const thread = await openPull(github);
  await createPerson(github, 'bob').review(thread.number, { body: COMMAND });
  return { thread, event: await github.events.waitFor('pull_request_review', 'submitted') };
}

async function commentOnLine(github: GitHub): ReturnType<Scenario['act']> {
  const thread = await openPull(github);
  await createPerson(github, 'bob').commentOnLine(thread.number, { path: 'src/a.ts', line: 1, body: COMMAND });
  return { thread, event: await github.events.waitFor('pull_request_review_comment', 'created') };
}

async function openPull(github: GitHub) {
  const alice = createPerson(github, 'alice');
  await alice.commit({ 'src/a.ts': 'New.\n' }, 'Add --json', { branch: 'work' });
  return alice.openPull('work', 'Add --json', '');
}

/** Creates a job without waiting for it, and then lets it end. */
async function start({ run, service }: World, event: GitHubEvent): Promise<GitHubEvent> {
  service.script({ seconds: 600 });
  const { outputs } = await run({ event, inputs: { wait: 'false' } }).result;
  service.script({ seconds: 0 }, outputs.jobId);
  return scheduled(event);
}

async function nothing(_: World, event: GitHubEvent): Promise<GitHubEvent> {
  return scheduled(event);
}

/** The payload of `schedule` contains only the schedule; actor and repository are in the environment. */
function scheduled({ payload: { repository, sender } }: GitHubEvent): GitHubEvent {
  return { name: 'schedule', payload: { schedule: '*/10 * * * *', repository, sender } };
}
