import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createService, type Service } from '../../sandbox/service/service.ts';
import { stopAt } from '../../sandbox/stop.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();
let service: Service;

beforeEach(async () => {
  service = await createService({ job: { seconds: 0 } });
});
afterEach(() => service.close());

const world = () => ({ service, github: at().github });

/** Whether a response came shortly after the stop was reached; then aborts the request. */
async function isAnswered(answer: Promise<Response>, client: AbortController): Promise<boolean> {
  const came = await Promise.race([
    answer.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 30, false)),
  ]);
  client.abort();
  await answer.catch(() => undefined);
  return came;
}

describe('a stop at GitHub', () => {
  async function comment(issue: number, signal: AbortSignal | null = null): Promise<Response> {
    const { url, tokens } = at().github;
    const headers = { authorization: `Bearer ${tokens.action}`, 'content-type': 'application/json' };
    const path = `/repos/acme/docs/issues/${issue}/comments`;
    return fetch(url + path, { method: 'POST', headers, signal, body: '{"body":"Hi"}' });
  }
  const point = { at: 'github', method: 'POST', path: /\/comments$/ } as const;

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('holds a request %s it is carried out, with %d comments written', async (when, written) => {
    const { alice } = at();
    const { number } = await alice.openIssue('One', '');
    const client = new AbortController();
    const stop = stopAt(world(), { ...point, when });
    const answer = comment(number, client.signal);
    await stop.reached;
    expect(await alice.readComments(number)).toHaveLength(written);
    expect(await isAnswered(answer, client)).toBe(false);
    expect((await comment(number)).status).toBe(201);
  });

  test('holds the nth request from now on, also when other requests fail', async () => {
    const { github, alice } = at();
    const { number } = await alice.openIssue('One', '');
    expect((await comment(number)).status).toBe(201);
    github.faults.add({ kind: 'answer', status: 502, method: 'POST', path: /\/comments$/ });
    const stop = stopAt(world(), { ...point, nth: 3, when: 'after' });
    expect((await comment(number)).status).toBe(502);
    expect((await comment(number)).status).toBe(201);
    const client = new AbortController();
    const answer = comment(number, client.signal);
    await stop.reached;
    expect(await isAnswered(answer, client)).toBe(false);
    expect(await alice.readComments(number)).toHaveLength(3);
  });
});

describe('a stop at the service', () => {
  async function create(signal: AbortSignal | null = null): Promise<Response> {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const path = `/v2/agent/${service.projectId}/job`;
    return fetch(service.url + path, { method: 'POST', headers, signal, body: '{"prompt":"x"}' });
  }

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('holds a create %s it is carried out, with %d jobs created', async (when, jobs) => {
    const client = new AbortController();
    const stop = stopAt(world(), { at: 'service', operation: 'create', when });
    const answer = create(client.signal);
    await stop.reached;
    expect(service.jobs).toHaveLength(jobs);
    expect(service.requests).toHaveLength(1);
    expect(await isAnswered(answer, client)).toBe(false);
    expect((await create()).status).toBe(201);
  });

  test('holds the second status request', async () => {
    const { id } = Object(await (await create()).json());
    const stop = stopAt(world(), { at: 'service', operation: 'get', nth: 2, when: 'before' });
    const headers = { authorization: `Bearer ${service.key}` };
    const path = `/v2/agent/${service.projectId}/job/${id}`;
    const get = (signal: AbortSignal | null = null) => fetch(service.url + path, { headers, signal });
    expect((await get()).status).toBe(200);
    const client = new AbortController();
    const answer = get(client.signal);
    await stop.reached;
    expect(await isAnswered(answer, client)).toBe(false);
  });
});
