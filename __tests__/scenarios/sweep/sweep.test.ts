import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { command } from '../../support/conversation.ts';
import { alice, askedGitHub } from '../../support/events.ts';
import { proseOf } from '../../support/markers.ts';
import { type Comment, createScene, ISSUE, type Scene } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import {
  bodyOf,
  ENDED,
  LINK,
  mentions,
  plant,
  silentSweep,
  sweep,
  sweptBy,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

describe('a sweep that finds the ended job of a run with `wait: false`', () => {
  let scene: Scene;
  let started: StepResult;
  let before: Comment[];
  let result: StepResult;
  let asked: string[];
  let reads: number;
  let comments: Comment[];
  let again: StepResult;
  let writtenAgain: string[];

  beforeAll(async () => {
    scene = await createScene({ job: { seconds: 1000 } });
    started = await scene.run({ inputs: { wait: 'false' } });
    before = await scene.comments();
    scene.service.script({ seconds: 0 }, started.outputs.jobId);
    const [requests, gets] = [askedGitHub(scene).length, scene.sent('get')];
    result = await sweep(scene);
    asked = askedGitHub(scene).slice(requests);
    reads = scene.sent('get') - gets;
    comments = await scene.comments();
    writtenAgain = await writtenDuring(scene, async () => {
      again = await sweep(scene);
    });
  }, 60_000);
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
  });

  test('is green and says in the log what it did', () => {
    expect(result).toMatchObject({ exitCode: 0, annotations: [] });
    expect(result.log).toContain('Open requests: 1');
    expect(result.log).toContain(`${before[0]?.url}: pull-request`);
    expect(result.log).toContain('🧹 swept: 0 open, 1 ended');
  });

  test('reports the end in the status comment, which still quotes the request', () => {
    const [status] = comments;
    expect(status?.url).toBe(before[0]?.url);
    expect(status?.body).toMatch(
      /^\*\*✅ Pull request ready: \[acme\/docs#2\]\(http\S+\/pull\/2\)\*\*\n/,
    );
    const quote = before[0]?.body.split('\n').find((line) => line.startsWith('> '));
    expect(quote).toContain(ISSUE.title.slice(0, 15));
    expect(status?.body).toContain(`\n${quote}\n`);
    expect(status?.body).toContain(`<sub>Job \`${started.outputs.jobId}\` · `);
    expect(status?.body).toContain('/actions/runs/7'); // the run that asked, not the sweep
    expect(proseOf(`${status?.body}`)).not.toMatch(/started|sweep|undefined|NaN/i);
  });

  test('mentions the requester in one new comment', () => {
    const [, mention] = exactly(2, comments);
    expect(mention?.author).toBe('github-actions[bot]');
    expect(mention?.body).toMatch(
      /^@alice ✅ Pull request ready: \[acme\/docs#2\]\(\S+\) for \[your request\]\(\S+\)$/,
    );
  });

  test('sends one status request and ten requests to GitHub, four of them for the pull request', () => {
    expect(reads).toBe(1);
    expect(asked.map((request) => request.replace(/\?.*/, '').replaceAll(/\d+/g, 'N'))).toEqual([
      'GET /repos/acme/docs/issues/comments',
      'GET /repos/acme/docs/pulls/N',
      'GET /repos/acme/docs/pulls/N/files',
      'GET /repos/acme/docs/issues/N/comments',
      'POST /repos/acme/docs/issues/N/comments',
      'GET /user/N',
      'GET /repos/acme/docs/issues/comments/N',
      'PATCH /repos/acme/docs/issues/comments/N',
      'GET /repos/acme/docs/issues/comments/N',
      'POST /repos/acme/docs/issues/N/comments',
    ]);
  });

  test('writes the comment on the pull request, the edit and the mention one second apart', () => {
    expect(result.duration).toBe(2_000);
  });

  test('names the job in the output `swept`, and leaves the outputs of a run empty', () => {
    const { jobId, commentUrl } = started.outputs;
    expect(sweptBy(result)).toEqual([
      { jobId, issueNumber: 1, commentUrl, verdict: 'pull-request' },
    ]);
    const { swept: _, summary, ...others } = result.outputs;
    expect(Object.entries(others).filter(([, value]) => value)).toEqual([
      ['verdict', 'swept'],
      ['message', 'Swept'],
    ]);
    expect(summary).toBe('🧹 Swept · 0 open, 1 ended');
  });

  test('counts the jobs and its requests in the job summary, and lists the jobs', () => {
    expect(result.summary).toContain('## 🧹 Swept · 0 open, 1 ended');
    expect(result.summary).toContain('| API requests | 1 status |');
    const link = `[#${scene.issue.number}](${before[0]?.url})`;
    expect(result.summary).toContain(
      `| ${link} | \`${started.outputs.jobId}\` | \`pull-request\` |\n`,
    );
  });

  test('leaves nothing for the next sweep to read or write', () => {
    expect(again).toMatchObject({ annotations: [], outputs: { verdict: 'swept', swept: '[]' } });
    expect(again.log).toContain('Open requests: 0');
    expect(again.summary).toContain('## 🧹 Swept · 0 open, 0 ended');
    expect(writtenAgain).toEqual([]);
    expect(scene.sent('get')).toBe(reads);
  });
});

describe('a sweep that finds a follow-up', () => {
  test.each([
    { what: 'with the pull request as before', link: 'github.com/acme/docs#412', ...ENDED },
    { what: 'with its first pull request', link: '', ...ENDED },
  ])('believes an end $what only 30 s after the follow-up', async (scene, { link }) => {
    const planted = await plant(scene, { marker: { before: { job: 'j_8fk2', link } } });
    expect(await silentSweep(scene)).toEqual(['active']);
    expect(await bodyOf(scene, planted)).toBe(planted.body);

    await scene.clock.pass(31_000);
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
    expect(await bodyOf(scene, planted)).toContain('Follow-up done');
  });
});

test('a job that was reported, whose link came too late, is not read by a sweep, and a re-run reports the link without a mention', async (scene) => {
  scene.service.script({ seconds: 1, link: LINK, linkDelay: 60 });
  const first = await scene.run({ inputs: { notify: 'true' } });
  expect(first.outputs.verdict).toBe('no-changes');
  await scene.clock.pass(60_000);
  const reads = scene.sent('get');
  expect(await silentSweep(scene)).toEqual([]);
  expect(scene.sent('get')).toBe(reads);

  const again = await scene.run({ run: { attempt: 2 }, inputs: { notify: 'true' } });
  expect(again.outputs).toMatchObject({
    verdict: 'pull-request',
    commentUrl: first.outputs.commentUrl,
  });
  expect(await bodyOf(scene, { url: first.outputs.commentUrl ?? '' })).toContain(
    'Pull request ready',
  );
  expect(await mentions(scene)).toEqual([expect.stringContaining('No pull request')]);
  expect(scene.sent('create')).toBe(1);
});

test.each([
  {
    what: 'a later request to that job failed',
    end: ({ service }: Scene) => service.script({ end: 'failed' }, service.jobs[0]?.id),
  },
  { what: 'the service no longer knows the job', end: ({ service }: Scene) => service.reset() },
])(
  'a sweep leaves the report of a job without a pull request as it is when $what',
  async (scene, { end }) => {
    scene.service.script({ pullRequest: false });
    await scene.run({ inputs: { timeout: '2m' } });
    const before = await scene.comments();
    end(scene);
    await scene.clock.pass(1_800_000);
    await sweep(scene);
    expect(await scene.comments()).toEqual(before);
  },
);

test('a sweep says that the pull request was merged while the job worked on a follow-up', async (scene) => {
  await scene.run();
  scene.service.script({ seconds: 60, link: `${scene.github.url}/acme/docs/pull/2` });
  await command(scene, '/docs shorter', { inputs: { wait: 'false' } });
  await alice(scene).mergePull(2);
  await scene.clock.pass(600_000);
  await sweep(scene);
  const [, , done] = (await scene.comments()).map(({ body }) => body);
  expect(done).toContain('was merged while the job worked; what it did may not be in it');
});
