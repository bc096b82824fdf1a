import { describe, expect, test } from '@jest/globals';
import { TransportError } from '../../src/http/transport-error.ts';
import { post } from '../../src/post.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ENV, interruptedRun } from '../support/interrupted-run.ts';
import { createRecordingRunner } from '../support/recording-runner.ts';
import { sampleJob } from '../support/sample-job.ts';
import { inTime, OUTCOMES } from '../support/sample-outcomes.ts';
import { json, KEY, TOKEN } from '../support/scripted-world.ts';

const UNTIL = inTime(1_800_000);

/** The post step after a run that left these states behind, with a GitHub that must not be asked. */
async function postAfter(states: Record<string, string>, env: Readonly<Record<string, string>> = ENV) {
  const runner = createRecordingRunner(env, states);
  const send = () => Promise.reject(new Error('asked'));
  await post({ runner, clock: createFakeClock(), send });
  return runner;
}

/** A run that is killed while it watches its job. */
async function watching() {
  const run = interruptedRun();
  await run.reporter.asking();
  run.reporter.sent('create');
  await run.reporter.started(sampleJob(), UNTIL);
  return run;
}

test.each<[string, Record<string, string>]>([
  ['with nothing to do', {}],
  ['after a run that told its end', { job: '', draft: '' }],
])('%s: silent', async (_, states) => {
  expect((await postAfter(states)).told).toEqual([]);
});

test('the key and the token are masked before anything else', async () => {
  expect((await postAfter({})).masked).toEqual([KEY, TOKEN]);
});

test('without a comment: only the warning', async () => {
  const { told } = await postAfter({ job: 'j_8fk2' });
  expect(told).toEqual([expect.stringMatching(/^warn .*killed.*j_8fk2.*goes on/)]);
});

test('a run that told its end leaves nothing to do', async () => {
  const run = await watching();
  await run.reporter.ended(OUTCOMES['no changes']);
  expect(await run.post()).toEqual({ requests: [], warnings: [] });
});

test('the word of the run becomes true in its comment', async () => {
  const run = await watching();
  const { requests, warnings } = await run.post();
  expect(requests).toEqual(['GET issues/comments/7', 'PATCH issues/comments/7']);
  expect(warnings).toEqual([expect.stringMatching(/^warn .*killed while it watched job j_8fk2; the job goes on/)]);
  expect(await run.bodyOf(7)).toMatch(/^\*\*⏹️ Watching stopped/);
});

describe('trouble with GitHub is a warning, and never fatal', () => {
  test.each([403, 404, 500])('an edit that is answered with %d', async (status) => {
    const run = await watching();
    run.answer((request, good) => (request.method === 'PATCH' ? json(status, {}) : good()));
    const { requests, warnings } = await run.post();
    const tries = status === 500 ? 2 : 1;
    expect(requests.filter((line) => line.startsWith('PATCH'))).toHaveLength(tries);
    expect(warnings.at(-1)).toMatch(/^warn .*could not be written/);
    expect(warnings).toHaveLength(2);
  });

  test.each([403, 500])('a comment that cannot be read, for %d: it is not written either', async (status) => {
    const run = await watching();
    run.answer(() => json(status, {}));
    const { requests, warnings } = await run.post();
    expect(requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
    expect(warnings.at(-1)).toMatch(new RegExp(`^warn .*could not be written.*${status}`));
    expect(warnings).toHaveLength(2);
  });

  test('a GitHub that does not answer', async () => {
    const run = await watching();
    run.answer(() => Promise.reject(new TransportError('reset', 'it broke')));
    expect((await run.post()).warnings.at(-1)).toMatch(/^warn .*could not be written.*it broke/);
  });

  test('no token', async () => {
    const run = await watching();
    const { requests, warnings } = await run.post({ 'INPUT_API-KEY': KEY });
    expect(requests).toEqual([]);
    expect(warnings.at(-1)).toMatch(/`github-token`/);
  });

  test('a comment that was deleted is not written anew', async () => {
    const run = await watching();
    await run.thread.comments.remove(7);
    const { requests, warnings } = await run.post();
    expect(requests).toEqual(['GET issues/comments/7']);
    expect(warnings.at(-1)).toMatch(/^warn .*could not be written.*404/);
  });
});

test('without the key, nothing is signed, and nothing written', async () => {
  const run = await watching();
  const body = await run.bodyOf(7);
  await run.post({ 'INPUT_GITHUB-TOKEN': TOKEN });
  expect(await run.bodyOf(7)).toBe(body);
});

test.each(['{', '{}', '[]', 'null', '{"issueNumber":31}', '{"issueNumber":31,"comment":7,"prose":"","marker":{}}'])(
  'a saved draft that nobody can read (%s) is never fatal',
  async (draft) => {
    const { told } = await postAfter({ job: 'j_8fk2', draft });
    expect(told).toEqual([expect.stringMatching(/^warn .*cannot be read/)]);
  },
);
