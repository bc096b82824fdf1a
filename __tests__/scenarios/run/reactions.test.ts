import { describe, expect, test } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { Fault } from '../../../sandbox/service/faults.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { answer, byHand, say } from '../../support/conversation.ts';
import { ASKS, by } from '../../support/events.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';

const NO_REACTION = { method: 'POST', path: /\/reactions$/ };

/** What the action asked to be set, wherever, in order. */
const asked = ({ github }: Scene): string[] =>
  github.requests
    .filter(({ method, path }) => method === NO_REACTION.method && NO_REACTION.path.test(path))
    .map(({ body }) => String(Object(JSON.parse(body)).content));

/** What people see on what asked. */
async function shownOn(scene: Scene, { name, payload }: GitHubEvent): Promise<string[]> {
  const id = Number(Object(payload.comment).id);
  const number = Number(Object(payload.issue ?? payload.pull_request).number);
  const place =
    name === 'issue_comment'
      ? { comment: id }
      : name === 'pull_request_review_comment'
        ? { reviewComment: id }
        : { issue: number };
  const reactions = await createPerson(scene.github, 'alice').readReactions(place);
  expect(reactions.every(({ author }) => author === 'github-actions[bot]')).toBe(true);
  return reactions.map(({ content }) => content);
}

describe('what asked is marked as seen, and then as done', () => {
  const shown = ASKS.filter(({ what }) => !what.includes('review'));
  test.each(shown)('$what', async ({ what, make }) => {
    await using scene = await createScene();
    const event = await make(scene);
    const inputs = { 'trigger-label': what.includes('no label') ? '*' : 'docs' };
    const result = await answer(scene, event, { inputs });
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request' } });
    expect(await shownOn(scene, event)).toEqual(['eyes', 'rocket']);
    expect(asked(scene)).toEqual(['eyes', 'rocket']);
  });

  test('a follow-up: on the comment that asked for it, and nowhere else', async () => {
    await using scene = await createScene();
    await answer(scene, scene.event);
    scene.service.script({ seconds: 1 });
    const event = await say(scene, '/docs Add a jq example');
    await answer(scene, event);
    expect(await shownOn(scene, event)).toEqual(['eyes', 'rocket']);
    expect(asked(scene)).toEqual(['eyes', 'rocket', 'eyes', 'rocket']);
  });

  test('but a review: there is nothing on GitHub to set it on', async () => {
    await using scene = await createScene();
    const way = ASKS.find(({ what }) => what.includes('review'));
    const result = await answer(scene, (await way?.make(scene)) ?? scene.event);
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request' } });
    expect(asked(scene)).toEqual([]);
  });

  test('but what nobody said: a schedule, which has no place for it', async () => {
    await using scene = await createScene();
    const inputs = { prompt: 'Weekly.', 'issue-number': String(scene.issue.number) };
    await answer(scene, byHand(scene), { inputs });
    expect(asked(scene)).toEqual([]);
  });
});

describe('the second sign tells how it ended', () => {
  test.each<{
    verdict: string;
    sign?: string;
    job?: Partial<JobScript>;
    fault?: Fault;
    inputs?: Record<string, string>;
  }>([
    { verdict: 'no-changes', sign: 'rocket', job: { pullRequest: false }, inputs: { timeout: '8s' } },
    { verdict: 'failed', sign: '-1', job: { end: 'failed' } },
    { verdict: 'archived', sign: 'confused', job: { end: 'archived', pullRequest: false } },
    { verdict: 'timed-out', sign: 'confused', job: { seconds: 60 }, inputs: { timeout: '5s' } },
    { verdict: 'unconfirmed', sign: 'confused', fault: { operation: 'create', kind: 'reset' } },
    { verdict: 'error', sign: '-1', fault: { operation: 'create', kind: 'answer', status: 403 } },
    {
      verdict: 'quota-exhausted',
      sign: 'confused',
      fault: { operation: 'create', kind: 'answer', status: 429, headers: { 'retry-after': '3600' } },
    },
    { verdict: 'started', job: { seconds: 60 }, inputs: { wait: 'false' } },
  ])('$verdict: $sign', async ({ verdict, sign, job = {}, fault, inputs = {} }) => {
    await using scene = await createScene({ job, faults: fault ? [fault] : [] });
    const result = await answer(scene, scene.event, { inputs });
    expect(result.outputs.verdict).toBe(verdict);
    expect(await shownOn(scene, scene.event)).toEqual(['eyes', ...(sign ? [sign] : [])]);
  });
});

describe('a sign that cannot be set harms nothing', () => {
  test('forbidden: one warning names the permission, and it is not tried again', async () => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'answer', status: 403, times: Infinity, ...NO_REACTION });
    const result = await answer(scene, scene.event);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(warnings(result)).toEqual([
      expect.stringMatching(/reaction could not be set.*\(403\).*`permissions: \{ issues: write \}`/),
    ]);
    expect(asked(scene)).toEqual(['eyes']);
  });

  test.each([404, 422, 500])('%d: one warning', async (status) => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'answer', status, times: Infinity, ...NO_REACTION });
    const result = await answer(scene, scene.event);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(warnings(result)).toEqual([expect.stringContaining('reaction could not be set')]);
  });

  test('no answer: the job is asked for and told all the same', async () => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'hang', times: Infinity, ...NO_REACTION });
    const result = await answer(scene, scene.event, { inputs: { timeout: '20s' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(result.outputs.commentUrl).not.toBe('');
  });
});

describe('none is set', () => {
  test('with `comment: false`', async () => {
    await using scene = await createScene();
    const result = await answer(scene, scene.event, { inputs: { comment: 'false' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(asked(scene)).toEqual([]);
  });

  test('when whoever asked may not', async () => {
    await using scene = await createScene();
    const result = await answer(scene, by(scene.event, 'mallory'));
    expect(result.outputs.verdict).toBe('denied');
    expect(asked(scene)).toEqual([]);
  });

  test('when it is no request', async () => {
    await using scene = await createScene();
    const result = await answer(scene, await say(scene, 'Thank you!'));
    expect(result.outputs.verdict).toBe('skipped');
    expect(asked(scene)).toEqual([]);
  });
});
