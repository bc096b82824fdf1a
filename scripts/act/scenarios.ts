import { comments, labels, passesOn, weekly } from '../../sandbox/demo/scenario-scripts.ts';
import type { GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { World } from '../../sandbox/world.ts';
import { merge, promptOf, type Scenario, scenario } from './play.ts';
import { RECIPES } from './recipes.ts';

const ISSUE = { by: 'alice', title: 'Explain the new `--json` flag', body: 'It prints one object per line.' } as const;
const COMMAND = '/docs explain it';
const INSTRUCTION = 'Check every link in docs/guides, and fix those that are broken.';
const OFF = { vars: { DOCS_AGENT: 'off' } };
/** A schedule with the only issue of its repository as the thread for reports. */
const WEEKLY = { first: schedule, vars: { DOCS_REFRESH_ISSUE: '1' } };

const label = (name?: string) => labels(ISSUE, name);
const says = (by: 'bob' | 'mallory', words: string) => comments(by, words, ISSUE);

/** The example workflows, with the events that start them and the expected endings. */
export const SCENARIOS: readonly Scenario[] = [
  scenario('docs-smallest', 'the label', 'pull request', label()),
  scenario('docs-smallest', 'another label', 'not run', label('bug')),
  scenario('docs-smallest', 'a command', 'pull request', says('bob', COMMAND)),
  scenario('docs-smallest', 'another comment', 'not run', says('bob', 'Try /docs')),
  scenario('docs-on-request', 'the label', 'pull request', label()),
  scenario('docs-on-request', 'another label', 'not run', label('bug')),
  scenario('docs-on-request', 'a command', 'pull request', says('bob', COMMAND)),
  scenario('docs-on-request', "a stranger's", 'not run', says('mallory', COMMAND)),
  scenario('docs-on-request', 'a longer word', 'skipped', says('bob', '/docset?')),
  scenario('docs-on-request', 'another comment', 'not run', says('bob', 'Try /docs')),
  scenario('docs-on-request', 'a review', 'pull request', reviewPull),
  scenario('docs-on-request', 'a comment on a line', 'pull request', commentOnLine),
  scenario('docs-on-request', 'off', 'not run', label(), OFF),
  scenario('docs-follow-code', 'code and a test', 'pull request', merge('src/a.ts', 'src/a.test.ts')),
  scenario('docs-follow-code', 'docs only', 'skipped', merge('docs/a.md')),
  scenario('docs-follow-code', 'tests only', 'skipped', merge('src/a.test.ts')),
  scenario('docs-follow-code', 'off', 'not run', merge('src/a.ts'), OFF),
  scenario('docs-for-release', 'two tags', 'pull request', (github) => tagTwice(github, 'src/a.ts')),
  scenario('docs-for-release', 'nothing between them', 'skipped', (github) => tagTwice(github)),
  scenario('docs-sweep', 'a job', 'reported by a sweep', label(), { first: startJob }),
  scenario('docs-sweep', 'no job', 'nothing to sweep', label(), { first: schedule }),
  scenario('docs-sweep', 'off', 'not run', label(), { first: schedule, ...OFF }),
  scenario('docs-refresh', 'the pages read most', 'pull request', label('tracking'), WEEKLY),
  scenario('docs-refresh-matrix', 'one job per page', 'five pages of ten', label('tracking'), {
    ...WEEKLY,
    also: ({ log, comments = [] }) => ({
      'ten pages are ranked': JSON.parse(/set-output:: pages=(.*)/.exec(log)?.[1] ?? '[]').length === 10,
      'each page has a status comment of its own': comments.length === 10,
      'none of the five jobs is waited for': log.split('set-output:: verdict=started').length === 6,
    }),
  }),
  scenario('docs-gaps', 'an issue with gaps', 'an issue', weekly(), {
    also: ({ log }) => ({ 'the output has the issue': /set-output:: gaps=.*"issue":\{"number":\d/.test(log) }),
  }),
  scenario('docs-gaps', 'what a maintainer leaves of it', 'pull request', weekly(), {
    again: async (github) => (await passesOn('alice').act(github)).event,
    againIn: 'docs-on-request',
    also: (facts) => ({
      'the prompt has the first gap, and not the others':
        /^1\. /m.test(promptOf(facts, 1)) && !/^2\. /m.test(promptOf(facts, 1)),
    }),
  }),
  scenario('docs-report', 'one job', 'a report', label(), {
    first: finishJob,
    vars: { DOCS_REPORT_ISSUE: '1' },
    also: ({ log, comments = [] }) => ({
      'the output has the counts': JSON.parse(/set-output:: report=(.*)/.exec(log)?.[1] ?? '{}').jobs === 1,
      'one comment has them too': comments.filter((comment) => comment.includes('1 request: 1 new job')).length === 1,
    }),
  }),
  scenario('docs-from-file', 'a schedule', 'pull request', label('tracking'), {
    ...WEEKLY,
    history: [{ tag: 'v1.0.0', files: { '.github/docs-instruction.md': `${INSTRUCTION}\n` } }],
    also: (facts) => ({ 'the prompt is the text of the file, and nothing else': promptOf(facts, 1) === INSTRUCTION }),
  }),
  ...RECIPES,
];

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
  await createPerson(github, 'bob').review(thread.number, { comments: [{ path: 'src/a.ts', line: 1, body: COMMAND }] });
  return { thread, event: await github.events.waitFor('pull_request_review_comment', 'created') };
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

/** A job that ends at once. */
async function finishJob(world: World, event: GitHubEvent): Promise<GitHubEvent> {
  world.service.script({ seconds: 0 });
  await world.run({ event }).result;
  return schedule();
}

async function schedule(): Promise<GitHubEvent> {
  return { name: 'schedule', payload: { schedule: '*/10 * * * *' } };
}
