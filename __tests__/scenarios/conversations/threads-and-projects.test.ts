import { expect } from '@jest/globals';
import { answer, botComments, command, createBlog, turnsOf } from '../../support/conversation.ts';
import { alice, say } from '../../support/events.ts';
import { exactly, test } from '../../support/scene-test.ts';

test('follow-ups in two threads at once each reach the job of their thread', async (scene) => {
  const { number } = await alice(scene).openIssue('Explain the exit codes', 'There are three.');
  await alice(scene).addLabel(number, 'docs');
  const labels = [scene.event, await scene.github.events.waitFor('issues', 'labeled', 2)];
  const firsts = await Promise.all(labels.map((event) => answer(scene, event)));
  scene.service.script({ seconds: 1 });
  const events = [
    await say(scene, '/docs Add a jq example'),
    await say(scene, '/docs Add a table', { on: number }),
  ];
  const seconds = await Promise.all(events.map((event) => answer(scene, event)));

  expect(turnsOf(scene)).toEqual(Array(2).fill(['create', 'follow-up']));
  expect(seconds.map(({ outputs }) => outputs.jobId)).toEqual(
    firsts.map(({ outputs }) => outputs.jobId),
  );
  for (const { turns } of scene.service.jobs)
    expect(turns[1]?.prompt.includes('Add a table')).toBe(
      turns[0]?.prompt.includes('There are three.'),
    );
  for (const [at, on] of [scene.issue.number, number].entries()) {
    const [first, second] = exactly(2, await botComments(scene, on));
    for (const comment of [first, second])
      expect(comment?.prose).toContain(firsts[at]?.outputs.prLink);
    expect(second?.prose).toContain(at ? '> Add a table' : '> Add a jq example');
    expect(second?.url).toBe(seconds[at]?.outputs.commentUrl);
  }
});

test('two projects with one key in one thread each continue their own job', async (scene) => {
  const blog = await createBlog(scene);
  const inputs = { 'base-url': blog.url, 'project-id': blog.projectId };
  const inBlog = { run: { job: 'blog' }, inputs };
  await Promise.all([answer(scene, scene.event), answer(scene, scene.event, inBlog)]);
  for (const service of [scene.service, blog]) service.script({ seconds: 1 });
  const event = await say(scene, '/docs Add a jq example');
  const results = await Promise.all([answer(scene, event), answer(scene, event, inBlog)]);
  const comments = await botComments(scene);
  const kinds = [turnsOf(scene), turnsOf({ ...scene, service: blog })];
  await blog.close();

  expect(results.map(({ outputs }) => outputs.verdict)).toEqual(['pull-request', 'pull-request']);
  expect(kinds).toEqual([[['create', 'follow-up']], [['create', 'follow-up']]]);
  expect(comments).toHaveLength(4);
  for (const { outputs } of results) {
    const own = comments.find(({ url }) => url === outputs.commentUrl);
    expect(own?.prose).toContain(outputs.jobId);
  }
});

test('a command creates a job for a project without one, although another project has one in the thread', async (scene) => {
  await answer(scene, scene.event);
  const blog = await createBlog(scene);
  const inputs = { 'base-url': blog.url, 'project-id': blog.projectId };
  const result = await command(scene, '/docs Add a jq example', { inputs });
  const kinds = [turnsOf(scene), turnsOf({ ...scene, service: blog })];
  await blog.close();
  expect(result.outputs.verdict).toBe('pull-request');
  expect(kinds).toEqual([[['create']], [['create']]]);
  expect((await botComments(scene))[1]?.prose).not.toContain('New job');
});
