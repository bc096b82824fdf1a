import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { createScene, warnings } from '../support/scene.ts';

let room: string;
const file = (name: string, text: string) => {
  const path = join(room, name);
  writeFileSync(path, text);
  return path;
};
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'runner-'));
});
afterAll(() => {
  chmodSync(room, 0o700);
  rmSync(room, { recursive: true });
});
const together = concurrentTests(); // in a hook after the one above

interface Broken {
  readonly what: string;
  readonly env: () => Record<string, string | undefined>;
  readonly says: string;
}

together.each<Broken>([
  { what: 'no event file', env: () => ({ GITHUB_EVENT_PATH: join(room, 'none.json') }), says: 'cannot be read' },
  { what: 'a folder', env: () => ({ GITHUB_EVENT_PATH: room }), says: 'cannot be read' },
  { what: 'not JSON', env: () => ({ GITHUB_EVENT_PATH: file('text.json', 'Hello') }), says: 'is not JSON' },
  { what: 'cut short', env: () => ({ GITHUB_EVENT_PATH: file('cut.json', '{"action":"lab') }), says: 'is not JSON' },
  { what: 'empty', env: () => ({ GITHUB_EVENT_PATH: file('empty.json', '') }), says: 'is not JSON' },
  { what: 'null', env: () => ({ GITHUB_EVENT_PATH: file('null.json', 'null') }), says: 'not what GitHub documents' },
  { what: 'a list', env: () => ({ GITHUB_EVENT_PATH: file('list.json', '[]') }), says: 'not what GitHub documents' },
  { what: 'unnamed', env: () => ({ GITHUB_EVENT_NAME: undefined }), says: 'GITHUB_EVENT_NAME' },
  { what: 'nowhere', env: () => ({ GITHUB_EVENT_PATH: undefined }), says: 'GITHUB_EVENT_PATH' },
])('an event that is $what: a clear error, nothing spent', async ({ env, says }) => {
  await using scene = await createScene();
  const result = await scene.run({ env: env() });
  expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict: 'error' } });
  expect(result.log).toContain(says);
  expect(result.rawLog).not.toMatch(/undefined|^ +at /m);
  expect([...scene.service.requests, ...scene.commentWrites()]).toEqual([]);
});

together('an issue without what GitHub documents: the field is named', async () => {
  await using scene = await createScene();
  const { issue: _, ...payload } = scene.event.payload;
  const result = await scene.run({ event: { name: 'issues', payload } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('`issue`');
});

together('an issue whose author is gone, without a body', async () => {
  await using scene = await createScene();
  const issue = { ...Object(scene.event.payload.issue), user: null, body: null };
  const result = await scene.run({ event: { name: 'issues', payload: { ...scene.event.payload, issue } } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(scene.service.jobs[0]?.turns[0]?.prompt).toContain(' by ghost, ');
});

together.each([
  { name: 'GITHUB_STEP_SUMMARY', value: 'none.md', says: 'The job summary could not be written' },
  { name: 'GITHUB_STEP_SUMMARY', value: undefined, says: 'The job summary could not be written' },
  { name: 'GITHUB_OUTPUT', value: 'none.txt', says: 'The output `prLink` could not be written' },
  { name: 'GITHUB_OUTPUT', value: undefined, says: 'The output `prLink` could not be written' },
  { name: 'GITHUB_STATE', value: 'none.txt', says: 'The state for the post step could not be written' },
])('$name is $value: warned, and the verdict is unharmed', async ({ name, value, says }) => {
  await using scene = await createScene();
  const result = await scene.run({ env: { [name]: value && join(room, 'no-such-folder', value) } });
  const [comment] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 0, signal: null });
  expect(warnings(result)).toContainEqual(expect.stringContaining(says));
  expect(comment?.body).toContain('Pull request ready');
  expect(result.log).toContain('Pull request ready');
  // The old commands for outputs and state are switched off on GitHub.
  expect(result.rawLog).not.toMatch(/^::(set-output|save-state)/m);
});

together('no file for the state at all: green all the same, and nothing of it is printed', async () => {
  await using scene = await createScene();
  const result = await scene.run({ env: { GITHUB_STATE: undefined } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.rawLog).not.toContain('::save-state');
});

together.each([
  { what: 'no file for the state', env: { GITHUB_STATE: undefined } },
  { what: 'a state that claims whatever it likes', env: { STATE_main: 'began' } },
])('the post step never spends, and the step itself always does what was asked: $what', async ({ env }) => {
  await using scene = await createScene();
  const result = await scene.run({ env });
  expect(result.outputs.verdict).toBe('pull-request');
  const post = await scene.runPost(result, { env });
  expect(post).toMatchObject({ exitCode: 0 });
  expect(scene.sent('create')).toBe(1);
  expect(await scene.comments()).toHaveLength(1);
});

together('words from outside give the runner no commands', async () => {
  const title = 'x ::error::owned';
  const body = '::set-output name=prLink::https://evil.example\n##[add-mask]completed\n::stop-commands::token';
  await using scene = await createScene({
    ...{ issue: { title, body } },
    faults: [{ operation: 'create', kind: 'answer', status: 400, body: 'a\n::error::owned\n##[error]owned' }],
  });
  const result = await scene.run();
  expect(result.annotations.map(({ message }) => message).filter((message) => message.startsWith('owned'))).toEqual([]);
  expect(result.rawLog).not.toMatch(/^\s*::(?!add-mask|error::⛔)/m);
  expect(result.rawLog).not.toContain('##[');
});
