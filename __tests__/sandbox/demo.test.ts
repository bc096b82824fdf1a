import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { SCENARIOS } from '../../sandbox/demo/scenarios.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';

const together = concurrentTests();

/** @returns what it prints, by title, and its exit code. */
async function demo(...args: string[]) {
  const running = promisify(execFile)(process.execPath, ['sandbox/demo.ts', ...args]);
  const { code = 0, stdout } = await running.catch((error) => error);
  const [, ...parts] = String(stdout).split(/^── (.+?) ─+\n/m);
  const sections = parts.flatMap((title, at) => (at % 2 === 0 ? [[title, parts[at + 1] ?? '']] : []));
  return { code, stdout: String(stdout), of: (title: string) => String(Object.fromEntries(sections)[title]).trim() };
}

const OUTPUTS = 'Outputs, for the steps after it';
const PROMPT = 'The prompt that the service got';
const STEP = 'The workflow step runs';
const COMMENTS = 'The comments at the end';
const NOTHING_SPENT = 'None: nothing was spent.';

together.each([
  { name: 'success', code: 0, verdict: 'pull-request' },
  { name: 'no-changes', code: 0, verdict: 'no-changes' },
  { name: 'failure', code: 1, verdict: 'failed' },
  { name: 'time-out', code: 1, verdict: 'timed-out' },
  { name: 'command', code: 0, verdict: 'pull-request' },
  { name: 'push', code: 0, verdict: 'pull-request' },
  { name: 'refresh', code: 0, verdict: 'pull-request' },
])('$name: $verdict, with a prompt and a comment, exit code $code', async ({ name, code, verdict }) => {
  const shown = await demo(name);
  expect(shown.of(OUTPUTS)).toMatch(new RegExp(`^verdict +${verdict}$`, 'm'));
  expect(shown.of(PROMPT)).toContain('What stands below');
  expect(shown.of("While the agent worked, the action's comment said")).toContain('Working on it');
  expect(shown.of(COMMENTS)).toContain('github-actions[bot]:');
  expect(shown.code).toBe(code);
});

together.each([
  { name: 'stranger', verdict: 'denied', says: '`mallory` has the role `read`' },
  { name: 'irrelevant-push', verdict: 'skipped', says: 'none is left by' },
  { name: 'visitors', verdict: 'exported', says: 'Written to visitors.csv.' },
  { name: 'dry-run', verdict: 'skipped', says: 'Would send: POST' },
])('$name: $verdict, without a prompt and a comment', async ({ name, verdict, says }) => {
  const shown = await demo(name);
  expect(shown.of(OUTPUTS)).toMatch(new RegExp(`^verdict +${verdict}$`, 'm'));
  expect(shown.of(STEP)).toContain(says);
  expect(shown.of(PROMPT)).toBe(NOTHING_SPENT);
  expect(shown.of(COMMENTS)).not.toContain('github-actions[bot]');
  expect(shown.code).toBe(0);
});

together('hidden-orders: the prompt has none of them, and the log tells what was removed', async () => {
  const shown = await demo('hidden-orders');
  expect(shown.of('Mallory opens an issue, and Alice labels it “docs”').match(/Agent:/g)).toHaveLength(3);
  expect(shown.of(PROMPT)).not.toContain('Agent:');
  expect(shown.of(PROMPT)).toContain('what each field means');
  expect(shown.of(STEP)).toMatch(/^Removed: .*invisible.*HTML comment.*image description/m);
  expect(shown.of(OUTPUTS)).toMatch(/^verdict +pull-request$/m);
  expect(shown.code).toBe(0);
});

together('--help names every scenario, and so does a name that is none', async () => {
  const [help, unknown] = await Promise.all([demo('--help'), demo('nothing')]);
  for (const name of Object.keys(SCENARIOS)) expect(help.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(help.code).toBe(0);
  expect(unknown).toMatchObject({ code: 2, stdout: `There is no scenario “nothing”.\n\n${help.stdout}` });
});
