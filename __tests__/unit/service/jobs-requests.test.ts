import { beforeEach, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { connect, KEY } from '../../support/connected-service.ts';
import { jobBody } from '../../support/job-body.ts';
import { useNoNetwork } from '../../support/no-network.ts';
import { sampleJob } from '../../support/sample-job.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const seen: Seen[] = [];

beforeEach(() => {
  seen.length = 0;
});
useNoNetwork();

/** Answers anything at the origin with a job, and notes what was asked. */
function answerAll(origin: string): void {
  for (const method of ['GET', 'POST']) nock(origin).persist().intercept(/.*/, method).reply(note);
}

async function note(request: Request): Promise<[status: number, body: string]> {
  const { method, url, headers } = request;
  const text = await request.text();
  seen.push({ method, url, headers: Object.fromEntries(headers), body: text && JSON.parse(text) });
  return [method === 'POST' ? 201 : 200, JSON.stringify(jobBody())];
}

const ORIGIN = 'https://agent.example';

describe('the client', () => {
  test('creates a job with the documented method, URL, headers and body', async () => {
    answerAll(ORIGIN);
    const { service, sent } = connect(ORIGIN);
    expect(await service.createJob('Explain `--json`. “Ünïcode” 🎉')).toMatchObject({ kind: 'accepted' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: 'https://agent.example/v2/agent/p1/job',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'docs-agent-action/test',
        connection: 'close',
      },
      body: { prompt: 'Explain `--json`. “Ünïcode” 🎉' },
    });
    expect(sent).toEqual(['create']);
  });

  test('sends a follow-up as a message of its job', async () => {
    answerAll(ORIGIN);
    const { service, sent } = connect(ORIGIN);
    await service.sendFollowUp(sampleJob(), 'Add a jq example');
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: 'https://agent.example/v2/agent/p1/job/j_8fk2/message',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: { prompt: 'Add a jq example' },
    });
    expect(sent).toEqual(['follow-up']);
  });

  test('reads a status without a body or content type', async () => {
    answerAll(ORIGIN);
    const { service, sent } = connect(ORIGIN);
    expect(await service.readJob('j_8fk2', 1_000)).toMatchObject({ kind: 'job', job: { id: 'j_8fk2' } });
    expect(seen[0]).toMatchObject({ method: 'GET', url: 'https://agent.example/v2/agent/p1/job/j_8fk2', body: '' });
    expect(seen[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, accept: 'application/json' });
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
    expect(sent).toEqual(['status']);
  });
});

describe('the URLs', () => {
  test.each([
    { base: 'https://agent.example', job: '/v2/agent/p1/job' },
    { base: 'https://agent.example/', job: '/v2/agent/p1/job' },
    { base: 'https://agent.example/docs', job: '/docs/v2/agent/p1/job' },
    { base: 'https://agent.example/docs/api//', job: '/docs/api/v2/agent/p1/job' },
    { base: 'https://agent.example:8443/x%20y', job: '/x%20y/v2/agent/p1/job' },
    { base: 'https://agent.example/x//evil.example', job: '/x//evil.example/v2/agent/p1/job' },
  ])('keep the host and the path of the base URL $base', async ({ base, job }) => {
    const { origin } = new URL(base);
    answerAll(origin);
    await connect(base).service.createJob('x');
    expect(seen.map(({ url }) => url)).toEqual([origin + job]);
  });

  test.each([
    ['a b', 'a%20b'],
    ['a/../b', 'a%2F..%2Fb'],
    ['é', '%C3%A9'],
    ['a?b#c', 'a%3Fb%23c'],
    ['$&{id}', '%24%26%7Bid%7D'],
  ])('have the project %s as one segment of the path', async (projectId, encoded) => {
    answerAll(ORIGIN);
    const { service } = connect(ORIGIN, { projectId });
    await service.createJob('x');
    await service.sendFollowUp({ ...sampleJob(), id: 'j1' }, 'x');
    await service.readJob('j1', 1_000);
    const prefix = `https://agent.example/v2/agent/${encoded}/job`;
    expect(seen.map(({ url }) => url)).toEqual([prefix, `${prefix}/j1/message`, `${prefix}/j1`]);
  });

  test.each([
    ['a:b@c=d+e', 'a%3Ab%40c%3Dd%2Be'],
    ['..x', '..x'],
    ['a~b', 'a~b'],
  ])('have the job %s as one segment of the path', async (id, encoded) => {
    answerAll(ORIGIN);
    const { service } = connect(ORIGIN);
    await service.sendFollowUp({ ...sampleJob(), id }, 'x');
    await service.readJob(id, 1_000);
    const job = `https://agent.example/v2/agent/p1/job/${encoded}`;
    expect(seen.map(({ url }) => url)).toEqual([`${job}/message`, job]);
  });

  test.each([
    ['/v2/agent/{projectId}/job/{id}', '/v2/agent/p1/job/j1'],
    ['/jobs/{id}', '/jobs/j1'],
    ['/v3/{id}/{projectId}/{id}', '/v3/j1/p1/j1'],
    ['/status?project={projectId}&job={id}', '/status?project=p1&job=j1'],
  ])('of status requests follow the `job-path` %s', async (jobPath, path) => {
    answerAll(ORIGIN);
    await connect(`${ORIGIN}/api`, { jobPath }).service.readJob('j1', 1_000);
    expect(seen.map(({ url }) => url)).toEqual([`${ORIGIN}/api${path}`]);
  });
});
