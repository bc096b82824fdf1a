import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readDemoCommand } from '../../sandbox/demo/command-line.ts';
import { SCENARIOS } from '../../sandbox/demo/scenarios.ts';
import { createScreen } from '../../sandbox/demo/screen.ts';
import { show } from '../../sandbox/demo/show.ts';
import { createWorld } from '../../sandbox/world.ts';
import { createGitHubPool } from '../support/github-pool.ts';
import { startStep } from '../support/virtual-step.ts';

const pool = createGitHubPool();
afterAll(() => pool.close());

/** Runs `npm run demo` as a process. */
async function run(...args: string[]) {
  const running = promisify(execFile)(process.execPath, ['sandbox/demo.ts', ...args]);
  const { code = 0, stdout, stderr } = await running.catch((error) => error);
  return { ...read(String(stdout), code), stderr: String(stderr) };
}

/** The output of the demo, with the step in this process and on a virtual clock. */
async function demo(name: string) {
  const scenario = SCENARIOS.get(name);
  if (!scenario) throw new Error(`There is no scenario ${name}.`);
  const { github, clock, giveBack } = await pool.lend();
  const world = await createWorld({ github, clock, job: scenario.job ?? {} });
  const inProcess = { ...world, run: (step: Parameters<typeof world.run>[0]) => startStep(world.step(step), clock) };
  let shown = '';
  const print = (line: string) => {
    shown += `${line}\n`;
  };
  try {
    const screen = createScreen({ print, isColored: false });
    const opened: string[] = [];
    const onPage = async (url: string) => {
      expect((await fetch(url)).status).toBe(200);
      opened.push(new URL(url).pathname);
    };
    const code = await show(inProcess, scenario, { screen, sleep: clock.pass, onPage });
    const visit = async (path: string) => (await fetch(`${github.url}/acme/docs/${path}`)).text();
    return { ...read(shown, code), visit, opened };
  } finally {
    await world.close();
    giveBack();
  }
}

/** The printed sections, by title; of several with the same title, the last. */
function read(stdout: string, code: number) {
  const [, ...parts] = stdout.split(/^[─━]{2} (.+)\n/m);
  const sections = parts.flatMap((title, at) => (at % 2 === 0 ? [[title, parts[at + 1] ?? ''] as const] : []));
  const titles = sections.map(([title]) => title);
  return { code, stdout, titles, of: (title: string) => (new Map(sections).get(title) ?? '').trim() };
}

const OUTPUTS = 'The outputs of the step';
const PROMPT = 'The prompt that the service got';
const STEP = 'The action runs';
const WORKING = 'The status comment while the agent worked';
const COMMENTS = 'The comments of the action in /acme/docs/issues/1';
const ON_PULL = 'The comments of the action in /acme/docs/pull/2';

test.each([
  { name: 'no-changes', code: 0, verdict: 'no-changes' },
  { name: 'timeout', code: 1, verdict: 'timed-out' },
  { name: 'command', code: 0, verdict: 'pull-request' },
  { name: 'follow-up', code: 0, verdict: 'pull-request' },
  { name: 'push', code: 0, verdict: 'pull-request' },
  { name: 'refresh', code: 0, verdict: 'pull-request' },
  { name: 'gaps', code: 0, verdict: 'pull-request' },
])(
  'the demo `$name` shows a prompt, a status comment and the verdict `$verdict`, and ends with $code',
  async ({ name, code, verdict }) => {
    const shown = await demo(name);
    expect(shown.of(OUTPUTS)).toMatch(new RegExp(`^ *verdict +${verdict}$`, 'm'));
    expect(shown.of(PROMPT)).toContain('You cannot ask questions');
    expect(shown.of(WORKING)).toContain('Working on it');
    expect(shown.of('The end')).toContain(`Exit code of the step    ${code}`);
    expect(shown.of(WORKING)).not.toMatch(/<sub>|<!--|\*\*/);
    expect(shown.code).toBe(code);
  },
);

test.each([
  { name: 'stranger', verdict: 'denied', says: '`mallory` does not have the permission `write`' },
  { name: 'irrelevant-push', verdict: 'skipped', says: 'excluded by' },
  { name: 'visitors', verdict: 'exported', says: 'Written to `visitors.csv`.' },
  { name: 'dry-run', verdict: 'skipped', says: 'A real run would send: POST' },
])(
  'the demo `$name` shows the verdict `$verdict` without a prompt and without a comment',
  async ({ name, verdict, says }) => {
    const shown = await demo(name);
    expect(shown.of(OUTPUTS)).toMatch(new RegExp(`^ *verdict +${verdict}$`, 'm'));
    expect(shown.of(STEP)).toContain(says);
    expect(shown.of(PROMPT)).toBe('None: this run sent no prompt.');
    expect(shown.of('The comments of the action')).toBe('None.');
    expect(shown.code).toBe(0);
  },
);

test.each([
  { name: 'wrong-key', verdict: 'error', says: 'API key rejected (401)' },
  { name: 'quota', verdict: 'quota-exhausted', says: 'The service answered 429: “100 jobs per hour are created”.' },
  { name: 'no-permission', verdict: 'error', says: 'Give the job `permissions: {' },
])('the demo `$name` shows the verdict `$verdict`, and what to do', async ({ name, verdict, says }) => {
  const shown = await demo(name);
  expect(shown.of(OUTPUTS)).toMatch(new RegExp(`^ *verdict +${verdict}$`, 'm'));
  expect(shown.of(STEP)).toContain(says);
  expect(shown.code).toBe(1);
});

describe('the demo `success`', () => {
  test('shows the prompt once, comments as text, and pages to which their links lead', async () => {
    const { stdout, of, visit } = await demo('success');
    expect(stdout.match(/You cannot ask questions/g)).toHaveLength(1);
    expect(of(COMMENTS)).toMatch(
      /^github-actions\[bot\]\n {2}│ ✅ Pull request ready: \[acme\/docs#2\]\(http:\S+\/pull\/2\)/,
    );
    const [list, issue, pull, run] = await Promise.all(['issues', 'issues/1', 'pull/2', 'actions/runs/7'].map(visit));
    const title = 'Explain the new <code>--json</code> flag';
    expect(list).toMatch(new RegExp(`docs: ${title}[\\s\\S]*${title}[\\s\\S]*Run 7`));
    expect(issue).toContain('<strong>✅ Pull request ready: <a href="');
    expect(pull).toContain('<span class="add">+{&quot;name&quot;:&quot;Classic&quot;');
    expect(issue).toMatch(/commented · <time datetime="[^"]+">\d\d:\d\d:\d\d UTC<\/time> · edited <time /);
    expect(run).toContain('<summary>Prompt</summary>');
    expect(run).toContain('✅ pull-request: http');
  });
});

test.each([
  { name: 'follow-up', path: '/acme/docs/issues/1' },
  { name: 'push', path: '/acme/docs/pull/1' },
  { name: 'visitors', path: '/acme/docs/actions/runs/7' },
  { name: 'gaps', path: '/acme/docs/actions/runs/7' },
])('the demo `$name` opens $path, where its story happens', async ({ name, path }) => {
  expect((await demo(name)).opened).toEqual([path]);
});

test('the agent answers each request of the demo that gets a pull request with a text of its own', async () => {
  for (const name of ['refresh', 'gaps', 'hidden-instructions']) {
    const { visit } = await demo(name);
    const pull = await visit('pull/2');
    expect(pull).toMatch(/<span class="add">\+(?:## Verify the signature|\| `weight` \| The weight in kilograms)/);
    expect(pull).not.toContain('has no model');
  }
});

test('the demo `sweep` shows how a later sweep reports the job', async () => {
  const shown = await demo('sweep');
  expect(shown.of(OUTPUTS)).toMatch(/^ *verdict +swept$/m);
  expect(shown.of(COMMENTS)).toContain('Pull request ready');
  expect(shown.code).toBe(0);
});

test('the demo `hidden-instructions` shows a prompt without them, and a log that counts what was removed', async () => {
  const shown = await demo('hidden-instructions');
  expect(shown.of('Mallory opens an issue, and Alice labels it “docs”').match(/Agent:/g)).toHaveLength(3);
  expect(shown.of(PROMPT)).not.toContain('Agent:');
  expect(shown.of(PROMPT)).toContain('what each field means');
  expect(shown.of(STEP)).toMatch(/^ *Context: .*invisible.*HTML comment.*image description.* removed/m);
  expect(shown.of(OUTPUTS)).toMatch(/^ *verdict +pull-request$/m);
  expect(shown.code).toBe(0);
});

test('the demo `pull-request` shows only what is new after each run, and sends the review to the same job', async () => {
  const shown = await demo('pull-request');
  const reviewed = shown.titles.indexOf('Bob reviews the pull request');
  const merged = shown.titles.indexOf('Alice merges the pull request into main');
  expect(shown.titles.slice(0, reviewed)).toEqual(expect.arrayContaining([COMMENTS, ON_PULL]));
  expect(shown.titles.slice(reviewed, merged)).not.toContain(COMMENTS);
  expect(shown.of('Bob reviews the pull request')).toContain('docs/cli.md, line 9:');
  expect(shown.of(ON_PULL)).toContain('Follow-up done');
  expect(shown.of(ON_PULL)).not.toContain('Opened for');
  expect(shown.titles.slice(merged)).toContain('The comments of the action');
  expect(shown.of('The end')).toMatch(/^Requests to the service +1 create, 1 follow-up/);
  expect(shown.of(OUTPUTS)).toMatch(/^ *verdict +skipped$/m);
  const pull = await shown.visit('pull/2');
  expect(pull).toMatch(/reviewed ·[\s\S]*commented on docs\/cli.md, line 9[\s\S]*Follow-up done/);
  for (const line of ['## `acme list --json`', 'acme list --json | jq -r'])
    expect(pull).toContain(`<span class="add">+${line}`);
});

test('the command line lists every scenario in at most 100 columns, and plays one at a time', () => {
  const text = String(readDemoCommand(['--help']));
  for (const name of SCENARIOS.keys()) expect(text).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(() => readDemoCommand(['push', 'sweep'])).toThrow(/^Only one/);
  expect(() => readDemoCommand(['--bogus'])).toThrow("Unknown option '--bogus'");
});

test('`npm run demo` with an unknown scenario says so on stderr, and ends with 2', async () => {
  const { code, stdout, stderr } = await run('hiden-instructions');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Unknown scenario “hiden-instructions”. There are:');
});

test('`npm run demo` in real time names what to try next; with --keep, it serves its pages until it is interrupted', async () => {
  const running = spawn(process.execPath, ['sandbox/demo.ts', 'failure', '--keep']);
  const ended = once(running, 'close');
  let stdout = '';
  for await (const chunk of running.stdout.setEncoding('utf8')) {
    stdout += chunk;
    if (stdout.includes('Press Ctrl+C to stop.')) break;
  }
  const { of } = read(stdout, 0);
  expect(of(OUTPUTS)).toMatch(/^ *verdict +failed$/m);
  expect(of('Try next')).toContain('npm run demo -- timeout ');
  expect(stdout).not.toContain('\u001b');
  const [, page = ''] = /Watch it live: (\S+\/issues\/1)\n/.exec(stdout) ?? [];
  expect(of('GitHub and the service keep running')).toMatch(/Page +\S+\/acme\/docs\/issues$/m);
  expect(await (await fetch(page)).text()).toContain('Explain the new <code>--json</code> flag');
  running.kill('SIGINT');
  expect(await ended).toEqual([1, null]);
});
