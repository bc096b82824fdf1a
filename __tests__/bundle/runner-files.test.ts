import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { createBundleScene, dispatch, warnings } from '../support/scene.ts';

let room = '';
const file = (name: string, text: string) => {
  const path = join(room, name);
  writeFileSync(path, text);
  return path;
};
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'runner-'));
  mkdirSync(join(room, 'folder'));
});
afterAll(() => rmSync(room, { recursive: true }));
const together = concurrentTests(); // in a hook after the one above

const eventIn = (path: string) => ({ GITHUB_EVENT_PATH: path });

together.each<{ what: string; env: () => Record<string, string | undefined>; says: string }>([
  {
    what: 'an event file that does not exist',
    env: () => eventIn(join(room, 'none')),
    says: 'cannot be read',
  },
  {
    what: 'an event file of text',
    env: () => eventIn(file('text.json', 'Hello')),
    says: 'is not JSON',
  },
  {
    what: 'an event without a name',
    env: () => ({ GITHUB_EVENT_NAME: undefined }),
    says: 'GITHUB_EVENT_NAME',
  },
])('$what is an `error` that says so, and no request is sent', async ({ env, says }) => {
  await using scene = await createBundleScene();
  const result = await scene.run({ env: env() });
  expect(result.outputs.verdict).toBe('error');
  expect(result.log).toContain(says);
  expect(result.rawLog).not.toMatch(/^ +at /m);
  expect([...scene.service.requests, ...scene.github.requests]).toEqual([]);
});

const missing = { state: 'missing', path: () => join(room, 'none') };
const unwritable = { state: 'a folder', path: () => join(room, 'folder') };
const unset = { state: 'not set', path: () => undefined };
const SUMMARY = { name: 'GITHUB_STEP_SUMMARY', says: 'The job summary could not be written' };
const OUTPUT = { name: 'GITHUB_OUTPUT', says: 'The output `prLink` could not be written' };
const STATE = { name: 'GITHUB_STATE', says: 'The state for the post step could not be written' };

together.each<{ name: string; state: string; path: () => string | undefined; says: string }>([
  { ...SUMMARY, ...missing },
  { ...SUMMARY, ...unwritable },
  { ...SUMMARY, ...unset },
  { ...OUTPUT, ...missing },
  { ...OUTPUT, ...unwritable },
  { ...OUTPUT, ...unset },
  { ...STATE, ...missing },
  { ...STATE, ...unwritable },
])(
  'a $name file that is $state is a warning, and log and comment show the verdict',
  async (row) => {
    await using scene = await createBundleScene();
    const result = await scene.run({ env: { [row.name]: row.path() }, inputs: { timeout: '1m' } });
    const [comment] = await scene.comments();
    expect(result).toMatchObject({ exitCode: 0, signal: null });
    expect(warnings(result)).toContainEqual(expect.stringContaining(row.says));
    expect(comment?.body).toContain('Pull request ready');
    expect(result.log).toContain('✅ pull-request: http');
    // The old commands for outputs and state are switched off on GitHub.
    expect(result.rawLog).not.toMatch(/^::(set-output|save-state)/m);
  },
);

together.each([
  { what: 'a GITHUB_STATE that is not set', env: { GITHUB_STATE: undefined } },
  { what: 'a state that claims that the step began', env: { STATE_main: 'began' } },
])('with $what, the step creates one job and the post step none', async ({ env }) => {
  await using scene = await createBundleScene();
  const result = await scene.run({ env, inputs: { timeout: '1m' } });
  const post = await scene.runPost(result, { env });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.rawLog).not.toContain('::save-state');
  expect(post.exitCode).toBe(0);
  expect(scene.sent('create')).toBe(1);
  expect(await scene.comments()).toHaveLength(1);
});

together('untrusted text that looks like workflow commands gives the runner none', async () => {
  const title = 'x ::error::owned';
  const body =
    '::set-output name=prLink::https://evil.example\n##[add-mask]completed\n::stop-commands::token';
  await using scene = await createBundleScene({
    issue: { title, body },
    faults: [
      {
        operation: 'create',
        kind: 'answer',
        status: 400,
        body: 'a\n::error::owned\n##[error]owned',
      },
    ],
  });
  const result = await scene.run({ inputs: { timeout: '1m' } });
  expect(
    result.annotations
      .map(({ message }) => message)
      .filter((message) => message.startsWith('owned')),
  ).toEqual([]);
  expect(result.rawLog).not.toMatch(/^\s*::(?!add-mask|error::⛔)/m);
  expect(result.rawLog).not.toContain('##[');
});

together('the process needs no variable but the documented ones of the runner', async () => {
  await using scene = await createBundleScene();
  const inputs = { prompt: 'Explain the flag.', timeout: '1m' };
  const result = await scene.run({
    event: dispatch(),
    inputs,
    env: { HOME: undefined, PATH: undefined, LANG: 'C' },
  });
  expect(result).toMatchObject({
    exitCode: 0,
    annotations: [],
    outputs: { verdict: 'pull-request' },
  });
});

together('outside a workflow, the bundle writes one error and no warning, and fails', async () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/index.js'], {
    env: {},
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(
    /^::error::This is a GitHub Action, and it was started outside a workflow: .*\n$/,
  );
});
