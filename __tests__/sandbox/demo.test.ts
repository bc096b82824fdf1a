import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { SCENARIOS } from '../../sandbox/demo/scenarios.ts';
import { show } from '../../sandbox/demo/show.ts';
import { joinWorld } from '../../sandbox/world.ts';
import { createGitHubPool } from '../support/github-pool.ts';
import { startStep } from '../support/virtual-step.ts';

const pool = createGitHubPool();
afterAll(() => pool.close());

/** Runs `npm run demo` as a process. */
async function run(...args: string[]) {
  const running = promisify(execFile)(process.execPath, ['sandbox/demo.ts', ...args]);
  const { code = 0, stdout } = await running.catch((error) => error);
  return read(String(stdout), code);
}

/** The output of the demo, with the step in this process and on a virtual clock. */
async function demo(name: string) {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`There is no scenario ${name}.`);
  const { github, clock, giveBack } = await pool.lend();
  const world = await joinWorld({ actionDir: '.', github, clock, job: scenario.job ?? {} });
  const inProcess = { ...world, run: (step: Parameters<typeof world.run>[0]) => startStep(world.step(step), clock) };
  let shown = '';
  const print = (text: string) => {
    shown += `${text}\n`;
  };
  try {
    const code = await show(inProcess, scenario, { print, sleep: clock.pass });
    return read(shown, code);
  } finally {
    await world.close();
    giveBack();
  }
}

/** The printed sections, by title. */
function read(stdout: string, code: number) {
  const [, ...parts] = stdout.split(/^── (.+?) ─+\n/m);
  const sections = parts.flatMap((title, at) => (at % 2 === 0 ? [[title, parts[at + 1] ?? '']] : []));
  return { code, stdout, of: (title: string) => String(Object.fromEntries(sections)[title]).trim() };
}

const OUTPUTS = 'Outputs, for the steps after it';
const PROMPT = 'The prompt that the service got';
const STEP = 'The workflow step runs';
const WORKING = "While the agent worked, the action's comment said";
const COMMENTS = 'The comments at the end';
const NOTHING_SPENT = 'None: nothing was spent.';

test.each([
  { name: 'success', code: 0, verdict: 'pull-request' },
  { name: 'no-changes', code: 0, verdict: 'no-changes' },
  { name: 'failure', code: 1, verdict: 'failed' },
  { name: 'time-out', code: 1, verdict: 'timed-out' },
  { name: 'command', code: 0, verdict: 'pull-request' },
  { name: 'follow-up', code: 0, verdict: 'pull-request' },
  { name: 'push', code: 0, verdict: 'pull-request' },
  { name: 'refresh', code: 0, verdict: 'pull-request' },
])(
  'the demo `$name` shows a prompt, a status comment and the verdict `$verdict`, and ends with $code',
  async ({ name, code, verdict }) => {
    const shown = await demo(name);
    expect(shown.of(OUTPUTS)).toMatch(new RegExp(`^verdict +${verdict}$`, 'm'));
    expect(shown.of(PROMPT)).toContain('You cannot ask questions');
    expect(shown.of(WORKING)).toContain('Working on it');
    expect(shown.of(COMMENTS)).toContain('github-actions[bot]:');
    expect(shown.code).toBe(code);
  },
);

test.each([
  { name: 'stranger', verdict: 'denied', says: '`mallory` has the role `read`' },
  { name: 'irrelevant-push', verdict: 'skipped', says: 'excluded by' },
  { name: 'visitors', verdict: 'exported', says: 'Written to visitors.csv.' },
  { name: 'dry-run', verdict: 'skipped', says: 'Would send: POST' },
])(
  'the demo `$name` shows the verdict `$verdict` without a prompt and without a comment',
  async ({ name, verdict, says }) => {
    const shown = await demo(name);
    expect(shown.of(OUTPUTS)).toMatch(new RegExp(`^verdict +${verdict}$`, 'm'));
    expect(shown.of(STEP)).toContain(says);
    expect(shown.of(PROMPT)).toBe(NOTHING_SPENT);
    expect(shown.of(COMMENTS)).not.toContain('github-actions[bot]');
    expect(shown.code).toBe(0);
  },
);

test('the demo `sweep` shows how a later sweep reports the job', async () => {
  const shown = await demo('sweep');
  expect(shown.of(OUTPUTS)).toMatch(/^verdict +swept$/m);
  expect(shown.of(COMMENTS)).toContain('Pull request ready');
  expect(shown.code).toBe(0);
});

test('the demo `hidden-orders` shows a prompt without them, and a log that counts what was removed', async () => {
  const shown = await demo('hidden-orders');
  expect(shown.of('Mallory opens an issue, and Alice labels it “docs”').match(/Agent:/g)).toHaveLength(3);
  expect(shown.of(PROMPT)).not.toContain('Agent:');
  expect(shown.of(PROMPT)).toContain('what each field means');
  expect(shown.of(STEP)).toMatch(/^Removed: .*invisible.*HTML comment.*image description/m);
  expect(shown.of(OUTPUTS)).toMatch(/^verdict +pull-request$/m);
  expect(shown.code).toBe(0);
});

test('`npm run demo` runs a scenario in real time, and ends with the exit code of the step', async () => {
  const shown = await run('failure');
  expect(shown.of(OUTPUTS)).toMatch(/^verdict +failed$/m);
  expect(shown.of(WORKING)).toContain('Working on it');
  expect(shown.code).toBe(1);
});

test('`npm run demo` names every scenario with --help, and with a name that is none', async () => {
  const [help, unknown] = await Promise.all([run('--help'), run('nothing')]);
  for (const name of Object.keys(SCENARIOS)) expect(help.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(help.code).toBe(0);
  expect(unknown).toMatchObject({ code: 2, stdout: `There is no scenario “nothing”.\n\n${help.stdout}` });
});

describe('the demo `pull-request`', () => {
  const ISSUE = 'The comments at the end of /acme/docs/issues/1';
  const PULL = 'The comments at the end of /acme/docs/pull/2';

  test('shows the comments of the issue and of the pull request after each run', async () => {
    const shown = await demo('pull-request');
    const titles = [...shown.stdout.matchAll(/^── (.+?) ─+$/gm)].map(([, title]) => title);
    const reviewed = titles.indexOf('Bob reviews the pull request');
    const merged = titles.indexOf('Alice merges the pull request into main');
    expect(titles.indexOf(PULL)).toBeLessThan(reviewed);
    expect(titles.slice(reviewed, merged)).toEqual(expect.arrayContaining([COMMENTS, ISSUE]));
    expect(titles.slice(merged)).toEqual(expect.arrayContaining([COMMENTS, ISSUE]));
    expect(shown.of(ISSUE)).toContain('Pull request ready');
    expect(shown.of('Bob reviews the pull request')).toContain('docs/cli.md, line 9:');
    expect(shown.code).toBe(0);
  });

  test('sends the review to the same job, and skips the push of the merge', async () => {
    const shown = await demo('pull-request');
    expect(shown.of(PULL)).toMatch(/Opened for \[#1\]/);
    expect(shown.of('The service got')).toMatch(/^1 create, 1 follow-up/);
    expect(shown.of(OUTPUTS)).toMatch(/^verdict +skipped$/m);
  });
});
