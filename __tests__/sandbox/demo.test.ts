import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from '@jest/globals';
import { readDemoCommand } from '../../sandbox/demo/command-line.ts';
import { SCENARIOS } from '../../sandbox/demo/scenarios.ts';
import { createScreen } from '../../sandbox/demo/screen.ts';
import { show } from '../../sandbox/demo/show.ts';
import { createWorld } from '../../sandbox/world.ts';
import { createGitHubPool } from '../support/github-pool.ts';
import { startStep } from '../support/virtual-step.ts';

const pool = createGitHubPool();
afterAll(() => pool.close());

/** The output of the demo, with the step in this process and on a virtual clock. */
async function demo(name: string) {
  const scenario = SCENARIOS.get(name);
  if (!scenario) throw new Error(`There is no scenario ${name}.`);
  const { github, clock, giveBack } = await pool.lend();
  const world = await createWorld({ github, clock, job: scenario.job ?? {} });
  const inProcess = {
    ...world,
    run: (step: Parameters<typeof world.run>[0]) => startStep(world.step(step), clock),
  };
  let stdout = '';
  const print = (line: string) => {
    stdout += `${line}\n`;
  };
  try {
    const screen = createScreen({ print, columns: Number.POSITIVE_INFINITY, isColored: false });
    const opened: string[] = [];
    const onPage = async (url: string) => {
      expect((await fetch(url)).status).toBe(200);
      opened.push(new URL(url).pathname);
    };
    const code = await show(inProcess, scenario, { screen, sleep: clock.pass, onPage });
    const visit = async (path: string) => (await fetch(`${github.url}/acme/docs/${path}`)).text();
    const pages = await Promise.all(['issues', 'issues/1', 'pull/2', 'actions/runs/7'].map(visit));
    return { ...read(stdout), code, opened, pages };
  } finally {
    await world.close();
    giveBack();
  }
}

/** The printed sections, by title; of several with the same title, the last. */
function read(stdout: string) {
  const [, ...parts] = stdout.split(/^[─━]{2} (.+)\n/m);
  const sections = parts.flatMap((title, at) =>
    at % 2 === 0 ? [[title, parts[at + 1] ?? ''] as const] : [],
  );
  const titles = sections.map(([title]) => title);
  return { stdout, titles, of: (title: string) => (new Map(sections).get(title) ?? '').trim() };
}

const OUTPUTS = 'The outputs of the step';
const PROMPT = 'The prompt that the service got';
const STEP = 'The action runs';
const WORKING = 'The status comment while the agent worked';
const COMMENTS = 'The comments of the action in /acme/docs/issues/1';
const ON_PULL = 'The comments of the action in /acme/docs/pull/2';
const ISSUE = '/acme/docs/issues/1';
const RUN = '/acme/docs/actions/runs/7';

interface Row {
  readonly name: string;
  readonly verdict: string;
  /** Of the process. Default: 0. */
  readonly code?: number;
  /** The page on which the story happens. Default: the issue. */
  readonly opens?: string;
  /** What the log says. */
  readonly says?: string;
  /**
   * What a page of GitHub shows then, in HTML. The agent has a text of its own for each request of
   * the demo.
   */
  readonly page?: string;
}

const verdictOf = ({ of }: ReturnType<typeof read>) => /^ *verdict +(.*)$/m.exec(of(OUTPUTS))?.[1];

test.each<Row>([
  {
    name: 'success',
    verdict: 'pull-request',
    page: '<span class="add">+{&quot;name&quot;:&quot;Classic&quot;',
  },
  { name: 'command', verdict: 'pull-request' },
  { name: 'no-changes', verdict: 'no-changes' },
  { name: 'failure', verdict: 'failed', code: 1 },
  { name: 'timeout', verdict: 'timed-out', code: 1 },
  {
    name: 'follow-up',
    verdict: 'pull-request',
    page: '<span class="add">+acme list --json | jq -r',
  },
  { name: 'push', verdict: 'pull-request', opens: '/acme/docs/pull/1' },
  { name: 'refresh', verdict: 'pull-request', page: '<span class="add">+## Verify the signature' },
  {
    name: 'hidden-instructions',
    verdict: 'pull-request',
    page: '<span class="add">+| `weight` | The weight in kilograms',
  },
])('the demo `$name` shows prompt and status comment, and ends as `$verdict`', async (row) => {
  const { verdict, code = 0, opens = ISSUE, page = '' } = row;
  const shown = await demo(row.name);
  expect([verdictOf(shown), shown.code, shown.opened]).toEqual([verdict, code, [opens]]);
  expect(shown.of(PROMPT)).toContain('You cannot ask questions');
  expect(shown.of(WORKING)).toContain('Working on it');
  expect(shown.of(WORKING)).not.toMatch(/<sub>|<!--|\*\*/);
  expect(shown.of('The end')).toContain(`Exit code of the step    ${code}`);
  expect(shown.pages.join()).toContain(page);
  expect(shown.pages.join()).not.toContain('has no model');
});

test.each<Row & { isSilent?: boolean }>([
  {
    name: 'stranger',
    verdict: 'denied',
    says: 'does not have the permission `write`',
    isSilent: true,
  },
  {
    name: 'visitors',
    verdict: 'exported',
    opens: RUN,
    says: 'Written to `visitors.csv`.',
    isSilent: true,
  },
  { name: 'dry-run', verdict: 'skipped', says: 'A real run would send: POST', isSilent: true },
  { name: 'wrong-key', verdict: 'error', code: 1, says: 'API key rejected (401)' },
  {
    name: 'sweep',
    verdict: 'swept',
    says: 'swept: ',
    page: '<strong>✅ Pull request ready: <a href="',
  },
  { name: 'limit', verdict: 'limit-reached', says: 'limit-reached: ' },
])('the demo `$name` ends as `$verdict`, and its log says why', async (row) => {
  const { verdict, code = 0, opens = ISSUE, says, page = '', isSilent = false } = row;
  const shown = await demo(row.name);
  expect([verdictOf(shown), shown.code, shown.opened]).toEqual([verdict, code, [opens]]);
  expect(shown.of(STEP)).toContain(says);
  expect(shown.pages.join()).toContain(page);
  if (!isSilent) return;
  expect(shown.of(PROMPT)).toBe('None: this run sent no prompt.');
  expect(shown.of('The comments of the action')).toBe('None.');
});

test('the demo `success` shows the prompt once, comments as text, and pages to which their links lead', async () => {
  const { stdout, of, pages } = await demo('success');
  expect(stdout.match(/You cannot ask questions/g)).toHaveLength(1);
  expect(of(COMMENTS)).toMatch(
    /^github-actions\[bot\]\n {2}│ ✅ Pull request ready: \[acme\/docs#2\]\(http:\S+\/pull\/2\)/,
  );
  const [list, issue, , run] = pages;
  const title = 'Explain the new <code>--json</code> flag';
  expect(list).toMatch(
    new RegExp(`docs: explain <code>acme list --json</code>[\\s\\S]*${title}[\\s\\S]*Run 7`),
  );
  expect(issue).toContain('<strong>✅ Pull request ready: <a href="');
  expect(issue).toMatch(
    /commented · <time datetime="[^"]+">\d\d:\d\d:\d\d UTC<\/time> · edited <time /,
  );
  expect(run).toMatch(/<summary>Prompt<\/summary>[\s\S]*✅ pull-request: http/);
});

test('the demo `hidden-instructions` shows a prompt without them, and a log that counts what was removed', async () => {
  const shown = await demo('hidden-instructions');
  expect(
    shown.of('Mallory opens an issue, and Alice labels it “docs”').match(/Agent:/g),
  ).toHaveLength(3);
  expect(shown.of(PROMPT)).not.toContain('Agent:');
  expect(shown.of(PROMPT)).toContain('what each field means');
  expect(shown.of(STEP)).toMatch(
    /^ *Context: .*invisible.*HTML comment.*image description.* removed/m,
  );
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
  expect(verdictOf(shown)).toBe('skipped');
  const [, , pull] = shown.pages;
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
  const running = spawn(process.execPath, ['sandbox/demo.ts', 'hiden-instructions']);
  const errors = (await running.stderr.toArray()).join('');
  expect(errors).toContain('Unknown scenario “hiden-instructions”. There are:');
  expect([running.stdout.read(), await once(running, 'close')]).toEqual([null, [2, null]]);
});

test('`npm run demo` in real time names what to try next; with --keep, it serves its pages until it is interrupted', async () => {
  const running = spawn(process.execPath, ['sandbox/demo.ts', 'failure', '--keep']);
  const ended = once(running, 'close');
  let stdout = '';
  for await (const chunk of running.stdout.setEncoding('utf8')) {
    stdout += chunk;
    if (stdout.includes('Press Ctrl+C to stop.')) break;
  }
  const shown = read(stdout);
  expect(verdictOf(shown)).toBe('failed');
  expect(shown.of('Try next')).toContain('npm run demo -- timeout ');
  expect(stdout).not.toContain('\u001b');
  const [, page = ''] = /Watch it live: (\S+\/issues\/1)\n/.exec(stdout) ?? [];
  expect(shown.of('GitHub and the service keep running')).toMatch(
    /Page +\S+\/acme\/docs\/issues$/m,
  );
  expect(await (await fetch(page)).text()).toContain('Explain the new <code>--json</code> flag');
  running.kill('SIGINT');
  expect(await ended).toEqual([1, null]);
});
