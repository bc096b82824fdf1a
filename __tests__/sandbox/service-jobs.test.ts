import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../sandbox/clock.ts';
import type { AgentJob } from '../../sandbox/service/agent.ts';
import type { ServiceOptions } from '../../sandbox/service/options.ts';
import { createService, type Service } from '../../sandbox/service/service.ts';

let service: Service;
let now: number;

const START = Date.UTC(2026, 0, 15, 12);

async function start(options: ServiceOptions = {}) {
  service = await createService({ clock: { ...systemClock, now: () => now }, ...options });
}

async function call(path: string, prompt?: string) {
  const response = await fetch(`${service.url}/v2/agent/acme-docs/job${path}`, {
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(prompt !== undefined && { method: 'POST', body: JSON.stringify({ prompt }) }),
  });
  const body = JSON.parse(await response.text());
  return { code: response.status, ...body };
}

const create = (prompt = 'Explain the flag.') => call('', prompt);
const read = (id: string) => call(`/${id}`);
const followUp = (id: string) => call(`/${id}/message`, 'Shorter.');
/** The job's states at these times, in seconds after the start. */
async function over(id: string, ...seconds: number[]) {
  const seen: string[] = [];
  for (const second of seconds) {
    now = START + second * 1000;
    const { status, prLink } = await read(id);
    seen.push(`${second} ${status} ${prLink?.split('/').at(-1) ?? '-'}`);
  }
  return seen;
}

beforeEach(() => {
  now = START;
});
afterEach(() => service.close());

describe('a job', () => {
  test('is active for its seconds, then completed with a pull request', async () => {
    await start();
    const { id, ...created } = await create();
    expect(created).toEqual({
      code: 201,
      status: 'active',
      source: { repository: 'acme/docs', ref: 'main' },
      model: 'docs-agent-1',
      prLink: null,
      createdAt: '2026-01-15T12:00:00.000Z',
      archivedAt: null,
    });
    expect(await over(id, 0, 4.999, 5, 60)).toEqual([
      '0 active -',
      '4.999 active -',
      '5 completed 1',
      '60 completed 1',
    ]);
    expect((await read(id)).prLink).toBe('https://github.com/acme/docs/pull/1');
  });

  test('of no seconds is complete in the first answer', async () => {
    await start({ job: { seconds: 0 } });
    expect(await create()).toMatchObject({ code: 201, status: 'completed', prLink: expect.any(String) });
  });

  test('that changes no file has no link', async () => {
    await start({ job: { seconds: 0, pullRequest: false } });
    expect(await create()).toMatchObject({ status: 'completed', prLink: null });
  });

  test('fails without a link', async () => {
    await start({ job: { end: 'failed' } });
    const { id } = await create();
    expect(await over(id, 4, 5)).toEqual(['4 active -', '5 failed -']);
  });

  test('is archived at its end, and takes no message then', async () => {
    await start({ job: { end: 'archived' } });
    const { id } = await create();
    now += 60_000;
    expect(await read(id)).toMatchObject({ status: 'archived', archivedAt: '2026-01-15T12:00:05.000Z' });
    expect(await followUp(id)).toEqual({ code: 400, error: 'The job is archived and takes no message.' });
    expect(service.jobs[0]?.turns).toHaveLength(1);
  });

  test('can have a late link, a late start and unknown statuses', async () => {
    await start({ job: { linkDelay: 3, startDelay: 2, statuses: [{ status: 'paused', seconds: 4 }] } });
    const { id } = await create();
    now = START + 1999;
    expect(await read(id)).toMatchObject({ code: 404 });
    expect(await over(id, 2, 4, 5, 8)).toEqual(['2 paused -', '4 active -', '5 completed -', '8 completed 1']);
  });

  test('has the link of its script', async () => {
    await start({ job: { seconds: 0, link: 'javascript:alert(1)' } });
    expect(await create()).toMatchObject({ prLink: 'javascript:alert(1)' });
  });

  test('of another project is unknown', async () => {
    await start({ otherProjects: { other: 'docs_other' } });
    const { id } = await create();
    const headers = { authorization: 'Bearer docs_other' };
    expect((await fetch(`${service.url}/v2/agent/other/job/${id}`, { headers })).status).toBe(404);
  });
});

describe('a follow-up', () => {
  test('of a finished job makes it active again, then brings another link', async () => {
    await start();
    const { id } = await create();
    now = START + 10_000;
    expect(await followUp(id)).toMatchObject({ code: 200, id, status: 'active', prLink: null });
    expect(await over(id, 14, 15)).toEqual(['14 active -', '15 completed 2']);
  });

  test('may read as finished for a moment', async () => {
    await start({ job: { staleFor: 3 } });
    const { id } = await create();
    now = START + 10_000;
    expect(await followUp(id)).toMatchObject({ status: 'completed', prLink: expect.stringMatching(/1$/) });
    expect(await over(id, 12, 13, 15)).toEqual(['12 completed 1', '13 active -', '15 completed 2']);
  });

  test('of an active job is done after its current work', async () => {
    await start();
    const { id } = await create();
    now = START + 2000;
    await followUp(id);
    expect(await over(id, 5, 9, 10)).toEqual(['5 active -', '9 active -', '10 completed 2']);
  });

  test('that changes nothing, or fails, leaves the first pull request', async () => {
    await start({ job: { seconds: 0 } });
    const { id } = await create();
    service.script({ pullRequest: false });
    expect(await followUp(id)).toMatchObject({ status: 'completed', prLink: expect.stringMatching(/1$/) });
    service.script({ end: 'failed' });
    expect(await followUp(id)).toMatchObject({ status: 'failed', prLink: expect.stringMatching(/1$/) });
  });
});

test('an expired key is refused with its reason', async () => {
  await start({ expiredKeys: { docs_old: 'Key expired yesterday.' } });
  const response = await fetch(`${service.url}/v2/agent/acme-docs/job/j1`, {
    headers: { authorization: 'Bearer docs_old' },
  });
  expect([response.status, await response.json()]).toEqual([401, { error: 'Key expired yesterday.' }]);
});

describe('the script', () => {
  test('changes for later jobs, or for one, and goes back on reset', async () => {
    await start();
    const first = await create();
    service.script({ seconds: 20 });
    const second = await create();
    service.script({ seconds: 7, end: 'failed' }, second.id);
    expect(await over(first.id, 5)).toEqual(['5 completed 1']);
    expect(await over(second.id, 6, 7)).toEqual(['6 active -', '7 failed -']);
    expect(() => service.script({}, 'job_unknown')).toThrow('job_unknown');

    service.reset();
    expect([service.jobs, service.requests]).toEqual([[], []]);
    now = START;
    expect(await over((await create()).id, 5)).toEqual(['5 completed 2']);
  });
});

describe('the agent', () => {
  test('works once for each prompt, in order and on one branch', async () => {
    const done: AgentJob[] = [];
    await start({
      agent: {
        run: async (job) => {
          done.push(job);
          await new Promise((resolve) => setTimeout(resolve, 20)); // so that the second request arrives meanwhile
          return { prLink: `https://example.test/pull/${done.length}` };
        },
      },
    });
    const { id } = await create();
    await followUp(id);
    expect(done).toEqual([]);
    now += 10_000;
    await Promise.all([read(id), read(id)]);
    const branch = `docs-agent/${id}`;
    expect(done).toEqual([
      { id, kind: 'create', prompt: 'Explain the flag.', branch, pushes: false },
      { id, kind: 'follow-up', prompt: 'Shorter.', branch, pushes: false },
    ]);
    expect(await read(id)).toMatchObject({ prLink: 'https://example.test/pull/2' });
  });

  test('that is configured to push opens no pull request', async () => {
    await start({ job: { seconds: 0, pushes: true } });
    expect(await create()).toMatchObject({ status: 'completed', prLink: null });
  });

  test.each([
    { drops: false, at: [10], done: ['Explain the flag.', 'Shorter.'] },
    { drops: true, at: [7], done: ['Shorter.'] },
  ])(
    'finishes the current work before a follow-up, unless the service drops it: $drops',
    async ({ drops, at, done }) => {
      const prompts: string[] = [];
      const agent = {
        run: async ({ prompt }: AgentJob) => {
          prompts.push(prompt);
          return { prLink: null };
        },
      };
      await start({ agent, job: { drops } });
      const { id } = await create();
      now += 2_000;
      await followUp(id);
      const [end = 0] = at;
      expect(await over(id, end - 1, end)).toEqual([`${end - 1} active -`, `${end} completed -`]);
      expect(prompts).toEqual(done);
    },
  );

  test('that throws fails the job', async () => {
    await start({ job: { seconds: 0 }, agent: { run: () => Promise.reject(new Error('no model')) } });
    expect(await create()).toMatchObject({ status: 'failed', prLink: null });
    expect(service.jobs[0]?.turns[0]?.outcome?.error).toEqual(new Error('no model'));
  });
});
