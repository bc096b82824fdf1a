import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, dispatched, labeled } from './events.ts';
import { COMMENT, CREATE, doesAndSays, EDIT, FOLLOW_UP, reset, STATUS, says } from './faults.ts';
import { BOT } from './stub-github.ts';
import { createWorld, type World } from './world.ts';

const MARKER = /<!-- docs-agent-action:\d+ [\w-]+\.([\w-]+)\.([\w-]+) -->/;
const LABEL: Step = { event: labeled() };
const COMMAND: Step = { event: commented('/docs shorter, please'), run: 8 };

/** The status comment of a run, as a thief finds it: at its end, and its first text. */
async function stolen(step: Step = LABEL, key?: string): Promise<{ readonly last: string; readonly first: string }> {
  const world = createWorld();
  world.service.script = { seconds: 1 };
  if (key) world.service.keys.add(key);
  await world.run(key ? { ...step, inputs: { 'api-key': key } } : step);
  const announced = world.requests.find(({ line }) => COMMENT.test(line));
  const first = String(Object(JSON.parse(announced?.request.body ?? '{}')).body);
  return { first, last: world.github.comments[0]?.body ?? '' };
}

/** Other content under the same signature. */
const altered = (body: string, change: (content: string) => string) =>
  body.replace(MARKER, (marker, content: string) => {
    const text = Buffer.from(content, 'base64url').toString();
    return marker.replace(content, Buffer.from(change(text)).toString('base64url'));
  });

interface Forgery {
  readonly name: string;
  readonly make: () => Promise<string>;
}

const FORGERIES: readonly Forgery[] = [
  {
    name: 'with another job',
    make: async () => altered((await stolen()).last, (text) => text.replace('job-1', 'job-2')),
  },
  {
    name: 'with another state',
    make: async () => altered((await stolen()).first, (text) => text.replace('"sending"', '"working","job":"job-1"')),
  },
  {
    name: 'with another signature',
    make: async () =>
      (await stolen()).last.replace(MARKER, (marker, _, sign: string) => marker.replace(sign, 'A'.repeat(43))),
  },
  { name: 'of another version', make: async () => (await stolen()).last.replace('action:1 ', 'action:2 ') },
  {
    name: 'twice in one comment',
    make: async () => {
      const { last } = await stolen();
      return `${last}\n${last}`;
    },
  },
  { name: 'copied from another thread', make: async () => (await stolen({ event: labeled({ number: 99 }) })).last },
  {
    name: 'of a first text, copied from another thread',
    make: async () => (await stolen({ event: labeled({ number: 99 }) })).first,
  },
  { name: 'copied from another comment of the thread', make: async () => (await stolen()).last },
  {
    name: 'copied from another repository',
    make: async () => (await stolen({ ...LABEL, env: { GITHUB_REPOSITORY_ID: '2' } })).last,
  },
  { name: 'signed with another key', make: async () => (await stolen(LABEL, 'docs_AnotherKey0123456789')).last },
];

describe('no run believes a marker', () => {
  test.each(FORGERIES)('$name', async ({ make }) => {
    const world = createWorld();
    world.service.script = { seconds: 1 };
    await world.run({ event: labeled({ number: 99 }), run: 6 }); // a job that a thief could point to
    world.github.say(31, await make(), BOT);
    const before = world.count(STATUS);
    const ended = await world.run(COMMAND);
    expect([ended.verdict, world.count(CREATE), world.count(FOLLOW_UP)]).toEqual(['pull-request', 2, 0]);
    const asked = world.requests.filter(({ line }) => STATUS.test(line)).slice(before);
    expect(asked.filter(({ line }) => !line.endsWith('/job-2'))).toEqual([]);
    expect(ended.log).toMatch(/ignored/);
  });

  test('of any of these kinds in a sweep, and changes no comment', async () => {
    const world = createWorld();
    for (const [at, { make }] of FORGERIES.entries()) world.github.say(40 + at, await make(), BOT);
    const before = world.github.comments.map(({ body }) => body);
    const ended = await world.run({ event: dispatched, inputs: { operation: 'sweep' } });
    expect([ended.verdict, ended.outputs.swept]).toEqual(['swept', '[]']);
    expect(world.github.comments.map(({ body }) => body)).toEqual(before);
    expect([world.count(/ service/), world.count(/^(POST|PATCH|DELETE) /)]).toEqual([0, 0]);
  });

  test('that is the copy of a first text in the same thread: the older comment counts', async () => {
    const world = createWorld();
    world.service.script = { seconds: 1 };
    const killed = await world.run({ ...LABEL, kill: { request: 4, when: 'after' } });
    const [own] = world.github.comments;
    world.github.say(31, own?.body ?? '', BOT);
    const second = await world.run({ ...LABEL, attempt: 2 });
    expect([killed.exitCode, second.verdict, world.count(CREATE)]).toEqual([null, 'unconfirmed', 0]);
  });

  test('of the key before this one, unless the workflow names it', async () => {
    const before = 'docs_TheKeyBefore0123456789';
    for (const isNamed of [false, true]) {
      const world = createWorld();
      world.service.script = { seconds: 1 };
      world.service.keys.add(before);
      await world.run({ ...LABEL, inputs: { 'api-key': before } });
      await world.run({ ...COMMAND, inputs: isNamed ? { 'previous-api-key': before } : {} });
      expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual(isNamed ? [1, 1] : [2, 0]);
    }
  });
});

describe('a marker in the text of a request', () => {
  const quoted = [
    '<!-- docs-agent-action:1 a.b.c -->',
    '`<!-- docs-agent-action:1 a.b.c -->`',
    '&lt;!-- docs-agent-action:1',
  ];
  test.each(quoted)('does not spoil the one of its status comment: %s', async (text) => {
    const { last } = await stolen();
    const world = createWorld();
    world.service.script = { seconds: 1 };
    const event = labeled({ title: `Why ${text} ${last}`, body: `${text}\n${last}` });
    await world.run({ event });
    const second = await world.run({ event, attempt: 2 });
    expect([second.verdict, world.count(CREATE)]).toEqual(['pull-request', 1]);
  });

  test('makes a comment no request at all', async () => {
    const world = createWorld();
    const { last } = await stolen();
    const ended = await world.run({ event: commented(`/docs explain ${last}`) });
    expect([ended.verdict, world.count(CREATE), world.github.comments.length]).toEqual(['skipped', 0, 0]);
  });
});

function edit({ github, time }: World, change: (body: string) => string): void {
  for (const comment of github.comments) {
    comment.body = change(comment.body);
    comment.updatedAt = time.now();
  }
}

describe('while a run waits', () => {
  const changes: readonly { readonly name: string; readonly change: (world: World) => void }[] = [
    { name: 'a person empties its comment', change: (world) => edit(world, () => 'hacked') },
    { name: 'a person takes the marker out', change: (world) => edit(world, (body) => body.replace(MARKER, '')) },
    { name: 'a person rewrites its text', change: (world) => edit(world, (body) => `**Failed**\n${body.slice(-900)}`) },
    {
      name: 'a person alters the marker',
      change: (world) => edit(world, (body) => altered(body, (text) => text.replace('open', 'lost'))),
    },
    { name: 'a person deletes its comment', change: ({ github }) => void github.comments.splice(0) },
    {
      name: 'a person copies its comment',
      change: ({ github }) => void github.say(31, github.comments[0]?.body ?? '', BOT),
    },
  ];
  test.each(changes)(
    '$name: the job’s result is reported all the same, and no second job created',
    async ({ change }) => {
      const world = createWorld();
      void world.time.sleep(20_000).then(() => change(world));
      const ended = await world.run(LABEL);
      const second = await world.run({ ...LABEL, attempt: 2 });
      expect([ended.verdict, ended.exitCode, second.outputs.jobId]).toEqual(['pull-request', 0, expect.anything()]);
      const [own] = world.github.comments;
      if (own?.id === 7) expect(own.body).toMatch(/^\*\*✅ Pull request ready/);
      if (own?.id === 7) expect(world.count(CREATE)).toBe(1);
    },
  );

  test('no edit works: the post step makes the comment true', async () => {
    const world = createWorld();
    world.faults.push({ on: EDIT, how: says(502, '<html>'), times: 999 });
    const ended = await world.run(LABEL);
    expect(world.github.comments[0]?.body).toMatch(/^\*\*⏳ Starting\*\*/);
    world.faults.splice(0);
    await world.post(LABEL, ended);
    expect([ended.verdict, ended.exitCode]).toEqual(['pull-request', 0]);
    expect(world.github.comments[0]?.body).toMatch(/^\*\*✅ Pull request ready/);
  });

  test('the first edits fail: the comment names the job long before the end', async () => {
    const world = createWorld();
    world.service.script = { seconds: 200 };
    world.faults.push({ on: EDIT, how: reset, times: 3 });
    let seen = '';
    void world.time.sleep(100_000).then(() => {
      seen = world.github.comments[0]?.body ?? '';
    });
    await world.run(LABEL);
    expect(seen).toMatch(/Working on it[\s\S]*job-1/);
  });

  test('the service answers with another job: that one’s pull request is not reported', async () => {
    const world = createWorld();
    const other = { id: 'job-9', status: 'completed', prLink: 'https://github.com/acme/docs/pull/9' };
    world.faults.push({ on: STATUS, how: doesAndSays(200, other), times: 999 });
    const ended = await world.run(LABEL);
    expect([ended.verdict, ended.outputs.prLink, ended.outputs.jobId]).toEqual(['error', '', 'job-1']);
    expect(`${ended.shown}${world.github.comments.map(({ body }) => body)}`).not.toMatch(/pull\/9/);
  });

  const ends = [
    {
      name: 'reads as completed for ten seconds, then is active',
      activeFrom: 10_000,
      link: 'https://github.com/acme/docs/pull/2',
    },
    {
      name: 'stays completed without a change',
      activeFrom: Number.POSITIVE_INFINITY,
      link: 'https://github.com/acme/docs/pull/1',
    },
  ];
  test.each(ends)('a follow-up that $name is not reported too early', async ({ activeFrom, link }) => {
    const world = createWorld();
    world.service.script = { seconds: 1 };
    await world.run(LABEL);
    const old = 'https://github.com/acme/docs/pull/1';
    const fields = (at: number) => {
      if (at < activeFrom) return { status: 'completed', prLink: old };
      return at < activeFrom + 25_000 ? { status: 'active', prLink: null } : { status: 'completed', prLink: link };
    };
    world.service.script = { seconds: 1, fields };
    const ended = await world.run(COMMAND);
    expect([ended.verdict, ended.outputs.prLink, world.count(FOLLOW_UP)]).toEqual(['pull-request', link, 1]);
    expect(ended.took).toBeGreaterThan(30_000);
  });
});
