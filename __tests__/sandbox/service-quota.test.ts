import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../sandbox/clock.ts';
import type { ServiceOptions } from '../../sandbox/service/options.ts';
import { createService, type Service } from '../../sandbox/service/service.ts';

let service: Service;
let now: number;

const HOUR = 3_600_000;

async function start(options: ServiceOptions = {}) {
  service = await createService({ clock: { ...systemClock, now: () => now }, ...options });
}

async function call(path: string, { method = 'POST', body = '{"prompt":"x"}', key = service.key } = {}) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body }),
  });
  const answer = JSON.parse(await response.text());
  return { status: response.status, retryAfter: response.headers.get('retry-after'), id: String(answer.id) };
}

const create = (options = {}) => call('/v2/agent/acme-docs/job', options);
const followUp = (id: string) => call(`/v2/agent/acme-docs/job/${id}/message`);
const get = (path: string) => call(path, { method: 'GET' });

beforeEach(() => {
  now = Date.UTC(2026, 0, 15);
});
afterEach(() => service.close());

describe('the hourly quota', () => {
  test('allows 100 creates and 100 follow-ups, counted apart', async () => {
    await start();
    const { id } = await create();
    for (let count = 1; count < 100; count += 1) expect((await create()).status).toBe(201);
    for (let count = 0; count < 100; count += 1) expect((await followUp(id)).status).toBe(200);
    expect(await create()).toMatchObject({ status: 429, retryAfter: '3600' });
    expect(await followUp(id)).toMatchObject({ status: 429, retryAfter: '3600' });
    expect([service.jobs.length, service.jobs[0]?.turns.length]).toEqual([100, 101]);
  });

  test('counts creates and follow-ups together in strict mode', async () => {
    await start({ quota: { create: 3, together: true } });
    const { id } = await create();
    expect((await followUp(id)).status).toBe(200);
    expect((await followUp(id)).status).toBe(200);
    expect([(await followUp(id)).status, (await create()).status]).toEqual([429, 429]);
  });

  test('rolls, so that a request after `Retry-After` is accepted', async () => {
    await start({ quota: { create: 2 } });
    await create();
    now += 10_500;
    await create();
    const { status, retryAfter } = await create();
    expect([status, retryAfter]).toEqual([429, String(3600 - 10)]);
    now += HOUR - 10_500 - 1;
    expect(await create()).toMatchObject({ status: 429, retryAfter: '1' });
    now += 1;
    expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject({ status: 429, retryAfter: '11' });
  });

  test('counts per project and without refused requests, and is full after a reset', async () => {
    await start({ quota: { create: 1 }, otherProjects: { other: 'docs_other' } });
    expect((await create({ body: '{}' })).status).toBe(400);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(429);
    expect((await call('/v2/agent/other/job', { key: 'docs_other' })).status).toBe(201);
    service.reset();
    expect((await create()).status).toBe(201);
  });

  test('can limit the other operations', async () => {
    await start({ quota: { get: 1, visitors: 1, create: 0 } });
    const paths = ['/v2/agent/acme-docs/job/job_x', '/v1/analytics/acme-docs/visitors'];
    const seen: number[] = [];
    for (const path of [...paths, ...paths]) seen.push((await get(path)).status);
    expect(seen).toEqual([404, 200, 429, 429]);
    expect(await create()).toMatchObject({ status: 429, retryAfter: '3600' });
  });
});
