import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { AGAIN, botComments, byHand, start } from '../../support/conversation.ts';
import { countCreations, say } from '../../support/events.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import {
  type Changes,
  createScene,
  dispatch,
  type Scene,
  type SceneOptions,
  shown,
  warnings,
} from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { mentions, startSweep, sweep } from '../../support/sweep.ts';

const says = (status: number, message: string, headers: Record<string, string> = {}): FaultForm =>
  respond(status, JSON.stringify({ message }), headers);
const CREATE = 'POST /issues/[0-9]+/comments$';
const UPDATE = 'PATCH /issues/comments/[0-9]+$';
const LIMIT =
  'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

interface Case {
  readonly fault: string;
  readonly form: FaultForm;
  /** GitHub carries the request out. */
  readonly after?: boolean;
  readonly names: string;
}

const FORBIDDEN: Case = {
  fault: '403',
  form: says(403, 'Not accessible by integration'),
  names: 'issues: write',
};
const HTML: Case = { fault: 'HTML', form: respond(502, '<h1>Unicorn</h1>'), names: '502' };
const RESET: Case = { fault: 'a reset', form: { kind: 'reset' }, names: 'the connection broke' };

/** The first group of faults may pass, the second one does not. */
const PASSING: readonly Case[] = [
  HTML,
  {
    fault: '200 and HTML',
    form: respond(200, '<h1>Welcome</h1>'),
    names: 'Status comment not created',
  },
  RESET,
  { ...RESET, fault: 'a reset after it was carried out', after: true },
  { fault: 'no answer', form: { kind: 'hang' }, names: 'no complete answer' },
  {
    fault: 'no answer after it was carried out',
    form: { kind: 'hang' },
    after: true,
    names: 'no complete answer',
  },
  { fault: 'an empty answer', form: { kind: 'empty' }, after: true, names: 'an undocumented form' },
  { fault: '429', form: says(429, 'Slow down', { 'retry-after': '5' }), names: 'rate limit' },
  {
    fault: 'a secondary rate limit',
    form: says(403, LIMIT, { 'retry-after': '5' }),
    names: 'rate limit',
  },
  { fault: 'a secondary rate limit without headers', form: says(403, LIMIT), names: 'rate limit' },
  {
    fault: '403 for abuse',
    form: says(403, 'You have triggered an abuse detection mechanism.'),
    names: 'rate limit',
  },
  ...['was submitted too quickly', "Could not resolve to a node with the global id of 'I_kw'"].map(
    (message) => ({
      fault: `422 ${message.slice(0, 23)}`,
      form: respond(
        422,
        JSON.stringify({ message: 'Validation Failed', errors: [{ field: 'data', message }] }),
      ),
      names: 'not ready',
    }),
  ),
];
/** What GitHub's own message says: no permission is missing. */
const KNOWN: readonly Case[] = [
  {
    fault: 'a locked thread',
    form: says(403, 'Unable to create comment because issue is locked.'),
    names: 'locked',
  },
  {
    fault: 'an archived repository',
    form: says(403, 'Repository was archived so is read-only.'),
    names: 'archived',
  },
  {
    fault: 'SAML',
    form: says(403, 'Resource protected by organization SAML enforcement.'),
    names: 'SAML',
  },
  {
    fault: 'an IP allow list',
    form: says(
      403,
      'The `evil @alice` organization has an IP allow list enabled, and yours is not permitted.',
    ),
    names: 'IP allow list',
  },
  { fault: 'a blocked account', form: says(403, 'User is blocked'), names: 'is blocked' },
  {
    fault: 'disabled issues',
    form: says(410, 'Issues has been disabled in this repository.'),
    names: 'disabled',
  },
  {
    fault: 'a classic token',
    form: says(403, '`acme` forbids access via a personal access token (classic).'),
    names: 'personal access token',
  },
  {
    fault: 'a full thread',
    form: says(403, 'Commenting is disabled on issues with more than 2500 comments'),
    names: 'as many comments',
  },
];
const LASTING: readonly Case[] = [
  { fault: '401', form: says(401, 'Bad credentials'), names: 'expires after an hour' },
  FORBIDDEN,
  { fault: '404', form: says(404, 'Not Found'), names: 'issues: write' },
  { fault: '422', form: says(422, 'Validation Failed'), names: '422' },
  ...KNOWN,
  {
    fault: 'a redirect',
    form: respond(307, '', { location: 'http://127.0.0.1:9/' }),
    names: 'a redirect',
  },
];

const errorsOf = ({ annotations }: StepResult) =>
  annotations.filter(({ level }) => level === 'error').map(({ message }) => message);

describe('the announcement in the thread', () => {
  test.each(PASSING)(
    'is confirmed before the job is created, if it ends with $fault once',
    async (scene, row) => {
      let jobsBefore = 0;
      const onStrike = () => (jobsBefore = scene.service.jobs.length);
      onGitHub(scene, CREATE, row.form, { times: 1, after: row.after === true, onStrike });
      const { outputs } = await scene.run({ inputs: { timeout: '5m' } });
      const [comment] = exactly(1, await scene.comments());
      expect(jobsBefore).toBe(0);
      expect(outputs).toMatchObject({ verdict: 'pull-request', commentUrl: comment?.url });
      expect(comment?.body).toContain('Pull request ready');
      expect(scene.sent('create')).toBe(1);
    },
  );

  test.each([...PASSING, ...LASTING])(
    'that always ends with $fault creates no job, and a re-run does',
    async (scene, row) => {
      onGitHub(scene, CREATE, row.form, { after: row.after === true });
      const result = await scene.run({ inputs: { timeout: '60s' } });
      expect(scene.sent('create')).toBe(row.after ? 1 : 0);
      if (LASTING.includes(row)) {
        // it is not tried again,
        expect([scene.commentWrites().length, result.duration]).toEqual([1, 0]);
        // and leaves nothing for the post step
        expect((await scene.runPost(result)).annotations).toEqual([]);
      }
      scene.github.faults.clear();
      if (!row.after) {
        expect(result.outputs).toMatchObject({ verdict: 'error', jobId: '', commentUrl: '' });
        const [error] = exactly(1, errorsOf(result));
        const head =
          'Status comment not created · no job was created\nThe status comment could not be created: ';
        expect(error?.startsWith(`⛔ error: ${head}`)).toBe(true);
        const fix = LASTING.includes(row) ? 'After a change of the' : 'Re-run the workflow later.';
        for (const part of [row.names, fix, '`comment: false`']) expect(error).toContain(part);
        if (KNOWN.includes(row)) expect(error).not.toMatch(/permissions: \{|evil/);
        expect(await scene.comments()).toEqual([]);
      }
      expect(await shown(scene, result)).not.toMatch(/Unicorn|Welcome/);
      const again = await scene.run({ ...AGAIN, inputs: { timeout: '60s' } });
      expect(again.outputs.verdict).toBe('pull-request');
      expect([scene.sent('create'), (await scene.comments()).length]).toEqual([1, 1]);
    },
  );

  test('that GitHub does not answer is not tried again after half of the timeout', async (scene) => {
    onGitHub(scene, CREATE, { kind: 'hang' });
    const result = await scene.run({ inputs: { timeout: '60s' } });
    expect(result.outputs.verdict).toBe('error');
    // the last attempt began before half of it; the error is reported after that
    expect(result.duration).toBeLessThan(45_000);
  });

  test('whose answer is lost, and that cannot be looked for, is an error that names the failed read', async (scene) => {
    const onStrike = () => onGitHub(scene, 'GET /issues/[0-9]+/comments\\?', 503);
    onGitHub(scene, CREATE, { kind: 'reset' }, { times: 1, after: true, onStrike });
    const [error] = exactly(1, errorsOf(await scene.run({ inputs: { timeout: '60s' } })));
    expect(error).toMatch(/^⛔ error: Request to GitHub failed · no job was created\nReading the/);
    expect(error).toContain('Re-run the workflow later.');
    expect(error).not.toContain('comment: false');
    expect(scene.sent('create')).toBe(0);
  });

  test.each([
    { edit: 'works', says: '**↪️ Duplicate** · [the first status comment](', warns: [] },
    {
      edit: 'is forbidden',
      fault: FORBIDDEN.form,
      says: '**⏳ Starting**',
      warns: [expect.stringContaining('could not be written')],
    },
  ])(
    'that was created twice, as lists lag, counts once, if the edit of the second one $edit',
    async (scene, row) => {
      scene.github.lag.milliseconds = 4_000;
      onGitHub(scene, CREATE, { kind: 'reset' }, { times: 1, after: true });
      if (row.fault) onGitHub(scene, 'PATCH /issues/comments/2$', row.fault);
      const result = await scene.run({ inputs: { timeout: '60s' } });
      const [first, second] = exactly(2, await scene.comments());
      expect(result.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: first?.url });
      expect(first?.url).toMatch(/-1$/);
      expect(first?.body).toContain('Pull request ready');
      expect(second?.body).toContain(row.says);
      expect(warnings(result)).toEqual(row.warns);
      expect([countCreations(scene, scene.issue.number), scene.sent('create')]).toEqual([2, 1]);
    },
  );

  test('is not needed with `comment: false`', async (scene) => {
    onGitHub(scene, CREATE, 403);
    expect((await scene.run({ inputs: { comment: 'false' } })).outputs.verdict).toBe(
      'pull-request',
    );
  });
});

test.each([FORBIDDEN, HTML, RESET])(
  'a last edit that always ends with $fault is one warning',
  async (scene, row) => {
    scene.service.script({ seconds: 1 });
    onGitHub(scene, UPDATE, row.form);
    const result = await scene.run();
    const [comment] = exactly(1, await scene.comments());
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: comment?.url });
    expect(warnings(result)).toEqual([expect.stringContaining(row.names)]);
    expect(countCreations(scene, scene.issue.number)).toBe(1);
  },
);

test.each([
  { job: { seconds: 1, end: 'failed' as const }, says: 'Job failed' },
  { job: { seconds: 3600 }, says: 'Timed out' },
])('a last edit that fails is made by the post step, and says: $says', async (scene, row) => {
  onGitHub(scene, UPDATE, { kind: 'reset' });
  const result = await scene.run();
  scene.github.faults.clear();
  expect((await scene.runPost(result)).annotations).toEqual([]);
  expect((await scene.comments())[0]?.body).toContain(row.says);
});

test('an edit that fails while the run waits is made again after 10 s', {
  job: { seconds: 100 },
}, async (scene) => {
  onGitHub(scene, UPDATE, 502);
  const step = scene.start({ inputs: { timeout: '10m' } });
  await scene.clock.pass(90_000);
  expect([3, 4, 5]).toContain(
    scene.commentWrites().filter(({ method }) => method === 'PATCH').length,
  );
  scene.github.faults.clear();
  await step.result;
});

test('a run and a post step whose edits all fail received the answer of the service, and a sweep does not deny that', async (scene) => {
  scene.service.script({ seconds: 1 });
  onGitHub(scene, UPDATE, { kind: 'reset' });
  const result = await scene.run({ inputs: { timeout: '60s' } });
  expect(result.outputs.verdict).toBe('pull-request');
  await scene.runPost(result);
  scene.github.faults.clear();
  await scene.clock.pass(10 * 60_000);
  await sweep(scene);
  const [comment] = await scene.comments();
  expect(comment?.body).toContain(
    'did not report the answer of the service here. Its log may name the job.',
  );
  expect(comment?.body).not.toContain('received');
});

test.each([false, true])(
  'an edit that is reset is repeated; GitHub carried it out: %s',
  async (scene, after) => {
    scene.service.script({ seconds: 1 });
    onGitHub(scene, UPDATE, { kind: 'reset' }, { times: 1, after });
    const result = await scene.run();
    const [comment] = exactly(1, await scene.comments());
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: comment?.url });
    expect(comment?.body).toContain('Pull request ready');
    expect(warnings(result)).toEqual([]);
  },
);

/**
 * A run without a requester, whose permission GitHub would be asked for, that reports to the issue.
 */
const unattended = ({ issue }: Scene) => ({
  event: dispatch(),
  inputs: { prompt: 'Refresh the pages', 'issue-number': String(issue.number) },
});

test('a run that cannot reach GitHub creates no job, as it cannot read the thread', async (scene) => {
  const result = await scene.run({
    ...unattended(scene),
    env: { GITHUB_API_URL: 'http://127.0.0.1:9' },
  });
  expect(result.outputs).toMatchObject({ verdict: 'error', jobId: '', commentUrl: '' });
  expect(errorsOf(result)).toEqual([
    expect.stringContaining('Reading the comments of the thread from GitHub failed'),
  ]);
  expect(scene.service.requests).toEqual([]);
});

test.each<{ without: string; change: Changes }>([
  { without: 'a repository', change: { env: { GITHUB_REPOSITORY: undefined } } },
  { without: 'a token', change: { inputs: { 'github-token': ' ' } } },
])(
  'a run without $without that is to report in an issue creates no job',
  async (scene, { change }) => {
    const { event, inputs } = unattended(scene);
    const asked = { event, ...change, inputs: { ...inputs, ...change.inputs } };
    const result = await scene.run(asked);
    expect(result.outputs).toMatchObject({ verdict: 'error', commentUrl: '' });
    expect(errorsOf(result)).toEqual([expect.stringContaining('GITHUB_REPOSITORY')]);
    expect(scene.service.requests).toEqual([]);
    const unheard = { ...asked, inputs: { ...asked.inputs, comment: 'false' } };
    expect((await scene.run(unheard)).outputs.verdict).toBe('pull-request');
  },
);

/** What a process read may have changed before it writes. */

const HEADLINE = /^.*?(?= · |\n)/;
const headlines = async (scene: Scene) =>
  (await botComments(scene)).map(({ prose }) => HEADLINE.exec(prose)?.[0]);
const NOTIFY = { notify: 'true' };

/** A command that waits for the job of the label, which works for so long. */
async function withWaiting({ job = { seconds: 60 } }: Pick<SceneOptions, 'job'>) {
  const scene = await createScene({ job });
  await scene.run({ inputs: { wait: 'false' } });
  const event = await say(scene, '/docs Shorter');
  const waiting = start(scene, event, { run: { id: 9 }, inputs: { timeout: '3h' } });
  await scene.clock.pass(10_000);
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
  const again = (attempt = 2) =>
    start(scene, event, { run: { id: 9, attempt }, inputs: { timeout: '3h' } });
  return { ...scene, waiting, again };
}

test('a re-run neither hides the end that a sweep reported after it read the comment, nor mentions the requester again', async (scene) => {
  scene.service.script({ seconds: 605 });
  await scene.run({ inputs: { ...NOTIFY, timeout: '5m' } });
  const created = scene.service.jobs[0]?.createdAt ?? 0;
  // one second before the end of the job
  await scene.clock.pass(created + 604_000 - scene.clock.now());
  onService(scene, 'get', { kind: 'delay', milliseconds: 8_000 }, { times: 1 });
  const before = scene.commentWrites().length;
  const again = scene.start({ run: { attempt: 2 }, inputs: { ...NOTIFY, timeout: '5m' } });
  await scene.clock.pass(2_000);
  await sweep(scene);
  expect((await again.result).outputs.verdict).toBe('pull-request');
  const written = scene.commentWrites().slice(before);
  expect(written.filter(({ body }) => body.includes('Working on it'))).toEqual([]);
  expect(await mentions(scene)).toHaveLength(2); // the timeout, and the end
});

test('a re-run leaves a command as it is that waits in the list, although it was sent meanwhile', async () => {
  await using scene = await withWaiting({});
  const { url, owner, repo, tokens } = scene.github;
  const headers = { authorization: `Bearer ${tokens.alice}` };
  const list = await fetch(`${url}/repos/${owner}/${repo}/issues/1/comments?per_page=100`, {
    headers,
  });
  const body = await list.text();
  await scene.waiting.result;
  const texts = await headlines(scene);
  onGitHub(scene, 'GET /issues/1/comments\\?', respond(200, body), { times: 1 });
  expect((await scene.again().result).outputs.verdict).toBe('pull-request');
  expect(scene.sent('follow-up')).toBe(1);
  expect(await headlines(scene)).toEqual(texts);
});

test('a re-run of a command that was killed while it waited sends it', async () => {
  await using scene = await withWaiting({});
  scene.waiting.kill('SIGKILL');
  expect((await scene.again().result).outputs.verdict).toBe('pull-request');
  expect(scene.sent('follow-up')).toBe(1);
});

test('a sweep leaves a request whose lease was over in the list, and whose run renewed it with the same text since', async () => {
  await using scene = await withWaiting({ job: { seconds: 7_200 } });
  await scene.clock.pass(660_000); // it renewed its lease once
  scene.waiting.kill('SIGKILL');
  await scene.clock.pass(3_600_000);
  const comments = scene.github.hub.repositories[0]?.comments ?? [];
  const onStrike = () => {
    for (const comment of comments)
      if (comment.body.includes('Waiting for')) comment.updatedAt = scene.clock.now();
  };
  onGitHub(
    scene,
    'GET /issues/comments\\?',
    { kind: 'delay', milliseconds: 1 },
    { times: 1, onStrike },
  );
  await sweep(scene);
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
  await sweep(scene, { timeout: '10m' });
  expect(await headlines(scene)).toContainEqual(expect.stringContaining('⏳ Waiting for'));
});

test('two runs whose final edits of one comment fail give up after a few requests', async (scene) => {
  scene.service.script({ seconds: 120 });
  const first = scene.start({ inputs: { timeout: '1h' } });
  await scene.clock.pass(20_000);
  const inputs = {
    operation: 'attach',
    'job-id': scene.service.jobs[0]?.id ?? '',
    'issue-number': '1',
    timeout: '1h',
  };
  const second = scene.start({ event: byHand(scene), run: { id: 9 }, inputs });
  await scene.clock.pass(80_000);
  onGitHub(scene, UPDATE, 502);
  for (const { result } of [first, second]) expect((await result).duration).toBeLessThan(180_000);
  expect(scene.github.requests.length).toBeLessThan(60);
});

test('a run that is cancelled while it waits to try its final edit again ends within 5 s, although GitHub is slow', async (scene) => {
  scene.service.script({ seconds: 20 });
  let failed = false;
  const onStrike = () => {
    scene.github.latency.milliseconds = 1_400;
    failed = true;
  };
  onGitHub(scene, UPDATE, 502, { skip: 1, times: 2, onStrike });
  const step = scene.start({ inputs: { timeout: '5m' } });
  await scene.until('its final edit fails', () => failed);
  await scene.clock.pass(1_000);
  const before = scene.clock.elapsed();
  step.kill('SIGTERM');
  await step.result;
  expect(scene.clock.elapsed() - before).toBeLessThan(5_000);
});

test('a run that GitHub keeps waiting at its end does not mention again whom a sweep mentioned meanwhile', async (scene) => {
  scene.service.script({ seconds: 1_792 });
  onGitHub(scene, 'GET /pulls/2$', respond(429, '', { 'retry-after': '30' }), { times: 1 });
  const step = scene.start({ inputs: { ...NOTIFY, timeout: '1h' } });
  await scene.until('GitHub keeps it waiting', () =>
    scene.github.requests.some(({ path }) => path.endsWith('/pulls/2')),
  );
  await startSweep(scene).result;
  expect((await step.result).outputs.verdict).toBe('pull-request');
  expect(await mentions(scene)).toHaveLength(1);
});
