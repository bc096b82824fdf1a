import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { labeled, openPull, sha } from './events.ts';
import { CREATE, deaf, FOLLOW_UP, STATUS, says } from './faults.ts';
import {
  agentCommits,
  LINK,
  openings,
  PULL,
  pulled,
  pushedTo,
  workflowRan,
  worldWithAgentPull,
} from './pull-events.ts';
import { createWorld, type How, type World } from './world.ts';

/** The job of the label is the only one, and got no further prompt. */
const createsNothing = (world: World) => expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([1, 0]);

/** With an instruction of its own, a request needs no changes that the stub would have to know. */
const GO = { context: 'none', prompt: 'Update the docs' };
const REUSE = { 'pull-request': 'reuse' };

/** Deletes the comment by which the agent's pull request is recognized. */
function forgetOpening(world: World): void {
  for (const comment of openings(world)) world.github.comments.splice(world.github.comments.indexOf(comment), 1);
}

interface Cause {
  readonly name: string;
  readonly step: (world: World) => Step;
}

const CAUSES: readonly Cause[] = [
  { name: 'its opening', step: () => ({ event: pulled('opened') }) },
  {
    name: 'its opening, where no label is needed',
    step: () => ({ event: pulled('opened'), inputs: { 'trigger-label': '*' } }),
  },
  { name: 'its reopening', step: () => ({ event: pulled('reopened') }) },
  { name: 'the end of its draft', step: () => ({ event: pulled('ready_for_review') }) },
  { name: 'a label on it', step: () => ({ event: pulled('labeled') }) },
  { name: 'its new commits', step: () => ({ event: pulled('synchronize'), inputs: REUSE }) },
  { name: 'its opening against another branch', step: () => ({ event: pulled('opened', { base: 'release/1' }) }) },
  { name: 'its merge', step: () => ({ event: pulled('closed', { mergeCommit: sha('d') }) }) },
  {
    name: 'its merge into another branch than at first',
    step: () => ({ event: pulled('closed', { mergeCommit: sha('d'), base: 'release/1' }) }),
  },
  ...[1, 20, 98].map((count) => ({
    name: `the push of its merge with ${count} commits`,
    step(world: World) {
      const { before, after } = agentCommits(world, count);
      return { event: pushedTo('main', before, after) };
    },
  })),
  {
    name: 'the push of its merge, with the input context: none',
    step(world) {
      const { before, after } = agentCommits(world);
      return { event: pushedTo('main', before, after), inputs: GO };
    },
  },
  {
    name: 'the push of its merge to a branch of `branches`',
    step(world) {
      const { before, after } = agentCommits(world);
      return { event: pushedTo('release/1', before, after), inputs: { branches: 'release/*' } };
    },
  },
  {
    name: 'the push of its merge, with pull-request: reuse',
    step(world) {
      const { before, after } = agentCommits(world);
      return { event: pushedTo('main', before, after), inputs: REUSE };
    },
  },
  {
    name: 'a deployment of its merge',
    step: (world) => ({ event: workflowRan({ head: agentCommits(world).after }) }),
  },
  {
    name: 'a deployment of its merge, by a schedule',
    step: (world) => ({ event: workflowRan({ head: agentCommits(world).after, event: 'schedule' }) }),
  },
];

describe('no paid loop: the agent’s pull request, opened with a token of alice, causes no job by', () => {
  const memories: readonly { readonly name: string; readonly link?: string; readonly forget?: boolean }[] = [
    { name: 'its comment' },
    { name: 'the link of its job only', forget: true },
    { name: 'a link in another letter case', link: 'https://GitHub.com/Acme/APP/pull/44', forget: true },
  ];
  const cases = CAUSES.flatMap((cause) => memories.map((memory) => ({ ...cause, memory })));
  test.each(cases)('$name, recognized by $memory.name', async ({ step, memory: { link, forget } }) => {
    const world = await worldWithAgentPull(link);
    expect(openings(world)).toHaveLength(1);
    if (forget) forgetOpening(world);
    const { inputs, ...rest } = step(world);
    const ended = await world.run({
      inputs: rest.event.name === 'pull_request' ? { ...GO, ...inputs } : { ...inputs },
      ...rest,
      run: 8,
    });
    createsNothing(world);
    expect([ended.verdict, ended.exitCode]).toEqual(['skipped', 0]);
  });

  const spellings = [
    'https://www.github.com/acme/app/pull/44',
    'https://github.com/acme/app/pull/44/',
    'https://github.com/acme/app/pull/44/files',
    'https://github.com/acme/app/pull/44/commits?w=1',
    'https://github.com/acme/app/pull/44#issuecomment-9',
    'https://api.github.com/repos/acme/app/pulls/44',
    'https://github.com/ACME/App/PULL/44',
  ].flatMap((link) => ['opened', 'labeled', 'closed'].map((action) => ({ action, link })));
  test.each(spellings)(
    'which is $action hours after the end of its job, whose link is $link',
    async ({ action, link }) => {
      const world = await worldWithAgentPull(link);
      const at = 2 * 3_600_000;
      world.github.pulls.set(PULL, openPull(PULL, at));
      await world.time.during(world.time.sleep(at));
      const merge = action === 'closed' ? { mergeCommit: sha('d') } : {};
      const ended = await world.run({ event: pulled(action, { at, ...merge }), inputs: GO, run: 8 });
      createsNothing(world);
      expect([ended.verdict, ended.exitCode]).toEqual(['skipped', 0]);
    },
  );

  test.each(['opened', 'reopened', 'ready_for_review', 'labeled', 'closed'])(
    'which does not show in these tests only because %s is no request at all',
    async (action) => {
      const world = await worldWithAgentPull();
      const merge = action === 'closed' ? { mergeCommit: sha('d') } : {};
      await world.run({ event: pulled(action, { number: 45, ...merge }), inputs: GO, run: 8 });
      expect(world.count(CREATE)).toBe(2);
    },
  );

  // GitHub lists the first 100 commits of a comparison.
  test('a push of 101 of its commits', async () => {
    const world = await worldWithAgentPull();
    const { before, after } = agentCommits(world, 100);
    await world.run({ event: pushedTo('main', before, after), run: 8 });
    createsNothing(world);
  });

  test('the push of its merge from a fork of the agent', async () => {
    const world = await worldWithAgentPull();
    forgetOpening(world);
    const { before, after } = agentCommits(world);
    const fork = { ref: 'agent', sha: sha('c'), repo: { id: 2, full_name: 'agent/app' } };
    world.github.pulls.set(PULL, { ...world.github.pulls.get(PULL), head: fork });
    await world.run({ event: pushedTo('main', before, after), run: 8 });
    createsNothing(world);
  });

  // The link of the job has the old name, so the job's pull request counts as one of another repository.
  test.failing('its opening after the repository was renamed', async () => {
    const world = await worldWithAgentPull('https://github.com/acme/app-before/pull/44');
    await world.run({ event: pulled('opened'), run: 8, inputs: GO });
    createsNothing(world);
  });

  const unclear: readonly { readonly name: string; readonly how: How }[] = [
    { name: 'answers 429', how: says(429, {}, { 'retry-after': '600' }) },
    { name: 'answers 429 without a time', how: says(429) },
    { name: 'answers 502', how: says(502, '<html>') },
    { name: 'answers HTML', how: says(200, '<html>') },
    { name: 'refuses the key', how: says(403) },
    { name: 'never answers', how: deaf },
  ];
  test.each(unclear)(
    'its opening while the service $name about the job that opened it, and that is no error',
    async ({ how }) => {
      const world = createWorld();
      world.github.pulls.set(PULL, openPull(PULL, 0));
      world.service.script = { seconds: 1, prLink: LINK };
      await world.run({ event: labeled(), inputs: { wait: 'false' } });
      world.faults.push({ on: STATUS, how, times: Number.POSITIVE_INFINITY });
      const ended = await world.run({ event: pulled('opened', { at: 1_000 }), run: 8, inputs: GO });
      createsNothing(world);
      expect([ended.verdict, ended.exitCode]).toEqual(['skipped', 0]);
    },
  );

  // The oldest job is the first to open a pull request, and at most 50 jobs are read.
  test('its opening while 25 jobs are open, and its job is the oldest', async () => {
    const world = createWorld();
    for (let at = 0; at < 25; at++) {
      world.service.script = { seconds: 600, prLink: LINK };
      await world.run({ event: labeled({ number: 100 + at }), run: 100 + at, inputs: { wait: 'false' } });
    }
    const [oldest] = world.service.jobs;
    if (oldest) oldest.script = { seconds: 1, prLink: LINK };
    await world.run({ event: pulled('opened', { at: world.time.now() }), run: 8, inputs: GO });
    expect(world.count(CREATE)).toBe(25);
  });
});

describe('a follow-up that failed CI causes', () => {
  const failed = (id: number) => workflowRan({ conclusion: 'failure', branch: 'agent', event: 'pull_request', id });
  const prompts: readonly { readonly name: string; readonly inputs: (id: number) => Record<string, string> }[] = [
    { name: 'a fixed prompt', inputs: () => ({ prompt: 'CI failed. Fix it.' }) },
    { name: 'a context-file', inputs: () => ({ 'context-file': 'log.txt' }) },
    {
      name: 'the address of the failed run in its prompt',
      inputs: (id) => ({ prompt: `CI failed: https://github.com/acme/app/actions/runs/${id}. Fix it.` }),
    },
  ];
  test.each(prompts)('no further one by failing again, with $name', async ({ inputs }) => {
    const world = await worldWithAgentPull();
    const { writeFileSync } = await import('node:fs');
    for (const id of [1, 2, 3, 4]) {
      await world.run({
        event: failed(id),
        run: 10 + id,
        inputs: { operation: 'follow-up', 'issue-number': String(PULL), ...inputs(id) },
        checkout: (workspace) => writeFileSync(`${workspace}/log.txt`, `Error ${id}`),
      });
    }
    expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([1, 1]);
  });
});

describe('no stranger causes a job or follow-up by a workflow run', () => {
  const runs: readonly { readonly name: string; readonly fields: Parameters<typeof workflowRan>[0] }[] = [
    { name: 'of a fork', fields: { repository: { id: 2 } } },
    { name: 'of a fork with this repository’s id as a string', fields: { repository: { id: '1' } } },
    { name: 'of a fork with this repository’s name', fields: { repository: { id: 2, full_name: 'acme/app' } } },
    { name: 'of a deleted fork', fields: { repository: null } },
    { name: 'for a pull request', fields: { event: 'pull_request' } },
    { name: 'for a pull request with secrets', fields: { event: 'pull_request_target' } },
    { name: 'for a comment', fields: { event: 'issue_comment' } },
    { name: 'after another workflow run', fields: { event: 'workflow_run' } },
    { name: 'on a branch named like the default one', fields: { branch: 'refs/heads/main' } },
    { name: 'on no branch', fields: { branch: '' } },
  ];
  test.each(runs)('$name', async ({ fields }) => {
    const world = createWorld();
    world.github.history.commit();
    const head = world.github.history.commit({ files: ['src/a.ts'] });
    await world.run({ event: workflowRan({ head, ...fields }) });
    expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([0, 0]);
  });

  test('of a fork, with the operation follow-up', async () => {
    const world = await worldWithAgentPull();
    const inputs = { operation: 'follow-up', 'job-id': 'job-1', prompt: 'Fix it' };
    await world.run({ event: workflowRan({ repository: { id: 2 }, conclusion: 'failure' }), inputs, run: 8 });
    expect(world.count(FOLLOW_UP)).toBe(0);
  });
});

describe('no change of a person is lost because', () => {
  /** A merge queue pushes the merges of a person's and of the agent's pull request at once. */
  async function mergeQueue(inputs: Record<string, string>) {
    const world = await worldWithAgentPull();
    world.github.pulls.set(50, { ...openPull(50, 0), state: 'closed', merged_at: '2026-03-02T12:09:00Z' });
    const before = world.github.history.commit();
    world.github.history.commit({ files: ['src/a.ts'], pulls: [50] });
    const after = world.github.history.commit({ files: ['docs/cli.md'], pulls: [PULL] });
    const ended = await world.run({ event: pushedTo('main', before, after), inputs, run: 8 });
    return { world, ended };
  }
  test.each([{}, REUSE, { paths: 'src/**' }, GO])(
    'it was pushed together with the merge of the agent: %j',
    async (inputs) => {
      const { world, ended } = await mergeQueue(inputs);
      expect([ended.verdict, world.count(CREATE)]).toEqual(['pull-request', 2]);
      expect(world.service.jobs.at(-1)?.prompts[0]).not.toContain('docs/cli.md');
    },
  );
});
