import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { askedGitHub } from '../../support/events.ts';
import { type Comment, createScene, ISSUE, type Scene } from '../../support/scene.ts';
import { sweep, sweptBy, writtenDuring } from '../../support/sweep.ts';

describe('a job that nobody waits for: a sweep tells how it ended', () => {
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

  test('before it, the comment says that the job was started', () => {
    expect(started).toMatchObject({ exitCode: 0, outputs: { verdict: 'started' } });
    expect(before).toHaveLength(1);
    expect(before[0]?.body).toMatch(/^\*\*🚀 Started\*\* · nobody waits for it\n> Explain the new `--json` flag/);
    expect(before[0]?.body).toContain('a sweep, where one is set up, tells the end in this thread.');
  });

  test('the step is green, and says in the log what it did', () => {
    expect(result).toMatchObject({ exitCode: 0, annotations: [] });
    expect(result.log).toContain('Open requests found: 1');
    expect(result.log).toContain(`${before[0]?.url}: pull-request`);
    expect(result.log).toContain('🧹 Swept · 1 reported, 0 still active');
  });

  test('the comment tells the end, and the request is still quoted', () => {
    const [status] = comments;
    expect(status?.url).toBe(before[0]?.url);
    expect(status?.body).toMatch(/^\*\*✅ Pull request ready: \[acme\/docs#2\]\(http\S+\/pull\/2\)\*\*\n/);
    const quote = before[0]?.body.split('\n').find((line) => line.startsWith('> '));
    expect(quote).toContain(ISSUE.title.slice(0, 15));
    expect(status?.body).toContain(`\n${quote}\n`);
    expect(status?.body).toContain(`<sub>Job \`${started.outputs.jobId}\` · completed`);
    expect(status?.body).toContain('/actions/runs/7'); // the run that asked, not the sweep
    expect(status?.body).not.toMatch(/Started|a sweep|undefined|NaN/);
  });

  test('who asked is mentioned in one new line', () => {
    expect(comments.slice(1)).toEqual([
      expect.objectContaining({
        author: 'github-actions[bot]',
        body: expect.stringMatching(
          /^@alice ✅ Pull request ready: \[acme\/docs#2\]\(\S+\) · \[your request\]\(\S+\)$/,
        ),
      }),
    ]);
  });

  test('one status request, and of GitHub no more than it takes', () => {
    expect(reads).toBe(1);
    expect(asked.map((request) => request.replace(/\?.*/, '').replaceAll(/\d+/g, 'N'))).toEqual([
      'GET /repos/acme/docs/issues/comments',
      'GET /user/N',
      'GET /repos/acme/docs/issues/comments/N',
      'PATCH /repos/acme/docs/issues/comments/N',
      'GET /repos/acme/docs/issues/comments/N',
      'POST /repos/acme/docs/issues/N/comments',
    ]);
  });

  test('the outputs', () => {
    expect(sweptBy(result)).toEqual([
      {
        ...{ jobId: started.outputs.jobId, issueNumber: scene.issue.number },
        ...{ commentUrl: before[0]?.url, verdict: 'pull-request' },
      },
    ]);
    const { swept: _, summary, ...others } = result.outputs;
    const nothing = {
      status: '',
      prLink: '',
      jobId: '',
      job: '',
      commentUrl: '',
      visitors: '',
      visitorsFile: '',
      pages: '',
    };
    expect(others).toEqual({ verdict: 'swept', ...nothing });
    expect(summary).toBe('**🧹 Swept** · 1 reported, 0 still active');
  });

  test('the job summary', () => {
    expect(result.summary).toContain('## 🧹 Swept · 1 reported, 0 still active');
    expect(result.summary).toContain('| Sent | 1 status |');
  });

  test('the next sweep finds nothing to do, asks nothing and writes nothing', () => {
    expect(again).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'swept', swept: '[]' } });
    expect(again.log).toContain('Open requests found: 0');
    expect(again.summary).toContain('## 🧹 Swept · 0 reported, 0 still active');
    expect(writtenAgain).toEqual([]);
    expect(scene.sent('get')).toBe(reads);
  });
});
