import { describe, expect, test } from '@jest/globals';
import { edit, setOpen } from '../../../sandbox/github/model/threads.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import { gaps, gapsOf, questions, search, serve } from '../../support/gaps.ts';
import { schedule } from '../../support/pushes.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';

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

const statesIn = (scene: Scene) =>
  issuesIn(scene).map(({ number, closedAt }) => [number, closedAt === null ? 'open' : 'closed']);

/** The first issue is that of the scene. */
async function createGapsScene(): Promise<Scene> {
  const scene = await createScene();
  serve(scene, { searches: [search('invoice currency', 40)], assistant: questions('Can I pay in euros?', 3) });
  return scene;
}

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
  test('replaces that of the week before, and links it', async () => {
    await using scene = await createGapsScene();
    const result = await twoWeeks(scene);
    expect(statesIn(scene)).toEqual([
      [2, 'closed'],
      [3, 'open'],
    ]);
    const [first, second] = issuesIn(scene);
    expect(second?.body).toContain(`Before: [#2](${scene.github.url}/acme/docs/issues/2)`);
    expect(first?.title).not.toBe(second?.title);
    const label = { name: 'docs-gaps', description: 'Where the documentation fails its readers' };
    expect(repositoryOf(scene).labels).toContainEqual(expect.objectContaining(label));
    expect(gapsOf(result).issue).toEqual({ number: 3, url: `${scene.github.url}/acme/docs/issues/3` });
    expect(result.log).toContain('Closed, as it was not edited, labeled or passed on: #2.');
    expect(result.annotations).toEqual([]);
  });

  const first = (scene: Scene) => {
    const issue = issuesIn(scene)[0];
    if (!issue) throw new Error('There is no issue.');
    return issue;
  };
  const alice = ({ github }: Scene) => createPerson(github, 'alice');
  const changes: Readonly<Record<string, [happens: (scene: Scene) => unknown, state: string]>> = {
    'was edited': [(scene) => edit(scene.github.hub, first(scene), first(scene).body.replace(/^1\..*$/m, '')), 'open'],
    'was saved with other line ends': [
      (scene) => edit(scene.github.hub, first(scene), first(scene).body.replaceAll('\n', '\r\n')),
      'closed',
    ],
    'got a text after the marker': [
      (scene) => edit(scene.github.hub, first(scene), `${first(scene).body}\nMine.`),
      'open',
    ],
    'has the trigger label in other letter case': [(scene) => alice(scene).addLabel(2, 'docs'), 'open'],
    'has another label': [(scene) => alice(scene).addLabel(2, 'bug'), 'closed'],
    'has a comment of a person': [(scene) => alice(scene).comment(2, 'Let us talk.'), 'closed'],
    'has a status comment': [(scene) => alice(scene).comment(2, '<!-- docs-agent-action:1 x.y.z -->'), 'open'],
    'was closed and reopened': [
      (scene) => [false, true].map((isOpen) => setOpen(first(scene), first(scene).author, isOpen)),
      'closed',
    ],
  };
  test.each(Object.entries(changes))('leaves or closes one that %s', async (_, [happens, state]) => {
    await using scene = await createGapsScene();
    await twoWeeks(scene, () => happens(scene), { 'trigger-label': 'Docs' });
    expect(statesIn(scene)).toEqual([
      [2, state],
      [3, 'open'],
    ]);
  });

  test.each([
    ['unsigned', (body: string) => body.replace(/<!--.*-->/, '')],
    ['altered', (body: string) => body.replace(/(action:1 \S{8}\.)./, '$1X')],
    [
      'signed for something else',
      (body: string) => body.replace(/.(?=.{3}-->$)/, (last) => (last === 'A' ? 'B' : 'A')),
    ],
    ['signed with another key', (body: string) => body.replace(/action:1 .{8}/, 'action:1 AAAAAAAA')],
  ])('leaves issues alone that are %s', async (_, changed) => {
    await using scene = await createGapsScene();
    await twoWeeks(scene, () => edit(scene.github.hub, first(scene), changed(first(scene).body)));
    expect(statesIn(scene)).toEqual([
      [2, 'open'],
      [3, 'open'],
    ]);
    expect(issuesIn(scene)[1]?.body).not.toContain('Before:');
  });

  test.each(['', 'I wrote this.\n'])('leaves a copy alone, also with the text %j before it', async (before) => {
    await using scene = await createGapsScene();
    await twoWeeks(scene, async () => {
      const copy = await alice(scene).openIssue(first(scene).title, before + first(scene).body);
      await alice(scene).addLabel(copy.number, 'docs-gaps');
    });
    expect(statesIn(scene)).toEqual([
      [2, 'closed'],
      [3, 'open'],
      [4, 'open'],
    ]);
    expect(issuesIn(scene)[2]?.body).toContain('Before: [#2]');
    expect(gapsOf(await weekOf(scene, 1)).issue.number).toBe(2);
  });

  test('of another project stays', async () => {
    await using scene = await createGapsScene();
    await weekOf(scene, 1, { 'project-id': 'other-docs' });
    await weekOf(scene, 2);
    expect(statesIn(scene)).toEqual([
      [2, 'open'],
      [3, 'open'],
    ]);
  });

  test('for other paths stays', async () => {
    await using scene = await createGapsScene();
    await weekOf(scene, 1, { paths: 'guides/**' });
    await weekOf(scene, 2);
    expect(statesIn(scene)).toEqual([
      [2, 'open'],
      [3, 'open'],
    ]);
  });

  test.each([2, 3])('of %i runs that begin when they see the one before, the last stays', async (count) => {
    await using scene = await createGapsScene();
    const runs: Promise<unknown>[] = [];
    for (let run = 1; run <= count; run++) {
      runs.push(weekOf(scene, run));
      await scene.until('its issue', () => issuesIn(scene).length === run);
    }
    await Promise.all(runs);
    expect(statesIn(scene)).toEqual([
      ...[2, 3].slice(0, count - 1).map((number) => [number, 'closed']),
      [count + 1, 'open'],
    ]);
  });

  test('signed with the key before is replaced', async () => {
    await using scene = await createGapsScene();
    await weekOf(scene, 1, { 'api-key': 'docs_old_key_0123456789' });
    await weekOf(scene, 2, { 'previous-api-key': 'docs_old_key_0123456789' });
    expect(statesIn(scene)).toEqual([
      [2, 'closed'],
      [3, 'open'],
    ]);
  });

  test('is looked for again two seconds after it was created', async () => {
    await using scene = await createGapsScene();
    await gaps(scene, ISSUE);
    const [list, label, creation, again] = scene.github.requests.map(({ method, path, at }) => ({ method, path, at }));
    expect([list, label, creation, again].map((each) => each?.method)).toEqual(['GET', 'POST', 'POST', 'GET']);
    expect(again?.path).toBe(list?.path);
    expect((again?.at ?? 0) - (creation?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  test('is not created again by a second attempt', async () => {
    await using scene = await createGapsScene();
    await gaps(scene, ISSUE, { run: { id: 7 } });
    const result = await gaps(scene, ISSUE, { run: { id: 7, attempt: 2 } });
    expect(statesIn(scene)).toEqual([[2, 'open']]);
    expect(gapsOf(result).issue.number).toBe(2);
  });

  test('of two runs at once the lower number stays', async () => {
    await using scene = await createGapsScene();
    const steps = [1, 2].map((week) => weekOf(scene, week));
    const results = await Promise.all(steps);
    expect(statesIn(scene)).toEqual([
      [2, 'open'],
      [3, 'closed'],
    ]);
    expect(results.map((result) => gapsOf(result).issue.number)).toEqual([2, 2]);
  });

  test.each([
    ['answered with 502 after it was created', { kind: 'answer', status: 502, after: true }, 1],
    ['answered with 502 before it was created', { kind: 'answer', status: 502, after: false }, 1],
    ['never answered', { kind: 'reset-mid-body' }, 1],
  ] as const)('whose creation was %s exists once', async (_, fault, count) => {
    await using scene = await createGapsScene();
    scene.github.faults.add({ ...fault, method: 'POST', path: /\/issues$/ });
    const result = await gaps(scene, ISSUE);
    expect(result).toMatchObject({ exitCode: 0, annotations: [] });
    expect(statesIn(scene)).toHaveLength(count);
  });

  test.each([403, 404, 410, 422])(
    'fails the step if GitHub answers %i, and the report is there all the same',
    async (status) => {
      await using scene = await createGapsScene();
      scene.github.faults.add({ kind: 'answer', method: 'POST', path: /\/issues$/, status, times: 9 });
      const result = await gaps(scene, ISSUE);
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
      expect(result.summary).toContain('Search for `invoice currency`');
      expect(gapsOf(result)).toMatchObject({ issue: null, topics: { length: 2 } });
      expect(result.log).toMatch(/The issue could not be created: .*\n.*issues: write/);
    },
  );

  test('is not created if GitHub does not show the list, which may have it', async () => {
    await using scene = await createGapsScene();
    await gaps(scene, ISSUE, { run: { id: 7 } });
    scene.github.faults.add({ kind: 'answer', method: 'GET', path: /\/issues\?/, status: 404, times: 9 });
    const result = await gaps(scene, ISSUE, { run: { id: 7, attempt: 2 } });
    expect(result.log).toContain('GitHub does not show the issues of this repository to this token (404).');
    expect(statesIn(scene)).toEqual([[2, 'open']]);
  });

  test('is not reported as an error if the run is cancelled meanwhile', async () => {
    await using scene = await createGapsScene();
    scene.github.faults.add({ kind: 'hang', method: 'POST', path: /\/issues$/, times: 9 });
    const step = scene.start({ event: schedule, inputs: { operation: 'gaps', notify: '', ...ISSUE } });
    await scene.until('the creation', () => scene.github.requests.some(({ path }) => path.endsWith('/issues')));
    step.kill('SIGTERM');
    expect(await step.result).toMatchObject({ outputs: { verdict: 'cancelled' } });
  });

  test('stays if older ones cannot be closed', async () => {
    await using scene = await createGapsScene();
    await weekOf(scene, 1);
    scene.github.faults.add({ kind: 'answer', method: 'PATCH', path: /\/issues\/2$/, status: 403 });
    const result = await weekOf(scene, 2);
    expect(result).toMatchObject({ exitCode: 0 });
    expect(gapsOf(result).issue.number).toBe(3);
    expect(warnings(result).join('\n')).toContain('Older issues with gaps stay open: GitHub denied access (403).');
  });
});

describe('an event about such an issue', () => {
  /** The issue, and the event of its opening, as an app's token causes it. */
  async function opened(scene: Scene) {
    await weekOf(scene, 1);
    return scene.github.events.all('issues', 'opened').at(-1) ?? { name: 'issues', payload: {} };
  }
  const RUN = { 'trigger-label': '*', 'allow-bots': 'github-actions[bot]' };

  test('is no request when it is opened, also with `trigger-label: *` and a bot that may ask', async () => {
    await using scene = await createGapsScene();
    const result = await scene.run({ event: await opened(scene), inputs: RUN });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '' } });
    expect(result.log).toContain('an issue with gaps, which only a label or a command passes on, is not a request');
    expect(scene.sent('create')).toBe(0);
  });

  test('is a request by label: the agent gets what is left of the list, as data', async () => {
    await using scene = await createGapsScene();
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

  test('is a request by command, also with `trigger-label: *`', async () => {
    await using scene = await createGapsScene();
    const result = await weekOf(scene, 1, { 'trigger-label': '*' });
    expect(issuesIn(scene)[0]?.body).toContain('Then comment `/docs`, and the agent works on what is left.');
    await createPerson(scene.github, 'alice').comment(gapsOf(result).issue.number, '/docs');
    const event = scene.github.events.all('issue_comment', 'created').at(-1);
    expect(await scene.run(event && { event, inputs: RUN })).toMatchObject({ outputs: { verdict: 'pull-request' } });
  });

  test('the label `docs-gaps` cannot be the trigger label', async () => {
    await using scene = await createGapsScene();
    const result = await weekOf(scene, 1, { 'trigger-label': 'Docs-Gaps' });
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.log).toContain('`trigger-label` is `docs-gaps`, which marks the issues with gaps.');
  });
});
