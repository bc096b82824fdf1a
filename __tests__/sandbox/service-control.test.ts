import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createService, type Service } from '../../sandbox/service/service.ts';

let service: Service;

beforeEach(async () => {
  service = await createService({ pathPrefix: '/docs' });
});
afterEach(() => service.close());

async function control(method: string, path: string, body?: unknown) {
  const address = `${new URL(service.url).origin}/_sandbox/${path}`;
  const response = await fetch(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function create() {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const url = `${service.url}/v2/agent/acme-docs/job`;
  const response = await fetch(url, { method: 'POST', headers, body: '{"prompt":"x"}' });
  return { code: response.status, ...JSON.parse(await response.text()) };
}

describe('the control of the service', () => {
  test('lists requests and jobs, changes scripts, adds faults, and resets the service', async () => {
    const { id } = await create();
    expect((await control('GET', 'requests')).body).toMatchObject([{ operation: 'create', body: '{"prompt":"x"}' }]);
    expect((await control('POST', `script?job=${id}`, { seconds: 0, end: 'failed' })).status).toBe(204);
    expect((await control('GET', 'jobs')).body).toMatchObject([{ id, status: 'failed' }]);
    const fault = { operation: 'create', kind: 'answer', status: 503, body: '{}', times: 'always' };
    expect((await control('POST', 'faults', fault)).status).toBe(204);
    expect([(await create()).code, (await create()).code]).toEqual([503, 503]);
    expect((await control('DELETE', 'faults')).status).toBe(204);
    expect((await create()).code).toBe(201);
    expect((await control('POST', 'reset')).status).toBe(204);
    expect([(await control('GET', 'jobs')).body, (await control('GET', 'requests')).body]).toEqual([[], []]);
  });

  test.each([
    ['faults', { operation: 'create', kind: 'explode' }],
    ['faults', { operation: 'create', kind: 'answer', status: 7 }],
    ['faults', { operation: 'create', kind: 'reset', tims: 2 }],
    ['script', { ende: 'failed' }],
  ])('refuses at the address %s the body %j', async (path, body) => {
    expect(await control('POST', path, body)).toEqual({ status: 400, body: { error: expect.any(String) } });
  });
});
