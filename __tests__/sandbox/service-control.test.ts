import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createService, type Service } from '../../sandbox/service/service.ts';

let service: Service;

beforeEach(async () => {
  service = await createService({ pathPrefix: '/docs' });
});
afterEach(() => service.close());

async function control(method: string, path: string, body?: unknown) {
  const response = await fetch(`${new URL(service.url).origin}/_sandbox/${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function create() {
  const response = await fetch(`${service.url}/v2/agent/acme-docs/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: '{"prompt":"x"}',
  });
  return { code: response.status, ...JSON.parse(await response.text()) };
}

describe('the control of the service', () => {
  test('lists requests and jobs, logs none of its own requests, and resets the service', async () => {
    const { id } = await create();
    expect((await control('GET', 'requests')).body).toMatchObject([{ operation: 'create', body: '{"prompt":"x"}' }]);
    expect((await control('GET', 'jobs')).body).toMatchObject([{ id, status: 'active' }]);
    expect(service.requests).toHaveLength(1);
    expect((await control('POST', 'reset')).status).toBe(204);
    expect((await control('GET', 'jobs')).body).toEqual([]);
    expect((await control('GET', 'requests')).body).toEqual([]);
  });

  test('changes the script of all jobs or of one', async () => {
    const { id } = await create();
    expect((await control('POST', `script?job=${id}`, { seconds: 0, end: 'failed' })).status).toBe(204);
    expect((await control('GET', 'jobs')).body).toMatchObject([{ status: 'failed' }]);
    await control('POST', 'script', { seconds: 0, statuses: [] });
    expect(await create()).toMatchObject({ status: 'completed' });
    expect((await control('POST', 'script?job=job_x', {})).status).toBe(404);
  });

  test('adds and clears faults', async () => {
    const fault = { operation: 'create', kind: 'answer', status: 503, body: '{}', times: 'always' };
    expect((await control('POST', 'faults', fault)).status).toBe(204);
    expect([(await create()).code, (await create()).code]).toEqual([503, 503]);
    expect((await control('DELETE', 'faults')).status).toBe(204);
    expect((await create()).code).toBe(201);
  });

  test.each([
    ['faults', '{'],
    ['faults', { operation: 'create', kind: 'explode' }],
    ['faults', { operation: 'other', kind: 'reset' }],
    ['faults', { operation: 'create', kind: 'huge' }],
    ['faults', { operation: 'create', kind: 'answer', status: 7 }],
    ['faults', { operation: 'create', kind: 'reset', tims: 2 }],
    ['script', { seconds: -1 }],
    ['script', { ende: 'failed' }],
  ])('refuses at the address %s the body %j', async (path, body) => {
    expect(await control('POST', path, body)).toEqual({ status: 400, body: { error: expect.any(String) } });
  });

  test('has no other address, and none below the path prefix', async () => {
    expect((await control('GET', 'keys')).status).toBe(404);
    expect((await fetch(`${service.url}/_sandbox/jobs`)).status).toBe(404);
  });
});
