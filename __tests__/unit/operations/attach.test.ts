import { describe, expect, test } from '@jest/globals';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { aJob, COMMENT_URL, json, LABELED, live, type World } from '../../support/scripted-world.ts';

const STATUS = 'GET agent.example/v2/agent/p1/job/j_8fk2';
const LIST = 'GET api.github.com/repos/acme/app/issues/31/comments';
const TITLE = 'log Wait for job j_8fk2';

const attach = (world: World = {}) =>
  live({ ...world, inputs: { operation: 'attach', 'job-id': 'j_8fk2', ...world.inputs } });

describe('attaching', () => {
  test('reads the job before the thread, and reports its end there', async () => {
    const { exitCode, runner, requests, comments } = await attach({
      status: () => aJob({ status: 'completed', prLink: PULL_REQUEST }),
    });
    expect(exitCode).toBe(0);
    expect(requests.indexOf(STATUS)).toBeGreaterThanOrEqual(0);
    expect(requests.indexOf(STATUS)).toBeLessThan(requests.indexOf(LIST));
    expect(runner.outputs).toMatchObject({ verdict: 'pull-request', jobId: 'j_8fk2', commentUrl: COMMENT_URL });
    expect(comments.at(-1)).toMatch(/Pull request ready/);
  });

  test('logs once what it waits for', async () => {
    const { runner } = await attach();
    expect(runner.told.filter((line) => line === TITLE)).toHaveLength(1);
  });

  test.each([
    ['does not know the job', 404],
    ['refuses', 401],
    ['does not answer', 502],
  ])('reports nothing in the thread if the service %s', async (_, status) => {
    const { exitCode, runner, requests, reactions } = await attach({ status: () => json(status, {}) });
    expect(exitCode).toBe(1);
    expect(runner.outputs).toMatchObject({ verdict: 'error', jobId: 'j_8fk2', commentUrl: '' });
    expect(runner.told[0]).toBe(TITLE);
    expect(requests.filter((line) => line.includes('/comments'))).toEqual([]);
    expect(reactions).toEqual([]);
  });

  test.each([
    ['answers with the job', aJob()],
    ['answers with an error', json(502, {})],
    ['answers that there is none', json(404, {})],
  ])('is cancelled, and no error, if the run is cancelled while the service %s', async (_, answer) => {
    const cancel = new AbortController();
    const { runner, requests } = await attach({
      cancel,
      status() {
        cancel.abort();
        return answer;
      },
    });
    expect(runner.outputs).toMatchObject({ verdict: 'cancelled' });
    expect(requests.filter((line) => line.includes('/comments'))).toEqual([]);
  });

  test('reads nothing if the requester is denied', async () => {
    const { runner, requests } = await attach({
      event: LABELED,
      permission: () => json(200, { permission: 'read', role_name: 'read' }),
    });
    expect(runner.outputs).toMatchObject({ verdict: 'denied' });
    expect(requests).not.toContain(STATUS);
  });
});
