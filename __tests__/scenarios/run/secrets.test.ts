import { describe, expect } from '@jest/globals';
import { createAgent } from '../../../sandbox/agent.ts';
import { addAccount, findRepository } from '../../../sandbox/github/model/state.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { createService } from '../../../sandbox/service/service.ts';
import { as, withIssue } from '../../support/events.ts';
import { tracesOf } from '../../support/expectations.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import { leaksIn } from '../../support/leaks.ts';
import { proseOf } from '../../support/markers.ts';
import { killWhilePolling, type Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const job = (fields: object) =>
  respond(201, JSON.stringify({ id: 'j1', status: 'completed', prLink: null, ...fields }));
const error = (status: number, message: string) =>
  respond(status, JSON.stringify({ error: message }));

/** What a careless or hostile service sends back of what it was sent, as the answer to a create. */
const ECHOES: readonly [what: string, answer: (key: string) => FaultForm][] = [
  ['the body of a 401', (key) => error(401, `Bad header: Bearer ${key}`)],
  [
    'the place where the excerpt of an error is cut',
    (key) => error(500, `${'x'.repeat(185)} ${key} and more`),
  ],
  ['a redirect', (key) => respond(307, '', { location: `https://${key}.example/${key}` })],
  ['the id of the job', (id) => job({ id })],
  ['the status of the job', (status) => job({ status })],
  ['the model of the job', (model) => job({ model, createdAt: model })],
  [
    'the link of a pull request',
    (key) => job({ prLink: `https://git.example/acme/${key}/pull/1` }),
  ],
];

// That they appear nowhere is tested after each step of every scenario.
test.each(ECHOES)(
  'key and token are masked, and sent to their own hosts, if %s is the key',
  async (scene, _, answer) => {
    const [key, token] = [scene.service.key, scene.github.tokens.action];
    onService(scene, 'create', answer(key));
    const result = await scene.run({ inputs: { timeout: '20s' } });
    expect(result.masks).toEqual(expect.arrayContaining([key, token]));
    expect(result.rawLog.startsWith('::add-mask::')).toBe(true);
    expect(tracesOf(scene, result)).toContain(result.outputs.verdict);
    expect(scene.sent('create')).toBe(1);
    expectSentToOwnHost(scene);
  },
);

test('key and token appear nowhere if GitHub repeats the token, or every status request is answered with the key', async (scene) => {
  scene.service.script({ seconds: 60 });
  const [key, token] = [scene.service.key, scene.github.tokens.action];
  onGitHub(
    scene,
    'POST comments$',
    respond(422, JSON.stringify({ message: token, errors: [token] })),
  );
  expect((await scene.run()).outputs.verdict).toBe('error');
  scene.github.faults.clear();
  onService(scene, 'get', respond(502, key));
  expect((await scene.run({ inputs: { timeout: '4s' } })).outputs.verdict).toBe('timed-out');
  expectSentToOwnHost(scene);
});

/** Each secret went to its own host, in one header, and nowhere else. */
function expectSentToOwnHost({ service, github }: Scene): void {
  const [key, token] = [service.key, github.tokens.action];
  const toService = service.requests.map(
    ({ headers: { authorization, ...headers }, path, body }) => ({
      authorization,
      rest: JSON.stringify({ headers, path: path.replace(/\/job\/.*/, ''), body }),
    }),
  );
  const toGitHub = github.requests.map(
    ({ headers: { authorization: _, ...headers }, path, body }) =>
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

test('the post step shows nothing of a token that GitHub repeats', {
  job: { seconds: 60 },
}, async (scene) => {
  const main = await killWhilePolling(scene);
  onGitHub(scene, 'PATCH comments', respond(403, scene.github.tokens.action));
  expect((await scene.runPost(main)).log).toContain('issues: write');
});

test('a key with blanks around it is masked in both forms, and sent without them', async (scene) => {
  const result = await scene.run({ inputs: { 'api-key': ` ${scene.service.key}\n` } });
  expect(result.outputs.verdict).toBe('pull-request');
  expect(result.masks).toContain(scene.service.key);
});

test('a key of two lines is an error that shows neither line', async (scene) => {
  const result = await scene.run({ inputs: { 'api-key': 'docs_canary-one\ndocs_canary-two' } });
  expect(result.outputs.verdict).toBe('error');
  expect(tracesOf(scene, result)).not.toContain('docs_canary');
  expect(scene.service.requests).toEqual([]);
});

const GITHUB_TOKEN = `ghs_1234567_eyJ${'hB3dE5gH7'.repeat(3)}.eyJ${'hB3dE5gH7'.repeat(40)}.${'hB3_-E5gH'.repeat(6)}`;

describe.each<[what: string, secretIn: (key: string) => string]>([
  ['the key', (key) => key],
  ['a token of GitHub', () => GITHUB_TOKEN],
])('what contains %s', (_, secretIn) => {
  test('is no job id: unconfirmed, and the field is named', async (scene) => {
    const id = `j_${secretIn(scene.service.key).slice(0, 120)}`;
    onService(scene, 'create', job({ id, status: 'active' }));
    const result = await scene.run();
    expect(result.outputs).toMatchObject({ verdict: 'unconfirmed', jobId: '' });
    expect(result.log).toContain('its field `id`');
    expect([scene.sent('create'), scene.sent('get')]).toEqual([1, 0]);
    expect(tracesOf(scene, result)).not.toContain(id.slice(2, 30));
  });

  test('is no link of a pull request, neither shown nor an output', async (scene) => {
    const secret = secretIn(scene.service.key);
    onService(scene, 'create', job({ prLink: `https://git.example/acme/app/pull/1?x=${secret}` }));
    const result = await scene.run();
    expect(result.outputs.prLink).toBe('');
    expect(tracesOf(scene, result)).not.toMatch(`git\\.example|${secret.slice(0, 20)}`);
  });
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A secret, as it may be written. */
const WRITINGS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in capital letters': (secret) => secret.toUpperCase(),
  'behind backslashes': (secret) => secret.replaceAll('_', '\\_'),
  'encoded for a URL': (secret) => encodeURIComponent(`?k=${secret}`),
  'in JSON': (secret) => JSON.stringify({ key: secret }),
  'in base64, behind a letter': (secret) => base64(`x${secret}`),
  'in base64, behind two letters': (secret) => base64(`xx${secret}y`),
  'in base64, across 200 characters': (secret) => 'x '.repeat(93) + base64(secret),
  'across 60 characters': (secret) => 'x '.repeat(25) + secret,
  'across 200 characters': (secret) => 'x '.repeat(93) + secret,
  'in a link': (secret) => `[${secret}](https://x.example/?k=${secret})`,
};

test.each(Object.entries(WRITINGS))(
  'no part of a secret gets out of issue, error or job, %s',
  async (scene, _, write) => {
    const secrets = [scene.service.key, scene.github.tokens.action];
    const text = secrets.map(write).join(' ');
    const odd = job({ model: text, source: { repository: text, ref: text } });
    for (const fault of [error(400, text), odd]) onService(scene, 'create', fault, { times: 1 });
    const event = withIssue(scene, { title: text, body: text });
    let left = '';
    for (const changes of [{}, {}, { event }])
      left += tracesOf(
        scene,
        await scene.run({ run: { attempt: scene.service.requests.length + 1 }, ...changes }),
      );
    left += JSON.stringify([scene.service.jobs, scene.commentWrites()]);
    expect(left).toContain('redacted');
    expect(leaksIn(left, secrets)).toEqual([]);
  },
);

test('a secret that only sanitizing makes whole gets into no prompt', async (scene) => {
  const [key, token] = [scene.service.key, scene.github.tokens.action];
  const body = [key, token].map((secret) => secret.replace(/.{9}/, '$&<b></b>')).join(' ');
  const event = withIssue(scene, { body });
  await scene.run({ event });
  const prompt = scene.service.jobs[0]?.turns[0]?.prompt ?? '';
  expect(prompt).toContain('[secret redacted]');
  expect(leaksIn(prompt, [key, token])).toEqual([]);
});

test('a key that is read as an ordinary word gets into no comment, also as the login of the requester', async (scene) => {
  const key = 'd_huntr';
  const { hub, repo, owner } = scene.github;
  addAccount(hub, key);
  findRepository(hub, `${owner}/${repo}`)?.roles.set(key, 'write');
  const agent = createAgent(createPerson(scene.github, 'agent'));
  const service = await createService({ key, agent, clock: scene.clock, job: { seconds: 2 } });
  const sender = { ...Object(scene.event.payload.sender), login: key, id: hub.accounts.at(-1)?.id };
  const event = as(withIssue(scene, { user: sender }), { sender });
  const inputs = { 'base-url': service.url, 'api-key': key, notify: 'true', timeout: '1m' };
  const result = await scene.run({ event, inputs });
  await service.close();
  expect(result.outputs.verdict).toBe('pull-request');
  const texts = scene.commentWrites().map(({ body }) => proseOf(body));
  expect(texts.some((text) => text.startsWith('**📝 Opened for'))).toBe(true);
  expect(texts.join('\n').replaceAll('\\', '')).not.toContain(key);
});
