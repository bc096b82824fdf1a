import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../sandbox/clock.ts';
import type { JobScript } from '../../sandbox/service/job-script.ts';
import { createService, type Service, type ServiceOptions } from '../../sandbox/service/service.ts';

/**
 * What scenarios rely on, and would not miss: a service that is kinder than it should be makes them
 * blind.
 */

const START = Date.UTC(2026, 0, 15, 12);
let service: Service;
let now: number;

async function start(options: ServiceOptions = {}) {
  service = await createService({ clock: { ...systemClock, now: () => now }, ...options });
}

async function call(
  path: string,
  { prompt, key = service.key }: { prompt?: string; key?: string } = {},
) {
  const response = await fetch(`${service.url}/v2/agent/acme-docs/job${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(prompt !== undefined && { method: 'POST', body: JSON.stringify({ prompt }) }),
  });
  const body = Object(JSON.parse(await response.text()));
  return { code: response.status, retryAfter: response.headers.get('retry-after'), ...body };
}

const create = () => call('', { prompt: 'Explain the flag.' });
const followUp = (id: string) => call(`/${id}/message`, { prompt: 'Shorter.' });

beforeEach(() => {
  now = START;
});
afterEach(() => service.close());

const rows: readonly {
  what: string;
  job: Partial<JobScript>;
  followUpAt?: number;
  states: string[];
}[] = [
  {
    what: 'is active, then completed with a pull request',
    job: {},
    states: ['4.9 active -', '5 completed 1'],
  },
  { what: 'fails without one', job: { end: 'failed' }, states: ['4.9 active -', '5 failed -'] },
  { what: 'may change nothing', job: { pullRequest: false }, states: ['5 completed -'] },
  {
    what: 'may be unknown at first, have an odd status, and show its link late',
    job: { startDelay: 2, linkDelay: 3, statuses: [{ status: 'paused', seconds: 4 }] },
    states: ['1.9 404 -', '2 paused -', '4 active -', '5 completed -', '8 completed 1'],
  },
  {
    what: 'works on a follow-up later',
    job: {},
    followUpAt: 2,
    states: ['9 active -', '10 completed 2'],
  },
  {
    what: 'may drop its work for that',
    job: { drops: true },
    followUpAt: 2,
    states: ['5 active -', '7 completed 1'],
  },
  {
    what: 'may show its former end for a moment after a follow-up',
    job: { staleFor: 3 },
    followUpAt: 10,
    states: ['12 completed 1', '13 active -', '15 completed 2'],
  },
];
test.each(rows)('a job $what', async ({ job, followUpAt, states }) => {
  await start({ job });
  const { id } = await create();
  if (followUpAt !== undefined) {
    now = START + followUpAt * 1_000;
    expect((await followUp(id)).code).toBe(200);
  }
  const seen: string[] = [];
  for (const at of states.map((state) => Number.parseFloat(state))) {
    now = START + at * 1_000;
    const { code, status, prLink } = await call(`/${id}`);
    seen.push(`${at} ${code === 200 ? status : code} ${prLink?.split('/').at(-1) ?? '-'}`);
  }
  expect(seen).toEqual(states);
});

test('a job that is archived takes no follow-up', async () => {
  await start({ job: { end: 'archived' } });
  const { id } = await create();
  now += 60_000;
  expect(await call(`/${id}`)).toMatchObject({
    status: 'archived',
    archivedAt: '2026-01-15T12:00:05.000Z',
  });
  expect((await followUp(id)).code).toBe(400);
  expect(service.jobs[0]?.turns).toHaveLength(1);
});

test('a job is seen with each key of its project, and with none of another', async () => {
  await start({ moreKeys: { docs_older: 'acme-docs', docs_other: 'other' } });
  const { id } = await create();
  const answers = await Promise.all(
    ['docs_older', 'docs_other', 'docs_unknown'].map((key) => call(`/${id}`, { key })),
  );
  expect(answers.map(({ code }) => code)).toEqual([200, 403, 401]);
});

test('the quota rolls, so that a request after `Retry-After` is accepted, and counts no refused one', async () => {
  await start({ quota: { create: 2 } });
  expect((await call('', { prompt: '' })).code).toBe(400);
  const { id } = await create();
  now += 10_500;
  expect((await create()).code).toBe(201);
  expect(await create()).toMatchObject({ code: 429, retryAfter: String(3600 - 10) });
  expect((await followUp(id)).code).toBe(200);
  now += 3_600_000 - 10_500;
  expect((await create()).code).toBe(201);
  expect(await create()).toMatchObject({ code: 429, retryAfter: '11' });
});

test('the quota counts creates and follow-ups together in strict mode', async () => {
  await start({ quota: { create: 2, together: true } });
  const { id } = await create();
  expect([(await followUp(id)).code, (await followUp(id)).code, (await create()).code]).toEqual([
    200, 429, 429,
  ]);
});
