import { describe, expect } from '@jest/globals';
import { edit, setOpen } from '../../../sandbox/github/model/threads.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { schedule } from '../../support/events.ts';
import { gaps, gapsOf, questions, search, serve } from '../../support/gaps.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { testIn } from '../../support/scene-test.ts';

const ISSUE = { 'create-issue': 'true' };
const WEEK = 7 * 86_400_000;

const repositoryOf = ({ github }: Scene) => {
  const [repository] = github.hub.repositories;
  if (!repository) throw new Error('GitHub has no repository.');
  return repository;
};

/** The issues with the label, the oldest first. */
const issuesIn = (scene: Scene) =>
  repositoryOf(scene).threads.filter(({ labels }) => labels.some(({ name }) => name === 'docs-gaps'));

/** `2 closed, 3 open` */
const statesIn = (scene: Scene) =>
  issuesIn(scene)
    .map(({ number, closedAt }) => `${number} ${closedAt === null ? 'open' : 'closed'}`)
    .join(', ');

/** The first issue is that of the scene. */
async function createGapsScene(): Promise<Scene> {
  const scene = await createScene();
  serve(scene, { searches: [search('invoice currency', 40)], assistant: questions('Can I pay in euros?', 3) });
  return scene;
}

const test = testIn(createGapsScene, {});

const weekOf = (scene: Scene, week: number, inputs = {}) =>
  gaps(scene, { ...ISSUE, ...inputs }, { run: { id: 100 + week } });

/** Runs on Monday, lets something happen, and runs a week later. */
async function twoWeeks(scene: Scene, happens: () => unknown = () => {}, inputs = {}) {
  await weekOf(scene, 1, inputs);
  await happens();
  await scene.clock.pass(WEEK);
  return weekOf(scene, 2, inputs);
}

describe('the issue of a week', () => {
  test('replaces that of the week before, and links it', async (scene) => {
    const result = await twoWeeks(scene);
    expect(statesIn(scene)).toBe('2 closed, 3 open');
    const [first, second] = issuesIn(scene);
    expect(second?.body).toContain(`Before: [#2](${scene.github.url}/acme/docs/issues/2)`);
    expect(first?.title).not.toBe(second?.title);
    const label = { name: 'docs-gaps', description: 'Where the documentation fails its readers' };
    expect(repositoryOf(scene).labels).toContainEqual(expect.objectContaining(label));
    expect(gapsOf(result).issue).toEqual({ number: 3, url: `${scene.github.url}/acme/docs/issues/3` });
    expect(result.log).toContain('Closed, as it was not edited, labeled or passed on: #2.');
    expect(result.annotations).toEqual([]);
  });

  const alice = ({ github }: Scene) => createPerson(github, 'alice');
  /** Edits the first issue. */
  const rewrite = (change: (body: string) => string) => (scene: Scene) => {
    const [issue] = issuesIn(scene);
    if (issue) edit(scene.github.hub, issue, change(issue.body));
  };
  function closeAndReopen(scene: Scene) {
    for (const isOpen of [false, true]) for (const issue of issuesIn(scene)) setOpen(issue, issue.author, isOpen);
  }
  const STATUS_COMMENT = '<!-- docs-agent-action:1 x.y.z -->';

  test.each<[what: string, state: string, happens: (scene: Scene) => unknown]>([
    ['was edited', 'open', rewrite((body) => body.replace(/^1\..*$/m, ''))],
    ['was saved with other line ends', 'closed', rewrite((body) => body.replaceAll('\n', '\r\n'))],
    ['got a text after the marker', 'open', rewrite((body) => `${body}\nMine.`)],
    ['got a text before the marker', 'open', rewrite((body) => body.replace(/\n(<!--[^\n]*)$/, '\nMine. $1'))],
    ['has the trigger label in other letter case', 'open', (scene) => alice(scene).addLabel(2, 'docs')],
    ['has another label', 'closed', (scene) => alice(scene).addLabel(2, 'bug')],
    ['has a comment of a person', 'closed', (scene) => alice(scene).comment(2, 'Let us talk.')],
    ['has a status comment', 'open', (scene) => alice(scene).comment(2, STATUS_COMMENT)],
    ['was closed and reopened', 'closed', closeAndReopen],
  ])('leaves or closes one that %s: %s', async (scene, _, state, happens) => {
    await twoWeeks(scene, () => happens(scene), { 'trigger-label': 'Docs' });
    expect(statesIn(scene)).toBe(`2 ${state}, 3 open`);
  });

  test('leaves a pull request alone that has the text and the label of one', async (scene) => {
    await twoWeeks(scene, async () => {
      const [issue] = issuesIn(scene);
      await alice(scene).commit({ 'docs/x.md': 'x\n' }, 'Describe x', { branch: 'feature' });
      const pull = await alice(scene).openPull('feature', issue?.title ?? '', issue?.body ?? '');
      await alice(scene).addLabel(pull.number, 'docs-gaps');
      issue?.labels.splice(0);
    });
    const states = scene.github.hub.repositories[0]?.threads.slice(1).map(({ closedAt }) => closedAt === null);
    expect(states).toEqual([true, true, true]);
  });

  const other = (character: string) => (character === 'A' ? 'B' : 'A');
  test.each<[what: string, change: (body: string) => string]>([
    ['unsigned', (body) => body.replace(/<!--.*-->/, '')],
    ['altered', (body) => body.replace(/(action:1 \S{8}\.)./, '$1X')],
    ['signed for something else', (body) => body.replace(/.(?=.{3}-->$)/, other)],
    ['signed with another key', (body) => body.replace(/action:1 .{8}/, 'action:1 AAAAAAAA')],
  ])('leaves issues alone that are %s', async (scene, _, change) => {
    await twoWeeks(scene, () => rewrite(change)(scene));
    expect(statesIn(scene)).toBe('2 open, 3 open');
    expect(issuesIn(scene)[1]?.body).not.toContain('Before:');
  });

  test('leaves a copy alone', async (scene) => {
    await twoWeeks(scene, async () => {
      const [{ title, body } = { title: '', body: '' }] = issuesIn(scene);
      const copy = await alice(scene).openIssue(title, body);
      await alice(scene).addLabel(copy.number, 'docs-gaps');
    });
    expect(statesIn(scene)).toBe('2 closed, 3 open, 4 open');
    expect(issuesIn(scene)[2]?.body).toContain('Before: [#2]');
    expect(gapsOf(await weekOf(scene, 1)).issue.number).toBe(2);
  });

  test.each([
    ['of another project', { 'project-id': 'other-docs' }, {}, '2 open, 3 open'],
    ['for other paths', { paths: 'guides/**' }, {}, '2 open, 3 open'],
    ['of another period', { window: '7d' }, { window: '28d' }, '2 open, 3 open'],
  ])('one %s stays, or is replaced', async (scene, _, first, second, states) => {
    await weekOf(scene, 1, first);
    await weekOf(scene, 2, second);
    expect(statesIn(scene)).toBe(states);
  });

  test.each([
    [2, '2 closed, 3 open'],
    [3, '2 closed, 3 closed, 4 open'],
  ])('of %i runs that begin when they see the one before, the last stays', async (scene, count, states) => {
    const runs: Promise<unknown>[] = [];
    for (let run = 1; run <= count; run++) {
      runs.push(weekOf(scene, run));
      await scene.until('its issue', () => issuesIn(scene).length === run);
    }
    await Promise.all(runs);
    expect(statesIn(scene)).toBe(states);
  });

  test('is looked for again two seconds after it was created', async (scene) => {
    await gaps(scene, ISSUE);
    const [list, , creation, again] = scene.github.requests;
    expect(scene.github.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'GET']);
    expect(again?.path).toBe(list?.path);
    expect((again?.at ?? 0) - (creation?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  test('of two runs at once the lower number stays', async (scene) => {
    const results = await Promise.all([1, 2].map((week) => weekOf(scene, week)));
    expect(statesIn(scene)).toBe('2 open, 3 closed');
    expect(results.map((result) => gapsOf(result).issue.number)).toEqual([2, 2]);
  });

  test.each<[what: string, fault: FaultForm & { after?: boolean }]>([
    ['answered with 502 after it was created', { kind: 'answer', status: 502, after: true }],
    ['answered with 502 before it was created', { kind: 'answer', status: 502, after: false }],
    ['never answered', { kind: 'reset-mid-body' }],
  ])('whose creation was %s exists once', async (scene, _, fault) => {
    scene.github.faults.add({ ...fault, method: 'POST', path: /\/issues$/ });
    expect(await gaps(scene, ISSUE)).toMatchObject({ exitCode: 0, annotations: [] });
    expect(statesIn(scene)).toBe('2 open');
  });

  test.each([403, 422])(
    'fails the step if GitHub answers %i, and the report is there all the same',
    async (scene, status) => {
      scene.github.faults.add({ kind: 'answer', method: 'POST', path: /\/issues$/, status, times: 9 });
      const result = await gaps(scene, ISSUE);
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
      expect(result.summary).toContain('Search for `invoice currency`');
      expect(gapsOf(result)).toMatchObject({ issue: null, topics: { length: 2 } });
      expect(result.log).toMatch(/The issue could not be created: .*\n.*issues: write/);
    },
  );

  test('is not created by a second attempt, also not if GitHub does not show the list, which may have it', async (scene) => {
    await gaps(scene, ISSUE, { run: { id: 7 } });
    scene.github.faults.add({ kind: 'answer', method: 'GET', path: /\/issues\?/, status: 404 });
    const second = await gaps(scene, ISSUE, { run: { id: 7, attempt: 2 } });
    expect(second.log).toContain('GitHub does not show the issues of this repository to this token (404).');
    expect(gapsOf(await gaps(scene, ISSUE, { run: { id: 7, attempt: 3 } })).issue.number).toBe(2);
    expect(statesIn(scene)).toBe('2 open');
  });

  test('is created by each step of a run with another period', async (scene) => {
    const windows = ['7d', '28d', '28d'];
    const numbers: number[] = [];
    for (const window of windows) numbers.push(gapsOf(await weekOf(scene, 1, { window })).issue.number);
    expect(numbers).toEqual([2, 3, 3]);
    expect(statesIn(scene)).toBe('2 open, 3 open');
  });

  test('is not reported as an error if the run is cancelled meanwhile', async (scene) => {
    scene.github.faults.add({ kind: 'hang', method: 'POST', path: /\/issues$/, times: 9 });
    const step = scene.start({ event: schedule, inputs: { operation: 'gaps', notify: '', ...ISSUE } });
    await scene.until('the creation', () => scene.github.requests.some(({ path }) => path.endsWith('/issues')));
    step.kill('SIGTERM');
    expect(await step.result).toMatchObject({ outputs: { verdict: 'cancelled' } });
  });

  test('leaves a copy alone after the original lost its label', async (scene) => {
    await twoWeeks(scene, async () => {
      const [original] = issuesIn(scene);
      await scene.clock.pass(600_000);
      const copy = await alice(scene).openIssue(original?.title ?? '', original?.body ?? '');
      await alice(scene).addLabel(copy.number, 'docs-gaps');
      original?.labels.splice(0);
    });
    expect(statesIn(scene)).toBe('3 open, 4 open');
  });

  test.each([403, 502])(
    'of two older ones, one that cannot be closed (%i) is named, and the other is closed',
    async (scene, status) => {
      await twoWeeks(scene);
      const [first] = issuesIn(scene);
      if (first) setOpen(first, first.author, true);
      scene.github.faults.add({ kind: 'answer', method: 'PATCH', path: /\/issues\/3$/, status });
      const result = await weekOf(scene, 3);
      expect(result).toMatchObject({ exitCode: 0 });
      expect(gapsOf(result).issue.number).toBe(4);
      expect(statesIn(scene)).toBe('2 closed, 3 open, 4 open');
      expect(result.log).toContain('Closed, as it was not edited, labeled or passed on: #2.');
      expect(warnings(result)).toEqual([
        expect.stringMatching(new RegExp(`^Issue #3 with gaps stays open: .*${status}`)),
      ]);
    },
  );

  test('stays with all others if these cannot be read', async (scene) => {
    await weekOf(scene, 1);
    scene.github.faults.add({ kind: 'answer', method: 'GET', path: /\/issues\?/, status: 403, skip: 1 });
    const result = await weekOf(scene, 2);
    expect(result).toMatchObject({ exitCode: 0 });
    expect(statesIn(scene)).toBe('2 open, 3 open');
    expect(warnings(result)).toEqual([expect.stringMatching(/^Older issues with gaps stay open: /)]);
  });
});

describe('an event about such an issue', () => {
  /** The issue, and the event of its opening, as an app's token causes it. */
  async function opened(scene: Scene) {
    await weekOf(scene, 1);
    return scene.github.events.all('issues', 'opened').at(-1) ?? { name: 'issues', payload: {} };
  }
  const RUN = { 'trigger-label': '*', 'allow-bots': 'github-actions[bot]' };

  test('is no request when it is opened, also with `trigger-label: *` and a bot that may ask', async (scene) => {
    const result = await scene.run({ event: await opened(scene), inputs: RUN });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '' } });
    expect(result.log).toContain('an issue with gaps, which only a label or a command passes on, is not a request');
    expect(scene.sent('create')).toBe(0);
  });

  test('is a request by label: the agent gets what is left of the list, as data', async (scene) => {
    await opened(scene);
    const issue = issuesIn(scene)[0];
    if (!issue) throw new Error('There is no issue.');
    edit(scene.github.hub, issue, issue.body.replace(/^.*invoice currency.*\n/m, ''));
    await createPerson(scene.github, 'alice').addLabel(issue.number, 'docs');
    const event = scene.github.events.all('issues', 'labeled').at(-1);
    const result = await scene.run(event && { event });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    const prompt = scene.service.jobs[0]?.turns[0]?.prompt ?? '';
    expect(prompt).toContain('Can I pay in euros?');
    expect(prompt).not.toMatch(/invoice currency|docs-agent-action/);
    const comments = await createPerson(scene.github, 'alice').readComments(issue.number);
    expect(comments.map(({ body }) => body).join()).not.toContain('HTML comment');
  });

  test('is a request by command, also with `trigger-label: *`', async (scene) => {
    const result = await weekOf(scene, 1, { 'trigger-label': '*' });
    expect(issuesIn(scene)[0]?.body).toContain('Then comment `/docs`, and the agent works on what is left.');
    await createPerson(scene.github, 'alice').comment(gapsOf(result).issue.number, '/docs');
    const event = scene.github.events.all('issue_comment', 'created').at(-1);
    expect(await scene.run(event && { event, inputs: RUN })).toMatchObject({ outputs: { verdict: 'pull-request' } });
  });

  test('the label `docs-gaps` cannot be the trigger label', async (scene) => {
    const result = await weekOf(scene, 1, { 'trigger-label': 'Docs-Gaps' });
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.log).toContain('`trigger-label` is `docs-gaps`, which marks the issues with gaps.');
  });
});
