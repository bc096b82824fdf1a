import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { alice, askedGitHub } from '../../support/events.ts';
import { type Comment, createScene, ISSUE, type Scene } from '../../support/scene.ts';
import { exactly } from '../../support/scene-test.ts';

describe('a labeled issue becomes a pull request:', () => {
  let scene: Scene;
  let result: StepResult;
  let comments: Comment[];

  beforeAll(async () => {
    scene = await createScene({ job: { seconds: 1 } });
    result = await scene.run();
    comments = await scene.comments();
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
  });

  test('the step is green', () => {
    expect(result).toMatchObject({ exitCode: 0, signal: null, annotations: [] });
  });

  test('one job is created and polled', () => {
    const [create, ...polls] = scene.service.requests.map(({ operation }) => operation);
    expect([create, ...new Set(polls)]).toEqual(['create', 'get']);
    expect(scene.service.jobs).toHaveLength(1);
  });

  test('the prompt holds the issue with its author and URL, fenced', () => {
    const prompt = scene.service.jobs[0]?.turns[0]?.prompt ?? '';
    const fence = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/m.exec(prompt)?.[0] ?? 'no fence';
    const [instruction, data, rest] = prompt.split(`\n${fence} `);
    expect(instruction).toContain('Make the documentation change that is requested below.');
    expect(data?.split('\n')).toEqual([
      `issue #${scene.issue.number} by alice, ${scene.issue.url}`,
      `Title: ${ISSUE.title}`,
      '',
      ISSUE.body,
    ]);
    expect(rest).toBe('end\n');
  });

  test('one status comment reports it, from before the create to the end', () => {
    expect(comments).toHaveLength(1);
    expect(comments[0]?.author).toBe('github-actions[bot]');
    const [first, second, onPull, last] = exactly(4, scene.commentWrites());
    const asking = expect.stringContaining('**⏳ Starting** · requested by alice');
    const working = expect.stringContaining('**⏳ Working on it** · requested by alice');
    expect(first).toEqual({ method: 'POST', body: asking });
    expect(second).toEqual({ method: 'PATCH', body: working });
    expect(second?.body).toContain(`Job \`${result.outputs.jobId}\``);
    expect(onPull).toEqual({
      method: 'POST',
      body: expect.stringContaining('**📝 Opened for [#1]('),
    });
    expect(last).toEqual({ method: 'PATCH', body: comments[0]?.body });
  });

  test('every version of the status comment, and the comment on the pull request, ends with a hidden marker', () => {
    for (const { body } of scene.commentWrites())
      expect(body).toMatch(/\n<!-- docs-agent-action:1 [\w.-]+ -->$/);
  });

  test('the issue has reactions for the request and its success', async () => {
    const reactions = await alice(scene).readReactions({ issue: scene.issue.number });
    expect(reactions).toEqual(
      ['eyes', 'rocket'].map((content) => ({ author: 'github-actions[bot]', content })),
    );
  });

  test('the requests to GitHub need no other permissions than those of the examples', () => {
    const [issue, own, onPull] = ['1', 'comments/1', '2/comments'].map(
      (path) => `/repos/acme/docs/issues/${path}`,
    );
    const asked = askedGitHub(scene).map((request) => request.replace(/\?.*/, ''));
    const isReaction = (request: string) => request === `POST ${issue}/reactions`;
    expect(asked.filter((request) => !isReaction(request))).toEqual([
      'GET /repos/acme/docs/collaborators/alice/permission',
      `GET ${issue}/comments`,
      `POST ${issue}/comments`,
      `GET ${issue}/comments`,
      `PATCH ${own}`,
      'GET /repos/acme/docs/pulls/2',
      'GET /repos/acme/docs/pulls/2/files',
      `GET ${onPull}`,
      `POST ${onPull}`,
      `GET ${own}`, // another run may have written there
      `PATCH ${own}`,
    ]);
    expect(asked.filter(isReaction)).toHaveLength(2);
  });

  test('the status comment links the pull request, and the link resolves', async () => {
    const { prLink = '' } = result.outputs;
    expect(comments[0]?.body).toContain(`**✅ Pull request ready: [acme/docs#2](${prLink})**`);
    const page = await fetch(prLink);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('docs: explain ');
  });

  test('the outputs hold the verdict, the job and the links', () => {
    const [job] = scene.service.jobs;
    const { prLink } = result.outputs;
    expect(prLink).toBe(`${scene.github.url}/acme/docs/pull/2`);
    expect(result.outputs).toEqual({
      prLink,
      verdict: 'pull-request',
      status: 'completed',
      jobId: job?.id,
      commentUrl: comments[0]?.url,
      prNumber: '2',
      prRepository: 'acme/docs',
      message: `Pull request ready: ${result.outputs.prLink} (2 s)`,
      summary: expect.stringMatching(
        /^Request: Explain the new `--json` flag\n✅ Pull request ready: http\S+\/acme\/docs\/pull\/2 · /,
      ),
      job: expect.any(String),
      visitors: '',
      visitorsFile: '',
      pages: '',
      swept: '',
    });
    expect(JSON.parse(result.outputs.job ?? '')).toEqual({
      id: job?.id,
      status: 'completed',
      prLink,
      archivedAt: null,
      model: 'docs-agent-1',
      source: { repository: 'acme/docs', ref: 'main' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test('the job summary holds the request, the requester and the verdict', () => {
    expect(result.summary).toContain('## ✅ Pull request ready: [acme/docs#2]');
    expect(result.summary).toContain(
      `| Request | label \`docs\` on [#1](${scene.issue.url}) by alice (permission checked: at least \`write\`) |`,
    );
    expect(result.summary).toContain('| Verdict | `pull-request` |');
    expect(result.summary).toContain(`| API requests | 1 create, ${scene.sent('get')} status |`);
    expect(result.summary).toContain(ISSUE.body);
  });

  test('the log names the job before it reports the end', () => {
    const { jobId = 'none', prLink = 'none' } = result.outputs;
    expect(result.log).toContain(`Job ${jobId} created: active`);
    expect(result.log.indexOf(jobId)).toBeLessThan(result.log.indexOf(prLink));
  });

  test('the post step sends no request and writes nothing', async () => {
    const asked = [scene.service.requests.length, scene.github.requests.length];
    const post = await scene.runPost(result);
    expect(post).toMatchObject({ exitCode: 0, log: '', annotations: [], outputs: {}, summary: '' });
    expect([scene.service.requests.length, scene.github.requests.length]).toEqual(asked);
  });
});
