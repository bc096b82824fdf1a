import { describe, expect, test } from '@jest/globals';
import type { HttpRequest } from '../../src/http/transport.ts';
import {
  aJob,
  COMMENT,
  doneAt,
  EDIT,
  json,
  linesOf,
  live,
  MINUTE,
  STATUS,
  submitted,
} from '../support/scripted-world.ts';

describe('the status comment', () => {
  /** A GitHub that refuses all writes. */
  const writes =
    (status: number) =>
    ({ method, url }: HttpRequest) =>
      method !== 'GET' && url.pathname !== '/graphql' ? json(status, { message: 'No' }) : undefined;

  test.each([401, 403, 404, 410, 422])(
    'that GitHub answers with %d is created once, and the run is an error that creates no job',
    async (status) => {
      const lived = await live({ status: doneAt(MINUTE), github: writes(status) });
      expect(lived.exitCode).toBe(1);
      expect(lived.runner.outputs).toMatchObject({ verdict: 'error', jobId: '', commentUrl: '' });
      expect(lived.requests.filter((line) => [COMMENT, EDIT].includes(line))).toEqual([COMMENT]);
      expect(submitted(lived)).toEqual([]);
      expect(linesOf(lived, 'error')).toMatch(/Status comment not created · no job was created\n.*`comment: false`/s);
    },
  );

  test.each([500, 502, 429])('that GitHub answers with %d is tried until half of the timeout', async (status) => {
    const lived = await live({ status: doneAt(MINUTE), github: writes(status) });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'error', jobId: '' });
    expect(lived.requests.filter((line) => line === COMMENT).length).toBeGreaterThan(1);
    expect(submitted(lived)).toEqual([]);
  });

  test('is not written if `comment` is false', async () => {
    const { requests } = await live({ inputs: { comment: 'false' } });
    expect(requests.filter((line) => line.includes('/comments'))).toEqual([]);
  });

  test('of an event without a thread is written to `issue-number`', async () => {
    const event = { name: 'workflow_dispatch', payload: { sender: { login: 'alice' } } };
    const lived = await live({ event, inputs: { prompt: 'Refresh', 'issue-number': '42' } });
    expect(lived.requests).toContain('POST api.github.com/repos/acme/app/issues/42/comments');
    expect((await live({ event, inputs: { prompt: 'Refresh' } })).comments).toEqual([]);
  });

  test('without a token causes a warning that names the input', async () => {
    const event = { name: 'schedule', payload: {} };
    const lived = await live({ event, inputs: { 'github-token': '', prompt: 'Refresh', 'issue-number': '42' } });
    expect(linesOf(lived, 'warn')).toContain('`github-token`');
    expect(lived.runner.outputs.verdict).toBe('failed');
  });
});

describe('the thread', () => {
  const when =
    (path: RegExp, status: number) =>
    ({ method, url }: HttpRequest) =>
      method === 'GET' && path.test(url.pathname) ? json(status, { message: 'No' }) : undefined;

  test.each([403, 404, 500])('that cannot be read (%d) prevents the job and is reported', async (status) => {
    const lived = await live({ github: when(/\/issues\/31\/comments$/, status) });
    expect(submitted(lived)).toEqual([]);
    expect(lived.runner.outputs.verdict).toBe('error');
    expect(lived.exitCode).toBe(1);
    expect(linesOf(lived, 'error')).toContain(String(status));
  });

  test('is not read if `comment` is false', async () => {
    const { requests } = await live({ inputs: { comment: 'false' } });
    expect(requests.filter((line) => line.includes('/issues/'))).toEqual([]);
  });

  test('shows the status comment two seconds before the job is created', async () => {
    let askedAt = Number.NaN;
    const { comments } = await live({
      create: (_, clock) => {
        askedAt = clock.now();
        return aJob();
      },
    });
    expect(askedAt).toBe(2_000);
    expect(comments[0]).toContain('⏳ Starting');
  });

  test('contains no mention if `notify` is false or an event has no requester', async () => {
    expect((await live({ inputs: { notify: 'false' } })).mentions).toEqual([]);
    const event = { name: 'schedule', payload: {} };
    expect((await live({ event, inputs: { prompt: 'Refresh', 'issue-number': '31' } })).mentions).toEqual([]);
  });

  test('mentions the requester of a job that was still running at the timeout', async () => {
    const lived = await live({ status: () => aJob() });
    expect(lived.runner.outputs.verdict).toBe('timed-out');
    expect(lived.mentions).toEqual([expect.stringContaining('@alice ⌛ Timed out: the job was still running at ')]);
  });

  test('shows the job id with `wait: false`, and the run ends', async () => {
    const lived = await live({ inputs: { wait: 'false' } });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'started', jobId: 'j_8fk2' });
    expect(lived.exitCode).toBe(0);
    expect(lived.requests).not.toContain(STATUS);
    expect(lived.comments.at(-1)).toContain('Job started');
    expect(lived.reactions).toEqual(['eyes']);
  });
});
