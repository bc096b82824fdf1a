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

/** A run that is killed while it waits for its job. */
async function waiting() {
  const run = interruptedRun();
  await run.report.announce(undefined);
  run.reporter.sent('create');
  await run.reporter.started(sampleJob(), UNTIL);
  return run;
}

test.each<[string, Record<string, string>]>([
  ['without a saved state', {}],
  ['after a run that reported its end', { job: '', draft: '' }],
])('the post step %s writes nothing', async (_, states) => {
  expect((await postAfter(states)).told).toEqual([]);
});

test('the post step masks the key and the token before anything else', async () => {
  expect((await postAfter({})).masked).toEqual([KEY, TOKEN]);
});

test('the post step without a comment writes only the warning', async () => {
  const { told } = await postAfter({ job: 'j_8fk2' });
  expect(told).toEqual([expect.stringMatching(/^warn .*killed.*j_8fk2.*keeps running/)]);
});

test('the post step of a run that reported its end sends no request', async () => {
  const run = await waiting();
  await run.reporter.ended(OUTCOMES['no changes'], false);
  expect(await run.post()).toEqual({ requests: [], warnings: [] });
});

test('the post step writes the draft of the run into its comment', async () => {
  const run = await waiting();
  const { requests, warnings } = await run.post();
  expect(requests).toEqual(['GET issues/comments/7', 'PATCH issues/comments/7']);
  expect(warnings).toEqual([
    expect.stringMatching(/^warn .*killed while it waited for job j_8fk2\. The job keeps running/),
  ]);
  expect(await run.bodyOf(7)).toMatch(/^\*\*⏹️ Cancelled\*\* · the job was still running at/);
});

describe('the post step only warns about', () => {
  test.each([403, 404, 500])('an edit that is answered with %d', async (status) => {
    const run = await waiting();
    run.answer((request, good) => (request.method === 'PATCH' ? json(status, {}) : good()));
    const { requests, warnings } = await run.post();
    const tries = requests.filter((line) => line.startsWith('PATCH')).length;
    expect(tries > 1).toBe(status === 500);
    expect(warnings.at(-1)).toMatch(/^warn .*could not be written/);
    expect(warnings).toHaveLength(2);
  });

  test.each([403, 500])('a comment that cannot be read (%d), and does not write it', async (status) => {
    const run = await waiting();
    run.answer(() => json(status, {}));
    const { requests, warnings } = await run.post();
    expect(requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
    expect(warnings.at(-1)).toMatch(new RegExp(`^warn .*could not be written.*${status}`));
    expect(warnings).toHaveLength(2);
  });

  test('a failed connection to GitHub', async () => {
    const run = await waiting();
    run.answer(() => Promise.reject(new TransportError('reset', 'it broke')));
    expect((await run.post()).warnings.at(-1)).toMatch(/^warn .*could not be written.*it broke/);
  });

  test('a missing token', async () => {
    const run = await waiting();
    const { requests, warnings } = await run.post({ 'INPUT_API-KEY': KEY });
    expect(requests).toEqual([]);
    expect(warnings.at(-1)).toMatch(/`github-token`/);
  });

  test('a GITHUB_API_URL that is no address', async () => {
    const run = await waiting();
    const { requests, warnings } = await run.post({ ...ENV, GITHUB_API_URL: '/api' });
    expect(requests).toEqual([]);
    expect(warnings.at(-1)).toMatch(/^warn .*cannot be edited: .*GITHUB_API_URL/);
  });

  test('a deleted comment, and does not write it again', async () => {
    const run = await waiting();
    await run.thread.comments.remove(7);
    const { requests, warnings } = await run.post();
    expect(requests).toEqual(['GET issues/comments/7', 'GET issues/31/comments', 'GET issues/comments/7']);
    expect(warnings.at(-1)).toMatch(/^warn .*could not be written: It was deleted/);
  });
});

test('the post step without the key writes no comment', async () => {
  const run = await waiting();
  const body = await run.bodyOf(7);
  await run.post({ 'INPUT_GITHUB-TOKEN': TOKEN });
  expect(await run.bodyOf(7)).toBe(body);
});

test.each(['{', '{}', '[]', 'null', '{"issueNumber":31}', '{"issueNumber":31,"comment":7,"prose":"","marker":{}}'])(
  'a malformed draft (%s) causes only a warning',
  async (draft) => {
    const { told } = await postAfter({ job: 'j_8fk2', draft });
    expect(told).toEqual([expect.stringMatching(/^warn .*cannot be read/)]);
  },
);

test('a secret in the saved state is not written into the comment', async () => {
  const run = await waiting();
  const draft = JSON.parse(run.runner.states.draft ?? '');
  run.runner.saveState('draft', JSON.stringify({ ...draft, prose: `It says ${TOKEN} and ${KEY}.` }));
  await run.post();
  expect(await run.bodyOf(7)).toMatch(/^It says \*\*\* and \*\*\*\.\n/);
});
