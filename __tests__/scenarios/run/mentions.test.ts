import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import {
  answer,
  botComments,
  byHand,
  command,
  inThread,
  start,
} from '../../support/conversation.ts';
import { alice, as, asks, pushFile, say, type Way } from '../../support/events.ts';
import { onGitHub } from '../../support/faults.ts';
import { type Scene, type SceneOptions, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

const NOTIFY = { notify: 'true' };
/** What GitHub turns into a mention. */
const MENTION = /(?<![\w&/])@[A-Za-z\d][\w-]*/g;

/** The action's comments that mention an account. */
async function mentions(scene: Scene): Promise<string[]> {
  const comments = await botComments(scene);
  return comments.filter(({ prose }) => prose.match(MENTION)).map(({ prose }) => prose);
}

/** The marker of a status comment. */
function markerOf(body = ''): { mentioned?: unknown; phase?: unknown } {
  const [, content = ''] = /<!-- docs-agent-action:1 [\w-]{8}\.([\w-]+)\./.exec(body) ?? [];
  return Object(JSON.parse(String(Buffer.from(content, 'base64url')) || '{}'));
}

describe('the requester', () => {
  test('of a label is mentioned in a new comment when the job ends, after the marker has recorded it', async (scene) => {
    const result = await answer(scene, scene.event, { inputs: NOTIFY });
    const [own, mention] = exactly(2, await botComments(scene));
    expect(result).toMatchObject({
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: own?.url },
    });
    const link = `[acme/docs#2](${result.outputs.prLink})`;
    expect(mention?.body).toBe(
      `@alice ✅ Pull request ready: ${link} for [your request](${own?.url})`,
    );
    expect(own?.prose.match(MENTION)).toBeNull();

    const writes = scene.commentWrites();
    const [recorded, posted] = writes.slice(-2);
    expect(recorded?.method).toBe('PATCH');
    expect(markerOf(recorded?.body)).toMatchObject({ mentioned: 'end', phase: { why: 'ended' } });
    expect(posted).toMatchObject({ method: 'POST', body: expect.stringMatching(/^@alice /) });
    expect(writes.slice(0, -2).map(({ body }) => markerOf(body).mentioned)).not.toContain('end');
  });

  test('is mentioned although a person deleted the status comment, and the warning says that it was deleted', async (scene) => {
    scene.service.script({ seconds: 60 });
    const step = start(scene, scene.event, { inputs: { ...NOTIFY, timeout: '5m' } });
    await scene.until('the job works', () => scene.sent('get') > 1);
    const [status] = await botComments(scene);
    await alice(scene).deleteComment(status?.id ?? 0);
    const result = await step.result;
    expect(result.outputs.verdict).toBe('pull-request');
    expect(warnings(result)).toEqual(['The status comment could not be written: It was deleted.']);
    expect(await mentions(scene)).toEqual([
      expect.stringMatching(
        /^@alice ✅ Pull request ready: .* for \[your request\]\(.*\/actions\/runs\/\d+\)$/,
      ),
    ]);
    const post = await scene.runPost(result);
    expect(post.annotations).toEqual([]);
    expect(await botComments(scene)).toHaveLength(1);
  });

  test('is mentioned once, by the run that attaches to the job', {
    job: { seconds: 6 },
  }, async (scene) => {
    const { outputs } = await answer(scene, scene.event, { inputs: { ...NOTIFY, wait: 'false' } });
    const inputs = {
      ...NOTIFY,
      operation: 'attach',
      'job-id': outputs.jobId ?? '',
      ...inThread(scene),
    };
    for (const id of [1, 2]) await answer(scene, byHand(scene), { inputs, run: { id } });
    expect(await mentions(scene)).toEqual([
      expect.stringMatching(/^@alice ✅ Pull request ready: /),
    ]);
  });

  test.each<{ what: string; says: string } & SceneOptions>([
    {
      what: 'a failed job',
      job: { end: 'failed' },
      says: '@alice ❌ Job failed: the service gives no reason ·',
    },
    {
      what: 'an archived job',
      job: { end: 'archived', pullRequest: false },
      says: '@alice 🗄️ Job archived: without a pull request ·',
    },
    {
      what: 'an unconfirmed create',
      faults: [{ operation: 'create', kind: 'reset' }],
      says: '@alice ❓ Unconfirmed: the service may have accepted the request, so the job may exist ·',
    },
    {
      what: 'a refused create',
      faults: [{ operation: 'create', kind: 'answer', status: 403 }],
      says: '@alice ⛔ Access denied by the service (403): no job was created for',
    },
  ])('is mentioned after $what as well', async (scene, { says }) => {
    await answer(scene, scene.event, { inputs: NOTIFY });
    const [own] = await botComments(scene);
    expect(await mentions(scene)).toEqual([`${says} [your request](${own?.url})`]);
  });

  test('is not mentioned again by a re-run', async (scene) => {
    await answer(scene, scene.event, { inputs: NOTIFY });
    const again = await answer(scene, scene.event, { run: { attempt: 2 }, inputs: NOTIFY });
    expect(again.outputs.verdict).toBe('pull-request');
    expect(await mentions(scene)).toHaveLength(1);
    expect(markerOf((await botComments(scene))[0]?.body).mentioned).toBe('end');
  });

  test('is not mentioned if GitHub refuses the comment: one warning, one attempt, and the verdict stays', async (scene) => {
    onGitHub(scene, 'POST /issues/1/comments$', 500, { skip: 1 });
    const result = await answer(scene, scene.event, { inputs: NOTIFY });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(warnings(result)).toEqual([
      expect.stringContaining('The requester could not be mentioned'),
    ]);
    expect(scene.commentWrites().filter(({ body }) => body.startsWith('@'))).toHaveLength(1);
    const [own] = exactly(1, await botComments(scene));
    expect(own?.prose).toContain('Pull request ready');
  });
});

describe('a timeout', () => {
  const LONG = { job: { seconds: 1_000 } };
  const SHORT = { ...NOTIFY, timeout: '60s' };
  const TIMED_OUT =
    /^@alice ⌛ Timed out: the job was still running at \d\d:\d\d UTC · \[your request\]\(http\S+\)$/;

  test('mentions the requester once per request, and the end once more', LONG, async (scene) => {
    for (const attempt of [1, 2]) {
      const { outputs } = await answer(scene, scene.event, { inputs: SHORT, run: { attempt } });
      expect(outputs.verdict).toBe('timed-out');
      expect(await mentions(scene)).toEqual([expect.stringMatching(TIMED_OUT)]);
      const marker = { phase: { at: 'working' }, mentioned: 'timeout' };
      expect(markerOf((await botComments(scene))[0]?.body)).toMatchObject(marker);
    }
    for (const { id } of scene.service.jobs) scene.service.script({ seconds: 0 }, id);
    for (const attempt of [3, 4]) {
      await answer(scene, scene.event, { inputs: SHORT, run: { attempt } });
      expect(await mentions(scene)).toEqual([
        expect.stringMatching(TIMED_OUT),
        expect.stringMatching(/^@alice ✅ Pull request ready: /),
      ]);
    }
    expect(markerOf((await botComments(scene))[0]?.body)).toMatchObject({
      mentioned: 'end',
      phase: { why: 'ended' },
    });
  });

  test('of `attach` mentions nobody, and the end still does', LONG, async (scene) => {
    const { outputs } = await answer(scene, scene.event, { inputs: { ...NOTIFY, wait: 'false' } });
    const inputs = {
      ...SHORT,
      operation: 'attach',
      'job-id': outputs.jobId ?? '',
      ...inThread(scene),
    };
    const attached = await answer(scene, byHand(scene), { inputs, run: { id: 8 } });
    expect(attached.outputs.verdict).toBe('timed-out');
    expect(await mentions(scene)).toEqual([]);
    scene.service.script({ seconds: 0 }, outputs.jobId);
    await answer(scene, byHand(scene), { inputs, run: { id: 9 } });
    expect(await mentions(scene)).toEqual([
      expect.stringMatching(/^@alice ✅ Pull request ready: /),
    ]);
  });
});

describe('no account is mentioned', () => {
  const sender = { login: 'renovate', type: 'Bot', id: 77 };
  test.each<Way>([
    {
      what: 'for a bot, even one with the login of a person',
      make: async ({ event }) => as(event, { sender }),
    },
    { what: 'for a workflow that an account started', make: async (scene) => byHand(scene) },
    { what: 'for a push', make: (scene) => pushFile(scene, 'list') },
  ])('$what', async (scene, { make }) => {
    const event = await make(scene);
    const bots = event.payload.sender === sender ? { 'allow-bots': 'renovate' } : {};
    const inputs = { prompt: 'Weekly.', ...inThread(scene), ...NOTIFY, ...bots };
    const result = await answer(scene, event, { inputs });
    expect(result.outputs.verdict).toBe('pull-request');
    const [own] = exactly(1, await botComments(scene));
    expect(own?.prose).toContain('Pull request ready');
  });

  test('while the job runs and the run does not wait', { job: { seconds: 60 } }, async (scene) => {
    const result = await answer(scene, scene.event, { inputs: { ...NOTIFY, wait: 'false' } });
    expect(result.outputs.verdict).toBe('started');
    expect((await botComments(scene)).map(({ body }) => markerOf(body).mentioned)).toEqual(['no']);
  });

  test('by untrusted text: only the mention of the requester is live', {
    issue: { title: 'Ask @bob and @acme/team about `--json`', body: '@mallory knows.' },
  }, async (scene) => {
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

const REACTION = 'POST /reactions$';

/** The reactions that the action sent, in order. */
const asked = ({ github }: Scene): string[] =>
  github.requests
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/reactions'))
    .map(({ body }) => String(Object(JSON.parse(body)).content));

/** The reactions that people see on the request. */
async function shownOn(scene: Scene, { name, payload }: GitHubEvent): Promise<string[]> {
  const id = Number(Object(payload.comment).id);
  const number = Number(Object(payload.issue ?? payload.pull_request).number);
  const places = {
    issue_comment: { comment: id },
    pull_request_review_comment: { reviewComment: id },
  };
  const reactions = await alice(scene).readReactions(Object(places)[name] ?? { issue: number });
  expect(reactions.every(({ author }) => author === 'github-actions[bot]')).toBe(true);
  return reactions.map(({ content }) => content);
}

describe('a request gets a reaction when the run starts, and another at the end:', () => {
  const PLACES = [
    'a labeled pull request',
    'a command on a pull request',
    'a command at a line of code',
  ];
  test.each(asks(...PLACES))('$what', async (scene, { make }) => {
    const event = await make(scene);
    const result = await answer(scene, event);
    expect(result).toMatchObject({ annotations: [], outputs: { verdict: 'pull-request' } });
    expect(await shownOn(scene, event)).toEqual(['eyes', 'rocket']);
    expect(asked(scene)).toEqual(['eyes', 'rocket']);
  });

  test('a follow-up, on its own command only', async (scene) => {
    await answer(scene, scene.event);
    scene.service.script({ seconds: 1 });
    const event = await say(scene, '/docs Add a jq example');
    await answer(scene, event);
    expect(await shownOn(scene, event)).toEqual(['eyes', 'rocket']);
    expect(asked(scene)).toEqual(['eyes', 'rocket', 'eyes', 'rocket']);
  });
});

test('a failed job gets another reaction than one with a pull request', {
  job: { end: 'failed' },
}, async (scene) => {
  expect((await answer(scene, scene.event)).outputs.verdict).toBe('failed');
  expect(await shownOn(scene, scene.event)).toEqual(['eyes', '-1']);
});

describe('a reaction', () => {
  test('that is forbidden is one warning that names the permission, and is not tried again', async (scene) => {
    onGitHub(scene, REACTION, 403);
    const result = await answer(scene, scene.event);
    expect(result.outputs.verdict).toBe('pull-request');
    expect(warnings(result)).toEqual([
      expect.stringMatching(
        /reaction could not be added.*\(403\).*`permissions: \{ .*issues: write, .*\}`/,
      ),
    ]);
    expect(asked(scene)).toEqual(['eyes']);
  });

  test('that GitHub does not answer keeps no job from being created and reported', async (scene) => {
    onGitHub(scene, REACTION, { kind: 'hang' });
    const result = await answer(scene, scene.event, { inputs: { timeout: '20s' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(result.outputs.commentUrl).not.toBe('');
  });
});
