import { describe, expect, test } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { Fault } from '../../../sandbox/service/faults.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { answer, byHand, command, say, start, told } from '../../support/conversation.ts';
import { as } from '../../support/events.ts';
import { aliceIn, EDITS, pushIn } from '../../support/pushes.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';

const NOTIFY = { notify: 'true' };
/** What GitHub makes a mention of, and tells somebody. */
const MENTION = /(?<![\w&/])@[A-Za-z\d][\w-]*/g;

/** The action's comments that mention somebody. */
async function mentions(scene: Scene): Promise<string[]> {
  const comments = await told(scene);
  return comments.filter(({ prose }) => prose.match(MENTION)).map(({ prose }) => prose);
}

/** What a status comment remembers. */
function remembered(body = ''): { mentioned?: unknown; state?: unknown } {
  const [, content = ''] = /<!-- docs-agent-action:1 [\w-]{8}\.([\w-]+)\./.exec(body) ?? [];
  return content ? Object(JSON.parse(String(Buffer.from(content, 'base64url')))) : {};
}

const toThread = ({ issue }: Scene) => ({ 'issue-number': String(issue.number) });

describe('where a person asked, one new line mentions them when the job ends', () => {
  test('by a label', async () => {
    await using scene = await createScene({ job: { seconds: 1 } });
    const result = await answer(scene, scene.event, { inputs: NOTIFY });
    const [own, line, ...others] = await told(scene);
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: own?.url },
    });
    const link = `[acme/docs#2](${result.outputs.prLink})`;
    expect(line?.body).toBe(`@alice ✅ Pull request ready: ${link} · [your request](${own?.url})`);
    expect(own?.prose.match(MENTION)).toBeNull();
    expect(others).toEqual([]);
  });

  test('by a command: who wrote it, whoever opened the thread', async () => {
    await using scene = await createScene();
    await answer(scene, await say(scene, '/docs Add a jq example', { login: 'bob' }), { inputs: NOTIFY });
    expect(await mentions(scene)).toEqual([expect.stringMatching(/^@bob ✅ Pull request ready: /)]);
  });

  test('by a follow-up: for each of the requests, when it has ended', async () => {
    await using scene = await createScene();
    await answer(scene, scene.event, { inputs: NOTIFY });
    scene.service.script({ seconds: 1 });
    await command(scene, '/docs Add a jq example', { inputs: NOTIFY });
    expect((await mentions(scene)).map((line) => /^@\w+ .*?:/.exec(line)?.[0])).toEqual([
      '@alice ✅ Pull request ready:',
      '@alice ✅ Follow-up done:',
    ]);
  });

  test('though another run waits for the end, which nobody asked for: once', async () => {
    await using scene = await createScene({ job: { seconds: 6 } });
    const { outputs } = await answer(scene, scene.event, { inputs: { ...NOTIFY, wait: 'false' } });
    const inputs = { ...NOTIFY, operation: 'attach', 'job-id': outputs.jobId ?? '', ...toThread(scene) };
    for (const id of [1, 2]) await answer(scene, byHand(scene), { inputs, run: { id } });
    expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: /)]);
  });

  test.each<{ job?: Partial<JobScript>; fault?: Fault; says: string }>([
    { job: { end: 'failed' }, says: '@alice ❌ The agent failed' },
    { job: { end: 'archived', pullRequest: false }, says: '@alice 🗄️ The job was archived' },
    { fault: { operation: 'create', kind: 'reset' }, says: '@alice ❓ The service may or may not have started this' },
    { fault: { operation: 'create', kind: 'answer', status: 403 }, says: '@alice ⛔ This did not work' },
  ])('$says', async ({ job = {}, fault, says }) => {
    await using scene = await createScene({ job, faults: fault ? [fault] : [] });
    await answer(scene, scene.event, { inputs: NOTIFY });
    const [own] = await told(scene);
    expect(await mentions(scene)).toEqual([`${says} · [your request](${own?.url})`]);
  });

  test('whose account is of an enterprise, with `_` in its name', async () => {
    await using scene = await createScene();
    const login = 'alice_acme';
    const body = JSON.stringify({ permission: 'write', role_name: 'write', user: { login } });
    const path = /collaborators\/alice_acme\/permission/;
    scene.github.faults.add({ kind: 'answer', status: 200, method: 'GET', path, body, times: Infinity });
    await answer(scene, as(scene.event, { sender: { login, id: 4711, type: 'User' } }), { inputs: NOTIFY });
    expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice_acme ✅ Pull request ready: /)]);
  });
});

describe('once', () => {
  test('it stands in the marker before it is said', async () => {
    await using scene = await createScene();
    await answer(scene, scene.event, { inputs: NOTIFY });
    const writes = scene.commentWrites();
    const [recorded, said] = writes.slice(-2);
    expect(recorded?.method).toBe('PATCH');
    expect(remembered(recorded?.body)).toMatchObject({ mentioned: true, state: 'ended' });
    expect(said).toMatchObject({ method: 'POST', body: expect.stringMatching(/^@alice /) });
    expect(writes.slice(0, -2).map(({ body }) => remembered(body).mentioned)).not.toContain(true);
  });

  test('a run that is run again tells the end again, and mentions nobody', async () => {
    await using scene = await createScene();
    await answer(scene, scene.event, { inputs: NOTIFY });
    const again = await answer(scene, scene.event, { run: { attempt: 2 }, inputs: NOTIFY });
    expect(again.outputs.verdict).toBe('pull-request');
    expect(await mentions(scene)).toHaveLength(1);
    expect(remembered((await told(scene))[0]?.body).mentioned).toBe(true);
  });

  test.each([403, 422, 500])(
    'a mention that GitHub does not take (%d) is a warning, and harms nothing',
    async (status) => {
      await using scene = await createScene();
      const path = /\/issues\/\d+\/comments$/;
      scene.github.faults.add({ kind: 'answer', status, method: 'POST', path, skip: 1, times: Infinity });
      const result = await answer(scene, scene.event, { inputs: NOTIFY });
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
      expect(warnings(result)).toEqual([expect.stringContaining('Whoever asked could not be mentioned')]);
      expect(scene.commentWrites().filter(({ body }) => body.startsWith('@'))).toHaveLength(1);
      expect((await told(scene)).map(({ prose }) => prose)).toEqual([expect.stringContaining('Pull request ready')]);
    },
  );
});

describe('nobody is mentioned', () => {
  const bot = (login: string) => (scene: Scene) => as(scene.event, { sender: { login, type: 'Bot', id: 77 } });
  const schedule = (scene: Scene): GitHubEvent => ({ ...byHand(scene), name: 'schedule' });
  test.each<{
    what: string;
    make: (scene: Scene) => GitHubEvent | Promise<GitHubEvent>;
    inputs?: Record<string, string>;
  }>([
    { what: 'where a bot asked', make: bot('renovate[bot]'), inputs: { 'allow-bots': 'renovate[bot]' } },
    {
      what: 'where a bot asked that is named like a person',
      make: bot('renovate'),
      inputs: { 'allow-bots': 'renovate' },
    },
    { what: 'for a schedule', make: schedule },
    { what: 'for a workflow that alice started by hand', make: byHand },
    {
      what: 'for a push',
      async make(scene) {
        await aliceIn(scene).commit(EDITS, 'Print one object a line');
        return pushIn(scene);
      },
    },
    { what: 'with `notify: false`', make: ({ event }) => event, inputs: { notify: 'false' } },
  ])('$what', async ({ make, inputs = {} }) => {
    await using scene = await createScene();
    const event = await make(scene);
    const all = { prompt: 'Weekly.', ...toThread(scene), ...NOTIFY, ...inputs };
    const result = await answer(scene, event, { inputs: all });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    const [own, ...others] = await told(scene);
    expect(own?.prose).toContain('Pull request ready');
    expect(others).toEqual([]);
  });

  test.each([
    { verdict: 'timed-out', inputs: { timeout: '5s' } },
    { verdict: 'started', inputs: { wait: 'false' } },
  ])('while the job goes on: $verdict', async ({ verdict, inputs }) => {
    await using scene = await createScene({ job: { seconds: 60 } });
    const result = await answer(scene, scene.event, { inputs: { ...NOTIFY, ...inputs } });
    expect(result.outputs.verdict).toBe(verdict);
    expect((await told(scene)).map(({ body }) => remembered(body).mentioned)).toEqual([false]);
  });

  test('while the job goes on: cancelled', async () => {
    await using scene = await createScene({ job: { seconds: 60 } });
    const step = start(scene, scene.event, { inputs: NOTIFY });
    await scene.until('the status was read', () => scene.sent('get') > 0);
    step.kill('SIGTERM');
    expect((await step.result).outputs.verdict).toBe('cancelled');
    expect((await told(scene)).map(({ body }) => remembered(body).mentioned)).toEqual([false]);
  });

  test('by their name in the words of others: only the line for who asked is live', async () => {
    const issue = { title: 'Ask @bob and @acme/team about `--json`', body: '@mallory knows.' };
    await using scene = await createScene({ issue });
    const asks = '/docs What @mike said, @trudy';
    await answer(scene, await say(scene, asks), { inputs: NOTIFY });
    await command(scene, '/docs new', { inputs: NOTIFY });
    const bodies = scene.commentWrites().flatMap(({ body }) => (body === asks ? [] : [body]));
    const live = bodies.flatMap((body) => body.replace(/<!--.*-->/, '').match(MENTION) ?? []);
    expect(live).toEqual(['@alice', '@alice']);
    expect(bodies.some((body) => /@&#8203;mike/.test(body))).toBe(true);
    expect(bodies.some((body) => /@&#8203;bob/.test(body))).toBe(true);
  });
});
