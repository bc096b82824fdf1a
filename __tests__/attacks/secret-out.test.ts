import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, compared, dispatched, labeled, openPull, pushed, sha } from './events.ts';
import { COMMENT, CREATE, EDIT, FOLLOW_UP, LIST, STATUS, says, VISITORS } from './faults.ts';
import { leaks, leaksIn } from './leaks.ts';
import { LINK, PULL } from './pull-events.ts';
import { TOKEN } from './stub-github.ts';
import { API_KEY } from './stub-service.ts';
import { createWorld, type World } from './world.ts';

/** The same secret, as it may be written. */
const each = (text: string, write: (letter: string) => string) => [...text].map(write).join('');
const code = (letter: string) => letter.charCodeAt(0);
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
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64, behind a letter': (secret) => Buffer.from(`x${secret}`).toString('base64'),
  'in base64, behind two letters': (secret) => Buffer.from(`xx${secret}y`).toString('base64'),
  'in base64, across 200 characters': (secret) => 'x '.repeat(93) + Buffer.from(secret).toString('base64'),
  'across 60 characters': (secret) => 'x '.repeat(25) + secret,
  'across 200 characters': (secret) => 'x '.repeat(93) + secret,
  'across 300 characters': (secret) => 'x '.repeat(144) + secret,
  'in a code span': (secret) => `\`${secret}\``,
  'in a link': (secret) => `[${secret}](https://x.example/?k=${secret})`,
};

/** Where a text goes the same way as in another place, these show that it does. */
const FEW = ['as it is', 'with characters of no width', 'across 200 characters', 'in base64, across 200 characters'];
const THOROUGH = /answered 400|model|title|page of the analytics/;

interface Place {
  readonly name: string;
  /** Makes the world say it there, and gives what is to be run. */
  readonly set: (world: World, text: string) => Step;
}

const LABEL: Step = { event: labeled() };

const onService =
  (on: RegExp, status: number, body: (text: string) => unknown): Place['set'] =>
  ({ faults }, text) => {
    faults.push({ on, how: says(status, body(text)), times: 99 });
    return LABEL;
  };

const inJob =
  (fields: (text: string) => object): Place['set'] =>
  ({ service }, text) => {
    service.script = { seconds: 1, fields: () => fields(text) };
    return { ...LABEL, inputs: { timeout: '2m' } };
  };

const inComparison =
  (file: (text: string) => object, message: (text: string) => string): Place['set'] =>
  ({ github }, text) => {
    const commit = { message: message(text), author: { name: text } };
    github.comparison = compared(commit, { patch: `+${text}`, ...file(text) });
    return { event: pushed(sha('a'), sha('b')), inputs: { 'issue-number': '31', context: 'patches' } };
  };

const PLACES: readonly Place[] = [
  ...[400, 401, 403, 404, 422, 500].map((status) => ({
    name: `the body of a create answered ${status}`,
    set: onService(CREATE, status, (error) => ({ error })),
  })),
  { name: 'the details of an error', set: onService(CREATE, 422, (message) => ({ details: [{ message }] })) },
  { name: 'the body of a status answered 401', set: onService(STATUS, 401, (message) => ({ message })) },
  {
    name: 'the body of a status answered 500',
    set: onService(STATUS, 500, (error) => ({ error: { message: error } })),
  },
  { name: 'an error page', set: onService(CREATE, 502, (text) => `<html>${text}</html>`) },
  { name: 'a job id', set: onService(CREATE, 201, (id) => ({ id, status: 'active', prLink: null })) },
  { name: 'a status', set: inJob((status) => ({ status })) },
  { name: 'the path of a pull request link', set: inJob((text) => ({ prLink: `https://x.example/${text}` })) },
  { name: 'the query of a pull request link', set: inJob((text) => ({ prLink: `https://x.example/?key=${text}` })) },
  { name: 'the user of a pull request link', set: inJob((text) => ({ prLink: `https://${text}@x.example/` })) },
  {
    name: 'a job’s model and source',
    set: inJob((text) => ({ model: text, source: { repository: text, ref: text } })),
  },
  { name: 'an issue’s title', set: (_, title) => ({ event: labeled({ title }) }) },
  { name: 'an issue’s body', set: (_, body) => ({ event: labeled({ body }) }) },
  { name: 'a command', set: (_, text) => ({ event: commented(`/docs ${text}`) }) },
  {
    name: 'a commit message',
    set: inComparison(
      () => ({}),
      (text) => text,
    ),
  },
  {
    name: 'a file name',
    set: inComparison(
      (filename) => ({ filename }),
      () => 'x',
    ),
  },
  {
    name: 'a page of the analytics',
    set({ service }, path) {
      const numbers = { human: 1, ai: 1, total: 2 };
      const visitors = [{ path: `/${path}`, ...numbers }];
      service.script = { seconds: 1, visitors: () => ({ totals: numbers, visitors, hasMore: false }) };
      return { event: dispatched, inputs: { operation: 'visitors', window: '7d' } };
    },
  },
  { name: 'the error body of the analytics', set: analyticsRefused },
  ...[COMMENT, LIST, EDIT].map((on) => ({
    name: `GitHub’s error body (${on.source})`,
    set: onService(on, 403, (message) => ({ message, documentation_url: `https://x.example/${message}` })),
  })),
];

function analyticsRefused({ faults }: World, text: string): Step {
  faults.push({ on: VISITORS, how: says(400, { error: text }), times: 9 });
  return { event: dispatched, inputs: { operation: 'visitors', window: '7d' } };
}

describe('no part of a secret gets out', () => {
  test.each(PLACES)('that is in $name, in any encoding', async ({ name: place, set }) => {
    const found: string[] = [];
    for (const [name, write] of Object.entries(WRITINGS)) {
      if (!THOROUGH.test(place) && !FEW.includes(name)) continue;
      const world = createWorld();
      world.service.script = { seconds: 1 };
      const step = set(world, `${write(API_KEY)} ${write(TOKEN)}`);
      const ended = await world.run(step);
      if (leaks(world, [ended]).length > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });

  test('that the service repeats in base64 when it refuses the key', async () => {
    const world = createWorld();
    const error = `Bad key ${Buffer.from(API_KEY).toString('base64')}`;
    world.faults.push({ on: CREATE, how: says(401, { error }) });
    const { shown } = await world.run(LABEL);
    expect(shown).not.toContain(Buffer.from(API_KEY).toString('base64').slice(0, 16));
  });

  test('of seven characters, which is read as an ordinary word, into any comment', async () => {
    const [world, secret] = [createWorld(), 'hunter2'];
    world.service.keys.add(secret);
    world.service.script = { seconds: 2, prLink: LINK };
    world.github.roles.set(secret, 'write');
    world.github.pulls.set(PULL, openPull(PULL, 5_000));
    await world.run({ event: labeled({ sender: secret }), inputs: { 'api-key': secret } });
    const texts = world.github.comments.map(({ body }) => body.replace(/<!--.*-->/, ''));
    expect(texts.filter((text) => text.includes('***'))).toHaveLength(2); // the mention, and the comment on the pull request
    expect(texts.join('\n')).not.toContain(secret);
  });

  test('that a follow-up is refused with', async () => {
    const world = createWorld();
    const first = await world.run(LABEL);
    world.faults.push({ on: FOLLOW_UP, how: says(400, { error: `No: ${API_KEY} ${TOKEN}` }) });
    const second = await world.run({ event: commented('/docs more'), run: 8 });
    expect(leaks(world, [first, second])).toEqual([]);
  });

  test('into the report of the post step', async () => {
    const world = createWorld();
    const step = {
      event: labeled({ title: `Explain ${API_KEY} and ${TOKEN}` }),
      kill: { request: 8, when: 'after' },
    } as const;
    const killed = await world.run(step);
    const after = await world.post(step, killed);
    expect([killed.exitCode, leaks(world, [killed, after])]).toEqual([null, []]);
  });

  test('into the report of the post step, if another step wrote it into the saved state', async () => {
    const world = createWorld();
    const step = { event: labeled(), kill: { request: 8, when: 'after' } } as const;
    const killed = await world.run(step);
    const draft = killed.state.draft?.replace('"prose":"', `"prose":"${API_KEY} ${TOKEN} `) ?? '';
    const after = await world.post(step, { ...killed, state: { ...killed.state, draft } });
    expect(world.github.comments[0]?.body).toContain('***');
    expect(leaks(world, [after])).toEqual([]);
  });

  test('of the key before this one', async () => {
    const world = createWorld();
    const previous = 'docs_Hn4Gt8Wq2Zx6Vb1Mk9';
    world.faults.push({ on: CREATE, how: says(500, { error: `Not ${previous}` }) });
    const { shown } = await world.run({
      event: labeled({ title: previous }),
      inputs: { 'previous-api-key': previous },
    });
    expect(leaksIn(`${shown}${world.github.comments.map(({ body }) => body)}`, [previous])).toEqual([]);
  });

  const bad: readonly { readonly name: string; readonly key: string }[] = [
    { name: 'a line break', key: `${API_KEY}\n${API_KEY}` },
    { name: 'a blank', key: `${API_KEY} x` },
    { name: 'a letter that is not ASCII', key: `${API_KEY}ß` },
  ];
  test.each(bad)('that the workflow passes with $name', async ({ key }) => {
    const world = createWorld();
    const ended = await world.run({ ...LABEL, inputs: { 'api-key': key } });
    expect([ended.verdict, world.requests.length, leaks(world, [ended])]).toEqual(['error', 0, []]);
  });
});

describe('a token of a well-known form gets out neither', () => {
  const other = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
  const named = (ref: string): Step['event'] => {
    const { name, payload } = pushed(sha('a'), sha('b'));
    return { name, payload: { ...payload, ref } };
  };
  const numbers = { human: 1, ai: 1, total: 2 };
  const visitors = { totals: numbers, visitors: [{ path: `/${other}`, ...numbers }], hasMore: false };
  const places: readonly { readonly name: string; readonly step: Step }[] = [
    {
      name: 'as the name of a branch',
      step: { event: named(`refs/heads/x-${other}`), inputs: { branches: '**', 'issue-number': '31' } },
    },
    { name: 'as the name of a branch that does not count', step: { event: named(`refs/heads/x-${other}`) } },
    {
      name: 'as the name of a tag',
      step: { event: named(`refs/tags/v-${other}`), inputs: { compare: 'a...b', 'issue-number': '31' } },
    },
  ];
  test.each(places)('$name', async ({ step }) => {
    const world = createWorld();
    world.github.comparison = compared({ message: 'x', author: { name: 'x' } }, {});
    const ended = await world.run(step);
    expect(['pull-request', 'skipped']).toContain(ended.verdict);
    const sent = world.requests.filter(({ line }) => line.includes('POST')).map(({ request }) => request.body);
    expect(leaksIn(`${ended.shown}${sent}`, [other])).toEqual([]);
  });

  test('in the ranked pages of the summary', async () => {
    const world = createWorld();
    world.service.script = { seconds: 1, visitors: () => visitors };
    const { verdict, log, summary } = await world.run({
      event: dispatched,
      inputs: { operation: 'visitors', window: '7d' },
    });
    expect([verdict, leaksIn(log + summary, [other])]).toEqual(['exported', []]);
  });
});

describe('no file that holds a secret is sent as the prompt', () => {
  const config = `[http]\n\textraheader = AUTHORIZATION: basic ${TOKEN}\n`;
  /** As file systems that ignore case take them for `.git`. */
  const GIT_FOLDERS = ['.git', '.GIT'];
  const files: readonly { readonly path: string; readonly link?: (workspace: string) => void }[] = [
    ...[...GIT_FOLDERS, 'x/../.git', './.git'].map((folder) => ({ path: `${folder}/config` })),
    { path: 'prompt.md', link: (workspace) => symlinkSync('.git/config', join(workspace, 'prompt.md')) },
    {
      path: 'prompt.md',
      link: (workspace) => symlinkSync(join(workspace, '.git/config'), join(workspace, 'prompt.md')),
    },
    { path: 'docs/config', link: (workspace) => symlinkSync('.git', join(workspace, 'docs')) },
    { path: '../event.json' },
    { path: '/proc/self/environ' },
    { path: '/etc/passwd' },
  ];
  test.each(files)('$path', async ({ path, link }) => {
    const world = createWorld();
    const checkout = (workspace: string) => {
      mkdirSync(join(workspace, 'x'));
      for (const folder of GIT_FOLDERS) {
        mkdirSync(join(workspace, folder));
        writeFileSync(join(workspace, folder, 'config'), config);
      }
      link?.(workspace);
    };
    const ended = await world.run({ ...LABEL, inputs: { 'prompt-file': path }, checkout });
    expect([ended.verdict, world.requests.length]).toEqual(['error', 0]);
  });
});
