import { expect } from '@jest/globals';
import { createAgent } from '../../../sandbox/agent.ts';
import { addAccount, findRepository } from '../../../sandbox/github/model/state.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { FaultForm as GitHubFault } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { createService, type ServiceFault } from '../../../sandbox/service/service.ts';
import { leaksIn } from '../../support/leaks.ts';
import { proseOf } from '../../support/markers.ts';
import { createScene, type Scene, shown, startPolling } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

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

async function killedWhileWaiting(scene: Scene): Promise<StepResult> {
  const step = await startPolling(scene, { inputs: { timeout: '1m' } });
  step.kill('SIGKILL');
  return step.result;
}

test('key and token appear nowhere in what the post step writes', { job: { seconds: 60 } }, async (scene) => {
  const [key, token] = [scene.service.key, scene.github.tokens.action];
  const main = await killedWhileWaiting(scene);
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

test('a key with blanks around it is masked in both forms, and sent without them', async (scene) => {
  const result = await scene.run({ inputs: { 'api-key': ` ${scene.service.key}\n` } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.masks).toContain(scene.service.key);
  expect(await traces(scene, result)).not.toContain(scene.service.key);
});

test('a key of two lines is an error that shows neither line', async (scene) => {
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

test('a job id that shares characters with a secret is usable', async (scene) => {
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

const each = (text: string, write: (letter: string) => string) => [...text].map(write).join('');
const code = (letter: string) => letter.charCodeAt(0);
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A secret, as it may be written. */
const WRITINGS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in capital letters': (secret) => secret.toUpperCase(),
  'with characters of no width': (secret) => each(secret, (letter) => `${letter}\u200b\u2060`),
  'with soft hyphens': (secret) => each(secret, (letter) => `${letter}\u00ad`),
  'in entities': (secret) => each(secret, (letter) => `&#${code(letter)};`),
  'in percent codes': (secret) => each(secret, (letter) => `%${code(letter).toString(16)}`),
  'behind backslashes': (secret) => secret.replaceAll('_', '\\_'),
  'as JSON escapes it': (secret) => each(secret, (letter) => `\\u${code(letter).toString(16).padStart(4, '0')}`),
  'in hexadecimal': (secret) => Buffer.from(secret).toString('hex'),
  'in base64': base64,
  'in base64, behind a letter': (secret) => base64(`x${secret}`),
  'in base64, behind two letters': (secret) => base64(`xx${secret}y`),
  'in base64, across 200 characters': (secret) => 'x '.repeat(93) + base64(secret),
  'across 60 characters': (secret) => 'x '.repeat(25) + secret,
  'across 200 characters': (secret) => 'x '.repeat(93) + secret,
  'across 300 characters': (secret) => 'x '.repeat(144) + secret,
  'in a link': (secret) => `[${secret}](https://x.example/?k=${secret})`,
};

test.each(Object.entries(WRITINGS))(
  'no part of key and token gets out that is in an issue, an error or a job, %s',
  async (_, write) => {
    await using scene = await createScene();
    const secrets = [scene.service.key, scene.github.tokens.action];
    const text = secrets.map(write).join(' ');
    const failing = { ...create, status: 400, body: JSON.stringify({ error: text }) };
    const odd = { ...create, status: 201, body: job({ model: text, source: { repository: text, ref: text } }) };
    const issue = { ...Object(scene.event.payload.issue), title: text, body: text };
    const event = { ...scene.event, payload: { ...scene.event.payload, issue } };
    let left = '';
    for (const fault of [failing, odd, undefined]) {
      if (fault) scene.service.faults.add(fault);
      const result = await scene.run({ run: { attempt: scene.service.requests.length + 1 }, ...(!fault && { event }) });
      left += await traces(scene, result);
    }
    left += JSON.stringify([scene.service.jobs, scene.commentWrites()]);
    expect(left).toContain('redacted');
    expect(leaksIn(left, secrets)).toEqual([]);
  },
);

test('a key that is read as an ordinary word gets into no comment, also as the login of the requester', async () => {
  const key = 'd_huntr';
  await using scene = await createScene();
  const { hub, repo, owner } = scene.github;
  addAccount(hub, key);
  findRepository(hub, `${owner}/${repo}`)?.roles.set(key, 'write');
  const agent = createAgent(createPerson(scene.github, 'agent'));
  const service = await createService({ key, agent, clock: scene.clock, job: { seconds: 2 } });
  const sender = { ...Object(scene.event.payload.sender), login: key, id: hub.accounts.at(-1)?.id };
  const issue = { ...Object(scene.event.payload.issue), user: sender };
  const event = { ...scene.event, payload: { ...scene.event.payload, sender, issue } };
  const inputs = { 'base-url': service.url, 'api-key': key, notify: 'true', timeout: '1m' };
  const result = await scene.run({ event, inputs });
  await service.close();
  expect(result.outputs.verdict).toBe('pull-request');
  const texts = scene.commentWrites().map(({ body }) => proseOf(body));
  expect(texts.some((text) => text.startsWith('**📝 Opened for'))).toBe(true);
  expect(texts.join('\n').replaceAll('\\', '')).not.toContain(key);
});

test('a secret that another step wrote into the saved state gets into no comment of the post step', async () => {
  await using scene = await createScene({ job: { seconds: 60 } });
  const [key, token] = [scene.service.key, scene.github.tokens.action];
  const main = await killedWhileWaiting(scene);
  const draft = main.state.draft?.replace('"prose":"', `"prose":"${key} ${token} `) ?? '';
  const post = await scene.runPost({ ...main, state: { ...main.state, draft } });
  expect((await scene.comments())[0]?.body).toContain('***');
  const left = await traces(scene, post);
  expect(leaksIn(left, [key, token])).toEqual([]);
});
