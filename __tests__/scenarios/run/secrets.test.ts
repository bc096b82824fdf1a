import { expect, test } from '@jest/globals';
import type { FaultForm as GitHubFault } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import type { ServiceFault } from '../../../sandbox/service/service.ts';
import { createScene, type Scene, shown } from '../../support/scene.ts';

/** What a careless or hostile server sends back of what it was sent. */
interface Echo {
  readonly what: string;
  readonly service?: (key: string) => ServiceFault;
  readonly github?: (token: string) => GitHubFault;
  /** Default: true. */
  readonly createsJob?: boolean;
}

const create = { operation: 'create', kind: 'answer' } as const;
const status = { operation: 'get', kind: 'answer' } as const;
const job = (fields: object) => JSON.stringify({ id: 'j1', status: 'completed', prLink: null, ...fields });

const ECHOES: readonly Echo[] = [
  { what: 'nothing' },
  {
    what: 'the key in the body of a 401',
    service: (key) => ({ ...create, status: 401, body: JSON.stringify({ error: `Bad header: Bearer ${key}` }) }),
  },
  {
    what: 'the key where the excerpt of an error is cut',
    service: (key) => ({
      ...create,
      status: 500,
      body: JSON.stringify({ error: `${'x'.repeat(185)} ${key} and more` }),
    }),
  },
  {
    what: 'the key in a redirect',
    service: (key) => ({ ...create, status: 307, headers: { location: `https://${key}.example/${key}` } }),
  },
  { what: 'the key as the id of the job', service: (key) => ({ ...create, status: 201, body: job({ id: key }) }) },
  {
    what: 'the key as the status of the job',
    service: (key) => ({ ...create, status: 201, body: job({ status: key }) }),
  },
  {
    what: 'the key as the model of the job',
    service: (key) => ({ ...create, status: 201, body: job({ model: key, createdAt: key }) }),
  },
  {
    what: 'the key in the link of a pull request',
    service: (key) => ({ ...create, status: 201, body: job({ prLink: `https://git.example/acme/${key}/pull/1` }) }),
  },
  {
    what: 'the key in every answer to a status request',
    service: (key) => ({ ...status, status: 502, body: key, times: Infinity }),
  },
  {
    what: 'the token in an error of GitHub',
    github: (token) => ({ kind: 'answer', status: 422, body: JSON.stringify({ message: token, errors: [token] }) }),
    createsJob: false,
  },
];

/** Everything that outlives the run or that people see, as it is and without Markdown's escapes. */
async function traces(scene: Scene, result: StepResult): Promise<string> {
  const unmasked = result.rawLog.replaceAll(/^::add-mask::.*$/gm, '');
  const text = [unmasked, await shown(scene, result), ...Object.values(result.state)].join('\n');
  return `${text}\n${text.replaceAll('\\', '').replaceAll('&#8203;', '')}`;
}

test.each([...ECHOES])('key and token appear nowhere if the answers repeat $what', async (row) => {
  const { service, github, createsJob = true } = row;
  await using scene = await createScene({ job: { seconds: 1 } });
  const [key, token] = [scene.service.key, scene.github.tokens.action];
  if (service) scene.service.faults.add(service(key));
  if (github) scene.github.faults.add({ ...github(token), method: 'POST', path: /comments$/ });
  const result = await scene.run({ inputs: { timeout: '4s' } });
  expect(result.masks).toEqual(expect.arrayContaining([key, token]));
  expect(result.rawLog.startsWith('::add-mask::')).toBe(true);
  const left = await traces(scene, result);
  expect(left).not.toContain(key);
  expect(left).not.toContain(token);
  expect(left).toContain(result.outputs.verdict);
  expect(scene.sent('create')).toBe(createsJob ? 1 : 0);
  expectSentToOwnHost(scene);
});

/** Each secret went to its own host, in one header, and nowhere else. */
function expectSentToOwnHost({ service, github }: Scene): void {
  const [key, token] = [service.key, github.tokens.action];
  const toService = service.requests.map(({ headers: { authorization, ...headers }, path, body }) => ({
    authorization,
    rest: JSON.stringify({ headers, path: path.replace(/\/job\/.*/, ''), body }),
  }));
  const toGitHub = github.requests.map(({ headers: { authorization: _, ...headers }, path, body }) =>
    JSON.stringify({ headers, path, body }),
  );
  for (const { authorization, rest } of toService) {
    expect(authorization).toBe(`Bearer ${key}`);
    expect(rest).not.toContain(key);
    expect(rest).not.toContain(token);
  }
  for (const { headers } of github.requests) expect(headers.authorization).not.toContain(key);
  for (const rest of toGitHub) {
    expect(rest).not.toContain(key);
    expect(rest).not.toContain(token);
  }
}

test('key and token appear nowhere in what the post step writes', async () => {
  await using scene = await createScene({ job: { seconds: 60 } });
  const [key, token] = [scene.service.key, scene.github.tokens.action];
  const step = scene.start({ inputs: { timeout: '1m' } });
  await scene.until('the status was read', () => scene.sent('get') > 0);
  step.kill('SIGKILL');
  const main = await step.result;
  scene.github.faults.add({ kind: 'answer', status: 403, body: token, method: 'PATCH', path: /comments/, times: 9 });
  const post = await scene.runPost(main);
  const left = await traces(scene, { ...post, state: { ...main.state, ...post.state } });
  expect(left).toContain('issues: write');
  expect(left).not.toContain(key);
  expect(left).not.toContain(token);
});

test('the previous key is masked, appears nowhere, and is sent to no host', async () => {
  const previous = 'docs_previous-canary-0123';
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.service.faults.add({ ...status, status: 500, body: JSON.stringify({ error: `Not ${previous}` }) });
  const inputs = { 'previous-api-key': ` ${previous}`, timeout: '20s' };
  const result = await scene.run({ inputs });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.masks).toEqual(expect.arrayContaining([previous, ` ${previous}`]));
  expect(result.rawLog.startsWith('::add-mask::')).toBe(true);
  const left = await traces(scene, result);
  expect(left).not.toContain('previous-canary');
  for (const { headers, path, body } of [...scene.service.requests, ...scene.github.requests]) {
    expect(JSON.stringify({ headers, path, body })).not.toContain('previous-canary');
  }
});

test('a key with blanks around it is masked in both forms, and sent without them', async () => {
  await using scene = await createScene();
  const result = await scene.run({ inputs: { 'api-key': ` ${scene.service.key}\n` } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.masks).toContain(scene.service.key);
  expect(await traces(scene, result)).not.toContain(scene.service.key);
});

test('a key of two lines is an error that shows neither line', async () => {
  await using scene = await createScene();
  const result = await scene.run({ inputs: { 'api-key': 'docs_canary-one\ndocs_canary-two' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(await traces(scene, result)).not.toContain('docs_canary');
  expect(scene.service.requests).toEqual([]);
});

const GITHUB_TOKEN = `ghs_1234567_eyJ${'hB3dE5gH7'.repeat(3)}.eyJ${'hB3dE5gH7'.repeat(40)}.${'hB3_-E5gH'.repeat(6)}`;

test.each([
  ['the key', (key: string) => `j_${key}`],
  ['a token of GitHub', () => `j${GITHUB_TOKEN.slice(0, 120)}`],
])('a job id that contains %s is refused: unconfirmed, and the field is named', async (_, idWith) => {
  await using scene = await createScene();
  const id = idWith(scene.service.key);
  scene.service.faults.add({ ...create, status: 201, body: job({ id, status: 'active' }) });
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed', jobId: '' } });
  expect(result.log).toContain('its field `id`');
  expect(scene.sent('create')).toBe(1);
  expect(scene.sent('get')).toBe(0);
  expect(await traces(scene, result)).not.toContain(id.slice(1, 30));
});

test('a job id that shares characters with a secret is usable', async () => {
  await using scene = await createScene();
  const id = '00000000-0000-4000-8000-00000000c0de';
  scene.service.faults.add({ ...create, status: 201, body: job({ id }) });
  const result = await scene.run({ inputs: { 'previous-api-key': 'docs_00000000-0000-4000-8000' } });
  expect(result.outputs).toMatchObject({ verdict: 'no-changes', jobId: id });
});

test.each([
  ['the key', (key: string) => key],
  ['a token of GitHub', () => GITHUB_TOKEN],
])('a pull request link that contains %s is neither linked nor an output', async (_, partOf) => {
  await using scene = await createScene();
  const part = partOf(scene.service.key);
  const prLink = `https://git.example/acme/app/pull/1?x=${part}`;
  scene.service.faults.add({ ...create, status: 201, body: job({ prLink }) });
  const result = await scene.run();
  expect(result.outputs.prLink).toBe('');
  expect(await traces(scene, result)).not.toContain('git.example');
  expect(await traces(scene, result)).not.toContain(part.slice(0, 20));
});

test.each([
  ['plain', (key: string) => key],
  ['across the cut of a quote', (key: string) => `${'x'.repeat(190)} ${key}`],
  ['in base64', (key: string) => Buffer.from(`a:${key}`).toString('base64')],
  ['with entities', (key: string) => key.replaceAll('_', '&#95;')],
])('the key in title and body of an issue is neither sent nor quoted, %s', async (_, write) => {
  await using scene = await createScene({ issue: { title: 'Explain PLACE', body: 'It says PLACE.' } });
  const { key } = scene.service;
  const text = write(key);
  const event = JSON.parse(JSON.stringify(scene.event).replaceAll('PLACE', text));
  const result = await scene.run({ event });
  expect(result.outputs.verdict).toBe('pull-request');
  const sent = JSON.stringify(scene.service.jobs);
  expect(sent).toContain('[secret redacted]');
  for (const part of [key, key.slice(0, 14), text.slice(-16)]) {
    expect(sent).not.toContain(part);
    expect(await traces(scene, result)).not.toContain(part);
  }
});
