import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createService, type Service } from '../../sandbox/service/service.ts';

let service: Service;

beforeEach(async () => {
  service = await createService({ pathPrefix: '/internal/docs/', otherProjects: { other: 'docs_other' } });
});
afterEach(() => service.close());

interface Sent {
  readonly project?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

async function post({ project = 'acme-docs', body = '{"prompt":"x"}', headers = {} }: Sent = {}) {
  const response = await fetch(`${service.url}/v2/agent/${project}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

describe('a request to the service', () => {
  test.each([
    ['no key', ''],
    ['another scheme', 'Basic docs_other'],
    ['a key without a prefix', 'Bearer 0123456789abcdef'],
    ['an unknown key', 'Bearer docs_unknown'],
  ])('with %s is answered with 401', async (_, authorization) => {
    const answer = await post({ headers: { authorization } });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(answer.body).toEqual({ error: expect.any(String) });
  });

  test("is answered with 404 for an unknown project, 403 with another project's key, and 201 with its own", async () => {
    expect((await post({ project: 'nobody' })).status).toBe(404);
    expect((await post({ headers: { authorization: 'Bearer docs_other' } })).status).toBe(403);
    expect((await post({ project: 'other', headers: { authorization: 'Bearer docs_other' } })).status).toBe(201);
  });

  test('needs the key for every operation', async () => {
    const paths = ['/v2/agent/acme-docs/job/x', '/v1/analytics/acme-docs/visitors'];
    for (const path of paths) expect((await fetch(service.url + path)).status).toBe(401);
    const message = await fetch(`${service.url}/v2/agent/acme-docs/job/x/message`, { method: 'POST' });
    expect(message.status).toBe(401);
  });

  test('needs a key with the prefix, which a made-up key has', async () => {
    expect(service.key).toMatch(/^docs_[0-9a-f]{32}$/);
    await expect(createService({ key: 'secret' })).rejects.toThrow('prefix');
  });
});

describe('a create', () => {
  test.each([
    ['415 without JSON', 415, { headers: { 'content-type': 'text/plain' } }],
    ['201 with a charset', 201, { headers: { 'content-type': 'application/json; charset=utf-8' } }],
    ['400 when it is no JSON', 400, { body: '{' }],
    ['400 when it is no object', 400, { body: 'null' }],
    ['400 without a prompt', 400, { body: '{}' }],
    ['400 when the prompt is a number', 400, { body: '{"prompt":1}' }],
    ['400 when the prompt is empty', 400, { body: '{"prompt":""}' }],
    ['201 at 1 MiB', 201, { body: JSON.stringify({ prompt: 'x'.repeat(1024 * 1024 - 13) }) }],
    ['413 above 1 MiB', 413, { body: JSON.stringify({ prompt: 'x'.repeat(1024 * 1024 - 12) }) }],
    ['413 far above 1 MiB', 413, { body: 'x'.repeat(20 * 1024 * 1024) }],
  ])('is answered with %s', async (_, status, sent) => {
    const answer = await post(sent);
    expect(answer.status).toBe(status);
    expect(service.jobs).toHaveLength(status === 201 ? 1 : 0);
  });

  test('is the only way to a job: an unknown id or address is answered with 404', async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const unknown = `${service.url}/v2/agent/acme-docs/job/job_x`;
    expect((await fetch(unknown, { headers })).status).toBe(404);
    const message = { method: 'POST', headers, body: '{"prompt":"x"}' };
    expect((await fetch(`${unknown}/message`, message)).status).toBe(404);
    expect((await fetch(`${new URL(service.url).origin}/v2/agent/acme-docs/job/job_x`, { headers })).status).toBe(404);
    expect(service.requests.map(({ operation }) => operation)).toEqual(['get', 'follow-up', 'other']);
  });
});

describe('the log of requests', () => {
  test('has every request as it was sent', async () => {
    const before = Date.now();
    await post({ headers: { 'X-Trace': '7' } });
    await fetch(`${service.url}/v1/analytics/acme-docs/visitors?limit=1&offset=2`);
    const [create, visitors] = service.requests;
    expect(create).toMatchObject({
      operation: 'create',
      method: 'POST',
      path: '/internal/docs/v2/agent/acme-docs/job',
      headers: { 'x-trace': '7', 'content-type': 'application/json' },
      body: '{"prompt":"x"}',
    });
    expect(create?.at).toBeGreaterThanOrEqual(before);
    expect(visitors).toMatchObject({
      operation: 'visitors',
      path: '/internal/docs/v1/analytics/acme-docs/visitors?limit=1&offset=2',
      body: '',
    });
  });
});

describe('the service', () => {
  test('can be closed twice, and refuses a port that is taken', async () => {
    await expect(createService({ port: Number(new URL(service.url).port) })).rejects.toThrow('EADDRINUSE');
    await service.close();
    await service.close();
    await expect(fetch(service.url)).rejects.toThrow();
  });
});

describe('the service with TLS', () => {
  test('uses the given certificate, which a client refuses when it is self-signed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'service-tls-'));
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const subject = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost'];
    await promisify(execFile)('openssl', [...request, ...subject]);
    const secure = await createService({
      tls: { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') },
    });
    try {
      expect(secure.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
      const status = (options: { rejectUnauthorized: boolean }) =>
        new Promise((resolve, reject) => {
          get(`${secure.url}/openapi.json`, options, (response) => resolve(response.resume().statusCode)).on(
            'error',
            reject,
          );
        });
      expect(await status({ rejectUnauthorized: false })).toBe(200);
      await expect(status({ rejectUnauthorized: true })).rejects.toThrow(/self-signed/);
    } finally {
      await secure.close();
      await rm(directory, { recursive: true });
    }
  });
});
